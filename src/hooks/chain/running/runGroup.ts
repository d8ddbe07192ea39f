/** Runs the members of a group in the place of one hook. */

import { cleans } from '../../../shared/hooks/hookDescription';
import type { ErrorFacts } from '../../../shared/runs/errorFacts';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import type { Called } from '../calling/callHook';
import { skipReason } from '../choosing/matching';
import type { Dispatch } from '../folding/carried';
import { cutShort, fold } from '../folding/fold';
import { fail, inMicroseconds, openRecord, takeDecision, wrongDecision } from '../folding/hookOutcome';
import { type Group, isAnswer, isTerminal, tellGroup, tellUncertain } from '../registering/group';
import type { Decided } from '../words/decisions';
import type { RegisteredHook } from '../words/registered';
import { type Calls, nothingDone } from './calls';

/**
 * S1's rules: an error ends the group unless `continueOnError`, an answer unless `continueOnResponse`; later the last answer counts, and the first error
 * where there is no answer. A group that fails leaves no change behind.
 */
export async function runGroup(
  dispatch: Dispatch,
  calls: Calls,
  hook: RegisteredHook,
  { members, modes }: Group,
): Promise<HookRecord> {
  const { carried, request, env, point } = dispatch;
  const before = {
    payload: carried.payload,
    metadata: carried.metadata,
    votes: [...carried.votes],
    context: [...carried.context],
  };
  let record: HookRecord | undefined;
  let answer: { member: RegisteredHook; decision: Decided; uncertain?: string; called: Called } | undefined;
  /** Of a failed call, before a member stopped the run: it stands, as outside of a group. */
  let recovery: typeof answer;
  let failure: { member: RegisteredHook; error: ErrorFacts; uncertain?: string } | undefined;
  for (const member of members) {
    if (!member.events.includes(request.event) || skipReason(member, request, carried.payload)) continue;
    if (env.isAborted?.() ?? env.signal.aborted) {
      // As between two hooks.
      cutShort(dispatch, hook);
      if (carried.ended) return record ?? openRecord(dispatch, hook, nothingDone(env));
    }
    const shadow = hook.options.shadow || member.options.shadow;
    const called = await calls.call(member);
    record = add(dispatch, hook, record, called);
    if (called.aborted) {
      cutShort(dispatch, hook);
      return record;
    }
    let { error } = called;
    const { decision, uncertain } = called;
    const blank = { changed: undefined, noEffect: undefined, uncertain };
    if (decision && isAnswer(decision)) {
      if (shadow) {
        tellGroup(record, decision, { ...record, ...blank }, shadow);
        continue;
      }
      if (point.recovery && decision.action === 'stop' && answer?.decision.action === 'respond') recovery = answer;
      answer = { member, decision, uncertain, called };
      if (!modes.continueOnResponse || isTerminal(decision)) break;
      continue;
    }
    if (decision) {
      const part: HookRecord = { ...record, ...blank };
      const problem = await fold(dispatch, member, decision, part, shadow);
      if (problem) error = wrongDecision(problem, called);
      tellGroup(record, decision, part, shadow);
    }
    if (!error || shadow) continue;
    failure ??= { member, error, uncertain };
    if (modes.continueOnError) continue;
    answer = undefined;
    break;
  }
  record ??= openRecord(dispatch, hook, nothingDone(env));
  if (answer) {
    if (failure) record.error = failure.error;
    if (!hook.options.shadow) delete record.shadow;
    delete record.noEffect;
    delete record.reason;
    tellUncertain(record, answer.uncertain);
    for (const one of [recovery, answer])
      if (one) await takeDecision(dispatch, one.member, one.decision, record, false, one.called);
  } else if (failure) {
    Object.assign(carried, before);
    delete record.changed;
    delete record.noEffect;
    delete record.reason;
    tellUncertain(record, failure.uncertain);
    if (!hook.options.shadow) delete record.shadow;
    // What its members cleaned is gone with all that it changed, and the others will not clean it.
    const redacts = members.some(
      (member) => cleans(member) && member.events.includes(request.event) && !skipReason(member, request, before.payload),
    );
    const options = { ...failure.member.options, ...(redacts ? { redacts } : {}) };
    fail(dispatch, { ...failure.member, options, handler: hook.handler }, record, failure.error);
  }
  return record;
}

/** One record for a group, however many of its members ran. */
function add(dispatch: Dispatch, hook: RegisteredHook, record: HookRecord | undefined, called: Called): HookRecord {
  if (!record)
    return openRecord(dispatch, hook, { ...called, error: undefined, uncertain: undefined, decision: { action: 'continue' } });
  record.duration = inMicroseconds(record.duration + called.duration);
  if (called.logs.length > 0) record.logs = [...(record.logs ?? []), ...called.logs];
  return record;
}
