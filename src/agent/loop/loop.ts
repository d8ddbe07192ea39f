/**
 * The loop of one agent, main or sub: beforeAgent → [beforeStep → model → tools → afterStep]* → stop → afterAgent. It returns how it ended;
 * only a bug throws.
 */

import type { DispatchResult } from '../../shared/hooks/dispatch';
import { unansweredCalls } from '../../shared/messages/history';
import { type ModelResponse, textOf, tokensUsed, toolUsesOf } from '../../shared/messages/messages';
import { isLimit } from '../../shared/runs/stopReasons';
import { byStrength } from '../../shared/runs/stopSignals';
import { answerOpenCalls, runToolCalls } from '../calls/toolBatch';
import { type Agent, type AgentContext, barring, dispatch } from '../context/agentContext';
import { addMessage, replaceHistory, settleAnswer } from '../context/agentHistory';
import {
  alsoEnded,
  type Ended,
  endByFailure,
  isLastWord,
  recordEnd,
  settleEnd,
  terminalReason,
  whyNotAgain,
} from '../context/ending';
import type { OpenCalls } from '../context/openCalls';
import { signal } from '../context/signals';
import { modelTurn, toResponse } from '../model/turn';
import { instruct } from '../prompt/instruct';
import { switchAgent } from '../prompt/switchAgent';
import { compact, countIfUnsure, isFull } from './compaction';
import { takeSteering } from './userMessage';

const goOn = 'Go on exactly where you stopped.';

export interface AgentInput {
  /** The task or message the agent works on; undefined when a broken run goes on. */
  input: string | undefined;
  /** What had become of tool calls of the history when the process died. */
  open?: OpenCalls;
  lastWords?: 'atLimit' | 'now';
}

export async function runAgent(ctx: AgentContext, { input, open, lastWords }: AgentInput): Promise<Ended> {
  const { agent } = ctx;
  await instruct(ctx);
  const early = await begun(ctx, input, open);
  let ended = early ?? (lastWords === 'now' ? await concluded(ctx, whyNow) : await steps(ctx, open));
  for (let continuations = 0; ; continuations++) {
    if (lastWords === 'atLimit') ended = await withLastWords(ctx, ended);
    // An abort that came while a hook ran is an abort, whatever the hook said.
    if (agent.signal.aborted && ended.kind !== 'error') ended = { kind: 'aborted', response: ended.response };
    recordEnd(agent, ended);
    const stop = await dispatchStop(ctx, ended, lastWords === 'now' ? whyNow : whyNoMore(agent, ended, continuations));
    if (stop.end.action !== 'continueWith') return finished(ctx, input, ended, stop);
    agent.signals = [];
    await addMessage(ctx, { role: 'user', content: stop.end.message });
    // What comes now is another step, unless none was taken: a beforeAgent hook may have answered in the agent's place.
    if (agent.turns > 0) agent.step++;
    ended = await steps(ctx, undefined);
  }
}

/** What beforeAgent hooks make of the agent; how it ends there, if it does. */
async function begun(ctx: AgentContext, input: string | undefined, open?: OpenCalls): Promise<Ended | undefined> {
  const { agent } = ctx;
  const { system } = agent;
  const tools = ctx.deps.tools.declarations(agent.name);
  const before = await dispatch(ctx, 'beforeAgent', { input, system, tools }, agent.signal);
  if (before.end.action === 'respond') {
    const response = toResponse(before.end.value);
    // Those that a broken run left: no model takes an answer in their place.
    await answerOpenCalls(ctx, open, 'a hook answered in the place of the agent');
    await addMessage(ctx, { role: 'assistant', content: response.content });
    agent.answerOf = 'hook';
    return { kind: 'done', response };
  }
  const ended = settleEnd(before);
  if (ended) return ended;
  agent.system = before.payload.system;
  agent.responseFormat = before.payload.responseFormat ?? agent.responseFormat;
  return undefined;
}

