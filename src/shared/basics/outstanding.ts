/** Work that nobody waits for as it goes on, until all of it is to be over. */
export class Outstanding {
  private work: Promise<unknown> = Promise.resolve();

  add(work: Promise<unknown>): void {
    this.work = Promise.all([this.work, work]);
    this.work.catch(() => undefined);
  }

  /** What is added meanwhile is waited for, too. Rejects where any of it has failed. */
  async over(): Promise<void> {
    for (let seen: unknown; seen !== this.work; await seen) seen = this.work;
  }
}
