import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Usage } from '../../../src/shared/messages/messages';
import { FakeMessagesApi } from '../../fixtures/messagesApi';
import { shareWorkbench } from '../workbench';

const usage = (cached: number): Partial<Usage> => ({ input_tokens: 1200, output_tokens: 80, cache_read_input_tokens: cached });

describe('Claude in the real workbench', () => {
  let api: FakeMessagesApi;
  before(async () => {
    api = await FakeMessagesApi.start();
  });
  after(() => api.stop());
  const shared = shareWorkbench(
    () => ({
      env: { ANTHROPIC_API_KEY: 'test-key' },
      settings: { 'hooksmith.model': 'anthropic:claude-sonnet-5-5', 'hooksmith.anthropic.baseUrl': api.url },
    }),
    async (workbench) => workbench,
  );

  it('thinks, colours code, reads from the cache, takes what was typed meanwhile, and sends an edited message again', async () => {
    api.forget();
    const workbench = await shared();
    const chat = await workbench.newChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const box = chat.getByRole('textbox', { name: 'Message' });

    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const code = 'Like this:\n\n```ts\nexport const answer: number = 42;\n```';
    api.reply(
      {
        content: [
          { type: 'thinking', thinking: 'They want a constant.', signature: 'signed' } as never,
          { type: 'text', text: code },
        ],
        usage: usage(0) as never,
        gate: (event) => (event === 5 ? held : Promise.resolve()),
      },
      { content: [{ type: 'text', text: 'Renamed.' }], usage: usage(9000) as never },
    );
    await workbench.send(chat, 'Write a constant');
    await chat.getByRole('button', { name: 'Stop' }).waitFor();
    await workbench.send(chat, 'Rename it');
    await chat.getByRole('group', { name: 'Queued message' }).getByText('Rename it').waitFor();
    await workbench.screenshot('claude-queued');
    go();
    await log.getByText('Renamed.').waitFor();
    await log.locator('hooksmith-code code span span', { hasText: 'export' }).first().waitFor();
    assert.equal(await log.getByText('They want a constant.').count(), 0);
    await log.getByText('Thinking', { exact: true }).first().click();
    await log.getByText('They want a constant.').waitFor();
    await chat.getByText('9.0k cached').waitFor();
    await chat.getByText(/^\$0\.\d+$/).waitFor();
    // The run that a queued message began ends for the status bar too.
    await workbench.page.locator('.statusbar-item .codicon-loading').waitFor({ state: 'detached' });
    await workbench.screenshot('claude-answered');

    const [first, second] = api.requests.slice(-2).map(({ body }) => body as unknown as Anthropic);
    assert.ok(JSON.stringify(first!.system).includes('cache_control'));
    assert.deepEqual(second!.messages[1]!.content[0], {
      type: 'thinking',
      thinking: 'They want a constant.',
      signature: 'signed',
    });

    await box.focus();
    await box.press('ArrowUp');
    assert.equal(await box.inputValue(), 'Rename it');
    await box.press('ArrowDown');
    api.reply({ content: [{ type: 'text', text: 'A variable, then.' }] });
    const message = log.locator('.user', { hasText: 'Write a constant' });
    await message.hover();
    await message.getByRole('button', { name: 'Edit and Send Again' }).click();
    await chat.getByRole('textbox', { name: 'Edit message' }).fill('Write a variable');
    await chat.getByRole('textbox', { name: 'Edit message' }).press('Enter');
    await log.getByText('A variable, then.').waitFor();
    assert.equal(await log.getByText('Renamed.').count(), 0);
    const last = api.requests.at(-1)!.body as unknown as Anthropic;
    assert.equal(last.messages.length, 1);
    assert.match(JSON.stringify(last.messages[0]), /Write a variable/);
  });

  it('shows what the API refused, and goes on by Retry', async () => {
    api.forget();
    const workbench = await shared();
    const chat = await workbench.newChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    api.reply({ status: 401, error: { type: 'authentication_error', message: 'invalid x-api-key' } });
    await workbench.send(chat, 'hello');
    await log
      .getByText(/invalid x-api-key/)
      .first()
      .waitFor();
    await log.getByRole('button', { name: 'Set API Key' }).click();
    const key = workbench.page.locator('.quick-input-widget input[type="password"]');
    await key.waitFor({ state: 'visible' });
    await key.fill('another-key');
    await key.press('Enter');
    await key.waitFor({ state: 'hidden' });
    await workbench.screenshot('claude-refused');
    api.reply({ content: [{ type: 'text', text: 'Back again.' }] });
    await log.getByRole('button', { name: 'Retry' }).click();
    await log.getByText('Back again.').waitFor();
    assert.equal(api.requests.at(-1)!.headers.authorization, 'Bearer another-key');
  });
});

interface Anthropic {
  system: unknown;
  messages: { role: string; content: unknown[] }[];
}
