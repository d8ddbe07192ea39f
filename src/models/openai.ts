/** Servers that speak OpenAI's Chat Completions API (Ollama, vLLM, LM Studio, OpenRouter, OpenAI itself), by base URL, through the official client. */
import type OpenAI from 'openai';
import * as z from 'zod';
import { ModelError, type ModelPort, type ModelStream } from '../agent/ports/model';
import { isObject, type JsonObject } from '../shared/basics/json';
import type { ModelRequest, ModelResponse, Usage } from '../shared/messages/messages';
import { chatRequest, isTranslated, mayCall } from './chatRequest';
import { type ChatChunk, idsTaken, messageEvents } from './chatStream';
import { readStream } from './messageStream';
import { addressAt, openaiAddress, openaiFailureOf, withoutTools } from './openaiFailures';
import { type Fetch, type ModelDescription, type Provider, type Setup, settingsIn } from './provider';
import { patiently, type Sleep } from './retries';
import { received, receivedWhole, type ServerEvent, type ServerEvents, withOwnSignal } from './serverEvents';
import { saidIn, serverWords } from './serverWords';

export interface OpenAiOptions {
  /** Empty where the server needs none. */
  apiKey: string;
  model: string;
  baseURL?: string;
  headers?: Record<string, string>;
  maxTokens?: number;
  contextWindow?: number;
  stream?: boolean;
  fetch: Fetch;
  /** What the server's list says of the model, where it was asked. */
  described?: ModelDescription;
  /** Waits between attempts; replaced in tests, so that none sleeps. */
  sleep?: Sleep;
}

const official = 'https://api.openai.com/v1';
/** Where neither the server nor the user says. */
const assumedWindow = 32_768;
const assumedOutput = 8192;
const patienceMs = 3_600_000;

/** Loaded at the first call: who works with another model does not wait for it. */
const sdk = async (): Promise<typeof OpenAI> => (await import('openai')).default;

export class OpenAiModel implements ModelPort {
  readonly model: string;
  readonly label: string;
  readonly maxTokens: number;
  readonly contextWindow: number;
  readonly priceUnknown?: true;
  readonly takes = isTranslated;
  private readonly baseURL: string;
  private made: OpenAI | undefined;

  constructor(private readonly options: OpenAiOptions) {
    const { model, described } = options;
    this.model = model;
    this.label = described?.name ?? model;
    this.baseURL = (options.baseURL || official).replace(/\/+$/, '');
    this.contextWindow = options.contextWindow || described?.contextWindow || assumedWindow;
    const most = Math.min(described?.maxOutput ?? assumedOutput, Math.floor(this.contextWindow / 2));
    this.maxTokens = options.maxTokens || most;
    if (!described?.price) this.priceUnknown = true;
  }

  costUsd(_model: string, usage: Usage): number {
    const { price } = this.options.described ?? {};
    if (!price) return 0;
    const { input_tokens, output_tokens, cache_read_input_tokens: read = 0, cache_creation_input_tokens: written = 0 } = usage;
    return (input_tokens + written) * price.input + read * (price.cacheRead ?? price.input) + output_tokens * price.output;
  }

  async call(request: ModelRequest, stream: ModelStream): Promise<ModelResponse> {
    if (this.options.described?.tools === false && mayCall(request)) throw withoutTools(request.model);
    const asked = { model: request.model, baseURL: this.baseURL };
    const failed = async (thrown: unknown) => openaiFailureOf(thrown, await sdk(), asked);
    return patiently(() => this.once(request, stream), stream, failed, this.options.sleep);
  }

  /** The models that the server offers. Rejects with a `ModelError`. */
  async listModels(): Promise<ModelDescription[]> {
    try {
      const models: ModelDescription[] = [];
      for await (const model of (await this.client()).models.list()) models.push(describe(model as unknown as JsonObject));
      return models;
    } catch (thrown) {
      throw openaiFailureOf(thrown, await sdk(), { model: this.model, baseURL: this.baseURL }).error;
    }
  }

  private async client(): Promise<OpenAI> {
    const { apiKey, headers, fetch } = this.options;
    this.made ??= new (telling(await sdk()))({
      // The client wants one; a server that needs none ignores it.
      apiKey: apiKey || 'none',
      baseURL: this.baseURL,
      defaultHeaders: headers,
      maxRetries: 0,
      fetch,
      // A local model may take long to read a prompt.
      timeout: patienceMs,
    });
    return this.made;
  }

  /** Where the user set no limit, and the request asks for no other, the server's own holds. */
  private async once(request: ModelRequest, stream: ModelStream): Promise<ModelResponse> {
    const streams = this.options.stream !== false;
    const body = {
      ...chatRequest(request, {
        limit: this.baseURL === official ? 'max_completion_tokens' : 'max_tokens',
        most: this.options.maxTokens ? undefined : this.maxTokens,
      }),
      ...(streams ? { stream: true, stream_options: { include_usage: true } } : { stream: false }),
    };
    const { completions } = (await this.client()).chat;
    return withOwnSignal(stream.signal, async (signal) => {
      const answer = await completions.create(body as never, { signal }).asResponse();
      const came = streams ? await received(answer) : await receivedWhole(answer);
      const taken = idsTaken(request.messages);
      if ('whole' in came) return readStream(messageEvents(whole(came.whole), taken), { ...stream, onDelta: () => {} });
      return readStream(messageEvents(chunks(came.events, await sdk(), answer.headers), taken), stream);
    });
  }
}

