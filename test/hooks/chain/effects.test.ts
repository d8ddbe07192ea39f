import assert from 'node:assert/strict';
import { hook, policy } from 'hooksmith';
import type { JsonObject } from '../../../src/shared/basics/json';
import type { Message, ToolUseBlock } from '../../../src/shared/messages/messages';
import type { HookRecord } from '../../../src/shared/verdicts/hookRecord';
import { bash, payloadOf, requestOf, run } from './chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests return on purpose what the types forbid
type Any = any;
const at = (event: string, handler: (ctx: Any) => unknown, options: JsonObject = {}) => (hook as Any)(event, options, handler);
const returns = (event: string, decision: unknown, options: JsonObject = {}) => at(event, () => decision, options);
const recordOf = ({ hooks }: { hooks: HookRecord[] }, name: string) => hooks.find((record) => record.name === name)!;

/** All fields of a context, as text. */
const shown = (ctx: Any): string => {
  const fields: JsonObject = {};
  for (const name in ctx) fields[name] = ctx[name];
  return JSON.stringify(fields);
};
const user = (content: Message['content']): Message => ({ role: 'user', content });
const use = (id: string): ToolUseBlock => ({ type: 'tool_use', id, name: 'Echo', input: {} });
const resultOf = (id: string): Message => user([{ type: 'tool_result', tool_use_id: id, content: 'ok' }]);

describe('chain: message lists', () => {
  const broken = [user('a'), { role: 'assistant', content: [use('1')] }];
  const bad: [string, JsonObject, string][] = [
    ['beforeStep', { messages: broken }, 'error'],
    ['afterStep', { messages: [] }, 'continue'],
    ['preModelCall', { request: { messages: [{ role: 'assistant', content: 'x' }] } }, 'error'],
    ['userMessage', { message: resultOf('1') }, 'deny'],
    ['toolResultMessages', { messages: [user('no result')] }, 'continue'],
    ['postModelCall', { response: { content: [use('1'), use('1')] } }, 'error'],
    ['stop', { response: { content: [use('1')] } }, 'continue'],
    ['afterAgent', { response: { content: [use('1')] } }, 'continue'],
  ];
  for (const [event, patch, end] of bad)
    it(`${event}: one that no model accepts is that hook’s error, and what was there stays`, async () => {
      const seen: unknown[] = [];
      const outcome = await run(
        {
          culprit: at(event, (ctx) => ctx.modify(patch)),
          innocent: at(event, () => void seen.push(1)),
        },
        requestOf(event as never),
      );
      const { decision, error, changed } = recordOf(outcome, 'culprit');
      assert.deepEqual([decision, changed], ['error', undefined]);
      assert.match(error!.message, /no model|exactly one tool_result|nobody would run/);
      assert.deepEqual(outcome.payload, payloadOf(event as never));
      assert.equal(outcome.end.action, end);
      assert.equal(seen.length, end === 'continue' ? 1 : 0);
    });

  it('neighbours of one role are joined before the next hook sees them', async () => {
    const seen: Message[][] = [];
    await run(
      {
        a: at('beforeStep', (ctx) => ctx.modify({ messages: [...ctx.messages, user('more')] })),
        b: at('beforeStep', (ctx) => void seen.push(ctx.messages)),
      },
      requestOf('beforeStep'),
    );
    assert.deepEqual(seen[0], [
      user([
        { type: 'text', text: 'hello' },
        { type: 'text', text: 'more' },
      ]),
    ]);
  });

  it('a call that waits already may go on waiting, no other', async () => {
    const messages = [user('a'), { role: 'assistant', content: [use('1')] }];
    const keep = (first: string) => at('afterStep', (ctx) => ctx.modify({ messages: [user(first), ...ctx.messages.slice(1)] }));
    const kept = await run({ keep: keep('b') }, requestOf('afterStep', { messages }));
    assert.equal((kept.payload.messages as Message[])[0]!.content, 'b');
    const opened = await run(
      {
        open: at('afterStep', (ctx) =>
          ctx.modify({ messages: [...ctx.messages, resultOf('1'), { role: 'assistant', content: [use('2')] }] }),
        ),
      },
      requestOf('afterStep', { messages }),
    );
    assert.match(recordOf(opened, 'open').error!.message, /'2' has no tool_result/);
  });

  it('an answer in the model’s place has calls with ids of their own; for the agent it has none', async () => {
    const taken = [user('a'), { role: 'assistant', content: [use('1')] }, resultOf('1')];
    const request = requestOf('preModelCall', { request: { model: 'm', max_tokens: 1, messages: taken } });
    const answers = (id: string) => returns('preModelCall', { action: 'respond', value: [use(id)] });
    assert.equal((await run({ fresh: answers('2') }, request)).end.action, 'respond');
    assert.match(recordOf(await run({ again: answers('1') }, request), 'again').error!.message, /another has/);
    const agent = await run({ it: returns('beforeAgent', { action: 'respond', value: [use('1')] }) }, requestOf('beforeAgent'));
    assert.match(recordOf(agent, 'it').error!.message, /nobody would run/);
  });

  it('thinking is signed: a change of it is the hook’s error', async () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 's' };
    const response = { role: 'assistant', content: [thinking, { type: 'text', text: 'a' }], stop_reason: 'end_turn', usage: {} };
    const patched = (content: unknown[]) =>
      run(
        { it: returns('postModelCall', { action: 'modify', response: { content } }) },
        requestOf('postModelCall', { response }),
      );
    assert.match(recordOf(await patched([{ ...thinking, thinking: 'ha' }]), 'it').error!.message, /signed/);
    assert.equal(recordOf(await patched([{ type: 'text', text: 'b' }]), 'it').error, undefined);
  });
  it('thinking that streams is signed, too: later hooks see it as it was, and it can be dropped', async () => {
    const piece = (type: string, text: string) => {
      const second = at('modelDelta', (ctx) => ctx.log(ctx.delta.text));
      const request = requestOf('modelDelta', { delta: { type, text: 'hm' } });
      return run({ it: returns('modelDelta', { action: 'modify', text }), second }, request);
    };
    const changed = await piece('thinking', 'ha');
    assert.match(recordOf(changed, 'it').error!.message, /^changed thinking, which is signed/);
    assert.deepEqual([recordOf(changed, 'second').logs, changed.payload.delta], [['hm'], { type: 'thinking', text: 'hm' }]);
    for (const outcome of [await piece('thinking', ''), await piece('text', 'ha'), await piece('thinking', 'hm')])
      assert.equal(recordOf(outcome, 'it').error, undefined);
  });
});

