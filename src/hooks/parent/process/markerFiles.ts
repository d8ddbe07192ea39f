/** Files in which processes write whose code runs in them, each in one of its own. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class MarkerFiles {
  private folder: string | undefined;
  private count = 0;

  /** What the name of their folder begins with. */
  constructor(private readonly prefix: string) {}

  /** The path for the next process. Whoever clears the temporary folder takes theirs along: it is made anew. */
  next(): string {
    if (this.folder === undefined || !existsSync(this.folder)) this.folder = mkdtempSync(join(tmpdir(), this.prefix));
    return join(this.folder, `marker-${++this.count}`);
  }

  dispose(): void {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}
