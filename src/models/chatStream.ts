/** A streamed answer of the Chat Completions API, told as events of the Messages API. Servers differ: only what is there is relied on. */
import { isObject, type JsonObject } from '../shared/basics/json';
import { type Message, toolUsesOf, type Usage } from '../shared/messages/messages';
import type { StreamEvent, StreamEvents } from './messageStream';

interface CallPart {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | JsonObject | null };
}
/** A piece of an answer: `delta` of a stream, `message` where it came whole. */
interface Part {
  content?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  refusal?: string | null;
  tool_calls?: CallPart[] | null;
}
export interface ChatChunk {
  id?: string;
  model?: string;
  choices?: { delta?: Part; message?: Part; finish_reason?: string | null }[];
  usage?: {
    prompt_tokens?: number;
    completion_tokens?: number;
    prompt_tokens_details?: { cached_tokens?: number | null } | null;
  } | null;
}

/** Ids of calls must be unique in a conversation, and some servers count them anew in each answer, or give none. */
export function idsTaken(messages: readonly Message[]): Set<string> {
  return new Set(messages.flatMap((message) => toolUsesOf(message).map(({ id }) => id)));
}

function freeId(given: string | null | undefined, name: string, taken: Set<string>): string {
  const wanted = given || `call_${name.replace(/\W/g, '_')}`;
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}_${count}`;
  taken.add(id);
  return id;
}

function usageOf(usage: ChatChunk['usage']): Partial<Usage> {
  if (!usage) return {};
  const read = usage.prompt_tokens_details?.cached_tokens ?? 0;
  return {
    input_tokens: Math.max(0, (usage.prompt_tokens ?? 0) - read),
    output_tokens: usage.completion_tokens ?? 0,
    cache_read_input_tokens: read,
  };
}

const endings: ReadonlyMap<string, string> = new Map([
  ['stop', 'end_turn'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['length', 'max_tokens'],
  ['content_filter', 'refusal'],
]);

/** The block that is being written. */
interface Open {
  index: number;
  kind: 'text' | 'thinking' | 'tool_use';
}

/** `taken` gains the ids of the calls. The end is told only where the server told one: else the stream was cut off. */
export async function* messageEvents(chunks: AsyncIterable<Iterable<ChatChunk>>, taken: Set<string>): StreamEvents {
  let begun = false;
  let count = 0;
  let open: Open | undefined;
  let finish: string | undefined;
  let usage: Partial<Usage> = {};
  const calls = new Map<number, { index: number; id?: string | null }>();

  const start = function* (kind: 'text' | 'thinking'): Generator<StreamEvent> {
    if (open?.kind === kind) return;
    open = { index: count++, kind };
    const content_block = kind === 'text' ? { type: kind, text: '' } : { type: kind, thinking: '', signature: '' };
    yield { type: 'content_block_start', index: open.index, content_block };
  };
  const call = function* ({ index: at, id, function: called }: CallPart, place: number): Generator<StreamEvent> {
    const key = at ?? place;
    let known = calls.get(key);
    // Some servers send each call whole, all with the same index.
    if (!known || (id && known.id && id !== known.id)) {
      const name = called?.name ?? '';
      known = { index: count++, id };
      calls.set(key, known);
      open = { index: known.index, kind: 'tool_use' };
      const content_block = { type: 'tool_use' as const, id: freeId(id, name, taken), name, input: {} };
      yield { type: 'content_block_start', index: known.index, content_block };
    }
    const given = called?.arguments;
    const json = isObject(given) ? JSON.stringify(given) : (given ?? '');
    // No input at all is said as null by some.
    if (json && json !== 'null')
      yield { type: 'content_block_delta', index: known.index, delta: { type: 'input_json_delta', partial_json: json } };
  };

  const told = function* ({ id = '', model = '', choices, usage: counted }: ChatChunk): Generator<StreamEvent> {
    if (!begun) yield { type: 'message_start', message: { id, model, usage: { input_tokens: 0, output_tokens: 0 } } };
    begun = true;
    if (counted) usage = usageOf(counted);
    const choice = choices?.[0];
    const part = choice?.delta ?? choice?.message;
    const thought = part?.reasoning_content || part?.reasoning;
    if (thought) {
      yield* start('thinking');
      yield { type: 'content_block_delta', index: open!.index, delta: { type: 'thinking_delta', thinking: thought } };
    }
    const text = part?.content || part?.refusal;
    if (text) {
      yield* start('text');
      yield { type: 'content_block_delta', index: open!.index, delta: { type: 'text_delta', text } };
    }
    for (const [place, one] of (part?.tool_calls ?? []).entries()) yield* call(one, place);
    finish = choice?.finish_reason ?? finish;
  };
  const allOf = function* (together: Iterable<ChatChunk>): Generator<StreamEvent> {
    for (const chunk of together) yield* told(chunk);
  };

  for await (const together of chunks) yield allOf(together);
  if (finish === undefined) return;
  // Several servers end with `stop` after calls, too.
  const reason = finish === 'stop' && calls.size > 0 ? 'tool_use' : (endings.get(finish) ?? finish);
  const whole = reason === 'tool_use' || reason === 'end_turn';
  const stops = Array.from({ length: whole ? count : 0 }, (_, index) => ({ type: 'content_block_stop' as const, index }));
  yield [...stops, { type: 'message_delta', delta: { stop_reason: reason }, usage }, { type: 'message_stop' }];
}
