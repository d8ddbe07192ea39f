/** How an agent's history grows, and how it is written anew where a hook has yet to see, or took out of it, what stands there. */

import type { JsonObject } from '../../shared/basics/json';
import type { Payloads } from '../../shared/hooks/payloads';
import { appendMessage } from '../../shared/messages/history';
import type { Message } from '../../shared/messages/messages';
import { withheldInput, withInputs } from '../../shared/messages/withheld';
import type { Beside } from '../record/describe';
import { type AgentContext, dispatch } from './agentContext';

/** What `message` hooks are told of the next one. What a `redacts` hook is yet to see goes into the history, not into the record. */
export const addedMessage = ({ agent, deps }: AgentContext, message: Message): Payloads['message'] => ({
  message: deps.record.heard(agent, message),
  index: agent.messageCount,
});

/** Adds one message to the agent's history and tells `message` hooks of it. */
export async function addMessage(
  ctx: AgentContext,
  message: Message,
  beside: Beside['message'] = {},
  added = addedMessage(ctx, message),
): Promise<void> {
  const { agent } = ctx;
  agent.history = appendMessage(agent.history, message);
  agent.messageCount++;
  await dispatch(ctx, 'message', added, undefined, beside);
}

/** The hooks of the agent's end have seen its answer; what it said on the way there stays withheld in the record. */
export function settleAnswer(ctx: AgentContext, answer: Pick<Message, 'content'> | undefined): void {
  const { agent, deps } = ctx;
  if (answer && deps.record.settleAnswer(agent, answer)) replaceHistory(ctx, agent.history);
}

/** The gates have spoken: from now on history and record hold the inputs that passed redaction; of calls that never came to it, the marks alone. */
export function settleInputs(ctx: AgentContext, passed: ReadonlyMap<string, JsonObject> = new Map()): void {
  const { agent, deps } = ctx;
  if (!deps.record.settleCalls(agent)) return;
  const at = agent.history.findLastIndex((message) => message.role === 'assistant');
  const inputOf = (id: string, input: JsonObject) => passed.get(id) ?? withheldInput(input);
  replaceHistory(
    ctx,
    agent.history.map((message, index) => (index === at ? withInputs(message, inputOf) : message)),
  );
}

/** The list is another from now on: the session keeps the new one. */
export function replaceHistory({ deps, agent }: AgentContext, messages: Message[]): void {
  agent.history = messages;
  deps.record.take({ kind: 'history', branch: agent.branch, ...(agent.taskId ? { taskId: agent.taskId } : {}), messages });
}
