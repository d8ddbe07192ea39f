/** The helpers for commands and paths. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../fixtures/core';
import { behaviour } from '../behaviour';
import { call, type Rehearse, rejects, say } from '../rehearse';

/** The result of each command line under these hooks; what is not denied is not run either. */
async function judged(rehearse: Rehearse, hooks: string, ...commands: string[]): Promise<string[]> {
  const { results } = await rehearse({
    hooks: `export const rules = [${hooks}, hook('preToolUse', { priority: -1 }, (ctx) => ctx.respond('passed'))];`,
    turns: commands.map((command) => call('Bash', { command })),
  });
  return results.map((result) => result.replace('error: Tool call denied: ', ''));
}
/** The same for calls of other tools; `DIR` stands for the workspace folder. */
async function touched(rehearse: Rehearse, hooks: string, ...calls: [string, Record<string, unknown>][]): Promise<string[]> {
  const { results, core } = await rehearse({
    hooks: `export const rules = [${hooks}, hook('preToolUse', { priority: -1 }, (ctx) => ctx.respond('passed'))];`,
    turns: calls.map(([name, input]) => call(name, input)),
  });
  return results.map((result) => result.replace('error: Tool call denied: ', '').replaceAll(core.folder, 'DIR'));
}

export const helpers = [
  behaviour(
    'S4-31',
    'T',
    'same',
    'denyCommands denies with the pattern; other tools are none of its business',
    async (rehearse) => {
      const rules = `denyCommands('sudo')`;
      assert.deepEqual(await judged(rehearse, rules, 'sudo rm x'), ['command contains blocked pattern: sudo']);
      assert.deepEqual(await touched(rehearse, rules, ['Echo', { text: 'sudo rm x' }]), ['passed']);
    },
  ),
  behaviour(
    'S4-32',
    'C',
    'better',
    'tool names are known whatever their case, and input without a command is invalid and does not run',
    async (rehearse) => {
      const { ran, results, prompts } = await rehearse({ turns: [call('echo', 'x'), call('BASH', {})] });
      assert.deepEqual(ran, ['Echo x']);
      assert.match(results[1]!, /^error: [\s\S]*command/);
      assert.equal(prompts.length, 1, 'for Echo');
    },
  ),
  behaviour(
    'S4-33',
    'C',
    'better',
    'programs are compared by name: `nc` does not stop `rsync`, `su` does not stop `issue`',
    async (rehearse) => {
      const { prompts, results } = await rehearse({
        hooks: `export const no = denyCommands('nc', 'su');`,
        turns: ['rsync a b', 'cat issue', 'nc -l 1', 'su me'].map((command) => call('Bash', { command })),
        human: rejects,
      });
      assert.equal(prompts.length, 2, 'the first two are put to the human');
      for (const result of results.slice(2)) assert.match(result, /command contains blocked pattern/);
    },
  ),
  behaviour(
    'S4-34',
    'C',
    'better',
    '`rm -rf` is found however it is spelled, quoted, wrapped or expanded; what cannot be read asks',
    async (rehearse) => {
      const lines = ['rm  -fr x', 'true && rm -r -f x', "r''m -rf x", "sh -c 'rm -rf x'", '$(rm -rf x)', 'sudo rm -rf x'];
      const { prompts, results } = await rehearse({
        hooks: `export const no = denyCommands('rm -rf');`,
        turns: [...lines, "echo '"].map((command) => call('Bash', { command })),
        human: rejects,
      });
      for (const [index, line] of lines.entries()) assert.match(results[index]!, /blocked pattern: rm -rf/, line);
      assert.equal(prompts.length, 1, 'what cannot be read');
    },
  ),

  behaviour('S4-35', 'T', 'same', 'requireCommand denies and names what to use', async (rehearse) => {
    const rules = `requireCommand('make test', 'go test')`;
    assert.deepEqual(await judged(rehearse, rules, 'go test ./...', 'make test', 'make && go test'), [
      'use make test instead of go test',
      'passed',
      'use make test instead of go test',
    ]);
  }),

  behaviour('S4-36', 'T', 'same', 'allowPaths denies what lies elsewhere, denyPaths what lies beneath', async (rehearse) => {
    assert.deepEqual(
      await touched(
        rehearse,
        `allowPaths('/sandbox')`,
        ['Read', { file_path: '/sandbox/a' }],
        ['Read', { file_path: '/etc/passwd' }],
        ['Read', { file_path: '/sandbox/../etc/passwd' }],
        ['Read', { file_path: '/sandboxes/a' }],
      ),
      ['passed', ...['/etc/passwd', '/etc/passwd', '/sandboxes/a'].map((path) => `path not in allowed list: ${path}`)],
    );
    assert.deepEqual(
      await touched(
        rehearse,
        `allowPaths('sandbox')`,
        ['Read', { file_path: 'sandbox/a' }],
        ['Write', { file_path: 'b', content: '' }],
      ),
      ['passed', 'path not in allowed list: DIR/b'],
    );
    assert.deepEqual(
      await touched(
        rehearse,
        `denyPaths('/etc')`,
        ['Read', { file_path: '/etc/passwd' }],
        ['Edit', { file_path: '/etc/hosts', old_string: 'a', new_string: 'b' }],
        ['Read', { file_path: 'a' }],
      ),
      ['path is in denied list: /etc/passwd', 'path is in denied list: /etc/hosts', 'passed'],
    );
  }),
  behaviour('S4-37', 'C', 'better', 'paths are resolved, links and `..` included, and compared by segment', async (rehearse) => {
    const paths = ['secret/a.txt', 'docs/../secret/a.txt', 'docs/link/a.txt', 'secrets/a.txt'];
    const rehearsed = await rehearse({
      hooks: `export const no = denyPaths('secret/');`,
      files: { 'secret/a.txt': 'hidden', 'secrets/a.txt': 'open', 'docs/b.txt': 'b' },
      turns: [say('ready'), ...paths.map((file_path) => call('Read', { file_path }))],
    });
    // A junction, where links of another kind need a right of their own.
    symlinkSync(join(rehearsed.core.folder, 'secret'), join(rehearsed.core.folder, 'docs', 'link'), 'junction');
    const { results } = await rehearsed.send('read');
    for (const denied of [0, 1, 2]) assert.match(results[denied]!, /path is in denied list/, paths[denied]);
    assert.match(results[3]!, /open/);
  }),
  behaviour(
    'S4-38',
    'C',
    'better',
    '`~` is the home folder, and a name without a slash is denied at any depth',
    async (rehearse) => {
      const { results } = await rehearse({
        hooks: `export const no = denyPaths('~/mine', 'keys');`,
        files: { 'home/mine/a.txt': 'hidden', 'a/b/keys/c.txt': 'hidden', 'a/b/c.txt': 'open' },
        turns: ['home/mine/a.txt', 'a/b/keys/c.txt', 'a/b/c.txt'].map((file_path) => call('Read', { file_path })),
      });
      assert.match(results[0]!, /path is in denied list/);
      assert.match(results[1]!, /path is in denied list/);
      assert.match(results[2]!, /open/);
    },
  ),
  behaviour(
    'S4-39',
    'C',
    'better',
    '`.` is the workspace folder and nothing above it; a trailing slash changes nothing',
    async (rehearse) => {
      for (const [pattern, inside, outside] of [
        ['.', 'a.txt', '../a.txt'],
        ['src', 'src/a.txt', 'a.txt'],
        ['src/', 'src/a.txt', 'a.txt'],
      ] as const) {
        const { results } = await rehearse({
          hooks: `export const only = allowPaths('${pattern}');`,
          files: { 'a.txt': 'open', 'src/a.txt': 'open' },
          turns: [
            call('Read', { file_path: inside }),
            call('Read', { file_path: outside }),
            call('LS', { path: pattern }),
            call('LS', { path: pattern.replace('/', '') }),
          ],
        });
        assert.match(results[0]!, /open/, pattern);
        assert.match(results[1]!, /path not in allowed list/, pattern);
        for (const listed of results.slice(2)) assert.match(listed, /a\.txt/, pattern);
      }
    },
  ),

  behaviour(
    'S4-40',
    'T/C',
    'better',
    'every tool that names a path is covered: the shell, MCP tools and those of the workspace too',
    async (rehearse) => {
      const rules = `allowPaths('src')`;
      assert.deepEqual(
        await touched(
          rehearse,
          rules,
          ['Glob', { pattern: '*', path: 'docs' }],
          ['Grep', { pattern: 'x', path: 'docs' }],
          ['LS', { path: 'docs' }],
          ['Bash', { command: 'cat docs/a > src/b' }],
          ['Bash', { command: 'cat src/a > src/b' }],
        ),
        [
          ...Array.from({ length: 3 }, () => 'path not in allowed list: DIR/docs'),
          'path not in allowed list: DIR/docs/a',
          'passed',
        ],
      );
      const own = (name: string, field: string) =>
        `export const ${name} = defineTool({ name: '${name}', description: 'x', input: z.object({ ${field}: z.string() }), run: () => 'ran' });`;
      const { results, core } = await rehearse({
        files: {
          '.hooksmith/tools/t.ts': `import { defineTool, z } from 'hooksmith'; ${own('CellEdit', 'notebook_path')} ${own('Foreign', 'filePath')}`,
          '.mcp.json': JSON.stringify({
            mcpServers: { test: { command: process.execPath, args: [join(root, 'test', 'fixtures', 'mcpServer.mjs')] } },
          }),
        },
        hooks: `export const rules = ${rules};`,
        turns: [
          call('CellEdit', { notebook_path: 'docs/a' }),
          call('Foreign', { filePath: 'docs/a' }),
          call('CellEdit', { notebook_path: 'src/a' }),
          call('mcp__test__echo', { text: 'x', path: 'docs/a' }),
        ],
      });
      assert.deepEqual(
        results.map((result) => result.replaceAll(core.folder, 'DIR')),
        [
          ...Array.from({ length: 2 }, () => 'error: Tool call denied: path not in allowed list: DIR/docs/a'),
          'ran',
          'error: Tool call denied: path not in allowed list: DIR/docs/a',
        ],
      );
    },
  ),

  behaviour('S4-41', 'T/C', 'better', 'no path means the workspace folder, which must be allowed as well', async (rehearse) => {
    const glob = ['Glob', { pattern: '*' }] as [string, Record<string, unknown>];
    assert.deepEqual(await touched(rehearse, `allowPaths('src')`, glob), ['path not in allowed list: DIR']);
    assert.deepEqual(await touched(rehearse, `allowPaths('.')`, glob), ['passed']);
  }),

  behaviour(
    'S4-42',
    'T',
    'better',
    'redirectPath changes the path and approves nothing; what it does not match stays',
    async (rehearse) => {
      const { core, prompts, ran } = await rehearse({
        hooks: `export const moved = redirectPath('/elsewhere', 'sandbox');`,
        turns: [
          call('Write', { file_path: '/elsewhere/foo.txt', content: 'x' }),
          call('Write', { file_path: 'bar.txt', content: 'y' }),
        ],
      });
      assert.equal(readFileSync(join(core.folder, 'sandbox', 'foo.txt'), 'utf8'), 'x');
      assert.equal(readFileSync(join(core.folder, 'bar.txt'), 'utf8'), 'y');
      assert.deepEqual([prompts.length, ran], [2, []]);
    },
  ),
  behaviour(
    'S4-43',
    'C',
    'better',
    'a redirected call meets all later hooks and all policies, which judge the new path',
    async (rehearse) => {
      const { results, logs } = await rehearse({
        hooks: `export const move = redirectPath('a', 'b');
        export const see = hook('preToolUse', (ctx) => ctx.log(ctx.paths.join().endsWith('/b/f.txt')));
        export const no = denyPaths('b');`,
        files: { 'a/f.txt': 'a', 'b/f.txt': 'b' },
        turns: [call('Read', { file_path: 'a/f.txt' })],
      });
      assert.deepEqual(logs, ['true']);
      assert.match(results[0]!, /path is in denied list/);
    },
  ),
  behaviour('S4-44', 'C', 'better', 'only paths beneath the folder move, each in the field it came in', async (rehearse) => {
    const { results, events, core } = await rehearse({
      hooks: `export const move = redirectPath('a', 'b');`,
      files: { 'a/f.txt': 'from a', 'b/f.txt': 'from b', 'ab/f.txt': 'from ab' },
      turns: [...['a/f.txt', 'ab/f.txt'].map((file_path) => call('Read', { file_path })), call('LS', { path: 'a' })],
    });
    const inputs = events.flatMap((event) => (event.type === 'tool_start' ? [event.input] : []));
    const at = (name: string) => join(core.folder, name);
    assert.deepEqual(inputs, [{ file_path: at('b/f.txt') }, { file_path: 'ab/f.txt' }, { path: at('b') }]);
    assert.match(results[0]!, /from b/);
    assert.match(results[1]!, /from ab/);
  }),
];
