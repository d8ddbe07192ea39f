/**
 * One tool call: *prepare* (hooks, policies, rules, the human), *execute* (the lock, the policies once more, the tool) and *finalise* (after-hooks, the
 * result message). A refusal, a bad argument and an unknown tool all end as an ordinary result: every call gets exactly one.
 */

import { factsIn, type ToolFacts } from '../../shared/calls/toolFacts';
import type { Refusal } from '../../shared/events/eventParts';
import type { DispatchResult } from '../../shared/hooks/dispatch';
import { type ToolUseBlock, toContent } from '../../shared/messages/messages';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import { type AgentContext, ask, barring, dispatch, expecting, leave, note } from '../context/agentContext';
import { addMessage } from '../context/agentHistory';
import { alsoEnded, type Ended, endByFailure, instead, settleEnd } from '../context/ending';
import { type Apart, unheld } from '../context/lock';
import { changedByHooks } from '../judging/approvalRequest';
import {
  type Call,
  cancelled,
  denied,
  factsFor,
  type Gate,
  newlySaid,
  notRunnable,
  type Prepared,
  skipped,
  takeHeard,
  toolFields,
} from '../judging/call';
import { heldTo } from '../judging/confining';
import { judgedNow } from '../judging/judgedAt';
import { putToHuman } from '../judging/putToHuman';
import { pause } from '../model/pause';
import type { ToolOutput } from '../ports/tool';
import { tellBelow } from '../prompt/instruct';
import { type CallVerdict, decide } from '../tools/approval';
import { afterChain } from './afterChain';
import { runJudged } from './runJudged';
import {
  type Brought,
  bringing,
  type CallResult,
  following,
  followingMessage,
  followingShape,
  type Settling,
  settlingOf,
} from './settling';

const maxRetries = 3;

export async function prepare(ctx: AgentContext, use: ToolUseBlock, offered: ReadonlySet<string> | undefined): Promise<Gate> {
  const { deps, agent } = ctx;
  const facts = asOffered(factsFor(ctx, use.name, use.input), offered);
  const call: Call = { id: use.id, requestedInput: use.input, facts, decidedBy: { kind: 'default' } };
  const fields = toolFields(call);
  const began = deps.clock.now();
  const at = judgedNow(ctx);
  const pre = await ask(ctx, 'preToolUse', fields, agent.signal);
  newlySaid(call, pre.hooks);
  let word: Gate | CallVerdict | undefined;
  try {
    word = await wordOn(ctx, call, pre, offered);
  } finally {
    leave(ctx, 'preToolUse', fields, pre, began, word && refusalBeside(word));
  }
  if ('prepared' in word) return word;
  call.decidedBy = word.by;
  if (word.action === 'deny') return { prepared: denied(call, word.reason) };
  const judgedAt = { ...at, hookSet: pre.hookSet };
  if (word.action === 'run') return { prepared: { kind: 'ready', call, judgedAt } };
  return putToHuman(ctx, call, word, changedByHooks(pre.hooks), judgedAt);
}

/** What becomes of a call once its hooks have run: what they made of it, or the word of policies, rules and mode. */
async function wordOn(
  ctx: AgentContext,
  call: Call,
  pre: DispatchResult<'preToolUse'>,
  offered: ReadonlySet<string> | undefined,
): Promise<Gate | CallVerdict> {
  if (pre.redacted) {
    // What the model asked for is not to be seen any more, wherever this call is shown.
    call.facts = factsIn(pre.payload);
    call.requestedInput = call.facts.input;
  }
  if (ctx.agent.signal.aborted) return { prepared: cancelled(call, ctx.agent.signal) };
  if (pre.end.action !== 'continue') call.decidedBy = pre.end.by;
  const after = afterChain(pre);
  switch (after.kind) {
    case 'denied':
      return { prepared: denied(call, after.reason) };
    case 'halted':
      return { prepared: skipped(call, after.reason), ended: settleEnd(pre) };
    case 'replaced': {
      call.facts = factsIn(pre.payload);
      const { end, refused } = after;
      if (refused) return { action: 'deny', by: refused.by, reason: refused.reason };
      if (end.action === 'respond') return { prepared: { kind: 'answered', call, output: toContent(end.value) } };
      return { prepared: { kind: 'failed', call, error: { ...end.error, kind: 'hook' }, origin: 'hook' } };
    }
    case 'goesOn':
      // Neither other input nor a redirect brings back a tool that this step does not offer.
      call.facts = asOffered(factsIn(pre.payload), offered);
      return verdictOn(ctx, call, pre);
  }
}

/** The word of policies, rules and mode on what would run. */
async function verdictOn(ctx: AgentContext, call: Call, pre: DispatchResult<'preToolUse'>): Promise<Gate | CallVerdict> {
  const { tools, permissions } = ctx.deps;
  const held = await heldTo(ctx, call.facts, pre.judgement, pre.confined);
  call.confinement = held.confinement;
  if (held.judgement?.action === 'deny') return { action: 'deny', by: held.judgement.by, reason: held.judgement.reason };
  const broken = notRunnable(call.facts);
  if (broken) return { prepared: { kind: 'failed', call, error: broken, origin: 'tool' } };
  return decide(call.facts, tools.circumstances(call.facts), permissions(), pre.vote, held.judgement);
}

/** A call is settled after those before it have run: that it will not run is told with its hooks' own event. */
const refusalBeside = (word: Gate | CallVerdict): Refusal | undefined =>
  'action' in word && word.action === 'deny' ? { by: word.by, reason: word.reason } : undefined;

/** A tool that was taken out of the request is disabled for that step. */
function asOffered(facts: ToolFacts, offered: ReadonlySet<string> | undefined): ToolFacts {
  if (!offered || facts.status !== 'known' || offered.has(facts.toolName)) return facts;
  return { ...facts, status: 'disabled', problem: `tool ${facts.toolName} is not offered in this step` };
}

