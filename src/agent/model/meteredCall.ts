/** A model's call that is paid for, whatever becomes of it: with the answers that were given up for a retry, and with the one that is cut short. */
import { addUsage, type ModelRequest, type ModelResponse, noUsage, tokensUsed, type Usage } from '../../shared/messages/messages';
import { type AgentContext, charge } from '../context/agentContext';
import type { ModelPort, ModelStream } from '../ports/model';

export interface Spent {
  /** Of the last answer. */
  usage: Usage;
  /** Of all of them, in USD. */
  costUsd: number;
}

/** Rejects as the model does. `paid` is told before, where anything was spent. */
export async function meteredCall(
  ctx: AgentContext,
  model: ModelPort,
  request: ModelRequest,
  stream: ModelStream,
  paid: (spent: Spent) => void,
): Promise<ModelResponse> {
  let before = noUsage;
  let now = noUsage;
  const pay = (usage: Usage) => {
    const all = addUsage(before, usage);
    const costUsd = model.costUsd(request.model, all);
    charge(ctx, all, costUsd);
    paid({ usage, costUsd });
  };
  try {
    const response = await model.call(request, {
      ...stream,
      onUsage: (usage) => {
        now = usage;
      },
      onRetry: (retry) => {
        before = addUsage(before, now);
        now = noUsage;
        stream.onRetry(retry);
      },
    });
    pay(response.usage);
    return response;
  } catch (thrown) {
    if (tokensUsed(before) + tokensUsed(now) > 0) pay(now);
    throw thrown;
  }
}
