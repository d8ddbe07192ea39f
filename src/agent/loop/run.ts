/** One run, from beforeRun to afterRun, with exactly one of runDone, runAbort and runError, whatever happened. */

import type { JsonObject } from '../../shared/basics/json';
import type { Earlier } from '../../shared/hooks/dispatch';
import { type Message, noUsage, type ToolUseBlock, textOf, type Usage } from '../../shared/messages/messages';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import type { RunStatus, StopSignal } from '../../shared/runs/stopReasons';
import { byStrength } from '../../shared/runs/stopSignals';
import type { Sums } from '../../shared/stream/spent';
import { answerFromOutside, answerOpenCalls } from '../calls/toolBatch';
import { type Agent, type AgentContext, type AgentDeps, dispatch, note, type Run } from '../context/agentContext';
import { type Ended, endByFailure, recordEnd } from '../context/ending';
import { Lock } from '../context/lock';
import type { OpenCalls } from '../context/openCalls';
import { abortedBy, signal } from '../context/signals';
import { Waiting } from '../context/waiting';
import type { ToolOutput } from '../ports/tool';
import { holderOf, promptOf } from '../prompt/switchAgent';
import { fromHuman } from '../record/recordable';
import { type Compaction, compact } from './compaction';
import { runAgent } from './loop';
import { startAgent, stopBackground } from './subagents';
import { endUnended, type UnendedRun } from './unendedRun';
import { userMessage } from './userMessage';

export interface RunInput {
  sessionId: string;
  /** Undefined goes on where the last run broke. */
  message: Message | undefined;
  history: Message[];
  /** Who has the conversation, where it was handed over. */
  agent?: string;
  messageCount: number;
  contextTokens?: number;
  metadata?: JsonObject;
  open?: OpenCalls;
  /** What the session's runs before it came to. */
  earlier: Earlier;
  /** Results that came from outside for calls that were left open, by the call's id. */
  toolResults?: ReadonlyMap<string, ToolOutput>;
  /** The run before this one, where its process died in it, and what the session's runs have come to. */
  unended?: { run: UnendedRun; sums: Sums };
  /** The first run of a session's life, and how that life began. */
  start?: 'startup' | 'resume' | 'fork';
  signal: AbortSignal;
  /** Told before anything else. */
  began?(ctx: AgentContext): void;
  /** One last model call without tools: once a limit has ended the run, or in place of all its steps. */
  lastWords?: 'atLimit' | 'now';
  /** The next message that steers the run, if one waits. */
  steering?(): Message | undefined;
}

export interface RunResult {
  status: RunStatus;
  text: string;
  signals: StopSignal[];
  usage: Usage;
  costUsd: number;
  /** Milliseconds, waiting for the human left out. */
  activeMs: number;
  error?: ErrorFacts;
  /** Calls that wait for their results from outside. */
  pending?: Pick<ToolUseBlock, 'id' | 'name' | 'input'>[];
  history: Message[];
  messageCount: number;
  contextTokens?: number;
}

/** The main agent in the run of that id; with none, beside runs. */
export function mainContext(deps: AgentDeps, input: RunInput, id: string): AgentContext {
  const { metadata = {} } = input;
  const run: Run = {
    id,
    sessionId: input.sessionId,
    createdAt: new Date(deps.clock.now()).toISOString(),
    usage: noUsage,
    costUsd: 0,
    errors: [],
    metadata,
    // What the run was given stands in no event: each says what its hooks saw of it.
    toldMetadata: {},
    steering: input.steering,
    lock: new Lock(),
    waiting: new Waiting(deps.clock),
    earlier: input.earlier,
    callsRun: 0,
    signal: input.signal,
    background: new Set(),
    subagents: new Map(),
    startAgent,
  };
  const name = holderOf(deps, input.agent);
  const agent: Agent = {
    name,
    branch: 'main',
    depth: 0,
    step: 0,
    turns: 0,
    answerOf: 'provider',
    system: promptOf(deps, name),
    history: input.history,
    messageCount: input.messageCount,
    contextTokens: input.contextTokens,
    signals: [],
    signal: input.signal,
    usage: noUsage,
    costUsd: 0,
  };
  return { deps, run, agent };
}

function begin(deps: AgentDeps, input: RunInput): AgentContext {
  const ctx = mainContext(deps, input, deps.clock.id('run'));
  input.began?.(ctx);
  deps.record.take({ kind: 'run', runId: ctx.run.id, running: true });
  return ctx;
}

/** Whatever it came to. */
async function end({ deps, run }: AgentContext): Promise<void> {
  await deps.hooks.endRun(run.id);
  deps.record.take({ kind: 'run', runId: run.id, running: false });
}

