/**
 * Prices and limits of Claude models as published on the day below; USD per million tokens, cache writes for five minutes. What is not in the table costs 0
 * here: better no figure than a wrong one.
 */
import type { Usage } from '../shared/messages/messages';

export const pricesAsOf = '2026-10-24';

export interface ModelFacts {
  prefix: string;
  input: number;
  output: number;
  cacheRead: number;
  contextWindow: number;
  maxOutput: number;
  /** `adaptive`: the model decides how long it thinks; `extended`: it is given a budget. */
  thinking: 'adaptive' | 'extended';
  /** A prompt with more input tokens than `above`, cached ones included, is billed at these rates, its output too. */
  longPrompt?: { above: number; input: number; output: number; cacheRead: number };
}
const million = 1_000_000;
const current = { contextWindow: million, maxOutput: 128_000, thinking: 'adaptive' } as const;
const older = { contextWindow: 200_000, maxOutput: 64_000, thinking: 'extended' } as const;

/** Longest prefix first where one begins another. */
const table: readonly ModelFacts[] = [
  { prefix: 'claude-fable-5-1', input: 10, output: 50, cacheRead: 0.25, ...current },
  { prefix: 'claude-mythos-5-1', input: 10, output: 50, cacheRead: 0.25, ...current },
  { prefix: 'claude-fable-5', input: 10, output: 50, cacheRead: 1, ...current },
  { prefix: 'claude-mythos-5', input: 10, output: 50, cacheRead: 1, ...current },
  { prefix: 'claude-opus-5-5', input: 4, output: 20, cacheRead: 0.2, ...current },
  { prefix: 'claude-opus-5', input: 5, output: 25, cacheRead: 0.5, ...current },
  { prefix: 'claude-sonnet-5-5', input: 2, output: 10, cacheRead: 0.1, ...current },
  { prefix: 'claude-sonnet-5', input: 2, output: 10, cacheRead: 0.2, ...current },
  {
    prefix: 'claude-haiku-5-5',
    input: 0.1,
    output: 0.5,
    cacheRead: 0.01,
    ...current,
    longPrompt: { above: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05 },
  },
  { prefix: 'claude-opus-4-8', input: 5, output: 25, cacheRead: 0.5, ...current },
  { prefix: 'claude-opus-4-7', input: 5, output: 25, cacheRead: 0.5, ...current },
  { prefix: 'claude-opus-4-6', input: 5, output: 25, cacheRead: 0.5, ...older, thinking: 'adaptive' },
  { prefix: 'claude-opus-4-5', input: 5, output: 25, cacheRead: 0.5, ...older },
  { prefix: 'claude-opus-4', input: 15, output: 75, cacheRead: 1.5, ...older, maxOutput: 32_000 },
  { prefix: 'claude-sonnet-4-6', input: 3, output: 15, cacheRead: 0.3, ...older, thinking: 'adaptive' },
  { prefix: 'claude-sonnet-4', input: 3, output: 15, cacheRead: 0.3, ...older },
  { prefix: 'claude-haiku-4', input: 1, output: 5, cacheRead: 0.1, ...older },
];

export const modelFactsOf = (model: string): ModelFacts | undefined =>
  table.find(({ prefix }) => model === prefix || model.startsWith(`${prefix}-`));

/** The newest model of a family, as `sonnet`; any other name stands for itself. */
export const modelNamed = (name: string): string =>
  table.find(({ prefix }) => prefix.startsWith(`claude-${name}-`))?.prefix ?? name;

/** USD of one call; 0 for a model without a known price. */
export function costOf(model: string, usage: Usage): number {
  const facts = modelFactsOf(model);
  if (!facts) return 0;
  const { cache_creation_input_tokens: written = 0, cache_read_input_tokens: read = 0 } = usage;
  const prompt = usage.input_tokens + written + read;
  const rate = facts.longPrompt && prompt > facts.longPrompt.above ? facts.longPrompt : facts;
  return (
    (usage.input_tokens * rate.input + usage.output_tokens * rate.output + written * rate.input * 1.25 + read * rate.cacheRead) /
    million
  );
}
