/** Draws what may change all the time: a burst soon and as one, what follows it once in a while, and the last change always. */
export interface SparingDrawParts {
  draw(): void;
  /** Milliseconds from a change to its drawing, where nothing was drawn of late. */
  soonMs: number;
  /** Milliseconds from one drawing to the next at the least. */
  everyMs: number;
}

export class SparingDraw {
  private waiting: NodeJS.Timeout | undefined;
  private drawnAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: SparingDrawParts) {}

  ask(): void {
    const { draw, soonMs, everyMs } = this.parts;
    this.waiting ??= setTimeout(
      () => {
        this.waiting = undefined;
        this.drawnAt = performance.now();
        draw();
      },
      Math.max(soonMs, this.drawnAt + everyMs - performance.now()),
    );
  }

  dispose(): void {
    clearTimeout(this.waiting);
  }
}
