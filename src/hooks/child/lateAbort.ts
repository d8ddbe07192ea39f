/** An abort whose signal is made when somebody reads it: few hooks do, and a signal costs more than they. */
export interface Abort {
  readonly aborted: boolean;
  readonly signal: AbortSignal;
}

// Taken before any file of the workspace is loaded.
const Controller = AbortController;

export class LateAbort implements Abort {
  aborted = false;
  private controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.controller ??= new Controller();
    if (this.aborted) this.controller.abort();
    return this.controller.signal;
  }

  abort(): void {
    this.aborted = true;
    this.controller?.abort();
  }
}
