/** The tool itself: what it is given, how it failed if it did, and how long it may take to stop. */

import { whenAborted } from '../../shared/basics/whenAborted';
import { textOf } from '../../shared/messages/messages';
import type { ErrorFacts, ToolErrorKind } from '../../shared/runs/errorFacts';
import { type AgentContext, note } from '../context/agentContext';
import { type Call, takeHeard } from '../judging/call';
import { leavingOut } from '../judging/leavesOut';
import type { Clock } from '../ports/machine';
import type { ToolOutput } from '../ports/tool';
import { handOver } from '../prompt/switchAgent';
import { asking } from './askQuestions';
import { confirming } from './confirming';
import { webSearcher } from './searchWeb';

/** Failures that a tool's name for them tells apart. */
const errorKinds: ReadonlyMap<string, ToolErrorKind> = new Map([
  ['TimeoutError', 'timeout'],
  ['InvalidInput', 'validation'],
  ['UnknownTool', 'unknown_tool'],
]);

export async function runTool(ctx: AgentContext, call: Call): Promise<{ result: ToolOutput; error?: ErrorFacts }> {
  const { deps, run, agent } = ctx;
  const { facts, id } = call;
  const empty: ToolOutput = { content: '' };
  const { confinement } = call;
  note(ctx, 'tool_start', {
    toolCallId: id,
    toolName: facts.toolName,
    input: facts.input,
    decidedBy: call.decidedBy,
    hooks: takeHeard(call),
    ...(confinement ? { data: { confinement } } : {}),
  });
  run.callsRun++;
  let isOver = false;
  try {
    const running = deps.tools.run(facts.toolName, facts.input, {
      ...deps.environment,
      clock: deps.clock,
      fieldPaths: facts.fieldPaths,
      tasks: deps.tasks,
      signal: agent.signal,
      toolCallId: id,
      agentName: agent.name,
      branch: agent.branch,
      ask: asking(ctx, call),
      confirm: confirming(ctx, call),
      searchWeb: webSearcher(ctx, agent.signal),
      confinement: call.confinement,
      leavesOut: leavingOut(ctx, call),
      startAgent: (task) => run.startAgent(ctx, id, task),
      handOver: (handoff) => handOver(ctx, handoff),
      onOutput: (chunk: string) => {
        if (!isOver) deps.record.take({ kind: 'toolOutput', toolCallId: id, chunk });
      },
    });
    const result = await heeding(deps.clock, agent.signal, running);
    if (!result.isError) return { result };
    return { result, error: { kind: 'tool', name: 'ToolError', message: textOf({ content: result.content }) } };
  } catch (thrown) {
    if (agent.signal.aborted) return { result: empty, error: { name: 'AbortError', message: 'cancelled' } };
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return {
      result: empty,
      error: { kind: errorKinds.get(error.name) ?? 'tool', name: error.name, message: error.message },
    };
  } finally {
    isOver = true;
  }
}

/** How long a tool that is told to stop may take to do so; then the run ends without it. */
const stoppingMs = 3000;

/** Settles as the work does; once the signal is aborted, after `stoppingMs` at the latest. */
async function heeding<T>(clock: Clock, signal: AbortSignal, work: Promise<T>): Promise<T> {
  let cancel = () => {};
  let forget = () => {};
  const deaf = new Promise<never>((_, reject) => {
    forget = whenAborted(signal, () => {
      cancel = clock.after(stoppingMs, () => reject(new Error('the tool did not stop when it was told to')));
    });
  });
  try {
    return await Promise.race([work, deaf]);
  } finally {
    forget();
    cancel();
  }
}
