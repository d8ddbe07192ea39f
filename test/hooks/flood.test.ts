import assert from 'node:assert/strict';
import { Flood } from '../../src/hooks/flood';
import { until } from '../fixtures/core';

describe('a flood of what is told beside the work', () => {
  it('passes up to a measure, each kind of failure for itself, and says in the end what was left out', async () => {
    const told: string[] = [];
    const flood = new Flood((text) => told.push(text), 5);
    const passed = (kind: string, times: number) =>
      Array.from({ length: times }, () => flood.failure(kind)).filter(Boolean).length;
    assert.deepEqual([passed('a', 30), passed('b', 5)], [20, 5]);
    assert.deepEqual([flood.output(600_000), flood.output(600_000), flood.output(100)], [true, false, true]);
    await until(() => told.length > 0);
    assert.match(told[0]!, /^600000 characters of output and 10 more failures within/);
    assert.deepEqual([passed('a', 1), flood.output(600_000)], [1, true]);
  });

  it('is bounded over all kinds together', () => {
    const flood = new Flood(() => undefined);
    const all = Array.from({ length: 1000 }, (_, n) => flood.failure(String(n))).filter(Boolean);
    assert.equal(all.length, 200);
  });
});
