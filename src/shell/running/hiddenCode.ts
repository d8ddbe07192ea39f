/** Code in the words of a command that no one reads here: for an interpreter, or for a program that runs other programs. Pure. */

import { type Interpreter, interpreterOf } from '../programs/interpreters';
import type { Runner } from '../programs/runner';
import { runnerOf } from '../programs/runners';
import { shown } from '../syntax/lineReport';
import { isInput } from '../syntax/shellScript';
import type { Feed } from '../syntax/standardInput';
import { isOpen, type Value } from '../syntax/words';

const wordsOf = (names: string | undefined) => (names ? names.split(' ') : []);
/** The option without what stands behind `=`. */
const bare = (text: string) => text.split('=')[0]!;

/** Told of what an interpreter runs: its file, and the words in front of that, which may have more code loaded. */
interface Sources {
  runs(file: Value): void;
  loads(word: Value): void;
}
/** Options behind which code is named. */
const loading =
  /^(-r|--require|--import|--loader|--experimental-loader|-I|-M|-m|-l|-L|-S|-x|-cp|-classpath|--class-path|--load|--script|-s|-pa|-pz|--preload|-javaagent:?.*|-P|--project)$/;

/** Code that a command runs, or may run. */
export interface HiddenCode {
  /** Why the command could run anything, in words. */
  reason: string;
  /** It is handed to an interpreter; else a file or a program may be what runs. */
  isGiven?: true;
  /** It stands on the command's input. */
  isOnInput?: true;
  /** It stands in a text of another language, in which no command is found here. */
  isForeign?: true;
}
const given = (name: string): HiddenCode => ({ reason: `${shown(name)} is given code`, isGiven: true });
const givenOnInput = (name: string): HiddenCode => ({ ...onInput(`${shown(name)} is given code on its input`), isGiven: true });
const onInput = (reason: string): HiddenCode => ({ reason, isOnInput: true });
const unknown = (name: string): HiddenCode => ({ reason: `what ${shown(name)} runs is only known when it runs` });

/** Undefined where the words of the command are all there is. */
export function codeIn(name: string, args: readonly Value[], feed: Feed, sources?: Sources): HiddenCode | undefined {
  const interpreter = interpreterOf(name);
  return (interpreter && interpretedCode(name, interpreter, args, feed, sources)) ?? runCode(name, runnerOf(name), args, feed);
}

/** Whether code stands behind the option; of a bundle the last letter counts. */
function announcesCode(name: string, option: string | undefined): boolean {
  const codes = wordsOf(interpreterOf(name)?.code);
  return option !== undefined && (codes.includes(option) || (/^-\w+$/.test(option) && codes.includes(`-${option.at(-1)}`)));
}

