/** `ctx.complete`: a small model call of a hook. No hook sees it; it is recorded, and what it cost is the run's. */
import type { CompleteOptions, Completer } from '../../shared/hooks/dispatch';
import { textOf } from '../../shared/messages/messages';
import type { AgentContext } from '../context/agentContext';
import { ownCall } from './ownCall';

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
  return ownCall(ctx, {
    ...{ port, prompt, by, mostMs, signal: agent.signal, outputOf: textOf },
    request: {
      model: port.playsAny && named !== undefined ? named : port.model,
      max_tokens: Math.min(maxTokens, port.maxTokens),
    },
    // It would ask again about its own question, and again.
    unobserved: by.event === 'event',
  });
}
