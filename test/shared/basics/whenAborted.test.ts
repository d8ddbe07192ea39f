import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { whenAborted } from '../../../src/shared/basics/whenAborted';

describe('who waits for a signal to be aborted', () => {
  it('is told once, each of many, by one listener', () => {
    const abort = new AbortController();
    const told: number[] = [];
    for (let n = 0; n < 30; n++) whenAborted(abort.signal, () => told.push(n));
    strictEqual(getEventListeners(abort.signal, 'abort').length, 1);
    abort.abort();
    abort.abort();
    deepStrictEqual(
      told,
      Array.from({ length: 30 }, (_, n) => n),
    );
  });

  it('is told at once where it is aborted already', () => {
    let told = 0;
    whenAborted(AbortSignal.abort(), () => told++)();
    strictEqual(told, 1);
  });

  it('is told nothing once it has taken that back, and others are', () => {
    const abort = new AbortController();
    const told: string[] = [];
    const tell = () => void told.push('told');
    const forget = whenAborted(abort.signal, tell);
    whenAborted(abort.signal, tell);
    forget();
    forget();
    abort.abort();
    deepStrictEqual(told, ['told']);
  });

  it('may wait anew while it is told', () => {
    const abort = new AbortController();
    const told: string[] = [];
    whenAborted(abort.signal, () => {
      told.push('first');
      whenAborted(abort.signal, () => told.push('second'));
    });
    abort.abort();
    deepStrictEqual(told, ['first', 'second']);
  });
});
