import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { press, useWorkbench } from '../workbench';

const cell = (id: string, source: string) => ({
  cell_type: 'code',
  ...{ id, execution_count: null, metadata: {}, outputs: [], source: [source] },
});

describe('Notebooks in the real workbench', () => {
  const workbenches = useWorkbench();

  it('that are open change before the human’s eyes, cell by cell, and are saved', async () => {
    const workbench = await workbenches.open({
      builtIn: ['ipynb', 'notebook-renderers', 'python'],
      prepare: (folder) =>
        writeFileSync(
          join(folder, 'demo.ipynb'),
          JSON.stringify({
            cells: [cell('one', 'first()'), cell('two', 'second()')],
            metadata: {},
            nbformat: 4,
            nbformat_minor: 5,
          }),
        ),
    });
    const { page, folder } = workbench;
    /** Nothing while it is being written. */
    const onDisk = (): string[] => {
      try {
        const { cells } = JSON.parse(readFileSync(join(folder, 'demo.ipynb'), 'utf8')) as {
          cells: { source: string | string[] }[];
        };
        return cells.map(({ source }) => [source].flat().join(''));
      } catch {
        return [];
      }
    };
    await workbench.chooseFile('demo.ipynb');
    const cells = page.locator('.notebook-editor .monaco-list-row .view-lines');
    await cells.filter({ hasText: 'first()' }).waitFor();
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const edit = async (input: object) => {
      await workbench.send(chat, `/call NotebookEdit ${JSON.stringify({ notebook_path: 'demo.ipynb', ...input })}`);
      await press(chat.getByRole('group', { name: 'Approve NotebookEdit' }).getByRole('button', { name: 'Allow', exact: true }));
    };
    await workbench.send(chat, '/call Read {"file_path": "demo.ipynb"}');
    await log.getByText('Read answered').waitFor();
    await edit({ cell_id: 'one', new_source: 'changed()' });
    await cells.filter({ hasText: 'changed()' }).waitFor();
    await until(() => onDisk()[0] === 'changed()');
    await page.locator('.tab:not(.dirty)', { hasText: 'demo.ipynb' }).waitFor();
    await edit({ cell_id: 'one', new_source: 'between()', edit_mode: 'insert', cell_type: 'code' });
    await cells.filter({ hasText: 'between()' }).waitFor();
    await until(() => onDisk().length === 3);
    await edit({ cell_id: 'two', new_source: '', edit_mode: 'delete' });
    await cells.filter({ hasText: 'second()' }).waitFor({ state: 'detached' });
    await until(() => onDisk().join() === 'changed(),between()');
    await workbench.screenshot('notebook');
  });
});
