/** The Messages API through the official SDK: streaming, prompt caching, thinking, retries that are shown, failures as one kind of error. */
import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';
import type { ModelPort, ModelStream } from '../agent/ports/model';
import { isThinking, type Message, type ModelRequest, type ModelResponse, type Usage } from '../shared/messages/messages';
import { failureOf } from './failures';
import { readStream, type StreamEvent, type StreamEvents, wholeAnswer } from './messageStream';
import { costOf, modelFactsOf, modelNamed, pricesAsOf } from './prices';
import { type Fetch, type ModelDescription, type Provider, type Setup, settingsIn } from './provider';
import { aboutRequest, bodyOf } from './requestBody';
import { type Failure, patiently, type Sleep } from './retries';
import { received, type ServerEvent, type ServerEvents, withOwnSignal } from './serverEvents';

export interface AnthropicOptions {
  /** Empty where a gateway needs none. */
  apiKey: string;
  model: string;
  baseURL?: string;
  headers?: Record<string, string>;
  /** Output tokens of one call, at most; never more than the model's own limit where that is known. */
  maxTokens?: number;
  /** `auto` lets a model think that is known to; a number is the budget in tokens for models that take one. */
  thinking?: 'auto' | 'off' | number;
  /** How much the model should put into its answers; the model's own default where not given. */
  effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  stream?: boolean;
  fetch: Fetch;
  /** What the API said of the model, where it was asked. */
  described?: ModelDescription;
  /** Waits between attempts; replaced in tests, so that none sleeps. */
  sleep?: Sleep;
}

const defaultMaxTokens = 32_000;

const wholeAnswerMs = 3_600_000;

/** Loaded at the first call: who works with another model, or only looks, does not wait for it. */
const sdk = async (): Promise<typeof Anthropic> => (await import('@anthropic-ai/sdk')).default;

export class AnthropicModel implements ModelPort {
  readonly model: string;
  readonly label: string;
  readonly maxTokens: number;
  readonly contextWindow: number;
  readonly defaults: Partial<ModelRequest>;
  readonly priceUnknown?: true;
  readonly searchTool?: ModelPort['searchTool'];
  private made: Anthropic | undefined;

  constructor(private readonly options: AnthropicOptions) {
    const { model, described } = options;
    const known = modelFactsOf(model);
    const maxOutput = described?.maxOutput ?? known?.maxOutput;
    if (!known) this.priceUnknown = true;
    // A model of that name has it; of others nobody knows.
    else this.searchTool = (limits) => ({ type: 'web_search_20250305', name: 'web_search', max_uses: 5, ...limits });
    this.model = model;
    this.label = described?.name ?? model;
    this.maxTokens = Math.min(options.maxTokens ?? (maxOutput ? defaultMaxTokens : 8192), maxOutput ?? Number.POSITIVE_INFINITY);
    this.contextWindow = described?.contextWindow ?? known?.contextWindow ?? 200_000;
    this.defaults = defaultsOf(options, described?.thinking ?? known?.thinking ?? 'none', this.maxTokens);
  }

  private async client(): Promise<Anthropic> {
    const { apiKey, baseURL, headers, fetch } = this.options;
    this.made ??= new (await sdk())({
      // The SDK wants one; a gateway that needs none ignores it.
      apiKey: apiKey || 'none',
      // The SDK adds the version, with which addresses of servers are often written.
      baseURL: baseURL?.replace(/\/v1\/?$/, '') || undefined,
      defaultHeaders: headers,
      maxRetries: 0,
      fetch,
    });
    return this.made;
  }

  private async failed(thrown: unknown): Promise<Failure> {
    return failureOf(thrown, await sdk(), this.made?.baseURL ?? this.options.baseURL ?? '');
  }

  costUsd(model: string, usage: Usage): number {
    return costOf(model, usage);
  }

  async call(request: ModelRequest, stream: ModelStream): Promise<ModelResponse> {
    let sent = request;
    const answer = () => (this.options.stream === false ? this.once(sent, stream) : this.streamed(sent, stream));
    const ask = async (attempt: number): Promise<ModelResponse> => {
      try {
        return await answer();
      } catch (thrown) {
        const { message, facts } = (await this.failed(thrown)).error;
        const { status } = facts;
        // Thinking is bound to the model and the conversation that it came from; after a change of either it is refused, and only it is in the way.
        if (status !== 400 || sent !== request || !/thinking/i.test(message) || !hasThinking(request)) throw thrown;
        sent = { ...request, messages: request.messages.map(withoutThinking) };
        stream.onRetry({ attempt, waitMs: 0, status, message: `${message}; asked again without the earlier thinking` });
        return answer();
      }
    };
    return patiently(ask, stream, (thrown) => this.failed(thrown), this.options.sleep);
  }

  async countTokens(request: ModelRequest, signal: AbortSignal): Promise<number> {
    const { max_tokens: _, temperature: __, ...counted } = request;
    try {
      return (await (await this.client()).messages.countTokens(counted as never, { signal })).input_tokens;
    } catch (thrown) {
      throw (await this.failed(thrown)).error;
    }
  }

  /** The models that this key may use, newest first. Rejects with a `ModelError`. */
  async listModels(): Promise<ModelDescription[]> {
    const models: ModelDescription[] = [];
    try {
      for await (const model of (await this.client()).models.list()) models.push(describe(model));
    } catch (thrown) {
      throw (await this.failed(thrown)).error;
    }
    return models;
  }

