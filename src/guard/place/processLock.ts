/**
 * One process at a time reads, changes and writes a file that the guard keeps. Other than a session's lock it is held for a moment, by processes that go on. It is a
 * folder with its holder's name in it, of each time another: so what one left behind that was killed is taken away by that name, and never what was taken since.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './alive';

const askAgainMs = 5;
/** Nobody works for so long: the holder's number is another process's by now. */
const staleMs = 10_000;
const longestWaitMs = 2 * staleMs;

/** Waits for its turn, and blocks meanwhile. `path` is that of the file. */
export function underLock<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`;
  const holder = `${process.pid}-${randomUUID()}`;
  take(lock, holder);
  try {
    return work();
  } finally {
    rmSync(join(lock, holder), { force: true });
    removeIfFree(lock);
  }
}

function take(lock: string, holder: string): void {
  const own = `${lock}-${holder}`;
  mkdirSync(own, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(join(own, holder), '', { mode: 0o600 });
    const until = Date.now() + longestWaitMs;
    while (!becomes(own, lock, holder)) {
      takeAwayLeftBehind(lock);
      if (Date.now() > until) throw new Error(`${lock}: another process holds it, and does not let go`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, askAgainMs);
    }
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** In one step, and only where nobody holds it: no folder takes the place of one with something in it. */
function becomes(own: string, lock: string, holder: string): boolean {
  const now = new Date();
  utimesSync(join(own, holder), now, now);
  try {
    renameSync(own, lock);
    return true;
  } catch (error) {
    // On Windows not of an empty one either, which is taken away then.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function takeAwayLeftBehind(lock: string): void {
  try {
    for (const holder of readdirSync(lock)) {
      const path = join(lock, holder);
      const isStale = Math.abs(Date.now() - statSync(path).mtimeMs) > staleMs;
      if (isStale || !isAlive(Number.parseInt(holder, 10))) rmSync(path, { force: true });
    }
  } catch {
    // It was let go meanwhile.
  }
  removeIfFree(lock);
}

function removeIfFree(lock: string): void {
  try {
    rmdirSync(lock);
  } catch {
    // Another holds it, or took it away.
  }
}
