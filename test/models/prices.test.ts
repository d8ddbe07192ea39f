import assert from 'node:assert/strict';
import { costOf, modelFactsOf } from '../../src/models/prices';

const usage = (input: number, output = 0, read = 0, written = 0) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
});

describe('prices', () => {
  it('counts input, output, and what the cache took and gave', () => {
    assert.equal(costOf('claude-opus-5-5', usage(1_000_000, 1_000_000, 1_000_000, 1_000_000)), 4 + 20 + 0.2 + 5);
  });
  it('takes dated ids, and the longest name that fits', () => {
    assert.equal(modelFactsOf('claude-sonnet-5-5-20260928')?.cacheRead, 0.1);
    assert.equal(modelFactsOf('claude-sonnet-5')?.cacheRead, 0.2);
    assert.equal(modelFactsOf('claude-opus-4-20250514')?.input, 15);
  });
  it('bills a long prompt of a model that has two rates at the higher one, answer and cache included', () => {
    assert.equal(costOf('claude-haiku-5-5', usage(100_000, 1_000_000)), 0.01 + 0.5);
    assert.equal(costOf('claude-haiku-5-5', usage(50_000, 1_000_000, 50_001)).toFixed(6), (0.025 + 2.5 + 0.0025).toFixed(6));
  });
  it('gives no figure for a model that it does not know', () => {
    assert.equal(costOf('of-a-gateway', usage(1_000_000, 1_000_000)), 0);
    assert.equal(modelFactsOf('claude-sonnet-50'), undefined);
  });
});
