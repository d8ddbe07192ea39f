// One stage of the tests: a process of its own, whose result is known however it ends, and of which nothing stays.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill, watchTree } from './processes.mjs';
import { factor, refresh } from './speed.cjs';

/** What a stage gets, in ms on an idle machine: to end after its last test, for one test or hook, and for what it started to be gone. */
const usual = { end: 30_000, silence: 400_000, gone: 10_000 };

/** What is to be ended and removed where this process ends before its stages. */
const leaving = new Set();
process.on('exit', () => {
  for (const leave of leaving) leave();
});

/**
 * Runs `command` and reads what it tells (`reporter.cjs`) from `results`. Resolves with the counts, the failures as `{test, why}`, the milliseconds
 * of each test file, and the stage's problems: that it hung, fell over or ran nothing, and what it left behind.
 */
export async function runStage({ name, command, args, cwd, env, results, mayBeEmpty, output, limits = usual }) {
  for (const path of [results, `${results}.leaks`]) rmSync(path, { force: true });
  const mark = `${name}-${process.pid}`;
  // Of its own, so that a test that looks what it left there sees nothing of the other lane; short, since sockets lie in it.
  const temporary = mkdtempSync(join(tmpdir(), 'hs-'));
  const child = spawn(command, args, {
    cwd,
    env: { ...env, TMPDIR: temporary, TMP: temporary, TEMP: temporary, HOOKSMITH_RESULTS: results, HOOKSMITH_STAGE: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.write(chunk));
  const tree = watchTree(child.pid, `HOOKSMITH_STAGE=${mark}`);
  const endAll = () => {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    else kill(child.pid, tree.alive());
  };
  const leave = () => {
    endAll();
    remove(temporary);
  };
  leaving.add(leave);
  const problems = [];
  const { status, hung } = await ended(child, results, limits, endAll);
  const left = hung ? [] : await leftovers(tree, limits);
  tree.stop();
  endAll();
  leaving.delete(leave);

  const { passed, failures, skipped, files, now, over } = read(results);
  const failed = failures.length;
  const at = now ? `, at: ${now}` : '';
  if (hung) problems.push(over ? 'it did not end after its last test' : `nothing happened any more${at}`);
  else if (!over) problems.push(`it ended in the middle${at}`);
  else if (!mayBeEmpty && passed + failed + skipped === 0) problems.push('it ran no test');
  const leaks = existsSync(`${results}.leaks`) ? JSON.parse(readFileSync(`${results}.leaks`, 'utf8')) : [];
  problems.push(...leaks.map((leak) => `left open: ${leak}`));
  problems.push(...left.map(({ pid, command: line }) => `left running: ${pid} ${line.slice(0, 300)}`));
  const why = remove(temporary);
  if (why !== undefined) problems.push(`its temporary folder stays: ${why}`);
  if (status !== 0 && failed + problems.length === 0) problems.push(`it ended with ${status}`);
  return { name, passed, failed, failures, skipped, files, problems };
}

/** Why a folder could not be removed, where it could not. What is written there meanwhile is found by the next try alone: `maxRetries` does not look anew. */
function remove(folder) {
  for (let tries = 1; ; tries++)
    try {
      return rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
    } catch (error) {
      if (tries === 10) return error.message;
    }
}

/** Resolves when it has ended, by itself or because it hung. A test that hangs is to fail, so that it leaves its evidence; where it cannot, all is ended. */
async function ended(child, results, limits, endAll) {
  const exited = new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: error.message }));
    child.on('exit', (status, signal) => resolve({ status: status ?? signal }));
  });
  const began = Date.now();
  let asked = Infinity;
  let toldThen = 0;
  for (;;) {
    const done = await Promise.race([exited, sleep(500)]);
    const { mtimeMs: last, size: told } = existsSync(results) ? statSync(results) : { mtimeMs: began, size: 0 };
    // By what it told: a file's time may lie before the clock's.
    if (told > toldThen) asked = Infinity;
    if (done) return { ...done, hung: asked < Infinity };
    if (asked === Infinity && Date.now() - last < limits.end) continue;
    const { over } = read(results);
    const [since, most] = asked < Infinity ? [asked, limits.end] : [last, over ? limits.end : limits.silence];
    const overdue = () => Date.now() - since > most * factor();
    if (!overdue()) continue;
    refresh();
    if (!overdue()) continue;
    if (!over && asked === Infinity && process.platform !== 'win32') {
      asked = Date.now();
      toldThen = told;
      child.kill('SIGUSR2');
      continue;
    }
    endAll();
    return { ...(await exited), hung: true };
  }
}

/** Those that are still there when they had time to go. */
async function leftovers(tree, limits) {
  const began = Date.now();
  for (;;) {
    const alive = tree.alive();
    if (alive.length === 0 || Date.now() - began > limits.gone * factor()) return alive;
    await sleep(200);
  }
}

function read(results) {
  const told = { passed: 0, failures: [], skipped: 0, now: '', over: false, files: {} };
  const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n').slice(0, -1) : [];
  for (const line of lines.map((text) => JSON.parse(text))) {
    if (line.began !== undefined) told.now = line.began;
    if (line.pass !== undefined) told.passed++;
    if (line.fail !== undefined) told.failures.push({ test: line.fail, why: line.why });
    if (line.pending !== undefined) told.skipped++;
    if (line.ms !== undefined) told.files[line.file] = (told.files[line.file] ?? 0) + line.ms;
    if (line.over) told.over = true;
  }
  return told;
}
