import assert from 'node:assert/strict';
import { Frames, frameOf, largeSize, tokenSize } from '../../src/hooks/frames';

describe('frames of a pipe', () => {
  const token = Buffer.alloc(tokenSize, 7);
  const values = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(largeSize + 3, 1), Buffer.from('last')];
  const sent = Buffer.concat(values.flatMap((value) => frameOf(value, token)));

  for (const size of [1, 3, 4, 19, 20, 21, 64 * 1024, sent.length])
    it(`are whole again where they come in pieces of ${size}`, () => {
      const frames = new Frames();
      const all: Buffer[] = [];
      // In single bytes only what is around the large one.
      const end = size < 64 ? 200 : sent.length;
      for (let at = 0; at < end; at += size) all.push(...frames.push(sent.subarray(at, Math.min(at + size, end))));
      if (end < sent.length) all.push(...frames.push(sent.subarray(end)));
      assert.ok(all.every((frame) => frame.subarray(0, tokenSize).equals(token)));
      assert.deepEqual(
        all.map((frame) => frame.subarray(tokenSize)),
        values,
      );
    });

  it('are none where their length is past all measure', () => {
    assert.throws(() => new Frames().push(Buffer.alloc(8, 0xff)), { name: 'RangeError' });
  });
});
