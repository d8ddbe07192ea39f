/**
 * Patches as `git diff` writes them, of which one may add, change, move and delete several files: each as a call of ours, so that whoever guards one file is asked.
 *
 * Not by a library's `parsePatch`: that lets one name take the place of another where a part has several, and the one that is lost may be the guarded one.
 */
import { shellWord } from '../shared/basics/shellWord';
import type { TheirCall } from './toolWords';

/** One file's part: under which names it stands there, and what becomes of it. */
interface Part {
  /** Of the line that begins it, as it is there. */
  both?: string;
  before?: string;
  after?: string;
  /** By its extended header lines. */
  isNew?: true;
  isDeleted?: true;
  from?: string;
  to?: string;
  isCopy?: true;
  mode?: string;
  hunks: string[][];
}

const beginsPart = /^(diff --git |--- .+\n\+\+\+ .+\n@@ -\d)/m;
/** Such a part stands in it, whatever else does. */
export const holdsDiff = (text: string): boolean => beginsPart.test(text.replaceAll('\r\n', '\n'));

/** Undefined where it cannot be told which files it changes, and how. */
export function callsOfDiff(text: string): TheirCall[] | undefined {
  const parts = partsOf(text.split(/\r?\n/));
  const calls = parts?.map(callsOf);
  return calls && calls.length > 0 && calls.every((one) => one !== undefined) ? calls.flat() : undefined;
}

/** Bytes that are no text, and what is a link or another repository in the place of a file. */
const unreadable = /^(GIT binary patch|Binary files |new (file )?mode 1[26])/;

/** What stands between two parts says nothing to those who apply it. */
function partsOf(lines: readonly string[]): Part[] | undefined {
  const parts: Part[] = [];
  let part: Part | undefined;
  const begin = (own: Partial<Part>) => {
    part = { hunks: [], ...own };
    parts.push(part);
  };
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    const next = lines[n + 1] ?? '';
    if (line.startsWith('diff --git ')) begin({ both: line.slice('diff --git '.length) });
    else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      if (!part || part.before !== undefined) begin({});
      Object.assign(part!, { before: named(line), after: named(next) });
      n++;
    } else if (line.startsWith('@@')) {
      const hunk = hunkAt(lines, n);
      if (!part || !hunk) return undefined;
      part.hunks.push(hunk);
      n += hunk.length;
    } else if (unreadable.test(line)) return undefined;
    else if (part) Object.assign(part, headerIn(line));
  }
  return parts;
}

/** Its lines, as many as its head says; undefined where there are others: a line of the file may look like the head of another. */
function hunkAt(lines: readonly string[], at: number): string[] | undefined {
  const head = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at]!);
  if (!head) return undefined;
  let [old, own] = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
  let end = at + 1;
  for (; old > 0 || own > 0 || isRemark(lines[end] ?? ''); end++) {
    const sign = end < lines.length ? (lines[end]![0] ?? ' ') : undefined;
    if (sign === undefined || !' +-\\'.includes(sign)) return undefined;
    if (sign === ' ' || sign === '-') old--;
    if (sign === ' ' || sign === '+') own--;
  }
  return old === 0 && own === 0 ? lines.slice(at + 1, end) : undefined;
}

function headerIn(line: string): Partial<Part> {
  const [, name = '', value = ''] =
    /^(new file mode|deleted file mode|new mode|(?:rename|copy) (?:from|to)) (.+)$/.exec(line) ?? [];
  switch (name) {
    case 'new file mode':
      return { isNew: true };
    case 'deleted file mode':
      return { isDeleted: true };
    case 'new mode':
      return { mode: value };
    case 'rename from':
    case 'copy from':
      return { from: unquoted(value), ...(name === 'copy from' ? { isCopy: true } : {}) };
    case 'rename to':
    case 'copy to':
      return { to: unquoted(value) };
    default:
      return {};
  }
}

/** Of a line that names a file, after which a time may stand. */
const named = (line: string): string => unquoted(line.slice(4).replace(/\t.*$/, ''));

