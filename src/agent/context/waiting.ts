/** How long a run waited for its human: prompts that stand at the same time wait together, so that time is counted once. */
import type { Clock } from '../ports/machine';

export class Waiting {
  private standing = 0;
  private since = 0;
  private past = 0;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Milliseconds so far, what stands now included. */
  get ms(): number {
    return this.past + (this.standing > 0 ? this.clock.now() - this.since : 0);
  }

  /** Resolves as `answer` does; until then the run waits. */
  async for<T>(answer: Promise<T>): Promise<T> {
    if (this.standing++ === 0) this.since = this.clock.now();
    try {
      return await answer;
    } finally {
      if (--this.standing === 0) this.past += this.clock.now() - this.since;
    }
  }
}
