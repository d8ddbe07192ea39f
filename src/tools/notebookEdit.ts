import * as z from 'zod';
import type { CellChange } from '../agent/ports/files';
import { isObject, type JsonObject } from '../shared/basics/json';
import { judgedPath, tool } from './builtInTool';
import { current, edits, save } from './changes';

const input = z.object({
  notebook_path: z.string().min(1).describe('Path of the .ipynb file; relative paths start at the workspace folder'),
  cell_id: z
    .string()
    .optional()
    .describe(
      'Id of the cell, or cell-N by its place, from 0. With insert, the new cell stands after it; at the top where it is left out',
    ),
  new_source: z.string().describe('The whole new source of the cell; not read with delete'),
  cell_type: z.enum(['code', 'markdown']).optional().describe('Needed with insert'),
  edit_mode: z.enum(['replace', 'insert', 'delete']).optional().describe('replace by default'),
});
type Input = z.infer<typeof input>;

export const notebookEdit = tool({
  name: 'NotebookEdit',
  description: 'Replaces, inserts or deletes one cell of a Jupyter notebook that was read before.',
  ...edits,
  pathFields: ['notebook_path'],
  input,
  async preview(asked, place) {
    const before = (await current(judgedPath('notebook_path', place), place)) ?? '';
    return { path: asked.notebook_path, before, after: changed(before, asked).after };
  },
  async run(asked, context) {
    const { notebook_path: given } = asked;
    const path = judgedPath('notebook_path', context);
    const before = await current(path, context);
    if (before === undefined) throw new Error(`there is no notebook ${given}`);
    const seen = context.seen.get(path);
    if (seen === undefined) throw new Error(`${given} has not been read yet: read it before you edit it`);
    if (seen !== before) throw new Error(`${given} changed since it was read: read it again, then edit what stands there now`);
    const { after, change } = changed(before, asked);
    if (await context.files.editNotebook?.(path, change)) context.seen.set(path, (await current(path, context)) ?? after);
    else await save(path, given, after, before, context);
    return { content: `${done[change.mode]} cell ${change.index} of ${given}.` };
  },
});

const done = { replace: 'Replaced', insert: 'Inserted', delete: 'Deleted' } as const;

type Cell = JsonObject & { cell_type: string; id?: unknown };

/** The notebook's text afterwards. Throws with what to do where the change does not fit. */
function changed(text: string, { notebook_path, cell_id, new_source, cell_type, edit_mode = 'replace' }: Input) {
  const notebook = readNotebook(text, notebook_path);
  const { cells } = notebook;
  const at = cell_id === undefined ? -1 : placeOf(cells, cell_id, notebook_path);
  if (edit_mode !== 'insert' && at < 0) throw new Error(`cell_id must name the cell to ${edit_mode}: ${namesOf(cells)}`);
  if (edit_mode === 'insert' && !cell_type) throw new Error('cell_type must be given with insert: code or markdown');
  const index = edit_mode === 'insert' ? at + 1 : at;
  const old = edit_mode === 'insert' ? undefined : cells[at];
  const kind = cell_type ?? (old?.cell_type as CellChange['kind'] | undefined) ?? 'code';
  const change: CellChange = { mode: edit_mode, index, kind, source: edit_mode === 'delete' ? '' : new_source };
  const made = edit_mode === 'delete' ? [] : [cellOf(change, old, notebook)];
  const next = { ...notebook.whole, cells: [...cells.slice(0, index), ...made, ...cells.slice(index + (old ? 1 : 0))] };
  const indent = /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? (text.includes('\n') ? 1 : 0);
  const written = JSON.stringify(next, null, indent) + (text.endsWith('\n') ? '\n' : '');
  return { change, after: text.includes('\r\n') ? written.replace(/\n/g, '\r\n') : written };
}

interface Notebook {
  whole: JsonObject;
  cells: Cell[];
  hasIds: boolean;
}

function readNotebook(text: string, name: string): Notebook {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    throw new Error(`${name} is no notebook: it is not JSON`);
  }
  const cells = isObject(whole) ? whole.cells : undefined;
  if (!isObject(whole) || !Array.isArray(cells) || !cells.every((cell) => isObject(cell) && typeof cell.cell_type === 'string'))
    throw new Error(`${name} is no notebook: it has no list of cells`);
  const { nbformat = 4, nbformat_minor = 0 } = whole as { nbformat?: number; nbformat_minor?: number };
  if (nbformat < 4) throw new Error(`${name} is a notebook of format ${nbformat}: only format 4 can be edited`);
  return { whole, cells: cells as Cell[], hasIds: nbformat > 4 || nbformat_minor >= 5 };
}

/** An id counts before a place of the same name. */
function placeOf(cells: readonly Cell[], id: string, name: string): number {
  const at = cells.findIndex((cell) => cell.id === id);
  if (at >= 0) return at;
  const place = Number(/^cell-(\d+)$/.exec(id)?.[1] ?? Number.NaN);
  if (place < cells.length) return place;
  throw new Error(`${name} has no cell ${id}: ${namesOf(cells)}`);
}

const namesOf = (cells: readonly Cell[]): string =>
  cells.length === 0
    ? 'it has no cells'
    : `its cells are ${cells.map(({ id }, at) => (typeof id === 'string' ? id : `cell-${at}`)).join(', ')}`;

/** What a code cell put out came from its old source. */
function cellOf({ kind, source }: CellChange, old: Cell | undefined, { cells, hasIds }: Notebook): Cell {
  const { outputs: _, execution_count: __, attachments, ...kept } = (old ?? {}) as JsonObject;
  const lines = source.split(/(?<=\n)/).filter((line) => line !== '');
  return {
    ...kept,
    ...(hasIds && kept.id === undefined ? { id: freshId(cells) } : {}),
    cell_type: kind,
    metadata: kept.metadata ?? {},
    ...(kind === 'code' ? { execution_count: null, outputs: [] } : attachments ? { attachments } : {}),
    source: lines,
  };
}

function freshId(cells: readonly Cell[]): string {
  const taken = new Set(cells.map(({ id }) => id));
  for (let count = cells.length + 1; ; count++) if (!taken.has(`cell${count}`)) return `cell${count}`;
}
