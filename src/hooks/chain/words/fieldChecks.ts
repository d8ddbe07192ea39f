/** What a field of a decision may be: each check says what is wrong with a value, and what would be right, to follow the field's name. */

import { isObject } from '../../../shared/basics/json';
import { nearest } from '../../../shared/basics/nearest';
import type { ErrorFacts } from '../../../shared/runs/errorFacts';
import { stopReasons } from '../../../shared/runs/stopReasons';
import { isWayOut, waysOut } from '../../../shared/runs/waysOut';
import { classNameOf, isError, withArticle } from './values';

export type Check = (value: unknown) => string | undefined;

export const isRole = (value: unknown) => value === 'user' || value === 'assistant';
export const isContentLike = (value: unknown) =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((block) => isObject(block) && typeof block.type === 'string'));

/** Where the answer is the model's, it must be one; for a tool it may be anything. */
export function modelAnswer(value: unknown): string | undefined {
  if (typeof value === 'string' || (Array.isArray(value) && isContentLike(value))) return undefined;
  if (isObject(value) && isContentLike(value.content)) return undefined;
  return `must be text, an array of content blocks, or a response with content, not ${show(value)}`;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : `must be text, not ${show(value)}`;
}
export function optionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : text(value);
}
export function optionalFlag(value: unknown): string | undefined {
  return value === undefined || typeof value === 'boolean' ? undefined : 'must be true or false';
}
export function errorPatch(value: unknown): string | undefined {
  if (typeof value === 'string' || isError(value)) return undefined;
  if (!isObject(value)) return `must be text, an Error or {name?, message?, kind?, status?, waysOut?}, not ${show(value)}`;
  for (const [field, part] of Object.entries(value)) {
    if (!Object.hasOwn(errorFields, field)) return stranger('error', field, Object.keys(errorFields));
    const { fits, words } = errorFields[field as keyof ErrorFacts];
    const isGone = part === undefined && field !== 'message' && field !== 'name';
    if (!isGone && !fits(part)) return `needs ${words} as its ${field}, not ${show(part)}`;
  }
  return undefined;
}
const isText = { fits: (value: unknown) => typeof value === 'string', words: 'text' };
export const errorFields: Record<keyof ErrorFacts, { fits: (value: unknown) => boolean; words: string }> = {
  name: isText,
  message: isText,
  kind: isText,
  status: { fits: (value) => typeof value === 'number', words: 'a number' },
  waysOut: { fits: (value) => Array.isArray(value) && value.every(isWayOut), words: `a list of ${waysOut.join(', ')}` },
};
export function stopReason(value: unknown): string | undefined {
  return (stopReasons as readonly unknown[]).includes(value) ? undefined : `must be one of ${stopReasons.join(', ')}`;
}
export function signalPatch(value: unknown): string | undefined {
  if (typeof value === 'string') return undefined;
  if (!isObject(value) || typeof value.message !== 'string')
    return `must be text or {reason?, message, source?, context?}, not ${show(value)}`;
  const odd = Object.keys(value).find((field) => !signalFields.includes(field));
  if (odd !== undefined) return stranger('signal', odd, signalFields);
  const { reason = 'stop_requested', source = '', context = {} } = value;
  const problem = stopReason(reason);
  if (problem) return `has a reason that ${problem}`;
  if (typeof source !== 'string') return 'has text as its source';
  return isObject(context) ? undefined : 'has an object as its context';
}
const signalFields: readonly string[] = ['reason', 'message', 'source', 'context'];
function stranger(of: string, field: string, known: readonly string[]): string {
  const near = nearest(field, known, 1)[0];
  return `has no field '${of}.${field}'${near ? `: did you mean '${near}'?` : '.'} It takes ${known.join(', ')}`;
}
export function object(value: unknown): string | undefined {
  return isObject(value) ? undefined : `must be an object, not ${show(value)}`;
}

export function show(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return withArticle(classNameOf(value));
  if (typeof value === 'function') return 'a function';
  // The others have no form in JSON, or another one, and asking for it may throw.
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
  return `${typeof value} ${text.slice(0, 40)}`;
}

/** What is wrong with an element, if anything is. */
type Wrong = (one: unknown) => string | undefined;

export function listOf(what: string, wrong: Wrong): Wrong {
  return (value) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return `must be an array of ${what}, not ${show(value)}`;
    const first = firstWrong(value, wrong);
    return first && `must be an array of ${what}: ${first}`;
  };
}
/** Holes are elements too. */
export function firstWrong(list: readonly unknown[], wrong: Wrong): string | undefined {
  const at = list.findIndex((one) => wrong(one) !== undefined);
  return at < 0 ? undefined : `element ${at} ${wrong(list[at])}`;
}
export function wrongText(never?: RegExp): Wrong {
  return (one) => {
    if (typeof one === 'string' && one.trim() === '') return 'is an empty text';
    return typeof one !== 'string' || never?.test(one) ? `is ${show(one)}` : undefined;
  };
}
