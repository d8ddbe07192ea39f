/** What a hook's outcome leaves in a dispatch: its record, and what it decided or failed at. */
import type { ErrorFacts } from '../../../shared/runs/errorFacts';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import type { Called } from '../calling/callHook';
import type { Decided } from '../words/decisions';
import type { RegisteredHook } from '../words/registered';
import { clipped } from '../words/thrown';
import type { Dispatch } from './carried';
import { failed, fold } from './fold';
import { recordOf } from './quietResult';

export const inMicroseconds = (duration: number): number => Math.round(duration * 1000) / 1000;

export function openRecord({ carried }: Dispatch, hook: RegisteredHook, called: Called): HookRecord {
  const record = recordOf(hook, called.startedAt, inMicroseconds(called.duration));
  record.decision = called.error ? 'error' : called.decision!.action;
  if (called.logs.length > 0) record.logs = called.logs;
  if (called.error) record.error = called.error;
  if (called.uncertain !== undefined) record.uncertain = called.uncertain;
  if (hook.options.shadow) record.shadow = true;
  carried.hooks.push(record);
  return record;
}

/** In shadow nothing but the record changes. */
export async function takeDecision(
  dispatch: Dispatch,
  hook: RegisteredHook,
  decision: Decided,
  record: HookRecord,
  shadow: boolean,
  called: Told,
): Promise<void> {
  record.decision = decision.action;
  if (typeof decision.reason === 'string') record.reason = decision.reason;
  const problem = await fold(dispatch, hook, decision, record, shadow);
  if (problem) fail(dispatch, hook, record, wrongDecision(problem, called));
}

type Told = Pick<Called, 'told'>;
/** What is wrong with a decision, which it may quote. */
export function wrongDecision(problem: string, { told }: Told): ErrorFacts {
  const error = clipped({ name: 'HookError', message: problem });
  return told?.(error) ?? error;
}

export function fail(dispatch: Dispatch, hook: RegisteredHook, record: HookRecord, error: ErrorFacts): void {
  record.decision = 'error';
  record.error = error;
  if (!hook.options.shadow) failed(dispatch, hook, error);
}
