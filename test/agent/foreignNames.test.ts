/** Protected paths in the input of tools that others bring, by whatever field. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import { diskFiles } from '../../src/adapters/diskFiles';
import { decide } from '../../src/agent/approval';
import type { AnyTool } from '../../src/agent/ports/tool';
import { Toolbox } from '../../src/agent/toolbox';
import { ToolRegistry } from '../../src/agent/toolRegistry';
import type { JsonObject } from '../../src/shared/json';

describe('protected paths that a tool of others is given', () => {
  const registry = new ToolRegistry();
  const made = (name: string, readOnly: boolean): AnyTool =>
    ({ name, description: '', input: z.any(), scope: 'mcp', readOnly, run: async () => ({ content: '' }) }) as never;
  registry.registerScope('mcp', [made('mcp__x__write', false), made('mcp__x__read', true)]);
  const files = { ...diskFiles, realPath: (path: string) => path };
  const toolbox = new Toolbox(registry, { cwd: '/repo/project', folders: ['/repo/project'], home: '/home/me', files });
  const action = (input: JsonObject, name = 'mcp__x__write') => {
    const facts = toolbox.facts(name, input);
    return decide(facts, toolbox.circumstances(facts), { mode: 'bypass', allow: [name], ask: [], deny: [] }).action;
  };

  const asking: JsonObject[] = [
    { target: '.git/config' },
    { to: '/repo/project/.vscode/tasks.json' },
    { name: '~/.bashrc' },
    { root: '/repo/project/.git', name: 'config' },
    { args: ['--out', '.git/config'] },
    { args: '--out=.git/config' },
    { options: { deep: [{ resource: 'src/../.git/config' }] } },
    { command: 'rm ".git/config"' },
    { script: 'cd src; rm -rf ../.hooksmith/hooks' },
  ];
  for (const input of asking) it(`asks in Bypass mode: ${JSON.stringify(input)}`, () => assert.equal(action(input), 'ask'));

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
  ];
  for (const input of running) it(`runs: ${JSON.stringify(input)}`, () => assert.equal(action(input), 'run'));

  it('is none of the matter of one that only reads', () =>
    assert.equal(action({ target: '.git/config' }, 'mcp__x__read'), 'run'));
});
