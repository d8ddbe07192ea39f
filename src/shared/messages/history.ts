/** The model-facing history: how messages join it, whether it is well formed, and which tool calls still lack their result. */
import { carriesTooDeep, nestedTooDeep } from '../basics/depth';
import { isObject, type JsonObject } from '../basics/json';
import {
  blocksOf,
  type ContentBlock,
  isContent,
  type Message,
  type ToolResultBlock,
  type ToolUseBlock,
  toolUsesOf,
} from './messages';

/**
 * Appends one message. Neighbours of one role become one message, as the API wants it, with tool results before all else, in the order of
 * their calls: that is how the results of several calls, and the context that hooks add, end in one user message, whenever they come.
 */
export function appendMessage(history: readonly Message[], message: Message): Message[] {
  const last = history.at(-1);
  if (last?.role !== message.role) return [...history, message];
  return [...history.slice(0, -1), inCallOrder(joined(last, message), history.at(-2))];
}

/** `asking` is the message before it, which made the calls. */
function inCallOrder(message: Message, asking: Message | undefined): Message {
  if (message.role !== 'user' || !asking) return message;
  const calls = toolUsesOf(asking).map(({ id }) => id);
  const results = blocksOf(message).filter((block) => block.type === 'tool_result');
  const placeOf = (result: ToolResultBlock) => calls.indexOf(result.tool_use_id);
  if (results.every((result, n) => n === 0 || placeOf(results[n - 1]!) <= placeOf(result))) return message;
  results.sort((a, b) => placeOf(a) - placeOf(b));
  return { ...message, content: [...results, ...blocksOf(message).filter((block) => !isResult(block))] };
}

const isResult = (block: ContentBlock) => block.type === 'tool_result';
const joined = (one: Message, next: Message): Message =>
  resultsFirst({ role: next.role, content: [...blocksOf(one), ...blocksOf(next)] });

/** A result that stands after a text is one that the API refuses. */
function hasLateResult({ role, content }: Message): boolean {
  if (role !== 'user' || typeof content === 'string') return false;
  const other = content.findIndex((block) => !isResult(block));
  return other >= 0 && content.slice(other).some(isResult);
}
function resultsFirst(message: Message): Message {
  if (!hasLateResult(message)) return message;
  const content = blocksOf(message);
  return { ...message, content: [...content.filter(isResult), ...content.filter((block) => !isResult(block))] };
}

/** The list with neighbours of one role joined and tool results before all else; the same list where it is so already, as it is before `from`. */
export function joinNeighbours(messages: Message[], from = 0): Message[] {
  const isOdd = (message: Message, index: number) =>
    index >= from && (message.role === messages[index - 1]?.role || hasLateResult(message));
  if (!messages.some(isOdd)) return messages;
  const list: Message[] = [];
  for (const message of messages) {
    const last = list.at(-1);
    if (last?.role === message.role) list[list.length - 1] = joined(last, message);
    else list.push(resultsFirst(message));
  }
  return list;
}

/** Tool calls of the last assistant message that have no result yet, in call order. */
export function unansweredCalls(history: readonly Message[]): ToolUseBlock[] {
  const at = history.findLastIndex((message) => message.role === 'assistant');
  if (at < 0) return [];
  const answered = new Set(
    history
      .slice(at + 1)
      .flatMap((message) => blocksOf(message).flatMap((b) => (b.type === 'tool_result' ? [b.tool_use_id] : []))),
  );
  return toolUsesOf(history[at]!).filter((call) => !answered.has(call.id));
}

/**
 * A list of messages as a model takes it, neighbours of one role joined; or what is wrong with it, in words: it has messages and none is empty, the user
 * begins, calls are the assistant's and each has an id of its own and exactly one result, right after. Calls in `open` may still wait for theirs.
 */
export function readMessages(value: unknown, open: ReadonlySet<string> = noCalls): Message[] | string {
  if (!Array.isArray(value)) return 'messages must be an array of {role, content}';
  if (value.length === 0) return 'the list is empty';
  const known = knownStart(value);
  for (let index = known?.length ?? 0; index < value.length; index++) {
    const problem = messageProblem(value[index]);
    if (problem) return `messages[${index}]${problem}`;
  }
  const messages = joinNeighbours(value as Message[], known?.length);
  if (messages[0]!.role !== 'user') return `messages[0].role is 'assistant' where 'user' is due: the user begins`;
  // Ids of a list that was found wrong are forgotten with what was known of its start.
  wellFormed.delete(messages[0]!);
  const ids = known && messages === value ? known.ids : new Set<string>();
  for (let index = known && messages === value ? known.length : 0; index < messages.length; index++) {
    const message = messages[index]!;
    const before = messages[index - 1];
    const calls = before ? toolUsesOf(before).map(({ id }) => id) : [];
    const results = blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    for (const call of calls) {
      const count = results.filter((result) => result === call).length;
      if (count !== 1 && !(count === 0 && open.has(call) && index === messages.length - 1))
        return `messages[${index}] must hold exactly one tool_result for tool_use '${call}', not ${count}`;
    }
    const stray = results.find((result) => !calls.includes(result));
    if (stray !== undefined) return `messages[${index}] has a tool_result for '${stray}', which the message before does not call`;
    for (const { id } of toolUsesOf(message)) {
      if (ids.has(id)) return `messages[${index}] has a tool_use with the id '${id}', which another has already`;
      ids.add(id);
    }
  }
  const last = toolUsesOf(messages.at(-1)!).find(({ id }) => !open.has(id));
  if (last) return `tool_use '${last.id}' has no tool_result`;
  if (open.size === 0) wellFormed.set(messages[0]!, { messages, ids });
  return messages;
}

