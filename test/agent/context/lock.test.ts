import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Lock } from '../../../src/agent/context/lock';

const open = () => new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function latch() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

describe('the lock', () => {
  it('is held by one at a time, in the order it was asked for', async () => {
    const lock = new Lock();
    const log: string[] = [];
    const gates = ['a', 'b', 'c'].map((name) => ({ name, ...latch() }));
    const all = gates.map(({ name, held }) =>
      lock.hold(async () => {
        log.push(`${name} begins`);
        await held;
        log.push(`${name} ends`);
        return name;
      }, open()),
    );
    await settled();
    assert.deepEqual(log, ['a begins']);
    // Who comes later may be ready sooner, and waits all the same.
    gates[2]!.release();
    gates[1]!.release();
    await settled();
    assert.deepEqual(log, ['a begins']);
    gates[0]!.release();
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c']);
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('is free again after work that failed', async () => {
    const lock = new Lock();
    await assert.rejects(
      lock.hold(() => Promise.reject(new Error('on purpose')), open()),
      /on purpose/,
    );
    assert.equal(await lock.hold(async () => 'next', open()), 'next');
  });

  it('lets who was stopped go at once, before its turn and though it was stopped already', async () => {
    const lock = new Lock();
    const { held, release } = latch();
    const holder = lock.hold(() => held, open());
    const late = new AbortController();
    const waiting = lock.hold(async () => 'stopped while it waited', late.signal);
    const early = new AbortController();
    early.abort();
    assert.equal(await lock.hold(async () => 'was stopped', early.signal), 'was stopped');
    late.abort();
    assert.equal(await waiting, 'stopped while it waited');
    release();
    await holder;
  });

  it('keeps the next out while it is held, whoever between them was stopped', async () => {
    const lock = new Lock();
    const { held, release } = latch();
    const log: string[] = [];
    const holder = lock.hold(async () => {
      await held;
      log.push('holder');
    }, open());
    const stopped = new AbortController();
    const between = lock.hold(async () => log.push('between'), stopped.signal);
    const next = lock.hold(async () => log.push('next'), open());
    stopped.abort();
    await between;
    await settled();
    assert.deepEqual(log, ['between']);
    release();
    await Promise.all([holder, next]);
    assert.deepEqual(log, ['between', 'holder', 'next']);
  });

  it('is given up by a holder that waits apart, who queues for it again', async () => {
    const lock = new Lock();
    const [wait, other] = [latch(), latch()];
    const log: string[] = [];
    const waits = lock.hold(async (apart) => {
      log.push('begins');
      assert.equal(await apart(() => wait.held.then(() => 'waited')), 'waited');
      log.push('goes on');
    }, open());
    const writes = lock.hold(async () => {
      log.push('other begins');
      await other.held;
      log.push('other ends');
    }, open());
    const last = lock.hold(async () => log.push('last'), open());
    await settled();
    assert.deepEqual(log, ['begins', 'other begins']);
    wait.release();
    await settled();
    assert.deepEqual(log, ['begins', 'other begins'], 'it does not go on while the other writes');
    other.release();
    await Promise.all([waits, writes, last]);
    assert.deepEqual(log, ['begins', 'other begins', 'other ends', 'last', 'goes on']);
  });

  it('is taken again after a wait apart that failed, and not waited for by one that was stopped', async () => {
    const lock = new Lock();
    const { held, release } = latch();
    const stop = new AbortController();
    const log: string[] = [];
    const failing = lock.hold(async (apart) => {
      await assert.rejects(
        apart(() => Promise.reject(new Error('on purpose'))),
        /on purpose/,
      );
      log.push('failed');
    }, stop.signal);
    const holder = lock.hold(() => held, open());
    await settled();
    assert.equal(log.join(), '');
    stop.abort();
    await failing;
    assert.equal(log.join(), 'failed');
    const next = lock.hold(async () => log.push('next'), open());
    await settled();
    assert.deepEqual(log, ['failed'], 'the lock is still held');
    release();
    await Promise.all([holder, next]);
  });

  it('leaves no listener on a signal that lives on', async () => {
    const lock = new Lock();
    const { signal } = new AbortController();
    for (let n = 0; n < 3; n++) await lock.hold(async () => n, signal);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });
});
