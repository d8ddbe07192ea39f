/** One run at a time goes on with a session file: two would each go on from what they read, and their lines would stand among each other's. */
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isAlive } from '../guard/place/alive';
import { UsageError } from './usage';

/** Held until the process ends. Throws a UsageError where another one holds it. */
export function lockSession(path: string): void {
  const lock = `${statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : resolve(path)}.lock`;
  if (!takes(lock) && !(leftBehind(lock) && takes(lock))) {
    const holder = holderOf(lock);
    throw new UsageError(
      `--session: another run (process ${holder ?? 'unknown'}) goes on with ${path}: wait for its end, or name another file. If there is none, delete ${lock}`,
    );
  }
}

function takes(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Where no file can be made beside it, the session's own says so, or is one that was there before.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
  process.once('exit', () => rmSync(lock, { force: true }));
  return true;
}

/** Takes away what a run left that was killed. One that was taken anew meanwhile is put back. */
function leftBehind(lock: string): boolean {
  if (!existsSync(lock)) return true;
  if (isHeld(lock)) return false;
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return true;
  }
  if (isHeld(aside)) {
    renameSync(aside, lock);
    return false;
  }
  rmSync(aside, { force: true });
  return true;
}

/** One whose holder is not written yet is held. */
function isHeld(lock: string): boolean {
  const holder = holderOf(lock);
  return holder === undefined || isAlive(holder);
}

function holderOf(lock: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
