/** When a server that ended by itself is started again: each time later, and not for ever. Pure. */

const mostRestarts = 5;
const withinMs = 300_000;
const longestMs = 60_000;

export class Restarts {
  /** When it ended, in milliseconds. */
  private ends: number[] = [];

  /** It has ended by itself: a start that fails is another end. */
  get areUnderWay(): boolean {
    return this.ends.length > 0;
  }

  /** It ended: milliseconds until it is to be started, or undefined where it is given up. */
  next(now: number): number | undefined {
    this.ends = [...this.ends.filter((at) => now - at < withinMs), now];
    const count = this.ends.length;
    if (count > mostRestarts) return undefined;
    return count === 1 ? 0 : Math.min(1000 * 2 ** (count - 2), longestMs);
  }
}
