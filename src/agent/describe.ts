/** Which fields of a dispatch its HookEvent shows: values as they are after the chain, model events as counts. */
import type { DispatchResult } from '../shared/dispatch';
import type { ErrorFacts, HookEvent } from '../shared/events';
import { isObject, type JsonObject } from '../shared/json';
import type { ModelRequest, ModelResponse } from '../shared/messages';
import { type EventName, hookPoints } from '../shared/points';
import { withheldText } from '../shared/withheld';

export function describeEvent(event: EventName, result: DispatchResult): Partial<HookEvent> {
  const { payload } = result;
  const facts: Partial<HookEvent> = {};
  const pick = <K extends keyof HookEvent>(key: K, value: unknown) => {
    if (value !== undefined) facts[key] = value as HookEvent[K];
  };
  pick('input', payload.input ?? payload.message ?? payload.task);
  // A toolError hook redacts the error; the output that came with it says the same.
  const isRaw = event === 'toolError' && result.redacted && payload.recovered !== true;
  pick('output', isRaw && payload.output !== undefined ? withheldText(payload.output) : (payload.output ?? payload.result));
  pick('isError', payload.isError);
  pick('error', payload.error as ErrorFacts | undefined);
  pick('duration', payload.durationMs);
  pick('usage', payload.usage);
  pick('costUsd', payload.costUsd);
  pick('decidedBy', payload.decidedBy);
  pick('reason', payload.reason);
  pick('toolCallId', payload.toolCallId);
  if (hookPoints[event].type && 'tool' in hookPoints[event]) {
    pick('toolName', payload.toolName);
    if (!result.redacted && JSON.stringify(payload.input) !== JSON.stringify(payload.requestedInput))
      pick('requestedInput', payload.requestedInput);
  }
  if (result.end.action !== 'continue') {
    facts.decidedBy = result.end.by;
    facts.reason = result.end.reason;
  }
  const data = dataOf(payload);
  if (result.end.action !== 'continue') data.decision = result.end.action;
  if (Object.keys(data).length > 0) facts.data = data;
  return facts;
}

const plainFields = [
  'attempt',
  'origin',
  'index',
  'outcome',
  'status',
  'signals',
  'turns',
  'finishReason',
  'recovered',
  'source',
  'trigger',
  'scope',
  'suggestions',
  'system',
];

function dataOf(payload: JsonObject): JsonObject {
  const data: JsonObject = {};
  for (const field of plainFields) if (payload[field] !== undefined) data[field] = payload[field];
  const request = payload.request as ModelRequest | undefined;
  if (isObject(request)) {
    data.request = {
      model: request.model,
      messages: request.messages?.length,
      tools: request.tools?.length ?? 0,
      max_tokens: request.max_tokens,
    };
  }
  const response = payload.response as ModelResponse | undefined;
  if (isObject(response) && Array.isArray(response.content)) {
    data.response = {
      stop_reason: response.stop_reason,
      blocks: response.content.map((block) => block.type),
      usage: response.usage,
    };
  } else if (typeof payload.response === 'string') data.response = payload.response;
  if (Array.isArray(payload.messages)) data.messages = payload.messages.length;
  return data;
}
