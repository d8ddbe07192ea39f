/** Debug Hooks as the parent sees it: who wants an inspector in each host that comes to work, and whether a debugger holds the host now. */

type PauseListener = (resumed: Promise<void>) => void;

export interface InspectorListener {
  /** The host at work listens there. Hooks wait for what this promises: a run that begins meanwhile is not to miss a breakpoint. */
  opened(url: string): unknown;
  /** That host has died; the next one will listen elsewhere. */
  lost?(): void;
}

/** A debugger that never attaches keeps no hook waiting for ever. */
const mostToAttachMs = 30_000;

export class Debugging {
  private attaching: { since: Promise<void>; done(): void } | undefined;
  private listener: InspectorListener | undefined;
  private readonly listeners = new Set<PauseListener>();
  private pause: { since: number; resumed: Promise<void>; resume(): void } | undefined;
  private endedAt = 0;

  /** `resumed` is told how many milliseconds the host was held. */
  constructor(private readonly resumed: (ms: number) => void) {}

  get isOn(): boolean {
    return this.listener !== undefined;
  }
  get isPaused(): boolean {
    return this.pause !== undefined;
  }

  /** A debugger may hold a host that was last heard of then: one that has ended its session lets go of it a while later. */
  mayHold(heardAt: number): boolean {
    return this.isOn || heardAt <= this.endedAt;
  }

  /** One at a time: who comes later takes the place of who was there. `ended` is told when its place is given up. */
  begin(listener: InspectorListener, ended: () => void): { dispose(): void } {
    this.listener = listener;
    this.attaches();
    return {
      dispose: () => {
        if (this.listener !== listener) return;
        this.listener = undefined;
        this.attaching?.done();
        this.held(false);
        this.endedAt = Date.now();
        ended();
      },
    };
  }

  listens(url: string): void {
    if (!this.listener) return;
    const { done } = this.attaches();
    void Promise.resolve(this.listener.opened(url)).then(done, done);
  }

  /** Pending while one is on its way to the host, until the signal ends the wait. */
  attached(signal?: AbortSignal): Promise<void> | undefined {
    const since = this.attaching?.since;
    if (!since || !signal) return since;
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      if (signal.aborted) return done();
      signal.addEventListener('abort', done);
      void since.then(done);
    });
  }

  /** None will attach. */
  release(): void {
    this.attaching?.done();
  }

  /** From the wish on: the same wait goes on when the host tells where it listens. */
  private attaches(): { done(): void } {
    if (this.attaching) return this.attaching;
    let resolve = () => {};
    const since = new Promise<void>((settle) => {
      resolve = settle;
    });
    const done = () => {
      clearTimeout(timer);
      if (this.attaching === attaching) this.attaching = undefined;
      resolve();
    };
    const timer = setTimeout(done, mostToAttachMs);
    timer.unref?.();
    const attaching = { since, done };
    this.attaching = attaching;
    return attaching;
  }

  died(): void {
    this.held(false);
    this.attaching?.done();
    this.listener?.lost?.();
  }

  held(isPaused: boolean): void {
    if (isPaused === this.isPaused) return;
    if (this.pause) {
      const { since, resume } = this.pause;
      this.pause = undefined;
      this.resumed(Date.now() - since);
      return resume();
    }
    let resume = () => {};
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    this.pause = { since: Date.now(), resumed, resume };
    for (const listener of this.listeners) listener(resumed);
  }

  /** Told of the pause that is on, too. */
  onDidPause(listener: PauseListener): { dispose(): void } {
    this.listeners.add(listener);
    if (this.pause) listener(this.pause.resumed);
    return { dispose: () => this.listeners.delete(listener) };
  }
}
