/** Whether today's hooks came to the same as the record says, and the two sides of it where they did not. */

import type { JsonObject } from '../../shared/basics/json';
import { dataAt } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import type { DispatchResult } from '../../shared/hooks/dispatch';
import { canonical, type DispatchOutcome, fingerprintOf, isFingerprint, outcomeOf, wordOf } from '../../shared/hooks/outcome';
import type { PayloadFields } from '../../shared/hooks/payloads';
import { type Confinement, heldBy } from '../../shared/verdicts/confinement';
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import { recordedLists } from '../../shared/verdicts/patches';
import type { Side } from './replayChanges';

export type Comparison = 'same' | 'changed' | 'unknown';

/** `before` are the fields that the dispatch began with; without a result no hook of today has a say in it. */
export function compare(event: HookEvent, before: PayloadFields, result: DispatchResult | undefined): Comparison {
  // The run was stopped meanwhile: what they would have decided is not known.
  if (isCutShort(event)) return 'unknown';
  const now = result && outcomeOf(before, result);
  const print = dataAt(event, 'fingerprint');
  if (isFingerprint(print)) return now && fingerprintOf(now) === print ? 'same' : 'changed';
  if (print !== undefined) return 'unknown';
  if (isSecondHand(event)) return toldAgents(toldBy(event)) === toldAgents(now ?? {}) ? 'same' : 'changed';
  // Of a version that kept no fingerprint: as far as its records go.
  const was = toldBy(event);
  const is = result && now ? toldBy({ hooks: result.hooks, data: dataOf(now) }) : {};
  return canonical(was) === canonical(is) ? 'same' : 'changed';
}

/** A gate that was shut by no hook: by who ended the run, or by the agent whose end ended it. */
const isCutShort = (event: HookEvent): boolean =>
  dataAt(event, 'decision') === 'deny' &&
  (event.decidedBy?.kind === 'human' || (event.decidedBy?.kind === 'default' && event.decidedBy.name !== undefined));

/** Whether a hook had a say in what was recorded. */
export const hadSay = (event: HookEvent): boolean =>
  event.hooks.some(acted) ||
  isSecondHand(event) ||
  dataAt(event, 'decision') !== undefined ||
  dataAt(event, 'fingerprint') !== undefined;

const isSecondHand = (event: HookEvent): boolean => dataAt(event, 'secondHand') === true;

/** What another agent is told where it has no word of its own for it. */
const instead: ReadonlyMap<string, string> = new Map([
  ['confine', 'ask'],
  ...['respond', 'fail', 'stop'].map((word) => [word, 'deny'] as const),
]);
const toldAgents = (outcome: DispatchOutcome): string => instead.get(wordOf(outcome)) ?? wordOf(outcome);

const acted = ({ decision, shadow, noEffect, error }: HookRecord): boolean =>
  !shadow && (error !== undefined || (decision !== 'continue' && noEffect === undefined));

export function sideOfRecord(event: HookEvent): Side {
  const told = toldBy(event);
  const decision = wordOf(told);
  const { reason, decidedBy } = event;
  const speaker = event.hooks.findLast((hook) => acted(hook) && says(hook, decision));
  const by = told.end ? decidedBy : (speaker ?? decidedBy);
  return side({
    decision,
    // A failed policy's reason is the event's; any other is of who refused the call, whatever its hooks said.
    reason: told.end || !speaker || decision === 'deny' ? (speaker?.reason ?? reason) : speaker.reason,
    by: by && { kind: by.kind, file: by.file, line: by.line, name: by.name },
    input: event.input,
    output: event.output ?? others(told.left),
  });
}

export function sideOfResult(event: HookEvent, before: PayloadFields, result: DispatchResult | undefined): Side {
  if (!result) return side({ decision: 'continue', input: inputOf(before) ?? event.input, output: before.output });
  const { end, vote, judgement, confined } = result;
  const outcome = outcomeOf(before, result) ?? {};
  const decision = wordOf(outcome);
  const held = confined?.find(({ words }) => !words.hideOnly);
  const spoken = [judgement, end.action === 'continue' ? undefined : end, vote, held].find(
    (one) => one && (!('action' in one) || one.action === decision || one === judgement || one === end),
  );
  const modifier = result.hooks.findLast(({ changed, shadow }) => changed && !shadow);
  const by = spoken?.by ?? (modifier && { kind: modifier.kind, file: modifier.file, line: modifier.line, name: modifier.name });
  const payload: PayloadFields = result.payload;
  return side({
    decision,
    reason: spoken?.reason ?? modifier?.reason,
    by,
    input: inputOf(payload) ?? event.input,
    output: outcome.value ?? payload.output ?? others(outcome.left && asRecorded(outcome.left, result.hooks)),
  });
}

const side = (all: Side): Side =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as Side;

const inputOf = ({ input, message }: PayloadFields): unknown => input ?? message;

/** Lists as records tell them. */
function asRecorded(left: NonNullable<DispatchOutcome['left']>, hooks: readonly HookRecord[]): DispatchOutcome['left'] {
  const told = { ...left };
  for (const { changed = [] } of hooks.filter(acted))
    for (const { field, after } of changed) if (recordedLists.has(field) && field in left) told[field] = after;
  return told;
}

/** What was changed beside the input, which is told as such. */
function others(left: DispatchOutcome['left']): JsonObject | undefined {
  const rest = Object.entries(left ?? {}).filter(([field]) => !/^(input|output|message|text)(\.|$)/.test(field));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

const says = ({ decision, error }: HookRecord, word: string): boolean =>
  decision === word || (word === 'ask' && decision === 'deny') || (word === 'deny' && error !== undefined);

/** What an event’s data tell of its chain. */
type ToldData = Pick<DispatchOutcome, 'vote' | 'verdict'> & { decision?: string; confinement?: Confinement };

/** What the records of the hooks say that the dispatch came to. */
function toldBy({ hooks, data }: { hooks: readonly HookRecord[]; data?: object }): DispatchOutcome {
  const { decision, vote, verdict, confinement }: ToldData = data ?? {};
  const counted = hooks.filter(acted);
  const voted = strictest(
    counted.filter(({ kind }) => kind === 'hook'),
    ['ask', 'allow'],
  );
  const judged = strictest(
    counted.filter(({ kind }) => kind === 'policy'),
    ['deny', 'ask'],
  );
  const words = counted.flatMap((hook) => (hook.words ? [hook.words] : []));
  const left: DispatchOutcome['left'] = {};
  for (const { changed = [] } of counted) for (const { field, after } of changed) left[field] = after;
  const held = heldBy(confinement ? [confinement] : words);
  return {
    ...(decision ? { end: decision } : {}),
    ...((vote ?? voted) ? { vote: vote ?? voted } : {}),
    ...((verdict ?? judged) ? { verdict: verdict ?? judged } : {}),
    ...(held ? { confinement: held } : {}),
    ...(Object.keys(left).length > 0 ? { left } : {}),
  };
}

const dataOf = ({ end, vote, verdict, confinement }: DispatchOutcome): ToldData => ({
  decision: end,
  vote,
  verdict,
  confinement,
});

/** A policy's deny of what only might match counts as an ask. */
function strictest(records: readonly HookRecord[], order: readonly string[]): string | undefined {
  const words: string[] = records.map(({ decision, mightMatch, error, kind }) =>
    error && kind === 'policy' ? 'deny' : mightMatch ? 'ask' : decision,
  );
  return order.find((word) => words.includes(word));
}
