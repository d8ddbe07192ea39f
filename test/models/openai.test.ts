import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelFetch } from '../../src/adapters/web/modelFetch';
import { ModelError } from '../../src/agent/ports/model';
import { OpenAiModel, type OpenAiOptions, openai } from '../../src/models/openai';
import type { ModelRequest } from '../../src/shared/messages/messages';
import { type ChatReply, calls, counted, delta, FakeChatApi, says } from '../fixtures/chatApi';
import { Core } from '../fixtures/core';

const tools = [{ name: 'A', description: 'does a', input_schema: { type: 'object' } }];
const request: ModelRequest = {
  model: 'tiny',
  max_tokens: 8192,
  messages: [{ role: 'user', content: 'hi' }],
  system: 'be brief',
  tools,
};

describe('OpenAI-compatible model', () => {
  let api: FakeChatApi;
  let waits: number[];
  beforeEach(async () => {
    api = await FakeChatApi.start();
    waits = [];
  });
  afterEach(() => api.stop());

  const model = (options: Partial<OpenAiOptions> = {}) =>
    new OpenAiModel({
      fetch: modelFetch(),
      apiKey: 'key',
      model: 'tiny',
      baseURL: options.baseURL ?? api.url,
      sleep: async (ms, signal) => {
        waits.push(ms);
        signal.throwIfAborted();
      },
      ...options,
    });
  const call = async (asked: Partial<ModelRequest> = {}, from = model(), signal = new AbortController().signal) => {
    const deltas: string[] = [];
    const response = await from.call(
      { ...request, ...asked },
      { signal, onDelta: ({ type, text }) => deltas.push(`${type}:${text}`), onRetry: () => {} },
    );
    return { response, deltas, sent: api.requests.at(-1)!.body };
  };
  const failing = async (reply: ChatReply, asked: Partial<ModelRequest> = {}): Promise<ModelError> => {
    api.reply(reply);
    const error = await call(asked).then(
      () => assert.fail('it answered'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ModelError, String(error));
    return error;
  };

  describe('answers', () => {
    it('with streamed text, and counts usage', async () => {
      api.reply({ chunks: [delta({ content: 'Hello ' }), delta({ content: 'you' }), delta({}, 'stop'), counted(12, 3, 5)] });
      const { response, deltas } = await call();
      assert.deepEqual(deltas, ['text:Hello ', 'text:you']);
      assert.deepEqual(response.content, [{ type: 'text', text: 'Hello you' }]);
      assert.equal(response.stop_reason, 'end_turn');
      const { input_tokens, output_tokens, cache_read_input_tokens } = response.usage;
      assert.deepEqual([input_tokens, output_tokens, cache_read_input_tokens], [7, 3, 5]);
    });

    it('with several streamed calls', async () => {
      api.reply(calls({ id: 'a', name: 'A', input: { x: 'a long one' } }, { id: 'b', name: 'A', input: {} }));
      const { response } = await call();
      assert.equal(response.stop_reason, 'tool_use');
      assert.deepEqual(response.content, [
        { type: 'tool_use', id: 'a', name: 'A', input: { x: 'a long one' } },
        { type: 'tool_use', id: 'b', name: 'A', input: {} },
      ]);
    });

    it('with calls as odd servers send them: whole, of one index, without ids, with objects, ended by stop', async () => {
      const one = (id: string | undefined, args: unknown) =>
        delta({ tool_calls: [{ index: 0, id, function: { name: 'A', arguments: args } }] });
      api.reply({ chunks: [one('x', '{"n":1}'), one('y', { n: 2 }), one('z', null), delta({}, 'stop')] });
      const { response } = await call();
      assert.equal(response.stop_reason, 'tool_use');
      assert.deepEqual(
        response.content.map((block) => block.type === 'tool_use' && [block.id, block.input]),
        [
          ['x', { n: 1 }],
          ['y', { n: 2 }],
          ['z', {}],
        ],
      );
    });

    it('with ids of calls that are new in the conversation, where the server counts them anew or gives none', async () => {
      const messages: ModelRequest['messages'] = [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_0', name: 'A', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_0', content: 'done' }] },
      ];
      api.reply(calls({ id: 'call_0', name: 'A', input: {} }, { name: 'A', input: {} }, { name: 'A', input: {} }));
      const { response } = await call({ messages });
      const ids = response.content.map((block) => block.type === 'tool_use' && block.id);
      assert.equal(new Set([...ids, 'call_0']).size, 4, ids.join());
    });

    it('with its reasoning apart from its words', async () => {
      api.reply({
        chunks: [delta({ reasoning_content: 'hm' }), delta({ reasoning: ', so' }), delta({ content: 'yes' }), delta({}, 'stop')],
      });
      const { response, deltas } = await call();
      assert.deepEqual(deltas, ['thinking:hm', 'thinking:, so', 'text:yes']);
      assert.deepEqual(
        response.content.map(({ type }) => type),
        ['thinking', 'text'],
      );
    });

    it('whole, where no stream is asked for', async () => {
      const tool_calls = [{ id: 'q', type: 'function', function: { name: 'A', arguments: '{"x":1}' } }];
      api.reply({ message: { content: 'There.', tool_calls }, finish: 'tool_calls' });
      const { response, deltas, sent } = await call({}, model({ stream: false }));
      assert.deepEqual([sent.stream, deltas], [false, []]);
      assert.deepEqual(response.content, [
        { type: 'text', text: 'There.' },
        { type: 'tool_use', id: 'q', name: 'A', input: { x: 1 } },
      ]);
      assert.equal(response.usage.output_tokens, 3);
    });

    it('with an end that a limit or a filter put, and no call that was cut in half', async () => {
      const half = delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'A', arguments: '{"x": "ha' } }] });
      api.reply(
        { chunks: [delta({ content: 'so' }), half, delta({}, 'length')] },
        { chunks: [delta({ content: 'no' }), delta({}, 'content_filter')] },
      );
      const cut = await call();
      assert.deepEqual([cut.response.stop_reason, cut.response.content], ['max_tokens', [{ type: 'text', text: 'so' }]]);
      assert.equal((await call()).response.stop_reason, 'refusal');
    });
  });

  describe('is asked', () => {
    it('in the words of its API', async () => {
      api.reply(says('ok'));
      const { sent } = await call({
        messages: [
          { role: 'user', content: 'look' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'hm', signature: '' },
              { type: 'text', text: 'Looking.' },
              { type: 'tool_use', id: 'a', name: 'A', input: { x: 1 } },
              { type: 'tool_use', id: 'b', name: 'A', input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'seen' }, png] },
              { type: 'tool_result', tool_use_id: 'b', content: 'gone', is_error: true },
              { type: 'text', text: 'and this' },
            ],
          },
        ],
        temperature: 0.5,
        thinking: { type: 'disabled' },
        stop_sequences: ['END'],
        tool_choice: { type: 'any' },
        output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
      });
      assert.deepEqual(sent, {
        model: 'tiny',
        temperature: 0.5,
        stop: ['END'],
        stream: true,
        stream_options: { include_usage: true },
        reasoning_effort: 'low',
        response_format: { type: 'json_schema', json_schema: { name: 'response', schema: { type: 'object' } } },
        tools: [{ type: 'function', function: { name: 'A', description: 'does a', parameters: { type: 'object' } } }],
        tool_choice: 'required',
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'look' },
          {
            role: 'assistant',
            content: 'Looking.',
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'A', arguments: '{"x":1}' } },
              { id: 'b', type: 'function', function: { name: 'A', arguments: '{}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'a', content: 'seen\n[a picture, which follows]' },
          { role: 'tool', tool_call_id: 'b', content: 'Error: gone' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'From the result of a:' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
              { type: 'text', text: 'and this' },
            ],
          },
        ],
      });
      assert.equal(api.requests[0]!.headers.authorization, 'Bearer key');
    });

    it('for no more than a limit that somebody set', async () => {
      api.reply(says('a'), says('b'), says('c'));
      assert.equal('max_tokens' in (await call()).sent, false);
      assert.equal((await call({ max_tokens: 50 })).sent.max_tokens, 50);
      assert.equal((await call({ max_tokens: 300 }, model({ maxTokens: 300 }))).sent.max_tokens, 300);
    });

    it('with headers of the user', async () => {
      api.reply(says('a'));
      await call({}, model({ apiKey: '', headers: { 'x-title': 'mine' } }));
      assert.equal(api.requests[0]!.headers['x-title'], 'mine');
    });

    it('no more once the call is cancelled', async () => {
      const stop = new AbortController();
      api.reply({
        chunks: [delta({ content: 'one' }), delta({ content: 'two' })],
        gate: async (event) => {
          if (event === 1) stop.abort(new Error('enough'));
          if (event === 1)
            await new Promise((resolve) => stop.signal.addEventListener('abort', resolve) ?? setImmediate(resolve));
        },
      });
      await assert.rejects(call({}, model(), stop.signal), /enough/);
      assert.equal(api.requests.length, 1);
    });
  });

  describe('says what went wrong', () => {
    const refused = (status: number, message: string, code?: string): ChatReply => ({ status, error: { message, code } });
    const table: [what: string, reply: () => ChatReply, kind: string, text: RegExp][] = [
      ['a wrong key', () => refused(401, 'Incorrect API key'), 'authentication_error', /refused the API key.*OPENAI_API_KEY/],
      [
        'a model that is not there',
        () => refused(404, "model 'tiny' not found"),
        'not_found',
        /does not have the model tiny.*Choose Model/,
      ],
      [
        'no such API',
        () => ({ status: 404, error: '404 page not found' }),
        'not_found',
        /no Chat Completions API.*hooksmith\.openai\.baseUrl.*\/v1/,
      ],
      [
        'a full context',
        () => refused(400, "This model's maximum context length is 4096 tokens", 'context_length_exceeded'),
        'context_length_exceeded',
        /hooksmith\.openai\.contextWindow/,
      ],
      [
        'a full context of llama.cpp',
        () => refused(400, 'the request exceeds the available context size'),
        'context_length_exceeded',
        /no longer fits/,
      ],
      [
        'a model without tools (Ollama)',
        () => refused(400, 'registry.ollama.ai/library/tiny does not support tools'),
        'no_tools',
        /tiny cannot call tools/,
      ],
      [
        'a model without tools (OpenRouter)',
        () => refused(404, 'No endpoints found that support tool use.'),
        'no_tools',
        /tiny cannot call tools/,
      ],
      [
        'a server without tools (vLLM)',
        () => refused(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        'no_tools',
        /cannot call tools.*--enable-auto-tool-choice/,
      ],
      [
        'a model without eyes',
        () => refused(400, 'tiny is not a multimodal model: image_url is not supported'),
        'no_pictures',
        /cannot look at pictures/,
      ],
      [
        'an empty purse',
        () => refused(429, 'You exceeded your current quota', 'insufficient_quota'),
        'insufficient_quota',
        /429 insufficient_quota/,
      ],
    ];
    for (const [body, text] of [
      ['{"error":"plain"}', /^400 api_error: plain$/],
      ['{"detail":"plain"}', /^400 api_error: plain$/],
      ['{"detail":[{"loc":["body"],"msg":"plain"}]}', /^400 api_error: plain$/],
      ['{"object":"error","message":"plain","code":400}', /^400 api_error: plain$/],
      ['{"error":{"message":{"a":1}}}', /^400 api_error: \{"a":1\}$/],
      ['{"message":"maximum context length is 4096 tokens"}', /no longer fits the context of tiny/],
    ] as const)
      it(`in the words that a server has for it, wherever in its answer they stand: ${body}`, async () => {
        assert.match((await failing({ status: 400, error: body })).message, text);
      });

    for (const [what, reply, kind, text] of table)
      it(`of ${what}, once`, async () => {
        const error = await failing(reply());
        assert.match(error.message, text);
        assert.deepEqual([error.facts.kind, error.facts.retryable, waits], [kind, false, []]);
      });

    it('of a server that is not running, and names the setting', async () => {
      const { url } = api;
      await api.stop();
      await assert.rejects(call({}, model({ baseURL: url })), (error: ModelError) => {
        assert.match(
          error.message,
          /no model server answers at http:\/\/127\.0\.0\.1:\d+\/v1 \(ECONNREFUSED\).*running\?.*hooksmith\.openai\.baseUrl/,
        );
        return !error.facts.retryable;
      });
      assert.deepEqual(waits, []);
    });

    it('of an answer that breaks off, after trying again', async () => {
      const cut = { chunks: [delta({ content: 'ha' })], cut: true };
      api.reply(cut, cut, cut, cut, cut);
      await assert.rejects(call(), /connection to the model server .* failed/);
      assert.equal(api.requests.length, 5);
    });

    it('of an answer that ends without a word on its end, after trying again', async () => {
      const open = { chunks: [delta({ content: 'ha' })] };
      api.reply(open, open, says('whole'));
      assert.deepEqual((await call()).response.content, [{ type: 'text', text: 'whole' }]);
      assert.equal(api.requests.length, 3);
    });

    it('of a call whose input is no JSON object, after trying again', async () => {
      const wrong = (json: string) => ({
        chunks: [
          delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'A', arguments: json } }] }),
          delta({}, 'tool_calls'),
        ],
      });
      api.reply(wrong('{x'), wrong('[1]'), says('fine'));
      assert.deepEqual((await call()).response.content, [{ type: 'text', text: 'fine' }]);
    });

    it('of an error in the middle of the stream', async () => {
      const broken = (code: number) => ({
        chunks: [delta({ content: 'ha' }), { error: { message: 'Provider disconnected', code } }],
      });
      api.reply(broken(502), says('fine'));
      assert.deepEqual((await call()).response.content, [{ type: 'text', text: 'fine' }]);
      assert.match((await failing(broken(400))).message, /Provider disconnected/);
    });

    it('and waits as long as the server asks', async () => {
      api.reply({ ...refused(429, 'slow down'), headers: { 'retry-after': '3' } }, refused(503, 'loading'), says('fine'));
      assert.deepEqual((await call()).response.content, [{ type: 'text', text: 'fine' }]);
      assert.deepEqual(waits, [3000, 1000]);
    });

    it('not of a page or another answer than the API’s, which is told at once', async () => {
      for (const [error, words] of [
        ['<!doctype html><title>Sign in</title>', /no chat completion \(Sign in\): check the setting hooksmith\.openai\.baseUrl/],
        [{ message: 'no credits' }, /no chat completion \(.*no credits/],
      ] as const) {
        const { message, facts } = await failing({ status: 200, error });
        assert.match(message, words);
        assert.equal(facts.retryable, false);
      }
      assert.equal(api.requests.length, 2);
    });
  });

  it('takes an answer in one piece where a stream was asked for, and a stream whatever its type is called', async () => {
    api.reply({ whole: true, message: { content: 'fine' } }, { ...says('fine'), headers: { 'content-type': 'text/plain' } });
    for (let each = 0; each < 2; each++) assert.deepEqual((await call()).response.content, [{ type: 'text', text: 'fine' }]);
  });

  describe('is known by the server’s list', () => {
    const setup = () => ({
      fetch: modelFetch(),
      setting: (name: string) => (name === 'openai.baseUrl' ? api.url : undefined),
      readFile: () => '',
    });

    it('as far as that says anything', async () => {
      api.models = [
        { id: 'tiny' },
        { id: 'vllm', max_model_len: 4096 },
        {
          id: 'router',
          name: 'Router: One',
          context_length: 1000,
          top_provider: { max_completion_tokens: 100 },
          supported_parameters: ['temperature'],
          pricing: { prompt: '0.000002', completion: '0.00001', input_cache_read: '0.000001' },
        },
        { id: 'odd', context_length: 'many', pricing: { prompt: '-1', completion: '-1' } },
      ];
      const [tiny, vllm, router, odd] = await openai.list(setup());
      assert.deepEqual([tiny!.name, tiny!.contextWindow, tiny!.tools, tiny!.price], ['tiny', undefined, undefined, undefined]);
      assert.equal(vllm!.contextWindow, 4096);
      assert.deepEqual([router!.name, router!.contextWindow, router!.tools], ['Router: One', 1000, false]);
      assert.deepEqual([odd!.contextWindow, odd!.price], [undefined, undefined]);

      const made = openai.make('router', 'main', { ...setup(), described: router });
      assert.deepEqual(
        [made.label, made.contextWindow, made.maxTokens, made.priceUnknown],
        ['Router: One', 1000, 100, undefined],
      );
      const cost = made.costUsd('router', { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 1000 });
      assert.equal(cost.toFixed(6), '0.004000');
      const told = { signal: new AbortController().signal, onDelta() {}, onRetry() {} };
      await assert.rejects(made.call({ ...request, model: 'router' }, told), /router cannot call tools/);
      assert.equal(api.requests.length, 0);
      api.reply(says('words'));
      assert.equal((await made.call({ ...request, tools: [] }, told)).stop_reason, 'end_turn');
      // It is shown tools, and may not call one.
      api.reply(says('words'));
      const none = { ...request, model: 'router', tool_choice: { type: 'none' } };
      assert.equal((await made.call(none, told)).stop_reason, 'end_turn');
      const any = { ...request, model: 'router', tool_choice: { type: 'any' } };
      await assert.rejects(made.call(any, told), /router cannot call tools/);
    });

    it('and its price is said to be unknown otherwise', () => {
      const made = openai.make('tiny', 'main', setup());
      assert.deepEqual([made.priceUnknown, made.costUsd('tiny', { input_tokens: 9, output_tokens: 9 })], [true, 0]);
    });

    it('and needs an address or a key', () => {
      const none = { fetch: modelFetch(), setting: () => undefined, readFile: () => '' };
      assert.match(openai.missing(none) ?? '', /hooksmith\.openai\.baseUrl/);
      assert.equal(openai.missing({ ...none, key: 'k' }), undefined);
      assert.equal(openai.missing(setup()), undefined);
    });
  });

  it('what a hook sets in a request that the API has no word for is recorded as without effect', async () => {
    api.reply(says('Done.'));
    const core = await Core.start({
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
export const lost = hook('preModelCall', (ctx) => ctx.modify({ request: { top_k: 5, thinking: { type: 'disabled' } } }));
export const both = hook('preModelCall', (ctx) => ctx.modify({ request: { top_k: 6, temperature: 0 } }));
export const told = hook('preModelCall', (ctx) => ctx.modify({ request: { max_tokens: 100 } }));`,
      },
      model: model(),
    });
    try {
      assert.equal((await core.session.send('go')).status, 'done');
      const asked = core.events.find(({ type }) => type === 'pre_model_call');
      assert.deepEqual(
        asked?.hooks.map(({ noEffect }) => noEffect),
        ['tiny is not told of request.top_k, request.thinking', undefined, undefined],
      );
      const { temperature, max_completion_tokens, max_tokens, top_k } = api.requests.at(-1)!.body as Record<string, unknown>;
      assert.deepEqual([temperature, max_completion_tokens ?? max_tokens, top_k], [0, 100, undefined]);
    } finally {
      await core.stop();
    }
  });

  it('plays a whole run with tools, hooks and approvals like any other', async () => {
    api.reply(calls({ id: 'a', name: 'Write', input: { file_path: 'a.txt', content: 'hello' } }), says('Written.'));
    const core = await Core.start({
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
export const seen = hook('preToolUse', { tools: 'Write' }, (ctx) => ctx.modify({ input: { content: ctx.input.content + ' you' } }));`,
      },
      model: model(),
      permissions: { mode: 'acceptEdits' },
    });
    try {
      const { status, text, usage } = await core.session.send('write it');
      assert.deepEqual([status, text, usage.output_tokens], ['done', 'Written.', 7]);
      assert.equal(readFileSync(join(core.folder, 'a.txt'), 'utf8'), 'hello you');
    } finally {
      await core.stop();
    }
  });
});

const png = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'AAAA' } };
