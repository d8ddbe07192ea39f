/** The ways in which a command may be written down for the same thing: its program by base name, its global options left out. Pure. */
import type { Command, PartialWord } from '../../shared/calls/toolFacts';
import { type GlobalOptions, globalOptions } from '../programs/globalOptions';
import { isFlag } from './flags';
import { gitTwin } from './gitCommand';
import { namesLike, otherPrograms, takesTargets } from './otherNames';
import { partialText } from './partialText';

export type AnyWord = string | PartialWord;

interface Words {
  words: AnyWord[];
  /** False where an option that we do not know may or may not take the word behind it, or a word is not known. */
  sure: boolean;
  /** What was left out could make it another thing than the words say: not to be taken for an allow. */
  moved: boolean;
}
export interface Reading extends Words {
  /** Of `partialText`. */
  text: string;
}

/** `/usr/bin/rm` and `rm.exe` are `rm`. */
const baseName = (program: string): string =>
  program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.(exe|cmd|bat|com)$/i, '');

/** The disks of these platforms find `RM` where `rm` is meant. */
export const foldsPrograms = typeof process !== 'undefined' && (process.platform === 'darwin' || process.platform === 'win32');
export const programName = (program: string): string => (foldsPrograms ? baseName(program).toLowerCase() : baseName(program));

/** Where the system keeps its programs: a base name says what runs only for these. */
const systemFolder = /^(\/usr(\/local)?|\/opt\/homebrew)?\/s?bin\/[^/]+$/;
const isOfSystem = (program: string): boolean => !/[\\/]/.test(program) || systemFolder.test(program);

const mostReadings = 8;
/** Options, one behind another, that may or may not take the next word. */
const mostOpen = 64;

export const readWords = ({ program, args, words }: Command): AnyWord[] => words ?? [program, ...args];

/** Each pattern of each rule, hook and policy asks for them. */
const known = new WeakMap<Command, readonly Reading[]>();

/** The words as they stand come first. */
export function readingsOf(command: Command): readonly Reading[] {
  const readings = known.get(command) ?? readAll(command).map((one) => ({ ...one, text: partialText(one.words) }));
  known.set(command, readings);
  return readings;
}

/** What a program is told to do and on what, without its options: its subcommand first, in each way in which the options in front may be read. */
export const subcommandsIn = (program: string, args: readonly { text: string }[]): string[][] =>
  readAll({ program, args: args.map(({ text }) => text), text: '' }).map(({ words }) =>
    words.slice(1).filter((word): word is string => typeof word === 'string' && !isFlag(word)),
  );

function readAll(command: Command): Words[] {
  const words = readWords(command);
  const readings: Words[] = [{ words, sure: true, moved: false }];
  if (command.mayBe)
    readings.push({ words: [programName(command.program), ...command.mayBe.slice(1)], sure: false, moved: false });
  const [program, ...args] = words;
  if (typeof program !== 'string') return readings;
  const name = programName(program);
  const moved = !isOfSystem(program);
  if (name !== program) readings.push({ words: [name, ...args], sure: true, moved });
  for (const words of otherPrograms(name, args))
    readings.push({ words, sure: true, moved: moved || gitTwin(name) === undefined });
  const budget: Budget = { left: mostReadings, isCut: false };
  for (const { rest, sure, placed } of operandsFirst(args, globalOptions.get(name), budget)) {
    const [own] = rest;
    if (rest.length > 0 && (rest.length !== args.length || !sure))
      readings.push({ words: [name, ...rest], sure, moved: moved || placed });
    for (const other of typeof own === 'string' ? namesLike(name, own) : [])
      if (other !== own) readings.push({ words: [name, other, ...rest.slice(1)], sure, moved: true });
    for (let at = 1; takesTargets(name) && at < Math.min(rest.length, mostReadings); at++)
      readings.push({ words: [name, ...rest.slice(at)], sure, moved: true });
  }
  // Of more readings than are looked at, each may be the one that counts.
  if (budget.isCut) readings.push({ words: [name, { pieces: [null], many: true }], sure: false, moved: true });
  return readings;
}

interface Budget {
  /** Readings that are still looked at, and whether there are more. */
  left: number;
  isCut: boolean;
}
interface Rest {
  rest: AnyWord[];
  sure: boolean;
  placed: boolean;
}

