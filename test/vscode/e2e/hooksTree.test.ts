import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { noHooks } from '../sampleHooks';
import { press, useWorkbench } from '../workbench';

describe('Hooks tree in the real workbench', () => {
  const workbenches = useWorkbench();

  it('leads to a folder where there is none for hooks to live in', async () => {
    const workspaceFile = 'empty.code-workspace';
    const prepare = (folder: string) => writeFileSync(join(folder, '..', workspaceFile), '{"folders": []}');
    const workbench = await workbenches.open({ workspaceFile, prepare });
    const { page } = workbench;
    await workbench.openChat();
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    await tree.getByRole('button', { name: 'Open Folder…' }).waitFor();
    assert.equal(await tree.getByRole('button', { name: 'New Hook…' }).count(), 0);
    await workbench.runCommand('Hooksmith: New Hook…');
    await workbench.runCommand('Notifications: Show Notifications');
    const note = page.locator('.notifications-center .notification-list-item', { hasText: 'Open a folder first' });
    await note.getByRole('button', { name: 'Open Folder…' }).waitFor();
  });

  it('makes the first hook from its welcome, which is live, and is off while it is not checked', async () => {
    const workbench = await workbenches.open({ hooks: noHooks });
    const { page, folder } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    await workbench.screenshot('hooks-welcome');
    await tree.getByRole('button', { name: 'New Hook…' }).first().click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Ask before a command' }).click();
    await page.locator('.tab.active', { hasText: 'ask-first.ts' }).waitFor();
    assert.ok(existsSync(join(folder, '.hooksmith', 'hooks', 'ask-first.ts')));
    const hook = tree.getByRole('treeitem', { name: /^pushes, policy/ });
    await hook.waitFor();
    await workbench.screenshot('hooks-first');
    // What is saved next has something to be replayed on.
    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('LS answered').waitFor();

    await workbench.editAndSave(
      'ask-first.ts',
      "import { policy } from 'hooksmith';\nexport const noList = policy({ tools: 'LS' }, (ctx) => ctx.deny('not now'));\n",
    );
    const policy = tree.getByRole('treeitem', { name: /^noList/ });
    await policy.waitFor();
    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('not now').first().waitFor();
    await tree.getByRole('treeitem', { name: /^noList.* 1×/ }).waitFor();
    // With these the tree is as it stays.
    for (const name of [/^Replay, .*would change/, /^Health, /]) await tree.getByRole('treeitem', { name }).waitFor();
    await press(policy.getByRole('checkbox'));
    await tree.getByRole('treeitem', { name: /^noList.*disabled/ }).waitFor();
    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('LS answered').nth(1).waitFor();
    await workbench.screenshot('hooks-disabled');
  });
});
