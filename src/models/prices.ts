/** Prices and limits of Claude models, as published; USD per million tokens. Unknown models cost 0 here: better no figure than a wrong one. */
import type { Usage } from '../shared/messages';

export const pricesAsOf = '2026-11-01';

interface ModelFacts {
  prefix: string;
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
  contextWindow: number;
  maxOutput: number;
}
const facts = (prefix: string, input: number, output: number, maxOutput: number, contextWindow = 200_000): ModelFacts => ({
  prefix,
  input,
  output,
  cacheWrite: input * 1.25,
  cacheRead: input * 0.1,
  contextWindow,
  maxOutput,
});

/** Longest prefix first. */
const table: ModelFacts[] = [
  facts('claude-opus-4-5', 5, 25, 64_000),
  facts('claude-opus-4', 15, 75, 32_000),
  facts('claude-sonnet-4', 3, 15, 64_000),
  facts('claude-haiku-4', 1, 5, 64_000),
  facts('claude-3-5-haiku', 0.8, 4, 8192),
  facts('claude-3-7-sonnet', 3, 15, 64_000),
];

export const factsOf = (model: string): Partial<ModelFacts> => table.find(({ prefix }) => model.startsWith(prefix)) ?? {};

/** USD of one call; 0 for a model without a known price. */
export function costOf(model: string, usage: Usage): number {
  const { input = 0, output = 0, cacheWrite = 0, cacheRead = 0 } = factsOf(model);
  return (
    (usage.input_tokens * input +
      usage.output_tokens * output +
      (usage.cache_creation_input_tokens ?? 0) * cacheWrite +
      (usage.cache_read_input_tokens ?? 0) * cacheRead) /
    1_000_000
  );
}
