/** Draws its view once a frame, however much arrives. */
import type { ReactiveControllerHost } from 'lit';

export class FrameDraw {
  private frame = 0;

  /** `work` is done before a frame is drawn; true asks for one more. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly work: () => boolean = () => false,
  ) {}

  soon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const isMore = this.work();
      this.host.requestUpdate();
      if (isMore) this.soon();
    });
  }
}

/** Once the page has been drawn, or at once where nobody sees it. */
export function afterDrawing(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}
