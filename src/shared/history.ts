/** The model-facing history: how messages join it, whether it is well formed, and which tool calls still lack their result. */
import { isObject } from './json';
import { blocksOf, type ContentBlock, type Message, type ToolUseBlock, toolUsesOf } from './messages';

/**
 * Appends one message. Neighbours of one role become one message, as the API wants it, with tool results before all else: that is how the results of
 * several calls, and the context that hooks add, end in one user message.
 */
export function appendMessage(history: readonly Message[], message: Message): Message[] {
  const last = history.at(-1);
  return last?.role === message.role ? [...history.slice(0, -1), joined(last, message)] : [...history, message];
}

function joined(one: Message, next: Message): Message {
  const content = [...blocksOf(one), ...blocksOf(next)];
  const isResult = (block: ContentBlock) => block.type === 'tool_result';
  const ordered = next.role === 'user' ? [...content.filter(isResult), ...content.filter((block) => !isResult(block))] : content;
  return { role: next.role, content: ordered };
}

/** The list with neighbours of one role joined; the same list where there are none. */
export function joinNeighbours(messages: Message[]): Message[] {
  if (messages.every(({ role }, index) => role !== messages[index - 1]?.role)) return messages;
  const list: Message[] = [];
  for (const message of messages) {
    const last = list.at(-1);
    if (last?.role === message.role) list[list.length - 1] = joined(last, message);
    else list.push(message);
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
export function readMessages(value: unknown, open: ReadonlySet<string> = new Set()): Message[] | string {
  if (!Array.isArray(value)) return 'messages must be an array of {role, content}';
  if (value.length === 0) return 'the list is empty';
  for (const [index, message] of value.entries()) {
    const problem = messageProblem(message);
    if (problem) return `messages[${index}]${problem}`;
  }
  const messages = joinNeighbours(value as Message[]);
  if (messages[0]!.role !== 'user') return `messages[0].role is 'assistant' where 'user' is due: the user begins`;
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
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
  return last ? `tool_use '${last.id}' has no tool_result` : messages;
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
  for (const [index, block] of content.entries()) {
    const at = `.content[${index}]`;
    if (!isObject(block) || typeof block.type !== 'string') return `${at} must be a content block, {type, …}`;
    if (block.type === 'tool_use') {
      if (role === 'user') return `${at} is a tool_use, which only the assistant makes`;
      if (typeof block.id !== 'string' || block.id === '' || typeof block.name !== 'string')
        return `${at} is a tool_use without id or name`;
    }
    if (block.type === 'tool_result') {
      if (role === 'assistant') return `${at} is a tool_result, which only the user gives`;
      if (typeof block.tool_use_id !== 'string') return `${at} is a tool_result without tool_use_id`;
    }
  }
  return undefined;
}
