/** A run that its process died in, as the record has it: hooks are told its end when the session goes on, so that each run that began ends, and what they keep for one is let go. */

import { isObject, type JsonObject } from '../../shared/basics/json';
import { dataAt, decisionOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import type { Payloads } from '../../shared/hooks/payloads';
import { textOf } from '../../shared/messages/messages';
import { withDifference } from '../../shared/runs/runMetadata';
import type { Sums } from '../../shared/stream/spent';
import { type AgentContext, dispatch } from '../context/agentContext';
import { signal } from '../context/signals';

export interface UnendedRun {
  id: string;
  createdAt: string;
  input?: string;
  metadata: JsonObject;
  /** How it ended, where it had told so and its last event alone is missing. */
  told?: Pick<Payloads['runAbort'], 'status' | 'signals' | 'response' | 'error' | 'reason'>;
}

/** What is known of the last run that began, event by event; nothing once it has ended. */
export function unendedAfter(run: UnendedRun | undefined, event: HookEvent): UnendedRun | undefined {
  const { runId: id, timestamp: createdAt, error, reason } = event;
  if (event.type === 'before_run' && event.branch === 'main')
    return { id, createdAt, input: event.input, metadata: metadataAfter({}, event) };
  if (run?.id !== id) return run;
  const next = { ...run, metadata: metadataAfter(run.metadata, event) };
  if (event.type === 'after_run') return undefined;
  if (event.type === 'user_message' && decisionOf(event) === undefined) return { ...next, input: textOf(event.input) };
  if (event.type === 'run_done' || event.type === 'run_abort') return { ...next, told: { error, reason, ...event.data } };
  if (event.type === 'run_error') return { ...next, told: { error, reason, ...event.data, status: 'error' } };
  return next.metadata === run.metadata ? run : next;
}

/** As far as the record tells: what hooks took away stands nowhere. */
function metadataAfter(before: JsonObject, event: HookEvent): JsonObject {
  const saw = dataAt(event, 'sawMetadata');
  let metadata = saw ? withDifference(before, saw) : before;
  for (const { shadow, changed } of event.hooks)
    for (const { field, after } of (!shadow && changed) || [])
      if (field === 'metadata' && isObject(after)) metadata = { ...metadata, ...after };
  return metadata;
}

/** `ctx` is the main agent's in that run, `sums` what the session's runs have come to. */
export async function endUnended(ctx: AgentContext, { createdAt, input, metadata, told }: UnendedRun, sums: Sums): Promise<void> {
  const { deps, run } = ctx;
  const { open, openRun, openAt } = sums;
  const isKnown = openRun === run.id;
  Object.assign(run, { createdAt, metadata, toldMetadata: metadata });
  if (isKnown) Object.assign(run, { usage: open.usage, costUsd: open.costUsd });
  const { usage, costUsd } = run;
  const why = 'The process ended in the middle of the run';
  const died = { status: 'aborted', reason: why, signals: [signal('error', why, 'hooksmith')], interrupted: true } as const;
  const closing = told ?? { ...died, signals: [...died.signals] };
  if (!told) await dispatch(ctx, 'runAbort', closing);
  const durationMs = isKnown ? Math.max(0, openAt - Date.parse(createdAt)) : 0;
  const waitedMs = isKnown ? Math.max(0, durationMs - open.activeMs) : 0;
  await dispatch(ctx, 'afterRun', { ...closing, interrupted: true, input, durationMs, waitedMs, usage, costUsd });
  await deps.hooks.endRun(run.id);
}
