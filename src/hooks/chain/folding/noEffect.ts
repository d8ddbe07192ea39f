/** Decisions and changes that come to nothing: which, and why, so that no record shows them as if they counted. */

import type { PayloadFields } from '../../../shared/hooks/payloads';
import type { DecisionAction, EventName, Patchable } from '../../../shared/hooks/points';
import type { ChainEnd, Judgement } from '../../../shared/verdicts/chainEnd';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import { allowsLess } from '../choosing/matching';
import type { Decided } from '../words/decisions';
import type { RegisteredHook } from '../words/registered';
import { type Carried, type CastVote, type Dispatch, rewrite } from './carried';

const answers: ReadonlySet<DecisionAction> = new Set(['respond', 'fail', 'redirect', 'retry', 'ask', 'allow']);

/** Why a decision would come to nothing, if it would. */
export function idle({ carried, request }: Dispatch, hook: RegisteredHook, { action }: Decided): string | undefined {
  const barred = request.bars?.[action];
  if (barred !== undefined) return barred;
  const answer = carried.answered ?? carried.recovered;
  if (answer && (answers.has(action) || action === 'modify'))
    return `${answer.by.name} has answered already, and the first answer stands`;
  return action === 'allow' ? allowsLess(hook, carried.payload) : undefined;
}

/** An allow counts for the input it saw. */
export function voidAllows(carried: Carried, isVoid: (vote: CastVote) => boolean, why: string): void {
  const gone = new Set(carried.votes.filter((vote) => vote.action === 'allow' && isVoid(vote)));
  if (gone.size === 0) return;
  const last = carried.hooks.length - 1;
  for (const { record } of gone)
    if (record < last) rewrite(carried, record, { noEffect: why });
    // That of a group, which is still written; of its last word, a redirect, nothing is void.
    else if (carried.hooks[record]!.decision !== 'redirect') carried.hooks[record]!.noEffect = why;
  carried.votes = carried.votes.filter((vote) => !gone.has(vote));
}

/** Where a stop leaves out what hooks had changed the fields for. */
const takesNoStep: ReadonlySet<EventName> = new Set(['beforeAgent', 'preModelCall', 'preToolUse']);

/** A denial drops all that hooks had changed, and so does a stop before the step. */
export const dropsChanges = (event: EventName, { action }: ChainEnd): boolean =>
  action === 'deny' || ((action === 'stop' || action === 'error') && takesNoStep.has(event));

/** Says beside each hook whose changes, or whose answer, the end of the chain or a policy's denial leaves without effect that it is so. */
export function tellDropped(event: EventName, carried: Carried, end: ChainEnd, judgement: Judgement | undefined): void {
  const { hooks, answered, cleanedBy = [], payload } = carried;
  const denied = judgement?.action === 'deny' ? judgement : undefined;
  const unrun = denied ? undefined : whyNotRun(event, payload, end);
  if (unrun !== undefined)
    for (const record of hooks) if (permits(record) && record.noEffect === undefined && !record.shadow) record.noEffect = unrun;
  if (end.action === 'continue') return;
  tellNeedless(event, carried, end);
  const { by } = denied ?? end;
  const why = `dropped: ${by.name ?? by.kind} ${denied || end.action === 'deny' ? 'denied' : 'ended it'}`;
  const answer = denied || (answered && answered !== end) ? answerIn(hooks) : undefined;
  if (answer) drop(answer, why);
  if (!dropsChanges(event, end)) return;
  // What was cleaned stays so: the fields never come back as they came.
  for (const record of hooks)
    if (
      record.changed &&
      record.changed.length > 0 &&
      !record.shadow &&
      !cleanedBy.includes(record.id) &&
      record.noEffect === undefined
    )
      drop(record, why);
}

/** Fields for which nobody asks any more once the chain ends so, and what it comes to instead. */
const needless: { [E in EventName]?: { [A in ChainEnd['action']]?: [fields: readonly Patchable[], instead: string] } } = {
  beforeAgent: { respond: [['system', 'responseFormat'], 'answered, so no model is asked'] },
  modelError: { respond: [['error'], 'answered in its place'], retry: [['error'], 'had it tried again'] },
  toolError: { retry: [['error'], 'had it tried again'] },
  stop: { continueWith: [['response', 'signal'], 'keeps the agent going'] },
};

/** What hooks changed beside these keeps its effect, and their records stay. */
function tellNeedless(
  event: EventName,
  { hooks, cleanedBy = [] }: Carried,
  end: Exclude<ChainEnd, { action: 'continue' }>,
): void {
  const [fields, instead] = needless[event]?.[end.action] ?? [];
  if (!fields) return;
  const isNeedless = ({ field }: { field: string }) => fields.some((one) => field === one || field.startsWith(`${one}.`));
  for (const record of hooks)
    if (record.changed?.length && record.changed.every(isNeedless) && !record.shadow && !cleanedBy.includes(record.id))
      record.noEffect ??= `${end.by.name ?? end.by.kind} ${instead}`;
}

/** Why no tool runs, though nobody denies it: whether it may, and within which walls, is no question then. */
function whyNotRun(event: EventName, { status, problem }: PayloadFields, end: ChainEnd): string | undefined {
  if (end.action === 'respond' || end.action === 'fail')
    return `${end.by.name ?? end.by.kind} has answered, so the tool does not run`;
  if (event !== 'preToolUse' || end.action !== 'continue' || status === undefined || status === 'known') return undefined;
  return `no tool runs: ${problem ?? status}`;
}

/** A word on whether and how the tool runs. The deny of a policy that only might match is an ask. */
const permits = ({ decision, mightMatch }: HookRecord): boolean =>
  decision === 'ask' || decision === 'allow' || decision === 'confine' || (decision === 'deny' && mightMatch === true);

function drop(record: HookRecord, why: string): void {
  record.noEffect = why;
  record.dropped = true;
}

/** The record of the hook whose answer stood until then: those of others say that they came to nothing. */
const answerIn = (hooks: readonly HookRecord[]): HookRecord | undefined =>
  hooks.find(({ decision, shadow, noEffect }) => (decision === 'respond' || decision === 'fail') && !shadow && !noEffect);
