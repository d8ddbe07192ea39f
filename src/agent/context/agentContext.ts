/** What every part of the loop works on: the ports, the run (shared with its subagents) and the agent at hand; and the one way an event is dispatched. */

import type { JsonObject } from '../../shared/basics/json';
import type { EventType, Said } from '../../shared/events/events';
import { madeEvent } from '../../shared/events/madeEvent';
import {
  agentsWithHooks,
  type DispatchRequest,
  type DispatchResult,
  type Earlier,
  type Purpose,
  type RunFacts,
} from '../../shared/hooks/dispatch';
import type { EventName, Payloads } from '../../shared/hooks/payloads';
import { hookPoints, type TypeOf } from '../../shared/hooks/points';
import { addUsage, type Message, type Usage } from '../../shared/messages/messages';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import { withChanges } from '../../shared/runs/runMetadata';
import type { StopSignal } from '../../shared/runs/stopReasons';
import type { DecidedBy, HookRecord } from '../../shared/verdicts/hookRecord';
import type { AgentDefinition, Agents, AgentTask, Handoff, Skills } from '../ports/agents';
import type { InstructionFiles } from '../ports/files';
import type { Following, HookPort } from '../ports/hooks';
import type { ApprovalPort, Mentions, PastCalls, QuestionPort, SlashCommands } from '../ports/human';
import type { Clock } from '../ports/machine';
import type { ModelPort } from '../ports/model';
import type { BackgroundTask, BackgroundTasks, ToolContext, ToolOutput } from '../ports/tool';
import { type BesideOf, type DescribedEvent, describeEvent } from '../record/describe';
import type { KnownOfEvent, Recorder } from '../record/recorder';
import { type Asked, tellMetadata } from '../record/sawMetadata';
import { tellUntaken } from '../record/untaken';
import type { Permissions } from '../tools/approval';
import type { FileTracker } from '../tools/fileTracking';
import type { Toolbox } from '../tools/toolbox';
import type { Lock } from './lock';
import { stoppedEnd } from './signals';
import type { Waiting } from './waiting';

export interface AgentDeps {
  clock: Clock;
  agents: Agents;
  /** The system prompt of the conversation, or of a subagent. */
  system(definition?: AgentDefinition): string;
  hooks: HookPort;
  /** Asked anew for each model call, so that a change of model counts at once. `named` is one in place of the agent's own. */
  model(agentName: string, named?: string): ModelPort;
  tools: Toolbox;
  approvals: ApprovalPort;
  /** Absent where nobody is shown how far a rule reaches. */
  pastCalls?: PastCalls;
  /** Absent where no human is there to ask. */
  questions?: QuestionPort;
  /** With what was allowed for that session, where one is named. */
  permissions(sessionId?: string): Permissions;
  /** Sources of slash commands, and of what can be mentioned with an @ beside files; the first that has a name counts. */
  commands?: readonly SlashCommands[];
  mentions?: readonly Mentions[];
  /** Absent where agents are taught nothing by files. */
  skills?: Skills;
  /** Absent where agents are told of no files that instruct them. */
  instructions?: InstructionFiles;
  /** What all tool calls share beside their own call. */
  environment: Pick<
    ToolContext,
    'cwd' | 'folders' | 'files' | 'processes' | 'sandbox' | 'search' | 'diagnostics' | 'web' | 'seen'
  >;
  tasks: BackgroundTasks;
  /** Tells what calls do to files; absent where nobody could take it back. */
  tracker?: FileTracker;
  /** Where all that happens is told. */
  record: Recorder;
}

