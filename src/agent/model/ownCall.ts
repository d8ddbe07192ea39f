/** A model call beside the conversation, for a hook or a tool: no hook sees it; it is recorded, and what it cost is the agent's. */

import { within } from '../../shared/basics/within';
import type { Said } from '../../shared/events/events';
import type { ModelRequest, ModelResponse } from '../../shared/messages/messages';
import { type AgentContext, note } from '../context/agentContext';
import type { ModelPort } from '../ports/model';
import { meteredCall, type Spent } from './meteredCall';
import { factsOfError } from './turn';

export interface OwnCall {
  port: ModelPort;
  prompt: string;
  /** What the request has beside the prompt. */
  request: Pick<ModelRequest, 'model' | 'max_tokens' | 'tools'>;
  /** For whom it is. */
  by: Omit<Said<'completion'>['data'], 'model'>;
  /** In ms. */
  mostMs: number;
  signal: AbortSignal;
  /** No hook hears of it. */
  unobserved?: boolean;
  /** Throws where the answer is none. */
  outputOf(response: ModelResponse): string;
}

/** Rejects as the model's call does, and with the signal's reason. */
export async function ownCall(ctx: AgentContext, asked: OwnCall): Promise<string> {
  const { port, prompt, request, by, mostMs, signal, unobserved, outputOf } = asked;
  const { clock } = ctx.deps;
  const began = clock.now();
  let spent: Spent | undefined;
  const told = (facts: Pick<Said<'completion'>, 'output' | 'error'>) =>
    note(
      ctx,
      'completion',
      { input: prompt, duration: clock.now() - began, ...facts, ...spent, data: { model: request.model, ...by } },
      { unobserved },
    );
  const stream = {
    onDelta: () => undefined,
    onRetry: (data: { attempt: number; waitMs: number; status?: number; message: string }) =>
      note(ctx, 'model_retry', { reason: data.message, data: { ...data, hook: by.hook } }, { unobserved }),
  };
  const whole: ModelRequest = { ...request, messages: [{ role: 'user', content: prompt }] };
  try {
    const response = await within(clock, mostMs, signal, (limited) =>
      meteredCall(ctx, port, whole, { ...stream, signal: limited }, (paid) => {
        spent = paid;
      }),
    );
    const output = outputOf(response);
    told({ output });
    return output;
  } catch (thrown) {
    told({ error: factsOfError(thrown) });
    throw thrown;
  }
}
