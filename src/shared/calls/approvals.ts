/** What a human is asked about a call, and what they answer. */

import type { JsonObject } from '../basics/json';
import type { Confinement } from '../verdicts/confinement';
import type { DecidedBy } from '../verdicts/hookRecord';

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
  /** What people call the agent, where it runs elsewhere. */
  guest?: string;
  branch: string;
  /** Why it asks, and who wants it asked. */
  reason: string;
  /** Why the pattern of the hook that asks only might match the call. */
  uncertain?: string;
  askedBy: DecidedBy;
  /** Hooks that changed the input, with the fields. */
  changedBy: { name: string; file: string; line: number; fields: string[] }[];
  /** The risk in words. */
  risk: string;
  /** Unified diff for edits. */
  diff?: string;
  /** Rules that would have allowed it; empty when none is on offer (protected paths, a hook's ask). */
  suggestions: string[];
  /** How far each of them would have reached, in the calls of that tool that were made last. */
  reach?: RuleReach[];
  /** The call runs and its tool asks whether to go on: its input stands. */
  confirms?: true;
  /** What the call will be held to by the operating system's sandbox. */
  confinement?: Confinement;
  /** It ran in the sandbox, which refused something; to run without it is what is asked. Only a human answers that. */
  unconfined?: true;
}

/** How many of these calls of a tool a rule would have allowed by itself. */
export interface RuleReach {
  rule: string;
  matched: number;
  of: number;
}

export const approvalScopes = ['once', 'session', 'workspace', 'always'] as const;
export type ApprovalScope = (typeof approvalScopes)[number];

export type ApprovalAnswer =
  /** `message` goes to the model, beside the result. */
  | { id: string; inputHash: string; decision: 'allow'; scope: ApprovalScope; rule?: string; message?: string }
  | { id: string; inputHash: string; decision: 'deny'; reason?: string }
  /** The human changed the input; everything judges it anew and asks again. */
  | { id: string; inputHash: string; decision: 'edit'; input: JsonObject };
