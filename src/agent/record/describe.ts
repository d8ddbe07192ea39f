/** What each HookEvent tells of its dispatch: values as they are after the chain, model events as counts. */

import { isObject, type JsonObject } from '../../shared/basics/json';
import { recordedFacts } from '../../shared/calls/toolFacts';
import type { Refusal, RequestCounts, ResponseCounts } from '../../shared/events/eventParts';
import type { EventFacts, Said } from '../../shared/events/events';
import type { DispatchRequest, DispatchResult } from '../../shared/hooks/dispatch';
import { fingerprintOf, outcomeOf } from '../../shared/hooks/outcome';
import type { PayloadFields, Payloads, ToolFields } from '../../shared/hooks/payloads';
import type { RecordedEvent, TypeOf } from '../../shared/hooks/points';
import { type ModelRequest, type ModelResponse, noUsage, type Usage } from '../../shared/messages/messages';
import type { MetadataDifference } from '../../shared/runs/runMetadata';
import { unite } from '../../shared/verdicts/confinement';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';
import type { OfChain } from './recordable';

/** Pieces of a stream leave one event for all of them, which the stream itself tells. */
export type DescribedEvent = Exclude<RecordedEvent, 'modelDelta'>;

/** What an event tells that its hooks are not shown. */
export interface Beside {
  preToolUse: Refusal | undefined;
  /** Of the call itself; none where a hook answered in its place. */
  postModelCall: { usage: Usage | undefined; costUsd: number | undefined };
  message: Pick<EventFacts['message'], 'toolCallId' | 'toolName' | 'usage'>;
  subagentStart: Caller;
  subagentStop: Caller & { isError: boolean };
}
interface Caller {
  toolCallId: string;
  description: string | undefined;
  background: boolean;
}
export type BesideOf<E extends DescribedEvent> = E extends keyof Beside ? Beside[E] : undefined;

/** What the dispatch began with. */
type Began<E extends DescribedEvent> = Pick<DispatchRequest<E>, 'payload' | 'bars'> & { sawMetadata?: MetadataDifference };

export function describeEvent<E extends DescribedEvent>(
  event: E,
  result: DispatchResult<E>,
  beside: BesideOf<E>,
  { payload: before, bars = {}, sawMetadata }: Began<E>,
): Said<TypeOf<E>> {
  const { reason, decidedBy } = result.payload as PayloadFields & { reason?: string; decidedBy?: DecidedBy };
  const describer: Describers[E] = all[event];
  const { data, ...facts } = describer(result.payload, result, beside) as { data?: JsonObject };
  const { end } = result;
  // Who keeps the call from running has the last word, also over a hook that answered it.
  const refusal = event === 'preToolUse' ? (beside as Beside['preToolUse']) : undefined;
  const ended = end.action === 'continue' ? undefined : refusal ? { ...refusal, action: 'deny' } : end;
  const last = refusal ?? ended;
  // A settled call keeps the one who decided it: a hook that fails as it watches ends the run, and decides no call.
  const by = last && !decidedBy ? { decidedBy: last.by, reason: last.reason } : { decidedBy, reason };
  const outcome = outcomeOf(before, result);
  const barred = isEmpty(bars) ? undefined : defined(bars);
  const told = defined({
    ...data,
    ...requestedFacts(event, before, result),
    decision: ended?.action,
    fingerprint: outcome && fingerprintOf(outcome),
    bars: barred && !isEmpty(barred) ? barred : undefined,
    sawMetadata,
  });
  return defined({ ...facts, ...by, data: isEmpty(told) ? undefined : told }) as Said<TypeOf<E>>;
}

function isEmpty(facts: object): boolean {
  for (const _ in facts) return false;
  return true;
}

/** What the core knew of the call as it came, where hooks made another of it. What they redacted is not told. */
function requestedFacts(event: DescribedEvent, before: JsonObject, { payload, redacted }: DispatchResult): JsonObject {
  if (event !== 'preToolUse' || redacted) return {};
  const [was, is] = [before, payload] as unknown as ToolFields[];
  return was!.input === is!.input && was!.toolName === is!.toolName ? {} : { requestedFacts: recordedFacts(was!) };
}

/** Each event of each step passes here several times: a loop takes a fraction of what lists of pairs would. */
function defined<T extends object>(facts: T): T {
  const told: Partial<T> = {};
  for (const name in facts) if (facts[name] !== undefined) told[name] = facts[name];
  return told as T;
}

/** The core's own facts of a tool call; which of them a hook changed is told beside them. */
function ofTool({ toolCallId, toolName, input, requestedInput, status, scope }: ToolFields, { redacted }: DispatchResult) {
  const isChanged = !redacted && input !== requestedInput && JSON.stringify(input) !== JSON.stringify(requestedInput);
  return { toolCallId, toolName, input, ...(isChanged ? { requestedInput } : {}), data: { status, scope } };
}

const wordsOf = ({ vote, judgement }: DispatchResult) => ({ vote: vote?.action, verdict: judgement?.action });

const countsOf = ({ model, messages, tools = [], max_tokens }: ModelRequest): RequestCounts => ({
  model,
  messages: messages?.length,
  tools: tools.length,
  max_tokens,
});

/** Nothing of what is no answer of a model: of blocks alone, or of none. What a hook left out is as the answer that is made of it has it. */
function answerOf(response: unknown): ResponseCounts | undefined {
  if (!isObject(response) || !Array.isArray(response.content)) return undefined;
  const { stop_reason = 'end_turn', content, usage = noUsage } = response as unknown as ModelResponse;
  return { stop_reason, blocks: content.map((block) => block.type), usage };
}

