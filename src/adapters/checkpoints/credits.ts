/**
 * Whom changes are credited to while calls of several sessions run side by side. A call that names its files is credited with them and nothing else; what is
 * found between two looks goes to the calls that ran meanwhile, as unsure where they were several.
 */

import type { FileChange, FileVersion } from '../../shared/events/fileChanges';
import { sameVersion } from '../../shared/stream/checkpoints';

type Files = ReadonlyMap<string, FileVersion | undefined>;

/** What one call is credited with so far, by path. */
type Account = Map<string, FileChange>;

export class Credits {
  private seen: ReadonlyMap<string, FileVersion> | undefined;
  /** What calls that name their files have left since the last look. */
  private readonly named = new Map<string, FileVersion | undefined>();
  /** Files that such calls work on now. */
  private readonly busy = new Map<string, number>();
  /** Those that they worked on since the look that is under way began. */
  private readonly touched = new Set<string>();
  private readonly open = new Set<Account>();

  constructor(private readonly version: (path: string) => FileVersion | undefined) {}

  /** A call begins that may change anything. Returns what it is credited with when it ends. */
  begin(): () => FileChange[] {
    const account: Account = new Map();
    this.open.add(account);
    return () => {
      this.open.delete(account);
      return [...account.values()].filter(({ before, after }) => !sameVersion(before, after));
    };
  }

  /** A call begins that changes these files alone. Returns what is to be called with what it left. */
  beginNamed(before: Files): (after: Files) => void {
    for (const [path, version] of before) {
      if (!this.busy.has(path)) this.compare(path, version);
      this.named.set(path, version);
      this.busy.set(path, (this.busy.get(path) ?? 0) + 1);
      this.touched.add(path);
    }
    return (after) => {
      for (const [path, version] of after) {
        const others = this.busy.get(path)! - 1;
        if (others > 0) this.busy.set(path, others);
        else this.busy.delete(path);
        this.named.set(path, version);
        this.touched.add(path);
      }
    };
  }

  lookBegins(): void {
    this.touched.clear();
    for (const path of this.busy.keys()) this.touched.add(path);
  }

  looked(files: ReadonlyMap<string, FileVersion>): void {
    const now = new Map(files);
    // The look may have met these before or after they were written.
    for (const path of this.touched) {
      const version = this.busy.has(path) ? this.named.get(path) : this.version(path);
      if (version && (files.has(path) || this.seen?.has(path))) now.set(path, version);
      else now.delete(path);
    }
    for (const path of new Set([...(this.seen?.keys() ?? []), ...now.keys()]))
      if (!this.busy.has(path)) this.compare(path, now.get(path));
    for (const path of this.named.keys()) {
      // Made where this look had been already: the next one finds it.
      const isAhead = this.touched.has(path) && !now.has(path);
      if (!this.busy.has(path) && !isAhead) this.named.delete(path);
    }
    this.seen = now;
  }

  private compare(path: string, after: FileVersion | undefined): void {
    const before = this.named.has(path) ? this.named.get(path) : this.seen?.get(path);
    if (!this.seen || sameVersion(before, after)) return;
    for (const account of this.open) {
      const known = account.get(path);
      const unsure = known?.unsure || this.open.size > 1;
      const first = known ? known.before : before;
      account.set(path, {
        path,
        ...(first ? { before: first } : {}),
        ...(after ? { after } : {}),
        ...(unsure ? { unsure: true } : {}),
      });
    }
  }
}
