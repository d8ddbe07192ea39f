import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServers } from '../../src/adapters/mcp/mcp';
import type { ToolContext } from '../../src/agent/ports/tool';
import { foreignScopes } from '../../src/agent/tools/foreignTool';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import { root, until } from '../fixtures/core';
import { freePort } from '../fixtures/freePort';

/** They bring forty megabytes with them, so they are fetched when they are first tested, into a folder that git does not see. */
const place = join(root, '.vscode-test', 'mcp-servers');
const packages = ['@modelcontextprotocol/server-everything@2026.8.31', '@modelcontextprotocol/server-filesystem@2026.8.31'];
const entry = (name: string) => join(place, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js');

describe('MCP servers from npm', function () {
  this.timeout(240_000);
  let folder: string;
  let registry: ToolRegistry;
  let servers: McpServers;
  const errors: string[] = [];
  const load = async (mcpServers: object) => {
    const file = join(folder, '.mcp.json');
    writeFileSync(file, JSON.stringify({ mcpServers }));
    await servers.load([file]);
  };
  const call = async (name: string, input: object, onOutput: (text: string) => void = () => undefined) => {
    const context = { cwd: folder, signal: new AbortController().signal, onOutput } as unknown as ToolContext;
    return (await registry.get(name)!.run(input as never, context)).content;
  };

  before(function () {
    if (existsSync(entry('server-filesystem')) && existsSync(entry('server-everything'))) return;
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private":true}');
    try {
      execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
        cwd: place,
        stdio: 'pipe',
        timeout: 180_000,
        shell: process.platform === 'win32',
      });
    } catch (error) {
      console.log(`      skipped: they cannot be installed: ${String(error).split('\n')[0]}`);
      this.skip();
    }
  });
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-mcp-')));
    registry = new ToolRegistry();
    errors.length = 0;
    const log = { info: () => undefined, error: (text: string) => void errors.push(text) };
    servers = new McpServers({ scopes: foreignScopes(registry), version: '1', log });
  });
  afterEach(async () => {
    await servers.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const everything = async (label: string) => {
    assert.deepEqual(errors, [], label);
    assert.match(String(await call('mcp__all__echo', { message: 'hello' })), /hello/);
    assert.match(String(await call('mcp__all__get-sum', { a: 2, b: 40 })), /42/);
    const picture = await call('mcp__all__get-tiny-image', {});
    assert.ok(Array.isArray(picture) && picture.some(({ type }) => type === 'image'), JSON.stringify(picture).slice(0, 200));
    const [resource] = await servers.resources();
    assert.ok(resource, 'it has resources');
    assert.ok((await servers.readResource('all', resource.uri)).length > 0);
    const prompts = await servers.prompts();
    const plain = prompts.find(({ arguments: wanted }) => wanted.length === 0)!;
    const [message] = await servers.prompt('all', plain.name, {});
    assert.equal(message!.role, 'user');
    const asks = prompts.find(({ arguments: wanted }) => wanted.some(({ required }) => required))!;
    await assert.rejects(servers.prompt('all', asks.name, {}));
  };

  it('are all there over stdio: tools, pictures, progress, resources, prompts', async () => {
    await load({ all: { command: process.execPath, args: [entry('server-everything'), 'stdio'] } });
    await everything('stdio');
    let live = '';
    await call('mcp__all__trigger-long-running-operation', { duration: 1, steps: 2 }, (text) => (live += text));
    assert.ok(live.length > 0, 'it tells how far it is');
  });

  for (const [kind, path] of [
    ['streamableHttp', 'mcp'],
    ['sse', 'sse'],
  ] as const)
    it(`are all there over ${kind}`, async () => {
      const port = await freePort();
      const child = spawn(process.execPath, [entry('server-everything'), kind], {
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
      try {
        await until(() => /listening|running on port/i.test(said) || child.exitCode !== null);
        await load({ all: { type: kind === 'sse' ? 'sse' : 'http', url: `http://127.0.0.1:${port}/${path}` } });
        await everything(said);
      } finally {
        await servers.dispose();
        child.kill('SIGKILL');
      }
    });

  it('read and write files where they are allowed to', async () => {
    await load({ files: { command: process.execPath, args: [entry('server-filesystem'), '${workspaceFolder}'] } });
    assert.deepEqual(errors, []);
    await call('mcp__files__write_file', { path: join(folder, 'a.txt'), content: 'written' });
    assert.match(JSON.stringify(await call('mcp__files__read_text_file', { path: join(folder, 'a.txt') })), /written/);
    assert.match(JSON.stringify(await call('mcp__files__read_text_file', { path: '/etc/passwd' })), /denied|outside/i);
    assert.equal(registry.get('mcp__files__read_text_file')!.readOnly, false);
  });
});
