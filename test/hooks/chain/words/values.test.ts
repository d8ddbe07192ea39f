import assert from 'node:assert/strict';
import { mostCharacters } from '../../../../src/hooks/chain/words/burden';
import { deepFreeze, notDescended, outOfBounds, ownCopy } from '../../../../src/hooks/chain/words/values';
import { nested } from '../../../fixtures/nested';

describe('values that hooks are shown', () => {
  it('are frozen to their depths, once', () => {
    const value = { list: [{ deep: { deeper: 1 } }], text: 'a', none: null };
    deepFreeze(value);
    for (const part of [value, value.list, value.list[0]!, value.list[0]!.deep]) assert.ok(Object.isFrozen(part));
    deepFreeze(value);
    deepFreeze(undefined);
    deepFreeze('a text');
  });

  it('are frozen however deep they are, and taken back only so deep', () => {
    const deep = nested(100_000);
    deepFreeze(deep);
    let last: unknown = deep;
    for (let n = 1; n < 100_000; n++) last = (last as { a: unknown }).a;
    assert.ok(Object.isFrozen(last));
    assert.deepEqual(ownCopy({ input: nested(500) }, ''), { input: nested(500) });
    for (const decision of [{ input: nested(600) }, { input: [[nested(100_000)]] }])
      assert.throws(() => ownCopy(decision, ''), { name: 'TypeError', message: /^'input' is nested deeper than 500 levels/ });
  });

  it('may hold themselves', () => {
    const ring: { self?: unknown; inner: object } = { inner: {} };
    ring.self = ring;
    deepFreeze(ring);
    assert.ok(Object.isFrozen(ring) && Object.isFrozen(ring.inner));
  });

  it('may be closed to new fields already, at any depth', () => {
    const inner = Object.preventExtensions({ deep: { deeper: 1 } });
    const value = Object.freeze({ inner });
    deepFreeze(value);
    assert.ok(Object.isFrozen(inner) && Object.isFrozen(inner.deep));
    // Known by now as what needs no copy.
    assert.equal(ownCopy(value, ''), value);
    assert.equal(ownCopy(inner, ''), inner);
  });

  it('keep the bytes that they hold as they are: those cannot be frozen', () => {
    const bytes = new Uint8Array([1, 2]);
    deepFreeze({ bytes });
    bytes[0] = 9;
    assert.equal(bytes[0], 9);
  });

  it('are not looked into where that would be told to somebody', () => {
    let read = 0;
    const value = {
      get field() {
        read++;
        return {};
      },
    };
    assert.equal(notDescended(value), value);
    deepFreeze({ value });
    assert.equal(read, 0);
    assert.ok(Object.isFrozen(value));
    assert.equal(ownCopy(value, ''), value);
  });
});

