/** What crosses between the agent loop and the hook chain: one request and one answer for each dispatch, however many hooks there are. Cloneable data only. */

import type { JsonObject } from '../basics/json';
import type { HookEvent } from '../events/events';
import { noUsage, type Usage } from '../messages/messages';
import type { ErrorFacts } from '../runs/errorFacts';
import type { ChainEnd, Confined, Judgement, Vote } from '../verdicts/chainEnd';
import type { HookRecord, SkipCounts } from '../verdicts/hookRecord';
import type { EventName, PayloadFields, Payloads } from './payloads';
import type { DecisionAction } from './points';

export type Purpose = 'chat' | 'compact' | 'title';

/** What `ctx.complete` may be told. */
export interface CompleteOptions {
  /** As an agent's file names it; that of the agent at whose event the hook runs where absent. */
  model?: string;
  maxTokens?: number;
}
/** The hook that calls it. */
export interface Completer {
  hook: string;
  file: string;
  /** 1-based. */
  line: number;
  event: string;
  /** '' beside runs. */
  runId: string;
  /** The task of the subagent whose event it is. */
  taskId?: string;
}

export interface Earlier {
  /** In tokens. */
  usage: Usage;
  costUsd: number;
  /** Milliseconds that they took, waiting for the human left out. */
  activeMs: number;
}
export const nothingEarlier: Earlier = { usage: noUsage, costUsd: 0, activeMs: 0 };

/** The common fields of every context. */
export interface RunFacts {
  /** `main`, or that of a subagent. */
  agentName: string;
  /** `main/researcher/scraper`. */
  branch: string;
  /** How many agents stand above this one. */
  depth: number;
  /** Of a subagent: the task that it was handed. */
  taskId?: string;
  sessionId: string;
  /** Shared by subagents. */
  runId: string;
  /** 0-based. */
  step: number;
  /** What the model is asked for: the conversation, a summary of it, or its title. */
  purpose: Purpose;
  /** Of the run so far, in tokens. */
  usage: Usage;
  /** Of the run so far; 0 where no price is known. */
  costUsd: number;
  /** Errors of the run so far. */
  errors: ErrorFacts[];
  /** The run's own JSON object: every `modify` may patch it, and records carry it. */
  metadata: JsonObject;
  /** Milliseconds that the run has waited for the human. */
  waitedMs: number;
  /** What the session's runs before this one came to. */
  earlier: Earlier;
  /** When the run began, ISO 8601. */
  createdAt: string;
  /** When its last event was. */
  updatedAt: string;
  /** True while past events are replayed: nothing acts. */
  replaying: boolean;
}

/** What hooks are shown of whatever event, where it is looked up by name. */
export type ContextFields = { [N in keyof PayloadFields | keyof RunFacts | 'event']?: unknown };

/** Whose tool call it is: agents that run elsewhere have other tools. */
export interface Caller {
  runId: string;
  /** Of an agent that runs elsewhere: the folder in which it makes the call, where that is known. */
  place?: string;
}

export interface DispatchRequest<E extends EventName = EventName> {
  event: E;
  run: RunFacts;
  /** That of the caller: what hooks make of the call is made there, too. */
  place?: string;
  /** The event's own fields. */
  payload: Payloads[E];
  /** Names of hook folders of the agents on the branch, innermost last. */
  agentHooks?: string[];
  /** Ids of hooks that must not see it: it tells of their own failure. */
  except?: string[];
  /** Decisions that would come to nothing now, and why: they are recorded as such, and the chain goes on. */
  bars?: Partial<Record<DecisionAction, string>>;
}

/** The agents that have hooks of their own for what happens on a branch, innermost last. Who a handoff put there stands in place of the branch's last name. */
export const agentsWithHooks = (
  { branch, agentName }: Pick<RunFacts, 'branch' | 'agentName'>,
  hasOwn: (agentName: string) => boolean,
): string[] => [...branch.split('/').slice(1, -1), agentName].filter(hasOwn);

/** What an event that has happened says of its run. */
export const factsOfEvent = ({
  agentName,
  branch,
  taskId,
  sessionId,
  runId,
  step,
  timestamp,
}: Pick<HookEvent, 'agentName' | 'branch' | 'taskId' | 'sessionId' | 'runId' | 'step' | 'timestamp'>): RunFacts => ({
  agentName,
  branch,
  depth: branch.split('/').length - 1,
  taskId,
  sessionId,
  runId,
  step,
  purpose: 'chat',
  usage: noUsage,
  costUsd: 0,
  errors: [],
  metadata: {},
  waitedMs: 0,
  earlier: nothingEarlier,
  createdAt: timestamp,
  updatedAt: timestamp,
  replaying: false,
});

export interface DispatchResult<E extends EventName = EventName> {
  end: ChainEnd;
  /** The event's fields after the chain; a denial keeps the fields as they came. */
  payload: Payloads[E];
  /** Strictest vote of the hooks (preToolUse, permissionRequest). */
  vote?: Vote;
  /** preToolUse only: what the policies said of the input that would run. */
  judgement?: Judgement;
  /** preToolUse only: the policies that confine it; all their words unite. */
  confined?: Confined[];
  /** Text that hooks added with `context`, in order. */
  context: string[];
  /** Merged metadata of the run, if a hook changed it. */
  metadata?: JsonObject;
  hooks: HookRecord[];
  skipped: SkipCounts;
  hookSet: string;
  /** A `redacts` hook changed the fields, or failed: what came is not to be shown, only `payload`. */
  redacted?: true;
}

export interface JudgeResult {
  judgement?: Judgement;
  confined?: Confined[];
  hooks: HookRecord[];
  hookSet: string;
}
