import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type McpParts, McpServers } from '../../src/adapters/mcp/mcp';
import type { ToolContext } from '../../src/agent/ports/tool';
import { decide } from '../../src/agent/tools/approval';
import { foreignScopes } from '../../src/agent/tools/foreignTool';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import { allows, Core, root, until } from '../fixtures/core';

describe('hostile MCP servers', () => {
  let folder: string;
  let registry: ToolRegistry;
  let errors: string[];
  let servers: McpServers;
  const stored = new Map<string, string>();
  const script = join(root, 'test', 'fixtures', 'hostileMcp.mjs');
  const mark = () => join(folder, 'mark');
  const begin = (parts: Partial<McpParts> = {}) => {
    registry = new ToolRegistry();
    const log = { info: () => undefined, error: (text: string) => void errors.push(text) };
    const definitions = {
      read: (scope: string) => ({ text: stored.get(scope) }),
      write: (scope: string, text: string) => void stored.set(scope, text),
    };
    servers = new McpServers({ scopes: foreignScopes(registry), version: '1', log, definitions, ...parts });
  };
  const load = async (how: string) => {
    const file = join(folder, '.mcp.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { bad: { command: process.execPath, args: [script, how, mark()] } } }));
    await servers.load([file]);
  };
  const call = async (name: string, signal = new AbortController().signal) => {
    const context = { cwd: folder, signal, onOutput: () => undefined } as unknown as ToolContext;
    return (await registry.get(name)!.run({}, context)).content;
  };
  const facts = (name: string) =>
    registry.facts(name, {}, { cwd: folder, home: folder, files: { realPath: (path: string) => path } });
  const verdict = (name: string, allow = ['mcp__bad__*']) =>
    decide(
      facts(name),
      { tool: registry.get(name) ?? {}, inside: true, secret: false, sensitive: false } as Parameters<typeof decide>[1],
      { mode: 'ask', allow, ask: [], deny: [] },
    );

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-mcp-')));
    errors = [];
    stored.clear();
    begin();
  });
  afterEach(async () => {
    await servers.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('that list thousands of tools bring the first of them', async () => {
    await load('huge');
    assert.equal(registry.all().length, 500);
    assert.match(errors.join(), /lists 5000 tools: only the first 500 are taken/);
  });

  it('that write books into their descriptions are cut short, and schemas without end are refused', async () => {
    await load('long');
    const [long, ...others] = registry.declarations();
    assert.ok(long!.description.length < 4100 && /characters left out/.test(long!.description));
    assert.deepEqual(others, []);
    assert.match(errors.join(), /its tool schema is refused: its schema is too long/);
  });

  it('that lie in annotations and descriptions gain nothing: the tool writes, asks, and the claim is shown as one', async () => {
    await load('liar');
    const wipe = registry.get('mcp__bad__wipe')!;
    assert.deepEqual([wipe.readOnly, wipe.harmless, verdict(wipe.name, []).action], [false, undefined, 'ask']);
    assert.match(wipe.risk ?? '', /The server says of it: it only reads, it destroys nothing.*; nobody has checked that/);
  });

  it('whose names another’s tools begin with have tools of their own names, whoever came first', async () => {
    const file = join(folder, '.mcp.json');
    const server = { command: process.execPath, args: [script, 'clash', mark()] };
    const both = { x: { ...server, args: [script, 'across', mark()] }, x__y: server };
    writeFileSync(file, JSON.stringify({ mcpServers: both }));
    await servers.load([file]);
    assert.equal(registry.get('mcp__x__y__fine')!.scope, 'mcp__x');
    assert.equal(registry.get('mcp__x_y__fine')!.scope, 'mcp__x_y');
    assert.doesNotMatch(errors.join(), /has one of that name/);
  });

  it('with tools of one name are refused those, clearly, and keep the others', async () => {
    await load('clash');
    assert.deepEqual(
      registry.all().map(({ name }) => name),
      ['mcp__bad__a_b', 'mcp__bad__fine'],
    );
    assert.match(errors.join('\n'), /a second tool of the name mcp__bad__a_b is refused/);
  });

  it('do not take a name that another scope has', async () => {
    foreignScopes(registry).register('mine', [
      { name: 'mcp__bad__fine', description: '', inputSchema: {}, run: async () => 'mine' },
    ]);
    await load('clash');
    assert.equal(await call('mcp__bad__fine'), 'mine');
    assert.match(errors.join('\n'), /its tool mcp__bad__fine is refused: the scope mine has one of that name/);
  });

  it('that die in the middle of a call end that call alone, which says that it may have run; it does not run again', async () => {
    await load('dies');
    const before = registry.get('mcp__bad__fine');
    await assert.rejects(call('mcp__bad__die'), /the MCP server bad ended while die ran: it may have partly run/);
    await until(() => registry.get('mcp__bad__fine') !== undefined && registry.get('mcp__bad__fine') !== before);
    assert.equal(await call('mcp__bad__fine'), 'done');
    assert.equal(readFileSync(mark(), 'utf8'), 'ran\n');
  });

  it('that never answer are left when the human stops', async () => {
    await load('silent');
    const stop = new AbortController();
    const waiting = call('mcp__bad__never', stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
  });

  it('that answer nonsense are shown as failed, and nothing else is', async () => {
    await load('nonsense');
    assert.equal(servers.states[0]!.status, 'failed', errors.join());
    assert.deepEqual([await servers.resources(), await servers.prompts()], [[], []]);
  });

  it('that nest without end are refused that tool, and fail at that call', async () => {
    await load('deep');
    assert.deepEqual(servers.states[0]!.tools, ['mcp__bad__nest'], errors.join());
    assert.match(errors.join('\n'), /its tool deep is refused: what is said of it is nested deeper than 500 levels/);
    await assert.rejects(call('mcp__bad__nest'), { message: 'what nest answered is nested deeper than 500 levels' });
  });

  it('that answer a call with what is no result fail at that call, in words', async () => {
    await load('blocks');
    const forms = 'text, image, audio, resource or resource_link, each with its own fields';
    for (const [name, problem] of [
      ['unknown', `its content[1] is no block that is known: ${forms}`],
      ['bare', `its content[0] is no block that is known: ${forms}`],
      ['none', `it must have content, a list of blocks (${forms})`],
    ])
      await assert.rejects(call(`mcp__bad__${name}`), {
        message: `what ${name} of the MCP server bad answered is no result of a tool: ${problem}`,
      });
    assert.equal(servers.states[0]!.status, 'running');
  });

  it('that list what is no tool keep the others', async () => {
    await load('odd');
    assert.deepEqual([servers.states[0]!.status, servers.states[0]!.tools], ['running', ['mcp__bad__fine']], errors.join());
    const refused = errors.join('\n');
    for (const words of [
      'odd is refused: inputSchema: ',
      'list is refused: inputSchema.type: ',
      'bare is refused: inputSchema: ',
    ])
      assert.ok(refused.includes(`mcp__bad: its tool ${words}`), `${words} in ${refused}`);
    assert.match(
      refused,
      /its tool 5 is refused: name: .*\n.*its tool 6 is refused: it: .*\n.*its tool told is refused: description: /,
    );
  });

  it('whose resources are listed and prompts not keep what they have', async () => {
    await load('dies');
    assert.deepEqual(await servers.resources(), [{ server: 'bad', uri: 'x://1', name: 'One' }]);
    assert.deepEqual(await servers.prompts(), []);
    assert.match(errors.join(), /its prompts cannot be listed: .*no such thing/);
    await assert.rejects(servers.readResource('bad', 'x://1'), /no such thing/);
    await assert.rejects(servers.readResource('gone', 'x'), /there is no MCP server gone/);
  });

  describe('that change what they said of a tool', () => {
    it('void the rules that allowed it, until the human allows it as it is now', async () => {
      await load('turns');
      assert.equal(verdict('mcp__bad__weather').action, 'run');
      await call('mcp__bad__turn');
      await until(() => registry.declarations().some(({ description }) => /keys/.test(description)));
      const asked = verdict('mcp__bad__weather');
      assert.equal(asked.action, 'ask');
      assert.match(asked.reason, /the rule mcp__bad__\* does not count: the MCP server bad has changed what it says of weather/);
      assert.equal(verdict('mcp__bad__turn').action, 'run', 'what stayed as it was is allowed as ever');
      registry.get('mcp__bad__weather')!.allowed!();
      assert.equal(verdict('mcp__bad__weather').action, 'run');
    });

    it('are known again in another life', async () => {
      await load('turns');
      await servers.dispose();
      writeFileSync(mark(), '');
      begin();
      await load('turns');
      assert.equal(verdict('mcp__bad__weather').action, 'ask');
      registry.get('mcp__bad__weather')!.allowed!();
      await servers.dispose();
      begin();
      await load('turns');
      assert.equal(verdict('mcp__bad__weather').action, 'run');
    });

    for (const part of [
      { title: 'Weather' },
      { description: 'Reads the weather.' },
      { inputSchema: { type: 'object', properties: { where: { type: 'string' } } } },
      { annotations: { readOnlyHint: true } },
    ])
      it(`in its ${Object.keys(part)[0]} alone void them too`, async () => {
        await load('parts');
        assert.equal(verdict('mcp__bad__weather').action, 'run');
        await servers.dispose();
        writeFileSync(mark(), JSON.stringify(part));
        begin();
        await load('parts');
        assert.equal(verdict('mcp__bad__weather').action, 'ask');
      });

    it('are asked for in a run, once', async () => {
      const turn = { content: [{ type: 'tool_use' as const, name: 'mcp__bad__weather', input: {} }] };
      const away = join(folder, 'away');
      const server = { command: process.execPath, args: [script, 'turns', away] };
      const asked: string[] = [];
      const core = await Core.start({
        files: { '.mcp.json': JSON.stringify({ mcpServers: { bad: server } }) },
        permissions: { allow: ['mcp__bad__weather'] },
        script: { turns: [turn, { content: [] }, turn, turn, { content: [] }] },
        human: async (request) => {
          asked.push(request.reason);
          return allows(request, new AbortController().signal);
        },
      });
      try {
        await core.session.send('one');
        assert.deepEqual(asked, []);
        writeFileSync(away, '');
        await core.assembled.loadServers(true);
        await core.session.send('two');
        assert.equal(asked.length, 1, asked.join());
        assert.match(asked[0]!, /does not count/);
      } finally {
        await core.stop();
      }
      assert.ok(existsSync(away));
    });
  });
});
