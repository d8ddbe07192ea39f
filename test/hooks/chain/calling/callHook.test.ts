/** The call of one handler: what it is handed, what it prints, how long it may take, and how its failure is told. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { hook, policy } from 'hooksmith';
import { placeIn } from '../../../../src/hooks/chain/calling/callHook';
import { runChain } from '../../../../src/hooks/chain/running/chain';
import type { ChainEnv } from '../../../../src/hooks/chain/words/registered';
import { Printing } from '../../../../src/hooks/child/printing';
import type { JsonObject } from '../../../../src/shared/basics/json';
import type { EventName } from '../../../../src/shared/hooks/points';
import { around, bash, file, heldClock, load, requestOf, run, shownFile } from '../chaining';

// biome-ignore lint/suspicious/noExplicitAny: handlers of any event, that throw and return anything
type Any = any;
type Handler = (ctx: Any) => unknown;
const call = async (handler: Handler, options: JsonObject = {}, env: Partial<ChainEnv> = {}, event: EventName = 'message') => {
  const outcome = await run({ it: (hook as Any)(event, options, handler) }, requestOf(event), env);
  return { ...outcome, record: outcome.hooks[0]! };
};

describe('a call: what it logs', () => {
  it('values as one line, texts as they are, others as they are inspected, four levels deep', async () => {
    const { record } = await call((ctx) => {
      ctx.log('a b', 7, undefined, { a: { b: { c: { d: { e: { f: 1 } } } } } });
      ctx.log();
    });
    assert.equal(record.logs![0]!.replace(/\s+/g, ' '), 'a b 7 undefined { a: { b: { c: { d: { e: [Object] } } } } }');
    assert.equal(record.logs![1], '');
  });
  it('200 lines of 10,000 characters at most', async () => {
    const { record } = await call((ctx) => {
      for (let n = 0; n < 250; n++) ctx.log(`${n} ${'x'.repeat(10_000)}`);
    });
    assert.equal(record.logs!.length, 201);
    assert.deepEqual([record.logs![199]!.slice(0, 5), record.logs![199]!.length], ['199 x', 10_000]);
    assert.equal(record.logs![200], 'and 50 more, which are not kept');
  });
  it('to the row until it has ended; later elsewhere, and without what a later hook is to redact', async () => {
    const late: string[] = [];
    const env: Partial<ChainEnv> = { loggedLate: ({ name }, text) => late.push(`${name}: ${text}`) };
    let said: () => void = () => {};
    const talks = (hook as Any)('userMessage', { priority: 1 }, (ctx: Any) => {
      ctx.log('in time');
      said = () => ctx.log(ctx.text);
      setTimeout(() => ctx.log('late'), 0);
    });
    const cleans = (hook as Any)('userMessage', { redacts: true }, () => undefined);
    const message = { role: 'user', content: 'my secret word' };
    const alone = await run({ talks }, requestOf('userMessage', { message }), env);
    said();
    await run({ talks, cleans }, requestOf('userMessage', { message }), env);
    said();
    assert.deepEqual(alone.hooks[0]!.logs, ['in time']);
    assert.deepEqual(late, ['talks: my secret word', 'talks: withheld: it quotes what a later hook is to redact']);
  });
  it('what is printed while it starts, and not what is printed later or elsewhere', async () => {
    const isTold: boolean[] = [];
    const printing = new Printing();
    const { printed } = printing;
    const env: Partial<ChainEnv> = { within: (_, log, handle) => printing.during(log, handle) };
    const early = async () => {
      isTold.push(printed(['early', 1]));
      await undefined;
      isTold.push(printed(['late']));
    };
    const { record } = await call(early, {}, env);
    assert.deepEqual([record.logs, isTold], [['early 1'], [true, false]]);
    await call(() => assert.fail('broken'), {}, env);
    assert.equal(printed(['after a failure']), false);
  });
});

describe('a call: what it is handed', () => {
  it('complete tells who asks, with what was asked for', async () => {
    const asked: unknown[] = [];
    const complete = async (...all: unknown[]) => {
      asked.push(all);
      return 'yes';
    };
    await call((ctx) => ctx.complete('q', { maxTokens: 5 }).then(() => undefined), {}, { complete });
    await call((ctx) => ctx.complete('p').then(() => undefined), { name: 'Own' }, { complete });
    assert.deepEqual(asked, [
      ['q', { maxTokens: 5 }, { hook: 'it', file, line: 1, event: 'message' }],
      ['p', {}, { hook: 'Own', file, line: 1, event: 'message' }],
    ]);
  });
  it('runs within what the process has for it', async () => {
    const within: string[] = [];
    const { record } = await call(
      () => 'x',
      {},
      {
        within: (one, _, handle) => {
          within.push(one.id);
          return handle();
        },
      },
    );
    assert.deepEqual(within, [`${file}#it`]);
    assert.match(record.error!.message, /returned string "x"/);
  });
  it('is said to have begun with its limit, and to have returned, once each', async () => {
    const said: unknown[] = [];
    const env = { began: (_: unknown, limit: number) => void said.push(limit), returned: () => void said.push('returned') };
    await call(() => undefined, { timeoutMs: 77 }, env);
    await call(() => assert.fail('broken'), {}, env);
    assert.deepEqual(said, [77, 'returned', 5000, 'returned']);
  });
  it('one that is suspended is not called, nor said to have begun', async () => {
    const { record, env } = await call(() => assert.fail('called'), {}, { isSuspended: () => true });
    assert.deepEqual(record.error, {
      name: 'SuspendedError',
      message: 'suspended after three timeouts, or deaths of the hook host, in a row; save the file to try it again',
    });
    assert.deepEqual([env.started, env.timeouts], [[], []]);
  });
});

describe('a call: how it ends', () => {
  it('anything that can be waited for is waited for', async () => {
    // biome-ignore lint/suspicious/noThenProperty: what a library may return in place of a promise
    const thenable = { then: (resolve: (value: unknown) => void) => resolve({ action: 'deny', reason: 'late' }) };
    assert.equal((await call(() => thenable, {}, {}, 'preToolUse')).end.action, 'deny');
    assert.equal((await call(() => Promise.resolve({ action: 'deny' }), {}, {}, 'preToolUse')).end.action, 'deny');
  });
  for (const [what, thrown, told] of [
    ['an error', new RangeError('far'), { name: 'RangeError', message: 'far' }],
    ['a text', 'plain', { name: 'Error', message: 'plain' }],
    ['nothing', undefined, { name: 'Error', message: 'undefined was thrown, which says nothing' }],
    ['null', null, { name: 'Error', message: 'null was thrown, which says nothing' }],
    ['an object with a message', { message: 'its own' }, { name: 'Error', message: 'its own' }],
    ['an object without', { code: 7 }, { name: 'Error', message: '{ code: 7 }' }],
    ['a map', new Map([[1, 2]]), { name: 'Error', message: 'Map(1) { 1 => 2 }' }],
    ['a function', function lost() {}, { name: 'Error', message: '[Function: lost]' }],
    ['an object that has words for itself', { toString: () => 'its words' }, { name: 'Error', message: 'its words' }],
    ['an error without words', new RangeError(), { name: 'RangeError', message: 'RangeError without a message' }],
    [
      'what gathers others',
      new AggregateError([new Error('one'), 'two', { code: 3 }]),
      { name: 'AggregateError', message: 'one; two; { code: 3 }' },
    ],
    ['a number', 7, { name: 'Error', message: '7' }],
  ] as const)
    it(`${what} that is thrown is told by name and message`, async () => {
      for (const handler of [
        () => {
          throw thrown;
        },
        () => Promise.reject(thrown),
      ]) {
        const { line: _, column: __, ...error } = (await call(handler)).record.error as Any;
        assert.deepEqual(error, told);
      }
    });
  it('what quotes the value that the hook is to redact is told by its place alone', async () => {
    const told = async (handler: Handler, options: JsonObject = { redacts: true }, event: EventName = 'userMessage') => {
      const message = { role: 'user', content: 'my password is hunter22' };
      const request = requestOf(event, { message, text: message.content });
      const outcome = await run({ it: (hook as Any)(event, options, handler) }, request);
      return outcome.hooks[0]!.error!.message;
    };
    const withheld = 'its message is withheld: it quotes what the hook is to redact';
    const parses = (ctx: Any) => JSON.parse(ctx.text);
    assert.equal(await told(parses), withheld);
    assert.equal(await told((ctx) => Promise.reject(new Error(`no: ${ctx.text}`))), withheld);
    assert.equal(await told((ctx) => ctx.text), withheld);
    assert.match(await told(parses, {}), /my passwor/);
    assert.match(await told(parses, { redacts: true }, 'message'), /my passwor/, 'which holds nothing back');
    assert.equal(
      await told(() => {
        throw new Error('down');
      }),
      'down',
    );
    assert.match(await told(() => new Promise(() => {}), { redacts: true, timeoutMs: 5 }), /^took longer/);
    const tool = (text: string) => {
      const request = requestOf('preToolUse', {
        toolName: 'Bash',
        input: { timeout: 493817, command: 'please read all properties of it' },
      });
      return run({ it: (hook as Any)('preToolUse', { redacts: true }, () => Promise.reject(new TypeError(text))) }, request);
    };
    const ofTool = async (text: string) => (await tool(text)).hooks[0]!.error!.message;
    assert.equal(await ofTool('bad value 493817'), withheld);
    assert.equal(await ofTool('no command: read all'), withheld);
    // The engine's own words are none of the value's.
    assert.match(await ofTool("Cannot read properties of undefined (reading 'x')"), /^Cannot read/);
  });
  it('what quotes the value that a later hook is to redact is told by its place alone', async () => {
    const told = async (later: JsonObject, priority = 1) => {
      const message = { role: 'user', content: 'my password is hunter22' };
      const request = requestOf('userMessage', { message, text: message.content });
      const parses = (hook as Any)('userMessage', { priority, onError: 'continue' }, (ctx: Any) => JSON.parse(ctx.text));
      const cleans = (hook as Any)('userMessage', later, (ctx: Any) => ctx.modify({ text: 'hidden' }));
      const { hooks } = await run({ parses, cleans }, request);
      return hooks.find(({ name }) => name === 'parses')!.error!.message;
    };
    assert.equal(await told({ redacts: true }), 'its message is withheld: it quotes what a later hook is to redact');
    for (const idle of [
      {},
      { redacts: true, shadow: true },
      { redacts: true, agents: 'other' },
      { redacts: true, enabled: false },
    ])
      assert.match(await told(idle), /my passwor/);
    assert.match(await told({ redacts: true }, -1), /hidden/, 'which it has been by then');
  });
  it('a log that quotes the value that a later hook is to redact is withheld, and no other line', async () => {
    const logged = async (later: JsonObject, own: JsonObject = {}) => {
      const content = [{ type: 'text', text: 'my password is hunter22' }];
      const request = requestOf('userMessage', { message: { role: 'user', content } });
      const logs = (hook as Any)('userMessage', { priority: 1, ...own }, (ctx: Any) => {
        ctx.log('looks at the text of', ctx.event);
        ctx.log('reads', { it: ctx.text });
      });
      const cleans = (hook as Any)('userMessage', later, (ctx: Any) => ctx.modify({ text: 'hidden' }));
      const { hooks } = await run({ logs, cleans }, request);
      return hooks.find(({ name }) => name === 'logs')!.logs;
    };
    const whole = ['looks at the text of userMessage', "reads { it: 'my password is hunter22' }"];
    assert.deepEqual(await logged({ redacts: true }), [whole[0], 'withheld: it quotes what a later hook is to redact']);
    assert.deepEqual(await logged({}), whole);
    assert.deepEqual(await logged({ redacts: true, shadow: true }), whole);
    assert.deepEqual(await logged({ redacts: true }, { priority: -1 }), [whole[0], "reads { it: 'hidden' }"]);
    assert.deepEqual(await logged({ redacts: true }, { redacts: true }), whole, 'who redacts too says what they like');
  });
  it('a reason that quotes the value that a later hook is to redact is withheld, and no other', async () => {
    const told = async (decide: (ctx: Any) => unknown, later: JsonObject = { redacts: true }) => {
      const request = requestOf('preToolUse', { toolName: 'Bash', input: { command: 'login hunter22' } });
      const speaks = (hook as Any)('preToolUse', { priority: 1 }, decide);
      const cleans = (hook as Any)('preToolUse', later, () => undefined);
      const outcome = await run({ speaks, cleans }, request);
      return JSON.stringify([outcome.end, outcome.vote, outcome.hooks]);
    };
    for (const decide of [
      (ctx: Any) => ctx.deny(`not ${ctx.input.command}`),
      (ctx: Any) => ctx.ask(`really ${ctx.input.command}?`),
      (ctx: Any) => ctx.stop(`at ${ctx.input.command}`),
      (ctx: Any) => ctx.fail(`no ${ctx.input.command}`),
      (ctx: Any) => ctx.fail({ name: 'Refused', message: `no ${ctx.input.command}` }),
    ]) {
      assert.match(await told(decide), /withheld: it quotes what a later hook is to redact/);
      assert.doesNotMatch(await told(decide), /hunter22/);
      assert.match(await told(decide, {}), /hunter22/);
    }
    assert.match(await told((ctx: Any) => ctx.deny('not at night')), /not at night/);
    assert.match(await told((ctx: Any) => ctx.fail({ name: 'Refused', message: 'no' })), /"name":"Refused","message":"no"/);
  });
  it('an error is told with its place in the hook’s own file', async () => {
    const error = Object.assign(new Error('x'), {
      stack: `Error: x\n  at helper (/w/lib.ts:9:9)\n  at it (${file}:12:34)\n  at ${file}:1:2`,
    });
    const thrown = await call(() => {
      throw error;
    });
    assert.deepEqual([thrown.record.error!.line, thrown.record.error!.column], [12, 34]);
  });
  it('nonsense is an error with a name, a place, and what is accepted', async () => {
    const { record } = await call(() => 7, {}, {}, 'preToolUse');
    assert.equal(record.error!.name, 'HookError');
    const circle: JsonObject = {};
    circle.self = circle;
    const respond = await call(() => ({ action: 'respond', value: circle }), {}, {}, 'preToolUse');
    const told = "respond at preToolUse: 'value' is nested deeper than 500 levels, or contains itself";
    assert.equal(respond.record.error!.message, `${shownFile}:1 (it): ${told}`);
    const its = (policy as Any)(() => ({ action: 'confine', onlyPaths: Object.assign([], { 0: circle }) }));
    assert.match((await run({ its }, bash('ls'))).hooks[0]!.error!.message, /\(its\): confine at a policy: 'onlyPaths'/);
    const odd = (policy as Any)(() => ({ action: 'deny', reason: undefined, [Symbol('x')]: 1 }));
    assert.equal((await run({ odd }, bash('ls'))).judgement?.reason, 'denied by policy odd');
  });
  it('nonsense names its file as people do', async () => {
    const placeFor = async (its: { file?: string; layer?: number }) => {
      const { hooks } = load({ it: (hook as Any)('preToolUse', () => 7) }, its);
      const { hooks: records } = await runChain(bash('ls'), hooks, around());
      return records[0]!.error!.message.replace(/ \(it\): .*/, '');
    };
    assert.equal(await placeFor({}), '.hooksmith/hooks/test.ts:1');
    assert.equal(await placeFor({ layer: 0 }), '~/.hooksmith/hooks/test.ts:1');
    assert.equal(
      await placeFor({ file: '/w/.hooksmith/copy/.hooksmith/agents/a/hooks/b.ts' }),
      '.hooksmith/agents/a/hooks/b.ts:1',
    );
    assert.equal(await placeFor({ file: 'C:\\w\\.hooksmith\\hooks\\b.ts' }), '.hooksmith/hooks/b.ts:1');
    assert.equal(await placeFor({ file: '/shared/b.ts' }), '/shared/b.ts:1');
  });
  it('is counted as in time or not, but for one that failed', async () => {
    assert.deepEqual((await call(() => undefined)).env.timeouts, [[`${file}#it`, false]]);
    assert.deepEqual((await call(() => assert.fail('broken'))).env.timeouts, []);
    assert.deepEqual((await call(() => 7)).env.timeouts, []);
  });
  it('one that the stop of the run cuts off has decided nothing, and did not fail', async () => {
    const { record, end } = await call(() => new Promise(() => undefined), {}, { signal: AbortSignal.abort() }, 'afterStep');
    assert.deepEqual([record?.decision, end.action], [undefined, 'continue']);
    const abort = new AbortController();
    const cut = await call(
      () => {
        abort.abort();
        return new Promise(() => undefined);
      },
      {},
      { signal: abort.signal },
      'afterStep',
    );
    assert.deepEqual([cut.record.decision, cut.record.error, cut.env.timeouts], ['continue', undefined, [[`${file}#it`, false]]]);
  });
  it('nothing waits for the stop of the run any more', async () => {
    const { env } = await call(async () => undefined);
    assert.equal(getEventListeners(env.abort.signal, 'abort').length, 0);
  });
});

