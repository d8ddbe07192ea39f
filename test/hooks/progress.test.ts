import assert from 'node:assert/strict';
import type { ChainProgress } from '../../src/hooks/chain/words/registered';
import { ToldProgress, wholeProgress } from '../../src/hooks/progress';
import type { JsonObject } from '../../src/shared/basics/json';

describe('how far a chain is', () => {
  const record = (id: string, more: JsonObject = {}): JsonObject => ({ id, decision: 'ask', ...more });

  it('is told by what is new, and is the whole again at the other end, with what was changed or taken away since', () => {
    const first = record('a');
    const at: ChainProgress = {
      ranIds: ['a'],
      carried: { hooks: [first], votes: [{ record: 0 }], context: ['x'], redirects: 0 },
    };
    const told = new ToldProgress();
    let whole: ChainProgress | undefined;
    const cross = () => {
      const news = structuredClone(told.newsOf(at));
      whole = wholeProgress(whole, news);
      assert.deepEqual(whole, at);
      return (news.progress.carried.hooks as JsonObject[]).map(({ id }) => id);
    };
    const { hooks, votes } = at.carried as { hooks: JsonObject[]; votes: unknown[] };
    assert.deepEqual(cross(), ['a']);
    at.ranIds.push('b');
    hooks.push(record('b'));
    at.carried.metadata = { a: 1 };
    assert.deepEqual(cross(), ['b']);
    hooks.push(record('c'));
    hooks[0] = { ...first, noEffect: 'voided' };
    votes.length = 0;
    assert.deepEqual(cross(), ['a', 'b', 'c']);
    hooks[0] = first;
    at.carried.context = [];
    assert.deepEqual(cross(), ['a', 'b', 'c']);
  });

  it('is not believed where it builds on what was never told', () => {
    const news = { progress: { ranIds: [], carried: { hooks: [] } }, kept: { hooks: 3 } };
    assert.throws(() => wholeProgress({ ranIds: [], carried: { hooks: [{}] } }, news), /3 of hooks, of which 1 were told/);
  });
});
