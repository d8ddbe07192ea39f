/** What every part of the loop works on: the ports, the run (shared with its subagents) and the agent at hand; and the one way an event is dispatched. */
import type { DispatchResult, Purpose, RunFacts } from '../shared/dispatch';
import { type ErrorFacts, type HookEvent, noSkips, type StopSignal, type StreamItem } from '../shared/events';
import { appendMessage } from '../shared/history';
import type { JsonObject } from '../shared/json';
import type { Message, Usage } from '../shared/messages';
import { type EventName, hookPoints } from '../shared/points';
import type { Permissions } from './approval';
import { describeEvent } from './describe';
import type { Lock } from './lock';
import type { ApprovalPort, BackgroundTasks, Clock, HookPort, ModelPort, ToolContext } from './ports';
import type { Toolbox } from './toolbox';

export interface AgentDeps {
  clock: Clock;
  hooks: HookPort;
  /** Asked anew for each model call, so that a change of model counts at once. */
  model(agentName: string): ModelPort;
  tools: Toolbox;
  approvals: ApprovalPort;
  permissions(): Permissions;
  /** What all tool calls share beside their own call. */
  environment: Pick<ToolContext, 'cwd' | 'folders' | 'files' | 'processes' | 'search' | 'diagnostics' | 'seen'>;
  tasks: BackgroundTasks;
  emit(item: StreamItem): void;
}

/** One run and its subagents. */
export interface Run {
  id: string;
  sessionId: string;
  purpose: Purpose;
  createdAt: string;
  usage: Usage;
  costUsd: number;
  errors: ErrorFacts[];
  metadata: JsonObject;
  abort: AbortController;
  /** Held by a writing call; subagents of the run queue here too. */
  lock: Lock;
  /** Milliseconds spent waiting for the human. */
  waitedMs: number;
  /** Tool calls that have run so far: a policy's word is stale once another call has run. */
  callsRun: number;
}

export interface Agent {
  name: string;
  branch: string;
  depth: number;
  taskId?: string;
  step: number;
  /** Model calls that were answered. */
  turns: number;
  system: string;
  responseFormat?: JsonObject;
  history: Message[];
  messageCount: number;
  signals: StopSignal[];
  agentHooks: string[];
}

export interface Scope {
  deps: AgentDeps;
  run: Run;
  agent: Agent;
}

export function factsOf({ run, agent, deps }: Scope): RunFacts {
  return {
    agentName: agent.name,
    branch: agent.branch,
    depth: agent.depth,
    taskId: agent.taskId,
    sessionId: run.sessionId,
    runId: run.id,
    step: agent.step,
    purpose: run.purpose,
    usage: run.usage,
    costUsd: run.costUsd,
    errors: run.errors,
    metadata: run.metadata,
    waitedMs: run.waitedMs,
    createdAt: run.createdAt,
    updatedAt: new Date(deps.clock.now()).toISOString(),
    replaying: false,
  };
}

/**
 * Sends one event through the chain and leaves its HookEvent on the stream, whatever the chain said. `late` facts are computed from the result, so that the
 * event shows what holds after the chain.
 */
export async function dispatch(
  scope: Scope,
  event: EventName,
  payload: JsonObject,
  signal?: AbortSignal,
  more: Partial<HookEvent> = {},
): Promise<DispatchResult> {
  const { deps, run, agent } = scope;
  const began = deps.clock.now();
  const result = await deps.hooks.dispatch({ event, run: factsOf(scope), payload, agentHooks: agent.agentHooks }, signal);
  if (result.metadata) run.metadata = result.metadata;
  for (const record of result.hooks)
    if (record.error)
      note(scope, 'hook_error', {
        error: record.error,
        reason: `${record.name} failed in ${event}: ${record.error.message}`,
        data: { hook: record.name, file: record.file, line: record.error.line ?? record.line, event },
      });
  if (hookPoints[event].type)
    emitEvent(
      scope,
      hookPoints[event].type,
      {
        ...describeEvent(event, payload, result),
        hooks: result.hooks,
        skipped: result.skipped,
        hookSet: result.hookSet,
        ...more,
      },
      began,
    );
  return result;
}

/** An event that no hook decides: retries, approvals, the start of a tool. */
export function note(scope: Scope, type: string, facts: Partial<HookEvent>): HookEvent {
  return emitEvent(scope, type, facts, scope.deps.clock.now());
}

function emitEvent({ deps, run, agent }: Scope, type: string, facts: Partial<HookEvent>, began: number): HookEvent {
  const event: HookEvent = {
    id: deps.clock.id('ev'),
    type,
    timestamp: new Date(began).toISOString(),
    sessionId: run.sessionId,
    runId: run.id,
    agentName: agent.name,
    branch: agent.branch,
    ...(agent.taskId ? { taskId: agent.taskId } : {}),
    step: agent.step,
    hooks: [],
    skipped: noSkips,
    ...facts,
  };
  const item: StreamItem = { kind: 'event', event };
  deps.emit(item);
  deps.hooks.observe(item);
  return event;
}

/** Adds one message to the agent's history and tells `message` hooks of it. */
export async function addMessage(scope: Scope, message: Message, facts: Partial<HookEvent> = {}): Promise<void> {
  const { agent } = scope;
  agent.history = appendMessage(agent.history, message);
  await dispatch(scope, 'message', { message, index: agent.messageCount++ }, undefined, facts);
}

/** A hook replaced the whole list: the session keeps the new one. */
export function replaceHistory({ deps, agent }: Scope, messages: Message[]): void {
  agent.history = messages;
  deps.emit({ kind: 'history', branch: agent.branch, messages });
}
