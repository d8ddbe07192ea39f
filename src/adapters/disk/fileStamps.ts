/** Several signs of one change count once: the editor tells of a save, and so does whoever watches the file. */
import { statSync } from 'node:fs';
import { sep } from 'node:path';

export class FileStamps {
  private readonly seen = new Map<string, { stamp: string; done: Promise<void> }>();

  /** Has `handle` deal with the file as it is now; where that was done, or is on its way, the sign adds nothing. */
  once(path: string, handle: () => Promise<void>): Promise<void> {
    const stamp = stampOf(path);
    const before = this.seen.get(path);
    if (before && stamp !== undefined && before.stamp === stamp) return before.done;
    // What lies in a folder comes and goes with it, with no sign of its own: that it has gone, say, may be true anew.
    if (stamp === undefined) for (const known of this.seen.keys()) if (known.startsWith(path + sep)) this.seen.delete(known);
    const done = handle();
    this.seen.set(path, { stamp: stamp ?? '', done });
    return done;
  }

  /** The next sign counts, whatever was seen. */
  forget(path: string): void {
    this.seen.delete(path);
  }
}

/** A folder has none: what changed in it does not show. */
function stampOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) return 'gone';
  return found.isFile() ? `${found.mtimeNs} ${found.size} ${found.ino}` : undefined;
}
