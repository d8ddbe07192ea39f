/** A tool of another agent has failed: what hooks make of it is told that agent beside the failure, which it keeps. */
import { type AgentContext, ask, barring, leave } from '../../agent/context/agentContext';
import { type Call, toolFields } from '../../agent/judging/call';
import { answer } from '../../protocols';
import type { Occurrence, Verdict } from '../../protocols/protocol';
import { textOf, toContent } from '../../shared/messages/messages';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import type { ChainEnd } from '../../shared/verdicts/chainEnd';
import { annotate, notHere } from './lostWords';

interface Failure {
  error: ErrorFacts;
  /** What the failure, or the answer in its place, says. */
  output: string;
  /** A hook answered in its place. */
  recovered: boolean;
  end: ChainEnd;
}

export async function toolFailed(
  ctx: AgentContext,
  occurrence: Occurrence,
  call: Call,
  message: string,
  durationMs: number,
): Promise<Failure> {
  const began = ctx.deps.clock.now();
  const there = barring(ctx, { retry: notHere(occurrence, 'retry') });
  const original: ErrorFacts = { kind: 'tool', name: 'ToolError', message };
  const payload = { ...toolFields(call), error: original, original, durationMs };
  const result = await ask(there, 'toolError', payload);
  const { end } = result;
  // An answer stands also where a later hook ended the run.
  const { error, recovered = false, output: answered } = result.payload;
  const output = recovered ? textIn(answered) : error.message;
  annotate(result.hooks, answer(occurrence, verdictAfter(output, message)).lost);
  leave(there, 'toolError', payload, result, began, undefined);
  return { error, output, recovered, end };
}

/** A tool's output as the agent can be told it. */
export const textIn = (output: unknown): string => textOf({ content: toContent(output) });

export const verdictAfter = (text: string, before: string, context: string[] = []): Verdict => ({
  ...(text === before ? {} : { output: text }),
  context,
});
