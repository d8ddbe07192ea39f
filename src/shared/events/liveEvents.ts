/** What is told while a step is under way, beside the events that are recorded. */

import type { Message } from '../messages/messages';
import type { Made } from './events';

/** What happens while a step is under way, for those who hear of all that is on screen: never recorded. */
export interface LiveFacts {
  text_delta: { output: string };
  thinking_delta: { output: string };
  delta_reset: object;
  tool_output: { toolCallId: string; output: string };
  /** `rewoundTo`, `redone`: the `user_message` event that the human took back, or brought back, with all that came after it. */
  history_replaced: { output: Message[]; rewoundTo?: string; redone?: string };
}

export type LiveType = keyof LiveFacts;

export type LiveEvent = { [T in LiveType]: Made<T, LiveFacts[T]> }[LiveType];
