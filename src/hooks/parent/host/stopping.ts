/** A human's Stop, as it comes to the hooks that are at work then, and to those of what comes after it. */

import { whenAborted } from '../../../shared/basics/whenAborted';
import type { DispatchRequest } from '../../../shared/hooks/dispatch';
import { abandoned, notJudged } from '../../chain/running/withoutHost';
import { nobody } from '../../hostProtocol';
import type { LiveSet } from '../lasting/liveSet';
import type { OpenWork } from '../lasting/work';
import type { HostPair } from '../process/hostPair';
import type { Debugging } from './debugging';

/** So long hooks are waited for: from the stop on, or from the beginning of what comes after it. */
const graceMs = 300;

interface Parts {
  hosts: Pick<HostPair, 'living'>;
  live: LiveSet;
  work: OpenWork;
  debugging: Debugging;
  /** The set that is to be in force is on its way: nothing else is run before it. */
  isLoading(): boolean;
  /** The number of the last piece of work that was given. */
  given(): number;
}

export class Stopping {
  constructor(private readonly parts: Parts) {}

  /** The answer to the dispatch, or judgement, of that number, which comes soon after the run is stopped. */
  async hastens<T>(n: number, signal: AbortSignal | undefined, answer: Promise<T>): Promise<T> {
    if (!signal) return answer;
    const forget = this.follow(n, signal);
    try {
      return await answer;
    } finally {
      forget();
    }
  }

  /** Returns what to call when it is answered. */
  private follow(n: number, signal: AbortSignal): () => void {
    let timer: NodeJS.Timeout | undefined;
    const wait = (then: () => void) => {
      timer = setTimeout(then, graceMs);
    };
    const end = () => {
      const { living } = this.parts.hosts;
      const told = Date.now();
      living?.send({ type: 'cancel', n });
      living?.ping(this.parts.given());
      wait(() => this.abandon(n, told));
    };
    const late = () => {
      const { living } = this.parts.hosts;
      const asked = Date.now();
      living?.ping(this.parts.given());
      wait(() => {
        // A host that starts has not begun with it: what ended the run may have ended the host before this one.
        if (living !== this.parts.hosts.living || !living?.isReady || this.parts.isLoading()) return late();
        if (living.heardAt < asked) return this.abandon(n, asked);
        end();
      });
    };
    if (signal.aborted) late();
    const forget = signal.aborted ? undefined : whenAborted(signal, end);
    return () => {
      forget?.();
      clearTimeout(timer);
    };
  }

  /** It is not waited for any more; nor is a host that has not been heard since then. */
  private abandon(n: number, since: number): void {
    const { hosts, work: open, debugging } = this.parts;
    const work = open.get(n);
    if (work?.kind !== 'dispatch' && work?.kind !== 'judge') return;
    const { living } = hosts;
    // Whose code runs is to blame, not who waits beside it.
    const markers = living?.markers() ?? [];
    const runs = markers.find(({ isApart, isOver }) => !isApart && !isOver);
    const marker = runs && runs.hookId !== nobody ? runs : markers.find((one) => one.n === n);
    open.abandon(n);
    if (work.kind === 'judge') work.resolve(notJudged(stoppedFirst, this.parts.live.loaded.id));
    else void abandoned(open.unanswered(work.request, work)).then(work.resolve);
    // At a breakpoint it cannot hear; it goes on when the debugger does.
    if (!living?.isReady || living.heardAt >= since || this.parts.isLoading() || debugging.isPaused) return;
    living.kill({ byUser: true, marker, message: 'did not give way when the run was stopped; its process was stopped' });
  }
}

export const stoppedFirst = 'the run was stopped before its policies had judged';

/** What these lead to does not come once the run is stopped: their hooks are not asked any more. */
const leading: ReadonlySet<DispatchRequest['event']> = new Set<DispatchRequest['event']>([
  ...(['userMessage', 'beforeAgent', 'beforeStep', 'preModelCall', 'modelDelta', 'modelError'] as const),
  ...(['preToolUse', 'permissionRequest', 'preCompact'] as const),
]);

/** Whether the stop leaves nothing of it to decide. */
export const isMoot = ({ event }: DispatchRequest, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && leading.has(event);
