/** The one stream of items that the timeline, the chat, the session file and the command line all read. */

import type { HookEvent } from '../events/events';
import type { HookDescription } from '../hooks/hookDescription';
import type { ContentBlock, Message } from '../messages/messages';

/** One item of the stream. `event`, `history`, `hookSet` and `queue` are kept in the session file; the others live only on screen. */
export type StreamItem =
  | { kind: 'event'; event: HookEvent }
  /** The hooks of a set, in the order they run; before the first event that met it. */
  | { kind: 'hookSet'; id: string; hooks: readonly HookDescription[] }
  /** The model-facing history of an agent was replaced (by a hook, by compaction); what the next request holds. `rewoundTo` is the `user_message` that the human took
   * back: the conversation goes on from before it. `redone` is the one that they then brought back, with all that came after it. */
  | { kind: 'history'; branch: string; taskId?: string; messages: Message[]; rewoundTo?: string; redone?: string }
  /** A piece of an answer as it streams. It is kept where the answer broke off: all that had come of it, as one. */
  | { kind: 'delta'; runId: string; branch: string; taskId?: string; delta: { type: 'text' | 'thinking'; text: string } }
  /** The streamed text so far is void: a retry begins it anew, or a hook replaced it. */
  | { kind: 'deltaReset'; runId: string; branch: string; taskId?: string }
  | { kind: 'toolOutput'; toolCallId: string; chunk: string }
  | { kind: 'run'; runId: string; running: boolean }
  /** All messages that wait for the run, oldest first. */
  /** `taken`: waits no longer, and nobody has heard it yet. */
  | { kind: 'queue'; messages: readonly QueuedMessage[]; taken?: QueuedMessage };

const kept = {
  ...({ event: true, history: true, hookSet: true, queue: true } as const),
  ...({ delta: false, deltaReset: false, toolOutput: false, run: false } as const),
} satisfies Record<StreamItem['kind'], boolean>;
/** The kinds that a session file has whenever they come; a delta it has of an answer that broke off. */
export type KeptKind = { [K in StreamItem['kind']]: (typeof kept)[K] extends true ? K : never }[StreamItem['kind']];

export const isKept = (item: StreamItem): boolean => kept[item.kind];

/** What the human said while a run is on. */
export interface QueuedMessage {
  id: string;
  content: string | ContentBlock[];
  /** It goes into the run, before the next model call; else it waits for the run's end. */
  steers: boolean;
  /** What its slash command wants to be answered by; a run that it steers keeps its own. */
  model?: string;
}
