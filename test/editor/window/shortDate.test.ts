import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { shortDate } from '../../../src/editor/window/shortDate';

describe('a short date', () => {
  const at = (...[year, month, day]: [number, number, number]) => new Date(year, month, day, 13, 5).getTime();
  it('says of today the time, of this year the day, and else the year, too', () => {
    const now = new Date(2026, 10, 23, 20).getTime();
    const plain = (ms: number) => shortDate(ms, now, 'en-US').replace(/\s/g, ' ');
    assert.equal(plain(at(2026, 10, 23)), '1:05 PM');
    assert.equal(plain(at(2026, 10, 22)), 'Nov 22, 1:05 PM');
    assert.equal(plain(at(2025, 10, 23)), 'Nov 23, 2025, 1:05 PM');
  });
});
