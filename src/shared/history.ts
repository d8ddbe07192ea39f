/** The model-facing history: how messages join it, whether it is well formed, and which tool calls still lack their result. */
import { blocksOf, type ContentBlock, type Message, type ToolUseBlock, toolUsesOf } from './messages';

/**
 * Appends one message. Neighbours of one role become one message, as the API wants it, with tool results before all else: that is how the results of
 * several calls, and the context that hooks add, end in one user message.
 */
export function appendMessage(history: readonly Message[], message: Message): Message[] {
  const last = history.at(-1);
  if (!last || last.role !== message.role) return [...history, message];
  const content = [...blocksOf(last), ...blocksOf(message)];
  const isResult = (block: ContentBlock) => block.type === 'tool_result';
  const ordered =
    message.role === 'user' ? [...content.filter(isResult), ...content.filter((block) => !isResult(block))] : content;
  return [...history.slice(0, -1), { role: message.role, content: ordered }];
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

/** What is wrong with a list of messages that a hook made, or undefined: roles alternate, the user begins, each tool_use is answered exactly once right after. */
export function messagesProblem(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return 'messages must be an array of {role, content}';
  for (const [index, message] of (messages as Message[]).entries()) {
    const at = `messages[${index}]`;
    if (message?.role !== 'user' && message?.role !== 'assistant') return `${at}.role must be 'user' or 'assistant'`;
    if (typeof message.content !== 'string' && !Array.isArray(message.content))
      return `${at}.content must be text or an array of content blocks`;
    const expected = index % 2 === 0 ? 'user' : 'assistant';
    if (message.role !== expected)
      return `${at}.role is '${message.role}' where '${expected}' is due: roles alternate and the user begins`;
    const results = blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    const before = messages[index - 1] as Message | undefined;
    const calls = before && message.role === 'user' ? toolUsesOf(before).map((call) => call.id) : [];
    for (const call of calls) {
      const count = results.filter((result) => result === call).length;
      if (count !== 1) return `${at} must hold exactly one tool_result for tool_use '${call}', not ${count}`;
    }
    const stray = results.find((result) => !calls.includes(result));
    if (stray !== undefined) return `${at} has a tool_result for '${stray}', which the message before does not call`;
  }
  return undefined;
}
