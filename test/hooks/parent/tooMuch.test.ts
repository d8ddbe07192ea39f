import assert from 'node:assert/strict';
import type { Writable } from 'node:stream';
import { longMessage, type Marker } from '../../../src/hooks/hostProtocol';
import { until } from '../../fixtures/core';
import { blamed, hookEvent, imports, markersOf, processOf, request, toolCall, useMarkingHooks } from '../../fixtures/hookSet';

describe('hooks that say too much', () => {
  const { open, start, count } = useMarkingHooks();

  /** What a hook may send out of its host without measure, and what it is told. */
  const beyondMeasure: Record<string, [code: string, message: RegExp]> = {
    'a reason': ["return ctx.deny('x'.repeat(2 ** 27));", /'reason' is too large: a decision has at most 33554432 characters/],
    'a word for a decision': ["return { action: 'x'.repeat(2 ** 27) } as never;", /'action' is too large/],
    'an array without elements': [
      'return ctx.modify({ input: { list: new Array(2 ** 32 - 1) } });',
      /'input' is too large: a decision has at most 2000000 fields and elements/,
    ],
    'a change of what is kept beside the run': [
      "return ctx.modify({ metadata: { a: 'x'.repeat(2 ** 27) } });",
      /'metadata' is too large/,
    ],
    'an input that is nested as deep as it may be': [
      'let a: unknown = 1; for (let n = 0; n < 508; n++) a = { a }; return ctx.modify({ input: { a } });',
      /the input for Bash cannot be judged: .* nested deeper/,
    ],
    'a state': ['ctx.state.set("a", new Array(2 ** 32 - 1));', /ctx\.state\.set\('a', …\): .*'value' is too large/],
    'a question to a model': [
      "return ctx.complete('x'.repeat(2 ** 27)).then(() => undefined);",
      /ctx\.complete: 'prompt' is too large: a question to a model has at most/,
    ],
    'the name and the words of an error': [
      "throw Object.assign(new Error('x'.repeat(2 ** 24)), { name: 'y'.repeat(2 ** 24) });",
      /^x{10000}$/,
    ],
  };
  for (const [what, [code, message]] of Object.entries(beyondMeasure))
    it(`fail at once, and alone, by ${what} beyond all measure`, async () => {
      const it = await start({
        'a.ts': `export const bad = hook('preToolUse', (ctx) => { ctx.log(...new Array(1e5).fill('z'.repeat(1e4))); ${code} });
export const sees = hook('event', (ctx) => { mark('sees'); });
export const judge = policy({ timeoutMs: 50 }, () => undefined);`,
        'b.ts': `export const gate = hook('preToolUse', { priority: 1, timeoutMs: 50 }, (ctx) => { if (ctx.input.command === 'rm') return ctx.deny('no rm'); });`,
      });
      const { pid } = it.host;
      for (let n = 1; n <= 2; n++) {
        const { hooks, end } = await it.call();
        assert.equal(end.action, 'deny');
        assert.deepEqual(
          hooks.map(({ name, decision }) => `${name} ${decision}`),
          ['gate continue', 'bad error'],
        );
        const { name = '', message: said = '' } = hooks[1]!.error!;
        assert.match(said, message);
        assert.ok(name.length <= 200 && said.length <= 10_000);
        it.host.observe({ kind: 'event', event: hookEvent('x') });
        await until(() => count('sees') === n);
      }
      assert.deepEqual([it.host.pid, blamed(it), it.failures, it.down], [pid, [], [], []]);
      const { end } = await it.call('rm');
      assert.equal(end.action === 'deny' && end.reason, 'no rm');
    });

  it('have their large answers carried, and the one that ends last is not blamed for the time that takes', async () => {
    const it = await start({
      'a.ts': `const text = () => '\u4e2d'.repeat(2 ** 25 - 1000);
export const one = hook('preToolUse', { priority: 3, timeoutMs: 600_000 }, (ctx) => ctx.modify({ input: { description: text() } }));
export const two = hook('preToolUse', { priority: 2, timeoutMs: 600_000, onError: 'continue' }, (ctx) => ctx.modify({ input: { description: text() } }));`,
      'b.ts': `export const logs = hook('preToolUse', { timeoutMs: 100 }, (ctx) => { ctx.log('here'); });
export const last = hook('preToolUse', { priority: -1, timeoutMs: 100 }, () => mark('last'));`,
    });
    const { hooks, payload } = await it.call();
    assert.deepEqual(
      hooks.map(({ name, decision }) => `${name} ${decision}`),
      ['one modify', 'two error', 'logs continue', 'last continue'],
      hooks[0]?.error?.message,
    );
    assert.match(hooks[1]?.error?.message ?? '', /what is decided at one event has at most 50331648 characters in all/);
    assert.equal((payload.input as { description: string }).description.length, 2 ** 25 - 1000);
    assert.deepEqual([blamed(it), it.failures, count('last')], [[], [], 1]);
  });

  it('or are answered too much, are not blamed for the time in which that is read, nor is anybody', async () => {
    let answer = (_: string) => {};
    const little = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const set = await open({
      files: {
        'a.ts': `${imports}export const asks = hook('preToolUse', async (ctx) => ctx.log((await ctx.complete('much?')).length));
export const waits = hook('message', { timeoutMs: 600_000 }, async (ctx) => ctx.log((await ctx.complete('little?')).length));`,
      },
      complete: async (prompt) => (prompt === 'much?' ? 'x'.repeat(4e6) : little),
    });
    const host = processOf(set)!;
    const { pid } = host;
    const { toChild } = host as unknown as { toChild: Writable };
    const write = toChild.write.bind(toChild) as (part: Buffer) => boolean;
    const held: Buffer[] = [];
    toChild.write = (part: Buffer) => {
      if (held.length === 0 && part.length < 4e6) return write(part);
      held.push(held.length === 0 ? part.subarray(2e6) : part);
      return held.length > 1 || write(part.subarray(0, 2e6));
    };
    const waiting = set.host.dispatch(request('message', { message: {} }));
    const called = set.call();
    await until(() => markersOf(set)[0]?.hookId === longMessage);
    for (const looks of [1, 2, 3]) {
      host.heardAt -= 10_000;
      await until(() => held.length > looks);
    }
    toChild.write = write as Writable['write'];
    for (const part of held.splice(0)) write(part);
    assert.deepEqual((await called).hooks[0]?.logs, ['4000000']);
    answer('x');
    assert.deepEqual((await waiting).hooks[0]?.logs, ['1']);
    assert.deepEqual([set.host.pid, blamed(set), set.failures], [pid, [], []]);
  });

  it('and none other, have the host’s own work on them marked as that, until another hook begins', async () => {
    let seen: Marker[] = [];
    const it = await open({
      files: {
        'a.ts': `${imports}export const changes = hook('preToolUse', { priority: 1 }, (ctx) => ctx.modify({ input: { description: 'a' } }));
export const last = hook('preToolUse', async (ctx) => void (await ctx.complete('who runs?')));
export const judge = policy(() => undefined);`,
      },
      complete: async () => {
        seen = markersOf(it);
        return '';
      },
    });
    await it.call();
    // What belongs to no work stands before them once nobody's code has run for a moment.
    const facts = (markers: readonly Marker[]) =>
      markers.filter(({ n }) => n > 0).map(({ hookId, isCarried }) => `${hookId.split('#')[1]} ${isCarried}`);
    assert.deepEqual([facts(seen), facts(markersOf(it))], [['last false'], ['judge true']]);
    await it.host.judge(toolCall('ls'));
    assert.deepEqual(facts(markersOf(it)), ['judge true']);
  });

  for (const [what, code, named] of [
    ['keep a state', "for (;;) ctx.state.set('a', 1);", /took longer than its timeoutMs of 200 ms/],
    [
      'ask a model',
      "for (;;) void ctx.complete('a').catch(() => undefined);",
      /blocked the hook host for more than 5000 ms|of memory/,
    ],
  ] as const)
    it(`and ${what} without end are no sign of life of their process`, async () => {
      const it = await start({
        'a.ts': `export const bad = hook('preToolUse', { timeoutMs: 200, onError: 'continue' }, (ctx) => { ${code} });`,
        'b.ts': `export const gate = hook('preToolUse', { priority: -1 }, (ctx) => ctx.deny('judged'));`,
      });
      const { hooks, end } = await it.call();
      assert.match(hooks[0]?.error?.message ?? '', named);
      assert.equal(end.action === 'deny' && end.reason, 'judged');
      assert.deepEqual(blamed(it), ['bad']);
    });

  it('and ask a model very many things at once have the first hundred answered', async () => {
    const it = await start({
      'a.ts': `export const bad = hook('preToolUse', { timeoutMs: 60_000 }, async (ctx) => {
  const all = await Promise.allSettled(Array.from({ length: 5000 }, (_, n) => ctx.complete('q' + n)));
  const refused = all.filter((one) => one.status === 'rejected');
  ctx.log(refused.length, refused[0]?.reason.message);
});`,
    });
    const { hooks } = await it.call();
    assert.deepEqual(hooks[0]?.logs, ['4900 ctx.complete: 100 questions wait for their answer, the most at once']);
  });

  it('and log without end in a timer that they left are stopped, and named', async () => {
    const it = await start({
      'a.ts': `export const bad = hook('preToolUse', (ctx) => { setTimeout(() => { for (;;) ctx.log('again'); }, 0); });`,
    });
    await it.call();
    await until(() => it.failures.length > 0);
    assert.match(it.failures[0]?.message ?? '', /code that it had left running: blocked the hook host/);
    assert.deepEqual([it.failures[0]?.hook, blamed(it)], ['bad', ['bad']]);
  });
});
