/** The entries of the chat and the state that the fold keeps; `conversation.ts` says how it changes. */

import type { JsonObject } from '../../shared/basics/json';
import type { ApprovalRequest } from '../../shared/calls/approvals';
import type { QuestionRequest } from '../../shared/calls/questions';
import type { EventOf, HookEvent, ToolOutcome } from '../../shared/events/events';
import type { Todo } from '../../shared/events/todos';
import type { InstructionFile, InstructionProblem } from '../../shared/messages/instructions';
import type { ContentBlock, Usage } from '../../shared/messages/messages';
import type { PromptPart } from '../../shared/messages/promptParts';
import type { WayOut } from '../../shared/runs/waysOut';
import { type FilesState, noFiles } from '../../shared/stream/checkpoints';
import type { QueuedMessage } from '../../shared/stream/stream';
import type { Confinement } from '../../shared/verdicts/confinement';
import type { DecidedBy, HookRecord } from '../../shared/verdicts/hookRecord';

export interface Common {
  kind: string;
  /** Unique in its conversation, and stable. */
  key: string;
  /** The event or tool call that it shows, which names it after a reload too; what still streams has none. */
  id?: string;
  version: number;
  /** `main/researcher`. */
  branch: string;
  agentName: string;
  /** Whose work it is part of; absent in the conversation itself. */
  taskId?: string;
}
export interface Picture {
  mediaType: string;
  /** Base64. */
  data: string;
}
export interface UserEntry extends Common {
  kind: 'user';
  text: string;
  images: Picture[];
  /** What was attached, and what a command stood for. */
  parts: PromptPart[];
  /** Text that hooks added for the model. */
  added: string[];
  /** Its `user_message` event, where a human can take it back. */
  sentAs?: string;
  /** Why a hook refused it. */
  denied?: { reason: string; by?: DecidedBy };
  /** No human wrote it: a hook made the agent go on. */
  byHook?: true;
}
export interface AssistantEntry extends Common {
  kind: 'assistant';
  text: string;
  thinking: string;
  streaming: boolean;
}
export interface HookRun {
  eventId: string;
  /** The event's type: `pre_tool_use`. */
  event: string;
  record: HookRecord;
}
export type ToolPhase = 'checking' | 'approval' | 'running' | 'settled' | 'interrupted' | 'untold' | 'outside';
export interface ToolEntry extends Common {
  kind: 'tool';
  toolCallId: string;
  toolName: string;
  /** The tool that the model named, where a hook redirected the call. */
  requestedTool?: string;
  /** The effective input. */
  input: JsonObject;
  requestedInput?: JsonObject;
  phase: ToolPhase;
  outcome?: ToolOutcome;
  /** Will not run; it settles once the other calls of its message are done. */
  refused?: 'denied' | 'rejected';
  /** An agent that runs elsewhere was told to ask its human, whose answer is not told. */
  asked?: boolean;
  decidedBy?: DecidedBy;
  reason?: string;
  hooks: HookRun[];
  /** Milliseconds since 1970. */
  startedAt?: number;
  /** Milliseconds. */
  duration?: number;
  /** The tail of what the tool wrote so far. */
  live: string;
  output?: string;
  images: Picture[];
  isError: boolean;
  /** Text that hooks added beside the result. */
  added: string[];
  /** Instructions of folders that it reached. */
  instructions?: readonly InstructionFile[];
  /** What it runs, or ran, held to. */
  confinement?: Confinement;
  /** Stands while the human is asked. */
  approval?: ApprovalRequest;
  /** Stands while the tool asks the human. */
  questions?: QuestionRequest;
  /** What the agent did that the call started. */
  work?: AgentWork;
  /** What the human said. */
  answer?: Pick<EventOf<'approval_resolved'>['data'], 'decision' | 'scope' | 'rule' | 'reason'>;
}
/** A subagent's work, as it stands beneath the call that started it. */
export interface AgentWork {
  agentName: string;
  entries: Entry[];
  status: 'running' | 'done' | 'failed' | 'interrupted';
  background: boolean;
  /** Milliseconds. */
  duration?: number;
  /** Of its own model calls. */
  usage?: Usage;
  costUsd?: number;
  error?: string;
}
export interface NoticeEntry extends Common {
  kind: 'notice';
  level: 'info' | 'warning' | 'error';
  text: string;
  /** The hook that it is about. */
  hook?: { name: string; file: string; line?: number };
  /** How often in a row. */
  count: number;
  /** What makes two notices one. */
  topic?: string;
  /** A limit ended the run, and the human may let it go on; undefined once that is answered. */
  asks?: 'limit' | 'cutOff';
  /** Hook files wait for the human's review. */
  held?: boolean;
}
/** The conversation was summed up, or was not and why. */
export interface CompactEntry extends Common {
  kind: 'compact';
  /** Messages that the model was sent before and after. */
  messages: number;
  kept?: number;
  summary?: string;
  /** Why it stays as it was. */
  reason?: string;
  by?: DecidedBy;
  trigger: 'auto' | 'manual';
}
export interface RetryEntry extends Common {
  kind: 'retry';
  attempt: number;
  status?: number;
  message: string;
  /** When the next attempt begins, milliseconds since 1970. */
  until: number;
}
/** A run that broke; the last one offers to go on. */
export interface ErrorEntry extends Common {
  kind: 'error';
  text: string;
  detail?: string;
  /** The process ended in the middle of the run. */
  interrupted?: true;
  waysOut?: readonly WayOut[];
}
/** Files whose instructions the agent was given. */
export interface InstructionsEntry extends Common {
  kind: 'instructions';
  files: readonly InstructionFile[];
  problems: readonly InstructionProblem[];
}
export type Entry =
  | UserEntry
  | InstructionsEntry
  | AssistantEntry
  | ToolEntry
  | NoticeEntry
  | CompactEntry
  | RetryEntry
  | ErrorEntry;

