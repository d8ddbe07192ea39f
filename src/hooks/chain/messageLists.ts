/** What hooks make of messages: a list, or an answer, that no model accepts is the error of the hook that made it, and what was there before it stays. */
import { readMessages, unansweredCalls } from '../../shared/history';
import { isObject, type JsonObject } from '../../shared/json';
import { blocksOf, isThinking, type Message, type ModelRequest, type ModelResponse, toolUsesOf } from '../../shared/messages';
import type { EventName, Patches } from '../../shared/payloads';

type Checked = JsonObject | string;

/** Events at which hooks change none of what a model says or is told. */
type Wordless = Exclude<EventName, { [E in keyof Patches]: keyof Patches[E] & Words extends never ? never : E }[keyof Patches]>;
type Words = 'message' | 'messages' | 'request' | 'response';

/** The payload with its message lists as a model takes them, neighbours of one role joined; or what is wrong with the change that led to it, in words. */
export function checkMessages(event: EventName, before: JsonObject, next: JsonObject): Checked {
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
      const odd = oddField(before.request as JsonObject, next.request as JsonObject);
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
      return checkThinking(before.response, next.response) ?? checkAnswer(event, next, next.response) ?? next;
    }
    case 'stop':
    case 'afterAgent':
      return (next.response !== before.response && checkLastWords(before.response, next.response)) || next;
    default:
      event satisfies Wordless;
      return next;
  }
}

const replaced = (read: Message[] | string, into: (messages: Message[]) => JsonObject): Checked =>
  typeof read === 'string' ? `made messages that no model accepts: ${read}` : into(read);

const requestFields = new Map<string, [is: (value: unknown) => boolean, must: string]>([
  ['model', [(value) => typeof value === 'string' && value !== '', 'must be the name of a model']],
  ['max_tokens', [(value) => Number.isInteger(value) && (value as number) > 0, 'must be a number of tokens']],
  ['system', [(value) => value === undefined || typeof value === 'string', 'must be text']],
  ['temperature', [(value) => value === undefined || typeof value === 'number', 'must be a number']],
  ['tools', [(value) => value === undefined || areTools(value), 'must be an array of tools, each with a name']],
]);
const areTools = (value: unknown) =>
  Array.isArray(value) && value.every((tool) => isObject(tool) && typeof tool.name === 'string');

/** What is wrong with the fields that changed. Others than these go to the model as they are, but none of them is written in camel case. */
function oddField(before: JsonObject, next: JsonObject): string | undefined {
  for (const field of new Set([...Object.keys(before), ...Object.keys(next)])) {
    if (next[field] === before[field]) continue;
    const [is, must] = requestFields.get(field) ?? [];
    if (is && !is(next[field])) return `${field} ${must}`;
    const snake = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (snake !== field) return `it has no field '${field}': did you mean '${snake}'?`;
  }
  return undefined;
}

/** Empty means the default. */
function checkResults(next: JsonObject): Checked {
  const messages = next.messages as Message[];
  if (messages.length === 0) return next;
  const stranger = messages.find(({ role }) => role !== 'user');
  const call: Message = { role: 'assistant', content: [{ type: 'tool_use', id: String(next.toolCallId), name: '', input: {} }] };
  const read = stranger ? 'they are the user’s' : readMessages([{ role: 'user', content: '…' }, call, ...messages]);
  return typeof read === 'string'
    ? `must make user messages with exactly one tool_result for ${next.toolCallId}; the default is kept: ${read}`
    : { ...next, messages: read.slice(2) };
}

/**
 * What is wrong with an answer in the model's place, `value` as a hook gave it: its calls need ids that no other call has. Undefined where nothing is, and
 * where there are no calls.
 */
export function checkAnswer(event: EventName, payload: JsonObject, value: unknown): string | undefined {
  const content = isObject(value) ? value.content : value;
  if (!Array.isArray(content) || !content.some((block) => isObject(block) && block.type === 'tool_use')) return undefined;
  if (event === 'beforeAgent') return 'answers for the agent with a tool_use, which nobody would run';
  const asked = (payload.request as ModelRequest).messages;
  const calls = new Set(toolUsesOf({ content }).map(({ id }) => id));
  const read = readMessages([...asked, { role: 'assistant', content }], calls);
  return typeof read === 'string' && readMessages(asked) === asked ? `made an answer that no model gives: ${read}` : undefined;
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