/** `barred` says why the agent cannot be told to go on, if it cannot. */
async function dispatchStop(ctx: AgentContext, ended: Ended, barred: string | undefined): Promise<DispatchResult<'stop'>> {
  const { agent, run } = ctx;
  const signals = byStrength(agent.signals);
  const stop = await dispatch(barring(ctx, { continueWith: barred }), 'stop', {
    reason: signals[0]?.reason ?? (ended.kind === 'denied' ? 'stop_requested' : 'completed'),
    signals,
    turns: agent.turns,
    costUsd: run.costUsd,
    response: ended.response,
  });
  agent.signals = [...stop.payload.signals];
  return stop;
}

/** How it ends after the stop hooks, and what afterAgent hooks make of that. */
async function finished(ctx: AgentContext, input: string | undefined, came: Ended, stop: DispatchResult<'stop'>): Promise<Ended> {
  const { agent } = ctx;
  let ended = withResponse(came, stop);
  if (stop.end.action === 'error' && ended.kind !== 'error') {
    ended = { kind: 'error', error: stop.end.error, response: ended.response };
    recordEnd(agent, ended);
  }
  const after = await dispatch(ctx, 'afterAgent', {
    input,
    response: ended.response,
    origin: agent.answerOf,
    error: ended.kind === 'error' ? ended.error : undefined,
  });
  const responded = withResponse(ended, after);
  const { response } = responded;
  /** What the agent itself said last. */
  const said = came.response ? textOf(came.response) : '';
  // Beside open calls the record keeps what the model said.
  if (responded.kind !== 'waiting' && response && textOf(response) !== said) await keepResponse(ctx, response);
  settleAnswer(ctx, response);
  const afterEnd = settleEnd(after);
  if (afterEnd?.kind === 'stopped') agent.signals.push(afterEnd.signal);
  if (!afterEnd || responded.kind !== 'done') return responded;
  if (afterEnd.kind === 'error') recordEnd(agent, afterEnd);
  return { ...afterEnd, response };
}

/** One that a limit ended may say what it came to. */
async function withLastWords(ctx: AgentContext, ended: Ended): Promise<Ended> {
  if (ended.kind !== 'stopped' || !isLimit(ended.signal)) return ended;
  return { ...ended, response: (await concluded(ctx, ended.signal.message)).response ?? ended.response };
}

const whyNow = 'The user does not go on past the limit';

/** Why the agent cannot be told to go on, if it cannot. */
function whyNoMore({ signals }: Agent, ended: Ended, continuations: number): string | undefined {
  if (ended.kind === 'waiting') return 'calls wait for their results';
  if (ended.kind === 'done') return whyNotAgain(continuations);
  const why = byStrength(signals)[0]?.message;
  return `the agent did not end by itself${why ? `: ${why}` : ''}`;
}

function withResponse(ended: Ended, result: DispatchResult<'stop' | 'afterAgent'>): Ended {
  const { response } = result.payload;
  return response === undefined || response === ended.response ? ended : { ...ended, response: toResponse(response) };
}

/** What stop and afterAgent hooks answer goes into history, session and view: in the place of the last answer, or after the results that it ended with. */
async function keepResponse(ctx: AgentContext, { content }: ModelResponse): Promise<void> {
  const { history } = ctx.agent;
  const last = history.at(-1);
  if (last?.role === 'assistant') return replaceHistory(ctx, [...history.slice(0, -1), { role: 'assistant', content }]);
  const said = content.filter((block) => block.type === 'text');
  if (last && said.length > 0) await addMessage(ctx, { role: 'assistant', content: said });
}

/** Steps until the agent ends by itself or is ended. */
async function steps(ctx: AgentContext, open: OpenCalls | undefined): Promise<Ended> {
  const { agent } = ctx;
  if (unansweredCalls(agent.history).length > 0) {
    const ended = await runToolCalls(ctx, undefined, open);
    if (ended) return ended;
  }
  const last = agent.history.at(-1);
  if (last?.role === 'assistant') {
    if (open?.answered) return { kind: 'done', response: toResponse(last) };
    // An answer that was cut off is gone on with; no model takes a conversation that ends with its own words.
    await addMessage(ctx, { role: 'user', content: goOn });
  }
  for (; ; agent.step++) {
    const ended = (await prepared(ctx)) ?? (await stepped(ctx));
    if (ended) return ended;
  }
}