  private async once(request: ModelRequest, { signal }: ModelStream): Promise<ModelResponse> {
    const message = await (await this.client()).messages.create({ ...aboutRequest(request), stream: false } as never, {
      ...given(request, false),
      signal,
      // The SDK refuses a whole answer that might take longer than ten minutes, unless it is told how long it may take.
      timeout: wholeAnswerMs,
    });
    return wholeAnswer(message);
  }

  private async streamed(request: ModelRequest, stream: ModelStream): Promise<ModelResponse> {
    const about = { ...aboutRequest(request), stream: true } as never;
    const { messages } = await this.client();
    return withOwnSignal(stream.signal, async (signal) => {
      const answer = await messages.create(about, { ...given(request, true), signal }).asResponse();
      const came = await received(answer);
      if ('whole' in came) return wholeAnswer(came.whole);
      return readStream(streamEvents(came.events, await sdk(), answer.headers), stream);
    });
  }
}

/** An error in the middle of a stream is thrown as the SDK would. */
async function* streamEvents(events: ServerEvents, Sdk: typeof Anthropic, headers: Headers): StreamEvents {
  const parsed = function* (together: Iterable<ServerEvent>): Generator<StreamEvent> {
    for (const { event, data } of together) {
      if (event === undefined || event === 'ping' || data === '') continue;
      const value = JSON.parse(data) as StreamEvent;
      if (event === 'error') throw new Sdk.APIError(undefined, value, undefined, headers);
      yield value;
    }
  };
  for await (const together of events) yield parsed(together);
}

/** The SDK sends a text as it is where its type is given. */
const given = (request: ModelRequest, stream: boolean) => ({
  body: bodyOf(request, stream),
  headers: { 'content-type': 'application/json' },
});

/** Summaries of the thinking are asked for: some models give none by themselves, and are silent between tool calls then. */
function defaultsOf(
  { thinking = 'auto', effort }: AnthropicOptions,
  kind: 'adaptive' | 'extended' | 'none',
  maxTokens: number,
): Partial<ModelRequest> {
  const budget = typeof thinking === 'number' ? Math.min(thinking, maxTokens - 1) : 0;
  const asked =
    thinking === 'off' || kind === 'none'
      ? undefined
      : kind === 'adaptive'
        ? { type: 'adaptive' as const, display: 'summarized' as const }
        : budget >= 1024
          ? { type: 'enabled' as const, budget_tokens: budget }
          : undefined;
  return { ...(asked ? { thinking: asked } : {}), ...(effort ? { output_config: { effort } } : {}) };
}

function describe(model: Anthropic.ModelInfo): ModelDescription {
  const types = model.capabilities?.thinking?.types;
  return {
    id: model.id,
    name: model.display_name || model.id,
    contextWindow: model.max_input_tokens ?? undefined,
    maxOutput: model.max_tokens ?? undefined,
    thinking: types && (types.adaptive?.supported ? 'adaptive' : types.enabled?.supported ? 'extended' : 'none'),
  };
}

const hasThinking = ({ messages }: ModelRequest): boolean =>
  messages.some(({ content }) => typeof content !== 'string' && content.some(isThinking));

function withoutThinking(message: Message): Message {
  if (typeof message.content === 'string') return message;
  const content = message.content.filter((block) => !isThinking(block));
  return { ...message, content: content.length > 0 ? content : [{ type: 'text', text: '(thinking)' }] };
}

const settings = {
  'anthropic.baseUrl': z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  'anthropic.headers': z.record(z.string(), z.string()),
  'anthropic.maxTokens': z.number().int().min(1).max(1_000_000),
  'anthropic.thinking': z.union([z.enum(['auto', 'off']), z.number().int().min(1024)]),
  'anthropic.effort': z.enum(['', 'low', 'medium', 'high', 'xhigh', 'max']),
};

const baseUrlIn = (setup: Setup) => settingsIn(settings, setup)['anthropic.baseUrl'] || process.env.ANTHROPIC_BASE_URL;

function modelOf(model: string, setup: Setup): AnthropicModel {
  const given = settingsIn(settings, setup);
  return new AnthropicModel({
    apiKey: setup.key ?? '',
    model,
    described: setup.described,
    baseURL: baseUrlIn(setup),
    headers: given['anthropic.headers'],
    maxTokens: given['anthropic.maxTokens'],
    thinking: given['anthropic.thinking'],
    effort: given['anthropic.effort'] || undefined,
    stream: setup.stream,
    fetch: setup.fetch,
  });
}

const standard = 'claude-sonnet-5-5';

export const anthropic = {
  name: 'anthropic',
  label: 'Anthropic',
  form: 'anthropic:MODEL',
  settings,
  key: { variable: 'ANTHROPIC_API_KEY', secret: 'hooksmith.anthropicApiKey' },
  standard,
  pricesAsOf,
  // A gateway may need none.
  missing: (setup: Setup) => (setup.key || baseUrlIn(setup) ? undefined : 'no key is set'),
  make: (model: string, _agent: string, setup: Setup) => modelOf(modelNamed(model), setup),
  list: (setup: Setup) => modelOf(standard, setup).listModels(),
  named: modelNamed,
  facts: modelFactsOf,
} satisfies Provider<typeof settings>;
