/** `ctx.complete`: a small model call of a hook. No hook sees it; it is recorded, and what it cost is the run's. */
import type { CompleteOptions, Completer } from '../shared/dispatch';
import { textOf } from '../shared/messages';
import { within } from '../shared/within';
import { type AgentContext, charge, note } from './agentContext';
import { factsOfError } from './turn';

const mostMs = 60_000;
const standardTokens = 1024;

/** It is of the agent at whose event the hook runs. Rejects as the model's call does, and with the signal's reason where that agent is stopped. */
export async function complete(
  main: AgentContext,
  prompt: string,
  { model: named, maxTokens = standardTokens }: CompleteOptions,
  { runId: _, taskId, ...by }: Completer,
): Promise<string> {
  const ctx = (taskId === undefined ? undefined : main.run.subagents.get(taskId)) ?? main;
  const { deps, agent } = ctx;
  const port = deps.model(agent.name, named);
  const model = port.playsAny && named !== undefined ? named : port.model;
  const request = {
    model,
    max_tokens: Math.min(maxTokens, port.maxTokens),
    messages: [{ role: 'user' as const, content: prompt }],
  };
  const began = deps.clock.now();
  // It would ask again about its own question, and again.
  const isOwn = by.event === 'event';
  const told = (facts: object) =>
    note(
      ctx,
      'completion',
      { input: prompt, duration: deps.clock.now() - began, ...facts, data: { model, ...by } },
      { unobserved: isOwn },
    );
  try {
    const response = await within(deps.clock, mostMs, agent.signal, (signal) =>
      port.call(request, {
        signal,
        onDelta: () => undefined,
        onRetry: (data) =>
          note(ctx, 'model_retry', { reason: data.message, data: { ...data, hook: by.hook } }, { unobserved: isOwn }),
      }),
    );
    const { usage } = response;
    const costUsd = port.costUsd(model, usage);
    charge(ctx, usage, costUsd);
    const output = textOf(response);
    told({ output, usage, costUsd });
    return output;
  } catch (thrown) {
    told({ error: factsOfError(thrown) });
    throw thrown;
  }
}