/** Git writes a name with other characters than plain ones in quotes, byte by byte. */
function unquoted(name: string): string {
  const inner = /^"(.*)"$/.exec(name)?.[1];
  if (inner === undefined) return name;
  const plain = inner.replace(/\\([0-7]{1,3}|.)|[^\x20-\x7e]+/g, (all, said?: string) => {
    if (said === undefined) return Buffer.from(all, 'utf8').toString('latin1');
    return /^[0-7]/.test(said) ? String.fromCharCode(Number.parseInt(said, 8)) : (escapes.get(said) ?? said);
  });
  return Buffer.from(plain, 'latin1').toString('utf8');
}
const escapes: ReadonlyMap<string, string> = new Map([...'abtnvfr'].map((sign, n) => [sign, String.fromCharCode(7 + n)]));

const nothing = '/dev/null';

/** The path that a name there means. Without the letter that goes before it nobody knows whether its first folder counts: both. */
function pathsOf(name: string): string[] {
  const bare = /^[abciow]\/(.+)$/.exec(name)?.[1];
  if (bare !== undefined) return [bare];
  const less = /^[^/]+\/+(.+)$/.exec(name)?.[1];
  return less === undefined ? [name] : [name, less];
}

function callsOf({ both, from, to, isNew, isDeleted, isCopy, mode, hunks, ...names }: Part): TheirCall[] | undefined {
  const one = both === undefined ? undefined : nameTwice(both);
  const { before = isNew ? nothing : one, after = isDeleted ? nothing : one } = names;
  const isMoved = from !== undefined && to !== undefined;
  if (!isMoved && (before === undefined || after === undefined)) return undefined;
  // Its head says one thing, and the names another.
  if ((isNew && before !== nothing) || (isDeleted && after !== nothing)) return undefined;
  const bash = (command: string): TheirCall => ({ toolName: 'Bash', input: { command } });
  if (after === nothing) return before === nothing ? undefined : pathsOf(before!).map((path) => bash(`rm -- ${shellWord(path)}`));
  if (before === nothing)
    return pathsOf(after!).map((file_path) => ({ toolName: 'Write', input: { file_path, content: written(hunks) } }));
  const texts = hunks.map((hunk) => hunk.filter((line) => !isRemark(line)));
  const edits = texts.map((hunk) => ({ old_string: side(hunk, '-'), new_string: side(hunk, '+') }));
  const named = [before, after].flatMap((name) => (name === undefined ? [] : pathsOf(name)));
  const calls = [...new Set([...named, ...(isMoved ? [from, to] : [])])].flatMap((file_path): TheirCall[] => [
    ...(edits.length === 1 ? [{ toolName: 'Edit', input: { file_path, ...edits[0] } }] : []),
    ...(edits.length > 1 ? [{ toolName: 'MultiEdit', input: { file_path, edits } }] : []),
    ...(mode === undefined ? [] : [bash(`chmod ${mode.slice(-3)} -- ${shellWord(file_path)}`)]),
  ]);
  if (isMoved) calls.push(bash(`${isCopy ? 'cp' : 'mv'} -- ${shellWord(from)} ${shellWord(to)}`));
  return calls.length > 0 ? calls : undefined;
}

/** `a/NAME b/NAME`: which is all that says of which file it is where no line of it changes. */
function nameTwice(both: string): string | undefined {
  const [, a, b] = /^("(?:[^"\\]|\\.)*"|[^"].*?) ("(?:[^"\\]|\\.)*")$/.exec(both) ?? [];
  const middle = (both.length - 1) / 2;
  const [first, second] =
    a !== undefined && b !== undefined ? [unquoted(a), unquoted(b)] : [both.slice(0, middle), both.slice(middle + 1)];
  return first.replace(/^[^/]*\//, '') === second.replace(/^[^/]*\//, '') ? second : undefined;
}

/** The text of a hunk before (`-`) or after (`+`) it. */
export const side = (hunk: readonly string[], sign: '-' | '+'): string =>
  hunk
    .filter((line) => line.startsWith(sign) || !/^[-+]/.test(line))
    .map((line) => line.slice(1))
    .join('\n');

/** A line of it that begins so is said of the one before, which has no line break at its end. */
const isRemark = (line: string) => line.startsWith('\\');

function written(hunks: readonly string[][]): string {
  const text = side(
    hunks.flat().filter((line) => !isRemark(line)),
    '+',
  );
  return text === '' || hunks.at(-1)?.some(isRemark) ? text : `${text}\n`;
}
