/** Issue 5: in a window of several folders a relative pattern starts in the folder of whoever wrote it, and in each folder where it is of none. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/shared/basics/json';
import { Core, type CoreOptions, SharedHost } from '../fixtures/core';

const app = 'secrets/key.txt';
const lib = '../lib [2]/secrets/key.txt';
const open = '../lib [2]/open.txt';

const file = (code: string) =>
  `import { allowPaths, denyPaths, hook, policy, redirectPath } from 'hooksmith';\nexport const it = ${code};\n`;
const own = (code: string): CoreOptions => ({ files: { 'lib [2]/.hooksmith/hooks/a.ts': file(code) } });
const ofUser = (code: string): CoreOptions => ({ files: { 'home/.hooksmith/hooks/a.ts': file(code) } });

describe('a pattern in a window of several folders', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());

  /** What becomes of reading the secrets of both folders and a file beside them, and what a search of each folder finds. */
  async function outcomes(options: CoreOptions, paths: readonly string[] = [app, lib, open]) {
    const asked: [name: string, input: JsonObject][] = [
      ...paths.map((path): [string, JsonObject] => ['Read', { file_path: path }]),
      ['Grep', { pattern: 'needle', path: '.' }],
      ['Grep', { pattern: 'needle', path: '../lib [2]' }],
    ];
    core = await Core.start({
      host,
      folders: ['app', 'lib [2]'],
      ...options,
      human: async ({ id, inputHash }) => ({ id, inputHash, decision: 'deny' }),
      files: Object.assign(
        { 'app/secrets/key.txt': 'needle', 'app/open.txt': 'needle' },
        { 'lib [2]/secrets/key.txt': 'needle', 'lib [2]/open.txt': 'needle' },
        options.files,
      ),
      script: {
        turns: [
          { content: asked.map(([name, input], n) => ({ type: 'tool_use', id: `call-${n}`, name, input })) },
          { content: [{ type: 'text', text: 'done' }] },
        ],
      },
    });
    await core.session.send('go');
    const settled = paths.map(
      (_, n) => core.all('tool_settled').find(({ toolCallId }) => toolCallId === `call-${n}`)?.data?.outcome,
    );
    const found = [0, 1].map((n) =>
      core.all('post_tool_use').find(({ toolCallId }) => toolCallId === `call-${paths.length + n}`),
    );
    return [...settled, ...found.map((one) => one && /secrets/.test(JSON.stringify(one.output)))];
  }

  const both = ['denied', 'denied', 'ok', false, false];
  const second = ['ok', 'denied', 'ok', true, false];
  const cases: [who: string, options: CoreOptions, expected: unknown[]][] = [
    ['of a policy of the second', own("denyPaths('secrets/**')"), second],
    ['of a policy of the second, without a glob', own("denyPaths('./secrets')"), second],
    ['of a policy of the user’s', ofUser("denyPaths('secrets/**')"), both],
    ['of a policy by its name alone', own("denyPaths('secrets')"), both],
    [
      'that a policy of the second matches',
      own("policy({ tools: 'Read', match: { file_path: 'secrets/**' } }, (ctx) => ctx.deny('no'))"),
      ['ok', 'denied', 'ok', true, true],
    ],
    [
      'that a hook of the user’s matches',
      ofUser("hook('preToolUse', { tools: 'Read', match: { file_path: 'secrets/*' } }, (ctx) => ctx.deny('no'))"),
      ['denied', 'denied', 'ok', true, true],
    ],
    ['of what the second allows', own("allowPaths('secrets/**', '*.txt')"), ['denied', 'ok', 'ok', undefined]],
    [
      'that a policy of the second confines by',
      own("policy({ tools: 'Read' }, (ctx) => ctx.confine({ denyRead: ['secrets/**'] }))"),
      ['ok', 'denied', 'ok', true, true],
    ],
    ['of what the second sends elsewhere', own("redirectPath('secrets', 'nowhere')"), ['ok', 'error', 'ok', true, true]],
    ['of a rule', { permissions: { deny: ['Read(secrets/**)'] } }, both],
    ['of a rule that asks', { permissions: { ask: ['Read(secrets/**)'] } }, ['rejected', 'rejected', 'ok', true, true]],
  ];
  for (const [who, options, expected] of cases)
    it(who, async () => {
      assert.deepEqual((await outcomes(options)).slice(0, expected.length), expected);
    });

  it('of a rule in the settings of the second', async () => {
    const deny = () => [{ rule: 'Read(secrets/**)', folder: `${core.folder}/lib [2]` }];
    assert.deepEqual(await outcomes({ permissions: () => (core ? { deny: deny() } : {}) }), second);
  });
});
