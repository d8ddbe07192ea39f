import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endDescendants, systemProcesses } from '../../../src/adapters/machine/processes';
import { until } from '../../fixtures/core';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

(process.platform === 'win32' ? describe.skip : describe)('processes', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-processes-')));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const left: number[] = [];
  afterEach(() => {
    for (const pid of left.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });

  /** Starts a line; `pids` are the numbers that it has put out. */
  function start(command: string, timeoutMs?: number) {
    let output = '';
    const running = systemProcesses().shell(command, {
      cwd: folder,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      onOutput: (chunk) => {
        output += chunk;
      },
    });
    const pids = async (count: number) => {
      const found = () => output.match(/\d+(?=\n)/g)?.map(Number) ?? [];
      await until(() => found().length >= count);
      left.push(...found());
      return found();
    };
    return { ...running, pids, output: () => output };
  }

  it('runs in its folder, with both streams and the exit code', async () => {
    const { done, output } = start('pwd; echo err >&2; exit 3');
    assert.deepEqual(await done, { code: 3, signal: null, timedOut: false });
    assert.deepEqual(output().trim().split('\n').sort(), [folder, 'err'].sort());
  });

  it('gives no input', async () => {
    const { done, output } = start('cat; echo end');
    await done;
    assert.equal(output(), 'end\n');
  });

  it('keeps letters whole that come in two pieces', async () => {
    const { done, output } = start("printf '\\xc3'; sleep 0.1; printf '\\xbc'");
    await done;
    assert.equal(output(), 'ü');
  });

  for (const [what, command, count] of [
    ['children', 'sleep 300 & echo $!; wait', 1],
    ['grandchildren', 'bash -c "sleep 300 & echo \\$!; wait" & echo $!; wait', 2],
    ['children that ignore the polite word', 'bash -c "trap : TERM; echo \\$\\$; while :; do sleep 0.1; done" & wait', 1],
    ['children in a group of their own', 'setsid sh -c "echo \\$\\$; exec sleep 300" & wait', 1],
  ] as const) {
    it(`ends ${what} with the shell`, async () => {
      const running = start(command);
      const pids = await running.pids(count);
      running.kill();
      const exit = await running.done;
      assert.notEqual(exit.code, 0);
      await until(() => !pids.some(isAlive));
    });
  }

  it('ends the tree when the time is over', async () => {
    const running = start('sleep 300 & echo $!; wait', 300);
    const pids = await running.pids(1);
    assert.equal((await running.done).timedOut, true);
    await until(() => !pids.some(isAlive));
  });

  it('does not wait for a child that keeps the pipes, and lets it live', async () => {
    const running = start('sleep 300 & echo $!');
    const [pid] = await running.pids(1);
    assert.equal((await running.done).code, 0);
    assert.ok(isAlive(pid!));
  });

  it('says what is wrong where it cannot start', async () => {
    let output = '';
    const { done } = systemProcesses().shell('ls', { cwd: join(folder, 'gone'), onOutput: (chunk) => (output += chunk) });
    assert.equal((await done).code, 127);
    assert.match(output, /ENOENT/);
  });

  it("hands on the user's environment without the editor's and without keys", () => {
    const script = `require('esbuild').buildSync({ entryPoints: ['src/adapters/machine/processes.ts'], bundle: true, platform: 'node', outfile: ${JSON.stringify(join(folder, 'p.js'))} });
      const { systemProcesses } = require(${JSON.stringify(join(folder, 'p.js'))});
      systemProcesses().shell('env', { cwd: '.', onOutput: (chunk) => process.stdout.write(chunk) });`;
    const { stdout } = spawnSync(process.execPath, ['-e', script], {
      cwd: process.env.HOOKSMITH_ROOT,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        MINE: '1',
        ELECTRON_RUN_AS_NODE: '1',
        VSCODE_PID: '1',
        NODE_OPTIONS: '--no-warnings',
        ANTHROPIC_API_KEY: 'k',
        OPENAI_API_KEY: 'k',
      },
    });
    assert.match(stdout, /^MINE=1$/m);
    assert.doesNotMatch(stdout, /ELECTRON_|VSCODE_|NODE_OPTIONS|ANTHROPIC|OPENAI/);
  });

  it('beneath a shell of the human’s end, by force where they must, and not the shell', async () => {
    // As a shell does that people type into: each line it runs is a group of its own.
    const lines = 'set -m; (trap "" TERM; sleep 1000; sleep 1000) & echo "$!"; wait; echo "after it"; read';
    const shell = spawn('bash', ['-c', lines], { stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await until(() => output.includes('\n'));
    left.push(Number.parseInt(output, 10), shell.pid!);
    await endDescendants(shell.pid!);
    await until(() => output.includes('after it'));
    assert.deepEqual(left.map(isAlive), [false, true]);
    const ended = new Promise((resolve) => shell.on('exit', resolve));
    shell.stdin.end('\n');
    await ended;
  });
});
