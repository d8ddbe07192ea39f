/** What stood before the call that runs now, on disk: where the window goes away in the middle of it, the next one can still tell what it did. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { FileVersion } from '../../shared/events/fileChanges';

export interface Standing {
  /** Files that are not among these were not there. Otherwise it is about these alone. */
  whole: boolean;
  files: ReadonlyMap<string, FileVersion | undefined>;
}

/** With more files writing them down would hold up every call. */
const mostFiles = 20_000;

const stored = z.object({ whole: z.boolean(), files: z.array(z.tuple([z.string(), z.custom<FileVersion>().nullable()])) });

export class StandingFile {
  /** The window goes away: what stands now is for the next one. */
  private isLeft = false;

  constructor(private readonly path: string) {}

  write({ whole, files }: Standing): void {
    if (this.isLeft || files.size > mostFiles) return;
    const aside = `${this.path}.tmp`;
    writeFileSync(
      aside,
      JSON.stringify({ whole, files: [...files].map(([path, version]) => [path, version ?? null]) } satisfies z.infer<
        typeof stored
      >),
      {
        mode: 0o600,
      },
    );
    renameSync(aside, this.path);
  }

  remove(): void {
    if (!this.isLeft) rmSync(this.path, { force: true });
  }

  leave(): void {
    this.isLeft = true;
  }

  /** What another window left; it is there once. */
  take(): Standing | undefined {
    try {
      const { whole, files } = stored.parse(JSON.parse(readFileSync(this.path, 'utf8')));
      return { whole, files: new Map(files.map(([path, version]) => [path, version ?? undefined])) };
    } catch {
      return undefined;
    } finally {
      rmSync(this.path, { force: true });
    }
  }
}
