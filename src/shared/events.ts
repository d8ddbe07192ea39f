/** HookEvent and the one stream of items that the timeline, the chat, the session file and the command line all read. */
import type { Confinement } from './confinement';
import type { HookDescription } from './hookDescription';
import type { JsonObject } from './json';
import type { ContentBlock, Message, Usage } from './messages';

/** What one hook did in one dispatch; `before`/`after` hold only the fields it changed. */
export interface HookRecord {
  /** Identity: file and export name. */
  id: string;
  file: string;
  name: string;
  /** 1-based line of the export in its source file. */
  line: number;
  kind: 'hook' | 'policy';
  version: string;
  priority: number;
  /** ISO 8601. */
  startedAt: string;
  /** Milliseconds. */
  duration: number;
  /** The action it took; `error` when it threw, timed out, died or returned nonsense. */
  decision: string;
  reason?: string;
  /** What a policy that confines had the call held to. */
  words?: Confinement;
  changed?: { field: string; before?: unknown; after?: unknown }[];
  logs?: string[];
  error?: { name: string; message: string; line?: number; column?: number };
  /** Why what it decided or changed came to nothing. */
  noEffect?: string;
  /** It ran in shadow: reported, changed nothing. */
  shadow?: true;
}

/** How many hooks of this event did not run, and why. */
export interface SkipCounts {
  disabled: number;
  tool: number;
  match: number;
  agent: number;
  ended: number;
}

export interface DecidedBy {
  kind: 'hook' | 'policy' | 'rule' | 'human' | 'mode' | 'default';
  file?: string;
  line?: number;
  name?: string;
}

export interface ErrorFacts {
  kind?: string;
  name: string;
  message: string;
  status?: number;
}

export interface HookEvent {
  id: string;
  type: string;
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
  decidedBy?: DecidedBy;
  /** Why: a denial's reason, a stop's message, an outcome. */
  reason?: string;
  hooks: HookRecord[];
  skipped: SkipCounts;
  /** Id of the hook set that this event met; "why was it skipped" is computed from it. */
  hookSet?: string;
  /** What this type of event has beside the common fields (approval request, retry wait, counts of a model request …). */
  data?: JsonObject;
}

export const noSkips: SkipCounts = { disabled: 0, tool: 0, match: 0, agent: 0, ended: 0 };

/** Strength order of stop reasons, strongest first. */
export const stopReasons = [
  'error',
  'stop_requested',
  'user_requested',
  'steps_limit',
  'token_limit',
  'time_limit',
  'retry_limit',
  'finish_reason',
  'completed',
] as const;
export type StopReasonName = (typeof stopReasons)[number];
export interface StopSignal {
  reason: StopReasonName;
  message: string;
  source: string;
  context?: JsonObject;
}

const limits: readonly StopReasonName[] = ['steps_limit', 'token_limit', 'time_limit'];

/** How the run of this `run_done` can be gone on with: past a limit that ended it, or where the model's answer was cut off. */
export function continuation({ type, data }: Pick<HookEvent, 'type' | 'data'>): 'limit' | 'cutOff' | undefined {
  const strongest = (data?.signals as StopSignal[] | undefined)?.[0];
  if (type !== 'run_done' || data?.status !== 'stopped' || !strongest) return undefined;
  if (limits.includes(strongest.reason)) return 'limit';
  return strongest.context?.stop_reason === 'max_tokens' ? 'cutOff' : undefined;
}

export type RunStatus = 'done' | 'stopped' | 'denied' | 'aborted' | 'error';

/** One item of the stream. `event`, `history`, `hookSet` and `queue` are kept in the session file; the others live only on screen. */
export type StreamItem =
  | { kind: 'event'; event: HookEvent }
  /** The hooks of a set, in the order they run; before the first event that met it. */
  | { kind: 'hookSet'; id: string; hooks: readonly HookDescription[] }
  /** The model-facing history of an agent was replaced (by a hook, by compaction); what the next request holds. `rewoundTo` is the `user_message` that the human took
   * back: the conversation goes on from before it. */
  | { kind: 'history'; branch: string; taskId?: string; messages: Message[]; rewoundTo?: string }
  | { kind: 'delta'; runId: string; branch: string; taskId?: string; delta: { type: 'text' | 'thinking'; text: string } }
  /** The streamed text so far is void: a retry begins it anew, or a hook replaced it. */
  | { kind: 'deltaReset'; runId: string; branch: string; taskId?: string }
  | { kind: 'toolOutput'; toolCallId: string; chunk: string }
  | { kind: 'run'; runId: string; running: boolean }
  /** All messages that wait for the run, oldest first. */
  | { kind: 'queue'; messages: readonly QueuedMessage[] };
const kept: ReadonlySet<StreamItem['kind']> = new Set(['event', 'history', 'hookSet', 'queue']);
export const isKept = (item: StreamItem): boolean => kept.has(item.kind);

/** What the human said while a run is on. */
export interface QueuedMessage {
  id: string;
  content: string | ContentBlock[];
  /** It goes into the run, before the next model call; else it waits for the run's end. */
  steers: boolean;
}

/** What a human is asked; rides on the event `approval_requested` as `data`. */
export interface ApprovalRequest {
  id: string;
  toolCallId: string;
  toolName: string;
  /** The input that would run. */
  input: JsonObject;
  /** The model's input, where a hook changed it. */
  requestedInput?: JsonObject;
  /** SHA-256 of the canonical input; an answer for another input is void. */
  inputHash: string;
  agentName: string;
  branch: string;
  /** Why it asks, and who wants it asked. */
  reason: string;
  askedBy: DecidedBy;
  /** Hooks that changed the input, with the fields. */
  changedBy: { name: string; file: string; line: number; fields: string[] }[];
  /** The risk in words. */
  risk: string;
  /** Unified diff for edits. */
  diff?: string;
  /** Rules that would have allowed it; empty when none is on offer (protected paths, a hook's ask). */
  suggestions: string[];
  /** The call runs and its tool asks whether to go on: its input stands. */
  confirms?: true;
  /** What the call will be held to by the operating system's sandbox. */
  confinement?: Confinement;
  /** It ran in the sandbox, which refused something; to run without it is what is asked. Only a human answers that. */
  unconfined?: true;
}
export type ApprovalScope = 'once' | 'session' | 'workspace' | 'always';
export type ApprovalAnswer =
  | { id: string; inputHash: string; decision: 'allow'; scope: ApprovalScope; rule?: string }
  | { id: string; inputHash: string; decision: 'deny'; reason?: string }
  /** The human changed the input; everything judges it anew and asks again. */
  | { id: string; inputHash: string; decision: 'edit'; input: JsonObject };

export type ToolOutcome = 'ok' | 'error' | 'denied' | 'rejected' | 'skipped' | 'cancelled';
