/** The chat as the real editor draws it: its own styles, its own content policy. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { FakeMessagesApi } from '../../fixtures/messagesApi';
import { assertAccessible } from '../../view/accessible';
import { press, shareWorkbench, themes } from '../workbench';

const answer = `The sum is in \`src/total.ts\`, see [the docs](https://example.org).

\`\`\`ts
/** Sum of all prices. */
export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}
\`\`\`

| Function | What it does | Why it matters | Tests |
| --- | --- | --- | --- |
| \`total\` | Sums the prices of all the items | Everything is paid by it | none |

- [x] read
- [ ] tested

> Prices are in cents.`;

const question = {
  question: 'Which tests shall I write?',
  header: 'Tests',
  options: [{ label: 'Unit', description: 'Seconds' }, { label: 'End to end' }],
};

describe('Chat in each theme', () => {
  let api: FakeMessagesApi;
  before(async () => {
    api = await FakeMessagesApi.start();
  });
  after(() => api.stop());
  const refused: string[] = [];
  const shared = shareWorkbench(
    () => ({
      viewport: { width: 1200, height: 1300 },
      settings: { 'hooksmith.model': 'anthropic:claude-test', 'hooksmith.anthropic.baseUrl': api.url },
    }),
    async (workbench) => {
      refused.length = 0;
      workbench.page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      });
      const manifest = join(workbench.folder, 'package.json');
      return { workbench, manifest, asItWas: readFileSync(manifest, 'utf8') };
    },
  );

  for (const theme of themes)
    it(`has nothing that axe objects to in the ${theme[0]} theme, code in colour, and keeps to its content policy`, async () => {
      const call = (id: string, tool: string, input: object) => ({
        type: 'tool_use' as const,
        id,
        name: tool,
        input: { ...input },
      });
      const todos = [
        { content: 'Read', status: 'completed', activeForm: 'Reading' },
        { content: 'Test', status: 'pending', activeForm: 'Testing' },
      ];
      api.forget();
      api.reply(
        {
          content: [
            { type: 'thinking', thinking: 'Where is it summed?', signature: 's' },
            { type: 'text', text: answer },
            call('t1', 'LS', { path: '.' }),
            call('t2', 'Bash', { command: 'sudo id' }),
            call('t3', 'TodoWrite', { todos }),
            call('t4', 'AskUserQuestion', { questions: [question] }),
          ],
          stop_reason: 'tool_use',
          usage: { input_tokens: 900, cache_read_input_tokens: 8000, output_tokens: 300 },
        },
        {
          content: [
            call('t5', 'Edit', { file_path: 'package.json', old_string: '"private": true', new_string: '"private": false' }),
          ],
          stop_reason: 'tool_use',
        },
        { content: [call('t6', 'Bash', { command: 'npm test' })], stop_reason: 'tool_use' },
        { status: 400, error: { type: 'invalid_request_error', message: 'the test has seen enough' } },
      );
      const { workbench, manifest, asItWas } = await shared();
      writeFileSync(manifest, asItWas);
      const chat = await workbench.newChat();
      await workbench.wear(theme, chat);
      await assertAccessible(chat);
      await workbench.send(chat, 'Where are prices summed?');
      const log = chat.getByRole('log', { name: 'Conversation' });
      const form = chat.getByRole('form', { name: 'Questions from the agent' });
      await form.waitFor();
      await log.evaluate((node) => node.scrollTo(0, 0));
      await log.getByText('Thinking').click();
      const inks = () =>
        chat.evaluate(
          () =>
            new Set([...document.querySelectorAll('figure.code code span span')].map((span) => getComputedStyle(span).color))
              .size,
        );
      await until(async () => (await inks()) >= 3);
      for (const head of await chat.locator('.tool-head, .hook-summary').all()) await head.click();
      await assertAccessible(chat);
      await workbench.screenshot(`chat-looks-${theme[0]}`);
      await form.getByRole('radio', { name: 'Unit' }).check();
      await form.getByRole('button', { name: 'Submit' }).click();
      const edit = chat.getByRole('group', { name: 'Approve Edit' });
      await edit.getByRole('button', { name: 'Allow', exact: true }).waitFor();
      await chat.getByRole('button', { name: /Jump to/ }).click();
      await assertAccessible(chat);
      await press(edit.getByRole('button', { name: 'Allow', exact: true }));
      const bash = chat.getByRole('group', { name: 'Approve Bash' });
      await bash.getByRole('button', { name: 'Edit Input' }).waitFor();
      await assertAccessible(chat);
      await press(bash.getByRole('button', { name: 'Edit Input' }));
      await assertAccessible(chat);
      await bash.getByRole('button', { name: 'Cancel' }).click();
      await workbench.screenshot(`chat-looks-approval-${theme[0]}`);
      await press(bash.getByRole('button', { name: 'Deny' }));
      await chat.getByRole('button', { name: 'Retry' }).waitFor();
      await assertAccessible(chat);
      assert.deepEqual(refused, []);
    });
});