/** One run and its subagents. */
export interface Run {
  id: string;
  sessionId: string;
  createdAt: string;
  usage: Usage;
  costUsd: number;
  errors: ErrorFacts[];
  metadata: JsonObject;
  /** Those to which the events that were left so far lead, one after another. */
  toldMetadata: JsonObject;
  /** Takes the next message of the human that is for this run. */
  steering?(): Message | undefined;
  /** Held by a writing call; subagents of the run queue here too. */
  lock: Lock;
  waiting: Waiting;
  /** What the session's runs before it came to. */
  earlier: Earlier;
  /** Ends the run: the human stopped it. */
  signal: AbortSignal;
  /** Agents that work beside their callers; none outlives the run. */
  background: Set<BackgroundTask>;
  /** At work, by the id of their task. */
  subagents: Map<string, AgentContext>;
  /** Has a subagent do a task that a call of the context's agent handed out; set by the run, which knows how an agent runs. */
  startAgent(parent: AgentContext, toolCallId: string, task: AgentTask): Promise<ToolOutput>;
  /** A hook with `onError: 'stop'` failed, in whichever agent: each ends at the next place where it can end in order. */
  failed?: { error: ErrorFacts; by: DecidedBy };
  /** Tool calls that have run so far: a policy's word is stale once another call has run. */
  callsRun: number;
}

export interface Agent {
  name: string;
  /** What people call it, where it runs elsewhere. */
  guest?: string;
  /** Who goes on in its place once the step is done. */
  handedTo?: Handoff;
  branch: string;
  depth: number;
  taskId?: string;
  step: number;
  /** Model calls that were answered. */
  turns: number;
  /** Who gave its last answer. */
  answerOf: 'provider' | 'hook';
  system: string;
  /** Real paths of the files whose instructions its system prompt holds. */
  instructed?: ReadonlySet<string>;
  responseFormat?: JsonObject;
  history: Message[];
  messageCount: number;
  signals: StopSignal[];
  /** What its model calls are for; `chat` where not given. */
  purpose?: Purpose;
  /** Tokens of the last request and its answer; undefined where there was none since the history was replaced by a summary. */
  contextTokens?: number;
  /** The history was not to be, or could not be, summed up: it is not tried again in this run. */
  keepsHistory?: boolean;
  /** Ends this agent: the human stopped the run, or the background task it is. */
  signal: AbortSignal;
  /** Of its own model calls and those of hooks at its events; the run's holds those of all its agents. */
  usage: Usage;
  costUsd: number;
}

/** An agent at work: what it can reach, the run it is part of, and itself. */
export interface AgentContext {
  deps: AgentDeps;
  run: Run;
  agent: Agent;
  /** Decisions that would come to nothing at this dispatch, and why. */
  bars?: DispatchRequest['bars'];
  /** What is dispatched next where this dispatch comes to nothing. */
  following?: readonly Following[];
  /** Of an agent that runs elsewhere: the folder in which it makes the call at hand. */
  place?: string;
}

/** For one dispatch: of these decisions, those that have a reason would come to nothing. */
export const barring = (ctx: AgentContext, bars: NonNullable<DispatchRequest['bars']>): AgentContext => ({ ...ctx, bars });

/** For one dispatch: where no hook has anything to say, these come next, with these very payloads. */
export const expecting = (ctx: AgentContext, following: readonly Following[]): AgentContext => ({ ...ctx, following });

/** A model call of the agent, or of a hook at its event, has cost that. */
export function charge({ run, agent }: AgentContext, usage: Usage, costUsd: number): void {
  for (const account of [run, agent]) {
    account.usage = addUsage(account.usage, usage);
    account.costUsd += costUsd;
  }
}

export function factsOf({ run, agent, deps }: AgentContext): RunFacts {
  return {
    agentName: agent.name,
    branch: agent.branch,
    depth: agent.depth,
    taskId: agent.taskId,
    sessionId: run.sessionId,
    runId: run.id,
    step: agent.step,
    purpose: agent.purpose ?? 'chat',
    usage: run.usage,
    costUsd: run.costUsd,
    // A copy: what hooks are shown is frozen.
    errors: [...run.errors],
    metadata: run.metadata,
    waitedMs: run.waiting.ms,
    earlier: run.earlier,
    createdAt: run.createdAt,
    updatedAt: new Date(deps.clock.now()).toISOString(),
    replaying: false,
  };
}

export const agentHooksOf = ({ deps, agent }: AgentContext): string[] =>
  agentsWithHooks({ branch: agent.branch, agentName: agent.name }, (name) => deps.hooks.hasOwn(name));