/** The client knows one place for what a server says of its failure. */
const telling = (Sdk: typeof OpenAI) =>
  class extends Sdk {
    protected override makeStatusError(status: number, answer: object, text: string | undefined, headers: Headers) {
      return super.makeStatusError(status, answer, text ?? saidIn(answer), headers);
    }
  };

/** An error in the middle of a stream is thrown as the client would. */
async function* chunks(events: ServerEvents, Sdk: typeof OpenAI, headers: Headers): AsyncGenerator<Iterable<ChatChunk>> {
  let done = false;
  const parsed = function* (together: Iterable<ServerEvent>): Generator<ChatChunk> {
    for (const { data } of together) {
      done ||= data.startsWith('[DONE]');
      // What a server says after its end is nothing of the answer.
      if (done) return;
      const value = JSON.parse(data) as ChatChunk & { error?: object };
      if (value.error) throw new Sdk.APIError(undefined, value.error, undefined, headers);
      yield value;
    }
  };
  for await (const together of events) yield parsed(together);
}

async function* whole(answer: unknown): AsyncGenerator<ChatChunk[]> {
  if (isObject(answer) && Array.isArray(answer.choices)) return yield [answer as ChatChunk];
  const said = serverWords(typeof answer === 'string' ? answer : JSON.stringify(answer));
  const text = `the model’s answer is no chat completion (${said}): check ${addressAt}`;
  throw new ModelError(text, { kind: 'malformed', retryable: false }, openaiAddress);
}

/** OpenRouter says most, vLLM its window, the others the name alone. */
const listed = z.object({
  id: z.string(),
  name: z.string().optional().catch(undefined),
  context_length: z.number().optional().catch(undefined),
  max_model_len: z.number().optional().catch(undefined),
  top_provider: z
    .object({ max_completion_tokens: z.number().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  supported_parameters: z.array(z.string()).optional().catch(undefined),
  pricing: z
    .object({
      prompt: z.coerce.number().nonnegative(),
      completion: z.coerce.number().nonnegative(),
      input_cache_read: z.coerce.number().nonnegative().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

function describe(model: JsonObject): ModelDescription {
  const { id, name, context_length, max_model_len, top_provider, supported_parameters, pricing } = listed.parse(model);
  return {
    id,
    name: name || id,
    contextWindow: context_length ?? max_model_len,
    maxOutput: top_provider?.max_completion_tokens,
    ...(supported_parameters ? { tools: supported_parameters.includes('tools') } : {}),
    ...(pricing ? { price: { input: pricing.prompt, output: pricing.completion, cacheRead: pricing.input_cache_read } } : {}),
  };
}

const settings = {
  'openai.baseUrl': z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  'openai.headers': z.record(z.string(), z.string()),
  'openai.maxTokens': z.number().int().min(0).max(1_000_000),
  'openai.contextWindow': z.number().int().min(0).max(100_000_000),
};

const baseUrlIn = (setup: Setup) => settingsIn(settings, setup)['openai.baseUrl'] || process.env.OPENAI_BASE_URL;

function modelOf(model: string, setup: Setup): OpenAiModel {
  const given = settingsIn(settings, setup);
  return new OpenAiModel({
    apiKey: setup.key ?? '',
    model,
    baseURL: baseUrlIn(setup),
    headers: given['openai.headers'],
    maxTokens: given['openai.maxTokens'],
    contextWindow: given['openai.contextWindow'],
    described: setup.described,
    stream: setup.stream,
    fetch: setup.fetch,
  });
}

export const openai = {
  name: 'openai',
  label: 'OpenAI-compatible server',
  form: 'openai:MODEL',
  settings,
  key: { variable: 'OPENAI_API_KEY', secret: 'hooksmith.openaiApiKey' },
  address: {
    setting: 'openai.baseUrl',
    known: {
      Ollama: 'http://127.0.0.1:11434/v1',
      'LM Studio': 'http://127.0.0.1:1234/v1',
      vLLM: 'http://127.0.0.1:8000/v1',
      OpenRouter: 'https://openrouter.ai/api/v1',
      OpenAI: official,
    },
  },
  // A local server needs none.
  missing: (setup: Setup) =>
    setup.key || baseUrlIn(setup) ? undefined : 'neither the address of a server (hooksmith.openai.baseUrl) nor a key is set',
  make: (model: string, _agent: string, setup: Setup) => modelOf(model, setup),
  list: (setup: Setup) => modelOf('', setup).listModels(),
} satisfies Provider<typeof settings>;
