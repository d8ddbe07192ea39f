/** What events of several types have alike, and what the larger ones have in their `data`: the map of events is made of these. */

import type { JsonObject } from '../basics/json';
import type { ToolStatus } from '../calls/toolFacts';
import type { Usage } from '../messages/messages';
import type { MetadataDifference } from '../runs/runMetadata';
import type { RunStatus, StopSignal } from '../runs/stopReasons';
import type { ChainEnd, Judgement, Vote } from '../verdicts/chainEnd';
import type { DecisionAction } from '../verdicts/decisionAction';
import type { DecidedBy } from '../verdicts/hookRecord';

/** What a model request and its answer are told by: counts, not whole conversations. */
export interface RequestCounts {
  model: string;
  messages: number;
  tools: number;
  max_tokens: number;
}

export interface ResponseCounts {
  stop_reason: string | null;
  /** Types of its content blocks. */
  blocks: string[];
  usage: Usage;
}

/** Left by a hook point: how the chain ended, where it did not go on. */
export interface Chained {
  decision?: Exclude<ChainEnd['action'], 'continue'>;
  /** Of what the hooks came to, where they did not leave everything as it was. */
  fingerprint?: string;
  /** Decisions that would have come to nothing, and why. */
  bars?: Partial<Record<DecisionAction, string>>;
  /** What the run's metadata were as it began, by what they differ from those to which the events before it on the record lead: another dispatch went on beside it. */
  sawMetadata?: MetadataDifference;
}

export interface OfTool {
  toolCallId: string;
  toolName: string;
}

/** Of a hook point of a tool call. */
export interface OfInput extends OfTool {
  input: JsonObject;
  requestedInput?: JsonObject;
}

export interface ToolData extends Chained {
  status: ToolStatus;
  /** The tool's group. */
  scope?: string;
}

/** What stands between a call and its tool. */
export interface GateData extends ToolData {
  /** The hooks' strictest vote. */
  vote?: Vote['action'];
  /** The policies' strictest word. */
  verdict?: Judgement['action'];
}

/** Who keeps a call from running, and why: a policy, a rule, the mode. */
export interface Refusal {
  by: DecidedBy;
  reason: string;
}

export interface EndData extends Chained {
  signals: StopSignal[];
  response?: string;
}

export interface LateEndData extends EndData {
  status: RunStatus;
  /** The process had died before: told when the session went on. */
  interrupted?: true;
}

export interface ScopeData extends Chained {
  scope: { name: string; tools: string[] };
}

export interface SubagentData extends Chained {
  description?: string;
  background: boolean;
}

/** Of a change of hook files, or of tool files. */
export interface ReloadData {
  /** Files whose version changed, came or went. */
  files: string[];
  /** Files with a version that is not accepted. */
  held: string[];
  hooks: number;
  problems: { file: string; line: number; column: number; message: string; severity: 'error' | 'warning' }[];
  /** Milliseconds from the call until the set was live. */
  durationMs: number;
  /** Whether the human saved a file, or made one live; absent where that is not known. */
  saved?: boolean;
}

/** Who failed; absent where no hook can be named. */
export interface FailureData {
  hook?: string;
  file?: string;
  /** 1-based. */
  line?: number;
  message?: string;
  /** The event that it was called for. */
  event?: string;
}
