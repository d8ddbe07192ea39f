/** What is said to help against a failure of a model, beside its words. */
import { strict as assert } from 'node:assert';
import { Anthropic } from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { factsOfError } from '../../src/agent/model/turn';
import { ModelError } from '../../src/agent/ports/model';
import { failureOf } from '../../src/models/failures';
import { wholeAnswer } from '../../src/models/messageStream';
import { openaiFailureOf } from '../../src/models/openaiFailures';
import { saidIn } from '../../src/models/serverWords';
import { knownEvent } from '../../src/shared/events/readEvent';

const choose = 'hooksmith.chooseModel';
const baseURL = 'http://127.0.0.1:1/v1';

describe('what helps against a failure of a model', () => {
  const anthropic = (status: number, body: object | undefined) =>
    failureOf(Anthropic.APIError.generate(status, body, 'said', new Headers()), Anthropic, baseURL).error;
  const openAi = (status: number, message: string, isJson = true) =>
    openaiFailureOf(
      OpenAI.APIError.generate(status, isJson ? { error: { message } } : undefined, message, new Headers()),
      OpenAI,
      {
        model: 'tiny',
        baseURL,
      },
    ).error;
  const thrown = (make: () => unknown): unknown => {
    try {
      return make();
    } catch (error) {
      return error;
    }
  };
  const refused = Object.assign(new OpenAI.APIConnectionError({ message: 'no' }), {
    cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
  });
  const rows: [what: string, error: () => unknown, ...ways: string[]][] = [
    ['a wrong key', () => anthropic(401, { error: { type: 'authentication_error', message: 'bad' } }), 'hooksmith.setApiKey'],
    ['no Messages API', () => anthropic(404, undefined), 'hooksmith.anthropic.baseUrl'],
    ['a page in place of an answer', () => thrown(() => wholeAnswer('<html>')), 'hooksmith.anthropic.baseUrl'],
    [
      'nobody at an address that was set',
      () => failureOf(new Anthropic.APIConnectionError({ message: 'no' }), Anthropic, baseURL).error,
      'hooksmith.anthropic.baseUrl',
    ],
    [
      'no way to the API itself',
      () => failureOf(new Anthropic.APIConnectionError({ message: 'no' }), Anthropic, 'https://api.anthropic.com').error,
    ],
    ['no such model', () => anthropic(404, { error: { type: 'not_found_error', message: 'model: x' } })],
    ['a server with much to do', () => anthropic(529, { error: { type: 'overloaded_error', message: 'hooksmith.a.b' } })],
    [
      'more than the context takes',
      () => anthropic(400, { error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' } }),
      'hooksmith.compact',
    ],
    [
      'an answer that the context has no room for',
      () =>
        anthropic(400, {
          error: { type: 'invalid_request_error', message: 'input length and `max_tokens` exceed context limit' },
        }),
      'hooksmith.compact',
    ],
    [
      'a request that is too large',
      () => anthropic(413, { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }),
      'hooksmith.compact',
    ],
    ['another mistake', () => anthropic(400, { error: { type: 'invalid_request_error', message: 'max_tokens: 9 > 8' } })],
    ['a wrong key of another server', () => openAi(401, 'bad'), 'hooksmith.openai.baseUrl'],
    ['no such model there', () => openAi(404, 'no tiny')],
    ['no Chat Completions API', () => openAi(404, 'no page', false), 'hooksmith.openai.baseUrl'],
    ['a full context', () => openAi(400, 'maximum context'), 'hooksmith.openai.contextWindow', 'hooksmith.compact'],
    ['nobody there', () => openaiFailureOf(refused, OpenAI, { model: 'tiny', baseURL }).error, 'hooksmith.openai.baseUrl'],
  ];
  for (const [what, error, ...ways] of rows)
    it(what, () => {
      const made = error();
      assert.ok(made instanceof ModelError);
      assert.deepEqual(factsOfError(made).waysOut, [...ways, choose]);
    });

  it('has the words of a server that is no Messages API, wherever they stand', () => {
    const bodies = [
      { error: 'plain' },
      { detail: 'plain' },
      { detail: [{ msg: 'plain' }] },
      { error: 'Bad Request', message: 'plain' },
    ];
    for (const body of bodies) assert.equal(anthropic(400, body).message, '400 api_error: plain', JSON.stringify(body));
    const odd = anthropic(400, { error: { type: 5, message: { a: 1 } } });
    assert.deepEqual([odd.facts.kind, odd.facts.retryable, /"a":1/.test(odd.message)], ['api_error', false, true]);
    let deep: object = { error: 'plain' };
    for (let n = 0; n < 100_000; n++) deep = { error: deep };
    assert.equal(saidIn(deep), undefined);
  });

  it('says of what passes by itself what happened, and that another try may help, whoever’s server it is', () => {
    for (const [status, words] of [
      [529, /server is overloaded \(529 .*said\)\. .*try again/],
      [429, /more was asked .*\(429 .*said\)\. Try again/],
      [503, /server failed \(503 .*said\)\. .*try again/],
    ] as const)
      for (const error of [anthropic(status, { error: { message: 'said' } }), openAi(status, 'said')]) {
        assert.match(error.message, words);
        assert.equal(error.facts.retryable, true);
      }
    const midway = new Anthropic.APIError(undefined, { error: { type: 'overloaded_error', message: 'said' } }, 'said', undefined);
    assert.match(failureOf(midway, Anthropic, baseURL).error.message, /server is overloaded \(overloaded_error: said\)/);
    const closed = new TypeError('terminated', { cause: new Error('other side closed') });
    assert.match(
      failureOf(closed, Anthropic, baseURL).error.message,
      /broke off .*\(terminated \(other side closed\)\)\. Try again/,
    );
    assert.match(openaiFailureOf(closed, OpenAI, { model: 'tiny', baseURL }).error.message, /broke off .*Try again/);
  });

  it('is what every error of a model knows, and no other', () => {
    const facts = { kind: 'api_error' as const, retryable: false };
    assert.deepEqual(new ModelError('m', facts, choose).waysOut, [choose]);
    assert.equal(factsOfError(new Error('hooksmith.openai.baseUrl')).waysOut, undefined);
  });

  it('is read with the event; one of a version that knew none is read too', () => {
    const event = (error: object) =>
      knownEvent({
        ...{ id: 'e1', type: 'run_error', timestamp: '', sessionId: 's', runId: 'r', agentName: 'main', branch: 'main', step: 0 },
        ...{ hooks: [], skipped: {}, data: { signals: [] } },
        error: { name: 'ModelError', message: 'm', ...error },
      } as never).type;
    assert.deepEqual(
      [event({}), event({ waysOut: [choose] }), event({ waysOut: ['rm -rf /'] })],
      ['run_error', 'run_error', 'other'],
    );
  });
});
