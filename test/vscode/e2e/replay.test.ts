import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { useWorkbench } from '../workbench';

const none = { 'guard.ts': null, 'observe.ts': null, 'patient-tests.ts': null, '../agents/researcher/hooks/look-only.ts': null };
const shadow = `import { policy } from 'hooksmith';

/** Lists nothing. */
export const noList = policy({ tools: 'LS', shadow: true }, (ctx) => ctx.deny('not now'));
`;

describe('Replay, shadow and import in the real workbench', () => {
  const workbenches = useWorkbench();

  it('shows what a hook in shadow would have decided, makes it live by one click, and what that would have changed', async () => {
    const workbench = await workbenches.open({ hooks: { ...none, 'list.ts': shadow } });
    const { page, folder } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('LS answered').waitFor();
    const hook = tree.getByRole('treeitem', { name: /^noList, policy.*shadow, would have decided 1 of 1/ });
    await hook.waitFor();
    await tree.getByRole('treeitem', { name: /^Health, 1 of 1 tool calls passed 1 hook, 0 bypassed/ }).waitFor();
    const section = tree.getByRole('treeitem', { name: /^Shadow, 1 decision that did not count/ });
    await section.waitFor();
    await workbench.screenshot('shadow');

    await hook.hover();
    await hook.getByRole('button', { name: 'Make Live' }).click();
    await tree.getByRole('treeitem', { name: /^noList, policy · LS(?!.*shadow)/ }).waitFor();
    assert.doesNotMatch(readFileSync(join(folder, '.hooksmith', 'hooks', 'list.ts'), 'utf8'), /shadow/);

    // Saved, so that the recorded sessions were run through it in the background.
    const replay = tree.getByRole('treeitem', { name: /^Replay, 1 of \d+ decisions would change, \d+ unknown/ });
    await replay.waitFor();
    await replay.click();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('treeitem', { name: /preToolUse LS/ }).click();
    await page.locator('.tab.active', { hasText: 'preToolUse LS' }).waitFor();
    await workbench.screenshot('replay');
    await workbench.runCommand('Hooksmith: Replay Sessions');
    await page.locator('.notification-list-item', { hasText: /1 of \d+ decisions would change/ }).waitFor();
  });

  it('imports the hooks of another agent, which then judge', async () => {
    const workbench = await workbenches.open({ hooks: none });
    const { page, folder } = workbench;
    mkdirSync(join(folder, '.claude'), { recursive: true });
    const command = 'echo "not in this house" >&2; exit 2';
    const hooks = {
      PreToolUse: [
        {
          matcher: 'LS',
          hooks: [
            { type: 'command', command },
            { type: 'http', url: 'https://example.com' },
          ],
        },
      ],
    };
    writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify({ hooks }));
    const chat = await workbench.openChat();
    await workbench.runCommand('Hooksmith: Import Hooks…');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Import', exact: true }).click();
    await page.locator('.tab.active', { hasText: /Untitled|Imported hooks/ }).waitFor();
    assert.ok(existsSync(join(folder, '.hooksmith', 'hooks', 'claude-pre-tool-use-echo-not.ts')));
    await workbench.screenshot('imported');
    await workbench.send(chat, '/call LS {"path": "."}');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('not in this house').first().waitFor();
  });
});
