/** One model call with its hooks: preModelCall → the model, or an answer → modelError? → postModelCall. */

import { isTooDeep, withoutDepths } from '../../shared/basics/depth';
import { isObject } from '../../shared/basics/json';
import { appendMessage, callIdsOf, messagesProblem } from '../../shared/messages/history';
import {
  type Message,
  type ModelRequest,
  type ModelResponse,
  noUsage,
  toolUsesOf,
  type Usage,
} from '../../shared/messages/messages';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import { type AgentContext, barring, dispatch, note } from '../context/agentContext';
import { alsoEnded, type Ended, instead, settleEnd } from '../context/ending';
import type { Clock } from '../ports/machine';
import { ModelError, type ModelStream } from '../ports/model';
import { withoutBlanks } from './blankText';
import { Deltas } from './deltas';
import { meteredCall, type Spent } from './meteredCall';
import { pause } from './pause';

const maxRetries = 3;

/** What a request gave the model to call. */
export interface Offer {
  /** Of tools. */
  names: ReadonlySet<string>;
  /** No hook gave a list of its own, be it the same: what is there by the time of a call counts too. */
  isWhole: boolean;
}

export type TurnResult = { kind: 'answered'; response: ModelResponse; offer: Offer } | { kind: 'ended'; ended: Ended };

/** What came of asking once: a response or an error, and how the agent ends where a hook cut it off. */
interface Answer {
  response?: ModelResponse;
  origin: 'provider' | 'hook';
  error?: ErrorFacts;
  cut?: Ended;
  costUsd?: number;
  usage?: Usage;
}

const aborted: TurnResult = { kind: 'ended', ended: { kind: 'aborted' } };

/** Asks the model once for the agent's next message; with `closing`, which it is told, for one that calls no tool. Never throws, but for a bug. */
export async function modelTurn(ctx: AgentContext, closing?: string): Promise<TurnResult> {
  for (let attempt = 0; ; attempt++) {
    const result = await tryOnce(ctx, attempt, closing);
    if (result) return result;
  }
}

/** Undefined where a hook has it asked once more. */
async function tryOnce(ctx: AgentContext, attempt: number, closing: string | undefined): Promise<TurnResult | undefined> {
  const { clock } = ctx.deps;
  const whole = requestOf(ctx, closing);
  const pre = await dispatch(ctx, 'preModelCall', { request: whole, attempt }, ctx.agent.signal);
  const preEnd = settleEnd(pre);
  if (preEnd) return { kind: 'ended', ended: preEnd };
  const { request } = pre.payload;
  const { tools = [] } = request;
  const offer = { names: new Set(tools.map(({ name }) => name)), isWhole: request.tools === whole.tools };
  const problem = messagesProblem(request.messages);
  if (problem) return { kind: 'ended', ended: brokenHistory(problem) };
  const began = clock.now();
  const given: Answer | undefined =
    pre.end.action === 'respond' ? { response: toResponse(pre.end.value), origin: 'hook' } : await asked(ctx, request);
  if (!given) return aborted;
  const answer = given.error ? await recovered(ctx, request, attempt, given, given.error) : given;
  if (answer === 'again') return undefined;
  return answer ? settled(ctx, request, offer, answer, clock.now() - began) : aborted;
}

/** Undefined where the agent was aborted meanwhile. */
async function asked(ctx: AgentContext, request: ModelRequest): Promise<Answer | undefined> {
  const deltas = new Deltas(ctx);
  let whole: ModelResponse | undefined;
  let spent: Partial<Spent> = {};
  let error: ErrorFacts | undefined;
  try {
    whole = await callModel(ctx, request, deltas, (paid) => {
      spent = paid;
    });
  } catch (thrown) {
    if (ctx.agent.signal.aborted) return undefined;
    if (!deltas.isCut) error = factsOfError(thrown);
  }
  const { response, ended: cut } = await deltas.settle(whole, spent.usage);
  const own = response && withOwnIds(shallow(response), request.messages, ctx.deps.clock);
  return { response: own, origin: 'provider', error, cut, ...spent };
}

/** What modelError hooks make of a failure; undefined where the agent was aborted while it waited to ask again. */
async function recovered(
  ctx: AgentContext,
  request: ModelRequest,
  attempt: number,
  answer: Answer,
  error: ErrorFacts,
): Promise<Answer | 'again' | undefined> {
  const { deps, run, agent } = ctx;
  run.errors.push(error);
  const bars = { retry: attempt < maxRetries ? undefined : `it was the ${maxRetries + 1}th, and ${maxRetries} count` };
  const failed = await dispatch(barring(ctx, bars), 'modelError', { request, error, attempt }, agent.signal);
  const told = failed.redacted ? instead(run, error, failed.payload.error) : error;
  // The first answer stands; a later hook may have ended the run with it.
  if (failed.payload.recovered)
    return {
      ...answer,
      response: toResponse(failed.payload.response),
      origin: 'hook',
      error: undefined,
      cut: settleEnd(failed),
    };
  if (failed.end.action !== 'retry')
    return { ...answer, cut: settleEnd(failed), error: instead(run, told, failed.payload.error) };
  const { afterMs: waitMs, reason } = failed.end;
  note(ctx, 'model_retry', { reason, data: { attempt: attempt + 1, waitMs, message: told.message } }, { seenBy: ['modelError'] });
  if (!(await pause(deps.clock, waitMs, agent.signal))) return undefined;
  deps.record.take({ kind: 'deltaReset', runId: run.id, branch: agent.branch, taskId: agent.taskId });
  return 'again';
}

/** What postModelCall hooks make of it. */
async function settled(
  ctx: AgentContext,
  request: ModelRequest,
  offer: Offer,
  answer: Answer,
  durationMs: number,
): Promise<TurnResult> {
  const { agent } = ctx;
  const { response, origin, error, cut, costUsd, usage } = answer;
  const post = await dispatch(
    error ? barring(ctx, { modify: 'the model call failed: there is no response to change' }) : ctx,
    'postModelCall',
    { request, response: response!, error, durationMs, origin },
    agent.signal,
    { usage: usage ?? response?.usage, costUsd },
  );
  const postEnd = settleEnd(post);
  // Stopped by a modelError hook, the run ends by that hook's word.
  if (error) return { kind: 'ended', ended: alsoEnded(agent, cut ?? { kind: 'error', error }, postEnd)! };
  agent.answerOf = origin;
  const changed = toResponse(post.payload.response);
  const ended = alsoEnded(agent, cut, postEnd);
  // The answer is known; the run ends before anything in it is acted on.
  if (ended) return { kind: 'ended', ended: { ...ended, response: changed } };
  agent.turns++;
  return { kind: 'answered', response: changed, offer };
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

/** Calls are known by their ids: one without any, or with one that another call has already, gets another. */
function withOwnIds(response: ModelResponse, messages: readonly Message[], clock: Clock): ModelResponse {
  const taken = callIdsOf(messages);
  const ids = toolUsesOf(response).map(({ id }) => id);
  // Gateways leave it out, or give an empty one.
  const isFree = (id: unknown) => typeof id === 'string' && id !== '' && !taken.has(id);
  if (new Set(ids).size === ids.length && ids.every(isFree)) return response;
  const own = new Set<string>();
  const content = response.content.map((block) => {
    if (block.type !== 'tool_use') return block;
    const id = isFree(block.id) && !own.has(block.id) ? block.id : clock.id('toolu');
    own.add(id);
    return { ...block, id };
  });
  return { ...response, content };
}
