import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'mocha';
import { calls, FakeChatApi, says } from '../../fixtures/chatApi';
import { useWorkbench } from '../workbench';

describe('Models in the real workbench', () => {
  const workbenches = useWorkbench();

  it('asks a language model that the editor offers, tools and all, and says what went wrong with it', async () => {
    const workbench = await workbenches.open({
      extensions: ['test-model'],
      settings: { 'chat.disableAIFeatures': false },
      hooks: {
        'cool.ts': `import { hook } from 'hooksmith';
export const cool = hook('preModelCall', (ctx) => ctx.modify({ request: { temperature: 0 } }));`,
      },
    });
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

    await workbench.runCommand('Hooksmith: Choose Model…');
    const mute = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Mute Model' });
    assert.match((await mute.textContent()) ?? '', /cannot call tools/);
    await mute.click();
    await again.getByText('Mute Model').first().waitFor();
    await workbench.send(again, 'list');
    await again.getByRole('log', { name: 'Conversation' }).getByText('Mute Model cannot call tools').first().waitFor();
    // The editor hands on no such field.
    const timeline = await workbench.openTimeline();
    await timeline.getByRole('combobox', { name: 'Event type' }).selectOption('pre_model_call');
    await timeline.getByRole('row').filter({ hasText: 'pre_model_call' }).first().click();
    const detail = timeline.getByRole('complementary', { name: 'Event' });
    await detail.getByText('Without effect: Echo Model is not told of request.temperature').waitFor();
  });

  it('says in the chat why the model that was chosen does not answer, and asks nobody for it', async () => {
    const workbench = await workbenches.open({ settings: { 'hooksmith.model': 'openai:qwen' }, env: { OPENAI_API_KEY: '' } });
    const { page } = workbench;
    const chat = await workbench.openChat();
    const why = 'hooksmith.model is openai:qwen, but neither the address of a server (hooksmith.openai.baseUrl) nor a key is set';
    await chat.getByRole('note').getByText(why).waitFor();
    await workbench.runCommand('Notifications: Show Notifications');
    const notes = page.locator('.notifications-center');
    await notes.getByText(why).waitFor();
    assert.equal(await notes.getByText('The list of models').count(), 0);
    await chat.getByRole('note').getByRole('button', { name: 'Choose Model…' }).click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Set Server Address…' }).waitFor();
  });

  it('offers the other models while a server does not answer, and begins at the one in force', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = silent.address() as AddressInfo;
      const workbench = await workbenches.open({
        settings: { 'hooksmith.model': 'anthropic:mine', 'hooksmith.anthropic.baseUrl': `http://127.0.0.1:${port}` },
      });
      const chat = await workbench.openChat();
      await workbench.runCommand('Hooksmith: Choose Model…');
      const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
      const inForce = rows.filter({ hasText: 'mine' }).and(workbench.page.locator('.focused'));
      await inForce.locator('.codicon-check').waitFor();
      await rows.filter({ hasText: 'Rehearsal' }).click();
      await chat.getByText('Rehearsal: no language model answers.').waitFor();
    } finally {
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    }
  });

  it('finds a server that speaks OpenAI’s API by its address, and lists, asks and names its models', async () => {
    const api = await FakeChatApi.start();
    try {
      const workbench = await workbenches.open({});
      const { page } = workbench;
      const chat = await workbench.openChat();
      await workbench.runCommand('Hooksmith: Choose Model…');
      const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
      await row('Set Server Address…').click();
      await row('Ollama').waitFor();
      await workbench.screenshot('models-address');
      await row('Another Address…').click();
      await page.locator('.quick-input-box input').fill(api.url);
      await page.keyboard.press('Enter');
      await row('tiny').click();
      await chat.getByText('tiny').first().waitFor();
      api.reply(calls({ id: 'a', name: 'LS', input: { path: '.' } }), says('Here they are.'));
      await workbench.send(chat, 'list');
      await chat.getByRole('log', { name: 'Conversation' }).getByText('Here they are.').waitFor();
      await chat.getByText('price unknown').waitFor();
      await workbench.screenshot('models-openai');
    } finally {
      await api.stop();
    }
  });
});
