import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confinedPrograms } from '../../src/adapters/machine/confinedPrograms';
import { AcceptedServers } from '../../src/adapters/mcp/acceptedServers';
import { type McpParts, McpServers } from '../../src/adapters/mcp/mcp';
import type { RemoteServer } from '../../src/adapters/mcp/mcpConfig';
import type { ToolContext } from '../../src/agent/ports/tool';
import { foreignScopes } from '../../src/agent/tools/foreignTool';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import { root, until } from '../fixtures/core';
import { Loopback } from '../fixtures/loopback';
import { McpHttp, tenant } from '../fixtures/mcpHttp';

/** A server that wants a key in its headers, and knows no signing in. */
class Keyed extends Loopback {
  constructor(private readonly elsewhere: number) {
    super();
  }

  protected answer({ url }: IncomingMessage, response: ServerResponse): void {
    if (url === '/mcp') response.writeHead(401).end();
    else response.writeHead(this.elsewhere, { 'content-type': 'text/html' }).end('<html></html>');
  }
}

describe('MCP servers', () => {
  let folder: string;
  let registry: ToolRegistry;
  let errors: string[];
  let opened: McpServers[];
  const far: McpHttp[] = [];
  const script = join(root, 'test', 'fixtures', 'mcpServer.mjs');
  const servers = (parts: Partial<McpParts> = {}) => {
    const log = { info: () => undefined, error: (text: string) => void errors.push(text) };
    const made = new McpServers({ scopes: foreignScopes(registry), version: '1', log, wait: async () => undefined, ...parts });
    opened.push(made);
    return made;
  };
  const start = async (...args: Parameters<typeof McpHttp.start>) => {
    const one = await McpHttp.start(...args);
    far.push(one);
    return one;
  };
  const configure = (text: object | string, name = '.mcp.json') => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
    return path;
  };
  const call = async (name: string, input = {}) => {
    const context = { cwd: folder, signal: new AbortController().signal, onOutput: () => undefined } as unknown as ToolContext;
    return (await registry.get(name)!.run(input, context)).content;
  };
  const statuses = (of: McpServers) => of.states.map(({ name, status }) => `${name} ${status}`);

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-mcp-')));
    registry = new ToolRegistry();
    errors = [];
    opened = [];
  });
  afterEach(async () => {
    for (const one of opened) await one.dispose();
    for (const one of far.splice(0)) await one.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  describe('elsewhere', () => {
    for (const [kind, type] of [
      ['http', 'http'],
      ['http', undefined],
      ['sse', 'sse'],
      ['sse', 'http'],
    ] as const)
      it(`are reached over ${kind} where ${type ?? 'nothing'} is declared, with the headers of their declaration`, async () => {
        const one = await start({ kind });
        process.env.HOOKSMITH_TEST_TOKEN = 'abc';
        try {
          const file = configure({
            mcpServers: { far: { type, url: one.url, headers: { 'X-Key': '${HOOKSMITH_TEST_TOKEN}' } } },
          });
          const all = servers();
          await all.load([file]);
          assert.deepEqual([errors, statuses(all)], [[], ['far running']]);
          assert.equal(await call('mcp__far__echo', { text: 'you' }), 'far: you');
          assert.ok(one.headers.every((sent) => sent['x-key'] === 'abc'));
          // What it does not offer it is not asked for.
          assert.deepEqual([await all.prompts(), await all.resources(), errors], [[], [], []]);
          assert.ok(!one.asked.some((method) => /^(prompts|resources)\//.test(method)));
        } finally {
          delete process.env.HOOKSMITH_TEST_TOKEN;
        }
      });

    it('are accepted by exact address and headers', async () => {
      const one = await start();
      const stored = new Map<string, string>();
      const store = {
        read: (scope: string) => ({ text: stored.get(scope) }),
        write: (scope: string, text: string) => void stored.set(scope, text),
      };
      const accepted = new AcceptedServers({ store, refused: () => undefined });
      const all = servers({ accepts: (server) => accepted.has(server) });
      const declare = (more: object) => configure({ mcpServers: { far: { url: one.url, headers: { A: '1' }, ...more } } });
      const file = declare({});
      await all.load([file]);
      assert.deepEqual([statuses(all), one.asked], [['far waiting'], []]);
      const [server] = all.waiting as RemoteServer[];
      assert.deepEqual([server!.kind, server!.url, server!.headers], ['http', one.url, { A: '1' }]);
      accepted.accept(server!);
      await all.load([file]);
      assert.deepEqual(statuses(all), ['far running']);
      for (const change of [{ headers: { A: '2' } }, { headers: { A: '1', B: '2' } }, { url: `${one.url}?x` }, { type: 'sse' }]) {
        declare(change);
        await all.load([file]);
        assert.deepEqual(statuses(all), ['far waiting'], JSON.stringify(change));
      }
    });

    it('that go away are shown, and reached again once they are back', async () => {
      const one = await start();
      const { port } = one;
      const waits: number[] = [];
      let go = () => {};
      const wait = (ms: number) => {
        waits.push(ms);
        return ms === 0 ? Promise.resolve() : new Promise<void>((resolve) => (go = resolve));
      };
      const all = servers({ wait });
      await all.load([configure({ mcpServers: { far: { url: one.url } } })]);
      await one.stop();
      await assert.rejects(call('mcp__far__echo'));
      await until(() => waits.length === 2);
      assert.deepEqual([waits, statuses(all), registry.get('mcp__far__echo')], [[0, 1000], ['far restarting'], undefined]);
      assert.match(errors.join('\n'), /mcp__far ended by itself: it is started again in 1 s/);
      await start({}, port);
      go();
      await until(() => all.states[0]!.status === 'running');
      assert.equal(await call('mcp__far__echo', { text: 'back' }), 'far: back');
    });

    it('are given up after five times, which is said', async () => {
      const one = await start();
      const waits: number[] = [];
      const all = servers({ wait: async (ms) => void waits.push(ms) });
      await all.load([configure({ mcpServers: { far: { url: one.url } } })]);
      await one.stop();
      await assert.rejects(call('mcp__far__echo'));
      await until(() => all.states[0]!.status === 'failed');
      assert.deepEqual(waits, [0, 1000, 2000, 4000, 8000]);
      assert.match(all.states[0]!.problem ?? '', /fetch failed/);
    });

    it('are reached in an always-on sandbox only at hosts that it allows', async () => {
      const one = await start();
      const file = configure({ mcpServers: { far: { url: one.url } } });
      const none = { unavailable: async () => undefined, program: async () => assert.fail('no program') };
      const held = (hosts: string[]) => confinedPrograms(() => ({ sandbox: 'always', hosts }), none);
      await servers({ confined: held(['example.org']) }).load([file]);
      assert.match(
        errors[0]!,
        /mcp__far did not start: everything is to run in the sandbox, and 127\.0\.0\.1 is none of its hosts/,
      );
      assert.deepEqual(one.asked, []);
      const all = servers({ confined: held(['127.0.0.1']) });
      await all.load([file]);
      assert.deepEqual(statuses(all), ['far running']);
    });
  });

  describe('that want the human to sign in', () => {
    const kept = () => {
      const values = new Map<string, string>();
      return {
        values,
        get: async (key: string) => values.get(key),
        set: async (key: string, value: string | undefined) =>
          void (value === undefined ? values.delete(key) : values.set(key, value)),
      };
    };

    /** Of a human who agrees to whatever page is opened. */
    const willing = { open: async (url: string) => void (await fetch(url)) };
    const far = ({ url }: { url: string }) => configure({ mcpServers: { far: { url } } });
    const signedIn = async (one: { url: string }, parts: Partial<McpParts> = {}) => {
      const all = servers({ browser: willing, ...parts });
      await all.load([far(one)]);
      await all.signIn('far');
      return all;
    };

    it('are not asked for anything before the human agrees, then once for all, with the tokens kept', async () => {
      const one = await start({ oauth: true });
      const pages: string[] = [];
      const answers: unknown[] = [];
      const secrets = kept();
      const browser = {
        open: async (url: string) => {
          pages.push(new URL(url).pathname);
          // Somebody else's return is none.
          const stranger = new URL(new URL(url).searchParams.get('redirect_uri')!);
          stranger.search = '?code=stolen&state=guess';
          answers.push((await fetch(stranger)).status);
          answers.push(/signed in/.test(await (await fetch(url)).text()));
        },
      };
      const all = servers({ secrets, browser });
      await all.load([far(one)]);
      assert.deepEqual([statuses(all), one.asked, pages], [['far signIn'], [], []]);
      await all.signIn('far');
      assert.deepEqual([statuses(all), pages, answers], [['far running'], ['/authorize'], [404, true]]);
      assert.equal(await call('mcp__far__echo', { text: 'in' }), 'far: in');
      assert.match([...secrets.values.values()].join(), /secret-token/);
      await all.dispose();
      const later = servers({ secrets, browser });
      await later.load([far(one)]);
      assert.deepEqual([statuses(later), pages.length], [['far running'], 1]);
    });

    it('again by another return are registered with that, since a client is known by where it comes back to', async () => {
      const one = await start({ oauth: true });
      const secrets = kept();
      const returns = new Set<string | null>();
      const browser = {
        open: async (url: string) => {
          returns.add(new URL(url).searchParams.get('redirect_uri'));
          await fetch(url);
        },
      };
      const all = await signedIn(one, { secrets, browser });
      for (const [key, value] of secrets.values) {
        const { tokens: _, ...rest } = JSON.parse(value) as Record<string, unknown>;
        secrets.values.set(key, JSON.stringify(rest));
      }
      await all.dispose();
      const later = servers({ secrets, browser });
      await later.load([far(one)]);
      await later.signIn('far');
      assert.equal(one.asked.filter((what) => what === 'register').length, returns.size, [...returns].join());
      assert.deepEqual(statuses(later), ['far running']);
    });

    it('renew what has run out without a word', async () => {
      const one = await start({ oauth: true });
      const secrets = kept();
      const all = await signedIn(one, { secrets });
      await all.dispose();
      for (const [key, value] of secrets.values) secrets.values.set(key, value.replaceAll('secret-token', 'old-token'));
      const later = servers({ secrets });
      await later.load([far(one)]);
      assert.deepEqual(statuses(later), ['far running'], errors.join());
      assert.ok(one.asked.includes('token refresh_token'));
    });

    it('by another server than the one that they sign in to', async () => {
      const issuer = await start({ oauth: true });
      const one = await start({ oauth: true, issuer });
      const all = await signedIn(one);
      assert.deepEqual(statuses(all), ['far running'], errors.join());
      assert.equal(await call('mcp__far__echo', { text: 'in' }), 'far: in');
      assert.equal(one.asked.includes('register'), false);
      assert.equal(issuer.signIns[0]?.searchParams.get('resource'), one.url);
      assert.equal(issuer.signIns[0]?.searchParams.get('tenant'), tenant);
    });

    it('renew what was revoked while they run', async () => {
      const one = await start({ oauth: true });
      const all = await signedIn(one);
      one.tokens.access = 'another-token';
      assert.equal(await call('mcp__far__echo', { text: 'still in' }), 'far: still in');
      assert.ok(one.asked.includes('token refresh_token'));
      assert.deepEqual(statuses(all), ['far running']);
    });

    it('want the human again where a call is turned away for good', async () => {
      const one = await start({ oauth: true });
      const all = await signedIn(one);
      Object.assign(one.tokens, { access: 'another-token', refresh: 'another' });
      await assert.rejects(
        call('mcp__far__echo', { text: 'in' }),
        /^Error: the MCP server far wants the user to sign in again: echo did not run$/,
      );
      assert.deepEqual([statuses(all), one.signIns.length], [['far signIn'], 1]);
      await all.signIn('far');
      assert.equal(await call('mcp__far__echo', { text: 'in' }), 'far: in');
    });

    it('want the human again where nothing renews what they had, and are well once they have them', async () => {
      const one = await start({ oauth: true });
      const secrets = kept();
      const all = await signedIn(one, { secrets });
      await all.dispose();
      Object.assign(one.tokens, { access: 'another-token', refresh: 'another' });
      const later = servers({ secrets, browser: willing });
      await later.load([far(one)]);
      assert.deepEqual(statuses(later), ['far signIn'], errors.join());
      assert.equal(one.signIns.length, 1, 'nobody was sent to sign in unasked');
      await later.signIn('far');
      assert.deepEqual([statuses(later), one.signIns.length], [['far running'], 2]);
      assert.equal(await call('mcp__far__echo', { text: 'in' }), 'far: in');
    });

    it('say why that failed, and can be asked again', async () => {
      const one = await start({ oauth: true, refuses: true });
      const all = servers({ browser: willing });
      await all.load([far(one)]);
      await assert.rejects(all.signIn('far'), /the server refused: access_denied/);
      assert.deepEqual(statuses(all), ['far signIn']);
    });

    for (const signInAt of ['file:///etc/passwd', 'vscode://some.extension/run', 'ms-settings:about'])
      it(`open no page but one of the web: not ${signInAt}`, async () => {
        const one = await start({ oauth: true, signInAt });
        const opened: string[] = [];
        const all = servers({ browser: { open: async (url) => void opened.push(url) } });
        await all.load([far(one)]);
        await assert.rejects(all.signIn('far'));
        assert.deepEqual([opened, statuses(all)], [[], ['far signIn']]);
      });

    for (const [what, elsewhere] of [
      ['knows nothing else', 404],
      ['turns everything away', 401],
      ['answers what it knows not with a page', 200],
    ] as const)
      it(`are not waited for where there is no page to sign in at: one that wants a key and ${what}`, async () => {
        const one = await new Keyed(elsewhere).listen();
        try {
          const all = servers({ browser: willing, signsInAtOnce: true });
          await all.load([far({ url: `${one.origin}/mcp` })]);
          await assert.rejects(all.signIn('far'));
          assert.deepEqual(statuses(all), ['far signIn']);
          assert.match(errors[0]!, /mcp__far wants you to sign in/);
          assert.match(errors[1]!, elsewhere === 401 ? /mcp__far: it names no page to sign in at/ : /mcp__far: /);
        } finally {
          await one.stop();
        }
      });

    it('at once where nobody could ask for it later', async () => {
      const one = await start({ oauth: true });
      const all = servers({ signsInAtOnce: true, browser: willing });
      await all.load([far(one)]);
      assert.deepEqual(statuses(all), ['far running'], errors.join());
    });
  });

  describe('of .vscode/mcp.json', () => {
    const inputs = [
      { id: 'word', type: 'promptString', description: 'A word', password: true },
      { id: 'unused', type: 'promptString' },
    ];

    it('are read as VS Code reads them: comments, inputs, variables, a file of the environment', async () => {
      configure('FROM_FILE=one\nexport GREETING="of the file "\n', 'dev.env');
      const file = configure(
        `\uFEFF{
          // what it needs
          "inputs": ${JSON.stringify(inputs)},
          "servers": { "My Server": { "type": "stdio", "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(script)}, "\${workspaceFolder}"],
            "envFile": "\${workspaceFolder}/dev.env", "env": { "GREETING": "\${input:word} \${env:HOME} " }, }, },
        }`,
        '.vscode/mcp.json',
      );
      const asked: string[] = [];
      const all = servers({
        inputs: async ({ name }, { id, password }) => {
          asked.push(`${name} ${id} ${password}`);
          return 'hush';
        },
      });
      await all.load([file]);
      assert.deepEqual([errors, asked], [[], ['My Server word true']]);
      assert.equal(await call('mcp__My_Server__echo', { text: 'x' }), `hush ${process.env.HOME} x`);
    });

    it('show what was asked for by its name, and wait again when the file of the environment changes', async () => {
      configure('A=1', 'dev.env');
      const server = { command: process.execPath, args: [script, '${input:word}'], envFile: '${workspaceFolder}/dev.env' };
      const file = configure({ inputs, servers: { one: server } }, '.vscode/mcp.json');
      const stored = new Map<string, string>();
      const store = {
        read: (scope: string) => ({ text: stored.get(scope) }),
        write: (scope: string, text: string) => void stored.set(scope, text),
      };
      const accepted = new AcceptedServers({ store, refused: () => undefined });
      const asked: string[] = [];
      const all = servers({
        accepts: (one) => accepted.has(one),
        inputs: async (_, { id }) => {
          asked.push(id);
          return 'hush';
        },
      });
      await all.load([file]);
      assert.deepEqual([asked, statuses(all)], [[], ['one waiting']]);
      assert.match(JSON.stringify(all.waiting), /\$\{input:word\}/);
      accepted.accept(all.waiting[0]!);
      await all.load([file]);
      assert.deepEqual([asked, statuses(all)], [['word'], ['one running']]);
      configure('A=1\nNODE_OPTIONS=--require ./evil.js', 'dev.env');
      await all.load([file]);
      assert.deepEqual(statuses(all), ['one waiting']);
    });

    const wrong: [what: string, servers: object, said: RegExp][] = [
      [
        'an input that is not given',
        { command: 'x', args: ['${input:word}'] },
        /one is not started: its input word was not given/,
      ],
      ['an input that is not there', { command: 'x', args: ['${input:gone}'] }, /one: there is no input gone/],
      [
        'a file of the environment that is not there',
        { command: 'x', envFile: 'gone.env' },
        /one: its envFile cannot be read: .*ENOENT/,
      ],
      ['a variable that stands for nothing', { command: '${command:evil}' }, /one: nothing stands for \$\{command:evil\} here/],
      ['no address', { type: 'http', url: 'file:///etc/passwd' }, /one: url: must be a URL that begins with http/],
    ];
    for (const [what, one, said] of wrong)
      it(`are named where there is ${what}`, async () => {
        const all = servers();
        await all.load([configure({ inputs, servers: { one } }, '.vscode/mcp.json')]);
        assert.match(errors.join('\n'), said);
        assert.equal(
          all.states.some(({ status }) => status === 'running'),
          false,
        );
      });
  });

  it('of names that clash are refused clearly, and the same one twice is one', async () => {
    const node = { command: process.execPath, args: [script] };
    const first = configure({ mcpServers: { same: node, One: node, 'a.b': node } });
    const second = configure(
      { servers: { same: node, one: { ...node, args: [script, 'other'] }, a_b: { ...node, args: [] } } },
      '.vscode/mcp.json',
    );
    const all = servers();
    await all.load([first, second]);
    assert.deepEqual(statuses(all), ['same running', 'One running', 'a.b running']);
    assert.equal(errors.length, 2, errors.join('\n'));
    assert.match(errors[0]!, /\.vscode\/mcp\.json: the server one is refused: .*\.mcp\.json declares One/);
    assert.match(errors[1]!, /the server a_b is refused: .* declares a\.b/);
  });
});