/** The words behind the options in front, in each way they may be read. */
function operandsFirst(args: readonly AnyWord[], table: GlobalOptions | undefined, budget: Budget): Rest[] {
  const found: Rest[] = [];
  const command = (own: readonly AnyWord[], sure: boolean, placed: boolean): void => {
    budget.left--;
    const [name, ...words] = own;
    const inner = typeof name === 'string' ? table?.sub?.[name] : undefined;
    const rests = inner ? operandsFirst(words, inner, budget) : [{ rest: words, sure: true, placed: false }];
    for (const one of rests) {
      const rest = name === undefined ? [] : [name, ...one.rest];
      const own = table?.anywhere ? withoutGlobals(rest, table) : { rest, placed: false };
      found.push({ rest: own.rest, sure: sure && one.sure, placed: placed || one.placed || own.placed });
    }
  };
  const read = (from: number, isSure: boolean, isPlaced: boolean, depth: number): void => {
    let [sure, placed] = [isSure, isPlaced];
    for (let at = from; ; ) {
      if (budget.left <= 0 || depth > mostOpen) {
        budget.isCut = true;
        return;
      }
      const text = textOf(args[at]);
      if (text === undefined || !(isFlag(text) || table?.words?.test(text))) return command(args.slice(at), sure, placed);
      const kind = table?.words?.test(text) ? 'flag' : kindOf(text, table, args[at + 1]);
      // `-C"$d"`: the value may be attached already, and the next word is none.
      if (typeof args[at] !== 'string' && kind === 'valued') {
        read(at + 2, false, true, depth + 1);
        [sure, placed] = [false, true];
        at++;
        continue;
      }
      if (kind === 'valued' || kind === 'pair') {
        const width = kind === 'pair' ? 2 : 1;
        const values = args.slice(at + 1, at + 1 + width);
        if (values.some(goesOn)) read(at + 1, false, placed, depth + 1);
        placed ||= !values.every((value) => isNear(textOf(value)));
        at += 1 + width;
        continue;
      }
      if (kind === 'unknown') {
        read(at + 2, false, placed, depth + 1);
        sure = false;
      }
      placed ||= !isNear(splitOption(text)[1]) || (table?.words?.test(text) === true && !text.startsWith('+'));
      at++;
    }
  };
  if (args.length > 0) read(0, true, false, 0);
  return found;
}

/** Undefined where its beginning is not known. */
const textOf = (word: AnyWord | undefined): string | undefined =>
  word === undefined || typeof word === 'string'
    ? word
    : (word.pieces[0] ?? (word.operand ? '.' : undefined)) === undefined
      ? undefined
      : word.pieces.map((piece) => piece ?? '').join('');

/** An unquoted value may be several words, the last of them anything. */
const goesOn = (word: AnyWord | undefined): boolean => typeof word === 'object' && word.many === true;
/** What stands behind the first sign is the value, further signs included: `--prefix=a=b/../..` */
const splitOption = (text: string): [name: string, value?: string] => {
  const sign = text.indexOf('=');
  return sign < 0 ? [text] : [text.slice(0, sign), text.slice(sign + 1)];
};
/** A value that leaves the command where it is: no path that leads elsewhere. */
const isNear = (value: string | undefined): boolean =>
  value === undefined || !/^[/~\\]|^[A-Za-z]:[\\/]|(^|[\\/])\.\.([\\/]|$)|:\/\//.test(value);

// biome-ignore lint/plugin: what it remembers follows from the key alone
const sets = new Map<string, ReadonlySet<string>>();
function setOf(names: string): ReadonlySet<string> {
  const known = sets.get(names) ?? new Set(names.split(' '));
  sets.set(names, known);
  return known;
}

type Kind = 'flag' | 'valued' | 'pair' | 'unknown';
function kindOf(
  option: string,
  { flags = '', valued = '', pairs = '', counted = '' }: GlobalOptions = {},
  next: AnyWord | undefined,
): Kind {
  const [takesNone, takesNext] = [setOf(flags), setOf(valued)];
  const name = option.split('=')[0]!;
  if (setOf(pairs).has(option)) return 'pair';
  if (setOf(counted).has(name)) {
    if (name !== option || next === undefined) return 'flag';
    return typeof next !== 'string' ? 'unknown' : /^\d+(\.\d+)?$/.test(next) ? 'valued' : 'flag';
  }
  if (takesNext.has(option)) return 'valued';
  // What follows `=` is its value, whatever option it is.
  if (takesNone.has(option) || (name !== option && option.startsWith('-'))) return 'flag';
  if (option.startsWith('--')) return 'unknown';
  // A value attached to its letter, or letters in a bundle.
  if (takesNext.has(option.slice(0, 2)) || (setOf(counted).has(option.slice(0, 2)) && /^..[\d.]/.test(option))) return 'flag';
  return [...option.slice(1)].every((letter) => takesNone.has(`-${letter}`)) ? 'flag' : 'unknown';
}

/** Where such options stand behind the subcommand as well: they lead elsewhere there too. */
function withoutGlobals(words: readonly AnyWord[], table: GlobalOptions): { rest: AnyWord[]; placed: boolean } {
  const rest: AnyWord[] = [];
  let placed = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--') return { rest: [...rest, ...words.slice(i)], placed };
    const [name, value] = typeof word === 'string' ? splitOption(word) : [];
    const isFlag = name !== undefined && setOf(table.flags ?? '').has(name);
    const isValued = name !== undefined && setOf(table.valued ?? '').has(name);
    if (!isFlag && !isValued) rest.push(word);
    else placed ||= !isNear(isValued && name === word ? textOf(words[++i]) : value);
  }
  return { rest, placed };
}
