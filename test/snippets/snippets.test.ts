/** Each snippet, with its placeholders at their defaults, is a hook file that does what its description says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignTool } from '../../src/agent/tools/foreignTool';
import { Core, root } from '../fixtures/core';
import { ToolSet } from '../fixtures/toolSet';

const snippets = JSON.parse(readFileSync(join(root, 'snippets', 'hooks.json'), 'utf8')) as Record<
  string,
  { prefix: string; body: string[] }
>;
const expand = (prefix: string) => {
  const snippet = Object.values(snippets).find((one) => one.prefix === prefix);
  assert.ok(snippet, `no snippet ${prefix}`);
  return snippet.body
    .join('\n')
    .replace(/\$\{\d+:((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
    .replace(/\$0/g, '')
    .replaceAll('\\$', '$');
};

const cases: { prefix: string; prompt: string; check(core: Core): void }[] = [
  {
    prefix: 'hook-observe',
    prompt: '/call Bash {"command": "echo x"}',
    check: (core) => assert.deepEqual(core.event('tool_settled').hooks[0]?.logs, ['Bash ok human']),
  },
  {
    prefix: 'hook-deny',
    prompt: '/call Read {"file_path": ".env"}',
    check: (core) => assert.equal(core.event('tool_settled').reason, 'Secrets stay out of the conversation.'),
  },
  {
    prefix: 'hook-ask',
    prompt: '/call Bash {"command": "npm publish --dry-run"}',
    check: (core) => assert.equal(core.event('approval_requested').reason, 'Publishing needs a human.'),
  },
  {
    prefix: 'hook-allow',
    prompt: '/call Bash {"command": "git status"}',
    check: (core) => assert.equal(core.event('tool_settled').decidedBy?.name, 'allowStatus'),
  },
  {
    prefix: 'hook-modify',
    prompt: '/call Bash {"command": "npm test --help"}',
    check: (core) => assert.deepEqual(core.event('pre_tool_use').input, { command: 'npm test --help', timeout: 600_000 }),
  },
  {
    prefix: 'hook-redact',
    prompt: '/call Bash {"command": "echo sk-abc-123"}',
    check: (core) => assert.equal(core.event('post_tool_use').output, '[key]'),
  },
  {
    prefix: 'hook-recover',
    prompt: '/call Read {"file_path": "gone.txt"}',
    check: (core) => assert.match(String(core.event('post_tool_use').output), /^not there yet: there is no file gone\.txt/),
  },
  { prefix: 'hook-answer', prompt: '/ping', check: (core) => assert.equal(core.event('run_done').data?.response, 'pong') },
  {
    prefix: 'policy',
    prompt: '/call Bash {"command": "git push origin"}',
    check: (core) => assert.equal(core.event('approval_requested').reason, 'Pushes need a human.'),
  },
  {
    prefix: 'guards',
    prompt: 'hi',
    check: (core) =>
      assert.deepEqual(
        core.event('before_step').hooks.map((hook) => hook.name),
        ['stepLimit(20)', 'tokenLimit(32768)', 'timeLimit(300)'],
      ),
  },
];

describe('snippets', () => {
  it('are all tried', () =>
    assert.deepEqual(
      Object.values(snippets)
        .map((one) => one.prefix)
        .sort(),
      [...cases.map((one) => one.prefix), 'tool'].sort(),
    ));
  for (const { prefix, prompt, check } of cases) {
    it(`${prefix} works as it stands`, async () => {
      const core = await Core.start({ hooks: { 'snippet.ts': expand(prefix) } });
      try {
        assert.deepEqual(core.loaded.problems, []);
        await core.session.send(prompt);
        check(core);
      } finally {
        await core.stop();
      }
    });
  }

  it('tool works as it stands', async () => {
    const tools = await ToolSet.start({ 'snippet.ts': expand('tool') });
    try {
      assert.deepEqual(tools.problems, []);
      assert.equal(await tools.call('Greet', { name: 'you' }), 'Hello you');
    } finally {
      await tools.stop();
    }
  });

  it('hook-redact cleans the text of blocks, and leaves pictures as they are', async () => {
    const picture = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'c2stYWJj' } };
    const mixed = foreignTool('test', {
      name: 'Mixed',
      description: 'Test',
      inputSchema: { type: 'object' },
      run: async () => [{ type: 'text', text: 'the key is sk-abc-123' }, picture],
    });
    const core = await Core.start({
      hooks: { 'a.ts': expand('hook-redact') },
      tools: [mixed],
      permissions: { mode: 'bypass' },
    });
    try {
      assert.deepEqual(core.loaded.problems, []);
      await core.session.send('/call Mixed {}');
      assert.deepEqual(core.event('post_tool_use').output, [{ type: 'text', text: 'the key is [key]' }, picture]);
      assert.doesNotMatch(JSON.stringify(core.items), /sk-abc/);
    } finally {
      await core.stop();
    }
  });
});