const noCalls: ReadonlySet<string> = new Set();

/**
 * The list last found well formed that began with a message, and the ids of its calls: histories grow at their end and their messages are never changed in
 * place, so that a check costs what is new, not what a run has said so far.
 */
const wellFormed = new WeakMap<Message, { messages: readonly Message[]; ids: Set<string> }>();

/** How much of the start of a list is known to be well formed. */
function knownStart(list: readonly unknown[]): { length: number; ids: Set<string> } | undefined {
  const known = isObject(list[0]) ? wellFormed.get(list[0] as unknown as Message) : undefined;
  if (!known) return undefined;
  const { messages, ids } = known;
  // What is said to the user's last message joins it; it makes no call.
  const shared = messages.at(-1)!.role === 'user' ? messages.length - 1 : messages.length;
  for (let at = 0; at < shared; at++) if (messages[at] !== list[at]) return undefined;
  return { length: shared, ids };
}

/** The ids of all calls in a list. */
export function callIdsOf(messages: readonly Message[]): ReadonlySet<string> {
  const known = messages[0] && wellFormed.get(messages[0]);
  return known?.messages === messages
    ? known.ids
    : new Set(messages.flatMap((message) => toolUsesOf(message).map(({ id }) => id)));
}

/** What is wrong with the list, or undefined. */
export function messagesProblem(value: unknown): string | undefined {
  const read = readMessages(value);
  return typeof read === 'string' ? read : undefined;
}

/** What is wrong with one message for itself: what follows its place in a sentence about that. */
export function messageProblem(message: unknown): string | undefined {
  if (!isObject(message) || (message.role !== 'user' && message.role !== 'assistant'))
    return ".role must be 'user' or 'assistant'";
  const { role, content } = message;
  if (typeof content !== 'string' && !Array.isArray(content)) return '.content must be text or an array of content blocks';
  if (content.length === 0) return '.content is empty';
  if (typeof content === 'string') return undefined;
  const broken = blocksProblem(content, role);
  return broken && `.content${broken}`;
}

/** What is wrong with blocks that this role says: what follows the list's name. Models have blocks that are not known here: those pass as they are. */
export function blocksProblem(blocks: readonly unknown[], role: Message['role']): string | undefined {
  return firstProblem(blocks, (block) => {
    if (block.type === 'tool_use') {
      if (role === 'user') return 'is a tool_use, which only the assistant makes';
      if (typeof block.id !== 'string' || block.id === '' || typeof block.name !== 'string')
        return 'is a tool_use without id or name';
      return isObject(block.input) ? undefined : 'is a tool_use whose input is no object';
    }
    if (block.type === 'tool_result') {
      if (role === 'assistant') return 'is a tool_result, which only the user gives';
      if (typeof block.tool_use_id !== 'string') return 'is a tool_result without tool_use_id';
      return resultProblem(block.content);
    }
    if (role === 'user' && (block.type === 'thinking' || block.type === 'redacted_thinking'))
      return 'is thinking, which is the assistant’s alone';
    return partProblem(block);
  });
}

/** What is wrong with what a tool's result holds: what follows its name. */
function resultProblem(content: unknown): string | undefined {
  if (content === undefined || typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return 'is a tool_result whose content is neither text nor content blocks';
  const broken = firstProblem(content, (block) =>
    strangeInResults.has(block.type) ? `is a ${block.type}, which no result holds` : partProblem(block),
  );
  return broken && `.content${broken}`;
}
const strangeInResults: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking']);

/** What is wrong with a tool's output that its blocks' types make content of: what follows its name. Any other list is told as JSON. */
export function outputProblem(output: unknown): string | undefined {
  return isContent(output) ? firstProblem(output, partProblem) : undefined;
}

function partProblem({ type, text, source }: JsonObject): string | undefined {
  if (type === 'text' && typeof text !== 'string') return 'is a text block without text';
  if (type !== 'image') return undefined;
  const { type: kind, media_type, data, url } = isObject(source) ? source : {};
  const isWhole =
    kind === 'base64' ? typeof media_type === 'string' && typeof data === 'string' : kind === 'url' && typeof url === 'string';
  return isWhole ? undefined : "is an image whose source is neither {type: 'base64', media_type, data} nor {type: 'url', url}";
}

function firstProblem(blocks: readonly unknown[], problemOf: (block: JsonObject) => string | undefined): string | undefined {
  for (const [index, block] of blocks.entries()) {
    if (!isObject(block) || typeof block.type !== 'string') return `[${index}] must be a content block, {type, …}`;
    const problem = carriesTooDeep(block) ? nestedTooDeep : problemOf(block);
    if (problem) return `[${index}]${problem.startsWith('.') ? '' : ' '}${problem}`;
  }
  return undefined;
}