/** Runs a ready call and its after-hooks up to the output; what remains is `finalise`, which comes right after it where no other call runs beside this one. A writing call gives its lock up while it waits `apart`. */
export async function execute(ctx: AgentContext, prepared: Prepared, isAlone: boolean, apart: Apart = unheld): Promise<Finished> {
  if (prepared.kind === 'refused') return { ...prepared, content: prepared.text, isError: true };
  const { run, deps, agent } = ctx;
  const { call } = prepared;
  let began = deps.clock.now();
  const origin = prepared.kind === 'ready' ? 'tool' : prepared.kind === 'answered' ? 'hook' : prepared.origin;
  for (let attempt = 0; ; attempt++) {
    let result: ToolOutput = { content: '' };
    let error: ErrorFacts | undefined;
    if (prepared.kind === 'ready') {
      const ran = await runJudged(ctx, prepared, attempt > 0);
      if ('kind' in ran) return execute(ctx, ran, isAlone);
      if (agent.signal.aborted && ran.error?.name === 'AbortError') return execute(ctx, cancelled(call, agent.signal), isAlone);
      result = ran.result;
      error = ran.error;
      if (attempt === 0) began = ran.began;
    } else if (prepared.kind === 'answered') result = { content: prepared.output };
    else error = prepared.error;
    const durationMs = deps.clock.now() - began;
    let recovered = false;
    let ended: Ended | undefined;
    let content = error ? result.content || error.message : result.content;
    if (error) {
      run.errors.push(error);
      const fields = { ...toolFields(call), error, original: error, output: result.content || undefined, durationMs };
      const bars = { retry: whyNoRetry(prepared, attempt, agent.signal) };
      const after = await dispatch(barring(ctx, bars), 'toolError', fields);
      if (after.redacted) error = instead(run, error, after.payload.error);
      if (after.payload.recovered) {
        // The first answer stands; a later hook may have ended the run with it.
        content = toContent(after.payload.output);
        error = after.payload.error;
        recovered = true;
        ended = settleEnd(after);
      } else if (after.end.action === 'retry') {
        if (agent.signal.aborted) return execute(ctx, cancelled(call, agent.signal), isAlone);
        note(ctx, 'tool_retry', {
          toolCallId: call.id,
          toolName: call.facts.toolName,
          reason: after.end.reason,
          data: { attempt: attempt + 1, waitMs: after.end.afterMs },
        });
        const { afterMs } = after.end;
        const wait = () => pause(deps.clock, afterMs, agent.signal);
        // Others may write meanwhile: the call is judged anew, and its paths are looked at anew, when it has the lock again.
        if (!(await (afterMs > 0 ? apart(wait) : wait()))) return execute(ctx, cancelled(call, agent.signal), isAlone);
        continue;
      } else {
        ended = settleEnd(after);
        const changed = after.payload.error;
        if (changed.message !== fields.error.message) content = changed.message;
        error = changed;
      }
    }
    const isError = error !== undefined && !recovered;
    const fields = { ...toolFields(call), output: content, isError, recovered, error, origin, durationMs };
    const untold: CallResult = { call, outcome: isError ? 'error' : 'ok', content: toContent(content), isError };
    const settling = isAlone ? await settlingOf(ctx, untold) : undefined;
    const post = await dispatch(settling ? expecting(ctx, following(settling)) : ctx, 'postToolUse', fields);
    if (error && post.redacted && post.payload.error) error = instead(run, error, post.payload.error);
    const after = { error, ended: alsoEnded(agent, ended, settleEnd(post)) };
    if (post.payload === fields && post.context.length === 0) return { ...untold, settling, ...after };
    return {
      call,
      outcome: post.payload.isError ? 'error' : 'ok',
      content: toContent(post.payload.output),
      isError: post.payload.isError === true,
      context: post.context,
      ...after,
    };
  }
}

/** Why a failed call cannot be tried again, if it cannot. */
function whyNoRetry({ kind }: Prepared, attempt: number, { aborted }: AbortSignal): string | undefined {
  if (kind !== 'ready') return 'the tool did not run, so there is nothing to try again';
  if (aborted) return 'the run was stopped';
  return attempt < maxRetries ? undefined : `it was the ${maxRetries + 1}th, and ${maxRetries} count`;
}

export interface Finished extends CallResult {
  error?: ErrorFacts;
  ended?: Ended;
  /** What follows, where the after-hooks were told of it. */
  settling?: Settling;
}

/** Puts the result into the history and settles the call; returns how the run ends, if it does. */
export async function finalise(ctx: AgentContext, finished: Finished): Promise<Ended | undefined> {
  const { call } = finished;
  const { below, shaping, ...asIs } = finished.settling ?? (await settlingOf(ctx, finished));
  tellBelow(ctx, below, call.id);
  let brought: Brought = asIs;
  if (shaping) {
    const shaped = await dispatch(expecting(ctx, followingShape(brought)), 'toolResultMessages', shaping);
    // The chain has seen to it that it is one, with the call's one result.
    const message = shaped.payload.messages?.[0];
    if (message) brought = bringing(ctx, finished, message);
  }
  const { message, added, settled } = brought;
  const beside = { toolCallId: call.id, toolName: call.facts.toolName };
  await addMessage(expecting(ctx, followingMessage(brought)), message, beside, added);
  const began = ctx.deps.clock.now();
  const told = await ask(ctx, 'toolSettled', settled);
  leave(ctx, 'toolSettled', settled, { ...told, hooks: [...takeHeard(call), ...told.hooks] }, began, undefined);
  return finished.ended ?? endByFailure(ctx);
}
