/** One piece of work at a time: what comes after it waits for its end, whatever that is. */

export class OneAtATime {
  private current: { abort: AbortController; ended: Promise<unknown> } | undefined;

  get isBusy(): boolean {
    return this.current !== undefined;
  }

  /** Of the work that is on. Never rejects. */
  get ended(): Promise<unknown> | undefined {
    return this.current?.ended;
  }

  /** `freed` may begin the next one. */
  begin<T>(abort: AbortController, work: Promise<T>, freed: () => void): Promise<T> {
    const done = work.finally(() => {
      this.current = undefined;
      freed();
    });
    this.current = { abort, ended: done.catch(() => undefined) };
    return done;
  }

  async stop(): Promise<void> {
    this.current?.abort.abort();
    await this.current?.ended;
  }
}
