/** What a hook prints while it starts goes to its row; later output of async handlers goes to the host's log. */
export class Printing {
  private to: ((values: unknown[]) => void) | undefined;

  /** Whether somebody took it. */
  readonly printed = (values: unknown[]): boolean => {
    this.to?.(values);
    return this.to !== undefined;
  };

  /** What is printed until `run` returns, or throws, goes to `log`. */
  during<T>(log: (values: unknown[]) => void, run: () => T): T {
    this.to = log;
    try {
      return run();
    } finally {
      this.to = undefined;
    }
  }
}
