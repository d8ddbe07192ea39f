/** Hooks of another agent that are taken over. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { noHooks } from '../sampleHooks';
import { useWorkbench } from '../workbench';

describe('Import Hooks in the real workbench', () => {
  const workbenches = useWorkbench();

  it('imports the hooks of another agent, which then judge', async () => {
    const workbench = await workbenches.open({ hooks: noHooks });
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
      PreToolUze: [{ hooks: [{ type: 'command', command }] }],
    };
    writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify({ hooks }));
    const chat = await workbench.openChat();
    await workbench.runCommand('Hooksmith: Import Hooks…');
    await page.locator('.monaco-dialog-box').getByText('• PreToolUze (.claude/settings.json)').waitFor();
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Import', exact: true }).click();
    await page.locator('.tab.active:not(.dirty)', { hasText: 'Imported hooks' }).waitFor();
    const report = await workbench.frameWith('h1:has-text("Imported hooks")');
    await report.getByText('it is an address that is asked').waitFor();
    assert.ok(existsSync(join(folder, '.hooksmith', 'hooks', 'claude-pre-tool-use-echo-not.ts')));
    // To whoever counts hooks, a command is one.
    await page.locator('.pane-header', { hasText: 'Hooks' }).getByText('1 live', { exact: true }).waitFor();
    await workbench.screenshot('imported');
    await workbench.send(chat, '/call LS {"path": "."}');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('not in this house').first().waitFor();
  });
});
