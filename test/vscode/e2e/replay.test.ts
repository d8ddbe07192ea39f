/** What hooks would have done: in shadow, and in a replay of recorded sessions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { noHooks } from '../sampleHooks';
import { useWorkbench } from '../workbench';

const shadow = `import { policy } from 'hooksmith';

/** Lists nothing. */
export const noList = policy({ tools: 'LS', shadow: true }, (ctx) => ctx.deny('not now'));
`;

describe('Shadow and Replay in the real workbench', () => {
  const workbenches = useWorkbench();

  it('shows what a hook in shadow would have decided, makes it live by one click, and what that would have changed', async () => {
    const workbench = await workbenches.open({ hooks: { ...noHooks, 'list.ts': shadow } });
    const { page, folder } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    const replays = tree.getByRole('treeitem', { name: /^Replay/ });
    await workbench.runCommand('Hooksmith: Replay Sessions');
    await workbench.runCommand('Notifications: Show Notifications');
    const notes = page.locator('.notifications-center .notification-list-item');
    await notes.filter({ hasText: 'There is nothing to replay yet' }).waitFor();
    assert.equal(await replays.count(), 0);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('LS answered').waitFor();
    const hook = tree.getByRole('treeitem', { name: /^noList, shadow, would have decided 1 of 1, policy/ });
    await hook.waitFor();
    await tree.getByRole('treeitem', { name: /^Health, 1 of 1 tool calls passed 1 hook, 0 bypassed/ }).waitFor();
    const section = tree.getByRole('treeitem', { name: /^Shadow, 1 decision that did not count/ });
    await section.waitFor();
    await workbench.screenshot('shadow');

    await hook.hover();
    await hook.getByRole('button', { name: 'Make Live' }).click();
    await tree.getByRole('treeitem', { name: /^noList, policy, LS(?!.*shadow)/ }).waitFor();
    assert.doesNotMatch(readFileSync(join(folder, '.hooksmith', 'hooks', 'list.ts'), 'utf8'), /shadow/);

    // Saved, so that the recorded sessions were run through it in the background.
    const replay = tree.getByRole('treeitem', { name: /^Replay, 1 of \d+ decisions would change, \d+ unknown/ });
    await replay.waitFor();
    await replay.click();
    await tree.getByRole('treeitem', { name: /^preToolUse LS, continue → deny, not now/ }).click();
    await page.locator('.tab.active', { hasText: 'preToolUse LS' }).waitFor();
    for (const [side, decision] of [
      ['original', 'continue'],
      ['modified', 'deny'],
    ])
      await page.locator(`.editor.${side}`).getByText(`"${decision}"`).waitFor();
    await workbench.screenshot('replay');
    await workbench.runCommand('Hooksmith: Replay Sessions');
    await workbench.runCommand('Notifications: Show Notifications');
    const said = page.locator('.notifications-center .notification-list-item', { hasText: /1 of \d+ decisions would change/ });
    await said.getByRole('button', { name: 'Show Changes' }).waitFor();
  });
});
