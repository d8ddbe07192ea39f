import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../../../src/adapters/machine/clock';
import { pause } from '../../../src/agent/model/pause';
import { within } from '../../../src/shared/basics/within';

/** A clock whose timers go off when the test says so. */
function handClock() {
  const set = new Map<() => void, number>();
  return {
    set,
    clock: {
      now: () => 0,
      id: (prefix: string) => prefix,
      after(ms: number, told: () => void) {
        set.set(told, ms);
        return () => void set.delete(told);
      },
    },
    goOff() {
      for (const told of [...set.keys()]) {
        set.delete(told);
        told();
      }
    },
  };
}

describe('time that passes, by the clock that the loop is given', () => {
  it('waits as long as that says', async () => {
    const { clock, set, goOff } = handClock();
    const waiting = pause(clock, 500, new AbortController().signal);
    assert.deepEqual([...set.values()], [500]);
    goOff();
    assert.equal(await waiting, true);
  });

  it('leaves no timer where the run is stopped', async () => {
    const { clock, set } = handClock();
    const run = new AbortController();
    const waiting = pause(clock, 500, run.signal);
    run.abort();
    assert.equal(await waiting, false);
    assert.equal(set.size, 0);
    assert.equal(await pause(clock, 500, run.signal), false);
    assert.equal(set.size, 0);
  });

  it('ends work that takes too long with a TimeoutError, and the rest with the reason of its run', async () => {
    const { clock, set, goOff } = handClock();
    const heeds = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const late = within(clock, 60, new AbortController().signal, heeds);
    goOff();
    await assert.rejects(late, { name: 'TimeoutError' });
    const run = new AbortController();
    const stopped = within(clock, 60, run.signal, heeds);
    run.abort(new Error('stopped'));
    await assert.rejects(stopped, /stopped/);
    assert.equal(await within(clock, 60, new AbortController().signal, async () => 'done'), 'done');
    assert.equal(set.size, 0);
  });

  it('ends work, too, when nothing but the work knows the signal and memory was cleared meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const clear: () => void = runInNewContext('gc');
    const late = within(systemClock, 200, new AbortController().signal, (signal) => {
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    setTimeout(clear, 20);
    await assert.rejects(late, { name: 'TimeoutError' });
  });
});
