/** What hooks would have done: in shadow, and in a replay of recorded sessions. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { noHooks } from '../sampleHooks';
import { press, useWorkbench } from '../workbench';

const shadow = `import { policy } from 'hooksmith';

/** Lists nothing. */
export const noList = policy({ tools: 'LS', shadow: true }, (ctx) => ctx.deny('not now'));
`;

/** What Claude Code would have kept of a call in this folder, and of one elsewhere. */
function theirPast({ home, folder }: { home: string; folder: string }): void {
  for (const [name, cwd] of [
    ['here', folder],
    ['elsewhere', '/elsewhere'],
  ] as const) {
    const about = { cwd, sessionId: name, timestamp: '2026-10-01T10:00:00.000Z' };
    const line = (uuid: string, role: string, block: object) =>
      `${JSON.stringify({ ...about, type: role, uuid: name + uuid, message: { role, content: [block] } })}\n`;
    const path = join(home, '.claude', 'projects', name, `${name}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    const use = { type: 'tool_use', id: `${name}1`, name: 'LS', input: { path: '.' } };
    const result = { type: 'tool_result', tool_use_id: `${name}1`, content: 'a.txt' };
    writeFileSync(path, line('1', 'assistant', use) + line('2', 'user', result));
  }
}

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
    await press(hook.getByRole('button', { name: 'Make Live' }));
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
    theirPast(workbench);
    await workbench.runCommand('Hooksmith: Replay Sessions');
    await workbench.runCommand('Notifications: Show Notifications');
    const said = page.locator('.notifications-center .notification-list-item', { hasText: /2 of \d+ decisions would change/ });
    await said.getByRole('button', { name: 'Show Changes' }).waitFor();
  });
});
