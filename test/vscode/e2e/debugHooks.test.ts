/** A breakpoint in a hook file, as hands set it and as the chat shows it. */
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { listHooks, noHooks } from '../sampleHooks';
import { useWorkbench } from '../workbench';

describe('Debug Hooks in the real workbench', () => {
  const workbenches = useWorkbench();

  it('holds a run at a breakpoint, says so in the row, and lets it go on', async () => {
    const workbench = await workbenches.open({
      hooks: { ...noHooks, 'lists.ts': listHooks },
      builtIn: ['ms-vscode.js-debug', 'ms-vscode.js-debug-companion', 'ms-vscode.vscode-js-profile-table'],
    });
    const { page } = workbench;
    const chat = await workbench.openChat();
    await workbench.openFile('lists.ts');
    await page.keyboard.press('Control+G');
    await page.locator('.quick-input-widget input[type="text"]').fill(':6');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await page.keyboard.press('F9');
    await page.locator('.codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified').first().waitFor();
    await workbench.runCommand('Hooksmith: Debug Hooks');
    await page.locator('.debug-toolbar').waitFor();
    const paused = chat.locator('.paused', { hasText: 'Paused in the debugger' });
    const answered = chat.getByRole('log', { name: 'Conversation' }).getByText('LS answered');
    // A breakpoint is bound a moment after the debugger is there: a run that is faster passes, and there is another.
    const isPaused = async () => (await paused.getByText('lists.ts:6').count()) > 0;
    let before: number;
    do {
      before = await answered.count();
      await workbench.send(chat, '/call LS {"path": "."}');
      await until(async () => (await isPaused()) || (await answered.count()) > before);
    } while (!(await isPaused()));
    await page.locator('.debug-top-stack-frame-line').waitFor();
    await workbench.screenshot('hook-paused');
    await workbench.runCommand('Debug: Continue');
    await until(async () => (await answered.count()) > before);
    await paused.waitFor({ state: 'detached' });
    await workbench.runCommand('Debug: Disconnect');
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });
});
