/** Why a run ends: the stop signals, their order of strength, and what status and exit code follow. */

import type { JsonObject } from '../shared/json';
import type { RunStatus, StopReasonName, StopSignal } from '../shared/stopReasons';

export const signal = (reason: StopReasonName, message: string, source: string, context?: JsonObject): StopSignal => ({
  reason,
  message,
  source,
  ...(context ? { context } : {}),
});

export const exitCodes: Record<RunStatus, number> = { done: 0, stopped: 4, denied: 3, aborted: 130, error: 1, waiting: 5 };
