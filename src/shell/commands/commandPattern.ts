/** Patterns of the built-in policies: a program, its leading words in order, its flags in any spelling and order. Pure. */
import type { Command, PartialWord } from '../../shared/calls/toolFacts';
import { globalOptions } from '../programs/globalOptions';
import { type AnyWord, foldsPrograms, programName, readWords } from './commandReadings';
import { flagsIn, hasFlag, isFlag, wantedFlags } from './flags';
import { namesLike, otherPrograms, takesTargets } from './otherNames';
import { matchWord, type PartialAnswer } from './partialText';

export interface CommandPattern {
  text: string;
  program: string;
  words: string[];
  flags: string[];
  /** Flags that are given with a value: `git -C x push`. */
  values: [flag: string, value: string][];
}

export function commandPattern(text: string): CommandPattern {
  const [program, ...rest] = text.trim().split(/\s+/);
  const name = programName(program!);
  const taking = new Set(globalOptions.get(name)?.valued?.split(' '));
  const [words, values]: [string[], [string, string][]] = [[], []];
  const flags: string[] = [];
  for (let i = 0; i < rest.length; i++) {
    const [word, next] = [rest[i]!, rest[i + 1]];
    const [, flag, value] = /^(--[^=]+)=(.+)$/s.exec(word) ?? /^(-[^-])=?(.+)$/s.exec(word) ?? [];
    if (isFlag(word) && taking.has(word) && next !== undefined) {
      values.push([word, next]);
      i++;
    } else if (flag !== undefined && taking.has(flag) && !taking.has(word)) values.push([flag, value!]);
    else if (isFlag(word)) flags.push(word);
    else words.push(word);
  }
  return { text, program: name, words, flags, values };
}

/** Whether the command is the pattern's program, with its words first and all its flags. */
export function commandFits(command: Command, pattern: CommandPattern): PartialAnswer {
  const words = readWords(command);
  const others = typeof words[0] === 'string' ? otherPrograms(programName(words[0]), words.slice(1)) : [];
  const answers = [words, ...others].map((one) => wordsFit(one, pattern));
  const answer = answers.find((one) => one === 'yes') ?? answers.find((one) => one === 'maybe') ?? 'no';
  return answer === 'no' && command.mayBe && wordsFit(command.mayBe, pattern) !== 'no' ? 'maybe' : answer;
}

function wordsFit([first, ...args]: readonly AnyWord[], { program, words, flags, values }: CommandPattern): PartialAnswer {
  if (typeof first !== 'string' || matchWord(programName(first), foldsPrograms ? program.toLowerCase() : program) !== 'yes')
    return 'no';
  const name = programName(first);
  const leading = leadingWords(name, detached(args, flags, words), words);
  if (leading === 'no') return 'no';
  const answers = [leading, allFlags(name, args, flags), ...values.map((one) => valueFits(name, args, one))];
  return answers.includes('no') ? 'no' : answers.includes('maybe') ? 'maybe' : 'yes';
}

/** `-s0` and `--size=0` as `-s 0` where the pattern has both: its value is one of the words. */
const detached = (args: readonly AnyWord[], flags: readonly string[], words: readonly string[]): readonly AnyWord[] =>
  flags.length === 0 || words.length === 0
    ? args
    : args.flatMap((arg) => {
        const [, flag, value] = (typeof arg === 'string' && /^(-[A-Za-z]|--[\w-]+(?==))=?(.+)$/s.exec(arg)) || [];
        return flag !== undefined && flags.includes(flag) && words.includes(value!) ? [flag, value!] : [arg];
      });

/** The names of an option that takes a value: `-n` and `--namespace`. */
function namesOf(program: string, option: string): string[] {
  const { valued = '', twins = {} } = globalOptions.get(program) ?? {};
  const all = valued.split(' ');
  const pairs = [
    ...Object.entries(twins),
    ...all.flatMap((short, i): [string, string][] => {
      const long = all[i + 1];
      return /^-\w$/.test(short) && long?.toLowerCase().startsWith(`-${short.toLowerCase()}`) ? [[short, long]] : [];
    }),
  ];
  return [option, ...pairs.flatMap(([short, long]) => (short === option ? [long] : long === option ? [short] : []))];
}

