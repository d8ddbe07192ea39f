/** How a message of the human joins the history: through its hooks, at the start of a run or in the middle of it. */
import type { Message } from '../shared/messages';
import { type Ended, settleEnd } from './ending';
import { addMessage, dispatch, type Scope } from './scope';

/** Passes the message through its hooks into the history; a denied one is not kept. What is accepted is the message as hooks left it, without their context. */
export async function userMessage(
  scope: Scope,
  message: Message,
  begun: readonly string[] = [],
): Promise<{ ended?: Ended; accepted?: Message }> {
  const result = await dispatch(scope, 'userMessage', { message }, scope.agent.signal);
  const ended = settleEnd(result);
  if (ended) return { ended };
  const changed = result.payload.message;
  const accepted: Message = typeof changed === 'string' ? { role: 'user', content: changed } : (changed as Message);
  const context = [...begun, ...result.context].map((text) => ({ type: 'text' as const, text }));
  const content =
    context.length === 0
      ? accepted.content
      : [
          ...(typeof accepted.content === 'string' ? [{ type: 'text' as const, text: accepted.content }] : accepted.content),
          ...context,
        ];
  await addMessage(scope, { role: 'user', content });
  return { accepted };
}

/** Lets in what the human said to steer the run. One that a hook denies stays out, and the run goes on without it. */
export async function takeSteering(scope: Scope): Promise<{ ended?: Ended; steered: boolean }> {
  const { run, agent } = scope;
  let steered = false;
  if (agent.depth > 0) return { steered };
  for (let message = run.steering?.(); message; message = run.steering?.()) {
    const { ended, accepted } = await userMessage(scope, message);
    if (ended && ended.kind !== 'denied') return { ended, steered };
    steered ||= accepted !== undefined;
  }
  return { steered };
}
