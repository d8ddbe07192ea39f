/** Why a run ends: the stop signals, their order of strength, and what status and exit code follow. */

import type { JsonObject } from '../../shared/basics/json';
import type { RunStatus, StopReasonName, StopSignal } from '../../shared/runs/stopReasons';
import type { ChainEnd } from '../../shared/verdicts/chainEnd';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';

export const signal = (reason: StopReasonName, message: string, source: string, context?: JsonObject): StopSignal => ({
  reason,
  message,
  source,
  ...(context ? { context } : {}),
});

/** Ends an agent, or a run, that the human did not stop: the reason that its signal is aborted with. Whoever waits for that signal takes it for what it is by its name. */
export class EndedEarly extends Error {
  override readonly name = 'AbortError';

  constructor(
    why: string,
    readonly source: string,
  ) {
    super(why);
  }
}

/** Why an agent whose signal is aborted ends. */
export const abortedBy = ({ reason }: AbortSignal): StopSignal =>
  reason instanceof EndedEarly
    ? signal('stop_requested', reason.message, reason.source)
    : signal('user_requested', 'Stopped by the user', 'human');

/** The same, of what it left undone. */
export function abandonedBy(ended: AbortSignal): DecidedBy {
  const { source } = abortedBy(ended);
  return source === 'human' ? { kind: 'human' } : { kind: 'default', name: source };
}

/** How a chain ended whose agent's signal was aborted meanwhile: where that kept it from deciding, it names who ended the agent. */
export function stoppedEnd(end: ChainEnd, ended: AbortSignal): ChainEnd {
  if ((end.action !== 'deny' && end.action !== 'drop') || end.abandoned === undefined) return end;
  const { source, message } = abortedBy(ended);
  if (source === 'human') return end;
  return { ...end, by: abandonedBy(ended), reason: `${message}, before ${end.abandoned}` };
}

export const exitCodes: Record<RunStatus, number> = { done: 0, stopped: 4, denied: 3, aborted: 130, error: 1, waiting: 5 };