/** What comes before the model is asked: what the human says meanwhile, room for it, the hooks. How the agent ends there, if it does. */
async function prepared(ctx: AgentContext): Promise<Ended | undefined> {
  const { agent } = ctx;
  if (agent.signal.aborted) return { kind: 'aborted' };
  const failed = endByFailure(ctx);
  if (failed) return failed;
  const told = await takeSteering(ctx);
  if (told.ended) return told.ended;
  await countIfUnsure(ctx);
  if (!agent.keepsHistory && isFull(agent, ctx.deps.model(agent.name))) {
    const compaction = await compact(ctx, 'auto');
    if (compaction.kind === 'ended') return compaction.ended;
    agent.keepsHistory = compaction.kind !== 'compacted';
  }
  const before = await dispatch(ctx, 'beforeStep', { messages: agent.history, system: agent.system }, agent.signal);
  applyMessages(ctx, before);
  const stopped = settleEnd(before);
  if (!stopped) agent.system = before.payload.system;
  return stopped;
}

/** The model's answer, its calls, the hooks after them. How the agent ends there, if it does. */
async function stepped(ctx: AgentContext): Promise<Ended | undefined> {
  const { agent } = ctx;
  const turn = await modelTurn(ctx);
  if (turn.kind === 'ended') return cutOff(ctx, turn.ended);
  const { response } = turn;
  const tokens = tokensUsed(response.usage);
  if (tokens > 0) agent.contextTokens = tokens;
  const finishReason = response.stop_reason ?? 'end_turn';
  if (response.content.length > 0)
    await addMessage(ctx, { role: 'assistant', content: response.content }, { usage: response.usage });

  const terminal = terminalReason(finishReason);
  const hasCalls = toolUsesOf(response).length > 0;
  let ended: Ended | undefined;
  if (terminal) {
    await answerOpenCalls(ctx, undefined, terminal);
    ended = { kind: 'stopped', signal: signal('finish_reason', terminal, 'model', { stop_reason: finishReason }), response };
  } else if (hasCalls) ended = await runToolCalls(ctx, turn.offer);
  if (agent.signal.aborted) ended = { kind: 'aborted', response };

  const after = await dispatch(ctx, 'afterStep', { messages: agent.history, finishReason });
  applyMessages(ctx, after);
  const waited = ended?.kind === 'waiting';
  ended = alsoEnded(agent, ended, settleEnd(after) ?? endByFailure(ctx));
  if (waited && ended && ended.kind !== 'waiting') await answerOpenCalls(ctx, undefined, ended);
  await switchAgent(ctx);
  if (ended) return ended.response ? ended : { ...ended, response };
  if (hasCalls || !isLastWord(finishReason)) return undefined;
  const last = await takeSteering(ctx);
  if (last.ended) return last.ended;
  return last.steered ? undefined : { kind: 'done', response };
}

/** What of an answer there is stays, and its calls are answered. */
async function cutOff(ctx: AgentContext, ended: Ended): Promise<Ended> {
  const { response } = ended;
  if (response && response.content.length > 0) {
    await addMessage(ctx, { role: 'assistant', content: response.content });
    await answerOpenCalls(ctx, undefined, ended);
  }
  return ended;
}

/** One last model call without tools: what it says is in history, session and view. Calls in it are answered as skipped. */
async function concluded(ctx: AgentContext, why: string): Promise<Ended> {
  await answerOpenCalls(ctx, undefined, why);
  const turn = await modelTurn(ctx, `${why}. No tool can be called any more: answer now, with what there is.`);
  const response = turn.kind === 'answered' ? turn.response : turn.ended.response;
  if (response && response.content.length > 0) {
    await addMessage(ctx, { role: 'assistant', content: response.content }, { usage: response.usage });
    await answerOpenCalls(ctx, undefined, why);
  }
  return turn.kind === 'answered' ? { kind: 'done', response } : turn.ended;
}

/** Takes over the messages that beforeStep or afterStep hooks made; the chain has checked them. */
function applyMessages(ctx: AgentContext, { payload: { messages }, hooks }: DispatchResult<'beforeStep' | 'afterStep'>): void {
  if (hooks.some(({ shadow, changed }) => !shadow && changed?.some(({ field }) => field === 'messages')))
    replaceHistory(ctx, messages);
}
