/**
 * Where commands may stand in the words of another: a program that nobody knows may run what it is given, whole or from any of its words on. Pure.
 */
import { globalOptions } from '../programs/globalOptions';
import { interpreterOf } from '../programs/interpreters';
import { operands } from '../programs/operands';
import { runners } from '../programs/runners';
import { searching } from '../programs/searching';
import { wrapperOf } from '../programs/wrappers';
import { shells } from '../syntax/shellScript';
import type { Value } from '../syntax/words';

export const mostPlaces = 200;
/** Each of them has all that stand behind it for its own. */
const mostWords = 50_000;

/** Behind these, programs that we know run what follows. */
const marker = /^(--|exec|sh|shell|cmd)$/;
/** What is longer is no option of any program. */
const longestOption = 64;
const option =
  /^--?([\w-]*[-_])?(exec(ute)?|command|cmd|shell|rsh|ssh|run|run[-_]under|pager|editor|wrapper|prefix|hook|eval|[\w-]*cmd|remote-schema)$/;

const isOption = (text: string): boolean => text.length <= longestOption && option.test(text);

/** Their words are texts and files, and never a command; or what they run is read elsewhere. */
const runsNone = (name: string): boolean =>
  shells.has(name) || name === 'git' || name === 'eval' || /^(text|files)$/.test(operands.get(name)?.kind ?? '');
/** They run a program of the project by its bare name, where that is none of their own commands. */
export const runsNamed: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    yarn: 'add install remove link unlink up upgrade why init config info list pack publish cache',
    pnpm: 'add i install rm remove un uninstall ln link unlink up update ls la ll list why outdated audit env init config store pack publish patch prune rebuild rb fetch root bin',
    bun: 'add a install i rm remove link unlink update pm outdated publish patch init audit why info',
  }).map(([name, own]) => [name, new Set(own.split(' '))]),
);
/** Whether there is a table that says what its words are. */
export const isKnown = (name: string): boolean =>
  operands.has(name) ||
  runners.has(name) ||
  searching.has(name) ||
  wrapperOf(name) !== undefined ||
  interpreterOf(name) !== undefined;

/** Behind these words of theirs a program still comes. */
const leads = /^(run|exec|workspaces?|foreach)$/;
/** An option that takes the next word, or may, as nobody knows it. */
const takesNext = (name: string, word: string): boolean =>
  word.startsWith('-') && !word.includes('=') && !globalOptions.get(name)?.flags?.split(' ').includes(word);

/** Indexes of words at which a command may begin; the program is at 0. Undefined where there are more than anyone would look at. */
export function innerPlaces(name: string, words: readonly Value[]): number[] | undefined {
  if (words.length < 2 || runsNone(name)) return [];
  let any = !isKnown(name);
  const places: number[] = [];
  const own = runsNamed.get(name);
  let isNext = own !== undefined;
  for (let i = 1; i < words.length; i++) {
    if (places.length > mostPlaces || places.length * words.length > mostWords) return undefined;
    const { text, dynamic } = words[i]!;
    const before = words[i - 1]!.text;
    if (dynamic || text === '' || text === '--') continue;
    const [flag] = text.split('=');
    if (text.startsWith('-')) {
      if (flag !== text && (any || isOption(flag!))) places.push(i);
      continue;
    }
    // Whatever its options take, or its workspaces are called, the program may be the word behind.
    const isOpen = isNext && (leads.test(text) || /^(workspace|foreach)$/.test(before) || takesNext(name, before));
    if (isNext && own?.has(text) && !leads.test(before)) isNext = isOpen;
    else if (any || isNext || marker.test(before) || isOption(before)) {
      places.push(i);
      // What a wrapper runs may be any word behind.
      any ||= isNext && wrapperOf(text) !== undefined;
      isNext &&= isOpen;
    }
  }
  return places;
}

/** Behind these a program is told what to run: of those above, without what is likelier to name a folder, or to take no value. */
const telling = /^--?([\w-]*[-_])?(exec(ute)?|command|cmd|shell|rsh|ssh|run[-_]under|pager|editor|wrapper|hook|[\w-]*cmd)$/;
/** Options whose value is a text for people. */
const forPeople =
  /^--?([gkmnpqst]|([\w-]*-)?(message|msg|title|body|desc|description|text|name|label|comment|notes?|summary|query|prompt|subject|reason|search|filter|grep|match|pattern|format|template|content|data|value|term|keyword|instructions|context|input))$/i;
/** Behind `run` they are names of what a project defines, though programs are called so. */
const tasks = /^(test|watch|make|install|link|sort|time|script|split|patch|start|build|format|check|diff)$/;
/** `-o opener=COMMAND` */
export const setting = /^[A-Za-z][\w.:-]*=(?=\S)/;
/** `a.txt` and `src/a`, other than `./a` and `/bin/a`. */
const isData = (text: string): boolean => /^[^./~].*[./]/.test(text);
const firstOf = (text: string): string => text.trim().split(/\s/, 1)[0]!;
const bareOf = (text: string): string => text.split('/').at(-1)!;

/** Whether a text begins as a command would. */
const beginsCommand = (text: string): boolean =>
  /^(\.{0,2}|~)\//.test(firstOf(text)) || isKnown(bareOf(firstOf(text))) || shells.has(bareOf(firstOf(text)));
/** A text that stands alone has to look more like one: `find the thing` is a sentence. */
const readsAsCommand = (text: string): boolean =>
  /\S\s+\S/.test(text) && beginsCommand(text) && /\s-\w|\s\S*[/.*$]\S|[;&|<>`]/.test(text);

/** Indexes of words with which it is told what to run: more than that a command may begin there says so. */
export function tellingPlaces(name: string, words: readonly Value[]): number[] {
  if (runsNone(name)) return [];
  const isNamed = isKnown(name);
  return [...words.keys()].slice(1).filter((i) => {
    const { text } = words[i]!;
    const before = words[i - 1]!.text;
    const [, flag, attached] = /^(--?[\w-]+)=(.*)$/s.exec(text) ?? [];
    const isValue = flag !== undefined || /^-./.test(before);
    const [sign, value] = flag === undefined ? [before, text] : [flag, attached!];
    if (value === '' || /^-/.test(value) || sign.length > longestOption) return false;
    // `completion --shell zsh`
    if (/shell$/.test(sign) && (shells.has(bareOf(value)) || value === 'powershell')) return false;
    if (telling.test(sign)) return !isNamed || beginsCommand(value);
    if (isNamed) return false;
    if (flag === undefined && marker.test(before) && i > 1) return before !== '--' || !isData(value) || isKnown(value);
    if (before === 'run' && isKnown(value) && !tasks.test(value)) return true;
    if (isValue && !forPeople.test(sign))
      return [value, value.replace(setting, '')].some((one) => /\S\s+\S/.test(one) && beginsCommand(one));
    return !forPeople.test(sign) && readsAsCommand(value);
  });
}

/** The subcommand of a program, behind its own options; undefined where there is none, or it may stand behind one that nobody knows. */
export function subcommandOf(name: string, args: readonly Value[]): string | undefined {
  const { flags = '', valued = '' } = globalOptions.get(name) ?? {};
  for (let i = 0; i < args.length; i++) {
    const { text } = args[i]!;
    if (!/^-./.test(text)) return text;
    if (valued.split(' ').includes(text)) i++;
    else if (!text.includes('=') && !flags.split(' ').includes(text)) return undefined;
  }
  return undefined;
}
