/** Tools of GitHub Copilot's command line (1.0) that look into files, change them and search: each as a tool of its own, or all of one file in `str_replace_editor`. */
import type { JsonObject } from '../shared/basics/json';
import type { BuiltInName } from '../shared/calls/toolNames';
import { inOurs, inTheirs, type TheirCall, type ToolWord, ToolWords } from './toolWords';

const path = ['file_path', 'path'] as const;
const changes = [path, ['old_string', 'old_str'], ['new_string', 'new_str']] as const;

const single: readonly ToolWord[] = [
  { theirs: 'view', ours: 'Read', read: viewed, write: view },
  { theirs: 'create', ours: 'Write', fields: [path, ['content', 'file_text']] },
  { theirs: 'edit', ours: 'Edit', fields: changes },
  { theirs: 'str_replace', ours: 'Edit', fields: changes },
  {
    theirs: 'insert',
    ours: 'Edit',
    // It takes nothing away.
    read(input) {
      const own = inOurs(input, changes);
      return own && callOf('Edit', { old_string: '', ...own });
    },
    write: ({ old_string, ...rest }, before) => (old_string === '' ? inTheirs(rest, changes, before) : undefined),
  },
];

/** What it does is said by its `command`, which is the name of one of the others. */
const byCommand = new ToolWords(single);

export const editorTools: readonly ToolWord[] = [
  ...single,
  {
    theirs: 'str_replace_editor',
    ours: 'Edit',
    oneWay: true,
    read: ({ command, ...rest }) =>
      typeof command === 'string' && byCommand.knows(command) ? byCommand.read(command, rest) : undefined,
    write(input, { command, ...before }) {
      const said = byCommand.write(String(command), input, before);
      return said && { command, ...said };
    },
  },
];

/** In one place or in several: `path`, or `paths`, which is a list or one of them alone. */
export const searchTool = (theirs: string, ours: BuiltInName): ToolWord => ({
  theirs,
  ours,
  read({ paths, ...rest }) {
    if (paths === undefined || paths === null) return callOf(ours, rest);
    const all: unknown[] = [paths].flat();
    if (rest.path !== undefined || !all.every((one) => typeof one === 'string')) return undefined;
    return all.length === 0 ? callOf(ours, rest) : all.flatMap((one) => callOf(ours, { ...rest, path: one }));
  },
  write: ({ path: place, ...rest }, { paths }) => ({
    ...rest,
    ...(place === undefined ? {} : paths === undefined ? { path: place } : { paths: Array.isArray(paths) ? [place] : place }),
  }),
});

const callOf = (toolName: BuiltInName, input: JsonObject): TheirCall[] => [{ toolName, input }];

/** Lines from one to another, or to the last where that is -1. */
function viewed(input: JsonObject): TheirCall[] | undefined {
  const own = inOurs(input, [path]);
  if (!own) return undefined;
  const { view_range: range, ...rest } = own;
  if (!Array.isArray(range) || range.length !== 2 || !range.every(Number.isInteger)) return callOf('Read', own);
  const [first, last] = range as [number, number];
  return callOf('Read', { ...rest, offset: first, ...(last < first ? {} : { limit: last - first + 1 }) });
}

function view({ offset, limit, ...rest }: JsonObject, before: JsonObject): JsonObject {
  const first = typeof offset === 'number' ? offset : 1;
  const last = typeof limit === 'number' ? first + limit - 1 : -1;
  const range = typeof offset === 'number' || typeof limit === 'number' ? { view_range: [first, last] } : {};
  return { ...inTheirs(rest, [path], before), ...range };
}