type Describers = {
  [E in DescribedEvent]: (payload: Payloads[E], result: DispatchResult<E>, beside: BesideOf<E>) => EventFacts[TypeOf<E>];
};
const describers = {
  sessionStart: ({ source }) => ({ data: { source } }),
  sessionEnd: ({ reason }) => ({ data: { reason } }),
  beforeRun: ({ input }) => ({ input }),
  userMessage: ({ message }) => ({ input: message }),
  beforeAgent: ({ input, system }) => ({ input, data: { system } }),
  beforeStep: ({ system, messages }) => ({ data: { system, messages: messages.length } }),
  preModelCall: ({ attempt, request }) => ({ data: { attempt, request: countsOf(request) } }),
  modelError: ({ error, attempt, request, response, recovered }) => ({
    error,
    data: {
      attempt,
      recovered,
      request: countsOf(request),
      response: typeof response === 'string' ? response : answerOf(response),
    },
  }),
  postModelCall: ({ error, durationMs, origin, request, response }, _, { usage, costUsd }) => ({
    error,
    usage,
    costUsd,
    duration: durationMs,
    data: { origin, request: countsOf(request), response: answerOf(response) },
  }),
  preToolUse: (payload, result, refusal) => {
    const { data, ...told } = ofTool(payload, result);
    const confinement = result.confined && unite(result.confined.map(({ words }) => words));
    // Beside a withheld input they would still tell what it was.
    const facts = result.redacted ? undefined : recordedFacts(payload, ['toolName', 'input', 'status', 'scope']);
    return {
      ...told,
      data: { ...data, confinement, ...wordsOf(result), refusal, facts },
    };
  },
  permissionRequest: (payload, result) => {
    const facts = ofTool(payload, result);
    return { ...facts, data: { ...facts.data, ...wordsOf(result), suggestions: payload.suggestions } };
  },
  toolError: (payload, result) => {
    const facts = ofTool(payload, result);
    const { error, output, durationMs, recovered } = payload;
    const data = { ...facts.data, recovered };
    return { ...facts, output, error, duration: durationMs, data };
  },
  postToolUse: (payload, result) => {
    const facts = ofTool(payload, result);
    const { output, isError, error, durationMs, origin, recovered } = payload;
    return { ...facts, output, isError, error, duration: durationMs, data: { origin, ...facts.data, recovered } };
  },
  toolResultMessages: (payload, result) => {
    const facts = ofTool(payload, result);
    return { ...facts, data: { ...facts.data, messages: payload.messages?.length } };
  },
  toolSettled: (payload, result) => {
    const facts = ofTool(payload, result);
    const { output, isError, outcome } = payload;
    return { ...facts, output, isError, data: { outcome, ...facts.data } };
  },
  message: ({ message, index }, _, beside) => ({ input: message, ...beside, data: { index } }),
  afterStep: ({ finishReason, messages }) => ({ data: { finishReason, messages: messages.length } }),
  preCompact: ({ trigger, messages }) => ({ data: { trigger, messages: messages.length } }),
  stop: ({ signals, turns, costUsd, response }, { end }) => ({
    costUsd,
    data: {
      signals,
      turns,
      response: answerOf(response),
      message: end.action === 'continueWith' ? end.message : undefined,
    },
  }),
  afterAgent: ({ input, error, origin, response }) => ({ input, error, data: { origin, response: answerOf(response) } }),
  runDone: ({ error, status, signals, response }) => ({ error, data: { status, signals, response } }),
  runAbort: ({ error, status, signals, response, interrupted }) => ({ error, data: { status, signals, response, interrupted } }),
  runError: ({ error, signals, response }) => ({ error, data: { signals, response } }),
  afterRun: ({ input, error, durationMs, waitedMs, usage, costUsd, status, signals, response, interrupted }) => ({
    input,
    error,
    duration: durationMs,
    usage,
    costUsd,
    data: { status, signals, response, waitedMs, interrupted },
  }),
  subagentStart: ({ task }, _, { toolCallId, ...data }) => ({ toolCallId, input: task, data: defined(data) }),
  subagentStop: ({ task, result, error, durationMs, usage, costUsd }, _, { toolCallId, isError, ...data }) => ({
    toolCallId,
    input: task,
    output: result,
    isError,
    error,
    duration: durationMs,
    usage,
    costUsd,
    data: defined(data),
  }),
  scopeRegister: ({ scope }) => ({ data: { scope } }),
  scopeUnregister: ({ scope }) => ({ data: { scope } }),
} satisfies Describers;
const all: Describers = describers;

type KeysOf<U> = U extends unknown ? keyof U : never;
type DataOf<F> = F extends { data?: infer D } ? NonNullable<D> : never;
type Differ<Said, Known> = Exclude<Said, Known> | Exclude<Known, Said>;
type Described<E extends DescribedEvent> = ReturnType<(typeof describers)[E]>;
/** Fields that a describer says and its type of event has not, or leaves out. What it has none of it says as undefined. */
type Odd<E extends DescribedEvent> =
  | Exclude<Differ<KeysOf<Described<E>>, keyof EventFacts[TypeOf<E>]>, 'data'>
  | Differ<
      KeysOf<DataOf<Described<E>>>,
      Exclude<KeysOf<DataOf<EventFacts[TypeOf<E>]>>, keyof OfChain | 'requestedFacts' | 'secondHand'>
    >;
type Oddities = { [E in DescribedEvent]: Odd<E> extends infer K extends string ? `${E}: ${K}` : never }[DescribedEvent];
({}) satisfies Record<Oddities, never>;
