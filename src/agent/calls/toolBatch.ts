/** The calls of one response: gates in call order, one at a time; then neighbouring read-only calls together, writing calls alone; results in call order. */

import type { JsonObject } from '../../shared/basics/json';
import { unansweredCalls } from '../../shared/messages/history';
import { type ToolResultBlock, type ToolUseBlock, textOf } from '../../shared/messages/messages';
import { withheldInput } from '../../shared/messages/withheld';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import { type AgentContext, note } from '../context/agentContext';
import { addMessage, settleInputs } from '../context/agentHistory';
import { alsoEnded, type Ended, endByFailure } from '../context/ending';
import { type Apart, unlessAborted } from '../context/lock';
import type { OpenCalls } from '../context/openCalls';
import { type Call, cancelled, factsFor, type Gate, type Prepared, refusedBy, skipped } from '../judging/call';
import type { Offer } from '../model/turn';
import type { LockKind, ToolOutput } from '../ports/tool';
import { execute, type Finished, finalise, prepare } from './toolCall';

/** Runs every unanswered call of the last response, but for those that `open` knows what became of. `offer` is what its request gave it, where that is known. */
export async function runToolCalls(ctx: AgentContext, offer: Offer | undefined, open?: OpenCalls): Promise<Ended | undefined> {
  const calls = unansweredCalls(ctx.agent.history);
  const prepared: Prepared[] = [];
  /** What each call may show of the model's input, once its hooks have run. */
  const passed = new Map<string, JsonObject>();
  const pending: ToolUseBlock[] = [];
  let ended: Ended | undefined;
  for (const use of calls) {
    ended ??= endByFailure(ctx);
    const known = open && becameOf(ctx, use, open);
    if (known) prepared.push(known);
    else if (ended || ctx.agent.signal.aborted) prepared.push(leftOut(ctx, callOf(ctx, use), ended));
    else if (isExternal(ctx, use, offer?.names)) pending.push(use);
    else {
      const gate: Gate = await prepare(ctx, use, await withLate(ctx, use.name, offer));
      prepared.push(gate.prepared);
      passed.set(use.id, gate.prepared.call.requestedInput);
      ended = gate.ended;
    }
  }
  settleInputs(ctx, passed);
  for (let i = 0; i < prepared.length; ) {
    // Neighbours that only read go together, and so do agents, whose own writing calls queue for the lock; a writing call goes alone.
    const locks = new Set([lockOf(ctx, prepared[i]!)]);
    let end = i + 1;
    for (; end < prepared.length; end++) {
      const together = new Set([...locks, lockOf(ctx, prepared[end]!)]);
      together.delete('none');
      if (together.has('write') || together.size > 1) break;
      for (const lock of together) locks.add(lock);
    }
    const running = prepared.slice(i, end).map((one, _, { length }) => start(ctx, unlessEnded(ctx, one, ended), length === 1));
    try {
      for (const one of running) {
        // After-hooks run in call order too, so that two runs of the same calls tell the same story.
        ended = alsoEnded(ctx.agent, ended, await finalise(ctx, await one));
      }
    } finally {
      // Where one cannot be recorded, the run ends when those beside it have ended.
      await Promise.allSettled(running);
    }
    i = end;
  }
  if (pending.length === 0) return ended;
  if (!ended && !ctx.agent.signal.aborted) return { kind: 'waiting', pending };
  await answerOpenCalls(ctx, undefined, ended ?? { kind: 'aborted' });
  return ended;
}

/** What a step offers, with this tool where its server came up only after the step had begun: where it is on its way, it is waited for. */
async function withLate({ deps: { tools }, agent }: AgentContext, name: string, offer: Offer | undefined) {
  if (offer?.isWhole === false) return offer.names;
  if (!tools.registry.get(name)) await unlessAborted(tools.awaited(name), agent.signal);
  const late = tools.registry.get(name)?.name;
  if (!offer || late === undefined || offer.names.has(late)) return offer?.names;
  return tools.declarations(agent.name).some((one) => one.name === late) ? new Set([...offer.names, late]) : offer.names;
}

/** Only the conversation's own agent has a caller who could bring the results. */
function isExternal(
  { deps, agent }: AgentContext,
  { name, input }: ToolUseBlock,
  offered: ReadonlySet<string> | undefined,
): boolean {
  // Reading what a call is about reads its command line, and the disk: few tools are external.
  if (agent.depth > 0 || !deps.tools.isExternal(name)) return false;
  const { status, toolName } = deps.tools.facts(name, input);
  return status === 'known' && offered?.has(toolName) !== false;
}