describe('chain: the text of a message', () => {
  const image = { type: 'image', source: { type: 'url', url: 'x' } };
  it('is read as ctx.text and changed apart from its pictures', async () => {
    const seen: string[] = [];
    const { payload } = await run(
      {
        a: at('userMessage', (ctx) => ctx.modify({ text: `${ctx.text}!` })),
        b: at('userMessage', (ctx) => void seen.push(ctx.text, JSON.stringify(Object.keys(ctx).includes('text')))),
      },
      requestOf('userMessage', {
        message: user([image as never, { type: 'text', text: 'look' }, { type: 'text', text: 'here' }]),
      }),
    );
    assert.deepEqual(payload.message, user([image as never, { type: 'text', text: 'look\nhere!' }]));
    assert.equal(seen[0], 'look\nhere!');
  });

  it('comes after all else where there was none', async () => {
    const { payload } = await run(
      { a: returns('userMessage', { action: 'modify', text: 'x' }) },
      requestOf('userMessage', { message: user([image as never]) }),
    );
    assert.deepEqual(payload.message, user([image as never, { type: 'text', text: 'x' }]));
  });

  it('is that of the new message, where both are given', async () => {
    const decision = { action: 'modify', text: 'x', message: user([image as never, { type: 'text', text: 'old' }]) };
    const { payload } = await run({ a: returns('userMessage', decision) }, requestOf('userMessage'));
    assert.deepEqual(payload.message, user([image as never, { type: 'text', text: 'x' }]));
  });

  it('that is empty keeps what was there, and the record says so', async () => {
    const outcome = await run({ a: returns('userMessage', { action: 'modify', text: '' }) }, requestOf('userMessage'));
    assert.deepEqual(outcome.payload, payloadOf('userMessage'));
    assert.equal(recordOf(outcome, 'a').noEffect, 'an empty text keeps what was there');
  });

  it('is withheld with its message where a redacting hook fails', async () => {
    const { payload } = await run(
      { a: at('userMessage', () => assert.fail('x'), { redacts: true, onError: 'continue' }) },
      requestOf('userMessage', { message: user('secret') }),
    );
    assert.doesNotMatch(JSON.stringify(payload), /secret/);
  });
});

