/** A recorded event as it was before the hooks of its time saw it: what a test, or another set of hooks, can be run on. */

import { isObject } from '../../shared/basics/json';
import { typeOf } from '../../shared/events/eventReading';
import type { HookEvent, OtherEvent } from '../../shared/events/events';
import { type DispatchRequest, factsOfEvent, type RunFacts } from '../../shared/hooks/dispatch';
import type { PayloadFields, Payloads } from '../../shared/hooks/payloads';
import { type EventName, eventNames, hookPoints } from '../../shared/hooks/points';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import type { StreamItem } from '../../shared/stream/stream';
import { Recollection } from './recollection';
import { stopBefore } from './recordedChanges';
import { undo } from './undo';

export interface EventBefore {
  event: EventName;
  run: RunFacts;
  /** What is recorded of the event's own fields. */
  payload: PayloadFields;
  /** Decisions that would have come to nothing, and why. */
  bars?: DispatchRequest['bars'];
}

/** Of an event of whatever type. */
type RecordedFields = { [N in keyof OtherEvent]?: unknown };
/** Fields by the names that some of these events have for them; what a record holds in them is not looked at here. */
type Told<E extends EventName> = { [F in E extends unknown ? keyof Payloads[E] : never]?: unknown };

/** Of these, records hold counts where hooks were shown lists: nothing could be run on them. */
const counted: ReadonlySet<EventName> = new Set([
  'beforeStep',
  'preModelCall',
  'modelDelta',
  'modelError',
  'postModelCall',
  'toolResultMessages',
  'afterStep',
  'preCompact',
] as const);

/** As `eventBefore`, with what the items before it tell of its run. */
export function eventAmong(items: readonly StreamItem[], recorded: HookEvent): EventBefore {
  const known = eventBefore(recorded);
  const recollection = new Recollection(false, [], async () => ({}));
  for (const item of items) {
    recollection.before(item);
    if (item.kind === 'event' && item.event === recorded) break;
    recollection.after(item);
    if (item.kind === 'event') recollection.keepMetadata(item.event);
  }
  const run = { ...recollection.factsOfRun(recorded), replaying: false };
  // The last error of the run is the event's own.
  if (recorded.type === 'tool_error') run.errors = [...run.errors.slice(0, -1), known.payload.error as ErrorFacts];
  return { ...known, run };
}

/** Throws for an event of which too little is recorded. */
export function eventBefore(recorded: HookEvent): EventBefore {
  const event = eventNames.find((name) => hookPoints[name].type === recorded.type);
  if (!event) throw new Error(`${typeOf(recorded)} is no event that hooks are called for`);
  if (counted.has(event)) throw new Error(`of ${event} only counts are recorded: no hook can be run on that`);
  const { toolCallId, toolName, input, requestedInput, output, isError, error, duration, usage, costUsd, reason, decidedBy } =
    recorded as RecordedFields;
  const {
    decision: _,
    sawMetadata: __,
    bars,
    ...data
  } = (recorded.data ?? {}) as PayloadFields & {
    [N in 'decision' | 'sawMetadata']?: unknown;
  } & Pick<EventBefore, 'bars'>;
  const told = { output, isError, error, durationMs: duration, usage, costUsd, reason } satisfies Told<EventName>;
  const own: PayloadFields = { ...data, ...told };
  if ('tool' in hookPoints[event])
    Object.assign(own, { toolCallId, toolName, input, requestedInput: requestedInput ?? input } satisfies Told<'preToolUse'>);
  else if (event === 'userMessage' || event === 'message') Object.assign(own, { message: input } satisfies Told<'userMessage'>);
  else if (event === 'subagentStart' || event === 'subagentStop')
    Object.assign(own, { task: input, result: output } satisfies Told<'subagentStop'>);
  else own.input = input;
  // The reason of a chain's end, and who ended it, are none of the event's.
  if (event === 'toolSettled') own.decidedBy = decidedBy;
  else if (event !== 'sessionEnd' && event !== 'permissionRequest') delete own.reason;
  if (event === 'sessionEnd') own.reason = data.reason;
  if (recorded.type === 'stop') Object.assign(own, stopBefore(recorded) satisfies Told<'stop'>);
  // A model's answer is told by counts.
  if (isObject(own.response)) delete own.response;
  if (event === 'preToolUse') own.input = own.requestedInput;
  const payload = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) as typeof own;
  // What redacts leaves nothing behind of what was: such a field stays as it was recorded.
  undo(payload, recorded, () => false);
  return { event, run: factsOfEvent(recorded), payload, ...(bars ? { bars } : {}) };
}
