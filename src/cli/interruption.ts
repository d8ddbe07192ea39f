/** SIGINT, SIGTERM and SIGHUP alike: the first stops the run, which ends as it should; a second does not wait for that. */
export class Interruption {
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;

  constructor(again: () => void) {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(name, () => (this.signal.aborted ? again() : this.controller.abort()));
  }

  /** Resolves with the value, or with undefined as soon as a signal comes. */
  async unless<T>(work: Promise<T>): Promise<T | undefined> {
    if (this.signal.aborted) return undefined;
    let stopped: (() => void) | undefined;
    const came = new Promise<undefined>((resolve) => {
      stopped = () => resolve(undefined);
      this.signal.addEventListener('abort', stopped);
    });
    try {
      return await Promise.race([work, came]);
    } finally {
      this.signal.removeEventListener('abort', stopped!);
    }
  }
}
