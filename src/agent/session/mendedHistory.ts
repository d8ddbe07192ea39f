/** A history that comes from elsewhere, a session file of another version or one that was edited: what of it a model can be sent. */
import { joinNeighbours, messageProblem, readMessages, unansweredCalls } from '../../shared/messages/history';
import { type ContentBlock, type Message, toolUsesOf } from '../../shared/messages/messages';

const noResult = 'No result of this call was kept.';

/** The history as a model takes it, and what was wrong with it, if anything was. Calls at its end that have no result are left waiting for theirs. */
export function mended(history: Message[]): { history: Message[]; problem?: string } {
  if (history.length === 0) return { history };
  const open = new Set(unansweredCalls(history).map(({ id }) => id));
  const read = readMessages(history, open);
  if (typeof read !== 'string') return { history: read };
  let list = joinNeighbours(history.flatMap((message) => withoutOddBlocks(message) ?? []));
  // Results without their call go, and with them perhaps the message that began.
  do list = answered(list.slice(list[0]?.role === 'user' ? 0 : 1));
  while (list.length > 0 && list[0]!.role !== 'user');
  return { history: list, problem: read };
}

function withoutOddBlocks(message: Message): Message | undefined {
  if (messageProblem(message) === undefined) return message;
  if (!Array.isArray(message?.content)) return undefined;
  const content = message.content.filter((block) => messageProblem({ ...message, content: [block] }) === undefined);
  const kept = { ...message, content };
  return messageProblem(kept) === undefined ? kept : undefined;
}

/** Each call once, and right after it one result of each. */
function answered(history: Message[]): Message[] {
  const ids = new Set<string>();
  const list: Message[] = [];
  for (const [index, message] of history.entries()) {
    const before = list.at(-1);
    const calls = message.role === 'user' && before?.role === 'assistant' ? toolUsesOf(before).map(({ id }) => id) : [];
    const given = new Set<string>();
    const content = (
      typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content
    ).filter((block) => {
      if (block.type === 'tool_use') return !ids.has(block.id) && ids.add(block.id);
      if (block.type !== 'tool_result') return true;
      const counts = calls.includes(block.tool_use_id) && !given.has(block.tool_use_id);
      given.add(block.tool_use_id);
      return counts;
    });
    const isLast = index === history.length - 1;
    const missing = isLast ? [] : calls.filter((id) => !given.has(id));
    const results = missing.map(
      (id): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: noResult, is_error: true }),
    );
    if (results.length + content.length > 0) list.push({ role: message.role, content: [...results, ...content] });
  }
  return joinNeighbours(list);
}
