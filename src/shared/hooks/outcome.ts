/**
 * What a dispatch came to, in a form by which two of them are compared: how the chain ended, the hooks' strictest vote, the policies' word and the value that was
 * left. Reasons, and who spoke, are no part of it. A record keeps its fingerprint, so that a replay can tell whether today's hooks would leave the same.
 */

import { hash } from '../basics/hash';
import { isObject } from '../basics/json';
import type { ChainEnd } from '../verdicts/chainEnd';
import { type Confinement, heldBy } from '../verdicts/confinement';
import type { ChangedField } from '../verdicts/patches';
import type { DispatchResult } from './dispatch';
import type { EventName, PayloadFields } from './payloads';

type Left = { [F in ChangedField | 'answer']?: unknown };
export interface DispatchOutcome {
  /** None where the chain went on. */
  end?: string;
  /** What it ended with: an answer, an error, a message. */
  value?: unknown;
  vote?: string;
  verdict?: string;
  confinement?: Confinement;
  /** Fields that the hooks changed, as they left them. */
  left?: Left;
}

/** Undefined where the hooks left everything as it came. `before` are the fields that the dispatch began with. */
export function outcomeOf(before: PayloadFields, result: DispatchResult<EventName>): DispatchOutcome | undefined {
  const { end, vote, judgement, confined } = result;
  const left = leftBy(before, result);
  const confinement = heldBy((confined ?? []).map(({ words }) => words));
  const outcome: DispatchOutcome = {
    ...(end.action === 'continue' ? {} : { end: end.action, ...endedWith(end) }),
    ...(vote ? { vote: vote.action } : {}),
    ...(judgement ? { verdict: judgement.action } : {}),
    ...(confinement ? { confinement } : {}),
    ...(Object.keys(left).length > 0 ? { left } : {}),
  };
  return Object.keys(outcome).length > 0 ? outcome : undefined;
}

/** In one word, the strictest: policies speak last, so a deny of theirs stands before how the chain ended. */
export function wordOf({ end, vote, verdict, confinement, left }: DispatchOutcome): string {
  if (end === 'deny' || verdict === 'deny') return 'deny';
  const word = end ?? verdict ?? vote ?? (confinement ? 'confine' : undefined);
  return word ?? (left ? 'modify' : 'continue');
}

export const fingerprintOf = (outcome: DispatchOutcome): string => hash(canonical(outcome));

export const isFingerprint = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{14}$/.test(text);

function endedWith(end: ChainEnd): Pick<DispatchOutcome, 'value'> {
  switch (end.action) {
    case 'respond':
      return { value: end.value };
    case 'fail':
      return { value: `${end.error.name}: ${end.error.message}` };
    case 'continueWith':
      return { value: end.message };
    case 'stop':
      return end.as ? { value: end.as } : {};
    case 'error':
    case 'continue':
    case 'deny':
    case 'retry':
    case 'drop':
      return {};
  }
}

/** By the fields that hooks say they changed: what they did not touch is never looked at, however long it is. */
function leftBy(before: PayloadFields, result: DispatchResult<EventName>): Left {
  const { end, hooks, metadata, context } = result;
  const payload: PayloadFields = result.payload;
  const left: Left = {};
  for (const { changed = [], shadow, dropped, error } of hooks) {
    // What was dropped at the end is marked so on its record.
    if (shadow || error || dropped) continue;
    for (const { field } of changed) {
      const value = field === 'metadata' ? metadata : field === 'context' ? context : partOf(payload, field);
      if (canonical(value) !== canonical(partOf(before, field))) left[field] = value ?? null;
      else delete left[field];
    }
  }
  // What a hook answered is in no end where a later one stopped the run.
  const { recovered, output, response } = payload;
  if (end.action === 'stop' && recovered && !before.recovered) left.answer = output ?? response;
  return left;
}

/** `input.command` is a part of the input; a text is that of its message, or of its piece of a stream. */
function partOf(payload: PayloadFields, field: ChangedField): unknown {
  if (field === 'metadata' || field === 'context') return undefined;
  if (field === 'text') return payload.message ?? payload.delta;
  if (field === 'signal') return payload.signals;
  const at = field.indexOf('.');
  const whole = payload[(at < 0 ? field : field.slice(0, at)) as keyof PayloadFields];
  if (at < 0) return whole;
  return isObject(whole) ? whole[field.slice(at + 1)] : undefined;
}

/** JSON with sorted keys, so that one value has one text. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, field: unknown) =>
      isObject(field) ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1))) : field,
    ) ?? ''
  );
}
