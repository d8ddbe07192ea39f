/** What the hooks of other coding agents say and understand, in our words: what every protocol is read into and written from. */

import type { JsonObject } from '../shared/basics/json';
import type { EventName } from '../shared/hooks/payloads';
import type { SessionEndReason } from '../shared/runs/stopReasons';
import type { TheirAnswer } from './theirFields';
import type { TheirCall, ToolWords } from './toolWords';

export const agentNames = ['claude', 'vscode', 'copilot', 'cursor', 'gemini', 'codex'] as const;
export type AgentName = (typeof agentNames)[number];
export const isAgentName = (name: unknown): name is AgentName => agentNames.some((known) => known === name);

/** Events that other agents have too. */
export type SharedEvent = Extract<
  EventName,
  | 'sessionStart'
  | 'sessionEnd'
  | 'userMessage'
  | 'preToolUse'
  | 'permissionRequest'
  | 'toolError'
  | 'postToolUse'
  | 'subagentStart'
  | 'subagentStop'
  | 'preCompact'
  | 'stop'
>;

/** What one payload tells, by our event. */
export type Told =
  | { event: 'preToolUse'; calls: TheirCall[]; toolCallId?: string }
  | { event: 'permissionRequest'; calls: TheirCall[]; toolCallId?: string }
  | { event: 'postToolUse'; calls: TheirCall[]; toolCallId?: string; output: string; durationMs?: number }
  | { event: 'toolError'; calls: TheirCall[]; toolCallId?: string; error: string; durationMs?: number }
  /** `notice`: the agent's own word to its model, of a background task that has ended: no human has spoken. */
  /** `files`: paths of what its model is given with it, where that is there. */
  | { event: 'userMessage'; text: string; notice?: true; files?: string[] }
  /** `again`: a hook kept the agent going, and it has come to its end once more; absent where the agent does not say. `cut`: why that is no natural one. */
  | { event: 'stop'; text?: string; again?: boolean; cut?: 'user_requested' | 'error' }
  | { event: 'subagentStart'; task: string }
  | { event: 'subagentStop'; task: string; result?: string; again?: boolean; cut?: 'user_requested' | 'error' }
  | { event: 'preCompact'; trigger: 'auto' | 'manual'; instructions?: string }
  | { event: 'sessionStart'; source: 'startup' | 'resume' | 'fork' }
  | { event: 'sessionEnd'; reason: SessionEndReason }
  /** Of no interest to hooks: nothing of it can be decided, and we have no event for it. */
  | { event: undefined };

/** One moment in another agent's work. */
export interface Occurrence {
  /** Whose protocol it is spoken in, and is to be answered in. */
  agent: AgentName;
  /** Another agent writes the very same: what only `agent` obeys may go unheard. */
  isAmbiguous?: true;
  /** The event as they name it. */
  theirEvent: string;
  /** Empty where it does not say. */
  sessionId: string;
  /** What it works on, best first: absolute paths. */
  folders: string[];
  /** Where its relative paths start. */
  cwd?: string;
  /** Its own record of the session. */
  transcript?: string;
  /** Of the subagent whose moment it is. */
  subagent?: { id: string; type?: string };
  told: Told;
  payload: JsonObject;
}

/** What hooks and policies made of it. */
export interface Verdict {
  action?: 'allow' | 'ask' | 'deny';
  /** Why; of each `deny` and `ask`. */
  reason?: string;
  /** Inputs after the hooks, in the order of the calls; undefined where nothing changed. */
  inputs?: (JsonObject | undefined)[];
  /** The tool's output, where a hook changed it. */
  output?: string;
  /** The human's message, where a hook changed it. */
  text?: string;
  context?: string[];
  continueWith?: string;
  /** Nothing that is said of the call may spare its human the agent's own prompt. */
  keepsPrompt?: true;
}

/** A word that the agent has no way to be told, and what it is told in its place. */
export interface Lost {
  word: Word;
  became: string;
  /** The call is denied in its place. */
  denies?: true;
}

/** What goes back over the agent's own channel. */
export interface Answer {
  json: JsonObject;
  lost: Lost[];
  /** Why it was denied, where no answer can keep the agent from going on here: what it wants to do next is to be refused. */
  unheard?: string;
}

/** What an event of theirs lets a hook say. `merges`: changed fields of an input; a field cannot be taken away. `tells`: a remark on what has happened. */
/** `mcpOutput`: the output of an MCP server's tool, and no other. `byAllow`: a changed input goes as an allow, which may spare the agent's own prompt. */
export type Word =
  | ('allow' | 'ask' | 'deny' | 'input' | 'merges' | 'byAllow')
  | ('output' | 'mcpOutput' | 'tells' | 'context' | 'continueWith');

export interface TheirEvent {
  ours: SharedEvent | undefined;
  says: readonly Word[];
  /** It tells of failures, too: no event of theirs is for these alone. */
  failures?: true;
  /** Read where it comes all the same: it is not known ever to tell of it. */
  untold?: true;
}

export interface Protocol {
  name: AgentName;
  /** For people. */
  title: string;
  /** Their events by their names. */
  events: ReadonlyMap<string, TheirEvent>;
  tools: ToolWords;
  /** What a payload tells, or why it cannot be read. */
  read(payload: JsonObject): Occurrence | { problem: string };
  /** Whether a changed output can take the place of this one, where its events have a word for that; always, where it is left out. */
  takesOutput?(occurrence: Occurrence): boolean;
  /** The verdict in their JSON; all in it is something that the event can be told. */
  write(occurrence: Occurrence, verdict: VerdictInTheirs): TheirAnswer;
}

/** A verdict that the agent has words for: inputs are theirs. */
export interface VerdictInTheirs extends Omit<Verdict, 'inputs' | 'text'> {
  /** A text where the tool is given one in place of fields. */
  input?: JsonObject | string;
}
