/** What hooks make of messages: a list, or an answer, that no model accepts is the error of the hook that made it, and what was there before it stays. */

import { isObject, type JsonObject } from '../../../shared/basics/json';
import { nearest } from '../../../shared/basics/nearest';
import type { EventName, PayloadFields } from '../../../shared/hooks/payloads';
import { blocksProblem, outputProblem, readMessages, unansweredCalls } from '../../../shared/messages/history';
import {
  blocksOf,
  isThinking,
  type Message,
  type ModelRequest,
  type ModelResponse,
  toolUsesOf,
} from '../../../shared/messages/messages';
import type { Patches } from '../../../shared/verdicts/patches';

type Checked = PayloadFields | string;

/** Events at which hooks change none of what a model says or is told. */
type Wordless = Exclude<EventName, { [E in keyof Patches]: keyof Patches[E] & Words extends never ? never : E }[keyof Patches]>;
type Words = 'message' | 'messages' | 'request' | 'response';

/** The payload with its message lists as a model takes them, neighbours of one role joined; or what is wrong with the change that led to it, in words. */
export function checkMessages(event: EventName, before: PayloadFields, next: PayloadFields): Checked {
  switch (event) {
    case 'beforeStep':
    case 'afterStep': {
      if (next.messages === before.messages) return next;
      // What already waited for its result may go on waiting.
      const open = unansweredCalls(before.messages as Message[]).map(({ id }) => id);
      return replaced(readMessages(next.messages, new Set(open)), (messages) => ({ ...next, messages }));
    }
    case 'preModelCall': {
      const request = next.request as ModelRequest;
      const odd = oddInRequest(before.request as JsonObject, next.request as JsonObject);
      if (odd !== undefined) return `made a request that no model accepts: ${odd}`;
      if (request.messages === (before.request as ModelRequest).messages) return next;
      return replaced(readMessages(request.messages), (messages) => ({ ...next, request: { ...request, messages } }));
    }
    case 'userMessage':
      if (next.message === before.message) return next;
      return replaced(readMessages([next.message]), () => next);
    case 'toolResultMessages':
      return next.messages === before.messages ? next : checkResults(next);
    case 'postModelCall': {
      if (next.response === before.response) return next;
      return checkThinking(before.response, next.response) ?? checkAnswer(event, next, next.response, before.response) ?? next;
    }
    case 'postToolUse':
      return next.output === before.output ? next : (checkOutput(next.output) ?? next);
    case 'modelDelta':
      return checkDelta(before.delta as JsonObject, next.delta as JsonObject) ?? next;
    case 'stop':
    case 'afterAgent':
      if (next.response === before.response) return next;
      return checkFields(next.response, before.response) ?? checkLastWords(before.response, next.response) ?? next;
    default:
      event satisfies Wordless;
      return next;
  }
}

const replaced = (read: Message[] | string, into: (messages: Message[]) => PayloadFields): Checked =>
  typeof read === 'string' ? `made messages that no model accepts: ${read}` : into(read);

type Rule = [is: (value: unknown) => boolean, must: string];
type Rules = ReadonlyMap<string, Rule>;
const requestFields: Rules = new Map<keyof ModelRequest | 'stream', Rule>([
  ['model', [(value) => typeof value === 'string' && value !== '', 'must be the name of a model']],
  ['max_tokens', [(value) => Number.isInteger(value) && (value as number) > 0, 'must be a number of tokens']],
  ['system', [(value) => value === undefined || typeof value === 'string', 'must be text']],
  ['temperature', [(value) => value === undefined || typeof value === 'number', 'must be a number']],
  // Set where the model is chosen, of whose answers all is told the same either way.
  ['stream', [(value) => value === undefined, 'is not set by hooks: whoever asks the model has chosen it']],
  ['tools', [(value) => value === undefined || areTools(value), 'must be an array of tools, each with a name']],
]);
const areTools = (value: unknown) =>
  Array.isArray(value) && value.every((tool) => isObject(tool) && typeof tool.name === 'string');

const responseFields: Rules = new Map<keyof ModelResponse | 'type' | 'stop_sequence', Rule>([
  ['role', [(value) => value === 'assistant', "must be 'assistant'"]],
  ['content', [(value) => value !== undefined, 'must be text or content blocks']],
  ['stop_reason', [(value) => value === null || typeof value === 'string', 'must be text or null']],
  ['usage', [isUsage, 'must be an object with input_tokens and output_tokens']],
  ['id', [isText, 'must be text']],
  ['type', [(value) => value === 'message', "must be 'message'"]],
  ['model', [isText, 'must be the name of a model']],
  ['stop_sequence', [(value) => value === null || typeof value === 'string', 'must be text or null']],
]);
function isText(value: unknown): boolean {
  return typeof value === 'string';
}
function isUsage(value: unknown): boolean {
  return isObject(value) && typeof value.input_tokens === 'number' && typeof value.output_tokens === 'number';
}

const changedIn = (before: JsonObject, next: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(next)])].filter((field) => next[field] !== before[field]);

