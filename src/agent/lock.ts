/** A lock that is granted in the order it was asked for. */
export class Lock {
  private tail: Promise<void> = Promise.resolve();

  /** Runs `work` alone among all that use this lock; resolves or rejects with it. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const before = this.tail;
    let release = () => {};
    this.tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      return await work();
    } finally {
      release();
    }
  }
}
