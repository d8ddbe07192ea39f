/** One model call with its hooks: preModelCall → the model, or an answer → modelError? → postModelCall. */

import { isTooDeep, withoutDepths } from '../shared/depth';
import type { ErrorFacts } from '../shared/errorFacts';
import { appendMessage, callIdsOf, messagesProblem } from '../shared/history';
import { isObject } from '../shared/json';
import { type Message, type ModelRequest, type ModelResponse, noUsage, toolUsesOf, type Usage } from '../shared/messages';
import { type AgentContext, barring, dispatch, note } from './agentContext';
import { withoutBlanks } from './blankText';
import { Deltas } from './deltas';
import { alsoEnded, type Ended, instead, settleEnd } from './ending';
import { meteredCall, type Spent } from './meteredCall';
import { pause } from './pause';
import type { Clock } from './ports/machine';
import { ModelError, type ModelStream } from './ports/model';

const maxRetries = 3;

export type TurnResult =
  | {
      kind: 'answered';
      response: ModelResponse /** Names of the tools that this request offered. */;
      offered: ReadonlySet<string>;
    }
  | { kind: 'ended'; ended: Ended };

/** Asks the model once for the agent's next message; with `closing`, which it is told, for one that calls no tool. Never throws, but for a bug. */
export async function modelTurn(ctx: AgentContext, closing?: string): Promise<TurnResult> {
  const { deps, run, agent } = ctx;
  const { signal } = agent;
  for (let attempt = 0; ; attempt++) {
    const pre = await dispatch(ctx, 'preModelCall', { request: requestOf(ctx, closing), attempt }, signal);
    const preEnd = settleEnd(pre);
    if (preEnd) return { kind: 'ended', ended: preEnd };
    const request = pre.payload.request;
    const problem = messagesProblem(request.messages);
    if (problem) return { kind: 'ended', ended: brokenHistory(problem) };
    const offered = new Set((request.tools ?? []).map((tool) => tool.name));

    const began = deps.clock.now();
    let response: ModelResponse | undefined;
    let origin: 'provider' | 'hook' = 'provider';
    let error: ErrorFacts | undefined;
    let cut: Ended | undefined;
    let costUsd: number | undefined;
    let usage: Usage | undefined;
    if (pre.end.action === 'respond') {
      response = toResponse(pre.end.value);
      origin = 'hook';
    } else {
      const deltas = new Deltas(ctx);
      try {
        response = await callModel(ctx, request, deltas, (spent) => {
          ({ usage, costUsd } = spent);
        });
      } catch (thrown) {
        if (signal.aborted) return { kind: 'ended', ended: { kind: 'aborted' } };
        if (!deltas.isCut) error = factsOfError(thrown);
      }
      ({ response, ended: cut } = await deltas.settle(response, usage));
      if (response) response = withOwnIds(shallow(response), request.messages, deps.clock);
    }
    if (error) {
      run.errors.push(error);
      const bars = { retry: attempt < maxRetries ? undefined : `it was the ${maxRetries + 1}th, and ${maxRetries} count` };
      const failed = await dispatch(barring(ctx, bars), 'modelError', { request, error, attempt }, signal);
      if (failed.redacted) error = instead(run, error, failed.payload.error);
      if (failed.payload.recovered) {
        // The first answer stands; a later hook may have ended the run with it.
        response = toResponse(failed.payload.response);
        origin = 'hook';
        error = undefined;
        cut = settleEnd(failed);
      } else if (failed.end.action === 'retry') {
        const data = { attempt: attempt + 1, waitMs: failed.end.afterMs, message: error.message };
        note(ctx, 'model_retry', { reason: failed.end.reason, data }, { seenBy: ['modelError'] });
        if (!(await pause(deps.clock, failed.end.afterMs, signal))) return { kind: 'ended', ended: { kind: 'aborted' } };
        deps.record.take({ kind: 'deltaReset', runId: run.id, branch: agent.branch, taskId: agent.taskId });
        continue;
      } else {
        cut = settleEnd(failed);
        error = instead(run, error, failed.payload.error);
      }
    }
    const post = await dispatch(
      error ? barring(ctx, { modify: 'the model call failed: there is no response to change' }) : ctx,
      'postModelCall',
      { request, response: response!, error, durationMs: deps.clock.now() - began, origin },
      signal,
      { usage: usage ?? response?.usage, costUsd },
    );
    if (!error) agent.answerOf = origin;
    const postEnd = settleEnd(post);
    if (error) {
      // Stopped by a modelError hook, the run ends by that hook's word.
      return { kind: 'ended', ended: alsoEnded(agent, cut ?? { kind: 'error', error }, postEnd)! };
    }
    const changed = toResponse(post.payload.response);
    const ended = alsoEnded(agent, cut, postEnd);
    // The answer is known; the run ends before anything in it is acted on.
    if (ended) return { kind: 'ended', ended: { ...ended, response: changed } };
    agent.turns++;
    return { kind: 'answered', response: changed, offered };
  }
}

