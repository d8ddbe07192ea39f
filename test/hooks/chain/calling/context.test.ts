import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import {
  type CallHooks,
  contextFor,
  explainError,
  readCompleteOptions,
  sharedContext,
} from '../../../../src/hooks/chain/calling/context';
import { States, sessionStore } from '../../../../src/hooks/chain/calling/states';
import { type Accepted, acceptedBy } from '../../../../src/hooks/chain/words/acceptedDecisions';
import type { JsonObject } from '../../../../src/shared/basics/json';
import type { DispatchRequest } from '../../../../src/shared/hooks/dispatch';
import type { EventName } from '../../../../src/shared/hooks/points';
import { around, bash, requestOf } from '../chaining';

type Context = JsonObject & {
  signal: AbortSignal;
  state: object;
  session: object;
  log(...values: unknown[]): void;
  complete(prompt: string): Promise<string>;
  toJSON(): JsonObject;
};
const calls: CallHooks = { log: () => {}, complete: async () => 'answer' };
const shared = (request: DispatchRequest = bash('ls'), env = around(), metadata: JsonObject = {}) =>
  sharedContext(request, request.payload as JsonObject, env, metadata);
const hookOf = (...events: EventName[]) => acceptedBy({ kind: 'hook', events });
const gate = hookOf('preToolUse');
const ofPolicies = acceptedBy({ kind: 'policy', events: ['preToolUse'] });
const contextOf = (request = bash('ls'), env = around()) =>
  contextFor(shared(request, env), hookOf(request.event), calls) as Context;

