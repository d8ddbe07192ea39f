import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useWorkbench } from '../workbench';

describe('Models in the real workbench', () => {
  const workbenches = useWorkbench();

  it('asks a language model that the editor offers, tools and all, and says what went wrong with it', async () => {
    const workbench = await workbenches.open({ extensions: ['test-model'], settings: { 'chat.disableAIFeatures': false } });
    const { page } = workbench;
    const chat = await workbench.openChat();
    await workbench.runCommand('Hooksmith: Choose Model…');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Echo Model' });
    await row.waitFor();
    const inForce = page.locator('.quick-input-list .monaco-list-row', { has: page.locator('.codicon-check') });
    assert.match((await inForce.textContent()) ?? '', /Rehearsal/, 'nothing was chosen yet');
    await workbench.screenshot('models-picker');
    await row.click();
    await chat.getByText('Echo Model').first().waitFor();
    await workbench.send(chat, 'list');
    const log = chat.getByRole('log', { name: 'Conversation' });
    await log.getByText('The tool said:').waitFor();
    await log.getByText('I look.').waitFor();
    await workbench.send(chat, 'fail');
    await log.getByText('the vendor is out of order').first().waitFor();
    await workbench.screenshot('models-failed');
    // Its extension may start after ours: the message waits for it.
    await workbench.reload();
    const again = await workbench.openChat();
    await workbench.send(again, 'said after the reload');
    await again.getByRole('log', { name: 'Conversation' }).getByText('said after the reload').nth(1).waitFor();
  });
});