export function requestOf({ deps, agent }: Pick<AgentContext, 'deps' | 'agent'>, closing?: string): ModelRequest {
  const isChat = agent.purpose === undefined || agent.purpose === 'chat';
  const model = deps.model(agent.name);
  const tools = closing === undefined ? deps.tools.declarations(agent.name) : [];
  const format = isChat && agent.responseFormat && { type: 'json_schema', schema: agent.responseFormat };
  return {
    ...model.defaults,
    model: model.model,
    max_tokens: model.maxTokens,
    messages: closing === undefined ? agent.history : appendMessage(agent.history, { role: 'user', content: closing }),
    ...(agent.system ? { system: agent.system } : {}),
    // The same tools and system prompt as ever, so that what the API has cached serves here too; but none is to be called.
    ...(tools.length > 0 ? { tools, ...(isChat ? {} : { tool_choice: { type: 'none' } }) } : {}),
    ...(format ? { output_config: { ...model.defaults?.output_config, format } } : {}),
  };
}

/** As a model takes it. */
export const sendable = (request: ModelRequest): ModelRequest => ({ ...request, messages: withoutBlanks(request.messages) });

function callModel(
  ctx: AgentContext,
  request: ModelRequest,
  deltas: Deltas,
  paid: (spent: Spent) => void,
): Promise<ModelResponse> {
  const stream: ModelStream = {
    signal: deltas.signal,
    purpose: ctx.agent.purpose ?? 'chat',
    onDelta: (delta) => deltas.push(delta),
    onRetry: ({ attempt, waitMs, status, message }) => {
      note(ctx, 'model_retry', { reason: message, data: { attempt, waitMs, status, message } });
      deltas.reset();
    },
  };
  return meteredCall(ctx, ctx.deps.model(ctx.agent.name), sendable(request), stream, paid);
}

/** A hook may answer with text, content blocks or a whole response; anything else is refused by the chain before it comes here. */
export function toResponse(value: unknown): ModelResponse {
  const base = { role: 'assistant', stop_reason: 'end_turn', usage: noUsage } as const;
  if (typeof value === 'string') return { ...base, content: [{ type: 'text', text: value }] };
  if (Array.isArray(value)) return { ...base, content: value };
  if (isObject(value)) {
    const content =
      typeof value.content === 'string'
        ? [{ type: 'text' as const, text: value.content }]
        : Array.isArray(value.content)
          ? value.content
          : [];
    return { ...base, ...value, content } as ModelResponse;
  }
  return { ...base, content: [] };
}

export function factsOfError(thrown: unknown): ErrorFacts {
  if (thrown instanceof ModelError) {
    const { name, message, facts, waysOut } = thrown;
    return { name, message, kind: facts.kind, status: facts.status, waysOut };
  }
  if (thrown instanceof Error) return { name: thrown.name, message: thrown.message };
  return { name: 'Error', message: String(thrown) };
}

/** What hooks made of the request was checked as they made it: what is wrong came with the history. */
const brokenHistory = (problem: string): Ended => ({
  kind: 'error',
  error: { name: 'InvalidHistory', message: `the history makes a request that no model accepts: ${problem}` },
});

/** Nothing that a model nests without end goes on: of calls the fields that it lies in, of what else there is the block. */
function shallow(response: ModelResponse): ModelResponse {
  if (!isTooDeep(response.content)) return response;
  const content = response.content
    .map((block) => (block.type === 'tool_use' ? { ...block, input: withoutDepths(block.input) } : block))
    .filter((block) => block.type === 'tool_use' || !isTooDeep(block));
  return { ...response, content };
}

/** Calls are known by their ids: one that another call has already gets another. */
function withOwnIds(response: ModelResponse, messages: readonly Message[], clock: Clock): ModelResponse {
  const taken = callIdsOf(messages);
  const ids = toolUsesOf(response).map(({ id }) => id);
  if (new Set(ids).size === ids.length && !ids.some((id) => taken.has(id))) return response;
  const own = new Set<string>();
  const content = response.content.map((block) => {
    if (block.type !== 'tool_use') return block;
    const id = taken.has(block.id) || own.has(block.id) ? clock.id('toolu') : block.id;
    own.add(id);
    return { ...block, id };
  });
  return { ...response, content };
}
