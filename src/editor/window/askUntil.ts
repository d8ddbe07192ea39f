/** What is asked of a window that may still be arranging itself: it lets a request fall without a word. */

export interface RepeatedRequest {
  ask(): Promise<unknown>;
  isDone(): boolean;
  /** Milliseconds from one request to the next. */
  every: number;
  /** How often it is asked at most. */
  times: number;
}

/** Asks again until it is done; a request that never answers holds nothing up. Whether it was done at last. */
export async function askUntil({ ask, isDone, every, times }: RepeatedRequest): Promise<boolean> {
  for (let asked = 0; asked < times && !isDone(); asked++) {
    void Promise.resolve(ask()).catch(() => undefined);
    const until = Date.now() + every;
    while (!isDone() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, Math.min(50, every)));
  }
  return isDone();
}