describe('values that hooks return', () => {
  it('are copies to their depths: what a hook goes on doing to its own changes nothing', () => {
    const given = { list: [{ a: 1 }], none: null, nothing: undefined, bare: Object.assign(Object.create(null), { b: [2] }) };
    const copy = ownCopy(given, '') as typeof given;
    assert.deepEqual(copy, { list: [{ a: 1 }], none: null, nothing: undefined, bare: { b: [2] } });
    given.list[0]!.a = 9;
    given.list.push({ a: 9 });
    given.bare.b.push(9);
    assert.deepEqual(copy.list, [{ a: 1 }]);
    assert.deepEqual(copy.bare, { b: [2] });
    assert.ok(Array.isArray(copy.list));
    // The chain goes on with them as with any value of its own.
    copy.list = [];
    delete (copy as { none?: null }).none;
    assert.deepEqual(Object.keys(copy), ['list', 'nothing', 'bare']);
  });

  it('share what came from a context, which nobody can change any more', () => {
    const shown = { messages: [{ role: 'user' }] };
    deepFreeze(shown);
    const copy = ownCopy({ messages: shown.messages, more: [shown] }, '') as typeof shown & { more: object[] };
    assert.equal(copy.messages, shown.messages);
    assert.equal(copy.more[0], shown);
    const frozenByHook = Object.freeze({ a: {} });
    assert.notEqual(ownCopy(frozenByHook, ''), frozenByHook);
  });

  it('carry a field that is called __proto__ as a field', () => {
    const copy = ownCopy(JSON.parse('{"__proto__": {"admin": true}}'), '') as object;
    assert.deepEqual(Object.keys(copy), ['__proto__']);
    assert.equal((copy as { admin?: boolean }).admin, undefined);
  });

  it('carry dates, as dates', () => {
    const given = { at: new Date(5) };
    const copy = ownCopy(given, '') as typeof given;
    assert.deepEqual(copy, given);
    assert.notEqual(copy.at, given.at);
  });

  it('carry objects of a class by their fields, or as they would have themselves written', () => {
    class Money {
      constructor(readonly cents: number) {}
    }
    class Span {
      readonly #ms = 7;
      toJSON() {
        return { ms: this.#ms };
      }
    }
    const given = { cost: new Money(5), took: new Span(), at: new URL('file:///x'), failed: new RangeError('far') };
    assert.deepEqual(ownCopy(given, ''), {
      cost: { cents: 5 },
      took: { ms: 7 },
      at: 'file:///x',
      failed: { name: 'RangeError', message: 'far' },
    });
  });

  it('carry what such an object holds by the same rules', () => {
    class Found {
      constructor(readonly what: unknown) {}
    }
    assert.deepEqual(ownCopy(new Found([new URL('file:///x'), new Found(1)]), ''), { what: ['file:///x', { what: 1 }] });
    for (const [what, name] of [
      [new Map(), 'a Map'],
      [Number.NaN, 'NaN'],
      [Buffer.from('x'), 'a Buffer'],
    ])
      assert.throws(() => ownCopy(new Found(what), ''), new RegExp(`^TypeError: 'what' is ${name}, which no event can carry`));
  });

  const not: Record<string, [unknown, string]> = {
    'a function': [() => 1, "'input' is a function, which no event can carry"],
    'a symbol': [Symbol('x'), "'input' is a symbol, which no event can carry"],
    'a bigint': [1n, "'input' is a bigint, which no event can carry"],
    'a function in a list in a field': [{ a: [1, { b: () => 1 }] }, "'input.a[1].b' is a function, which no event can carry"],
    'a promise': [Promise.resolve(), "'input' is a Promise, which no event can carry: is an await missing?"],
    'a number that is none': [{ a: Number.NaN }, "'input.a' is NaN, which no event can carry"],
    'a number without end': [-Infinity, "'input' is -Infinity, which no event can carry"],
    'a map': [
      { a: new Map([[1, 2]]) },
      "'input.a' is a Map, which no event can carry: Object.fromEntries(…) makes an object of it",
    ],
    'a set': [[new Set([1])], "'input[0]' is a Set, which no event can carry: [...set] makes an array of it"],
    'a pattern': [/x/, "'input' is a RegExp, which no event can carry"],
    bytes: [new Uint8Array([1]), "'input' is a Uint8Array, which no event can carry"],
    'what a program printed': [
      Buffer.from('hi'),
      "'input' is a Buffer, which no event can carry: .toString() or .toString('base64') makes text of it",
    ],
    'raw memory': [new ArrayBuffer(2), "'input' is an ArrayBuffer, which no event can carry"],
    'a set of weak things': [new WeakSet(), "'input' is a WeakSet, which no event can carry"],
    'what has no maker': [
      Object.assign(Object.create(Object.create(null) as object) as object, { [Symbol.toStringTag]: 'Thing', f: () => 1 }),
      "'input' is an object, which no event can carry",
    ],
  };
  for (const [what, [value, message]] of Object.entries(not))
    it(`do not carry ${what}, which is named by its path`, () => {
      assert.throws(() => ownCopy(value, 'input'), { name: 'TypeError', message });
    });

  it('are named from their top where they have no name', () => {
    assert.throws(() => ownCopy({ a: { b: 1n } }, ''), { message: "'a.b' is a bigint, which no event can carry" });
  });

  const tooMuch: Record<string, () => unknown> = {
    'a text': () => ({ reason: 'x'.repeat(mostCharacters + 1) }),
    'texts together': () => ({ reason: Array(mostCharacters / 1024 + 1).fill('x'.repeat(1024)) }),
    'the name of a field': () => ({ reason: { ['x'.repeat(mostCharacters + 1)]: 1 } }),
    'an array without elements': () => ({ reason: new Array(2 ** 32 - 1) }),
    'an array that says how long it is': () => ({ reason: new Proxy([], { get: () => Number.NaN }) }),
    'what holds the same thing twice, and that again': () => {
      let reason: unknown = 'x'.repeat(1000);
      for (let n = 0; n < 60; n++) reason = [reason, reason];
      return { reason };
    },
    'what it was shown, as often': () => {
      let reason: unknown = { list: Array(20).fill('x'.repeat(1000)) };
      for (let n = 0; n < 60; n++) reason = [reason, reason];
      deepFreeze(reason);
      return { reason: [reason] };
    },
  };
  for (const [what, make] of Object.entries(tooMuch))
    it(`do not carry ${what} beyond the measure; the field and the limit are named`, () => {
      const message = /^'reason' is too large: a decision has at most (33554432 characters|2000000 fields and elements) in all$/;
      assert.throws(() => ownCopy(make(), ''), { name: 'TypeError', message });
      assert.match(outOfBounds(make(), 'a decision') ?? '', message);
    });

  it('carry as much as a tool’s output may come to', () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => ({ n, text: `row ${n}`.padEnd(60), more: [1, 2, 3] }));
    assert.deepEqual(ownCopy({ value: rows }, ''), { value: rows });
    assert.equal(outOfBounds({ value: 'x'.repeat(mostCharacters - 5) }, 'a decision'), undefined);
  });

  it('are said to throw by whoever throws, not to be too large', () => {
    const thrown = new TypeError('trap');
    const trap = () => {
      throw thrown;
    };
    assert.throws(
      () => outOfBounds(Object.defineProperty({}, 'a', { get: trap, enumerable: true }), 'a decision'),
      (caught) => caught === thrown,
    );
  });
});
