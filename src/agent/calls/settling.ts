/**
 * What is said of a call once it has its result: the message that brings it, and that the call is settled. It is put together before the after-hooks have seen the
 * result: where they leave it as it is, who listens to several of these events is asked of them in one crossing.
 */

import { toldWords } from '../../shared/calls/toldWords';
import type { ToolOutcome } from '../../shared/events/events';
import type { Payloads } from '../../shared/hooks/payloads';
import { blocksOf, type Message, type ToolResultBlock } from '../../shared/messages/messages';
import type { AgentContext } from '../context/agentContext';
import { addedMessage } from '../context/agentHistory';
import { type Call, toolFields } from '../judging/call';
import type { Following } from '../ports/hooks';
import type { ToolOutput } from '../ports/tool';
import { type FoundBelow, instructionsBelow, noneBelow } from '../prompt/instruct';

/** What a call came to. */
export interface CallResult {
  call: Call;
  outcome: ToolOutcome;
  content: ToolOutput['content'];
  isError: boolean;
  context?: string[];
  reason?: string;
}

/** The message that brings the result, and what is said of it. */
export interface Brought {
  message: Message;
  added: Payloads['message'];
  settled: Payloads['toolSettled'];
}

export interface Settling extends Brought {
  /** Instructions that the message brings too. */
  below: FoundBelow;
  /** Absent for a call that came to no result. */
  shaping?: Payloads['toolResultMessages'];
}

export async function settlingOf(ctx: AgentContext, result: CallResult): Promise<Settling> {
  const { call, outcome, content, isError, context = [] } = result;
  const told = call.told === undefined ? [] : [toldWords(call.facts.toolName, call.told)];
  const below = outcome === 'ok' ? await instructionsBelow(ctx, call.facts.paths) : noneBelow;
  const answer: ToolResultBlock = { type: 'tool_result', tool_use_id: call.id, content, ...(isError ? { is_error: true } : {}) };
  const texts = [...context, ...told, ...below.texts].map((text) => ({ type: 'text' as const, text }));
  const message: Message = { role: 'user', content: [answer, ...texts] };
  const isShaped = outcome === 'ok' || outcome === 'error';
  return {
    below,
    ...(isShaped ? { shaping: { ...toolFields(call), defaultMessages: [message] } } : {}),
    ...bringing(ctx, result, message),
  };
}

/** By this message. */
export function bringing(ctx: AgentContext, { call, outcome, isError, reason }: CallResult, message: Message): Brought {
  const answered = blocksOf(message).find((block) => block.type === 'tool_result');
  return {
    message,
    added: addedMessage(ctx, message),
    settled: { ...toolFields(call), outcome, decidedBy: call.decidedBy, reason, output: answered?.content, isError },
  };
}

/** What is dispatched once the after-hooks have nothing to say; what else is told on the way comes before it. */
export const following = ({ below, shaping, ...brought }: Settling): Following[] =>
  below.files.length > 0
    ? []
    : [...(shaping ? [{ event: 'toolResultMessages' as const, payload: shaping }] : []), ...followingShape(brought)];

export const followingShape = (brought: Brought): Following[] => [
  { event: 'message', payload: brought.added },
  ...followingMessage(brought),
];

export const followingMessage = ({ settled }: Brought): Following[] => [{ event: 'toolSettled', payload: settled }];
