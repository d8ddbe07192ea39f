/** Processes that die at any instant: the hook host under a run, and the process of the loop itself. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { z } from 'zod';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import { foldSession } from '../../src/agent/session/sessionState';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import { tool } from '../../src/tools/builtInTool';
import { allows, Core, root, until } from '../fixtures/core';
import { seeded } from '../fixtures/seeded';
import { assertDecided, assertHistory, type Share, Tally, times } from './tally';

const gates = `import { hook, policy } from 'hooksmith';
export const slow = hook('preToolUse', async () => { await new Promise((resolve) => setTimeout(resolve, 2)); });
export const judge = policy((ctx) => ctx.input.text === 'never' ? ctx.deny('never') : undefined);
export const after = hook('postToolUse', (ctx) => { ctx.state.set(ctx.toolCallId, 1); });`;
const asks = (...texts: string[]) => [
  ...texts.map((text) => ({ content: [{ type: 'tool_use' as const, name: 'Act', input: { text } }] })),
  { content: [{ type: 'text' as const, text: 'done' }] },
];

/** Processes below this one that run a script. */
function childrenOf(pid: number, script: string): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return found && Number(found[2]) === pid && found[3]!.includes(script) ? [Number(found[1])] : [];
  });
}

/** Kills the hook host at instants of runs of four calls, the third of which a policy denies. */
export async function hookHosts(share: Share): Promise<Tally> {
  const tally = new Tally('the hook host killed at a random instant');
  const below = seeded(1);
  for (let n = 0; n < times(200, share); n++)
    await tally.try(`kill ${n}`, async () => {
      const ran: string[] = [];
      const asked = new Set<string>();
      const act = tool({
        name: 'Act',
        readOnly: false,
        description: 'acts',
        input: z.object({ text: z.string() }),
        run: async ({ text }, { toolCallId }) => {
          assert.notEqual(text, 'never');
          ran.push(toolCallId);
          return { content: text };
        },
      });
      const core = await Core.start({
        hooks: { 'a.ts': gates },
        tools: [act],
        script: { turns: asks('one', 'two', 'never', 'four') } satisfies RehearsalScript,
        human: (request, signal) => {
          asked.add(request.toolCallId);
          return allows(request, signal);
        },
      });
      const victims = childrenOf(process.pid, 'host.js');
      const dies = new Promise<void>((resolve) =>
        setTimeout(() => {
          for (const pid of victims)
            try {
              process.kill(pid, 'SIGKILL');
              tally.count('hosts killed');
            } catch {
              // It had ended.
            }
          resolve();
        }, below(60)),
      );
      try {
        await core.session.send('go');
        await dies;
        assertDecided(core.items, ran, asked);
        assertHistory(core.session.history);
        tally.count('calls that ran', ran.length);
      } finally {
        await core.stop();
      }
    });
  return tally;
}

