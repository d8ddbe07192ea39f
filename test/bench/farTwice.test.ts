import assert from 'node:assert/strict';
import { farTwice } from './farTwice';

describe('what the check of the bench fails for', () => {
  const twice = (first: string[], again: string[]) => farTwice('step', new Set(first), new Set(again));

  it('is far off both times', () => {
    assert.deepEqual(twice(['a', 'b'], ['b', 'c']), ['b']);
    assert.deepEqual(twice(['a'], []), []);
  });

  it('or once, where the other time nothing could be measured; or was never measured', () => {
    assert.deepEqual(twice(['a'], ['step']), ['a']);
    assert.deepEqual(twice(['step'], ['a']), ['a']);
    assert.deepEqual(twice(['step'], ['step']), ['step']);
    assert.deepEqual(twice(['step'], []), [], 'what is well when it is measured is well');
  });
});
