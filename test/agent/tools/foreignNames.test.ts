/** Protected paths in the input of tools that others bring, by whatever field. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import { diskFiles } from '../../../src/adapters/disk/diskFiles';
import type { AnyTool } from '../../../src/agent/ports/tool';
import { decide } from '../../../src/agent/tools/approval';
import { Toolbox } from '../../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import type { JsonObject } from '../../../src/shared/basics/json';

describe('protected paths that a tool of others is given', () => {
  const registry = new ToolRegistry();
  const made = (name: string, readOnly: boolean): AnyTool =>
    ({ name, description: '', input: z.any(), scope: 'mcp', readOnly, run: async () => ({ content: '' }) }) as never;
  registry.registerScope('mcp', [made('mcp__x__write', false), made('mcp__x__read', true)]);
  const files = {
    ...diskFiles,
    realPath: (path: string) => path,
    names: (path: string) => (/^\/(home\/me|repo\/project\/d\d)$/.test(path) ? [] : undefined),
  };
  const toolbox = new Toolbox(registry, { cwd: '/repo/project', folders: ['/repo/project'], home: '/home/me', files });
  const action = (input: JsonObject, name = 'mcp__x__write') => {
    const facts = toolbox.facts(name, input);
    return decide(facts, toolbox.circumstances(facts), { mode: 'bypass', allow: [name], ask: [], deny: [] }).action;
  };

  const asking: JsonObject[] = [
    { target: '.git/config' },
    { target: ' .git/config' },
    { targets: 'src/a.ts\n.git/config' },
    { to: '/repo/project/.vscode/tasks.json' },
    { name: '~/.bashrc' },
    { root: '/repo/project/.git', name: 'config' },
    { args: ['--out', '.git/config'] },
    { args: '--out=.git/config' },
    { options: { deep: [{ resource: 'src/../.git/config' }] } },
    { command: 'rm ".git/config"' },
    { script: 'cd src; rm -rf ../.hooksmith/hooks' },
    { target: 'x.code-workspace' },
    { patch: '--- a/src/a.ts\n+++ b/.git/config\n@@ -1 +1 @@' },
    { input: '*** Begin Patch\n*** Add File: .vscode/tasks.json\n+{}' },
    { options: ['--out=.git/config'] },
    { targets: 'src/a.ts,.git/config' },
    // By the name of a field, and by one that only sounds like text.
    { changes: { '.git/config': 'x' } },
    { changes: [{ 'src/.npmrc': 'x' }] },
    { context: '.git/config' },
    { globalSettings: '.npmrc' },
    { notebook: '.vscode/x' },
    { exclusive: { message_target: '.git/config' } },
    { filter: { to: '.git/config' } },
    // In a folder that another field names.
    { directory: '/home/me', name: '.bashrc' },
    { cwd: '/home/me', args: ['--out', '.ssh/config'] },
    // More than anyone looks through.
    { names: Array.from({ length: 5001 }, (_, i) => `src/${i}`) },
    { paths: ['d1', 'd2'], names: Array.from({ length: 2000 }, (_, i) => `${i}.ts`) },
    { values: Array.from({ length: 20_001 }, () => 1) },
    { command: `ls ${'x'.repeat(20_000)}` },
  ];
  for (const input of asking)
    it(`asks in Bypass mode: ${JSON.stringify(input).slice(0, 80)}`, () => assert.equal(action(input), 'ask'));

  const running: JsonObject[] = [
    { target: 'src/a.ts' },
    { to: 'me@host.example' },
    { name: 'config' },
    { exclude: ['.git', './.git/config'] },
    { ignorePatterns: ['.vscode/x'] },
    { content: './.git/config' },
    { query: './.git/config' },
    { link: 'https://host.example/.git/config' },
    { summary: 'see .git/config' },
    { command: 'ls src' },
    { command: `ls ${'x'.repeat(19_000)}` },
    { name: '.bashrc' },
    { paths: ['src', 'lib'], names: Array.from({ length: 2000 }, (_, i) => `${i}.ts`) },
    { directory: '/home/me', name: 'x.ts' },
    { commitMessage: '.git/config' },
    { patch: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n+see .git/config' },
    { edits: [{ old_string: './.git/config', newText: '.git/config' }] },
    { exclude_paths: [{ name: '.git/config' }] },
    { names: Array.from({ length: 4000 }, (_, i) => `src/${i}`) },
  ];
  for (const input of running) it(`runs: ${JSON.stringify(input).slice(0, 80)}`, () => assert.equal(action(input), 'run'));

  it('is none of the matter of one that only reads', () =>
    assert.equal(action({ target: '.git/config' }, 'mcp__x__read'), 'run'));
});