/** Kills a command line that keeps a session at an instant of its run, and goes on with the session until it is whole. */
export async function loops(share: Share): Promise<Tally> {
  const tally = new Tally('the process of the loop killed (SIGKILL) at a random instant, and its session resumed');
  const below = seeded(2);
  const whole = 900;
  for (let n = 0; n < times(100, share); n++)
    await tally.try(`kill ${n}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'hooksmith-killed-'));
      try {
        mkdirSync(join(folder, '.hooksmith', 'hooks'), { recursive: true });
        writeFileSync(join(folder, '.hooksmith', 'hooks', 'a.ts'), gates);
        const turns = [1, 2, 3, 4, 5].map((call) => ({
          content: [{ type: 'tool_use', name: 'Bash', input: { command: `echo ${call} >> done.txt` } }],
        }));
        writeFileSync(
          join(folder, 'script.json'),
          JSON.stringify({ turns: [...turns, { content: [{ type: 'text', text: 'whole' }] }] }),
        );
        const args = ['run', '--model', 'script:script.json', '--approve', 'always', '--session', 's.jsonl'];
        await ended(folder, [...args, 'go'], 150 + below(whole));
        for (let life = 0; life < 4 && !isWhole(folder); life++) {
          // Killed before it had kept anything, it begins anew.
          const kept = join(folder, 's.jsonl');
          const begins = !existsSync(kept) || statSync(kept).size === 0 || readSession(kept).items.length === 0;
          await ended(folder, begins ? [...args, 'go'] : args);
          tally.count('resumes');
        }
        const { items, problems } = readSession(join(folder, 's.jsonl'));
        assert.deepEqual(problems, []);
        assertHistory(foldSession(items).history);
        const lines = existsSync(join(folder, 'done.txt'))
          ? readFileSync(join(folder, 'done.txt'), 'utf8').trim().split('\n')
          : [];
        assert.equal(new Set(lines).size, lines.length, `no call ran twice: ${lines.join(' ')}`);
        const decided = items.flatMap((item) =>
          item.kind === 'event' && item.event.type === 'pre_tool_use' ? [item.event.toolCallId] : [],
        );
        assert.ok(decided.length >= lines.length, 'each call that ran was decided, and is on record');
        tally.count('calls that ran', lines.length);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  return tally;
}

const isWhole = (folder: string): boolean =>
  existsSync(join(folder, 's.jsonl')) && readFileSync(join(folder, 's.jsonl'), 'utf8').includes('"after_run"');

/** Runs the command line in the folder; with `killedAfter` ms it is killed by then, and its group with it. */
function ended(folder: string, args: string[], killedAfter?: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
      stdio: 'ignore',
    });
    const timer = killedAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfter);
    child.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Kills a window's process at an instant of its run, in most lives while an approval waits, and opens the session anew. */
export async function windows(share: Share): Promise<Tally> {
  const tally = new Tally(
    'the process of a window killed (SIGKILL) at a random instant, approvals pending in some, and its session reopened',
  );
  const built = mkdtempSync(join(root, '.vscode-test', 'window-'));
  try {
    await windowLives(tally, built, share);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  return tally;
}

async function windowLives(tally: Tally, built: string, share: Share): Promise<void> {
  const below = seeded(3);
  const script = join(built, 'window.cjs');
  buildSync({
    entryPoints: [join(root, 'test', 'faults', 'window.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    packages: 'external',
    alias: { hooksmith: join(root, 'src', 'api', 'index.ts') },
    logOverride: { 'empty-import-meta': 'silent' },
  });
  for (let n = 0; n < times(100, share); n++)
    await tally.try(`kill ${n}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'hooksmith-window-'));
      const file = (name: string) => join(folder, name);
      const linesOf = (name: string) =>
        existsSync(file(name)) ? readFileSync(file(name), 'utf8').trim().split('\n').filter(Boolean) : [];
      const held = ['one', 'two', 'four', 'five', 'none'][n % 5]!;
      const begin = (held: string) =>
        spawn(process.execPath, [script, file('s.jsonl'), file('ran'), file('asked'), held, gates], {
          env: { ...process.env, TMPDIR: folder, HOME: folder },
          stdio: 'ignore',
        });
      try {
        const first = begin(held);
        const closed = new Promise((resolve) => first.on('close', resolve));
        // Once the prompt stands, at an instant after it; where none will, at one of the run.
        if (held === 'none') await Promise.race([closed, delay(200 + below(900))]);
        else {
          await until(() => linesOf('asked').includes(held));
          await delay(below(30));
        }
        const hosts = childrenOf(first.pid!, 'host.js');
        first.kill('SIGKILL');
        await closed;
        await until(() => hosts.every((pid) => !isAlive(pid)));
        assert.ok(!linesOf('ran').includes(held), 'what waited for its approval did not run');
        if (linesOf('asked').includes(held)) tally.count('approvals pending when killed');
        const second = begin('');
        await new Promise((resolve) => second.on('close', resolve));
        assert.equal(second.exitCode, 0, 'the session is reopened');
        const { items, problems } = readSession(file('s.jsonl'));
        assert.deepEqual(problems, []);
        assertHistory(foldSession(items).history);
        const ran = linesOf('ran');
        assert.equal(new Set(ran).size, ran.length, `no call ran twice: ${ran.join(' ')}`);
        assert.ok(!ran.includes('never'), 'what a policy denies did not run');
        for (const text of ran) assert.ok(linesOf('asked').includes(text), `${text} ran and nobody was asked`);
        if (held !== 'none') assert.ok(ran.includes(held), 'what waited is asked anew, and runs once it is allowed');
        tally.count('calls that ran', ran.length);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Storage that takes no more: a limit on the size of files stands for a full disk. */
export async function fullDisks(share: Share): Promise<Tally> {
  const tally = new Tally('a disk that is full after some kilobytes');
  for (let n = 0; n < times(20, share); n++)
    await tally.try(`after ${n} KB`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'hooksmith-full-'));
      try {
        const turns = [1, 2, 3].map((call) => ({
          content: [{ type: 'tool_use', name: 'Bash', input: { command: `echo ${call}` } }],
        }));
        writeFileSync(
          join(folder, 'script.json'),
          JSON.stringify({ turns: [...turns, { content: [{ type: 'text', text: 'whole' }] }] }),
        );
        const line = `ulimit -f ${n}; exec "$0" "$@"`;
        const cli = [process.execPath, join(root, 'dist', 'cli.js'), 'run', '--no-hooks', '--model', 'script:script.json'];
        const more = ['--approve', 'always', '--session', 's.jsonl', '--json', 'go'];
        const { status, stdout, stderr, signal } = spawnSync('bash', ['-c', line, ...cli, ...more], {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, HOME: folder },
        });
        assert.equal(signal, null, 'it ended by itself');
        if (status !== 0) assert.match(stdout + stderr, /EFBIG|ENOSPC|too large|no space/i, `what is wrong is said: ${stderr}`);
        assert.ok(!/^\s+at /m.test(stderr), `no stack: ${stderr}`);
        tally.count(status === 0 ? 'had room' : 'told');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  return tally;
}
