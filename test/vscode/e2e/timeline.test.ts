import assert from 'node:assert/strict';
import { shareWorkbench, themes, useWorkbench } from '../workbench';

describe('Hook Timeline in the real workbench', () => {
  const workbenches = useWorkbench();
  const shared = shareWorkbench(() => ({ viewport: { width: 1400, height: 1000 } }));

  it('shows what each hook decided, filters, and opens the payload and the hook at its line', async () => {
    const workbench = await shared();
    const { page } = workbench;
    const chat = await workbench.openChat();
    await workbench.send(chat, '/call Bash {"command": "sudo id"}');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('did not succeed').waitFor();
    const timeline = await workbench.openTimeline();
    const grid = timeline.getByRole('treegrid', { name: 'Hook events' });
    await timeline.getByRole('searchbox', { name: 'Filter events' }).fill('sudo');
    const row = grid.getByRole('row').filter({ hasText: 'pre_tool_use' }).first();
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /denyCommands/);
    await grid.getByRole('row').filter({ hasText: 'before_step' }).first().waitFor({ state: 'detached' });
    await row.click();
    await workbench.screenshot('timeline-detail');
    await timeline.getByRole('button', { name: 'Open Payload' }).click();
    await page.locator('.tab.active', { hasText: 'pre_tool_use' }).waitFor();
    await page
      .locator('.editor-group-container.active .monaco-editor', { hasText: 'requestedInput' })
      .or(page.locator('.editor-group-container.active .monaco-editor', { hasText: 'sessionId' }))
      .first()
      .waitFor();
    await timeline
      .getByRole('link', { name: /denyCommands|guard\.ts/ })
      .or(timeline.getByRole('button', { name: /denyCommands|guard\.ts/ }))
      .first()
      .click();
    await page.locator('.tab.active', { hasText: 'guard.ts' }).waitFor();
    await page.locator('.statusbar-item', { hasText: 'Ln 6' }).waitFor();
  });

  it('shows an approval with what a hook changed, in a dark theme, a light one and one of high contrast', async () => {
    const workbench = await shared();
    const chat = await workbench.anew();
    await workbench.send(chat, '/call Bash {"command": "npm test"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await approval.waitFor();
    // What the hook changed is marked, with its name as a link.
    await approval.getByText('patientTests').first().waitFor();
    const timeline = await workbench.openTimeline();
    await timeline.getByRole('searchbox', { name: 'Filter events' }).fill('');
    const grid = timeline.getByRole('treegrid', { name: 'Hook events' });
    await grid.getByRole('row').filter({ hasText: 'approval_requested' }).first().waitFor();
    await workbench.openFile('patient-tests.ts');
    for (const theme of themes.slice(0, 3)) {
      await workbench.wear(theme, chat);
      await approval.getByText('patientTests').first().waitFor();
      await approval.getByRole('button', { name: 'Deny' }).and(chat.locator(':enabled')).waitFor();
      await workbench.screenshot(`overview-${theme[0]}`);
    }
  });

  it('goes on where a failed model call broke the run, by Retry', async () => {
    const { FakeMessagesApi } = await import('../../fixtures/messagesApi');
    const api = await FakeMessagesApi.start();
    try {
      const workbench = await workbenches.open({
        env: { ANTHROPIC_API_KEY: 'key' },
        settings: { 'hooksmith.model': 'anthropic:claude-test', 'hooksmith.anthropic.baseUrl': api.url },
      });
      const chat = await workbench.openChat();
      api.reply(
        { status: 400, error: { type: 'invalid_request_error', message: 'the test says no' } },
        { content: [{ type: 'text', text: 'it **works** now' }] },
      );
      await workbench.send(chat, 'hello');
      await chat.getByText('the test says no').first().waitFor();
      await workbench.screenshot('chat-error');
      await chat.getByRole('button', { name: 'Retry' }).click();
      await chat.getByRole('log', { name: 'Conversation' }).getByText('it works now').waitFor();
      assert.equal(api.requests.length, 2);
    } finally {
      await api.stop();
    }
  });
});
