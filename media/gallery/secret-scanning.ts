/** Keeps secrets out of files that the agent writes, and out of what it reads. */
import { hook, policy } from 'hooksmith';

const secrets: readonly [name: string, pattern: RegExp][] = [
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['a GitHub token', /\bgh[pousr]_[0-9A-Za-z]{36,}\b/g],
  ['an API key', /\bsk-[0-9A-Za-z_-]{20,}/g],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
];
const namesIn = (text: string) => secrets.flatMap(([name, pattern]) => (text.search(pattern) < 0 ? [] : [name]));

/** All texts of a value, however deep. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];

/** What is written, or given to a command, holds no secret. */
export const noSecretsWritten = policy({ tools: ['Write', 'Edit', 'MultiEdit', 'Bash'] }, (ctx) => {
  const [found] = textsOf(ctx.input).flatMap(namesIn);
  if (found) return ctx.deny(`This holds ${found}. Read it from the environment instead.`);
});

const clean = (text: string) => secrets.reduce((left, [name, pattern]) => left.replace(pattern, `[${name}]`), text);
/** An output is text, or blocks of text and pictures: the pictures stay as they are. */
const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null || 'source' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cleaned(one)]));
};

/** What a tool found reaches neither model, screen nor record before it is clean. */
export const noSecretsRead = hook('postToolUse', { redacts: true, priority: 200 }, (ctx) =>
  ctx.modify({ output: cleaned(ctx.output) }));