/** A call that runs nothing waits for nothing. */
const lockOf = ({ deps }: AgentContext, { kind, call }: Prepared): LockKind =>
  kind === 'ready' ? deps.tools.lockOf(call.facts.toolName) : 'none';

/** An end answers the calls that have not started; those that run are waited for. */
const unlessEnded = (ctx: AgentContext, one: Prepared, ended: Ended | undefined): Prepared =>
  ended && one.kind === 'ready' ? leftOut(ctx, one.call, ended) : one;

function start(ctx: AgentContext, one: Prepared, isAlone: boolean): Promise<Finished> {
  // Whoever waits for the lock waits long: a hook of another agent may have ended the run meanwhile.
  const run = (apart?: Apart) => execute(ctx, unlessEnded(ctx, one, endByFailure(ctx)), isAlone, apart);
  return lockOf(ctx, one) === 'write' ? ctx.run.lock.hold(run, ctx.agent.signal) : run();
}

/**
 * Answers the open calls of the last response without running any: the response was cut off or refused, or the agent ended. Those that had begun when the
 * process died, or had been denied, are told apart.
 */
export async function answerOpenCalls(ctx: AgentContext, open: OpenCalls | undefined, why: string | Ended): Promise<void> {
  settleInputs(ctx);
  for (const use of unansweredCalls(ctx.agent.history)) {
    const known = open && becameOf(ctx, use, open);
    const answer = known ?? (typeof why === 'string' ? skipped(callOf(ctx, use), why) : leftOut(ctx, callOf(ctx, use), why));
    await finalise(ctx, await execute(ctx, answer, true));
  }
}

/** Takes results that somebody else has for open calls; of those that were not theirs the after-hooks see them as they see a hook's answer. */
export async function answerFromOutside(ctx: AgentContext, results: ReadonlyMap<string, ToolOutput>): Promise<void> {
  for (const use of unansweredCalls(ctx.agent.history)) {
    const output = results.get(use.id);
    if (!output) continue;
    const call = callOf(ctx, use);
    if (isExternal(ctx, use, undefined)) await bring(ctx, call, output);
    else if (output.isError) {
      const error: ErrorFacts = { kind: 'tool', name: 'ToolError', message: textOf({ content: output.content }) };
      await finalise(ctx, await execute(ctx, { kind: 'failed', call, error, origin: 'tool' }, true));
    } else await finalise(ctx, await execute(ctx, { kind: 'answered', call, output: output.content }, true));
  }
}

/** The result of an external tool: it goes into the history, and no hook of tools is asked about it. */
async function bring(ctx: AgentContext, { id, facts, decidedBy }: Call, { content, isError = false }: ToolOutput): Promise<void> {
  const { toolName, input, status, scope } = facts;
  const result: ToolResultBlock = { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
  await addMessage(ctx, { role: 'user', content: [result] }, { toolCallId: id, toolName });
  note(ctx, 'tool_settled', {
    ...{ toolCallId: id, toolName, input, output: content, isError, decidedBy },
    data: { outcome: isError ? 'error' : 'ok', status, ...(scope ? { scope } : {}) },
  });
}

function becameOf(ctx: AgentContext, use: ToolUseBlock, { interrupted, refused }: OpenCalls): Prepared | undefined {
  if (interrupted.has(use.id)) return wasInterrupted(ctx, use);
  const word = refused.get(use.id);
  return word && refusedBy(callOf(ctx, use), word.by, word.reason);
}

function wasInterrupted(ctx: AgentContext, use: ToolUseBlock): Prepared {
  const why = 'interrupted, may have partly run';
  return {
    ...skipped(callOf(ctx, use), why),
    outcome: 'cancelled',
    text: `Tool call ${why}: the process ended while it ran. It was not run again.`,
  };
}

function callOf(ctx: AgentContext, { id, name, input: given }: ToolUseBlock): Call {
  const input = ctx.deps.record.holdsCall(ctx.agent, id) ? withheldInput(given) : given;
  return { id, requestedInput: input, facts: factsFor(ctx, name, input), decidedBy: { kind: 'default' } };
}

/** Of a call that does not start any more: what ended its agent, or who stopped it. */
function leftOut({ agent }: AgentContext, call: Call, ended: Ended | undefined): Prepared & { kind: 'refused' } {
  if (ended?.kind === 'stopped') return skipped(call, ended.signal.message, ended.by);
  if (ended?.kind === 'error') return skipped(call, ended.error.message, ended.by);
  if (ended?.kind === 'denied') return skipped(call, ended.reason);
  return agent.signal.aborted ? cancelled(call, agent.signal) : skipped(call, 'the agent ended');
}
