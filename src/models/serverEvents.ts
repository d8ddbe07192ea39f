/** What came where a stream of server-sent events was asked for: its events, or the whole answer of a server that streams none, or of what is no model server at all. */
import { createParser, type EventSourceMessage as ServerEvent } from 'eventsource-parser';

export type { ServerEvent };

/** Events, those that came in one piece together: a turn of the event loop for each would cost more than reading it. */
export type ServerEvents = AsyncIterable<ServerEvent[]>;

/** `whole` is parsed where it is JSON. Rejects as reading the body does. */
export async function received(answer: Response): Promise<{ events: ServerEvents } | { whole: unknown }> {
  const pieces = texts(answer);
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return { events: eventsOf(pieces) };
  let begun = '';
  while (begun.trim() === '') {
    const { done, value } = await pieces.next();
    if (done) break;
    begun += value;
  }
  const all = continued(begun, pieces);
  // Servers name the type of a stream as they like: its lines begin with a word, never so.
  if (!/^\s*[<{]/.test(begun)) return { events: eventsOf(all) };
  let text = '';
  for await (const piece of all) text += piece;
  return { whole: parsed(text) };
}

/** As `received` tells it, where no stream was asked for. */
export const receivedWhole = async (answer: Response): Promise<{ whole: unknown }> => ({ whole: parsed(await answer.text()) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function* texts({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of (body ?? []) as unknown as AsyncIterable<Uint8Array>) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function* continued(begun: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield begun;
  yield* rest;
}

/** An event that the end cut off is none. */
async function* eventsOf(pieces: AsyncIterable<string>): AsyncGenerator<ServerEvent[]> {
  let events: ServerEvent[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  for await (const piece of pieces) {
    parser.feed(piece);
    if (events.length === 0) continue;
    yield events;
    events = [];
  }
}

/** The SDKs listen to a signal until an answer has been read, which they are not told of: a signal of its own for each answer ends with it. */
export async function withOwnSignal<T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(own.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