export interface ConversationState {
  entries: Entry[];
  running: boolean;
  /** As the human named it. */
  title?: string;
  /** Between before_run and after_run. */
  runOpen: boolean;
  /** Of an agent that runs elsewhere. */
  guest?: boolean;
  /** Messages of the human that hooks accepted or refused, counted. */
  userMessages: number;
  /** Tool calls by id; an id that comes again means its latest call. */
  tools: Map<string, ToolEntry>;
  /** The calls that started agents, by the id of the agent's task. */
  agents: Map<string, ToolEntry>;
  /** Calls that are not settled. */
  open: Set<ToolEntry>;
  /** Prompts that stand, oldest first, by approval id. */
  approvals: Map<string, ToolEntry>;
  /** What streams, by `speakerOf`. */
  streaming: Map<string, AssistantEntry>;
  /** Last assistant entry of each speaker. */
  spoken: Map<string, AssistantEntry>;
  /** The main agent's list of tasks. */
  todos?: Todo[];
  accepted?: { content: ContentBlock[]; eventId: string };
  /** What the human said while the run is on, oldest first. */
  queue: readonly QueuedMessage[];
  retry?: RetryEntry;
  /** Hooks failed at an answer that is not kept yet. */
  failures: EventOf<'hook_error'>[];
  /** A summary is being made. */
  compacting: boolean;
  /** Those that the agent was last told to follow, to tell whether they are others. */
  instructions?: string;
  /** What agents did to files. */
  files: FilesState;
  /** What the human took back and can bring back, last first. */
  takenBack: { entries: Entry[]; todos: Todo[] | undefined; runOpen: boolean }[];
  /** Asks whether to go on past a limit. */
  question?: NoticeEntry;
  nextKey: number;
}

export function newConversation(): ConversationState {
  return {
    entries: [],
    running: false,
    runOpen: false,
    userMessages: 0,
    tools: new Map(),
    agents: new Map(),
    open: new Set(),
    approvals: new Map(),
    streaming: new Map(),
    spoken: new Map(),
    failures: [],
    compacting: false,
    files: noFiles,
    takenBack: [],
    queue: [],
    nextKey: 0,
  };
}

export function add<E extends Entry>(
  state: ConversationState,
  at: Pick<HookEvent, 'branch' | 'agentName' | 'taskId'> & { id?: string },
  fields: Omit<E, keyof Common> & { kind: E['kind'] },
): E {
  const { id, branch, agentName, taskId } = at;
  const place = { key: `e${state.nextKey++}`, id, version: 0, branch, agentName, ...(taskId ? { taskId } : {}) };
  const entry = { ...place, ...fields } as unknown as E;
  entriesAt(state, at).push(entry);
  return entry;
}

/** Entries that go away stand at or near the end. */
export function remove(state: ConversationState, entry: Entry): void {
  const entries = entriesAt(state, entry);
  const at = entries.lastIndexOf(entry);
  if (at >= 0) entries.splice(at, 1);
}

export function endRetry(state: ConversationState): void {
  if (!state.retry) return;
  remove(state, state.retry);
  state.retry = undefined;
}

/** The list that an entry belongs to: the conversation's, or that of an agent's work. */
export const entriesAt = (state: ConversationState, { taskId }: { taskId?: string }): Entry[] =>
  (taskId && state.agents.get(taskId)?.work?.entries) || state.entries;

export function picturesOf(blocks: readonly ContentBlock[]): Picture[] {
  return blocks.flatMap((block) =>
    block.type === 'image' && block.source.type === 'base64' && /^image\/(png|jpeg|gif|webp)$/.test(block.source.media_type)
      ? [{ mediaType: block.source.media_type, data: block.source.data }]
      : [],
  );
}
