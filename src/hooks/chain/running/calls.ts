/** Calls the hooks of one dispatch. What they are shown is made once for each payload, and so is the text of a time at which several start. */
import type { JsonObject } from '../../../shared/basics/json';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import { type Called, callHandler } from '../calling/callHook';
import { type SharedContext, sharedContext } from '../calling/context';
import { uncertainFor } from '../choosing/matching';
import type { Dispatch } from '../folding/carried';
import { errorsShownOf, shownOf } from '../folding/withhold';
import { Burden, mostOfDispatch } from '../words/burden';
import type { ChainEnv, RegisteredHook, ResumeChain } from '../words/registered';
import { sizeOf } from '../words/values';

export class Calls {
  /** Hooks of one dispatch often start within a millisecond. */
  private last = { at: Number.NaN, text: '' };
  /** What they are shown, for the payload that it was made of. */
  private shared: { of: PayloadFields; metadata: JsonObject | undefined; base: SharedContext } | undefined;

  /** What they have decided. */
  private readonly decided = new Burden('what is decided at one event', mostOfDispatch);

  constructor(
    private readonly dispatch: Dispatch,
    private readonly died: ResumeChain['died'],
    /** A hook that is still to come redacts what the one at work is shown. */
    private readonly isHeldBack: () => boolean,
  ) {
    // Those too that a process has run which is no more.
    for (const { changed } of dispatch.carried.hooks) if (changed) this.decided.count(sizeOf(changed.map(({ after }) => after)));
  }

  /** The last process died in it. */
  killed({ id }: RegisteredHook): boolean {
    return this.died?.id === id;
  }

  private diedIn({ startedAt, durationMs, error, logs = [] }: NonNullable<ResumeChain['died']>): Called {
    return { timedOut: false, logs, startedAt: new Date(startedAt).toISOString(), duration: durationMs, error };
  }

  call(hook: RegisteredHook): Called | Promise<Called> {
    const { request, env, point, carried } = this.dispatch;
    if (this.killed(hook)) return this.diedIn(this.died!);
    const { payload, metadata } = carried;
    const { shared } = this;
    if (!shared || shared.of !== payload || shared.metadata !== metadata) {
      const shown = shownOf(this.dispatch);
      const base = sharedContext(request, shown, env, metadata ?? request.run.metadata, errorsShownOf(this.dispatch));
      this.shared = { of: payload, metadata, base };
    }
    const uncertain = 'tool' in point ? uncertainFor(hook, payload) : undefined;
    const folders = hook.folder !== undefined && payload.folders !== undefined ? Object.freeze([hook.folder]) : undefined;
    const own =
      uncertain === undefined && !folders
        ? undefined
        : { ...(uncertain === undefined ? {} : { uncertain }), ...(folders ? { folders } : {}) };
    const { isHeldBack, decided } = this;
    return callHandler(hook, request, this.shared!.base, env, { startedAt: this.startedAt(), own, isHeldBack, decided });
  }

  private startedAt(): string {
    const at = this.dispatch.env.now();
    if (at !== this.last.at) this.last = { at, text: new Date(at).toISOString() };
    return this.last.text;
  }
}

/** Of a hook that is not called: it has had its turn. */
export const nothingDone = (env: ChainEnv): Called => ({
  decision: { action: 'continue' },
  timedOut: false,
  logs: [],
  duration: 0,
  startedAt: new Date(env.now()).toISOString(),
});
