/** What a translation into AG-UI remembers between two events of the stream. */
import type { Event as AguiEvent, Message as AguiMessage } from '@ag-ui/core';
import type { ApprovalRequest } from '../shared/calls/approvals';
import type { QuestionRequest } from '../shared/calls/questions';
import type { HookEvent } from '../shared/events/events';
import type { LiveEvent } from '../shared/events/liveEvents';
import type { Todo } from '../shared/events/todos';
import { speakerOf } from '../shared/runs/speaker';

export type { AguiEvent, AguiMessage };

export interface Streamed {
  /** Of its text and of its thinking; each is one AG-UI message. */
  text?: { id: string; text: string };
  thinking?: { id: string; text: string };
  current?: 'text' | 'thinking';
}

export interface AguiTranslation {
  sessionId: string;
  nextId: number;
  /** What streams, by task or branch. */
  streams: Map<string, Streamed>;
  /** Arguments of calls whose hooks have not spoken yet. */
  args: Map<string, unknown>;
  /** Step that is open, by task or branch. */
  steps: Map<string, string>;
  /** Ids of the subagents at work, by task or branch. */
  subagents: Map<string, string>;
  /** Last message of each agent that spoke, by task or branch. */
  spoken: Map<string, string>;
  /** The message before each of the human's, by its `user_message` event. */
  before: Map<string, string | undefined>;
  /** What was taken back with a message, last first, until a run begins. */
  takenBack: AguiMessage[][];
  todos: Todo[];
  approvals: Map<string, ApprovalRequest>;
  questions: Map<string, QuestionRequest>;
}

export const newTranslation = (sessionId: string): AguiTranslation => ({
  sessionId,
  nextId: 0,
  streams: new Map(),
  args: new Map(),
  steps: new Map(),
  subagents: new Map(),
  spoken: new Map(),
  before: new Map(),
  takenBack: [],
  todos: [],
  approvals: new Map(),
  questions: new Map(),
});

export const freshId = (state: AguiTranslation): string => `${state.sessionId}:${state.nextId++}`;

/** Subagents of one branch may follow each other, and with ids of their own run side by side. */

export const subagentOf = (state: AguiTranslation, event: HookEvent | LiveEvent): string | undefined =>
  state.subagents.get(speakerOf(event));
