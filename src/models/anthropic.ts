/** The Messages API through the official SDK: streaming, retries that are shown, failures as one kind of error. */
import Anthropic from '@anthropic-ai/sdk';
import { ModelError, type ModelPort, type ModelStream } from '../agent/ports';
import { type ContentBlock, type Message, type ModelRequest, type ModelResponse, noUsage, type Usage } from '../shared/messages';
import { costOf, factsOf } from './prices';

export interface AnthropicOptions {
  apiKey: string;
  model: string;
  baseURL?: string;
  headers?: Record<string, string>;
  /** Output tokens of one call; the model's own limit by default, 8192 where it is not known. */
  maxTokens?: number;
  stream?: boolean;
  /** Waits between attempts; replaced in tests, so that none sleeps. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

const mostAttempts = 5;
const longestWaitMs = 60_000;

export class AnthropicModel implements ModelPort {
  readonly model: string;
  readonly maxTokens: number;
  readonly contextWindow: number;
  private readonly client: Anthropic;

  constructor(private readonly options: AnthropicOptions) {
    this.model = options.model;
    const known = factsOf(options.model);
    this.maxTokens = options.maxTokens ?? Math.min(known.maxOutput ?? 8192, 32_000);
    this.contextWindow = known.contextWindow ?? 200_000;
    this.client = new Anthropic({
      apiKey: options.apiKey,
      baseURL: options.baseURL || undefined,
      defaultHeaders: options.headers,
      maxRetries: 0,
    });
  }

  get label(): string {
    return this.model;
  }

  costUsd(model: string, usage: Usage): number {
    return costOf(model, usage);
  }

  async call(request: ModelRequest, stream: ModelStream): Promise<ModelResponse> {
    const sleep = this.options.sleep ?? wait;
    for (let attempt = 1; ; attempt++) {
      try {
        return this.options.stream === false ? await this.once(request, stream) : await this.streamed(request, stream);
      } catch (thrown) {
        stream.signal.throwIfAborted();
        const failure = failureOf(thrown);
        if (!failure.error.facts.retryable || attempt >= mostAttempts) throw failure.error;
        const waitMs = Math.min(failure.retryAfterMs ?? 500 * 2 ** (attempt - 1), longestWaitMs);
        stream.onRetry({ attempt, waitMs, status: failure.error.facts.status, message: failure.error.message });
        await sleep(waitMs, stream.signal);
      }
    }
  }

  /** Model ids that this key may use. */
  async listModels(): Promise<string[]> {
    const ids: string[] = [];
    for await (const model of this.client.models.list()) ids.push(model.id);
    return ids;
  }

  private async once(request: ModelRequest, { signal }: ModelStream): Promise<ModelResponse> {
    const message = await this.client.messages.create({ ...asSent(request), stream: false } as never, { signal });
    return whole(message as unknown as ModelResponse);
  }

  private async streamed(request: ModelRequest, { signal, onDelta }: ModelStream): Promise<ModelResponse> {
    const events = await this.client.messages.create({ ...asSent(request), stream: true } as never, { signal });
    const response: ModelResponse = { role: 'assistant', content: [], stop_reason: null, usage: noUsage };
    const blocks = new Map<number, { block: ContentBlock; json: string; done: boolean }>();
    let ended = false;
    for await (const event of events as unknown as AsyncIterable<StreamEvent>) {
      switch (event.type) {
        case 'message_start':
          response.id = event.message.id;
          response.model = event.message.model;
          response.usage = { ...noUsage, ...defined(event.message.usage) };
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
          break;
        case 'message_stop':
          ended = true;
          break;
      }
    }
    signal.throwIfAborted();
    if (!ended)
      throw new ModelError('the model’s answer was cut off: the stream ended before its end', {
        kind: 'connection',
        retryable: true,
      });
    response.content = [...blocks.entries()]
      .sort(([a], [b]) => a - b)
      .flatMap(([, open]) => finished(open, response.stop_reason));
    return whole(response);
  }
}

/** What is sent: caching marks are added to a copy and never reach the history. */
function asSent(request: ModelRequest): ModelRequest {
  const cache_control = { type: 'ephemeral' };
  const { system, tools, messages, ...rest } = request;
  const last = messages.length - 1;
  return {
    ...rest,
    ...(system ? { system: [{ type: 'text', text: system, cache_control }] as never } : {}),
    ...(tools?.length
      ? { tools: tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, cache_control } : tool)) }
      : {}),
    messages: messages.map((message, index) => (index === last ? marked(message, cache_control) : message)),
  };
}

function marked(message: Message, cache_control: unknown): Message {
  const content = typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content;
  const at = content.findLastIndex(
    (block) => block.type !== 'thinking' && block.type !== 'redacted_thinking' && !(block.type === 'text' && block.text === ''),
  );
  return {
    ...message,
    content: content.map((block, index) => (index === at ? ({ ...block, cache_control } as ContentBlock) : block)),
  };
}

type Delta = { type: string; text?: string; thinking?: string; signature?: string; partial_json?: string };
type StreamEvent =
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
    return done || json ? [{ ...block, input: json === '' ? block.input : JSON.parse(json) }] : [];
  } catch {
    if (stopReason === 'max_tokens' || stopReason === 'refusal' || stopReason === 'model_context_window_exceeded') return [];
    throw new ModelError(`the model’s stream is malformed: the input of ${block.name} is not JSON`, {
      kind: 'malformed',
      retryable: true,
    });
  }
}

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

function failureOf(thrown: unknown): { error: ModelError; retryAfterMs?: number } {
  if (thrown instanceof ModelError) return { error: thrown };
  if (thrown instanceof Anthropic.APIConnectionError)
    return {
      error: new ModelError(`the model could not be reached: ${causeOf(thrown)}`, { kind: 'connection', retryable: true }),
    };
  if (thrown instanceof Anthropic.APIError) {
    const body = (thrown.error as { error?: { type?: string; message?: string } } | undefined)?.error;
    const status = thrown.status as number | undefined;
    const kind = body?.type ?? (status === 429 ? 'rate_limit_error' : 'api_error');
    const message = body?.message ?? thrown.message;
    const retryable =
      status === 429 ||
      status === 529 ||
      status === 408 ||
      (status !== undefined && status >= 500) ||
      (status === undefined && (kind === 'overloaded_error' || kind === 'api_error' || kind === 'rate_limit_error'));
    const text =
      status === 401
        ? `the model refused the API key (${message}). Set it with the command “Hooksmith: Set Anthropic API Key”`
        : `${status ? `${status} ` : ''}${kind}: ${message}`;
    const after = Number(thrown.headers?.get('retry-after'));
    return {
      error: new ModelError(text, { kind, status, retryable }),
      retryAfterMs: Number.isFinite(after) && after > 0 ? after * 1000 : undefined,
    };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  // The SDK's stream parser throws plain errors for events that are not JSON, and fetch for a socket that closed.
  return { error: new ModelError(`the model’s stream failed: ${causeOf(error)}`, { kind: 'connection', retryable: true }) };
}

const causeOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