describe('the context of a call', () => {
  it('has the fields of its event and of its run, frozen deep, as its own', () => {
    const request = bash('ls');
    const ctx = contextFor(shared(request, around(), { seen: true }), gate, calls) as Context;
    assert.equal(ctx.event, 'preToolUse');
    assert.equal(ctx.agentName, 'main');
    assert.deepEqual(ctx.metadata, { seen: true });
    assert.deepEqual({ ...ctx }, { ...request.run, metadata: { seen: true }, ...request.payload, event: 'preToolUse' });
    assert.ok(Object.isFrozen(ctx) && Object.isFrozen(ctx.input) && Object.isFrozen(ctx.metadata));
  });

  it('has the text of a user’s message, and only of that', () => {
    const said = {
      role: 'user',
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    };
    assert.match(String(contextOf(requestOf('userMessage', { message: said })).text), /one[\s\S]*two/);
    assert.ok(!('text' in contextOf(requestOf('message', { message: said }))));
  });

  it('is printed by its fields, and not by what can be called on it', () => {
    const ctx = contextOf();
    assert.deepEqual(JSON.parse(JSON.stringify(ctx)), JSON.parse(JSON.stringify({ ...ctx })));
    assert.deepEqual(ctx.toJSON(), { ...ctx });
    assert.equal(inspect(ctx), inspect({ ...ctx }));
    assert.equal(inspect(ctx, { depth: 0 }), inspect({ ...ctx }, { depth: 0 }));
    // In the debugger, too.
    const { [Symbol.for('debug.properties')]: shown } = ctx as unknown as Record<symbol, () => object>;
    assert.deepEqual(shown!.call(ctx), { ...ctx });
  });

  it('has the decisions of its event and kind alone', () => {
    const has = (request: DispatchRequest, accepted: Accepted, name: string) =>
      name in contextFor(shared(request), accepted, calls);
    assert.deepEqual(
      (['deny', 'modify', 'confine'] as const).map((name) => [has(bash('ls'), gate, name), has(bash('ls'), ofPolicies, name)]),
      [
        [true, true],
        [true, false],
        [false, true],
      ],
    );
    assert.equal(has(requestOf('event'), hookOf('event'), 'deny'), false);
  });

  it('has those alone that all of its hook’s events accept, beside another hook that has more at the same event', () => {
    const its = shared();
    const both = contextFor(its, hookOf('preToolUse', 'postToolUse'), calls);
    const one = contextFor(its, gate, calls);
    assert.deepEqual(
      ['modify', 'stop', 'deny', 'respond'].map((name) => [name in both, name in one]),
      [
        [true, true],
        [true, true],
        [false, true],
        [false, true],
      ],
    );
    const same = contextFor(its, hookOf('postToolUse', 'preToolUse'), calls);
    assert.equal(Object.getPrototypeOf(same), Object.getPrototypeOf(both), 'one class for the same events');
  });

  it('gives no hook a way to the class behind it', () => {
    const ctx = contextOf();
    assert.equal(ctx.constructor, Object);
    for (let at: object = ctx; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
      assert.ok(Object.isFrozen(at));
      if (at !== ctx) assert.equal(Object.getOwnPropertyDescriptor(at, 'constructor')?.value, Object);
    }
  });

  it('has a signal of its own: one that a hook aborts itself ends nobody else’s work', () => {
    const env = around();
    const its = shared(undefined, env);
    const [one, other] = [contextFor(its, gate, calls) as Context, contextFor(its, gate, calls) as Context];
    assert.equal(one.signal, one.signal);
    assert.notEqual(one.signal, other.signal);
    one.signal.dispatchEvent(new Event('abort'));
    assert.ok(!other.signal.aborted && !env.signal.aborted);
    env.abort.abort('stopped');
    assert.deepEqual([one.signal.aborted, other.signal.aborted, other.signal.reason], [true, true, 'stopped']);
  });

  it('leaves nothing at the signal of the dispatch, however many hooks read theirs, and tells who listens as whose it is', () => {
    const bound: string[] = [];
    for (const more of [{}, { bound: (act: () => unknown) => () => bound.push('as the hook') && act() }]) {
      const env = around(more);
      const its = shared(undefined, env);
      const signals = Array.from({ length: 20 }, () => (contextFor(its, gate, calls) as Context).signal);
      assert.equal(getEventListeners(env.signal, 'abort').length, 0);
      env.abort.abort('stopped');
      assert.ok(signals.every(({ aborted, reason }) => aborted && reason === 'stopped'));
    }
    assert.equal(bound.length, 20);
  });

  it('has what is kept for its run and for its session', () => {
    const states = new States(() => {});
    const ctx = contextOf(undefined, around({ state: (store) => states.of(store) }));
    assert.equal(ctx.state, states.of('r'));
    assert.equal(ctx.session, states.of(sessionStore('s')));
  });

  it('logs and asks for its own call', async () => {
    const logged: unknown[] = [];
    const ctx = contextFor(shared(), gate, {
      log: (values) => logged.push(values),
      complete: async (prompt) => `of ${prompt}`,
    }) as Context;
    const { log, complete } = ctx;
    log('a', 1);
    assert.deepEqual(logged, [['a', 1]]);
    assert.equal(await complete('x'), 'of x');
  });

  it('has fields of this one hook over those of all', () => {
    const its = shared();
    const ctx = contextFor(its, gate, calls, { toolName: 'mine', more: 1 }) as Context;
    assert.deepEqual([ctx.toolName, ctx.more], ['mine', 1]);
    const other = contextFor(its, gate, calls) as Context;
    assert.deepEqual([other.toolName, 'more' in other], ['Bash', false]);
  });

  it('tells who reads a field that is not known for certain', () => {
    const missed: string[] = [];
    const env = around({ gaps: new Map([['toolName', 'perhaps']]), missed: (field) => missed.push(field) });
    const ctx = contextOf(undefined, env);
    assert.ok(Object.keys(ctx).includes('toolName'));
    assert.deepEqual(missed, []);
    assert.equal(ctx.toolName, 'perhaps');
    assert.deepEqual(missed, ['toolName']);
    const unheard = contextOf(undefined, around({ gaps: new Map([['toolName', 'perhaps']]) }));
    assert.equal(unheard.toolName, 'perhaps');
  });

  it('has the right fields whatever lists of them came before, in any order and number', () => {
    const fields = (n: number): JsonObject =>
      Object.fromEntries(Array.from({ length: n + 1 }, (_, at) => [`field${at}`, `${n}.${at}`]));
    const check = (more: JsonObject) => {
      const request = requestOf('beforeRun' as never, more);
      const ctx = contextOf(request) as JsonObject;
      assert.deepEqual(Object.keys(ctx).sort(), Object.keys({ ...request.run, metadata: {}, ...more, event: '' }).sort());
      for (const [name, value] of Object.entries(more)) assert.equal(ctx[name], value);
    };
    for (const round of [0, 1]) for (let n = 0; n < 20; n++) check(fields(round === 0 ? n : 19 - n));
    // The same names in another order, a part of them, and one more.
    check({ a: 1, b: 2 });
    check({ b: 2, a: 1 });
    check({ a: 1 });
    check({ a: 1, b: 2, c: 3 });
    check({ c: 3, b: 2, a: 1 });
    check({ 'odd "name"\n': 1, 'ctx;': 2 });
  });

  it('is not given another prototype by a field that is called so', () => {
    const request = requestOf('beforeRun' as never, JSON.parse('{"__proto__": {"deny": "mine"}}'));
    const ctx = contextOf(request);
    assert.notEqual((ctx as { deny?: unknown }).deny, 'mine');
    assert.equal(ctx.constructor, Object);
  });
});

