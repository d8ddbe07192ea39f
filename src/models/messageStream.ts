/** A streamed answer of the Messages API, put together event by event. */
import { ModelError, type ModelStream } from '../agent/ports/model';
import { isObject } from '../shared/basics/json';
import { type ContentBlock, type ModelResponse, noUsage, type Usage } from '../shared/messages/messages';
import { addressSetting, checkAddress } from './failures';
import { brokeOff, serverWords } from './serverWords';

type Delta = { type: string; text?: string; thinking?: string; signature?: string; partial_json?: string };
export type StreamEvent =
  | { type: 'message_start'; message: { id: string; model: string; usage: Usage } }
  | { type: 'content_block_start'; index: number; content_block: ContentBlock }
  | { type: 'content_block_delta'; index: number; delta: Delta }
  | { type: 'content_block_stop'; index: number }
  | { type: 'message_delta'; delta: { stop_reason: string | null }; usage: Partial<Usage> }
  | { type: 'message_stop' };

function applyDelta(open: { block: ContentBlock; json: string }, delta: Delta, onDelta: ModelStream['onDelta']): void {
  const { block } = open;
  if (delta.type === 'text_delta' && block.type === 'text') {
    block.text += delta.text ?? '';
    onDelta({ type: 'text', text: delta.text ?? '' });
  } else if (delta.type === 'thinking_delta' && block.type === 'thinking') {
    block.thinking += delta.thinking ?? '';
    onDelta({ type: 'thinking', text: delta.thinking ?? '' });
  } else if (delta.type === 'signature_delta' && block.type === 'thinking') block.signature = delta.signature ?? '';
  else if (delta.type === 'input_json_delta') open.json += delta.partial_json ?? '';
}

/** A block as it ended. A tool call whose input was cut off by a limit is left out: half an input must never run. */
function finished(
  { block, json, done }: { block: ContentBlock; json: string; done: boolean },
  stopReason: string | null,
): ContentBlock[] {
  if (block.type === 'text' && block.text === '') return [];
  if (block.type !== 'tool_use') return [block];
  try {
    const input: unknown = json === '' ? block.input : JSON.parse(json);
    if (!isObject(input)) throw new TypeError('no object');
    return done || json ? [{ ...block, input }] : [];
  } catch {
    if (stopReason === 'max_tokens' || stopReason === 'refusal' || stopReason === 'model_context_window_exceeded') return [];
    throw new ModelError(`the model’s stream is malformed: the input of ${block.name} is no JSON object`, {
      kind: 'malformed',
      retryable: true,
    });
  }
}

/** Events, those that came together together. */
export type StreamEvents = AsyncIterable<Iterable<StreamEvent>>;

/** Resolves with the whole answer; rejects with a `ModelError` where the stream is malformed or ends before its end. */
export async function readStream(events: StreamEvents, { signal, onDelta, onUsage }: ModelStream): Promise<ModelResponse> {
  const response: ModelResponse = { role: 'assistant', content: [], stop_reason: null, usage: noUsage };
  const blocks = new Map<number, { block: ContentBlock; json: string; done: boolean }>();
  let ended = false;
  const read = (event: StreamEvent): void => {
    switch (event.type) {
      case 'message_start':
        response.id = event.message.id;
        response.model = event.message.model;
        response.usage = { ...noUsage, ...defined(event.message.usage) };
        onUsage?.(response.usage);
        break;
      case 'content_block_start':
        blocks.set(event.index, { block: event.content_block, json: '', done: false });
        break;
      case 'content_block_delta': {
        const open = blocks.get(event.index);
        if (!open)
          throw new ModelError(`the model’s stream is malformed: a delta for block ${event.index}, which never began`, {
            kind: 'malformed',
            retryable: true,
          });
        applyDelta(open, event.delta, onDelta);
        break;
      }
      case 'content_block_stop': {
        const open = blocks.get(event.index);
        if (open) open.done = true;
        break;
      }
      case 'message_delta':
        response.stop_reason = event.delta.stop_reason;
        response.usage = { ...response.usage, ...defined(event.usage) };
        onUsage?.(response.usage);
        break;
      case 'message_stop':
        ended = true;
        break;
    }
  };
  for await (const together of events) for (const event of together) read(event);
  signal.throwIfAborted();
  if (!ended)
    throw new ModelError(brokeOff('its stream ended before its end'), {
      kind: 'connection',
      retryable: true,
    });
  response.content = [...blocks.entries()].sort(([a], [b]) => a - b).flatMap(([, open]) => finished(open, response.stop_reason));
  return whole(response);
}

/** An answer that came in one piece, from whoever is at that address. Throws a `ModelError` where it is none of the Messages API. */
export function wholeAnswer(answer: unknown): ModelResponse {
  if (isObject(answer) && Array.isArray(answer.content) && answer.content.every(isBlock)) return whole(answer as never);
  const said = serverWords(typeof answer === 'string' ? answer : JSON.stringify(answer));
  const text = `the model’s answer is no message of the Messages API (${said}): ${checkAddress}`;
  throw new ModelError(text, { kind: 'malformed', retryable: false }, addressSetting);
}

const isBlock = (block: unknown): boolean =>
  isObject(block) && typeof block.type === 'string' && (block.type !== 'tool_use' || isObject(block.input));

function whole(message: ModelResponse): ModelResponse {
  const { id, model, content, stop_reason, usage } = message;
  return { id, model, role: 'assistant', content, stop_reason, usage: { ...noUsage, ...defined(usage) } };
}

/** Only the counts we sum; the API sends null and more besides. */
function defined(usage: Partial<Usage> | undefined): Partial<Usage> {
  const counts: Partial<Usage> = {};
  for (const name of ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const)
    if (typeof usage?.[name] === 'number') counts[name] = usage[name];
  return counts;
}