/** The human asked for it between two runs: only the summary is made. What it cost is on its `compacted` event. */
export async function compactOnce(deps: AgentDeps, input: RunInput): Promise<{ compaction: Compaction; result: RunResult }> {
  const ctx = begin(deps, input);
  try {
    const compaction = await compact(ctx, 'manual');
    const { usage, costUsd } = ctx.run;
    const { history, messageCount, contextTokens } = ctx.agent;
    const cost = { usage, costUsd, activeMs: 0 };
    return { compaction, result: { status: 'done', text: '', signals: [], ...cost, history, messageCount, contextTokens } };
  } finally {
    await end(ctx);
  }
}

/** Rejects where what it does cannot be recorded: it is over then all the same. */
export async function runOnce(deps: AgentDeps, input: RunInput): Promise<RunResult> {
  const began = deps.clock.now();
  const ctx = begin(deps, input);
  const { run } = ctx;
  const pauses = deps.hooks.onDidPause?.((resumed) => void run.waiting.for(resumed));
  try {
    return await wholeRun(ctx, input, began);
  } finally {
    pauses?.dispose();
    await end(ctx);
  }
}

async function wholeRun(ctx: AgentContext, input: RunInput, began: number): Promise<RunResult> {
  const { deps, run, agent } = ctx;
  deps.tracker?.prepare();
  // What a hook is to redact is told to nobody before that hook has seen it.
  let asked = input.message && !deps.record.holds(fromHuman) ? textOf(input.message) : undefined;
  let ended: Ended | undefined;
  try {
    if (input.unended) await endUnended(mainContext(deps, input, input.unended.run.id), input.unended.run, input.unended.sums);
    const begun = input.start && (await dispatch(ctx, 'sessionStart', { source: input.start })).context;
    // Context of the session's start goes with its first message; where there is none, into the system prompt of this run.
    if (begun?.length && !input.message) agent.system = [agent.system, ...begun].join('\n\n');
    await dispatch(ctx, 'beforeRun', { input: asked });
    // A new message gives up the calls that a broken run left open; they are answered before it.
    if (input.message) await answerOpenCalls(ctx, input.open, 'the conversation went on without it');
    if (input.toolResults) await answerFromOutside(ctx, input.toolResults);
    if (input.message) {
      const heard = await userMessage(ctx, input.message, begun);
      ended = heard.ended;
      if (ended?.kind === 'aborted') agent.signals.push(abortedBy(agent.signal));
      if (ended?.kind === 'error') agent.signals.push(signal('error', ended.error.message, ended.error.name));
      if (heard.accepted) asked = textOf(heard.accepted);
    }
    ended ??= await runAgent(ctx, { input: asked, open: input.open, lastWords: input.lastWords });
  } catch (thrown) {
    // A bug, not an expected failure; the run must still end in order, and nothing is lost.
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    ended = { kind: 'error', error: { name: error.name, message: error.message } };
    agent.signals.push(signal('error', error.message, 'hooksmith'));
    // What failed once may fail again; the run ends in order all the same.
    await answerOpenCalls(ctx, undefined, 'the run failed').catch(() => undefined);
  }
  await stopBackground(ctx);
  await deps.tracker?.sweep((facts) => note(ctx, 'files_changed', facts));
  const failed = endByFailure(ctx);
  if (failed && ended.kind !== 'error' && ended.kind !== 'aborted') {
    // It failed in an agent that worked beside this one, or where nothing asks any more.
    ended = { ...failed, response: ended.response };
    recordEnd(agent, failed);
  }
  const status = statusOf(ended);
  const signals = byStrength(agent.signals);
  const error = ended.kind === 'error' ? ended.error : undefined;
  const reason = ended.kind === 'denied' ? ended.reason : signals[0]?.message;
  const response = ended.response;
  const closing = { response: response && textOf(response), reason, error, signals };
  if (status === 'error') await dispatch(ctx, 'runError', closing);
  else if (status === 'denied' || status === 'aborted') await dispatch(ctx, 'runAbort', { ...closing, status });
  else await dispatch(ctx, 'runDone', { ...closing, status });
  const durationMs = deps.clock.now() - began;
  const waitedMs = run.waiting.ms;
  await dispatch(ctx, 'afterRun', {
    input: asked,
    response: closing.response,
    error,
    status,
    signals,
    durationMs,
    waitedMs,
    usage: run.usage,
    costUsd: run.costUsd,
  });
  return {
    status,
    text: response ? textOf(response) : '',
    signals,
    usage: run.usage,
    costUsd: run.costUsd,
    activeMs: durationMs - waitedMs,
    error: error ?? (ended.kind === 'denied' ? { name: 'Denied', message: ended.reason } : undefined),
    ...(ended.kind === 'waiting' ? { pending: ended.pending.map(({ id, name, input }) => ({ id, name, input })) } : {}),
    history: agent.history,
    messageCount: agent.messageCount,
    contextTokens: agent.contextTokens,
  };
}

function statusOf(ended: Ended): RunStatus {
  if (ended.kind === 'done') return 'done';
  return ended.kind;
}
