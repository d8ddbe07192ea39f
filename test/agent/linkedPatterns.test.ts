import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/shared/basics/json';
import { Core, type CoreOptions, SharedHost } from '../fixtures/core';

const calls = (...all: [name: string, input: JsonObject][]) => ({
  content: all.map(([name, input], n) => ({ type: 'tool_use' as const, id: `call-${n}`, name, input })),
});

const gate = (head: string) => ({
  hooks: {
    'a.ts': `import { hook, policy } from 'hooksmith';\nexport const no = ${head} match: { file_path: 'current/**' } }, (ctx) => ctx.deny('no'));`,
  },
});

describe('what is denied by the name of a link', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());

  const own = "import { denyPaths } from 'hooksmith';\nexport const no = denyPaths('current/**');\n";
  const cases: [string, CoreOptions][] = [
    ['a policy', { hooks: { 'a.ts': own } }],
    ['rules', { permissions: { deny: ['Read(current/**)', 'Write(current)', 'Grep(current/**)'] } }],
  ];
  for (const [who, options] of cases)
    it(`by ${who}, is denied by its own name, and not found by searches`, async () => {
      core = await Core.start({
        host,
        ...options,
        permissions: { mode: 'bypass', ...options.permissions },
        files: { 'releases/5/key.txt': 'needle', 'src/a.txt': 'needle' },
        script: {
          turns: [
            calls(
              ['Read', { file_path: 'releases/5/key.txt' }],
              ['Write', { file_path: 'releases/5/new.txt', content: '' }],
              ['Read', { file_path: 'src/a.txt' }],
              ['Grep', { pattern: 'needle' }],
            ),
            { content: [{ type: 'text', text: 'done' }] },
          ],
        },
      });
      symlinkSync('releases/5', join(core.folder, 'current'));
      await core.session.send('go');
      const outcomes = core.all('tool_settled').map(({ data }) => data?.outcome);
      assert.deepEqual(outcomes, ['denied', 'denied', 'ok', 'ok']);
      const found = JSON.stringify(core.all('post_tool_use').at(-1)!.output);
      assert.match(found, /a\.txt/);
      assert.doesNotMatch(found, /key\.txt/);
    });

  for (const [who, options, outcomes] of [
    ['rules that ask', { permissions: { ask: ['Read(current/**)', 'Write(current)'] } }, ['rejected', 'rejected']],
    ['a policy that matches a path', gate("policy({ tools: ['Read', 'Write'],"), ['denied', 'denied']],
    ['a hook, which may allow, by its own name alone', gate("hook('preToolUse', {"), ['ok', 'ok']],
  ] as [string, CoreOptions, string[]][])
    it(`by ${who}: what it leads to`, async () => {
      core = await Core.start({
        host,
        ...options,
        permissions: { mode: 'bypass', ...options.permissions },
        human: async ({ id, inputHash }) => ({ id, inputHash, decision: 'deny' }),
        files: { 'releases/5/key.txt': 'needle' },
        script: {
          turns: [
            calls(['Read', { file_path: 'releases/5/key.txt' }], ['Write', { file_path: 'releases/5/new.txt', content: '' }]),
            { content: [{ type: 'text', text: 'done' }] },
          ],
        },
      });
      symlinkSync('releases/5', join(core.folder, 'current'));
      await core.session.send('go');
      assert.deepEqual(
        core.all('tool_settled').map(({ data }) => data?.outcome),
        outcomes,
      );
    });
});
