/** What `grep` lets through of the names that it is handed, where its pattern is one that can be read. Pure. */

import { any, wordsOf } from '../syntax/optionWords';
import type { Value } from '../syntax/words';

const valued = '-e --regexp -f --file -A -B -C -D -d -m --max-count --after-context --before-context --context -X';
/** These say only how it is written, or how it is looked for. */
const plain =
  /^(-[eEFGivxwa]|--(regexp|extended-regexp|fixed-strings|ignore-case|invert-match|line-regexp|word-regexp|color|text))$/;
const longest = 200;
/** Patterns and texts that take no time worth speaking of, whatever they are. */
const mostRepeats = 2;
const mostOptional = 4;

/** Whether a line stays; undefined where nobody can say. */
export function grepFilter(name: string, args: readonly Value[]): ((line: string) => boolean) | undefined {
  const { options, operands } = wordsOf(args, valued);
  const given = ['-e', '--regexp'].flatMap((one) => options.get(one) ?? []);
  const patterns = given.length > 0 ? given : operands.slice(0, 1);
  if (operands.length > (given.length > 0 ? 0 : 1) || patterns.length === 0) return undefined;
  if (![...options.keys()].every((one) => plain.test(one)) || patterns.some(({ dynamic }) => dynamic)) return undefined;
  const isFixed = name === 'fgrep' || any(options, '-F', '--fixed-strings');
  const isExtended = name === 'egrep' || any(options, '-E', '--extended-regexp');
  // The last of two kinds counts, or none.
  if ([isFixed, isExtended, any(options, '-G')].filter(Boolean).length > 1) return undefined;
  const sources = patterns
    .flatMap(({ text }) => text.split('\n'))
    .map((text) => (isFixed ? text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : regexOf(text, isExtended)));
  if (!sources.every((one) => one !== undefined)) return undefined;
  const whole = sources.map((one) => `(?:${one})`).join('|');
  const isWord = any(options, '-w', '--word-regexp');
  // Where nothing is a match, there are words in any line.
  if (isWord && new RegExp(whole).test('')) return undefined;
  const bounded = any(options, '-x', '--line-regexp') ? `^(?:${whole})$` : isWord ? `(?<!\\w)(?:${whole})(?!\\w)` : whole;
  const form = new RegExp(bounded, any(options, '-i', '--ignore-case') ? 'is' : 's');
  const isInverted = any(options, '-v', '--invert-match');
  const isQuick = sources.every((one) => isQuickFor(one));
  // Of what would take long, any line may stay.
  return (line) => line.length > (isQuick ? 2000 : 150) || form.test(line) !== isInverted;
}

/** Whether it takes no time in a long text, too: what is repeated once is looked for from each place, what is repeated twice far more often. */
export const isQuickFor = (regex: string): boolean => (regex.match(/[*+]/g)?.length ?? 0) < 2;

/**
 * A regular expression of grep's as one of ours: no more than letters, classes, anchors, choices and few repetitions, so that no name makes it slow, and only
 * what both read alike.
 */
export function regexOf(text: string, isExtended: boolean): string | undefined {
  let regex = '';
  let repeats = 0;
  let optional = 0;
  /** Nothing, or what can be repeated, or a repetition, stands before. */
  let before: 'start' | 'atom' | 'repeated' = 'start';
  if (text.length > longest) return undefined;
  const sign = (one: string): boolean => {
    if (/[*+?]/.test(one)) {
      // A group that is repeated could take for ever; a repetition of a repetition is another one here.
      if (before !== 'atom' || regex.endsWith(')')) return false;
      if (one === '?' ? ++optional > mostOptional : ++repeats > mostRepeats) return false;
      before = 'repeated';
    } else before = one === ')' ? 'atom' : 'start';
    regex += one;
    return true;
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    const next = text[i + 1] ?? '';
    if (char === '\\') {
      i++;
      if (!isExtended && /[|()?+]/.test(next)) {
        if (!sign(next)) return undefined;
        continue;
      }
      if (/[.^$*[\]\\/|()?+bw-]/.test(next)) regex += `\\${next}`;
      else return undefined;
      before = next === 'b' ? 'start' : 'atom';
    } else if (char === '[') {
      const found = /^\[\^?[\w./ -]+\]/.exec(text.slice(i));
      if (!found) return undefined;
      regex += found[0].replaceAll('/', '\\/');
      i += found[0].length - 1;
      before = 'atom';
    } else if (char === '*' || (isExtended && /[|()?+]/.test(char))) {
      if (!sign(char)) return undefined;
    } else if (char === '^' || char === '$') {
      // Elsewhere they are letters, where the pattern is a basic one.
      const isAnchor = char === '^' ? /(?:^|\\[(|])$/.test(text.slice(0, i)) : /^(?:$|\\[)|])/.test(text.slice(i + 1));
      if (!isExtended && !isAnchor) return undefined;
      regex += char;
      before = 'start';
    } else if (/[{}]/.test(char)) return undefined;
    else {
      regex += /[|()?+]/.test(char) ? `\\${char}` : char;
      before = 'atom';
    }
  }
  try {
    return new RegExp(regex) && regex;
  } catch {
    return undefined;
  }
}
