/** Events on their way to hooks that only watch: those of one turn of the event loop cross together. */
import { carriedTooDeep, carriesTooDeep } from '../../shared/depth';
import type { HookEvent } from '../../shared/events';
import { TimeLimit } from '../../shared/timeLimit';
import type { Debugging } from './debugging';

/** Observers must not hold a run for ever; what they have not seen by then they still see later. */
const drainMs = 5000;

export class Observation {
  private waiting: HookEvent[] = [];

  constructor(
    private readonly give: (events: HookEvent[]) => void,
    private readonly log: (text: string) => void,
  ) {}

  add(event: HookEvent): void {
    if (carriesTooDeep(event)) return this.log(`observers are not told of ${event.type}: ${carriedTooDeep}`);
    this.waiting.push(event);
    if (this.waiting.length === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    if (this.waiting.length === 0) return;
    const events = this.waiting;
    this.waiting = [];
    this.give(events);
  }
}

/** Resolves when observers have seen all, or have had their time; none passes while a debugger holds the host. */
export async function drained(debugging: Debugging, begin: (done: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const limit = new TimeLimit(drainMs, () => done());
    const pauses = debugging.onDidPause((resumed) => {
      limit.pause();
      void resumed.then(() => limit.resume());
    });
    const done = () => {
      limit.end();
      pauses.dispose();
      resolve();
    };
    begin(done);
  });
}
