/** The fields of a recorded event's dispatch as they were after the chain, where the record tells them so. */

import type { UnreadBy } from '../../shared/events/eventReaders';
import type { EventOf, HookEvent } from '../../shared/events/events';
import type { DispatchRequest, RunFacts } from '../../shared/hooks/dispatch';
import type { PayloadFields, Payloads } from '../../shared/hooks/payloads';
import type { EventName } from '../../shared/hooks/points';
import { blocksOf, type Message, type ModelResponse, type ToolDeclaration } from '../../shared/messages/messages';
import { isWithheldText } from '../../shared/messages/withheld';
import type { Missing } from './missing';
import { answerOf, type PastSpeaker } from './pastSpeaker';
import { changeOf, stopBefore } from './recordedChanges';
import type { UnsettledCalls } from './unsettledCalls';

/** Of the event's own fields, as far as the record tells them: which it lacks, `missing` says. */
type Told<E extends EventName> = { [F in keyof Payloads[E]]?: Unchanged<Payloads[E][F]> | undefined };
type Unchanged<V> = V extends (infer One)[] ? readonly One[] : V;

/** What the record tells of a decision, as a dispatch again. */
export interface Recalled {
  event: EventName;
  run: RunFacts;
  payload: PayloadFields;
  bars?: DispatchRequest['bars'];
  missing: Missing;
  /** Why the dispatch cannot be made again. */
  lost?: string;
}

export interface KnownPayload {
  speaker: PastSpeaker;
  calls: UnsettledCalls;
  tools: readonly ToolDeclaration[];
  /** What the model said, where the record tells it after the event. */
  content: Message['content'] | undefined;
}

/** What hooks changed is taken back later. */
export async function fillPayload(recalled: Recalled, event: HookEvent, known: KnownPayload): Promise<void> {
  const { payload, missing } = recalled;
  const { speaker, calls, tools } = known;
  switch (event.type) {
    case 'session_start':
      Object.assign(payload, { source: event.data.source } satisfies Payloads['sessionStart']);
      return;
    case 'user_message':
      Object.assign(payload, { message: event.input } satisfies Payloads['userMessage']);
      return;
    case 'before_agent':
      Object.assign(payload, { input: event.input, system: event.data.system, tools } satisfies Told<'beforeAgent'>);
      // Set by a hook, if at all: then it is among the changes.
      if (changeOf(event, 'responseFormat')) Object.assign(payload, { responseFormat: undefined } satisfies Told<'beforeAgent'>);
      missing.set('tools', tools);
      return;
    case 'before_step':
      return inConversation(recalled, known, { system: event.data.system });
    case 'after_step':
      return inConversation(recalled, known, { finishReason: event.data.finishReason });
    case 'pre_compact':
      return inConversation(recalled, known, { trigger: event.data.trigger });
    case 'pre_model_call':
      Object.assign(payload, { request: speaker.requestOf(event), attempt: event.data.attempt } satisfies Told<'preModelCall'>);
      speaker.missOfRequest(missing);
      return;
    case 'model_error':
      Object.assign(payload, {
        request: requestUnderWay(recalled, event, known),
        error: event.error,
        attempt: event.data.attempt,
      } satisfies Told<'modelError'>);
      return;
    case 'post_model_call':
      return fillAnswer(recalled, event, known);
    case 'pre_tool_use':
      Object.assign(payload, await calls.fields(event, missing));
      return;
    case 'permission_request':
      Object.assign(payload, await calls.fields(event, missing), {
        reason: event.reason,
        suggestions: event.data.suggestions,
      } satisfies Told<'permissionRequest'>);
      if (event.data.decision !== undefined) missing.set('reason', event.reason);
      return;
    case 'tool_error':
      Object.assign(payload, await calls.fields(event, missing), {
        error: event.error,
        output: event.output,
        durationMs: event.duration,
      } satisfies Told<'toolError'>);
      if (event.data.recovered) missing.set('output', undefined);
      return;
    case 'post_tool_use': {
      const { output, isError, error, duration: durationMs, data } = event;
      const { origin, recovered } = data;
      Object.assign(payload, await calls.fields(event, missing), {
        output,
        isError,
        error,
        durationMs,
        origin,
        recovered,
      } satisfies Told<'postToolUse'>);
      return;
    }
    case 'tool_result_messages': {
      const defaultMessages = calls.resultOf(event.toolCallId);
      Object.assign(payload, await calls.fields(event, missing), { defaultMessages } satisfies Told<'toolResultMessages'>);
      if (!calls.has(event.toolCallId) || defaultMessages.some(isWithheldResult)) missing.set('defaultMessages', []);
      return;
    }
    case 'stop':
      return fillStop(payload, event, known);
    case 'after_agent': {
      const response = event.data.response && speaker.response;
      Object.assign(payload, {
        input: event.input,
        response,
        origin: event.data.origin,
        error: event.error,
      } satisfies Told<'afterAgent'>);
      if (event.data.response && !speaker.response) missing.set('response', undefined);
      return;
    }
    default:
      event.type satisfies UnreadBy<'recalled'>;
      recalled.lost = `what came to pass at ${recalled.event} was not recorded piece by piece`;
  }
}

const isWithheldResult = (message: Message): boolean =>
  blocksOf(message).some((block) => block.type === 'tool_result' && isWithheldText(block.content));

type WithoutMessages<T> = T extends unknown ? Omit<T, 'messages'> : never;

/** Events that judge the conversation as it stands. */
function inConversation(
  { payload }: Recalled,
  { speaker }: KnownPayload,
  own: WithoutMessages<Payloads['beforeStep' | 'afterStep' | 'preCompact']>,
): void {
  Object.assign(payload, { messages: speaker.history, ...own });
}

function requestUnderWay({ missing }: Recalled, event: HookEvent, { speaker }: KnownPayload) {
  if (!speaker.request) speaker.missOfRequest(missing);
  return speaker.request ?? speaker.requestOf(event);
}

function fillAnswer(recalled: Recalled, event: EventOf<'post_model_call'>, known: KnownPayload): void {
  const { error, duration: durationMs, data } = event;
  const request = requestUnderWay(recalled, event, known);
  const response = data.response && answerOf(data.response, data.request.model, known.content);
  Object.assign(recalled.payload, { request, response, error, durationMs, origin: data.origin } satisfies Told<'postModelCall'>);
  // Its blocks are told by their types: what they say is in the message that follows, if one does.
  if (response && !sameBlocks(response, data.response!.blocks)) recalled.missing.set('response', response);
}

const sameBlocks = ({ content }: ModelResponse, types: readonly string[]): boolean =>
  content.length === types.length && content.every(({ type }, index) => type === types[index]);

function fillStop(payload: PayloadFields, event: EventOf<'stop'>, { speaker }: KnownPayload): void {
  const { turns, response } = event.data;
  Object.assign(payload, {
    ...stopBefore(event),
    ...{ turns, costUsd: event.costUsd },
    response: response && speaker.response,
  } satisfies Payloads['stop']);
}
