/** Why a run ends: the stop signals, their order of strength, and what status and exit code follow. */

import type { RunStatus, StopReasonName, StopSignal } from '../shared/events';
import type { JsonObject } from '../shared/json';

export const signal = (reason: StopReasonName, message: string, source: string, context?: JsonObject): StopSignal => ({
  reason,
  message,
  source,
  ...(context ? { context } : {}),
});

export const exitCodes: Record<RunStatus, number> = { done: 0, stopped: 4, denied: 3, aborted: 130, error: 1 };

/** Built-in guards say which limit they hit by their text, so that the signal's reason needs no second channel. */
export function reasonOfStop(message: string): StopReasonName {
  if (/^Step limit reached/.test(message)) return 'steps_limit';
  if (/^Token limit reached/.test(message)) return 'token_limit';
  if (/^Execution time limit reached/.test(message)) return 'time_limit';
  if (/^Finish reason /.test(message)) return 'finish_reason';
  return 'stop_requested';
}
