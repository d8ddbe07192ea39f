/** 23 days. A timer with more than 2 ** 31 ms fires at once; this leaves room for what is added. */
export const longestTimerMs = 2e9;

/** What a timer is to be given for a number that others chose. */
export const timerMs = (ms: number): number => Math.min(ms, longestTimerMs);

/** A time limit that stands still while somebody waits for the human. */
export class TimeLimit {
  private timer: NodeJS.Timeout | undefined;
  private since = 0;
  private pauses = 0;

  constructor(
    private leftMs: number,
    private readonly over: () => void,
  ) {
    this.run();
  }

  pause(): void {
    if (this.pauses++ > 0) return;
    clearTimeout(this.timer);
    this.leftMs -= Date.now() - this.since;
  }

  resume(): void {
    if (--this.pauses === 0) this.run();
  }

  end(): void {
    this.pauses = Number.POSITIVE_INFINITY;
    clearTimeout(this.timer);
  }

  private run(): void {
    this.since = Date.now();
    this.timer = setTimeout(this.over, timerMs(Math.max(0, this.leftMs)));
  }
}
