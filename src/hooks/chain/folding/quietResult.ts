/**
 * The answer to most dispatches: hooks ran, and none had anything to say. It crosses as the places of those hooks in their set, with when each began and how long
 * it took; the other end knows the rest.
 */
import type { DispatchRequest, DispatchResult } from '../../../shared/hooks/dispatch';
import { calledAs, type HookDescription } from '../../../shared/hooks/hookDescription';
import type { HookRecord, SkipCounts } from '../../../shared/verdicts/hookRecord';

export interface QuietResult {
  hookSet: string;
  /** Of each hook in turn: its place in the set, when it began in milliseconds since the epoch, and how many it took. */
  ran: number[];
  skipped: SkipCounts;
}

/** Undefined where the result says more than that. */
export function quietOf(
  request: DispatchRequest,
  result: DispatchResult,
  places: ReadonlyMap<string, number>,
): QuietResult | undefined {
  const { end, payload, vote, judgement, confined, context, metadata, redacted, hooks, skipped, hookSet } = result;
  if (end.action !== 'continue' || payload !== request.payload || vote || judgement || confined) return undefined;
  if (metadata || redacted || context.length > 0) return undefined;
  const ran: number[] = [];
  let last = { text: '', at: 0 };
  for (const record of hooks) {
    const place = places.get(record.id);
    if (place === undefined || saysMore(record)) return undefined;
    if (record.startedAt !== last.text) last = { text: record.startedAt, at: Date.parse(record.startedAt) };
    ran.push(place, last.at, record.duration);
  }
  return { hookSet, ran, skipped };
}

/** It did something, or something was wrong with it: more than that it ran. */
export const saysMore = ({ decision, reason, words, changed, logs, error, noEffect, shadow }: HookRecord): boolean =>
  decision !== 'continue' || (reason ?? words ?? changed ?? logs ?? error ?? noEffect ?? shadow) !== undefined;

/** The record of a hook that ran, which has decided nothing yet. */
export const recordOf = (hook: HookDescription, startedAt: string, duration: number): HookRecord => ({
  id: hook.id,
  file: hook.file,
  name: calledAs(hook),
  line: hook.line,
  kind: hook.kind,
  version: hook.version,
  priority: hook.options.priority,
  startedAt,
  duration,
  decision: 'continue',
});

/** The whole result. Throws where the set is not known, names no such hook, or a hook's figures are not all there: what cannot be read passes no gate. */
export function resultOf(
  request: DispatchRequest,
  { hookSet, ran, skipped }: QuietResult,
  set: readonly HookDescription[] | undefined,
): DispatchResult {
  if (!set) throw new Error(`no set of hooks is ${hookSet}`);
  if (ran.length % 3 !== 0) throw new Error('a hook that ran lacks when or how long');
  const hooks: HookRecord[] = [];
  let last = { at: Number.NaN, text: '' };
  for (let at = 0; at < ran.length; at += 3) {
    const hook = set[ran[at]!];
    if (!hook) throw new Error(`no hook at place ${ran[at]} of ${hookSet}`);
    const startedAt = ran[at + 1]!;
    if (startedAt !== last.at) last = { at: startedAt, text: new Date(startedAt).toISOString() };
    hooks.push(recordOf(hook, last.text, ran[at + 2]!));
  }
  return {
    end: { action: 'continue' },
    payload: request.payload,
    vote: undefined,
    judgement: undefined,
    context: [],
    metadata: undefined,
    hooks,
    skipped,
    hookSet,
  };
}