/** `s/a/b/g`, `tr/a/b/`, and a sum: code without a sign that no path would have. */
const briefCode = /^(?:s|y|tr)([/|#,!])(?:(?!\1).)*\1(?:(?!\1).)*\1[a-z]*$|^\d[\d.+*/%-]*$/;

/** Whether a word is code that an option in front of it says is there. */
export const isCode = (name: string, args: readonly Value[], at: number): boolean =>
  (/[\s('"=;\\]/.test(args[at]!.text) || briefCode.test(args[at]!.text)) && announcesCode(name, args[at - 1]?.text);

/** Whether a word may be, or hold, code: all of it that is no option, or stands behind one. */
export function mayBeCode(name: string, args: readonly Value[], at: number): boolean {
  const { text } = args[at]!;
  if (announcesCode(name, args[at - 1]?.text)) return true;
  if (text.startsWith('-')) return !/^-{1,2}[\w:-]+(=[\w.,/:-]*)?$/.test(text);
  // Subcommands and modules take code in words of their own.
  return /[\s('"=;\\`]/.test(text);
}

function interpretedCode(
  name: string,
  interpreter: Interpreter,
  args: readonly Value[],
  feed: Feed,
  sources?: Sources,
): HiddenCode | undefined {
  const { code, valued, attached = '', instead, input, fed, sub, commands, leads } = interpreter;
  const [codes, taking, without] = [wordsOf(code), wordsOf(valued), wordsOf(instead)];
  if (fed && feed.kind !== 'nothing') return givenOnInput(name);
  let runsOther = without[0] === 'any';
  for (let i = 0; i < args.length; i++) {
    const { text, dynamic, glob, isPipe } = args[i]!;
    if (dynamic && !/^-\w/.test(text)) {
      // `expect -f <(…)`: no data where a file of code is asked for.
      const isData = runsOther && !commands && !(isPipe && without[0] !== 'any') && !loading.test(bare(text));
      return isData ? undefined : unknown(name);
    }
    if (text === '-' || isInput(text)) return givenOnInput(name);
    if (text === '--') return i + 1 < args.length || runsOther ? undefined : fromInput(name, input, feed);
    // `vim +cmd`
    if (/^\+\D/.test(text) && without[0] === 'any') return given(name);
    if (!/^-./.test(text)) {
      if (wordsOf(leads).includes(text) && i + 1 < args.length) continue;
      if (commands || sub) {
        if (wordsOf(sub).includes(text)) return given(name);
        if (commands) return undefined;
      }
      if (interpreter.bare && text.startsWith('(')) return given(name);
      // Editors and debuggers take options behind their files too.
      if (without[0] === 'any') continue;
      if (glob !== undefined || text === '') return unknown(name);
      sources?.runs(args[i]!);
      sources?.loads(args[i]!);
      // `python manage.py shell`, `ruby bin/rails runner CODE`: the script is a program that may be given code too.
      return codeIn(text.split('/').at(-1)!, args.slice(i + 1), feed);
    }
    const option = bare(text);
    if (codes.some((one) => one === option || (/^--\w\w/.test(option) && one.startsWith(option)))) return given(name);
    sources?.loads(args[i]!);
    const next = taking.includes(text) || (text === '-m' && runsOther) ? args[i + 1] : undefined;
    if (next) sources?.loads(next);
    if ((next?.dynamic && loading.test(text)) || (dynamic && (loading.test(option) || loading.test(text.slice(0, 2)))))
      return unknown(name);
    if (without.includes(option)) runsOther = true;
    // `python -m pytest`: what follows is the module's own.
    if (option === '-m' && runsOther) return moduleCode(name, interpreter, args[i + 1], args.slice(i + 2), feed, sources);
    if (taking.includes(text)) {
      // `-b --python-expr CODE`: some of them may stand without a value.
      if (codes.includes(bare(args[i + 1]?.text ?? ''))) return given(name);
      if (isCodeLike(name, args[i + 1]?.text ?? '')) return given(name);
      i++;
    } else if (isCodeLike(name, text)) return given(name);
    else if (!text.startsWith('--') && !codes.some((one) => /^-\w{2,}/.test(one) && text.startsWith(one))) {
      const letters = [...text.slice(1)];
      for (const [n, letter] of letters.entries()) {
        if (codes.includes(`-${letter}`)) return given(name);
        if (letter === 'm' && without.includes('-m')) {
          const rest = text.slice(n + 2);
          return rest === ''
            ? moduleCode(name, interpreter, args[i + 1], args.slice(i + 2), feed, sources)
            : moduleCode(name, interpreter, { ...args[i]!, text: rest }, args.slice(i + 1), feed, sources);
        }
        if (taking.includes(`-${letter}`)) {
          if (n === letters.length - 1) i++;
          break;
        }
        if (attached.includes(letter) || !/\w/.test(letter)) break;
      }
    }
  }
  return runsOther ? undefined : fromInput(name, input, feed);
}

/** `python -m cProfile x.py`: most modules only do their own work; some are given code, or run a program as the interpreter would. */
function moduleCode(
  name: string,
  interpreter: Interpreter,
  module: Value | undefined,
  args: readonly Value[],
  feed: Feed,
  sources?: Sources,
): HiddenCode | undefined {
  if (!module || !interpreter.modules) return undefined;
  sources?.loads(module);
  if (isOpen(module)) return unknown(name);
  const known = interpreter.modules.get(module.text);
  if (!known) return undefined;
  const { reads, code = '', valued = '' } = known;
  if (reads === 'code') return args.some(({ text }) => !/^(-h|--help)$/.test(text)) ? given(module.text) : undefined;
  const own = args[0]?.text === 'run' ? args.slice(1) : args;
  return interpretedCode(
    module.text,
    {
      code,
      valued,
      instead: '-h --help --version -m',
      ...(reads === 'input' ? { input: true } : {}),
      modules: interpreter.modules,
    },
    own,
    feed,
    sources,
  );
}

/** Values of options that hold code: `perl -MX=…;…`, `php -d auto_prepend_file=…`. */
const isCodeLike = (name: string, text: string): boolean =>
  (/^perl/.test(name) && /^-?[Mm].*[^\w:=,'-]/.test(text)) ||
  (/^php/.test(name) && /(auto_(pre|ap)pend_file|extension|sendmail_path|disable_functions|ffi)/i.test(text)) ||
  (/^node/.test(name) && /(^|=)data:/.test(text));

const fromInput = (name: string, input: true | undefined, feed: Feed): HiddenCode | undefined =>
  input
    ? onInput(`${shown(name)} reads code from its input${feed.kind === 'nothing' ? '' : ', which is only known when it runs'}`)
    : undefined;

function runCode(name: string, runner: Runner | undefined, args: readonly Value[], feed: Feed): HiddenCode | undefined {
  if (!runner) return undefined;
  const { words, sub = {}, input, escapes, harmless } = runner;
  for (const [i, { text, dynamic }] of args.entries()) {
    const option = runningOption(runner, text);
    const value = option && (option.value ?? args[i + 1]?.text ?? '');
    if (option && !(harmless?.test(value!) && !(option.value === undefined ? args[i + 1]?.dynamic : dynamic)))
      return { reason: `${shown(option.name)} makes ${shown(name)} run another program` };
    const isOfSub = Object.entries(sub).some(
      ([own, signs]) => signs.test(text) && args.slice(0, i).some((word) => word.dynamic || word.text === own),
    );
    if (isOfSub || words?.test(text)) return { reason: `${shown(text)} makes ${shown(name)} run another program` };
    if (escapes?.test(text)) return { reason: `${shown(name)} is given text that can run programs`, isForeign: true };
    if (escapes && dynamic && /\s/.test(text))
      return { reason: `${shown(name)} is given text that is only known when it runs`, isForeign: true };
  }
  if (!input || feed.kind === 'nothing' || (feed.kind === 'file' && input !== 'any')) return undefined;
  if (feed.kind === 'text' && escapes)
    return escapes.test(feed.text)
      ? { reason: `${shown(name)} is given text that can run programs`, isForeign: true }
      : undefined;
  return onInput(`${shown(name)} reads commands from its input`);
}

function runningOption(
  { longs, shortens, shorts = '', valued = '' }: Runner,
  text: string,
): { name: string; value?: string } | undefined {
  if (text.startsWith('--')) {
    const name = bare(text.slice(2));
    // Long options may be given by their beginning.
    const meant = wordsOf(longs).find((long) => long === name || (name.length >= (shortens ? 1 : 3) && long.startsWith(name)));
    return meant ? { name: bare(text), ...(text.includes('=') ? { value: text.slice(text.indexOf('=') + 1) } : {}) } : undefined;
  }
  if (!/^-\w/.test(text) || shorts === '') return undefined;
  for (const [n, letter] of [...text.slice(1)].entries()) {
    if (shorts.includes(letter)) {
      const value = text.slice(n + 2);
      return { name: `-${letter}`, ...(value === '' ? {} : { value }) };
    }
    if (valued.includes(letter)) return undefined;
  }
  return undefined;
}
