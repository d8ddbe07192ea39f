/** Events on their way to hooks that only watch: those of one turn of the event loop cross together. */
import { carriedTooDeep, carriesTooDeep } from '../../../shared/basics/depth';
import { TimeLimit } from '../../../shared/basics/timeLimit';
import type { HookEvent } from '../../../shared/events/events';
import type { HostAtWork } from './hostAtWork';

/** Observers must not hold a run for ever; what they have not seen by then they still see later. */
const drainMs = 5000;
/** Those that are at hand see what is new within this. */
const momentMs = 500;

export class Observation {
  private waiting: HookEvent[] = [];
  /** When the wait began for what they have not seen all of yet, in its time. */
  private late: number | undefined;

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

  /**
   * Resolves when observers have seen all of the run, whose state goes then, or have had their time; none passes while a debugger holds the host. Observers
   * that do not come to an end have it once, however much ends after that.
   */
  async drained(runId: string, host: Pick<HostAtWork, 'debugging' | 'give' | 'number'>): Promise<void> {
    const now = Date.now();
    const leftMs = Math.max(momentMs, drainMs - (now - (this.late ?? now)));
    await new Promise<void>((resolve) => {
      const end = () => {
        limit.end();
        pauses.dispose();
        resolve();
      };
      const limit = new TimeLimit(leftMs, () => {
        this.late ??= now;
        end();
      });
      const pauses = host.debugging.onDidPause((resumed) => {
        limit.pause();
        void resumed.then(() => limit.resume());
      });
      const seen = () => {
        this.late = undefined;
        end();
      };
      host.give(host.number(), { kind: 'endRun', runId, resolve: seen });
    });
  }
}