describe('chain: errors as changes', () => {
  const own = Object.assign(new RangeError('too far'), { kind: 'far', status: 7, code: 'X' });
  for (const event of ['toolError', 'modelError'] as const) {
    const changed = async (error: unknown) =>
      (await run({ a: returns(event, { action: 'modify', error }) }, requestOf(event))).payload.error;
    it(`${event} takes text, an Error, and fields`, async () => {
      assert.deepEqual(await changed('new'), { kind: 'tool', name: 'Error', message: 'new' });
      assert.deepEqual(await changed(own), { kind: 'far', name: 'RangeError', message: 'too far', status: 7 });
      assert.deepEqual(await changed({ kind: 'soft' }), { kind: 'soft', name: 'Error', message: 'failed' });
    });
    it(`${event} refuses fields that no error has`, async () => {
      for (const error of [{ mesage: 'x' }, { message: 5 }, { message: undefined }, 5]) {
        const outcome = await run({ a: returns(event, { action: 'modify', error }) }, requestOf(event));
        assert.equal(recordOf(outcome, 'a').decision, 'error', JSON.stringify(error));
      }
    });
  }
  it('an Error as a tool’s output is its text', async () => {
    const { payload } = await run({ a: returns('postToolUse', { action: 'modify', output: own }) }, requestOf('postToolUse'));
    assert.equal(payload.output, 'too far');
  });
});

describe('chain: one more stop signal', () => {
  it('stands among the others by its strength, and names its hook', async () => {
    const first = { reason: 'completed', message: 'done', source: 'main' };
    const { payload } = await run(
      {
        a: returns('stop', { action: 'modify', signal: 'look at this' }),
        b: returns('stop', {
          action: 'modify',
          signal: { reason: 'retry_limit', message: 'gave up', source: 'b', context: { n: 3 } },
        }),
      },
      requestOf('stop', { signals: [first] }),
    );
    assert.deepEqual(
      (payload.signals as { reason: string; source: string }[]).map(({ reason, source }) => `${reason} ${source}`),
      ['stop_requested a (/w/.hooksmith/hooks/test.ts:1)', 'retry_limit b', 'completed main'],
    );
    assert.equal(payload.reason, 'stop_requested');
  });
  it('is refused with another reason or field', async () => {
    for (const signal of [{ message: 'x', reason: 'boredom' }, { message: 'x', sauce: 'y' }, { reason: 'error' }, 5])
      assert.equal(
        recordOf(await run({ a: returns('stop', { action: 'modify', signal }) }, requestOf('stop')), 'a').decision,
        'error',
      );
  });
});

describe('chain: an answer that lets later hooks run', () => {
  for (const event of ['beforeAgent', 'preModelCall', 'preToolUse'] as const) {
    const answers = returns(event, { action: 'respond', value: 'mine', final: false });
    const request = () => (event === 'preToolUse' ? bash('ls') : requestOf(event));
    it(`${event}: they do not see it, and it stands`, async () => {
      const seen: string[] = [];
      const outcome = await run({ answers, later: at(event, (ctx) => void seen.push(shown(ctx))) }, request());
      assert.deepEqual([outcome.end.action, seen.length], ['respond', 1]);
      assert.doesNotMatch(seen.join() + JSON.stringify(outcome.payload), /mine/);
    });
    it(`${event}: they may stop`, async () => {
      const outcome = await run({ answers, later: returns(event, { action: 'stop', reason: 'no' }) }, request());
      assert.equal(outcome.end.action, 'stop');
    });
    it(`${event}: another answer and a change come to nothing, and are recorded so`, async () => {
      const change =
        event === 'beforeAgent'
          ? { system: 'x' }
          : event === 'preToolUse'
            ? { input: { timeout: 1 } }
            : { request: { max_tokens: 1 } };
      const outcome = await run(
        {
          answers,
          other: returns(event, { action: 'respond', value: 'theirs' }),
          change: returns(event, { action: 'modify', ...change }),
        },
        request(),
      );
      assert.equal((outcome.end as { value: unknown }).value, 'mine');
      assert.match(recordOf(outcome, 'other').noEffect!, /answers has answered/);
      assert.match(recordOf(outcome, 'change').noEffect!, /answers has answered/);
      assert.equal(recordOf(outcome, 'answers').noEffect, undefined);
    });
  }
  it('they, and the policies, may deny', async () => {
    const answers = returns('preToolUse', { action: 'respond', value: 'mine', final: false });
    const denied = await run({ answers, later: returns('preToolUse', { action: 'deny', reason: 'no' }) }, bash('ls'));
    assert.equal(denied.end.action, 'deny');
    const judged = await run({ answers, judge: policy((ctx) => ctx.deny('no')) }, bash('ls'));
    assert.deepEqual([judged.end.action, judged.judgement?.action], ['respond', 'deny']);
  });
  it('one of them that fails closes the gate', async () => {
    const answers = returns('preToolUse', { action: 'respond', value: 'mine', final: false });
    const outcome = await run({ answers, later: at('preToolUse', () => assert.fail('x')) }, bash('ls'));
    assert.equal(outcome.end.action, 'deny');
  });
});

