/** A lock that is granted in the order it was asked for. */
export class Lock {
  private tail: Promise<void> = Promise.resolve();

  /**
   * Runs `work` alone among all that use this lock; resolves or rejects with it. Once `signal` is aborted nothing waits any more: `work` begins at once,
   * and must do no more than find that out. Who ends an agent while holding the lock would else wait for one that waits for the lock.
   * With what `work` is given it may wait for something apart: meanwhile others hold the lock, and what they left has to be looked at anew.
   */
  async hold<T>(work: (apart: Apart) => Promise<T>, signal: AbortSignal): Promise<T> {
    let release = await this.turn(signal);
    const apart: Apart = async (wait) => {
      release();
      try {
        return await wait();
      } finally {
        release = await this.turn(signal);
      }
    };
    try {
      return await work(apart);
    } finally {
      release();
    }
  }

  private async turn(signal: AbortSignal): Promise<() => void> {
    const before = this.tail;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.tail = before.then(() => held);
    await unlessAborted(before, signal);
    return release;
  }
}

/** Waits without the lock, and has it again when it resolves or rejects as `wait` does. */
export type Apart = <T>(wait: () => Promise<T>) => Promise<T>;

/** Of work that holds no lock. */
export const unheld: Apart = (wait) => wait();

/** Resolves with it, or as soon as the signal is aborted. */
export async function unlessAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener('abort', stop);
  });
  await Promise.race([turn, aborted]);
  signal.removeEventListener('abort', stop);
}
