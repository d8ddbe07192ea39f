/** HookEvent: what each type of event has of its own, keyed by one map. */

import type { JsonObject } from '../basics/json';
import type { ApprovalRequest, ApprovalScope } from '../calls/approvals';
import type { QuestionRequest } from '../calls/questions';
import type { RecordedFacts } from '../calls/toolFacts';
import type { InstructionFile, InstructionProblem } from '../messages/instructions';
import type { Message, Usage } from '../messages/messages';
import type { ErrorFacts } from '../runs/errorFacts';
import type { RunStatus, SessionEndReason, StopSignal } from '../runs/stopReasons';
import type { Confinement } from '../verdicts/confinement';
import type { DecidedBy, HookRecord, SkipCounts } from '../verdicts/hookRecord';
import type {
  Chained,
  EndData,
  FailureData,
  GateData,
  LateEndData,
  OfInput,
  OfTool,
  Refusal,
  ReloadData,
  RequestCounts,
  ResponseCounts,
  ScopeData,
  SubagentData,
  ToolData,
} from './eventParts';
import type { FileChange, LeftOut } from './fileChanges';

/** Fields that only some events have. */
interface Facts {
  toolCallId?: string;
  toolName?: string;
  /** Tool input, task or message, after the chain. */
  input?: unknown;
  /** The model's own input, where a hook or the human changed it. */
  requestedInput?: unknown;
  /** Tool output or subagent result, after the chain. */
  output?: unknown;
  isError?: boolean;
  /** Milliseconds. */
  duration?: number;
  usage?: Usage;
  costUsd?: number;
  error?: ErrorFacts;
  /** What this type of event has beside the common fields (approval request, retry wait, counts of a model request …). */
  data?: object;
}

/**
 * What each type of HookEvent has of its own. A new type is a row here; what does not compile then is what it still lacks. Types of hook points are their
 * names in snake case.
 */
