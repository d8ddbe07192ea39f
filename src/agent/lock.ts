/** A lock that is granted in the order it was asked for. */
export class Lock {
  private tail: Promise<void> = Promise.resolve();

  /**
   * Runs `work` alone among all that use this lock; resolves or rejects with it. Once `signal` is aborted nothing waits any more: `work` begins at once,
   * and must do no more than find that out. Who ends an agent while holding the lock would else wait for one that waits for the lock.
   */
  async hold<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.tail;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.tail = before.then(() => held);
    await unlessAborted(before, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }
}

async function unlessAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener('abort', stop);
  });
  await Promise.race([turn, aborted]);
  signal.removeEventListener('abort', stop);
}
