import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { osSandbox } from '../../src/adapters/sandbox/sandbox';
import { runCli } from '../fixtures/cli';
import { root } from '../fixtures/core';

describe('hooksmith run in the sandbox', function () {
  this.timeout(120_000);
  let folder: string;
  before(async function () {
    const sandbox = osSandbox({ root, folders: () => [], log() {} });
    const why = await sandbox.unavailable();
    await sandbox.dispose();
    if (why) {
      console.log(`      skipped: ${why}`);
      this.skip();
    }
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-cli-'));
    mkdirSync(join(folder, '.hooksmith/hooks'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'the words');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const outside = join(homedir(), `.hooksmith-test-${process.pid}`);
  const policies = (text: string) =>
    writeFileSync(
      join(folder, '.hooksmith/hooks/p.ts'),
      `import { allowPaths, denyCommands, denyPaths, policy } from 'hooksmith';\n${text}`,
    );
  const runWith = async (env: NodeJS.ProcessEnv, command: string, ...more: string[]) => {
    const { code, stdout, stderr } = await runCli(folder, ['run', ...more, `/call Bash ${JSON.stringify({ command })}`], env);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const run = (command: string, ...more: string[]) => runWith({}, command, ...more);

  it('confines what a policy confines, and says what was refused', async () => {
    policies("export const p = policy((ctx) => ctx.confine({ denyRead: ['secret.txt'] }));");
    const out = await run(`cat secret.txt; echo x > ${outside}; echo in > in.txt; exit 3`, '--approve', 'always');
    assert.ok(!out.includes('the words'), out);
    assert.match(out, /secret\.txt: Permission denied/);
    assert.match(out, /Exit code 3\nA policy had this run in the sandbox, which refused:/);
    assert.equal(existsSync(outside), false);
    assert.equal(existsSync(join(folder, 'in.txt')), true);
  });
  it('asks where it is switched off', async () => {
    policies('export const p = policy((ctx) => ctx.confine());');
    assert.match(await run('echo ran', '--sandbox', 'off'), /cannot be confined: the sandbox is switched off/);
    assert.match(await run('echo ran', '--sandbox', 'off', '--approve', 'always'), /ran/);
  });
  it('confines every command with --sandbox always', async () => {
    const out = await run(`echo x > ${outside}; cat secret.txt`, '--sandbox', 'always', '--approve', 'always');
    assert.match(out, /Read-only file system/);
    assert.match(out, /the words/);
    assert.equal(existsSync(outside), false);
  });
  it('asks for a new host with --sandbox always, as for any call', async () => {
    const server = createServer((_, response) => response.end('from the host')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const get = `curl -sS -m 30 http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const events = join(folder, 'events.jsonl');
    try {
      assert.match(await run(get, '--sandbox', 'always', '--approve', 'always', '--events', events), /from the host/);
      const asked = readFileSync(events, 'utf8')
        .split('\n')
        .filter((line) => line.includes('approval_requested'));
      assert.match(asked.at(-1)!, /The command wants to reach 127\.0\.0\.1\. Let it, until it ends\?/);
    } finally {
      server.close();
    }
  });
  it('lets a line begin once what it reaches the network by listens, however busy the machine', async function () {
    if (process.platform !== 'linux') this.skip();
    policies("export const p = policy((ctx) => ctx.confine({ hosts: ['127.0.0.1'] }));");
    const [socat] = (process.env.PATH ?? '')
      .split(delimiter)
      .flatMap((at) => (existsSync(join(at, 'socat')) ? [join(at, 'socat')] : []));
    const late = mkdtempSync(join(tmpdir(), 'hooksmith-late-'));
    writeFileSync(join(late, 'socat'), `#!/bin/sh\ncase "$*" in *TCP?-LISTEN*) sleep 1 ;; esac\nexec ${socat} "$@"\n`, {
      mode: 0o755,
    });
    const server = createServer((_, response) => response.end('from the host')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const get = `curl -sS -m 30 http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const env = { PATH: `${late}${delimiter}${process.env.PATH}` };
      assert.match(await runWith(env, get, '--approve', 'always'), /from the host/);
    } finally {
      server.close();
      rmSync(late, { recursive: true });
    }
  });
  it('changes nothing where no policy confines', async () => {
    assert.match(await run('echo $PPID; cat secret.txt', '--approve', 'always'), /the words/);
  });
  it('exits 2 for another mode', async () => {
    const { code, stderr } = await runCli(folder, ['run', '--sandbox', 'on', 'hello']);
    assert.equal(code, 2);
    assert.match(stderr, /--sandbox: 'on' is none of confined, always, off/);
  });
});
