import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { FakeMessagesApi } from '../../fixtures/messagesApi';
import { noHooks } from '../sampleHooks';
import { press, useWorkbench } from '../workbench';

describe('A window of two folders', () => {
  const workbenches = useWorkbench();

  it('has the hooks, commands and files of both, and asks for what lies in neither', async () => {
    const api = await FakeMessagesApi.start();
    try {
      const put = (path: string, text: string) => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      };
      const workbench = await workbenches.open({
        // Few rows in the tree, and room for them.
        viewport: { width: 1280, height: 1100 },
        hooks: {
          ...noHooks,
          'guard.ts': "import { policy } from 'hooksmith';\nexport const lists = policy({ tools: 'LS' }, () => undefined);\n",
        },
        prepare: (folder) => {
          const second = join(folder, '..', 'second');
          put(join(second, 'lib', 'second.js'), 'module.exports = 2\n');
          put(
            join(second, '.hooksmith/hooks/own.ts'),
            "import { denyPaths } from 'hooksmith';\nexport const kept = denyPaths('kept.js');\n",
          );
          put(
            join(second, '.hooksmith/hooks/guard.ts'),
            "import { policy } from 'hooksmith';\nexport const globs = policy({ tools: 'Glob' }, (ctx) => ctx.deny('no globs'));\n",
          );
          put(join(second, '.claude/commands/both.md'), 'Look at both folders.');
          put(join(second, 'AGENTS.md'), 'The second folder wants two spaces.');
          put(join(folder, '..', 'outside.js'), 'nobody');
          put(
            join(folder, '..', 'both.code-workspace'),
            JSON.stringify({ folders: [{ path: 'workspace' }, { path: 'second' }] }),
          );
        },
        workspaceFile: 'both.code-workspace',
        env: { ANTHROPIC_API_KEY: 'test-key' },
        settings: {
          'hooksmith.model': 'anthropic:claude-test',
          'hooksmith.anthropic.baseUrl': api.url,
          'hooksmith.mode': 'acceptEdits',
        },
      });
      const { page, folder } = workbench;
      const second = join(folder, '..', 'second');
      const chat = await workbench.openChat();
      const log = chat.getByRole('log', { name: 'Conversation' });
      // Of files of one name the tree says whose they are, to the eye and to a screen reader.
      for (const name of ['workspace', 'second'])
        await page
          .getByRole('treeitem', { name: `guard.ts, ${name}/.hooksmith/hooks`, exact: true })
          .getByText(`${name}/.hooksmith/hooks`)
          .waitFor();
      const call = (id: string, name: string, input: object) => ({ type: 'tool_use' as const, id, name, input: { ...input } });
      const edited = join(second, 'lib', 'second.js');
      api.reply(
        {
          content: [
            call('t1', 'Read', { file_path: edited }),
            call('t2', 'Edit', { file_path: edited, old_string: '2', new_string: '22' }),
            call('t3', 'Write', { file_path: join(second, 'kept.js'), content: 'no' }),
            call('t4', 'Read', { file_path: join(folder, '..', 'outside.js') }),
          ],
          stop_reason: 'tool_use',
        },
        { content: [{ type: 'text', text: 'Both are done.' }] },
      );
      api.reply(
        { content: [call('t5', 'Glob', { pattern: '*.js' })], stop_reason: 'tool_use' },
        { content: [{ type: 'text', text: 'Then not.' }] },
      );
      const box = chat.getByRole('textbox', { name: 'Message' });
      await box.focus();
      await page.keyboard.type('/bo');
      await chat.locator('.completions').getByRole('option', { name: '/both' }).waitFor();
      await page.keyboard.press('Enter');
      // Where the list is still that of fewer letters, Enter waits for the right one.
      await until(async () => (await box.inputValue()) === '/both ');
      await page.keyboard.type('@second.j');
      await chat
        .getByRole('option', { name: /second\.js/ })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await until(async () => /^\/both @.*second\.js $/.test(await box.inputValue()));
      await page.keyboard.press('Enter');
      // Only what lies in neither folder is asked about.
      const read = chat.getByRole('group', { name: 'Approve Read' });
      await read.getByText('outside the workspace').first().waitFor();
      await workbench.screenshot('multi-root');
      await press(read.getByRole('button', { name: 'Deny' }));
      await log.getByText('Both are done.').waitFor();
      assert.equal(readFileSync(edited, 'utf8'), 'module.exports = 22\n');
      const [first, then] = api.requests.map(({ body }) => body as { system: unknown; messages: unknown });
      assert.match(JSON.stringify(first!.system), /The second folder wants two spaces\./);
      assert.match(JSON.stringify(first!.messages), /Look at both folders\..*module\.exports = 2\\/s);
      assert.match(JSON.stringify(then!.messages), /path is in denied list: /);

      await workbench.send(chat, 'And what else is there?');
      await log.getByText('Then not.').waitFor();
      // A call that names no folder: the human says whose the hook is to be.
      await chat.getByRole('button', { name: 'Turn Glob into Hook…' }).press('Enter');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'It never runs' }).click();
      await rows.filter({ hasText: 'Every call of Glob' }).filter({ hasText: 'would have denied 1' }).click();
      await rows.filter({ hasText: 'second' }).click();
      await page.locator('.tab.active.dirty', { hasText: 'deny-glob.ts' }).waitFor();
      await workbench.screenshot('multi-root-hook');
      await until(() => existsSync(join(second, '.hooksmith/hooks/deny-glob.test.ts')));
    } finally {
      await api.stop();
    }
  });
});
