/** What the window waits for when it goes: subscriptions are disposed of without waiting for anything. */
interface Ending {
  dispose(): Promise<void>;
}

export class Shutdown {
  private steps: Ending[][] = [];

  /** Those of a step end side by side, a step after the one before it. */
  inOrder(...steps: Ending[][]): void {
    this.steps = steps;
  }

  async run(): Promise<void> {
    for (const step of this.steps.splice(0)) await Promise.allSettled(step.map((one) => one.dispose()));
  }
}
