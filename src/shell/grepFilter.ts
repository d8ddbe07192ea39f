/** What `grep` lets through of the names that it is handed, where its pattern is one that can be read. Pure. */
import type { Value } from './words';
import { any, wordsOf } from './writeEffects';

const valued = '-e --regexp -f --file -A -B -C -D -d -m --max-count --after-context --before-context --context -X';
/** These say only how it is written, or how it is looked for. */
const plain =
  /^(-[eEFGivxwa]|--(regexp|extended-regexp|fixed-strings|ignore-case|invert-match|line-regexp|word-regexp|color|text))$/;
const longest = 200;

/** Whether a line stays; undefined where nobody can say. */
export function grepFilter(name: string, args: readonly Value[]): ((line: string) => boolean) | undefined {
  const { options, operands } = wordsOf(args, valued);
  const given = ['-e', '--regexp'].flatMap((one) => options.get(one) ?? []);
  const patterns = given.length > 0 ? given : operands.slice(0, 1);
  if (operands.length > (given.length > 0 ? 0 : 1) || patterns.length === 0) return undefined;
  if (![...options.keys()].every((one) => plain.test(one)) || patterns.some(({ dynamic }) => dynamic)) return undefined;
  const isFixed = name === 'fgrep' || any(options, '-F', '--fixed-strings');
  const isExtended = name === 'egrep' || any(options, '-E', '--extended-regexp');
  const sources = patterns
    .flatMap(({ text }) => text.split('\n'))
    .map((text) => (isFixed ? text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : regexOf(text, isExtended)));
  if (!sources.every((one) => one !== undefined)) return undefined;
  const whole = sources.map((one) => `(?:${one})`).join('|');
  const bounded = any(options, '-x', '--line-regexp')
    ? `^(?:${whole})$`
    : any(options, '-w', '--word-regexp')
      ? `(?<!\\w)(?:${whole})(?!\\w)`
      : whole;
  const form = new RegExp(bounded, any(options, '-i', '--ignore-case') ? 'i' : '');
  const isInverted = any(options, '-v', '--invert-match');
  return (line) => form.test(line) !== isInverted;
}

/** A regular expression of grep's as one of ours: no more than letters, classes, anchors, choices and few repetitions, so that no name makes it slow. */
export function regexOf(text: string, isExtended: boolean): string | undefined {
  if (text.length > longest || (text.match(/[*+]/g)?.length ?? 0) > 2) return undefined;
  let regex = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    const next = text[i + 1] ?? '';
    if (char === '\\') {
      i++;
      if (/[.^$*[\]\\/-]/.test(next)) regex += `\\${next}`;
      else if (/[|()?+]/.test(next)) regex += isExtended ? `\\${next}` : next;
      else if (next === 'b' || next === 'w') regex += `\\${next}`;
      else return undefined;
    } else if (char === '[') {
      const found = /^\[\^?[\w./ -]+\]/.exec(text.slice(i));
      if (!found) return undefined;
      regex += found[0].replaceAll('/', '\\/');
      i += found[0].length - 1;
    } else if (/[|()?+]/.test(char)) regex += isExtended ? char : `\\${char}`;
    else if (/[{}]/.test(char)) return undefined;
    else regex += char;
  }
  // A group that is repeated could take for ever.
  if (/\)[*+?]/.test(regex)) return undefined;
  try {
    return new RegExp(regex) && regex;
  } catch {
    return undefined;
  }
}
