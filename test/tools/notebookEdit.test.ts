import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFiles } from '../../src/adapters/disk/diskFiles';
import type { CellChange } from '../../src/agent/ports/files';
import type { ToolContext } from '../../src/agent/ports/tool';
import { notebookEdit } from '../../src/tools/notebookEdit';

const cell = (id: string, source: string, cell_type = 'code') => ({
  cell_type,
  id,
  metadata: { tags: [id] },
  source: [source],
  ...(cell_type === 'code' ? { execution_count: 3, outputs: [{ output_type: 'stream', text: ['old'] }] } : {}),
});
const notebook = (minor = 5) => ({
  cells: [cell('aa', 'print(1)'), cell('bb', '# Title', 'markdown')],
  metadata: { kernelspec: { name: 'python3' } },
  nbformat: 4,
  nbformat_minor: minor,
});

describe('NotebookEdit', () => {
  let folder: string;
  let path: string;
  let opened: ((path: string, change: CellChange) => Promise<boolean>) | undefined;
  const write = (value: unknown) =>
    writeFileSync(path, typeof value === 'string' ? value : `${JSON.stringify(value, null, 1)}\n`);
  const text = () => readFileSync(path, 'utf8');
  const cells = () => JSON.parse(text()).cells as { id?: string; cell_type: string; source: string[]; outputs?: unknown[] }[];
  const run = (input: object, read = true) => {
    const context = {
      cwd: folder,
      fieldPaths: { notebook_path: path },
      files: { ...diskFiles, editNotebook: opened },
      seen: new Map(read ? [[path, text()]] : []),
    } as unknown as ToolContext;
    return notebookEdit.run({ notebook_path: 'a.ipynb', new_source: '', ...input }, context);
  };

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-nb-')));
    path = join(folder, 'a.ipynb');
    opened = undefined;
    write(notebook());
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('replaces a cell by its id, or by its place, and what it had put out goes', async () => {
    await run({ cell_id: 'aa', new_source: 'x = 1\nprint(x)' });
    assert.deepEqual(cells()[0], { ...cell('aa', ''), source: ['x = 1\n', 'print(x)'], execution_count: null, outputs: [] });
    await run({ cell_id: 'cell-1', new_source: '## New' });
    assert.deepEqual([cells()[1]!.id, cells()[1]!.source, cells()[1]!.cell_type], ['bb', ['## New'], 'markdown']);
    await run({ cell_id: 'aa', cell_type: 'markdown', new_source: 'words' });
    assert.deepEqual([cells()[0]!.cell_type, cells()[0]!.outputs], ['markdown', undefined]);
  });

  it('inserts after a cell or at the top, with an id of its own where the format has ids', async () => {
    await run({ edit_mode: 'insert', cell_id: 'aa', cell_type: 'code', new_source: 'two' });
    await run({ edit_mode: 'insert', cell_type: 'markdown', new_source: 'zero' });
    assert.deepEqual(
      cells().map(({ source }) => source.join('')),
      ['zero', 'print(1)', 'two', '# Title'],
    );
    assert.equal(new Set(cells().map(({ id }) => id)).size, 4);
    write(notebook(4));
    await run({ edit_mode: 'insert', cell_type: 'code', new_source: 'x' });
    assert.equal('id' in cells()[0]!, false);
  });

  it('deletes a cell, and leaves everything else to the letter', async () => {
    const before = text();
    await run({ edit_mode: 'delete', cell_id: 'bb' });
    assert.equal(text(), `${JSON.stringify({ ...notebook(), cells: [cell('aa', 'print(1)')] }, null, 1)}\n`);
    assert.notEqual(text(), before);
  });

  it('keeps indentation and line ends', async () => {
    write(JSON.stringify(notebook(), null, 2).replace(/\n/g, '\r\n'));
    await run({ cell_id: 'aa', new_source: 'y' });
    assert.match(text(), /^\{\r\n {2}"cells": \[\r\n/);
    assert.doesNotMatch(text(), /[^\r]\n|\n$/);
  });

  it('shows the file before and after', async () => {
    const place = { cwd: folder, files: diskFiles, fieldPaths: { notebook_path: path } };
    const shown = await notebookEdit.preview!({ notebook_path: 'a.ipynb', cell_id: 'aa', new_source: 'shown' }, place);
    assert.deepEqual([shown!.path, shown!.before], ['a.ipynb', text()]);
    assert.match(shown!.after, /"shown"/);
  });

  it('hands the change to whoever has the notebook open', async () => {
    const told: CellChange[] = [];
    opened = async (_, change) => {
      told.push(change);
      return true;
    };
    const before = text();
    await run({ edit_mode: 'insert', cell_id: 'aa', cell_type: 'code', new_source: 'two' });
    assert.deepEqual([told, text()], [[{ mode: 'insert', index: 1, kind: 'code', source: 'two' }], before]);
  });

  const refused: [what: string, input: object, said: RegExp][] = [
    ['no such cell', { cell_id: 'zz' }, /has no cell zz: its cells are aa, bb/],
    ['no cell at that place', { cell_id: 'cell-2' }, /has no cell cell-2/],
    ['no cell named', {}, /cell_id must name the cell to replace: its cells are aa, bb/],
    ['an insert of no type', { edit_mode: 'insert' }, /cell_type must be given with insert/],
  ];
  for (const [what, input, said] of refused)
    it(`says what to do where there is ${what}`, async () => {
      const before = text();
      await assert.rejects(run(input), said);
      assert.equal(text(), before);
    });

  it('wants the notebook read first, as it stands, and to be one', async () => {
    await assert.rejects(run({ cell_id: 'aa' }, false), /has not been read yet/);
    write('{"cells": 1}');
    await assert.rejects(run({ cell_id: 'aa' }), /is no notebook: it has no list of cells/);
    write('[');
    await assert.rejects(run({ cell_id: 'aa' }), /is no notebook: it is not JSON/);
    write({ worksheets: [], cells: [], nbformat: 3 });
    await assert.rejects(run({ cell_id: 'aa' }), /format 3/);
  });
});
