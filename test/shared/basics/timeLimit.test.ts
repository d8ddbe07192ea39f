import assert from 'node:assert/strict';
import { longestTimerMs, TimeLimit, timerMs } from '../../../src/shared/basics/timeLimit';

describe('a time limit', () => {
  it('is over in its time, which stands still while somebody waits', async () => {
    const began = Date.now();
    await new Promise<void>((over) => {
      const limit = new TimeLimit(50, over);
      limit.pause();
      setTimeout(() => limit.resume(), 50);
    });
    assert.ok(Date.now() - began >= 90, `${Date.now() - began} ms`);
  });

  for (const ms of [2 ** 31, 3e9, Number.POSITIVE_INFINITY])
    it(`of ${ms} ms is not over at once, nor once it goes on`, async () => {
      let isOver = false;
      const limit = new TimeLimit(ms, () => (isOver = true));
      limit.pause();
      limit.resume();
      await new Promise((resolve) => setTimeout(resolve, 30));
      limit.end();
      assert.deepEqual([isOver, timerMs(ms), timerMs(5)], [false, longestTimerMs, 5]);
    });
});
