import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { confinedPrograms } from '../../../src/adapters/machine/confinedPrograms';
import { AcceptedServers } from '../../../src/adapters/mcp/acceptedServers';
import { McpServers, type ServerToStart } from '../../../src/adapters/mcp/mcp';
import type { ServerProgram } from '../../../src/adapters/mcp/mcpConfig';
import { callMs } from '../../../src/adapters/mcp/mcpServer';
import { blockOf } from '../../../src/adapters/mcp/mcpTools';
import { osSandbox } from '../../../src/adapters/sandbox/sandbox';
import type { ToolContext } from '../../../src/agent/ports/tool';
import { foreignScopes } from '../../../src/agent/tools/foreignTool';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import type { JsonObject } from '../../../src/shared/basics/json';
import { matchesAny } from '../../../src/shared/basics/wildcards';
import { root, until } from '../../fixtures/core';
import { pictures } from '../../fixtures/pictures';

describe('MCP servers', () => {
  let folder: string;
  let registry: ToolRegistry;
  let servers: McpServers;
  let infos: string[];
  let errors: string[];
  const script = join(root, 'test', 'fixtures', 'mcpServer.mjs');
  const file = () => join(folder, '.mcp.json');
  const configure = (mcpServers: object) => writeFileSync(file(), JSON.stringify({ mcpServers }));
  const node = (more: object = {}) => ({ command: process.execPath, args: [script], ...more });
  const names = () => registry.all().map(({ name }) => name);
  const ran = (name: string, input: JsonObject = {}, context: Partial<ToolContext> = {}) => {
    const made = { cwd: folder, signal: new AbortController().signal, onOutput: () => undefined, ...context } as ToolContext;
    return registry.get(name)!.run(input, made);
  };
  const call = async (...given: Parameters<typeof ran>) => (await ran(...given)).content;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-mcp-'));
    registry = new ToolRegistry();
    infos = [];
    errors = [];
    const log = { info: (text: string) => void infos.push(text), error: (text: string) => void errors.push(text) };
    servers = new McpServers({ scopes: foreignScopes(registry), version: '1', log });
  });
  afterEach(async () => {
    await servers.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('get nothing of the environment but what they declare and what every program needs', async () => {
    process.env.GREETING = 'leaked ';
    try {
      configure({ test: node() });
      await servers.load([file()]);
      assert.equal(await call('mcp__test__echo', { text: 'you' }), 'you');
    } finally {
      delete process.env.GREETING;
    }
  });

  it('are scopes whose tools are named after them and always count as writing', async () => {
    configure({ test: node({ env: { GREETING: '${HOOKSMITH_NONE:-hello }' } }), off: node({ disabled: true }) });
    await servers.load([file()]);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      names(),
      ['echo', 'fail', 'picture', 'wait', 'grow', 'exit'].map((name) => `mcp__test__${name}`),
    );
    assert.ok(infos.some((text) => text.includes('mcp__test__echo')));
    const echo = registry.get('mcp__test__echo')!;
    assert.deepEqual(
      [echo.scope, echo.readOnly, registry.declarations()[0]!.input_schema.required],
      ['mcp__test', false, ['text']],
    );
    assert.equal(await call('mcp__test__echo', { text: 'you' }), 'hello you');
    assert.equal(echo.input.safeParse({ text: 1 }).success, false);
  });

  it('have names that no pattern on another’s tools covers', async () => {
    configure({
      test: node(),
      test__other: node(),
      'test-_': node({ env: { GREETING: '-' } }),
      'test é': node({ disabled: true }),
    });
    await servers.load([file()]);
    assert.deepEqual(
      names()
        .filter((name) => /__echo$/.test(name))
        .sort(),
      ['mcp__test-__echo', 'mcp__test__echo', 'mcp__test_other__echo'],
    );
    assert.deepEqual(names().filter((name) => matchesAny(name, ['mcp__test__*'], true)).length, 6);
  });

  it('hand over no picture that a model would refuse, with each message that follows', () => {
    const told = (bytes: Buffer, mimeType: string) => {
      const block = blockOf({ type: 'image', data: bytes.toString('base64'), mimeType });
      return block.type === 'text'
        ? block.text
        : block.type === 'image' && block.source.type === 'base64' && block.source.media_type;
    };
    assert.equal(told(pictures.jpeg(1, 1), 'image/png'), 'image/jpeg');
    assert.equal(told(Buffer.from('<svg/>'), 'image/svg+xml'), '(image/svg+xml: a picture of a type that cannot be shown)');
    assert.equal(
      told(pictures.png(1280, 9000), 'image/png'),
      '(image/png: 24 bytes, 1280 × 9000 pixels: too large a picture to be shown)',
    );
    assert.match(String(told(Buffer.alloc(4_000_000), 'image/png')), /4000000 bytes, unknown pixels/);
  });

  it('hand over pictures, progress and failures', async () => {
    configure({ test: node() });
    await servers.load([file()]);
    assert.deepEqual(await call('mcp__test__picture'), [
      { type: 'text', text: 'see' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]);
    assert.deepEqual(await ran('mcp__test__fail'), { content: 'it went wrong', isError: true });
    const abort = new AbortController();
    let live = '';
    const waiting = call(
      'mcp__test__wait',
      {},
      {
        signal: abort.signal,
        onOutput: (chunk) => {
          live += chunk;
          abort.abort();
        },
      },
    );
    await assert.rejects(waiting);
    assert.equal(live, 'half\n');
  });

  it('go on where a tool passes on that something else would not have it', async () => {
    configure({ test: node() });
    await servers.load([file()]);
    for (const upstream of [401, 403, 404, 500]) {
      await assert.rejects(call('mcp__test__wait', { upstream }), /the key has expired/);
      assert.deepEqual([servers.states.map(({ status }) => status), errors], [['running'], []]);
    }
    assert.equal(await call('mcp__test__echo', { text: 'you' }), 'you');
  });

  it('have their time anew for a call whenever they say how far it is', async () => {
    configure({ test: node() });
    await servers.load([file()]);
    const set = globalThis.setTimeout;
    const begun: number[] = [];
    const spying = (...[run, ms, ...more]: Parameters<typeof setTimeout>) => {
      if (ms === callMs) begun.push(ms);
      return set(run, ms, ...more);
    };
    globalThis.setTimeout = Object.assign(spying, set) as typeof setTimeout;
    try {
      assert.equal(await call('mcp__test__wait', { thenEnds: true }), 'done');
    } finally {
      globalThis.setTimeout = set;
    }
    assert.equal(begun.length, 2, 'once as it was asked, once as it told of half');
  });

  it('are waited for while they start, also anew, by a call of their tools and by no other', async () => {
    configure({ Test: node() });
    const loaded = servers.load([file()]);
    await servers.bring('Read');
    assert.deepEqual(names(), []);
    await servers.bring('MCP__test__ECHO');
    assert.ok(names().includes('mcp__Test__echo'));
    await loaded;
    await servers.bring('mcp__Test__none');
    const again = servers.restart('Test');
    await until(() => names().length === 0);
    await servers.bring('mcp__Test__echo');
    assert.equal(await call('mcp__Test__echo', { text: 'you' }), 'you');
    await again;
  });

  it('are not waited for by whoever disposes of them, where one never answers', async function () {
    // Less than a server has for its start.
    this.timeout(10_000);
    configure({ Test: { command: process.execPath, args: ['-e', 'process.stdin.resume()'] } });
    const loaded = servers.load([file()]);
    await until(() => servers.states.some(({ status }) => status === 'starting'));
    await servers.dispose();
    await loaded;
  });

  it('may bring more tools later', async () => {
    configure({ test: node() });
    await servers.load([file()]);
    await call('mcp__test__grow');
    await until(() => names().includes('mcp__test__grown'));
    assert.equal(await call('mcp__test__grown'), 'new');
  });

  it('are started again when they end by themselves, with their last words in the log', async () => {
    configure({ test: node() });
    await servers.load([file()]);
    const before = registry.get('mcp__test__echo');
    await assert.rejects(call('mcp__test__exit'));
    await until(() => registry.get('mcp__test__echo') !== undefined && registry.get('mcp__test__echo') !== before);
    assert.match(errors.join(), /mcp__test ended by itself: it is started again.*the last words/);
    assert.equal(await call('mcp__test__echo', { text: 'back' }), 'back');
  });

  it('follow their file: what went is stopped, what changed is started again, what stayed goes on', async () => {
    configure({ stays: node(), goes: node(), changes: node() });
    await servers.load([file()]);
    const stays = registry.get('mcp__stays__echo');
    configure({ stays: node(), changes: node({ env: { GREETING: 'new ' } }) });
    await servers.load([file()]);
    assert.equal(registry.get('mcp__stays__echo'), stays);
    assert.equal(registry.get('mcp__goes__echo'), undefined);
    assert.equal(await call('mcp__changes__echo', { text: 'one' }), 'new one');
    await servers.load([]);
    assert.deepEqual(names(), []);
  });

  it('that are wrong are named, and the others start', async () => {
    configure({
      good: node(),
      gone: { command: join(folder, 'nothing') },
      web: { type: 'websocket', url: 'http://127.0.0.1' },
      silent: { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(2)'] },
      unset: node({ env: { KEY: '${HOOKSMITH_NONE}' } }),
    });
    await servers.load([file()]);
    const all = errors.join('\n');
    assert.match(all, /mcp__gone did not start .*ENOENT/);
    assert.match(all, /web: type: must be stdio, http or sse/);
    assert.match(all, /mcp__silent did not start .*no licence/);
    assert.match(all, /unset: the environment has no HOOKSMITH_NONE/);
    assert.ok(names().includes('mcp__good__echo'));
    writeFileSync(file(), '{');
    await servers.load([file()]);
    assert.match(errors.at(-1)!, /\.mcp\.json: .*JSON/);
    assert.deepEqual(names(), []);
  });

  it('that are declared wrongly are told with their line until they are mended, as files are that are no JSON', async () => {
    let told: (string | number | undefined)[][] = [];
    servers.onDidChange(() => {
      told = servers.problems.map(({ name, line, message }) => [name, line, message]);
    });
    const good = JSON.stringify(node());
    writeFileSync(file(), `{\n  "mcpServers": {\n    "good": ${good},\n    "bad":\n      { "typo": 1 }\n  }\n}`);
    await servers.load([file()]);
    assert.deepEqual(told, [['bad', 4, 'bad: command: must name the program to start']]);
    writeFileSync(file(), '{\n  "mcpServers": {{\n}');
    await servers.load([file()]);
    assert.deepEqual(told, [[undefined, 2, 'not JSON: PropertyNameExpected at line 2']]);
    writeFileSync(file(), '{\n  "mcpServers": []\n}');
    await servers.load([file()]);
    assert.deepEqual(told, [[undefined, 2, 'mcpServers: must be an object of servers by their names']]);
    configure({ good: node() });
    await servers.load([file()]);
    assert.deepEqual(told, []);
  });

  describe('that the human has to accept', () => {
    const stored = new Map<string, string>();
    const acceptance = () =>
      new AcceptedServers({
        store: { read: (scope) => ({ text: stored.get(scope) }), write: (scope, text) => void stored.set(scope, text) },
        refused: (where, why) => errors.push(`${where}: ${why}`),
      });
    let accepted: AcceptedServers;
    const begin = () => {
      accepted = acceptance();
      const log = { info: () => undefined, error: (text: string) => void errors.push(text) };
      const accepts = (server: ServerToStart) => accepted.has(server);
      servers = new McpServers({ scopes: foreignScopes(registry), version: '1', log, accepts });
    };
    beforeEach(() => {
      stored.clear();
      begin();
    });

    it('wait until they are, and are remembered', async () => {
      configure({ test: node({ env: { GREETING: 'hi ' } }) });
      let told = 0;
      servers.onDidChangeWaiting(() => told++);
      await servers.load([file()]);
      assert.deepEqual([names(), told], [[], 1]);
      const [server] = servers.waiting;
      const expected = {
        name: 'test',
        file: file(),
        kind: 'stdio',
        command: process.execPath,
        args: [script],
        cwd: folder,
        env: { GREETING: 'hi ' },
      };
      assert.deepEqual(server, expected);
      accepted.accept(server!);
      await servers.load([file()]);
      assert.equal(await call('mcp__test__echo', { text: 'you' }), 'hi you');
      assert.deepEqual([servers.waiting.length, told], [0, 2]);
      await servers.dispose();
      begin();
      await servers.load([file()]);
      assert.equal(names().length, 6);
    });

    it('wait again on each change of what would run, and end meanwhile', async () => {
      for (const change of [{ args: [script, 'more'] }, { env: { GREETING: 'x' } }, { cwd: tmpdir() }]) {
        configure({ test: node() });
        await servers.load([file()]);
        for (const server of servers.waiting) accepted.accept(server);
        await servers.load([file()]);
        assert.equal(names().length, 6);
        configure({ test: node(change) });
        await servers.load([file()]);
        assert.deepEqual([names(), servers.waiting.length], [[], 1], JSON.stringify(change));
      }
    });

    it('show by name what comes from the human’s own environment, so that a new value asks for nothing', async () => {
      process.env.HOOKSMITH_TEST_TOKEN = 'one';
      try {
        configure({ test: node({ env: { GREETING: '${HOOKSMITH_TEST_TOKEN}' } }) });
        await servers.load([file()]);
        assert.deepEqual((servers.waiting[0] as ServerProgram).env, { GREETING: '${HOOKSMITH_TEST_TOKEN}' });
        accepted.accept(servers.waiting[0]!);
        process.env.HOOKSMITH_TEST_TOKEN = 'two';
        await servers.load([file()]);
        assert.equal(await call('mcp__test__echo', { text: '!' }), 'two!');
      } finally {
        delete process.env.HOOKSMITH_TEST_TOKEN;
      }
    });

    it('are asked for anew where what was accepted is not to be read', async () => {
      configure({ test: node() });
      await servers.load([file()]);
      accepted.accept(servers.waiting[0]!);
      for (const scope of stored.keys()) stored.set(scope, '{}');
      begin();
      await servers.load([file()]);
      assert.deepEqual([names(), servers.waiting.length, errors], [[], 1, [`${folder}: it cannot be read`]]);
    });
  });

  describe('in the sandbox', () => {
    const outside = mkdtempSync(join(homedir(), '.hooksmith-test-outside-'));
    const sandbox = osSandbox({ root, folders: () => [folder], log: (text) => errors.push(text) });
    const log = { info: () => undefined, error: (text: string) => void errors.push(text) };
    after(async () => {
      await sandbox.dispose();
      rmSync(outside, { recursive: true, force: true });
    });

    it('write in the workspace and nowhere else, and serve as ever', async function () {
      const gap = await sandbox.unavailable();
      if (gap) {
        console.log(`      skipped: ${gap}`);
        this.skip();
      }
      const confined = confinedPrograms(() => ({ sandbox: 'always' }), sandbox);
      servers = new McpServers({ scopes: foreignScopes(registry), version: '1', log, confined });
      const begins = 'echo x > "$0/in.txt"; echo x > "$1/out.txt"; exec "$2" "$3"';
      configure({
        test: { command: 'sh', args: ['-c', begins, folder, outside, process.execPath, script], env: { GREETING: "it's " } },
      });
      await servers.load([file()]);
      assert.deepEqual(errors, []);
      assert.equal(await call('mcp__test__echo', { text: 'held' }), "it's held");
      assert.deepEqual([existsSync(join(folder, 'in.txt')), existsSync(join(outside, 'out.txt'))], [true, false]);
      await servers.load([]);
      assert.deepEqual(names(), []);
    });

    it('do not start where there is none', async () => {
      const none = { unavailable: async () => 'bubblewrap is not installed', program: async () => assert.fail('not asked') };
      const confined = confinedPrograms(() => ({ sandbox: 'always' }), none);
      servers = new McpServers({ scopes: foreignScopes(registry), version: '1', log, confined });
      configure({ test: node() });
      await servers.load([file()]);
      assert.deepEqual(names(), []);
      assert.match(errors[0]!, /mcp__test did not start: everything is to run in the sandbox: bubblewrap is not installed/);
    });
  });
});
