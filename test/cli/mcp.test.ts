import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookEvent } from '../../src/shared/events/events';
import { runCli } from '../fixtures/cli';
import { root } from '../fixtures/core';
import { McpHttp } from '../fixtures/mcpHttp';

describe('MCP servers on the command line', () => {
  let folder: string;
  const call = '/call mcp__far__echo {"text": "you"}';
  const args = ['run', '--no-hooks', '--mcp', '--approve', 'always', call];
  const declare = (text: object) => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode', 'mcp.json'), JSON.stringify(text));
  };
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-mcp-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('take their inputs from the environment, or do not start', async () => {
    const far = await McpHttp.start();
    const server = { type: 'http', url: far.url, headers: { Authorization: 'Bearer ${input:api-key}' } };
    declare({ inputs: [{ id: 'api-key', type: 'promptString', password: true }], servers: { far: server } });
    const without = await runCli(folder, args);
    const given = await runCli(folder, args, { HOOKSMITH_INPUT_API_KEY: 'abc' });
    await far.stop();
    assert.match(without.stderr, /far is not started: its input api-key was not given/);
    assert.match(given.stdout, /far: you/, given.stderr);
    assert.ok(far.headers.every(({ authorization }) => authorization === 'Bearer abc'));
  });

  it('print a link where one wants its human to sign in, and go on once that is done', async () => {
    const far = await McpHttp.start({ oauth: true });
    declare({ servers: { far: { type: 'http', url: far.url } } });
    const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    });
    let stdout = '';
    let stderr = '';
    let opened: Promise<unknown> | undefined;
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      const [, link] = /sign in to the MCP server far: (\S+)\n/.exec(stderr) ?? [];
      if (link) opened ??= fetch(link);
    });
    await new Promise((resolve) => child.on('close', resolve));
    await opened;
    await far.stop();
    assert.match(stdout, /far: you/, stderr);
  });

  it('answer with an error that is one, and with what is none', async () => {
    declare({ servers: { near: { command: process.execPath, args: [join(root, 'test', 'fixtures', 'mcpServer.mjs')] } } });
    const calls = ['/call mcp__near__fail {}', '/call mcp__near__echo {"text": "you"}'].join('\n');
    const events = join(folder, 'events.jsonl');
    const { stderr } = await runCli(folder, [...args.slice(0, -1), '--events', events, calls]);
    const all = readFileSync(events, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HookEvent);
    const settled = all.flatMap((event) => (event.type === 'tool_settled' ? [event] : []));
    assert.deepEqual(
      settled.map(({ toolName, output, data }) => [toolName, output, data?.outcome]).sort(),
      [
        ['mcp__near__echo', 'you', 'ok'],
        ['mcp__near__fail', 'it went wrong', 'error'],
      ],
      stderr,
    );
  });

  it('end while one waits for its human', async () => {
    const far = await McpHttp.start({ oauth: true });
    declare({ servers: { far: { type: 'http', url: far.url } } });
    const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    });
    let stderr = '';
    let isAsked = false;
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      // Once: a second signal ends it at once.
      if (isAsked || !/sign in to the MCP server far/.test(stderr)) return;
      isAsked = true;
      child.kill('SIGTERM');
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    await far.stop();
    assert.equal(code, 130, stderr);
  });
});
