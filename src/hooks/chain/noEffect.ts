/** Decisions and changes that come to nothing: which, and why, so that no record shows them as if they counted. */
import type { ChainEnd } from '../../shared/chainEnd';
import type { DecisionAction, EventName } from '../../shared/points';
import type { Carried, CastVote, Dispatch } from './carried';
import type { Decided } from './decisions';
import { allowCounts } from './matching';
import type { RegisteredHook } from './registered';

const answers: ReadonlySet<DecisionAction> = new Set(['respond', 'fail', 'redirect', 'retry', 'ask', 'allow']);

/** Why a decision would come to nothing, if it would. */
export function idle({ carried, request }: Dispatch, hook: RegisteredHook, { action }: Decided): string | undefined {
  const barred = request.bars?.[action];
  if (barred !== undefined) return barred;
  const answer = carried.answered ?? carried.recovered;
  if (answer && (answers.has(action) || action === 'modify'))
    return `${answer.by.name} has answered already, and the first answer stands`;
  if (action === 'allow' && !allowCounts(hook, carried.payload)) return 'it does not cover every command of the line';
  return undefined;
}

/** An allow counts for the input it saw. */
export function voidAllows(carried: Carried, isVoid: (vote: CastVote) => boolean, why: string): void {
  const gone = carried.votes.filter((vote) => vote.action === 'allow' && isVoid(vote));
  for (const { record } of gone) carried.hooks[record]!.noEffect = why;
  carried.votes = carried.votes.filter((vote) => !gone.includes(vote));
}

/** Where a stop leaves out what hooks had changed the fields for. */
const takesNoStep: ReadonlySet<EventName> = new Set(['beforeAgent', 'preModelCall', 'preToolUse']);

/** A denial drops all that hooks had changed, and so does a stop before the step. */
export function dropChanges(event: EventName, { hooks }: Carried, end: ChainEnd): void {
  const stops = end.action === 'stop' || end.action === 'error';
  if (end.action !== 'deny' && !(stops && takesNoStep.has(event))) return;
  const who = end.by.name ?? end.by.kind;
  for (const record of hooks)
    if (record.changed && record.changed.length > 0 && !record.shadow)
      record.noEffect ??= end.action === 'deny' ? `dropped: ${who} denied` : `dropped: ${who} ended it`;
}
