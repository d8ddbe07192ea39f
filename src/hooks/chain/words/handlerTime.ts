/** The time that handlers take: real time, whatever time it is in the record that is replayed. */

/** Milliseconds since some moment. */
export const stopwatch = (): number => performance.now();

/** A timer may be this early by another clock. */
const earlyMs = 2;

export const timeOut = Symbol('timeout');
export const aborted = Symbol('aborted');

/** A time limit that stands still while the handler waits for something that does not count. `time` is a clock that a debugger stops. */
export class HandlerTime {
  private left: number;
  private since: number;
  private timer: NodeJS.Timeout | undefined;
  private end: (() => void) | undefined;
  private waiting = 0;

  constructor(
    ms: number,
    private readonly time: () => number,
    started: number,
  ) {
    this.left = ms;
    this.since = started;
  }

  race<T>(work: Promise<T>, signal: AbortSignal): Promise<T | typeof timeOut | typeof aborted> {
    return new Promise((resolve, reject) => {
      this.end = () => resolve(timeOut);
      const stop = () => resolve(aborted);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
      if (this.waiting === 0) this.arm();
    });
  }

  pause(): void {
    if (this.waiting++ > 0) return;
    clearTimeout(this.timer);
    this.left -= this.time() - this.since;
  }

  resume(): void {
    if (--this.waiting > 0) return;
    this.since = this.time();
    this.arm();
  }

  clear(): void {
    clearTimeout(this.timer);
    this.end = undefined;
  }

  private arm(): void {
    if (!this.end || this.left === Number.POSITIVE_INFINITY) return;
    const leftMs = this.left - (this.time() - this.since);
    // Of a pause this timer knows nothing: it comes too early then.
    this.timer = setTimeout(
      () => (this.time() - this.since < this.left - earlyMs ? this.arm() : this.end?.()),
      Math.max(0, leftMs),
    );
  }
}
