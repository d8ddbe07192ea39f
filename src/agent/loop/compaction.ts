/**
 * Compaction: the model sums up the conversation, and the summary takes the place of what it sums up. The session keeps the whole transcript; only what the
 * next request holds becomes shorter. The last exchange stays as it is, so that no tool call is parted from its result.
 */
import { appendMessage } from '../../shared/messages/history';
import { addUsage, blocksOf, type ContentBlock, type Message, noUsage, textOf, toolUsesOf } from '../../shared/messages/messages';
import { type Agent, type AgentContext, dispatch, note } from '../context/agentContext';
import { replaceHistory } from '../context/agentHistory';
import { type Ended, settleEnd } from '../context/ending';
import { abortedBy } from '../context/signals';
import { modelTurn, requestOf, sendable } from '../model/turn';
import type { ModelPort } from '../ports/model';

export type CompactionTrigger = 'auto' | 'manual';

/** `kept`: denied by a hook, or the summary could not be had; the history is as it was. */
export type Compaction = { kind: 'compacted' | 'nothing' } | { kind: 'kept'; reason: string } | { kind: 'ended'; ended: Ended };

const fullAt = 0.8;
const imageTokens = 1600;

const instruction = `Sum up the conversation so far, so that you can go on from the summary alone. Write down: what the user asked for, in their own words where they matter; what was done and found, with the paths, names, commands and values that are still needed; what was decided, and why; errors and what mended them; what is left to do, and the next step. Leave out what no longer matters. Answer with the summary only, and call no tool.`;

const summaryHead = 'This conversation was compacted. What went before, summed up:';

/** Tokens that the next request will take about: what the last one took, and a guess at what has come since. */
function fillOf({ contextTokens, history }: Pick<Agent, 'contextTokens' | 'history'>): number {
  if (contextTokens === undefined) return 0;
  const answered = history.findLastIndex((message) => message.role === 'assistant');
  return contextTokens + history.slice(answered + 1).reduce((sum, message) => sum + guessTokens(message), 0);
}

const guessTokens = (message: Message): number => blocksOf(message).reduce((sum, block) => sum + guessBlock(block), 0);

function guessBlock(block: ContentBlock): number {
  if (block.type === 'image') return imageTokens;
  if (block.type === 'tool_result' && typeof block.content !== 'string')
    return (block.content ?? []).reduce((sum, part) => sum + guessBlock(part), 0);
  return JSON.stringify(block).length / 4;
}

/**
 * Asks the model how many tokens the next request takes, where a guess would be too much of it: after a resume, and for long new messages. Without an answer
 * the guess holds.
 */
export async function countIfUnsure({ agent, deps }: AgentContext): Promise<void> {
  const model = deps.model(agent.name);
  const answered =
    agent.contextTokens === undefined ? -1 : agent.history.findLastIndex((message) => message.role === 'assistant');
  const since = agent.history.slice(answered + 1);
  const guessed = since.reduce((sum, message) => sum + guessTokens(message), 0);
  if (!model.countTokens || guessed < model.contextWindow / 4) return;
  try {
    const counted = await model.countTokens(sendable(requestOf({ agent, deps })), agent.signal);
    // What stands behind the last answer is guessed anew whenever it is asked for.
    agent.contextTokens = counted - (fillOf({ ...agent, contextTokens: 0 }) || 0);
  } catch {
    // A gateway that does not count.
  }
}

/** The next request, and an answer to it, may not fit. */
export function isFull(agent: Agent, { contextWindow, maxTokens }: ModelPort): boolean {
  const room = Math.min(contextWindow * fullAt, contextWindow - maxTokens);
  return fillOf(agent) > Math.max(room, contextWindow / 2);
}

/** The messages to sum up and those to keep: an exchange of tool calls and results as a whole, else the last message. */
export function splitForSummary(history: readonly Message[]): { before: Message[]; kept: Message[] } {
  const last = history.findLastIndex((message) => message.role === 'assistant');
  const isLast = last === history.length - 1;
  const at = isLast || (last >= 0 && toolUsesOf(history[last]!).length > 0) ? last : history.length - 1;
  return { before: history.slice(0, Math.max(at, 0)), kept: history.slice(Math.max(at, 0)) };
}

/** Has the agent's history summed up. Leaves a `compacted` event, or says why the history stays as it is. Never throws, but for a bug. */
export async function compact(ctx: AgentContext, trigger: CompactionTrigger): Promise<Compaction> {
  const { agent, run } = ctx;
  const { before, kept } = splitForSummary(agent.history);
  // One message is no shorter for being summed up.
  if (before.length < 2) return { kind: 'nothing' };
  const asked = await dispatch(ctx, 'preCompact', { messages: agent.history, trigger }, agent.signal);
  if (asked.end.action === 'deny') return { kind: 'kept', reason: asked.end.reason };
  const failed = settleEnd(asked);
  if (failed) return { kind: 'ended', ended: failed };
  const own = asked.payload.instructions;
  const request = typeof own === 'string' && own !== '' ? `${instruction}\n\n${own}` : instruction;
  const history = appendMessage(before, { role: 'user', content: request });
  const summing: Agent = { ...agent, purpose: 'compact', history, usage: noUsage, costUsd: 0 };
  const turn = await modelTurn({ ...ctx, agent: summing });
  // Hooks that ask a model meanwhile are charged to the agent itself.
  agent.usage = addUsage(agent.usage, summing.usage);
  agent.costUsd += summing.costUsd;
  const facts = { trigger, messages: agent.history.length, tokens: Math.round(fillOf(agent)) };
  // Between two runs nobody else tells what it cost.
  const cost = trigger === 'manual' ? { usage: run.usage, costUsd: run.costUsd } : {};
  const summary = turn.kind === 'answered' ? textOf(turn.response).trim() : '';
  if (summary === '') {
    const ended = turn.kind === 'ended' ? turn.ended : undefined;
    const error = ended?.kind === 'error' ? ended.error : undefined;
    const reason = error?.message ?? (ended ? reasonOfEnd(ended, agent.signal) : 'the model gave no summary');
    note(ctx, 'compacted', { isError: true, reason, error, data: facts, ...cost });
    return ended && ended.kind !== 'error' ? { kind: 'ended', ended } : { kind: 'kept', reason };
  }
  const head: Message = { role: 'user', content: [{ type: 'text', text: `${summaryHead}\n\n${summary}` }] };
  const messages = kept.reduce(appendMessage, [head]);
  note(ctx, 'compacted', { output: summary, data: { ...facts, kept: messages.length }, ...cost });
  agent.contextTokens = undefined;
  replaceHistory(ctx, messages);
  return { kind: 'compacted' };
}

const reasonOfEnd = (ended: Ended, signal: AbortSignal): string =>
  ended.kind === 'stopped' ? ended.signal.message : ended.kind === 'denied' ? ended.reason : abortedBy(signal).message;
