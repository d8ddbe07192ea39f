/** What built-ins are given is checked where they are made: a limit of no number would never be reached, and nobody would know. */
import { nearest } from '../shared/basics/nearest';
import type { HookDefinition } from './define';

type Check = { is(value: unknown): boolean; wanted: string };
const isLimit = (value: unknown): boolean => typeof value === 'number' && value >= 0;

export const limit: Check = { is: isLimit, wanted: 'a number that is not negative' };
export const orNone = ({ is, wanted }: Check): Check => ({
  is: (value) => value === null || is(value),
  wanted: `${wanted}, or null`,
});
export const optional = ({ is, wanted }: Check): Check => ({ is: (value) => value === undefined || is(value), wanted });
export const number: Check = { is: (value) => typeof value === 'number' && !Number.isNaN(value), wanted: 'a number' };
export const text: Check = {
  is: (value) => typeof value === 'string' && value.trim() !== '',
  wanted: 'a text that is not empty',
};
export const anyText: Check = { is: (value) => typeof value === 'string', wanted: 'a text' };
export const texts: Check = {
  is: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  wanted: 'a list of texts',
};
export const object: Check = {
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  wanted: 'an object',
};
export const callable: Check = { is: (value) => typeof value === 'function', wanted: 'a function' };
export const per: Check = {
  is: (value) => value === undefined || value === 'run' || value === 'session',
  wanted: "'run' or 'session'",
};

/** Of an argument that stands by itself. */
export const wrongValue = (name: string, value: unknown, { is, wanted }: Check): string | undefined =>
  is(value) ? undefined : `${name} must be ${wanted}, not ${shown(value)}`;

/** Of an object of options. */
export function wrongOption(name: string, given: unknown, checks: Readonly<Record<string, Check>>): string | undefined {
  const known = Object.keys(checks);
  if (!object.is(given)) return `${name} takes an object with ${known.join(', ')}, not ${shown(given)}`;
  for (const key of Object.keys(given as object)) {
    if (Object.hasOwn(checks, key)) continue;
    const near = nearest(key, known, 1)[0];
    return `${name}: unknown option '${key}'${near ? `: did you mean '${near}'?` : '.'} It takes ${known.join(', ')}`;
  }
  const values = given as Record<string, unknown>;
  return known.map((key) => wrongValue(`${name}: ${key}`, values[key], checks[key]!)).find((one) => one !== undefined);
}

/** A hook with something wrong is not registered, and its file says why. */
export const unless = (problem: string | undefined, made: HookDefinition): HookDefinition =>
  problem === undefined ? made : { ...made, problem };

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'number' || value === undefined ? String(value) : JSON.stringify(value);
}
