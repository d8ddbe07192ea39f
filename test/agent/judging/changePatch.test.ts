import assert from 'node:assert/strict';
import { applyPatch, createTwoFilesPatch } from 'diff';
import { changePatch } from '../../../src/agent/judging/changePatch';

describe('the patch of a change that is shown', () => {
  const lines = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('');

  it('is as short as can be where the change is small', () => {
    const before = lines('a', 5000);
    const after = before.replace('a 17\n', 'b 17\n');
    assert.equal(changePatch('x', before, after), createTwoFilesPatch('x', 'x', before, after, '', '', { context: 3 }));
  });

  // A comparison of these takes minutes.
  it('is true and soon there where nothing is as it was', () => {
    const texts = ['', 'one\n', 'one', lines('a', 30_000), `top\n${lines('b', 30_000)}end`, `top\n${lines('c', 20_000)}end`];
    for (const before of texts)
      for (const after of texts) {
        const patch = changePatch('x', before, after)!;
        assert.equal(applyPatch(before, patch), after, patch.slice(0, 300));
      }
  });

  it('is none where the texts are too long to be looked at', () => {
    assert.equal(changePatch('x', '', 'x'.repeat(5_000_000)), undefined);
  });
});
