/** What an author writes as the options of a hook or a policy. */
import * as z from 'zod/mini';
import { isObject } from '../../../shared/basics/json';
import { nearest } from '../../../shared/basics/nearest';
import { timerMs } from '../../../shared/basics/timeLimit';
import { inputWords } from '../../../shared/calls/inputProblem';
import type { HookOptions } from '../words/registered';
import { withArticle } from '../words/values';

/** Far more than anybody writes: what code makes must not hold up all who read it. */
export const longestGiven = 100_000;
export const longestName = 1000;
export const moreThan = (most: number): string => `has more than ${most} characters in all`;
const charactersOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

// The smaller of zod's two forms: each host of hooks carries it.
const names = z.pipe(
  z.union([z.string(), z.array(z.string())], { error: 'must be text or an array of texts' }),
  z.pipe(
    z.transform((value: string | string[]) => (typeof value === 'string' ? [value] : value)),
    z.array(z.string()).check(
      // Of all or of none: what its author meant cannot be told, and a gate must not guess.
      z.refine((list) => list.length > 0, 'is an empty list, which matches nothing: leave it out where all is meant'),
      z.refine((list) => list.every((name) => name.trim() !== ''), 'has an empty pattern, which matches nothing'),
      z.refine((list) => charactersOf(list) <= longestGiven, moreThan(longestGiven)),
    ),
  ),
);
const shared = {
  tools: names,
  match: z
    .record(z.string(), names)
    .check(z.refine((match) => charactersOf(Object.entries(match).flat(2)) <= longestGiven, moreThan(longestGiven))),
  agents: names,
  timeoutMs: z.pipe(z.number().check(z.positive()), z.transform(timerMs)),
  shadow: z.boolean(),
  enabled: z.boolean(),
  name: z.string().check(
    z.refine((name) => name.trim() !== '', 'is empty: leave it out where the name of the export is meant'),
    z.maxLength(longestName, moreThan(longestName)),
  ),
};
const policyOptions = z.partial(z.object(shared));
const hookOptions = z.partial(
  z.object({
    ...shared,
    priority: z.number(),
    onError: z.enum(['deny', 'stop', 'ask', 'continue']),
    inherit: z.enum(['always', 'if-none', 'never']),
    redacts: z.boolean(),
  }),
);
export const defaultOptions: HookOptions = {
  tools: [],
  match: {},
  agents: [],
  priority: 0,
  timeoutMs: 5000,
  inherit: 'always',
  redacts: false,
  shadow: false,
  enabled: true,
};

type Kind = 'hook' | 'policy';
const schemaOf = (kind: Kind) => (kind === 'policy' ? policyOptions : hookOptions);

export const notOptions = (shown: string): string => `the options must be an object, not ${shown}: they stand before the handler`;

/** What is said of an option that there is not; undefined of one that there is. */
export function unknownOption(kind: Kind, key: string): string | undefined {
  const known = Object.keys(schemaOf(kind).shape);
  if (known.includes(key)) return undefined;
  const near = nearest(key, known, 1)[0];
  return `unknown option '${key}'${near ? `: did you mean '${near}'?` : '.'} ${kind === 'policy' ? 'Policies' : 'Hooks'} take ${known.join(', ')}`;
}

/** Those that are given, or what is wrong with them. */
export function readOptions(kind: Kind, given: unknown): Partial<HookOptions> | string {
  if (!isObject(given)) return notOptions(Array.isArray(given) ? 'an array' : withArticle(typeof given));
  const unknown = Object.keys(given).find((key) => unknownOption(kind, key) !== undefined);
  if (unknown !== undefined) return unknownOption(kind, unknown)!;
  const options = schemaOf(kind).safeParse(given, { error: inputWords });
  return options.success
    ? // What is undefined is not given: it must not take the place of what stands for it.
      (Object.fromEntries(Object.entries(options.data).filter(([, value]) => value !== undefined)) as Partial<HookOptions>)
    : options.error.issues.map((issue) => `option '${issue.path.join('.')}': ${issue.message}`).join('; ');
}
