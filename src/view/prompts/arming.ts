/** A prompt acts only after it has been fully in sight for half a second, so that a key or click meant for something else decides nothing. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const armingMs = 500;

export class Arming implements ReactiveController {
  armed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private inSight = false;
  private readonly observer = new IntersectionObserver(
    (entries) => {
      this.inSight = entries.at(-1)!.intersectionRatio >= 0.99;
      this.again();
    },
    { threshold: [0.5, 0.99, 1] },
  );
  private readonly onVisibility = () => this.again();

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    this.observer.observe(this.host);
    document.addEventListener('visibilitychange', this.onVisibility);
  }

  hostDisconnected(): void {
    this.observer.disconnect();
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.onVisibility);
  }

  /** Dead from here on, until it has been in sight for its time. */
  again(): void {
    clearTimeout(this.timer);
    if (this.armed) {
      this.armed = false;
      this.host.requestUpdate();
    }
    if (!this.inSight || document.visibilityState !== 'visible') return;
    this.timer = setTimeout(() => {
      this.armed = true;
      this.host.requestUpdate();
    }, armingMs);
  }
}
