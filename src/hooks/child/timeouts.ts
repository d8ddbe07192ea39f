/** How often in a row each version of a hook took too long. After three times it is suspended; the parent is told, as it outlives this process. */
import { type Versioned, versionKey } from '../chain/words/registered';

const mostInARow = 3;

export class Timeouts {
  private readonly counts = new Map<string, number>();

  constructor(private readonly tell: (key: string, inARow: number) => void) {}

  /** As the parent was told by the process before. */
  restore(counts: Iterable<[string, number]>): void {
    for (const [key, count] of counts) this.counts.set(key, count);
  }

  isSuspended(hook: Versioned): boolean {
    return this.counts.size > 0 && (this.counts.get(versionKey(hook)) ?? 0) >= mostInARow;
  }

  /** The hook has been called. */
  note(hook: Versioned, didTimeOut: boolean): void {
    if (this.counts.size === 0 && !didTimeOut) return;
    const key = versionKey(hook);
    this.count(key, didTimeOut ? (this.counts.get(key) ?? 0) + 1 : 0);
  }

  /** Each has a new chance. */
  forgive(): void {
    for (const key of this.counts.keys()) this.count(key, 0);
  }

  private count(key: string, inARow: number): void {
    if ((this.counts.get(key) ?? 0) === inARow) return;
    this.counts.set(key, inARow);
    this.tell(key, inARow);
  }
}