/** Sends one event through the chain; its HookEvent, and the hooks that failed, are left to the caller. A stop of the agent reaches its hooks, where no other `signal` does. */
export async function ask<E extends EventName>(
  ctx: AgentContext,
  event: E,
  payload: Payloads[E],
  signal = ctx.agent.signal,
): Promise<Asked<E>> {
  const { deps, run, bars, place, following } = ctx;
  const agentHooks = agentHooksOf(ctx);
  const more = { ...(bars ? { bars } : {}), ...(place === undefined ? {} : { place }) };
  const before = run.metadata;
  const result = await deps.hooks.dispatch({ event, run: factsOf(ctx), payload, agentHooks, ...more }, signal, following);
  if (result.metadata) run.metadata = withChanges(run.metadata, before, result.metadata);
  // Pieces of a stream leave no event each.
  if (event === 'modelDelta') tellMetadata(run, { ...result, sawMetadata: before });
  if (result.end.action === 'error') run.failed ??= { error: result.end.error, by: result.end.by };
  const end = signal.aborted ? stoppedEnd(result.end, signal) : result.end;
  return { ...result, end, sawMetadata: before };
}

export function noteFailures(ctx: AgentContext, event: EventName, hooks: readonly HookRecord[]): void {
  // What a policy failed at as it judged again was told there.
  for (const { kind, name, file, line, error } of hooks)
    if (error && (kind === 'hook' || event === 'preToolUse'))
      note(ctx, 'hook_error', {
        error,
        reason: `${name} failed in ${event}: ${error.message}`,
        data: { hook: name, file, line: error.line ?? line, event },
      });
}

/** Sends one event through the chain and leaves its HookEvent on the stream, as it is after the chain, whatever the chain said. */
export async function dispatch<E extends DescribedEvent>(
  ctx: AgentContext,
  event: E,
  payload: Payloads[E],
  ...[signal, beside]: undefined extends BesideOf<E>
    ? [signal?: AbortSignal]
    : [signal: AbortSignal | undefined, beside: BesideOf<E>]
): Promise<DispatchResult<E>> {
  const began = ctx.deps.clock.now();
  const result = await ask(ctx, event, payload, signal);
  tellUntaken(() => ctx.deps.model(ctx.agent.name), result.hooks);
  leave(ctx, event, payload, result, began, beside as BesideOf<E>);
  return result;
}

/** Leaves the events of a dispatch of this payload that began then: what failed, and its own. */
export function leave<E extends DescribedEvent>(
  ctx: AgentContext,
  event: E,
  payload: Payloads[E],
  result: Asked<E>,
  began: number,
  beside: BesideOf<E>,
): void {
  noteFailures(ctx, event, result.hooks);
  const { hooks, skipped, hookSet } = result;
  const facts = describeEvent(event, result, beside, { payload, bars: ctx.bars, sawMetadata: tellMetadata(ctx.run, result) });
  // What a hook answered with is its own; what it took something out of is not.
  const redacted = result.redacted === true && !('recovered' in result.payload && result.payload.recovered);
  emitEvent(ctx, hookPoints[event].type as TypeOf<E>, { ...facts, hooks, skipped, hookSet } as Said<TypeOf<E>>, began, {
    redacted,
  });
}

/** An event that no hook decides: retries, approvals, the start of a tool. */
export function note<T extends EventType>(ctx: AgentContext, type: T, facts: Said<T>, passed?: KnownOfEvent): void {
  emitEvent(ctx, type, facts, ctx.deps.clock.now(), passed);
}

function emitEvent<T extends EventType>(
  { deps, run, agent }: AgentContext,
  type: T,
  facts: Said<T>,
  began: number,
  passed?: KnownOfEvent,
): void {
  const where = {
    id: deps.clock.id('ev'),
    timestamp: new Date(began).toISOString(),
    sessionId: run.sessionId,
    runId: run.id,
    agentName: agent.name,
    branch: agent.branch,
    ...(agent.taskId ? { taskId: agent.taskId } : {}),
    step: agent.step,
  };
  deps.record.take({ kind: 'event', event: madeEvent(type, where, facts) }, passed);
}
