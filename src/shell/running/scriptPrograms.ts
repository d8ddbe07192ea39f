/** sed and awk: scripts of their own stand in their words. */
import { readAwk } from '../code/awkScript';
import { readSed, type ScriptEffects } from '../code/sedScript';
import { shown } from '../syntax/lineReport';
import { wordsOf } from '../syntax/optionWords';
import { isOpen, literal, meant, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';
import type { Findings, Special } from './findings';

/** The values of an option in any of its spellings: `-e X`, `-eX`, `--expression X`, `--expression=X`. */
function valuesOf(args: readonly Value[], short: string, long: string, bundled = false): Value[] {
  return args.flatMap((arg, i) => {
    const { text } = arg;
    const next = args[i + 1] ? [args[i + 1]!] : [];
    if (text === `-${short}` || (text.length > 3 && `--${long}`.startsWith(text))) return next;
    if (text.startsWith('--') && text.includes('=') && `--${long}`.startsWith(text.split('=')[0]!))
      return [behind(arg, text.indexOf('=') + 1)];
    if (text.startsWith('--') || !text.startsWith('-')) return [];
    if (text.startsWith(`-${short}`)) return [behind(arg, 2)];
    // `sed -ne SCRIPT`
    return bundled && new RegExp(`^-[nErszu]+${short}$`).test(text) ? next : [];
  });
}

const piecesOf = (text: string): (string | null)[] =>
  text === '$'
    ? [null]
    : text
        .split(/(\$\{[^}]*\}|\$\([^)]*\)|\$\w+|`[^`]*`)/)
        .map((piece) => (/^[$`]/.test(piece) ? null : piece))
        .filter((piece) => piece !== '');

const onlyWrites = ({ runs, scripts, reads }: ScriptEffects): boolean => !runs && scripts.length + reads.length === 0;

function effects(read: (script: string) => ScriptEffects, scripts: readonly Value[], found: Findings, name: string): void {
  for (const script of scripts) {
    const isFilled = isOpen(script);
    const told = meant(script);
    // What the line's own variables put into it is not relied upon, but that is what it comes to.
    const isPlain = !isOpen(told) && onlyWrites(read(told.text));
    if (isFilled) found.code(`the script of ${shown(name)} is only known when it runs`, isPlain);
    const { runs, scripts: texts, reads, writes, mentions = [], open = [] } = read(script.template ?? script.text);
    for (const pieces of open) found.writesOpen(name, pieces);
    for (const text of mentions) found.mentions(text);
    const reason = `the script of ${shown(name)} runs commands, or cannot be read`;
    if (runs && !isFilled) found.code(reason);
    else if (texts.length > 0) found.code(reason, true);
    for (const text of texts) if (!isFilled || !/[$`]/.test(text)) found.script(literal(text));
    // Where words of the line are put into it, a name may be made of them.
    const path = (text: string): Value =>
      text === '$' || (isFilled && /[$`]/.test(text))
        ? { ...literal(text), dynamic: true, pieces: piecesOf(text) }
        : literal(text);
    for (const one of reads) found.reads(path(one));
    for (const one of writes) found.writes(path(one));
  }
}

const firstOperand = (args: readonly Value[], valued: RegExp): Value[] => {
  for (let i = 0; i < args.length; i++) {
    const { text } = args[i]!;
    if (text === '--') return args.slice(i + 1, i + 2);
    if (valued.test(text)) i++;
    else if (!/^-./.test(text)) return [args[i]!];
  }
  return [];
};

export const sed: Special = (args, found, name) => {
  if (args.some(({ text }) => text === '--sandbox')) return;
  const given = valuesOf(args, 'e', 'expression', true);
  const files = valuesOf(args, 'f', 'file', true);
  const first = given.length > 0 || files.length > 0 ? [] : firstOperand(args, /^(-l|--line-length)$/);
  for (const file of files) found.runsFile(name, file);
  effects(readSed, [...given, ...first], found, name);
};

export const awk: Special = (args, found, name) => {
  const given = [...valuesOf(args, 'e', 'source')];
  const files = [...valuesOf(args, 'f', 'file'), ...valuesOf(args, 'E', 'exec')];
  const variables = valuesOf(args, 'v', 'assign').map((value) => behind(value, /^\w+=/.exec(value.text)?.[0].length ?? 0));
  if (args.some(({ text }) => /^(-l|--load|-i|--include)/.test(text))) found.code(`${shown(name)} loads code`);
  const first = given.length > 0 || files.length > 0 ? [] : firstOperand(args, /^(-F|-v|-W|--field-separator|--assign)$/);
  for (const file of files) found.runsFile(name, file);
  const settings = [...valuesOf(args, 'v', 'assign'), ...args].flatMap(({ text, dynamic }) =>
    !dynamic && /^[A-Za-z_]\w*=[^"\\\n]*$/.test(text) ? [`${text.replace('=', '="')}"\n`] : [],
  );
  // Of one file it is known which it is.
  const [input, ...more] = wordsOf(args, '-F -v -f').operands.slice(first.length);
  if (input && !isOpen(input) && more.length === 0 && /^[\w./@+-]+$/.test(input.text))
    settings.push(`FILENAME="${input.text}"\n`);
  effects(
    (script) => readAwk(script, settings.join('')),
    [...given, ...first],
    { ...found, writes: (path) => writes(path, variables, found) },
    name,
  );
};

/** Where an awk program only names the file when it runs, it may be what a variable was set to. */
function writes(path: Value, variables: readonly Value[], found: Findings): void {
  found.writes(path);
  if (path.dynamic) for (const value of variables) if (/[./~]/.test(value.text)) found.writes(value);
}