describe('chain: what comes to nothing', () => {
  it('is recorded with the reason that the core gives, and later hooks run', async () => {
    const request = { ...requestOf('stop'), bars: { continueWith: 'it was the ninth' } };
    const outcome = await run(
      { a: returns('stop', { action: 'continueWith', message: 'on' }), b: returns('stop', undefined) },
      request,
    );
    assert.deepEqual([outcome.end.action, outcome.hooks.length], ['continue', 2]);
    assert.deepEqual([recordOf(outcome, 'a').decision, recordOf(outcome, 'a').noEffect], ['continueWith', 'it was the ninth']);
  });
  it('an allow that a later hook’s change voids', async () => {
    const outcome = await run(
      { a: returns('preToolUse', { action: 'allow' }), b: returns('preToolUse', { action: 'modify', input: { timeout: 9 } }) },
      bash('ls'),
    );
    assert.equal(outcome.vote, undefined);
    assert.equal(recordOf(outcome, 'a').noEffect, 'b changed the input after it');
  });
  it('an allow whose pattern does not cover the line', async () => {
    const outcome = await run(
      { a: returns('preToolUse', { action: 'allow' }, { tools: 'Bash', match: { command: 'ls*' } }) },
      bash('ls && rm x'),
    );
    assert.equal(outcome.vote, undefined);
    assert.match(recordOf(outcome, 'a').noEffect!, /cover/);
  });
  it('changes before a denial, and before a stop that leaves the step out', async () => {
    const change = returns('preToolUse', { action: 'modify', input: { timeout: 9 } });
    const denied = await run({ change, no: returns('preToolUse', { action: 'deny', reason: 'no' }) }, bash('ls'));
    assert.equal(recordOf(denied, 'change').noEffect, 'dropped: no denied');
    assert.equal(recordOf(denied, 'change').dropped, true);
    assert.ok(recordOf(denied, 'change').changed!.length > 0);
    const stopped = await run({ change, no: returns('preToolUse', { action: 'stop', reason: 'no' }) }, bash('ls'));
    assert.equal(recordOf(stopped, 'change').noEffect, 'dropped: no ended it');
    const after = returns('postToolUse', { action: 'modify', output: 'x' });
    const kept = await run({ after, no: returns('postToolUse', { action: 'stop', reason: 'no' }) }, requestOf('postToolUse'));
    assert.equal(recordOf(kept, 'after').noEffect, undefined);
  });
  it('a second answer at a recovery point, and a change after it', async () => {
    const outcome = await run(
      {
        a: returns('toolError', { action: 'respond', value: 'mine' }),
        b: returns('toolError', { action: 'respond', value: 'theirs' }),
        c: returns('toolError', { action: 'retry' }),
      },
      requestOf('toolError'),
    );
    assert.equal((outcome.end as { value: unknown }).value, 'mine');
    for (const name of ['b', 'c']) assert.match(recordOf(outcome, name).noEffect!, /a has answered/);
  });
  it('a change of nothing', async () => {
    const outcome = await run({ a: returns('preToolUse', { action: 'modify', input: {} }) }, bash('ls'));
    assert.equal(recordOf(outcome, 'a').noEffect, 'it changes nothing');
  });
});
