/**
 * Protected paths that are not there yet. A mount can only cover a name that exists, so a stand-in would show in every listing of the folder, on the host
 * too; instead, what a command makes under such a name is put aside as it appears, and once more at its end.
 */
import { cpSync, existsSync, type FSWatcher, lstatSync, mkdtempSync, renameSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { namesAt } from '../disk/quietReads';

export interface PutAside {
  path: string;
  /** Where it is now. */
  to: string;
}

export class Guard {
  readonly putAside: PutAside[] = [];
  private readonly watchers: FSWatcher[] = [];
  private readonly before = new Map<string, Set<string>>();

  /**
   * `folders`: where no protected name may appear. `paths`: others that are not there and must not come to be. A command that tries again after the
   * first time means it: `onInsistence`.
   */
  constructor(
    folders: readonly string[],
    private readonly isProtected: (path: string) => boolean,
    private readonly paths: readonly string[],
    private readonly onInsistence: () => void,
  ) {
    for (const folder of folders) {
      this.before.set(folder, new Set(namesAt(folder)));
      try {
        const watcher = watch(folder, { persistent: false }, (_, name) => {
          if (name !== null) this.check(join(folder, name));
        });
        watcher.on('error', () => watcher.close());
        this.watchers.push(watcher);
      } catch {
        // No watches are left on this machine: the look at the end still counts.
      }
    }
  }

  /** The last look. Nothing of the command may run any more. */
  end(): PutAside[] {
    for (const watcher of this.watchers.splice(0)) watcher.close();
    for (const [folder] of this.before) for (const name of namesAt(folder)) this.check(join(folder, name));
    for (const path of this.paths) if (isThere(path)) this.take(path);
    return this.putAside;
  }

  private check(path: string): void {
    if (!this.before.get(dirname(path))?.has(basename(path)) && this.isProtected(path) && isThere(path)) this.take(path);
  }

  private take(path: string): void {
    const insists = this.putAside.length > 0;
    try {
      this.putAside.push({ path, to: moveAway(path) });
    } catch {
      // Another guard of the same folder had it first, or the command took it back.
      return;
    }
    if (insists) this.onInsistence();
  }
}

function moveAway(path: string): string {
  const to = join(mkdtempSync(join(tmpdir(), 'hooksmith-refused-')), basename(path));
  try {
    renameSync(path, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') {
      rmSync(dirname(to), { recursive: true, force: true });
      throw error;
    }
    // The name goes at once, whatever the copying takes.
    const near = join(dirname(path), `.hooksmith-refused-${process.pid}-${Date.now()}`);
    renameSync(path, near);
    cpSync(near, to, { recursive: true, verbatimSymlinks: true });
    rmSync(near, { recursive: true, force: true });
  }
  return to;
}

function isThere(path: string): boolean {
  if (!existsSync(dirname(path))) return false;
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
