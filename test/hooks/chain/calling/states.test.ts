import assert from 'node:assert/strict';
import { hook } from 'hooksmith';
import { type StateOp, States, sessionStore, triedOn } from '../../../../src/hooks/chain/calling/states';
import type { StateStore } from '../../../../src/hooks/chain/words/registered';
import { nested } from '../../../fixtures/nested';
import { around, requestOf, run } from '../chaining';

const most = 64 * 1024;

const sized = (characters: number) => 'x'.repeat(characters);

describe('what hooks keep', () => {
  let told: StateOp[];
  let states: States;
  beforeEach(() => {
    told = [];
    states = new States((op) => told.push(op));
  });

  it('is there for whoever asks for the same store, and for nobody else', () => {
    states.of('run-1').set('count', 1);
    assert.equal(states.of('run-1').get('count'), 1);
    assert.equal(states.of('run-1').has('count'), true);
    assert.equal(states.of('run-2').get('count'), undefined);
    assert.equal(states.of('run-2').has('count'), false);
    assert.equal(states.of(sessionStore('run-1')).has('count'), false);
    assert.notEqual(sessionStore('a'), sessionStore('b'));
  });

  it('is told to the other side as it changes, and a deletion only where something was there', () => {
    const store = states.of('run-1');
    store.set('a', [1]);
    assert.equal(store.delete('a'), true);
    assert.equal(store.delete('a'), false);
    assert.equal(states.of('run-2').delete('a'), false);
    assert.equal(store.has('a'), false);
    assert.deepEqual(told, [
      { store: 'run-1', op: 'set', key: 'a', value: [1] },
      { store: 'run-1', op: 'delete', key: 'a' },
    ]);
  });

  it('is a copy in both directions: what a hook goes on doing to a value stays its own', () => {
    const store = states.of('run');
    const given = { list: [1] };
    store.set('a', given);
    given.list.push(2);
    const got = store.get('a') as typeof given;
    assert.deepEqual(got, { list: [1] });
    got.list.push(3);
    assert.deepEqual(store.get('a'), { list: [1] });
  });

  it('is restored into the store that a hook holds already, in the place of what was there', () => {
    const store = states.of('run');
    store.set('old', 1);
    told.length = 0;
    states.restore('run', [['a', 'kept']]);
    assert.equal(store.get('a'), 'kept');
    assert.equal(store.has('old'), false);
    states.restore('run', []);
    assert.equal(store.has('a'), false);
    assert.deepEqual(told, []);
  });

  it('is gone with its run, and whoever held it finds nothing', () => {
    const store = states.of('run');
    store.set('a', 1);
    states.drop('run');
    assert.equal(store.get('a'), undefined);
    assert.notEqual(states.of('run'), store);
  });

  it('is what no hook can change but by set and delete', () => {
    const store = states.of('run');
    assert.equal(states.of('run'), store);
    assert.ok(Object.isFrozen(store));
  });

  it('takes what can be cloned under a key of text, and says which store refused what', () => {
    const run = states.of('run');
    assert.throws(() => run.set(7 as never, 1), {
      name: 'TypeError',
      message: 'ctx.state.set: the key must be text, not number',
    });
    assert.throws(() => run.set('a', () => 1), {
      name: 'TypeError',
      message: /^ctx\.state\.set\('a', …\): the value cannot be cloned: .*could not be cloned/,
    });
    assert.throws(() => states.of(sessionStore('s')).set('a', Symbol('x')), {
      message: /^ctx\.session\.set\('a', …\): the value cannot be cloned/,
    });
    for (const [value, why] of [
      [() => 1, 'a function could not be cloned'],
      [{ a: Promise.resolve() }, 'a Promise could not be cloned'],
      [Symbol('x'), 'Symbol(x) could not be cloned'],
    ] as const)
      assert.throws(() => run.set('a', value), { message: `ctx.state.set('a', …): the value cannot be cloned: ${why}` });
    let deep: unknown = {};
    for (let n = 0; n < 1e5; n++) deep = { deep };
    const message = "ctx.state.set('a', …): the value cannot be cloned: it is nested deeper than 500 levels";
    for (const value of [deep, nested(1500)]) assert.throws(() => run.set('a', value), { message });
    assert.equal(run.has('a'), false);
    assert.deepEqual(told, []);
  });

  it('bounds one value at 64 kB, to the byte', () => {
    const store = states.of('run');
    const overhead = overheadOf(store);
    store.set('full', sized(most - overhead));
    assert.throws(() => store.set('a', sized(most - overhead + 1)), {
      name: 'RangeError',
      message: `ctx.state.set('a', …): the value takes ${most + 1} bytes, at most ${most} fit`,
    });
    assert.equal(store.has('a'), false);
  });

  it('counts the text of a key that is longer than a name, and reads a value once', () => {
    const told: unknown[] = [];
    const store = new States((op) => told.push(op.value)).of('run');
    assert.throws(() => store.set('k'.repeat(2 * 1024 * 1024), 1), /at most 1048576 fit/);
    let reads = 0;
    store.set('a', {
      get x() {
        return ++reads;
      },
    });
    assert.deepEqual([store.get('a'), told, reads], [{ x: 1 }, [{ x: 1 }], 1]);
    assert.throws(() => store.set('b', new SharedArrayBuffer(8)), /cannot be cloned/);
    assert.equal(store.has('b'), false);
  });

  it('bounds a store at 1 MB, to the byte; a value in the place of another counts once', () => {
    for (const [name, whose, store] of [
      ['ctx.state', 'run', states.of('run')],
      ['ctx.session', 'session', states.of(sessionStore('s'))],
    ] as const) {
      const full = sized(most - overheadOf(store));
      for (let n = 0; n < 16; n++) store.set(`k${n}`, full);
      store.set('k3', full);
      assert.throws(() => store.set('more', 0), {
        name: 'RangeError',
        message: new RegExp(
          `^${name}\\.set\\('more', …\\): the ${whose}'s state would take 10485\\d\\d bytes, at most 1048576 fit$`,
        ),
      });
      store.delete('k3');
      store.set('more', 0);
    }
  });

  it('counts what was restored', () => {
    const store = states.of('run');
    const full = sized(most - overheadOf(store));
    states.restore(
      'run',
      Array.from({ length: 16 }, (_, n) => [`k${n}`, full]),
    );
    assert.throws(() => store.set('more', 0), /at most 1048576 fit/);
  });

  describe('in shadow', () => {
    it('is what the others kept, with its own changes upon it, which nobody else sees', () => {
      const store = states.of('run');
      store.set('count', 1);
      told.length = 0;
      const [one, other] = ['a.ts#one', 'a.ts#other'].map((id) => triedOn('', store, id)) as [StateStore, StateStore];
      one.set('count', 2);
      one.set('own', true);
      assert.equal(other.delete('count'), true);
      assert.equal(other.delete('count'), false);
      const seenBy = (by: StateStore) => [by.get('count'), by.has('count'), by.get('own'), by.has('own')];
      assert.deepEqual(seenBy(triedOn('', store, 'a.ts#one')), [2, true, true, true]);
      assert.deepEqual(seenBy(other), [undefined, false, undefined, false]);
      assert.deepEqual(seenBy(store), [1, true, undefined, false]);
      assert.deepEqual(told, []);
      store.set('later', 3);
      other.set('count', 4);
      assert.deepEqual([one.get('later'), other.get('count')], [3, 4]);
      assert.throws(() => triedOn(sessionStore('s'), store, 'b').set('big', sized(most + 1)), /^RangeError: ctx\.session\.set/);
    });

    it('is what a hook counts by, from one dispatch to the next, and no other hook', async () => {
      const counts = (key: 'state' | 'session') => (ctx: Record<typeof key, StateStore> & { log(text: string): void }) => {
        ctx[key].set('n', Number(ctx[key].get('n') ?? 0) + 1);
        ctx.log(`${ctx[key].get('n')}`);
      };
      const hooks = {
        tried: hook('message', { shadow: true }, counts('state')),
        triedToo: hook('message', { shadow: true }, counts('session')),
        live: hook('message', counts('state')),
        liveToo: hook('message', counts('session')),
      };
      const env = around();
      for (const n of ['1', '2', '3']) {
        const { hooks: ran } = await run(hooks, requestOf('message'), { state: env.state });
        assert.deepEqual(
          ran.map(({ logs }) => logs),
          [[n], [n], [n], [n]],
        );
      }
    });
  });
});

/** How many bytes a text takes beside its characters. */
function overheadOf(store: { set(key: string, value: unknown): void }): number {
  try {
    store.set('probe', sized(most));
  } catch (error) {
    return Number(/takes (\d+) bytes/.exec((error as Error).message)![1]) - most;
  }
  throw new Error('nothing is bounded');
}