export interface EventFacts {
  session_start: { data: Chained & { source: 'startup' | 'resume' | 'fork' } };
  session_end: { data: Chained & { reason: SessionEndReason } };
  before_run: { input?: string; data?: Chained };
  user_message: { input: Message; data?: Chained };
  before_agent: { input?: string; data: Chained & { system: string } };
  before_step: { data: Chained & { system: string; messages: number } };
  pre_model_call: { data: Chained & { attempt: number; request: RequestCounts } };
  /** One for each model call, however many pieces there were. */
  model_delta: {
    data: Chained & {
      deltas: number;
      characters: number;
      /** Characters that hooks let pass. */
      passed: number;
      /** Pieces that hooks changed. */
      changed: number;
    };
  };
  model_error: {
    error: ErrorFacts;
    data: Chained & { attempt: number; request: RequestCounts; response?: ResponseCounts | string; recovered?: boolean };
  };
  post_model_call: {
    error?: ErrorFacts;
    duration: number;
    usage?: Usage;
    costUsd?: number;
    data: Chained & { origin: 'provider' | 'hook'; request: RequestCounts; response?: ResponseCounts };
  };
  /** `confinement`: what policies want it held to. `facts`: what the core knew of the call that would run; `requestedFacts`: of the model's, where hooks made another.
   * `refusal`: why it will not run, where no hook denied it. `secondHand`: another agent's record has the word of its hooks alone. */
  pre_tool_use: OfInput & {
    data: GateData & {
      confinement?: Confinement;
      facts?: RecordedFacts;
      requestedFacts?: RecordedFacts;
      refusal?: Refusal;
      secondHand?: true;
    };
  };
  permission_request: OfInput & { data: GateData & { suggestions: string[] } };
  tool_error: OfInput & {
    error: ErrorFacts;
    output?: unknown;
    duration: number;
    data: ToolData & { recovered?: boolean };
  };
  post_tool_use: OfInput & {
    output: unknown;
    isError: boolean;
    error?: ErrorFacts;
    duration: number;
    data: ToolData & { recovered: boolean; origin: 'tool' | 'hook' };
  };
  /** `messages` counts those that a hook made. */
  tool_result_messages: OfInput & { data: ToolData & { messages?: number } };
  tool_settled: OfInput & { output?: unknown; isError?: boolean; data: ToolData & { outcome: ToolOutcome } };
  message: { input: Message; toolCallId?: string; toolName?: string; usage?: Usage; data: Chained & { index: number } };
  after_step: { data: Chained & { messages: number; finishReason: string } };
  pre_compact: { data: Chained & { messages: number; trigger: 'auto' | 'manual' } };
  /** `message` is what a hook has the agent go on with. */
  stop: {
    costUsd: number;
    data: Chained & { signals: StopSignal[]; turns: number; response?: ResponseCounts; message?: string };
  };
  after_agent: {
    input?: string;
    error?: ErrorFacts;
    data: Chained & { origin: 'provider' | 'hook'; response?: ResponseCounts };
  };
  run_done: { error?: ErrorFacts; data: EndData & { status: RunStatus } };
  run_abort: { error?: ErrorFacts; data: LateEndData };
  run_error: { error?: ErrorFacts; data: EndData };
  after_run: {
    input?: string;
    error?: ErrorFacts;
    duration: number;
    usage: Usage;
    costUsd: number;
    data: LateEndData & { waitedMs?: number };
  };
  subagent_start: { toolCallId: string; input: string; data: SubagentData };
  subagent_stop: {
    toolCallId: string;
    input: string;
    output?: string;
    isError: boolean;
    error?: ErrorFacts;
    duration: number;
    usage: Usage;
    costUsd: number;
    data: SubagentData;
  };
  scope_register: { data: ScopeData };
  scope_unregister: { data: ScopeData };
  /** A hook failed, or made something that cannot be used. */
  hook_error: { error: ErrorFacts; data: FailureData };
  hooks_reloaded: { duration: number; isError: boolean; data: ReloadData };
  tools_reloaded: { duration: number; isError: boolean; data: ReloadData };
  /** The human is asked; each change of what is asked leaves another, with the same id. */
  approval_requested: OfTool & { input: JsonObject; data: ApprovalRequest };
  approval_resolved: OfTool & {
    data: { id: string; decision: 'allow' | 'deny' | 'cancelled'; reason?: string; scope?: ApprovalScope; rule?: string };
  };
  question_asked: OfTool & { data: QuestionRequest };
  question_answered: OfTool & { data: { answers: string[][] } | { skipped: true } | { cancelled: true } };
  /** `confinement`: what it is held to. */
  tool_start: OfTool & { input: JsonObject; data?: { confinement: Confinement } };
  /** A tool is run again, after `waitMs`. */
  tool_retry: OfTool & { data: { attempt: number; waitMs?: number } };
  /** A model call is made again, after `waitMs`. `hook`: the call is one of its own, not the agent's. */
  model_retry: { data: { attempt: number; waitMs: number; status?: number; message: string; hook?: string } };
  /** The conversation was summed up; `kept` messages are left. Without `kept` it was not, and `reason` says why. */
  compacted: {
    output?: string;
    isError?: boolean;
    error?: ErrorFacts;
    /** Where nobody else tells what it cost. */
    usage?: Usage;
    costUsd?: number;
    data: { trigger: 'auto' | 'manual'; messages: number; tokens: number; kept?: number };
  };
  /** A hook asked a model, by `ctx.complete`; `input` is the prompt. */
  completion: {
    input: string;
    output?: string;
    error?: ErrorFacts;
    duration: number;
    usage?: Usage;
    costUsd?: number;
    data: { model: string; hook: string; file: string; line: number; event: string };
  };
  /** Another agent goes on in this one's place, from the next step on. */
  handoff: { data: { from: string; to: string } };
  /** Not now: the run that reached a limit is not gone on with. */
  continue_declined: { data?: undefined };
  /** A call changed files; without a call, commands in the background did. `error`: why it is not known, or cannot be undone. */
  files_changed: {
    toolCallId?: string;
    toolName?: string;
    error?: ErrorFacts;
    data: { files: FileChange[]; leftOut: LeftOut[] };
  };
  /** The human had files put back: to how they were before the message `to`, or single ones. `redo`: the last restore was taken back. */
  files_restored: { data: { files: FileChange[]; to?: string; redo?: true } };
  /** What agents did to these files stays. */
  files_kept: { data: { paths: string[] } };
  /** The human took back the message `to` and all that came after it. `redo`: that was brought back. */
  conversation_restored: { data: { to: string; redo?: true } };
  /** The human gave the conversation a name; an empty one takes it back. */
  session_renamed: { data: { title: string } };
  /** Instructions from files: those of the system prompt; or with a call, those of folders that it reached. */
  instructions_loaded: { toolCallId?: string; data: { files: InstructionFile[]; problems: InstructionProblem[] } };
}

export type EventType = keyof EventFacts;

interface Common {
  id: string;
  /** ISO 8601, when the dispatch began. */
  timestamp: string;
  sessionId: string;
  runId: string;
  agentName: string;
  /** `main/researcher/scraper`. */
  branch: string;
  taskId?: string;
  /** 0-based. */
  step: number;
  decidedBy?: DecidedBy;
  /** Why: a denial's reason, a stop's message, an outcome. */
  reason?: string;
  hooks: HookRecord[];
  skipped: SkipCounts;
  /** Id of the hook set that this event met; "why was it skipped" is computed from it. */
  hookSet?: string;
}

/** The event with the fields of its type; the others are never there. */
export type Made<T, F> = Common & { type: T } & F & { [K in Exclude<keyof Facts, keyof F>]?: undefined };

/** The event of a type, or of one of several. */
export type EventOf<T extends EventType> = { [K in T]: Made<K, EventFacts[K]> }[T];

/** Of a session that another version wrote: a type that is not known here, or without what its type must have. It is shown, and nothing follows from it. */
export interface OtherEvent extends Common, Facts {
  type: 'other';
  data?: JsonObject;
  /** The type that it was written with. */
  was: string;
}

export type HookEvent = EventOf<EventType> | OtherEvent;

/** What an event says of itself beside where and when it happened. */
export type Said<T extends EventType> = EventFacts[T] &
  Partial<Pick<Common, 'decidedBy' | 'reason' | 'hooks' | 'skipped' | 'hookSet'>>;

export const toolOutcomes = ['ok', 'error', 'denied', 'rejected', 'skipped', 'cancelled'] as const;
export type ToolOutcome = (typeof toolOutcomes)[number];
