/** `group`: its members run by S1's documented modes, to the outside they are one hook with one record. */

import type { DecisionAction } from '../../../shared/hooks/points';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import type { Decided } from '../words/decisions';
import type { RegisteredHook } from '../words/registered';

export interface Group {
  members: RegisteredHook[];
  modes: { continueOnError?: boolean; continueOnResponse?: boolean };
}

const groups = new WeakMap<RegisteredHook['handler'], Group>();

/** The handler of a registered group. It stands for its members and is never called itself. */
export function groupHandler(group: Group): RegisteredHook['handler'] {
  const handler = () => {
    throw new Error('a group is run by the chain');
  };
  groups.set(handler, group);
  return handler;
}

export const groupOf = (hook: RegisteredHook): Group | undefined => groups.get(hook.handler);

const quiet: ReadonlySet<DecisionAction> = new Set(['continue', 'modify', 'ask', 'allow']);
/** What S1 calls a custom response: it ends the group unless `continueOnResponse` is set. A change or a vote takes effect at once and ends nothing. */
export const isAnswer = ({ action, final }: { action: DecisionAction; final?: unknown }): boolean =>
  !quiet.has(action) || final === true;
/** No mode goes on after these: a denial is not for a later answer to take back. */
export const isTerminal = ({ action }: { action: DecisionAction }): boolean => action === 'deny' || action === 'stop';

/** What was only tried in shadow, what came to nothing, what counts. */
const weightOf = ({ decision, shadow, noEffect }: Pick<HookRecord, 'decision' | 'shadow' | 'noEffect'>): number =>
  decision === 'continue' ? -1 : shadow ? 0 : noEffect === undefined ? 2 : 1;

/**
 * Writes what a member decided on its group's record: what counts stands before what came to nothing, and that before what was only tried; of two alike the
 * later. Changes of members that are not in shadow are kept, whether they count or not: the payload has them.
 */
export function tellGroup(
  record: HookRecord,
  { action, reason }: Decided,
  { changed, noEffect, uncertain }: HookRecord,
  shadow: boolean,
): void {
  const member = {
    decision: action,
    ...(shadow ? { shadow: true as const } : {}),
    ...(noEffect === undefined ? {} : { noEffect }),
  };
  const [own, known] = [weightOf(member), weightOf(record)];
  if (changed && (own >= known || !shadow))
    record.changed = [...(known === 0 && own > 0 ? [] : (record.changed ?? [])), ...changed];
  if (own < Math.max(known, 0)) return;
  record.decision = action;
  if (own > 0) delete record.shadow;
  else record.shadow = true;
  if (noEffect === undefined) delete record.noEffect;
  else record.noEffect = noEffect;
  if (typeof reason === 'string') record.reason = reason;
  else delete record.reason;
  tellUncertain(record, uncertain);
}

/** Of the member whose word the record has. */
export function tellUncertain(record: HookRecord, uncertain: string | undefined): void {
  if (uncertain === undefined) delete record.uncertain;
  else record.uncertain = uncertain;
}
