/** Draws anew each second while something that is shown runs on a clock. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class SecondHand implements ReactiveController {
  private ticking: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly runs: () => boolean,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.runs()) this.ticking ??= setInterval(() => this.host.requestUpdate(), 1000);
    else this.hostDisconnected();
  }

  hostDisconnected(): void {
    clearInterval(this.ticking);
    this.ticking = undefined;
  }
}
