/** Patches that agents apply themselves, in the form of Codex (`*** Begin Patch`) or of `git diff`, of which one may add, change, move and delete several files: each as a call of ours, so that whoever guards one file is asked. */
import type { JsonObject } from '../shared/basics/json';
import { shellWord } from '../shared/basics/shellWord';
import type { TheirCall, ToolWord } from './toolWords';
import { callsOfDiff, holdsDiff, side } from './unifiedDiff';

/** A tool of theirs that takes such a patch: as text alone, or in a field of its input, under whichever name. */
export const patching = (theirs: string): ToolWord => ({ theirs, ours: 'Edit', text: 'input', read: patchCalls, write: changed });

const usualFields: ReadonlySet<string> = new Set(['command', 'input', 'patch', 'diff']);

/** The field that holds it; undefined where there are several: nobody knows by which of them the tool goes. */
function fieldOf(input: JsonObject): string | undefined {
  const given = Object.entries(input).filter(
    ([field, value]) =>
      value !== undefined &&
      value !== null &&
      (usualFields.has(field) || (typeof value === 'string' && (value.includes('*** Begin Patch') || holdsDiff(value)))),
  );
  return given.length === 1 ? given[0]![0] : undefined;
}

function patchCalls(input: JsonObject): TheirCall[] | undefined {
  const field = fieldOf(input);
  const patch = field === undefined ? undefined : input[field];
  return typeof patch === 'string' ? callsOfText(patch) : undefined;
}

/** Undefined where the patch says more of the place than a call of ours does, or the changed call more than a patch can. */
function changed(input: JsonObject, before: JsonObject): JsonObject | undefined {
  const field = fieldOf(before);
  const [call, ...others] = patchCalls(before) ?? [];
  if (field === undefined || !call || others.length > 0 || saysWhere.test(String(before[field]))) return undefined;
  const patch = patchOf(call.toolName, input);
  const [read] = (patch === undefined ? undefined : callsOfPatch(patch)) ?? [];
  return read && sameCall(read.input, input) ? { ...before, [field]: patch } : undefined;
}

const saysWhere = /^(@@ *\S|\*\*\* End of File)/m;

/** All lines of a file that is written so end in a line break. */
const sameCall = (one: JsonObject, other: JsonObject): boolean => {
  const ended = ({ content, ...rest }: JsonObject) =>
    typeof content === 'string' ? { ...rest, content: content.replace(/\n$/, '') } : rest;
  const inOrder = (input: JsonObject) => Object.entries(ended(input)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
};

/** Undefined where the text is no such patch: nobody can say what it would do. In which of two forms it is read is the agent's to say: then it is both. */
function callsOfText(text: string): TheirCall[] | undefined {
  if (!holdsDiff(text)) return callsOfPatch(text);
  const [other, diff] = [text.includes('*** Begin Patch') ? callsOfPatch(text) : [], callsOfDiff(text)];
  return other && diff && [...other, ...diff];
}

/** Of Codex's form. */
export function callsOfPatch(patch: string): TheirCall[] | undefined {
  const lines = patch.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  const end = lines.findLastIndex((line) => line.trim() === '*** End Patch');
  if (begin < 0 || end < begin) return undefined;
  const calls: TheirCall[] = [];
  let section: Section | undefined;
  const close = () => {
    if (section) calls.push(...callsOf(section));
    section = undefined;
  };
  for (const line of lines.slice(begin + 1, end)) {
    const head = headOf(line, section);
    const moved = /^\*\*\* Move to: (.+)$/.exec(line);
    if (head) {
      close();
      section = { kind: head[1] as Section['kind'], path: head[2]!.trim(), lines: [] };
    } else if (moved && section) section.movesTo = moved[1]!.trim();
    else if (section) section.lines.push(line);
    else if (line.trim() !== '') return undefined;
  }
  close();
  return calls.length > 0 ? calls : undefined;
}

/** A call of ours that writes a file, as such a patch; undefined for any other. */
export function patchOf(toolName: string, { file_path, content, edits, old_string, new_string }: JsonObject): string | undefined {
  const lines = (sign: string, text: unknown) =>
    String(text ?? '') === ''
      ? []
      : String(text)
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => sign + line);
  const hunk = (edit: JsonObject) => ['@@', ...lines('-', edit.old_string), ...lines('+', edit.new_string)];
  const body: Readonly<Record<string, () => string[]>> = {
    Write: () => [`*** Add File: ${file_path}`, ...lines('+', content)],
    Edit: () => [`*** Update File: ${file_path}`, ...hunk({ old_string, new_string })],
    MultiEdit: () => [`*** Update File: ${file_path}`, ...(Array.isArray(edits) ? edits : []).flatMap(hunk)],
  };
  const own = Object.hasOwn(body, toolName) ? body[toolName]!() : undefined;
  return own && ['*** Begin Patch', ...own, '*** End Patch'].join('\n');
}

/**
 * Codex takes blanks around a head for none (`parse_one_hunk` of its parser): where a section may begin, which is after whatever is no line of the one before. In
 * an update a line that begins with a blank is one of the file's.
 */
const headOf = (line: string, section: Section | undefined): RegExpExecArray | null =>
  /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(section?.kind === 'Update' && line.startsWith(' ') ? line : line.trim());

interface Section {
  kind: 'Add' | 'Update' | 'Delete';
  path: string;
  movesTo?: string;
  lines: string[];
}

function callsOf({ kind, path, movesTo, lines }: Section): TheirCall[] {
  if (kind === 'Delete') return [{ toolName: 'Bash', input: { command: `rm -- ${shellWord(path)}` } }];
  if (kind === 'Add') {
    const content = lines.map((line) => line.replace(/^\+/, '')).join('\n');
    return [{ toolName: 'Write', input: { file_path: path, content: lines.length > 0 ? `${content}\n` : '' } }];
  }
  const edits = hunks(lines).map((hunk) => ({ old_string: side(hunk, '-'), new_string: side(hunk, '+') }));
  const edited = (file_path: string): TheirCall[] => {
    if (edits.length === 0) return [];
    return edits.length === 1
      ? [{ toolName: 'Edit', input: { file_path, ...edits[0] } }]
      : [{ toolName: 'MultiEdit', input: { file_path, edits } }];
  };
  if (movesTo === undefined) return edited(path);
  const moved: TheirCall = { toolName: 'Bash', input: { command: `mv -- ${shellWord(path)} ${shellWord(movesTo)}` } };
  // The changed text is written where it goes: whoever guards that file is asked of an edit, too.
  return [...edited(path), moved, ...edited(movesTo)];
}

function hunks(lines: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('***')) continue;
    if (line.startsWith('@@') || found.length === 0) found.push([]);
    if (!line.startsWith('@@')) found.at(-1)!.push(line);
  }
  return found.filter((hunk) => hunk.length > 0);
}