describe('a call: its time limit', () => {
  const clock = heldClock();
  const forever = () => new Promise(() => undefined);
  /** As long as a timer of the limit takes to look at the clock. */
  const looked = () => new Promise((resolve) => setTimeout(resolve, 25));
  const tooLong = { name: 'TimeoutError', message: 'took longer than its timeoutMs of 10 ms' };
  const passing = (ms: number) => ({
    complete: async () => {
      clock.ms += ms;
      await looked();
      return 'yes';
    },
  });
  it('is over when its own time is', async () => {
    const { record, env } = await call(
      () => {
        clock.ms += 10;
        return forever();
      },
      { timeoutMs: 10 },
    );
    assert.deepEqual([record.error, env.timeouts], [tooLong, [[`${file}#it`, true]]]);
  });
  it('is not over before, however long the machine took', async () => {
    const { record } = await call(
      async () => {
        clock.ms += 7;
        await looked();
      },
      { timeoutMs: 10 },
    );
    assert.equal(record.error, undefined);
  });
  it('stands still while it waits for complete, also for several at once, and goes on after', async () => {
    const within = await call(
      async (ctx) => {
        clock.ms += 4;
        await Promise.all([ctx.complete('a'), ctx.complete('b')]);
        clock.ms += 3;
        await looked();
      },
      { timeoutMs: 10 },
      passing(500),
    );
    assert.equal(within.record.error, undefined);
    const beyond = await call(
      async (ctx) => {
        clock.ms += 4;
        await ctx.complete('a');
        clock.ms += 6;
        await forever();
      },
      { timeoutMs: 10 },
      passing(500),
    );
    assert.deepEqual(beyond.record.error, tooLong);
  });
  it('does not go on while one of two answers is still out', async () => {
    let first = true;
    const complete = async () => {
      if (!first) return forever() as Promise<string>;
      first = false;
      return 'yes';
    };
    const { record } = await call(
      async (ctx) => {
        void ctx.complete('a');
        void ctx.complete('b');
        await looked();
        clock.ms += 500;
        await looked();
      },
      { timeoutMs: 10 },
      { complete },
    );
    assert.equal(record.error, undefined);
  });
  it('does not count what a debugger holds the process', async () => {
    let held = 0;
    const { record } = await call(
      async () => {
        clock.ms += 500;
        held += 500;
        await looked();
      },
      { timeoutMs: 10 },
      { pausedMs: () => held },
    );
    assert.deepEqual([record.error, record.duration], [undefined, 0]);
  });
  it('is none where none holds', async () => {
    const { record } = await call(
      async () => {
        clock.ms += 500;
        await looked();
      },
      { timeoutMs: 10 },
      { noTimeLimit: true },
    );
    assert.equal(record.error, undefined);
  });
});

describe('placeIn', () => {
  for (const [stack, place] of [
    [undefined, {}],
    ['Error: x', {}],
    ['Error: x\n  at f (/w/other.ts:1:2)', {}],
    ['/w/a.ts:3:14', { line: 3, column: 14 }],
    ['Error\n  at f (file:///w/a.ts:30:4)\n  at g (/w/a.ts:5:6)', { line: 30, column: 4 }],
    ['Error\n  at f (/w/a.ts:native)\n  at g (/w/a.ts:5:6)', { line: 5, column: 6 }],
    ['Error\n  at f (/w/a.ts:x 7:8)', {}],
  ] as const)
    it(`${JSON.stringify(stack)} lies ${JSON.stringify(place)}`, () => assert.deepEqual(placeIn(stack, '/w/a.ts'), place));
});
