/** What was said first in a session of another agent: by it a human knows one among many. */
import { brief } from '../../shared/basics/brief';
import { textOf } from '../../shared/messages/messages';
import { splitParts } from '../../shared/messages/promptParts';
import type { StreamItem } from '../../shared/stream/stream';

/** An agent may be at work for long before anybody says a word. */
const mostRead = 1000;
const longest = 100;

/** One line; empty where nothing was said near the beginning. Never rejects. */
export async function firstWordsIn(items: AsyncIterable<StreamItem>): Promise<string> {
  let n = 0;
  try {
    for await (const item of items) {
      if (++n > mostRead) break;
      if (item.kind !== 'event' || item.event.type !== 'user_message' || item.event.branch !== 'main') continue;
      const [words = ''] = splitParts(textOf(item.event.input)).own.trim().split('\n', 1);
      if (words) return brief(words, longest);
    }
  } catch {
    // It may be gone by now, or closed to us: it is in the list all the same.
  }
  return '';
}