describe('what is said of an error in a hook', () => {
  const thrownBy = (act: () => unknown): Error => {
    try {
      act();
    } catch (error) {
      return error as Error;
    }
    throw new Error('nothing was thrown');
  };
  const frozen = Object.freeze({ a: 1 }) as { a?: number; b?: number };

  it('is the engine’s own word, with what to do instead where the hook wrote to its context', () => {
    for (const error of [
      thrownBy(() => {
        frozen.a = 2;
      }),
      thrownBy(() => {
        frozen.b = 2;
      }),
      thrownBy(() => delete frozen.a),
      thrownBy(() => Object.defineProperty(frozen, 'b', { value: 1 })),
    ])
      assert.equal(explainError(error, gate), `${error.message}. ctx is read-only: return ctx.modify({ input: … }) instead`);
    const getter = thrownBy(() => {
      (contextOf() as { signal: unknown }).signal = 1;
    });
    assert.match(explainError(getter, gate), /ctx is read-only/);
    const own = Object.freeze({ metadata: 1 }) as { metadata?: number };
    const named = thrownBy(() => {
      own.metadata = 2;
    });
    assert.match(explainError(named, gate), /return ctx\.modify\(\{ metadata: … \}\) instead$/);
    assert.match(
      explainError(new TypeError('Cannot set property metadata of #<A> which has only a getter'), gate),
      /\{ metadata: … \}/,
    );
    const global = "Cannot assign to read only property 'JSON' of object '[object global]'";
    assert.equal(explainError(new TypeError(global), gate), global);
    assert.match(
      explainError(
        thrownBy(() => delete frozen.a),
        hookOf('event'),
      ),
      /ctx is read-only: event only observes$/,
    );
  });

  it('says what is accepted where a decision was tried that is not', () => {
    const error = new TypeError('ctx.drop is not a function');
    assert.equal(
      explainError(error, gate),
      'ctx.drop is not a function: preToolUse accepts modify, redirect, allow, ask, deny, respond, fail, stop',
    );
    assert.equal(explainError(error, ofPolicies), 'ctx.drop is not a function: a policy accepts deny, ask, confine');
    assert.match(explainError(error, hookOf('message')), /: message accepts no decision, it only observes$/);
    assert.equal(explainError(error, hookOf('modelDelta')), 'ctx.drop is not a function');
    assert.equal(
      explainError(error, hookOf('modelDelta', 'afterStep')),
      'ctx.drop is not a function: a hook of modelDelta and afterStep accepts modify, stop',
    );
  });

  it('is its message alone for any other', () => {
    assert.equal(explainError(new TypeError('x is not a function'), gate), 'x is not a function');
    assert.equal(explainError(new Error('Cannot assign to read only'), gate), 'Cannot assign to read only');
  });
});

describe('what a hook may ask of a model', () => {
  it('is a prompt, a model and a number of tokens', () => {
    assert.deepEqual(readCompleteOptions('why?', {}), {});
    assert.deepEqual(readCompleteOptions('why?', { model: 'm', maxTokens: 1 }), { model: 'm', maxTokens: 1 });
    assert.deepEqual(Object.keys(readCompleteOptions('why?', { model: undefined, maxTokens: undefined })), []);
  });

  const wrong: [string, unknown, unknown, string][] = [
    ['no prompt', '', {}, 'the prompt must be a text'],
    ['a prompt that is no text', 5, {}, 'the prompt must be a text'],
    ['options that are none', 'why?', 'fast', 'the options must be an object of model and maxTokens'],
    ['an option that there is not', 'why?', { temperature: 1 }, 'temperature is no option of it; there are model and maxTokens'],
    ['an empty model', 'why?', { model: '' }, 'model must be the name of a model'],
    ['a model that is no name', 'why?', { model: 5 }, 'model must be the name of a model'],
    ['no tokens', 'why?', { maxTokens: 0 }, 'maxTokens must be a number of tokens'],
    ['fewer tokens than none', 'why?', { maxTokens: -5 }, 'maxTokens must be a number of tokens'],
    ['a part of a token', 'why?', { maxTokens: 1.5 }, 'maxTokens must be a number of tokens'],
    ['a text for tokens', 'why?', { maxTokens: '9' }, 'maxTokens must be a number of tokens'],
  ];
  for (const [what, prompt, options, message] of wrong)
    it(`is not ${what}`, () => {
      assert.throws(() => readCompleteOptions(prompt, options), { name: 'TypeError', message: `ctx.complete: ${message}` });
    });
});
