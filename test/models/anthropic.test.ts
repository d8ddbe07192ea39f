import assert from 'node:assert/strict';
import { modelFetch } from '../../src/adapters/web/modelFetch';
import { ModelError } from '../../src/agent/ports/model';
import { AnthropicModel, type AnthropicOptions } from '../../src/models/anthropic';
import type { JsonObject } from '../../src/shared/basics/json';
import type { ModelRequest } from '../../src/shared/messages/messages';
import { Core } from '../fixtures/core';
import { FakeMessagesApi } from '../fixtures/messagesApi';

const request: ModelRequest = {
  model: 'claude-test',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hi' }],
  system: 'be brief',
  tools: [{ name: 'A', description: '', input_schema: { type: 'object' } }],
};

describe('Anthropic model', () => {
  let api: FakeMessagesApi;
  let waits: number[];
  beforeEach(async () => {
    api = await FakeMessagesApi.start();
    waits = [];
  });
  afterEach(() => api.stop());

  const model = (stream = true, baseURL = api.url) =>
    new AnthropicModel({
      fetch: modelFetch(),
      apiKey: 'key',
      model: 'claude-test',
      baseURL,
      stream,
      sleep: async (ms, signal) => {
        waits.push(ms);
        signal.throwIfAborted();
      },
    });
  const call = async (from = model(), signal = new AbortController().signal, sent = request) => {
    const deltas: string[] = [];
    const retries: { status?: number; waitMs: number }[] = [];
    const response = await from.call(sent, {
      signal,
      onDelta: ({ type, text }) => deltas.push(`${type}:${text}`),
      onRetry: (retry) => retries.push(retry),
    });
    return { response, deltas, retries };
  };

  it('streams text and several tool calls, and counts usage with cache reads', async () => {
    api.reply({
      content: [
        { type: 'text', text: 'I will call two tools.' },
        { type: 'tool_use', id: 'a', name: 'A', input: { x: 1 } },
        { type: 'tool_use', id: 'b', name: 'A', input: {} },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 12, output_tokens: 34, cache_read_input_tokens: 5, cache_creation_input_tokens: 6 },
    });
    const { response, deltas } = await call();
    assert.equal(deltas.map((delta) => delta.replace('text:', '')).join(''), 'I will call two tools.');
    assert.ok(deltas.length > 1);
    assert.deepEqual(response.content.slice(1), [
      { type: 'tool_use', id: 'a', name: 'A', input: { x: 1 } },
      { type: 'tool_use', id: 'b', name: 'A', input: {} },
    ]);
    assert.deepEqual(response.usage, {
      input_tokens: 12,
      output_tokens: 34,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 6,
    });
    assert.equal(response.stop_reason, 'tool_use');
  });

  it('says once that a model is about to go, and names it to the API at every call', async () => {
    const aging = 'claude-sonnet-4-5-20250929';
    const { warn } = console;
    const warned: string[] = [];
    console.warn = (text: string) => void warned.push(text);
    try {
      for (const stream of [true, false, true]) {
        api.reply({ content: [{ type: 'text', text: 'ok' }] });
        await call(model(stream), undefined, { ...request, model: aging });
      }
    } finally {
      console.warn = warn;
    }
    assert.equal(warned.length, 1);
    assert.match(warned[0]!, new RegExp(`'${aging}' is deprecated`));
    assert.deepEqual(
      api.requests.map(({ body }) => body.model),
      [aging, aging, aging],
    );
  });

  it('gives the same answer without streaming', async () => {
    api.reply({ content: [{ type: 'text', text: 'whole' }] });
    const { response, deltas } = await call(model(false));
    assert.deepEqual([response.content, deltas, api.requests[0]!.body.stream], [[{ type: 'text', text: 'whole' }], [], false]);
  });

  it('keeps thinking with its signature', async () => {
    api.reply({
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'text', text: 'yes' },
      ],
    });
    const { response, deltas } = await call();
    assert.deepEqual(response.content[0], { type: 'thinking', thinking: 'hm', signature: 'sig' });
    assert.equal(deltas[0], 'thinking:hm');
  });

  it('marks what may be cached, in what is sent only', async () => {
    api.reply({ content: [{ type: 'text', text: 'ok' }] });
    const before = structuredClone(request);
    await call();
    const { body } = api.requests[0]!;
    assert.deepEqual((body.system as { cache_control: unknown }[])[0]!.cache_control, { type: 'ephemeral' });
    assert.deepEqual((body.tools as { cache_control: unknown }[])[0]!.cache_control, { type: 'ephemeral' });
    assert.match(JSON.stringify((body.messages as unknown[]).at(-1)), /ephemeral/);
    assert.deepEqual(request, before);
  });

  for (const status of [429, 529, 500]) {
    it(`retries ${status}, with the wait shown`, async () => {
      api.reply(
        { status, error: { type: 'overloaded_error', message: 'busy' }, headers: status === 429 ? { 'retry-after': '7' } : {} },
        { content: [{ type: 'text', text: 'ok' }] },
      );
      const { response, retries } = await call();
      assert.equal(response.content.length, 1);
      assert.deepEqual(
        retries.map((retry) => [retry.status, retry.waitMs]),
        [[status, status === 429 ? 7000 : 500]],
      );
      assert.deepEqual(waits, [status === 429 ? 7000 : 500]);
    });
  }

  it('does not retry what will not get better, and says how to set the key', async () => {
    api.reply({ status: 401, error: { type: 'authentication_error', message: 'invalid x-api-key' } });
    await assert.rejects(
      call(),
      (error: unknown) =>
        error instanceof ModelError && /Set Anthropic API Key/.test(error.message) && error.facts.status === 401,
    );
    assert.equal(api.requests.length, 1);
  });

  it('retries a stream that is cut off, malformed or fails midway', async () => {
    const good = { content: [{ type: 'text' as const, text: 'long enough to be cut in pieces' }] };
    api.reply(
      { ...good, cutAfter: 4 },
      { ...good, malformed: { at: 3, data: '{"type": "content_blo' } },
      { ...good, errorAt: { at: 3, type: 'overloaded_error', message: 'Overloaded' } },
      good,
    );
    const { response, retries } = await call();
    assert.deepEqual(response.content, good.content);
    assert.equal(retries.length, 3);
  });

  it('gives up after its attempts with the last error', async () => {
    api.reply(...Array.from({ length: 5 }, () => ({ status: 529, error: { type: 'overloaded_error', message: 'busy' } })));
    await assert.rejects(call(), /server is overloaded \(529 overloaded_error: busy\).*try again/);
    assert.equal(api.requests.length, 5);
  });

  it('says of a page that came instead what its title or text says, and no more', async () => {
    const title = '<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head><body><h1>502</h1></body></html>';
    const text = `<html><style>b { color: red }</style><body><h1>Sorry</h1>&nbsp;${'we are away '.repeat(100)}</body></html>`;
    for (const [page, words] of [
      [title, /server failed \(502 api_error: 502 Bad Gateway\)/],
      ['<body><p>Gone</p></body>', /server failed \(502 api_error: Gone\)/],
      [text, /\(502 api_error: Sorry (we are away )+.{0,12}…\)/],
    ] as const) {
      api.reply(...Array.from({ length: 5 }, () => ({ page })));
      await assert.rejects(call(), ({ message }: Error) => words.test(message) && message.length < 700);
    }
  });

  for (const [header, value, ms] of [
    ['retry-after-ms', '1234.5', 1234.5],
    ['retry-after', new Date(Date.now() + 3_600_000).toUTCString(), 60_000],
    ['retry-after', 'soon', 500],
    ['retry-after', new Date(0).toUTCString(), 500],
  ] as const)
    it(`waits as ${header}: ${value} asks`, async () => {
      const error = { type: 'rate_limit_error', message: 'slow down' };
      api.reply({ status: 429, error, headers: { [header]: value } }, { content: [] });
      await call();
      assert.deepEqual(waits, [ms]);
    });

  it('takes an answer in one piece where a stream was asked for, and a stream whatever its type is called', async () => {
    const content = [{ type: 'text' as const, text: 'all at once' }];
    for (const reply of [{ whole: true as const }, { headers: { 'content-type': 'text/html' } }]) {
      api.reply({ content, ...reply });
      const { response, deltas } = await call();
      assert.deepEqual(response.content, content);
      assert.equal(deltas.length > 0, !('whole' in reply));
    }
  });

  it('takes for an answer none that is no message', async () => {
    const input = 'ls' as never;
    for (const streams of [true, false])
      for (const [reply, words] of [
        [
          { status: 200, page: '<html><title>Sign in</title></html>' },
          /no message of the Messages API \(Sign in\): check the setting hooksmith.anthropic.baseUrl/,
        ],
        [{ status: 200, error: { type: 'overloaded_error', message: 'busy' } }, /no message of the Messages API \(.*busy/],
        [{ whole: true, content: [{ type: 'tool_use' as const, id: 'a', name: 'A', input }] }, /no message of the Messages API/],
      ] as const) {
        api.reply(reply as never);
        await assert.rejects(call(model(streams)), (error: ModelError) => {
          assert.ok(error instanceof ModelError, error.stack);
          assert.match(error.message, words);
          return error.facts.kind === 'malformed';
        });
      }
    assert.equal(api.requests.length, 6, 'nothing comes of asking again');
  });

  it('says what to do about a model that there is none of, and about another server than the Messages API', async () => {
    api.reply({ status: 404, error: { type: 'not_found_error', message: 'model: claude-nine' } });
    await assert.rejects(call(), /no such model \(model: claude-nine\)\. Choose another with/);
    api.reply({ status: 404, page: 'Cannot POST /v1/messages' });
    await assert.rejects(call(), (error: ModelError) => {
      assert.match(
        error.message,
        /no Messages API at http:\/\/127\.0\.0\.1:\d+ \(Cannot POST .*: check the setting hooksmith\.anthropic\.baseUrl/,
      );
      return error.facts.status === 404;
    });
  });

  it('is found at an address that is written with the version', async () => {
    for (const end of ['/v1', '/v1/', '/', '']) assert.equal((await model(true, `${api.url}${end}`).listModels()).length, 1, end);
  });

  it('names the address at which nobody answers', async () => {
    const { url } = api;
    const asking = model(true, `${url}/gateway?key=hidden`);
    await api.stop();
    await assert.rejects(
      call(asking),
      ({ message }: Error) => message.startsWith(`the model could not be reached at ${url}: `) && !/gateway|hidden/.test(message),
    );
  });

  it('leaves out a tool call whose input was cut off by the token limit', async () => {
    api.reply({
      content: [
        { type: 'text', text: 'ok' },
        { type: 'tool_use', id: 'a', name: 'A', input: '{"x": "half' as never },
      ],
      stop_reason: 'max_tokens',
    });
    const { response } = await call();
    assert.deepEqual(response.content, [{ type: 'text', text: 'ok' }]);
    assert.equal(response.stop_reason, 'max_tokens');
  });

  it('marks the end of the request before this one too, so that it is read from the cache however much came since', async () => {
    api.reply({ content: [{ type: 'text', text: 'ok' }] });
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ];
    await model().call({ ...request, messages }, { signal: new AbortController().signal, onDelta() {}, onRetry() {} });
    const sent = api.requests[0]!.body.messages as { content: { cache_control?: unknown }[] | string }[];
    assert.deepEqual(
      sent.map(({ content }) => typeof content !== 'string' && content.some((block) => block.cache_control !== undefined)),
      [true, false, true],
    );
  });

  it('tells a conversation that grows as it is at each step: no mark of an earlier request, and what was changed as changed', async () => {
    const deep = { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'two \u2028 "\ud800" é' }] };
    const messages: ModelRequest['messages'] = [{ role: 'user', content: 'one' }, deep, { role: 'user', content: 'three' }];
    const told = async (more: Partial<ModelRequest>) => {
      api.reply({ content: [{ type: 'text', text: 'ok' }] });
      await model().call({ ...request, ...more }, { signal: new AbortController().signal, onDelta() {}, onRetry() {} });
      const { body, headers } = api.requests.at(-1)!;
      assert.equal(headers['content-type'], 'application/json');
      return body;
    };
    const plain = (body: JsonObject) =>
      (body.messages as { content: string | { text: string; cache_control?: unknown }[] }[]).map(({ content }) =>
        typeof content === 'string' ? content : content.map(({ text, cache_control }) => (cache_control ? `${text} *` : text)),
      );
    assert.deepEqual(plain(await told({ messages })), [['one *'], ['two \u2028 "\ud800" é'], ['three *']]);
    const longer: ModelRequest['messages'] = [
      ...messages,
      { role: 'assistant', content: 'four' },
      { role: 'user', content: 'five' },
    ];
    const expected = ['one', ['two \u2028 "\ud800" é'], ['three *'], 'four', ['five *']];
    assert.deepEqual(plain(await told({ messages: longer })), expected);
    assert.deepEqual(plain(await told({ messages: longer })), expected);
    const changed = longer.with(1, { ...deep, content: 'changed' });
    assert.deepEqual(plain(await told({ messages: changed })), expected.with(1, 'changed'));
    const { messages: _, ...rest } = await told({
      messages: longer,
      temperature: 0.5,
      workspace_id: 'w',
    } as Partial<ModelRequest>);
    assert.deepEqual([rest.stream, rest.temperature, rest.model, 'workspace_id' in rest], [true, 0.5, request.model, false]);
    assert.equal(api.requests.at(-1)!.headers['anthropic-workspace-id'], 'w');
  });

  it('asks again without the thinking that belongs to another model or conversation', async () => {
    const thought = { type: 'thinking' as const, thinking: 'hm', signature: 'of another' };
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [thought, { type: 'text', text: 'b' }] },
      { role: 'user', content: 'c' },
    ];
    const refused = { status: 400, error: { type: 'invalid_request_error', message: 'thinking blocks cannot be verified' } };
    api.reply(refused, { content: [{ type: 'text', text: 'ok' }] });
    const retries: string[] = [];
    const once = () =>
      model().call(
        { ...request, messages },
        { signal: new AbortController().signal, onDelta() {}, onRetry: ({ message }) => retries.push(message) },
      );
    await once();
    assert.equal(JSON.stringify(api.requests[0]!.body).includes('of another'), true);
    assert.equal(JSON.stringify(api.requests[1]!.body).includes('of another'), false);
    assert.match(retries[0]!, /without the earlier thinking/);
    api.reply(refused, refused);
    await assert.rejects(once(), /cannot be verified/);
  });

  it('lets a model think as it can, within its limits, and says so in each request', () => {
    const made = (id: string, more: Partial<AnthropicOptions> = {}) =>
      new AnthropicModel({ fetch: modelFetch(), apiKey: '', model: id, ...more });
    assert.deepEqual(made('claude-sonnet-5-5').defaults, { thinking: { type: 'adaptive', display: 'summarized' } });
    assert.deepEqual(made('claude-sonnet-5-5', { thinking: 'off', effort: 'low' }).defaults, {
      output_config: { effort: 'low' },
    });
    assert.deepEqual(made('claude-haiku-4-5').defaults, {});
    assert.deepEqual(made('claude-haiku-4-5', { thinking: 2048 }).defaults, {
      thinking: { type: 'enabled', budget_tokens: 2048 },
    });
    assert.deepEqual(made('of-a-gateway', { thinking: 2048 }).defaults, {});
    assert.deepEqual(
      [
        made('claude-opus-4-1', { maxTokens: 99_999 }).maxTokens,
        made('of-a-gateway').maxTokens,
        made('claude-opus-5').contextWindow,
      ],
      [32_000, 8192, 1_000_000],
    );
  });

  it('sends its thinking with each request of the loop, where hooks see it, beside a response format', async () => {
    api.reply({ content: [{ type: 'text', text: '{}' }] });
    const thinker = new AnthropicModel({
      fetch: modelFetch(),
      apiKey: 'k',
      model: 'claude-sonnet-5-5',
      baseURL: api.url,
      effort: 'low',
    });
    const core = await Core.start({
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
export const format = hook('beforeAgent', (ctx) => ctx.modify({ responseFormat: { type: 'object' } }));
export const seen = hook('preModelCall', (ctx) => { ctx.log(JSON.stringify(ctx.request.thinking)); });`,
      },
      model: thinker,
    });
    try {
      await core.session.send('go');
      const { body } = api.requests[0]!;
      assert.deepEqual(body.thinking, { type: 'adaptive', display: 'summarized' });
      assert.deepEqual(body.output_config, { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } });
      const hook = core.events.find((event) => event.type === 'pre_model_call')!.hooks[0]!;
      assert.match(JSON.stringify(hook.logs), /adaptive/);
    } finally {
      await core.stop();
    }
  });

  it('takes a model as the API describes it, and counts tokens before a request', async () => {
    api.models = [
      {
        id: 'claude-next',
        type: 'model',
        display_name: 'Claude Next',
        max_input_tokens: 500,
        max_tokens: 50,
        capabilities: { thinking: { types: { adaptive: { supported: false }, enabled: { supported: true } } } },
      },
    ];
    const [described] = await model().listModels();
    assert.deepEqual(described, {
      id: 'claude-next',
      name: 'Claude Next',
      contextWindow: 500,
      maxOutput: 50,
      thinking: 'extended',
    });
    const next = new AnthropicModel({ fetch: modelFetch(), apiKey: 'k', model: 'claude-next', baseURL: api.url, described });
    assert.deepEqual([next.label, next.contextWindow, next.maxTokens], ['Claude Next', 500, 50]);
    const tokens = await next.countTokens(request, new AbortController().signal);
    assert.equal(tokens, JSON.stringify(api.counted[0]).length);
    assert.equal(api.counted[0]!.max_tokens, undefined);
    await api.stop();
    await assert.rejects(next.countTokens(request, new AbortController().signal), ModelError);
    api = await FakeMessagesApi.start();
  });

  it('stops at once when aborted mid-stream', async () => {
    const abort = new AbortController();
    api.reply({
      content: [{ type: 'text', text: 'a long answer that is never finished' }],
      gate: async (event) => {
        if (event === 4) {
          abort.abort();
          await new Promise(() => undefined);
        }
      },
    });
    await assert.rejects(call(model(), abort.signal), { name: 'AbortError' });
    assert.deepEqual(waits, []);
  });

  for (const [stop_reason, status] of [
    ['end_turn', 'done'],
    ['refusal', 'stopped'],
    ['max_tokens', 'stopped'],
    ['stop_sequence', 'done'],
  ] as const) {
    it(`ends a run on ${stop_reason} as ${status}`, async () => {
      const core = await Core.start({ model: model() });
      api.reply({ content: [{ type: 'text', text: 'so far' }], stop_reason });
      const result = await core.session.send('hi');
      await core.stop();
      assert.equal(result.status, status);
    });
  }

  it('names the tools of a history where none is offered, since the API takes no calls without', async () => {
    api.reply({ content: [{ type: 'text', text: 'ok' }] });
    const use = { type: 'tool_use' as const, id: 't', name: 'Read', input: {} };
    const messages = [
      { role: 'user' as const, content: 'hi' },
      { role: 'assistant' as const, content: [use] },
      { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: 't', content: 'x' }] },
    ];
    const { tools: _, ...bare } = request;
    await model().call({ ...bare, messages }, { signal: AbortSignal.timeout(10_000), onDelta: () => {}, onRetry: () => {} });
    const { tools, tool_choice } = api.requests[0]!.body as { tools: { name: string }[]; tool_choice: unknown };
    assert.deepEqual([tools.map(({ name }) => name), tool_choice], [['Read'], { type: 'none' }]);
  });

  it('goes on after pause_turn, and runs the tools of a response through hooks', async () => {
    const core = await Core.start({
      model: model(),
      files: { 'a.txt': 'content of a' },
      hooks: {
        'mark.ts':
          "import { hook } from 'hooksmith';\nexport const mark = hook('postToolUse', (ctx) => ctx.modify({ output: `marked ${ctx.output}` }));",
      },
    });
    api.reply(
      { content: [{ type: 'text', text: 'wait' }], stop_reason: 'pause_turn' },
      { content: [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: 'a.txt' } }], stop_reason: 'tool_use' },
      { content: [{ type: 'text', text: 'read it' }] },
    );
    const result = await core.session.send('hi');
    await core.stop();
    assert.equal(result.text, 'read it');
    assert.match(JSON.stringify(api.requests[2]!.body.messages), /marked {5}1\\\\tcontent of a|marked\s+1/);
    assert.equal(result.usage.input_tokens, 30);
  });

  it('goes on where a failed call broke the run', async () => {
    const core = await Core.start({ model: model() });
    api.reply(
      { status: 400, error: { type: 'invalid_request_error', message: 'no' } },
      { content: [{ type: 'text', text: 'now' }] },
    );
    const failed = await core.session.send('hi');
    assert.equal(failed.status, 'error');
    assert.equal(core.session.canContinue, true);
    const result = await core.session.continue();
    await core.stop();
    assert.deepEqual([result.status, result.text], ['done', 'now']);
    assert.equal((api.requests[1]!.body.messages as unknown[]).length, 1);
  });
});
