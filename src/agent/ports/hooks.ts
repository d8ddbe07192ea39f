/** Hooks, as the loop dispatches to them. */
import type { DispatchRequest, DispatchResult, JudgeResult } from '../../shared/hooks/dispatch';
import type { HookDescription, PathLimits } from '../../shared/hooks/hookDescription';
import type { EventName } from '../../shared/hooks/points';
import type { StreamItem } from '../../shared/stream/stream';

/** A hook set a value for the session, or took one out. */
export interface KeptChange {
  key: string;
  value?: unknown;
  gone?: true;
}

/** The same as a line of the session's file. */
export type StateItem = { kind: 'state' } & KeptChange;

/**
 * What is dispatched next where no hook has anything to say of what comes before it, in turn. Its hooks may have run by then: it is the same payload object that
 * is dispatched, or it is another dispatch.
 */
export type Following = { [E in EventName]: Pick<DispatchRequest<E>, 'event' | 'payload'> & { event: E } }[EventName];

export interface HookPort {
  /**
   * Never rejects for a hook's failure (that is in the result); a dead host denies or errs by the point's `onError`. Once `signal` is aborted hooks are told, and
   * waited for no longer than a moment; of what begins after that as well.
   */
  dispatch<E extends EventName>(
    request: DispatchRequest<E>,
    signal?: AbortSignal,
    following?: readonly Following[],
  ): Promise<DispatchResult<E>>;
  /** The policies alone, on the input that would run. */
  judge(request: DispatchRequest<'preToolUse'>, signal?: AbortSignal): Promise<JudgeResult>;
  /** False where no hook is registered for the event, so that the loop can skip costly payloads (modelDelta). */
  wants(event: EventName): boolean;
  /** True where a hook with `redacts` is registered for the event: nothing of it may be shown before the chain ran. */
  redacts(event: EventName): boolean;
  /** True where the agent has hooks of its own. */
  hasOwn(agentName: string): boolean;
  /** What hooks keep for the session, as `ctx.session`: it holds `entries` from now on, and every change is told, until it is disposed of. */
  openSession(id: string, entries: Iterable<[string, unknown]>, changed: (change: KeptChange) => void): { dispose(): void };
  /** Hands HookEvents to `event` observers; batched, in order, never awaited by the loop. */
  observe(item: StreamItem): void;
  /** Resolves when all observers of the run have finished; then the run's state is dropped. */
  endRun(runId: string): Promise<void>;
  /** What hooks keep for a run, and a run that goes on here with what they kept elsewhere. */
  runState?(runId: string): [string, unknown][];
  takeRun?(runId: string, entries: Iterable<[string, unknown]>): void;
  /** Id of the set in force. */
  readonly hookSet: string;
  /** What the policies that would judge this call say of paths in general. */
  pathLimits(request: DispatchRequest): PathLimits[];
  /** The hooks of a set that is, or lately was, in force. */
  describe?(hookSet: string): readonly HookDescription[] | undefined;
  onDidChange(listener: () => void): { dispose(): void };
  /** A debugger holds the hooks, until `resumed` resolves: time in which the human is at work, not the run. */
  onDidPause?(listener: (resumed: Promise<void>) => void): { dispose(): void };
}
