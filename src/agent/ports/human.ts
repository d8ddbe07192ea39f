/** The human: what is asked of them, and what they call for by a name. */

import type { JsonObject } from '../../shared/basics/json';
import type { ApprovalAnswer, ApprovalRequest } from '../../shared/calls/approvals';
import type { QuestionAnswer, QuestionRequest } from '../../shared/calls/questions';
import type { PromptPart } from '../../shared/messages/promptParts';
import type { SlashCommand } from '../../shared/messages/slashCommands';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';

/** What a slash command stands for. */
export interface ExpandedCommand {
  /** Where it is from. */
  kind: SlashCommand['origin'];
  text: string;
  path?: string;
  /** In place of the conversation's own, for the run that answers it. */
  model?: string;
  /** For the human: what of its definition does not count. */
  notes?: readonly string[];
}

/** One source of slash commands; those of all sources are offered, and the first that has a name counts. */
export interface SlashCommands {
  /** Never rejects. */
  list(): Promise<readonly SlashCommand[]>;
  /** Undefined where it has none of that name. Rejects with what is wrong, in words for the human. */
  expand(name: string, args: string): Promise<ExpandedCommand | undefined>;
}

/** Things to mention with an @ beside files and folders: problems, a terminal's output, a server's resources. */
export interface Mentions {
  /** The part that stands for it, undefined where this source has nothing of that name. Rejects with what is wrong, in words for the human. `hides` says why a file may not be shown. */
  read(mention: string, hides: (path: string) => Promise<string | undefined>): Promise<Omit<PromptPart, 'tag'> | undefined>;
}

export interface ApprovalPort {
  /** Who answers, where it is not the human. */
  readonly decider?: DecidedBy;
  /** Resolves with the human's answer; rejects only with the signal's reason. Called again, with the same id, after an edit or a change of hooks. What is allowed for the session is so for that one. */
  ask(request: ApprovalRequest, signal: AbortSignal, sessionId?: string): Promise<ApprovalAnswer>;
}

/** Calls of a tool that were made before, in this session and others, newest first. Never rejects. */
export type PastCalls = (toolName: string, most: number) => Promise<readonly { toolCallId: string; input: JsonObject }[]>;

export interface QuestionPort {
  /** Resolves with the human's answer; rejects only with the signal's reason. */
  ask(request: QuestionRequest, signal: AbortSignal): Promise<QuestionAnswer>;
}
