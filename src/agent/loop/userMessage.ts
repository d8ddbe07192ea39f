/** How a message of the human joins the history: through its hooks, at the start of a run or in the middle of it. */
import type { Message } from '../../shared/messages/messages';
import { type AgentContext, dispatch } from '../context/agentContext';
import { addMessage } from '../context/agentHistory';
import { type Ended, settleEnd } from '../context/ending';

/** Passes the message through its hooks into the history; a denied one is not kept. What is accepted is the message as hooks left it, without their context. */
export async function userMessage(
  ctx: AgentContext,
  message: Message,
  begun: readonly string[] = [],
): Promise<{ ended?: Ended; accepted?: Message }> {
  const result = await dispatch(ctx, 'userMessage', { message }, ctx.agent.signal);
  // Whatever a hook that was not waited for stands for: the human ended it.
  const ended = settleEnd(result);
  if (ended) return { ended: ctx.agent.signal.aborted ? { kind: 'aborted' } : ended };
  const accepted = result.payload.message;
  const context = [...begun, ...result.context].map((text) => ({ type: 'text' as const, text }));
  const content =
    context.length === 0
      ? accepted.content
      : [
          ...(typeof accepted.content === 'string' ? [{ type: 'text' as const, text: accepted.content }] : accepted.content),
          ...context,
        ];
  await addMessage(ctx, { role: 'user', content });
  return { accepted };
}

/** Lets in what the human said to steer the run. One that a hook denies stays out, and the run goes on without it. */
export async function takeSteering(ctx: AgentContext): Promise<{ ended?: Ended; steered: boolean }> {
  const { run, agent } = ctx;
  let steered = false;
  if (agent.depth > 0) return { steered };
  for (let message = run.steering?.(); message; message = run.steering?.()) {
    const { ended, accepted } = await userMessage(ctx, message);
    if (ended && ended.kind !== 'denied') return { ended, steered };
    steered ||= accepted !== undefined;
  }
  return { steered };
}