function wrongIn(fields: Rules, field: string, value: unknown): string | undefined {
  const [is, must] = fields.get(field) ?? [];
  return is && !is(value) ? `${field} ${must}` : undefined;
}

/** What is wrong with the fields that changed. Others than these go to the model as they are, but none of them is written in camel case. */
function oddInRequest(before: JsonObject, next: JsonObject): string | undefined {
  for (const field of changedIn(before, next)) {
    const wrong = wrongIn(requestFields, field, next[field]);
    if (wrong !== undefined) return wrong;
    const snake = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (snake !== field) return `it has no field '${field}': did you mean '${snake}'?`;
  }
  return undefined;
}

/** The same of an answer: a model's own has more fields than are read here, but none that is nearly one of these. */
function oddInResponse(before: JsonObject, next: JsonObject): string | undefined {
  for (const field of changedIn(before, next)) {
    const wrong = wrongIn(responseFields, field, next[field]);
    if (wrong !== undefined) return wrong;
    if (responseFields.has(field) || Object.hasOwn(before, field)) continue;
    const near = nearest(field, responseFields.keys(), 1)[0];
    if (near !== undefined) return `it has no field '${field}': did you mean '${near}'?`;
  }
  return undefined;
}

/** Empty means the default. */
function checkResults(next: PayloadFields): Checked {
  const messages = next.messages as Message[];
  if (messages.length === 0) return next;
  const stranger = messages.find(({ role }) => role !== 'user');
  const call: Message = { role: 'assistant', content: [{ type: 'tool_use', id: String(next.toolCallId), name: '', input: {} }] };
  const read = stranger ? 'they are the user’s' : readMessages([{ role: 'user', content: '…' }, call, ...messages]);
  return typeof read === 'string'
    ? `must make user messages with exactly one tool_result for ${next.toolCallId}; what was there is kept: ${read}`
    : { ...next, messages: read.slice(2) };
}

/**
 * What is wrong with an answer in the model's place, `value` as a hook gave it: its fields are those of an answer, and its calls need ids that no other call
 * has. Undefined where nothing is.
 */
export function checkAnswer(event: EventName, payload: PayloadFields, value: unknown, before?: unknown): string | undefined {
  const odd = checkFields(value, before);
  if (odd !== undefined) return odd;
  const content = isObject(value) ? value.content : value;
  if (!Array.isArray(content) || !content.some((block) => isObject(block) && block.type === 'tool_use')) return undefined;
  if (event === 'beforeAgent') return 'answers for the agent with a tool_use, which nobody would run';
  const asked = (payload.request as ModelRequest).messages;
  const calls = new Set(toolUsesOf({ content }).map(({ id }) => id));
  const read = readMessages([...asked, { role: 'assistant', content }], calls);
  return typeof read === 'string' && readMessages(asked) === asked ? `made an answer that no model gives: ${read}` : undefined;
}

/** What is wrong with what stands in the place of a tool's output. */
export function checkOutput(output: unknown): string | undefined {
  const broken = outputProblem(output);
  return broken && `made an output that no model takes: ${broken}`;
}

/** What the model itself said is not the hook's. Of a text there is nothing to say. */
function checkFields(value: unknown, before: unknown): string | undefined {
  const was = isObject(before) ? before : {};
  const content = isObject(value) ? value.content : value;
  const broken = Array.isArray(content) && content !== was.content ? blocksProblem(content, 'assistant') : undefined;
  const odd = broken ? `content${broken}` : isObject(value) && oddInResponse(was, value);
  return odd ? `made an answer that no model gives: ${odd}` : undefined;
}

/** Thinking blocks are signed: the next request would be refused with one that was changed. */
function checkThinking(before: unknown, after: unknown): string | undefined {
  const known = new Set(thinkingOf(before));
  return known.size > 0 && thinkingOf(after).some((block) => !known.has(block))
    ? 'changed a thinking block: thinking is signed and must be kept as it is or left out whole'
    : undefined;
}
const thinkingOf = (response: unknown): string[] =>
  contentOf(response).flatMap((block) => (isThinking(block) ? [JSON.stringify(block)] : []));

/** The same of a piece of a stream. */
const checkDelta = (before: JsonObject, after: JsonObject): string | undefined =>
  before.type === 'thinking' && after.text !== before.text && after.text !== ''
    ? 'changed thinking, which is signed: it can be dropped, not changed'
    : undefined;

/** At an agent's end nothing runs any more. */
function checkLastWords(before: unknown, after: unknown): string | undefined {
  const known = new Set(toolUsesOf({ content: contentOf(before) }).map(({ id }) => id));
  const call = toolUsesOf({ content: contentOf(after) }).find(({ id }) => !known.has(id));
  return call && `made a call of ${call.name}, which nobody would run: the agent has ended`;
}

const contentOf = (response: unknown) => {
  const content = (response as ModelResponse | undefined)?.content;
  return content === undefined ? [] : blocksOf({ content });
};
