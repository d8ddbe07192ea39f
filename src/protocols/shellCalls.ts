/** Shells of other agents: a line, or its words, and the folder that it runs in. */
import type { JsonObject } from '../shared/basics/json';
import { shellWord } from '../shared/basics/shellWord';
import { callsOfPatch } from './applyPatch';
import type { TheirCall } from './toolWords';
import { inOurs, inTheirs, type ToolWord } from './toolWords';

/** `bash -lc LINE` is the line; undefined where it is neither a line nor words. */
export function lineOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === 'string')) return undefined;
  const words = command as string[];
  return isWrapped(words) ? words[2]! : lineOfWords(words);
}

export const lineOfWords = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellWord(word))).join(' ');

const isWrapped = (words: readonly unknown[]): boolean =>
  words.length === 3 && /^(.*\/)?(ba|z)?sh$/.test(String(words[0])) && /^-l?c$/.test(String(words[1]));

interface ShellFields {
  /** Of the line; where a call has several of them, they must be the same. */
  lines?: readonly string[];
  /** A line may hold a patch, which the agent applies itself. */
  patches?: true;
  /** Other fields, as `[ours, theirs]`. */
  fields?: ToolWord['fields'];
}

/** Of the folder, in any of them: like the line it is to be the same where there are several. */
const folders = ['cwd', 'workdir', 'working_directory', 'dir_path', 'directory'] as const;

/** A tool of theirs that runs command lines. */
export function shell(theirs: string, { lines = ['command'], patches, fields = [] }: ShellFields = {}): ToolWord {
  return {
    theirs,
    ours: 'Bash',
    fields,
    read(input) {
      const [given, cwd] = [oneOf(input, lines), oneOf(input, folders)];
      const command = given === undefined ? undefined : lineOf(given);
      if ((given !== undefined && command === undefined) || (cwd !== undefined && typeof cwd !== 'string')) return undefined;
      const others = inOurs(Object.fromEntries(Object.entries(input).filter(([field]) => !lines.includes(field))), fields);
      if (!others) return undefined;
      const own = command === undefined ? others : { ...others, command };
      const call: TheirCall = { toolName: 'Bash', input: own, ...(cwd ? { cwd } : {}) };
      const patched = patches && command !== undefined ? patchesIn(command) : [];
      return patched && [call, ...patched];
    },
    write({ command, ...rest }, before) {
      const given = lines.map((line) => before[line]).find((value) => value !== undefined);
      // Words that are no shell's cannot say what a line does.
      if (Array.isArray(given) && !isWrapped(given)) return undefined;
      const said = Array.isArray(given) ? [given[0], given[1], command] : command;
      const named = lines.filter((line) => before[line] !== undefined);
      const line = Object.fromEntries((named.length > 0 ? named : lines.slice(0, 1)).map((field) => [field, said]));
      return { ...inTheirs(rest, fields, before), ...line };
    },
  };
}

/** A tool of theirs that types into what runs in a shell, by the field that holds the keys: into the shell itself it may be a command line like any other. */
export function typing(theirs: string, field: string): ToolWord {
  return {
    theirs,
    ours: 'Bash',
    oneWay: true,
    read(input) {
      const { [field]: keys = '', ...rest } = input;
      if (typeof keys !== 'string') return undefined;
      const line = lineTyped(keys);
      // It waits for output, or answers with keys alone.
      if (line.replace(movingKeys, '').trim() === '') return [{ toolName: theirs, input }];
      return line.search(movingKeys) < 0 ? [{ toolName: 'Bash', input: { ...rest, command: line.trimEnd() } }] : undefined;
    },
    write({ command, ...rest }, { [field]: keys }) {
      if (typeof command !== 'string' || typeof keys !== 'string') return undefined;
      const line = lineTyped(keys);
      return { ...rest, [field]: command === line.trimEnd() ? keys : command + line.slice(line.trimEnd().length) };
    },
  };
}

const lineTyped = (keys: string): string => keys.replace(/\{enter\}|\r\n?/g, '\n');
/** Where they stand in a line, as Copilot names them or as terminals send them, nobody can tell which one it becomes. */
const movingKeys = /\{(up|down|left|right|backspace)\}|(?!\n)\p{Cc}(\[[\d;]*[A-Za-z~]|O[A-DFHP-S])?/gu;

const differing = Symbol();
/** The value that these fields have; nothing that anyone can read, where they differ. */
function oneOf(input: JsonObject, fields: readonly string[]): unknown {
  const given = fields.map((field) => input[field]).filter((value) => value !== undefined && value !== null);
  return given.every((value) => JSON.stringify(value) === JSON.stringify(given[0])) ? given[0] : differing;
}

/**
 * What the patches in a line change: `apply_patch <<EOF` is no program's work there, but the agent's own, wherever it stands in the line. Undefined where they
 * cannot be read, or where it cannot be told in which folder they are applied.
 */
function patchesIn(line: string): TheirCall[] | undefined {
  const [from, to] = [line.indexOf(beginMark), line.lastIndexOf(endMark)];
  if (from < 0 || to < from) return applies.test(line) ? undefined : [];
  const calls = callsOfPatch(line.slice(from, to + endMark.length));
  // What comes after the last of them changes its folder no more.
  const before = line.slice(0, to + endMark.length).replace(patchText, '');
  const cwd = startsIn.exec(before)?.[1]?.replace(/^(['"])(.*)\1$/, '$2');
  if (!calls || mayGoElsewhere.test(before.replace(startsIn, '').replace(/['"\\]/g, ''))) return undefined;
  return calls.map((call) => ({ ...call, ...(cwd === undefined ? {} : { cwd }) }));
}

const [beginMark, endMark] = ['*** Begin Patch', '*** End Patch'];
const patchText = /\*\*\* Begin Patch[\s\S]*?\*\*\* End Patch/g;
/** A command of that name, whose patch comes from elsewhere. */
const applies = /(^|[;&|({\n`])\s*(apply_patch|applypatch)(?![\w.-])(?!\s+--?(help|version|h|V)\b)/;
const startsIn = /^\s*cd\s+("[^"$`\\]*"|'[^']*'|[^\s"'$`\\;&|()<>*?[\]{}]+)\s*&&(?=\s*(?:apply_patch|applypatch)\b)/;
/** Quotes are left out of it; a command that is only known when it runs may be any. */
const mayGoElsewhere = /(?<![\w/.-])(cd|pushd|popd|chdir|eval|source)(?![\w/.=-])|\s(-C|--chdir)\b|(^|[;&|({\n])\s*\.\s|[$`]/;
