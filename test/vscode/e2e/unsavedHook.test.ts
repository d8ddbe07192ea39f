/** What hands do by mistake on the way from an event to a hook. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { noHooks } from '../sampleHooks';
import { useWorkbench } from '../workbench';

describe('Turn into Hook in the real workbench', () => {
  const workbenches = useWorkbench();

  it('leaves nothing of a hook that is thrown away unsaved', async () => {
    const workbench = await workbenches.open({ hooks: noHooks });
    const { page, folder } = workbench;
    const chat = await workbench.openChat();
    await workbench.send(chat, '/call LS {"path": "."}');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('LS answered').waitFor();
    await chat.getByRole('button', { name: 'Turn LS into Hook…' }).click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'It never runs' }).click();
    await rows.filter({ hasText: 'Every call of LS' }).click();
    const tab = page.locator('.tab.active.dirty', { hasText: 'deny-ls.ts' });
    await tab.waitFor();
    const files = ['deny-ls.ts', 'deny-ls.test.ts'].map((name) => join(folder, '.hooksmith', 'hooks', name));
    assert.deepEqual(files.map(existsSync), [true, true]);
    await tab.locator('.codicon-close').or(tab.locator('.action-label')).first().click();
    await page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" }).click();
    await until(() => files.every((file) => !existsSync(file)));
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    await tree.getByRole('treeitem', { name: /deny-ls/ }).waitFor({ state: 'detached' });
  });
});
