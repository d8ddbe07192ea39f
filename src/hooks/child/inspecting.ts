/** The inspector of Debug Hooks: open only while the parent wants it, on a free port; and how long a debugger has held this process. */
import inspector from 'node:inspector';

// Taken before any hook file loads: what hooks are given of this module is closed.
const { open, close, url } = inspector;

const tickMs = 20;
/** A tick that comes this late was held back. */
const heldMs = 100;

export class Inspecting {
  private held = 0;
  private ticked = 0;
  private ticking: NodeJS.Timeout | undefined;

  /** Milliseconds that this process was held while it could be debugged. It knows its pauses by the ticks it missed: nothing else runs in them. */
  get pausedMs(): number {
    this.look();
    return this.held;
  }

  /** Where a debugger finds it; its address is told to nobody else (the process is started so that it does not show it over HTTP). */
  open(): string | undefined {
    if (!this.ticking) {
      open(0, '127.0.0.1');
      this.ticked = performance.now();
      this.ticking = setInterval(() => this.look(), tickMs);
      this.ticking.unref();
    }
    return url();
  }

  /** Ends the debugger's connection with it. */
  close(): void {
    if (!this.ticking) return;
    this.look();
    clearInterval(this.ticking);
    this.ticking = undefined;
    close();
  }

  private look(): void {
    if (!this.ticking) return;
    const now = performance.now();
    const gap = now - this.ticked;
    if (gap > heldMs) this.held += gap - tickMs;
    this.ticked = now;
  }
}
