import { join } from 'node:path';
import { assertAccessible } from './accessible';
import { useLab } from './lab';
import { approvalOf, hookRecord, Stream, sessionOf } from './samples';

describe('chat view, checked by axe', function () {
  this.timeout(60_000);
  const lab = useLab();

  for (const theme of ['dark', 'light', 'high-contrast'] as const)
    it(`has no violation in the ${theme} theme`, async () => {
      const { page, send } = await lab.open('chat', { theme, width: 300, height: 900 });
      await send(sessionOf([], false, { rehearsal: true }));
      await assertAccessible(page);
      const stream = new Stream();
      const second = approvalOf({ id: 'approval_2', toolCallId: 't3', toolName: 'Edit', diff: '@@ -1 +1 @@\n-a\n+b\n' });
      await send(
        sessionOf(
          [
            ...stream.user('go'),
            stream.assistant(
              '# Title\n\n[link](https://example.org)\n\n```ts\nconst a = 1; // one\n```\n\n- a\n\n|a|b|\n|-|-|\n|1|2|',
              'thoughts',
            ),
            ...stream.call('t1', 'Bash', { command: 'ls' }, { hooks: [hookRecord('audit', { decision: 'deny', reason: 'no' })] }),
            ...stream.result('t1', 'Bash', 'a\nb'),
            ...stream.call('t2', 'Bash', { command: 'git push' }),
            ...stream.call('t3', 'Edit', { file_path: 'a.ts' }),
            stream.asks(
              approvalOf({
                toolCallId: 't2',
                requestedInput: { command: 'push' },
                changedBy: [{ name: 'h', file: '/h.ts', line: 1, fields: ['command'] }],
              }),
            ),
            stream.asks(second),
          ],
          true,
          { contextTokens: 190_000, hookProblems: 2 },
        ),
        { type: 'items', items: [{ kind: 'queue', messages: [{ id: 'q1', content: 'later', steers: false }] }] },
        { type: 'notice', level: 'error', text: 'something failed' },
      );
      await page.getByRole('log').evaluate((node) => {
        node.scrollTop = 0;
      });
      await page.locator('hooksmith-code span span').first().waitFor();
      await page.getByRole('button', { name: /Bash.*ls/s }).click();
      await page.locator('.hook-summary').first().click();
      await page.locator('summary').first().click();
      await page.getByRole('button', { name: 'Decide All…' }).click();
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLButtonElement>('hooksmith-pending .primary')].every((node) => !node.disabled),
      );
      await assertAccessible(page);
      await page
        .screenshot({ path: join(process.env.HOOKSMITH_ROOT ?? '.', 'test-results', `chat-all-${theme}.png`) })
        .catch(() => undefined);
      await page.close();
    });
});