/** Whether an option is given that value by any of its names, behind it or attached. */
function valueFits(program: string, args: readonly AnyWord[], [flag, value]: readonly [string, string]): PartialAnswer {
  const names = namesOf(program, flag);
  const attached = names.flatMap((name) => [`${name}=${value}`, ...(name.startsWith('--') ? [] : [`${name}${value}`])]);
  const answers = args.flatMap((arg, i): PartialAnswer[] => {
    if (typeof arg === 'string' && names.includes(arg))
      return [args[i + 1] === undefined ? 'no' : matchWord(args[i + 1]!, value)];
    return attached.map((one) => matchWord(arg, one)).map((one) => (one === 'yes' || typeof arg !== 'string' ? one : 'no'));
  });
  return answers.includes('yes') ? 'yes' : answers.includes('maybe') || args.some(mayBeFlag) ? 'maybe' : 'no';
}

/** How far the words have come, and whether the word before was a flag that takes the next one or two, or may take one. */
interface Reached {
  at: number;
  after?: 'flag' | 'value' | 'pair';
  sure: boolean;
}

/** Walks the arguments in every way they may be read; options may stand anywhere between the words. */
function leadingWords(program: string, args: readonly AnyWord[], words: readonly string[]): PartialAnswer {
  if (words.length === 0) return 'yes';
  const { flags, valued, pairs, words: before } = globalOptions.get(program) ?? {};
  const [plain, taking, takingTwo] = [flags, valued, pairs].map((names) => new Set(names?.split(' '))) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const kindOf = (flag: string): Reached['after'] =>
    taking.has(flag) ? 'value' : takingTwo.has(flag) ? 'pair' : plain.has(flag) || flag.includes('=') ? undefined : 'flag';
  let states: Reached[] = [{ at: 0, sure: true }];
  let done = 'no' as PartialAnswer;
  let flagsEnded = false;
  for (const arg of args) {
    const next = new Map<string, Reached>();
    const add = (at: number, sure: boolean, after?: Reached['after']) => {
      const key = `${at} ${after}`;
      if (at < words.length) next.set(key, { at, after, sure: sure || next.get(key)?.sure === true });
      else if (sure) done = 'yes';
      else if (done === 'no') done = 'maybe';
    };
    const known = knownText(arg);
    const isGiven = typeof arg !== 'string';
    for (const { at, after, sure } of states) {
      if (after === 'value' || after === 'pair') {
        add(at, sure, after === 'pair' ? 'value' : undefined);
        if (!(isGiven && arg.many)) continue;
      }
      if (isGiven && arg.many && !arg.operand) for (let i = at; i <= words.length; i++) add(i, false);
      const fits = wordFits(program, arg, words[at]!, at === 0);
      if (fits !== 'no') add(at + 1, sure && fits === 'yes');
      // What fits may be an option, or an option's value, all the same.
      const isOther = sure && fits === 'no';
      if (arg === '--') {
        flagsEnded = true;
        add(at, isOther);
      } else if (at === 0 && known !== undefined && before?.test(known)) add(at, isOther);
      else if (!flagsEnded && known !== undefined && isFlag(known)) add(at, isOther, kindOf(known));
      else if (!flagsEnded && known === undefined) add(at, false, 'flag');
      // After a flag a word may be the flag's value, as in `git -C folder push`; and another target may come first.
      else if (after === 'flag' || (at === 0 && takesTargets(program))) add(at, isOther);
    }
    states = [...next.values()];
  }
  return done;
}

/** A subcommand has several names. */
function wordFits(program: string, arg: AnyWord, word: string, isFirst: boolean): PartialAnswer {
  if (!isFirst || typeof arg !== 'string') return matchWord(arg, word);
  return namesLike(program, arg).some((one) => matchWord(one, word) === 'yes') ? 'yes' : 'no';
}

/** Undefined where its beginning is not known. */
const knownText = (word: AnyWord): string | undefined => {
  if (typeof word === 'string') return word;
  if (word.operand) return '.';
  return word.pieces[0] ? word.pieces.map((piece) => piece ?? '').join('') : undefined;
};

const mayBeFlag = (word: AnyWord): word is PartialWord =>
  typeof word !== 'string' && !word.operand && (!word.pieces[0] || word.pieces[0].startsWith('-') || word.many === true);

function allFlags(program: string, args: readonly AnyWord[], flags: readonly string[]): PartialAnswer {
  const wanted = wantedFlags(program, flags);
  const present = flagsIn(
    program,
    args.filter((arg) => typeof arg === 'string'),
  );
  if (wanted.every((flag) => hasFlag(program, present, flag))) return 'yes';
  return args.some(mayBeFlag) ? 'maybe' : 'no';
}
