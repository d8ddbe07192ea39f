/** Values on the border between the chain and hooks: what a hook is shown is frozen deep, what it returns is copied, so that nothing it keeps changes later. */

import { serialize } from 'node:v8';
import { isLevelTooDeep, nestedTooDeep } from '../../shared/depth';

class Returned {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the private field of the class below goes to this object.
    return value;
  }
}
/**
 * What is frozen to its depths bears a private field, which nobody else can see, set or copy. A set of all that does would cost each dispatch more than the
 * freezing.
 */
class Frozen extends Returned {
  readonly #isDeep = true;
  /** For what takes no new field. */
  static readonly #others = new WeakSet<object>();

  // The one that a class has by itself would pass on a list of arguments.
  private constructor(value: object) {
    super(value);
  }

  static has(value: object): boolean {
    return #isDeep in value || Frozen.#others.has(value);
  }

  static add(value: object): void {
    if (Object.isExtensible(value)) new Frozen(value);
    else Frozen.#others.add(value);
    Object.freeze(value);
  }
}

export function deepFreeze(value: unknown): void {
  // No recursion: however deep it is, who is shown it goes on.
  const waiting = isOpen(value) ? [value] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    Frozen.add(next);
    for (const key in next) {
      const part = (next as Record<string, unknown>)[key];
      if (isOpen(part)) waiting.push(part);
    }
  }
}

const isOpen = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Frozen.has(value) && !ArrayBuffer.isView(value);

/** Taken as frozen, and not looked into: reading a field of it is told to somebody. */
export function notDescended<T extends object>(value: T): T {
  Frozen.add(value);
  return value;
}

/** A copy that no hook holds; parts that came from a context are frozen already and shared. Throws a TypeError that names what cannot be carried. */
export function ownCopy(value: unknown, path: string, level = 0): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new TypeError(`'${path}' is a ${typeof value}, which no event can carry`);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`'${path}' is ${value}, which no event can carry`);
  if (typeof value !== 'object' || value === null || Frozen.has(value)) return value;
  if (isLevelTooDeep(level)) throw new TypeError(`'${fieldOf(path)}' ${nestedTooDeep}, or contains itself`);
  // Not by its methods, which may be its own.
  if (Array.isArray(value))
    return Array.from({ length: value.length }, (_, index) => ownCopy(value[index], `${path}[${index}]`, level + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return fieldsOf(value, path, level);
  if (isError(value)) {
    const { name, message } = value;
    return { name: String(name), message: String(message) };
  }
  const isWritten =
    'toJSON' in value && typeof value.toJSON === 'function' && kindOf(value) !== 'Date' && !ArrayBuffer.isView(value);
  if (isWritten) return ownCopy((value as { toJSON(key: string): unknown }).toJSON(''), path, level + 1);
  // Of a class of the hook's own its fields go on, as they would in JSON.
  if (kindOf(value) === 'Object') return fieldsOf(value, path, level);
  try {
    if (isEmptyInJson(value)) throw new TypeError('it would be lost');
    const copy: unknown = structuredClone(value);
    // What is shared by memory can be cloned, and leads to no other process.
    serialize(copy);
    return copy;
  } catch {
    const name = nameOf(value);
    throw new TypeError(`'${path}' is ${withArticle(name)}, which no event can carry${insteadOf.get(name) ?? ''}`);
  }
}

function fieldsOf(value: object, path: string, level: number): object {
  const copy = {};
  for (const [key, part] of Object.entries(value)) {
    const copied = ownCopy(part, path === '' ? key : `${path}.${key}`, level + 1);
    Object.defineProperty(copy, key, { value: copied, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** The decision's own field, in which it lies. */
const fieldOf = (path: string): string => path.split(/[.[]/, 1)[0]!;

const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

/** Made in another realm it is one all the same. */
export const isError = (value: unknown): value is Error => value instanceof Error || kindOf(value) === 'Error';

/** Its content is no field of it: records, the model and the next process would have an empty object, or bytes by their places. */
export function isEmptyInJson(value: object): boolean {
  if (ArrayBuffer.isView(value)) return true;
  return !hasForm.has(kindOf(value)) && Object.keys(value).length === 0;
}
const hasForm: ReadonlySet<string> = new Set(['Object', 'Array', 'Date', 'Error', 'String', 'Number', 'Boolean', 'Arguments']);

const insteadOf: ReadonlyMap<string, string> = new Map([
  ['Promise', ': is an await missing?'],
  ['Map', ': Object.fromEntries(…) makes an object of it'],
  ['Set', ': [...set] makes an array of it'],
  ['Buffer', ": .toString() or .toString('base64') makes text of it"],
]);

/** The name of its class, which its author may have called anything. Never throws. */
export function nameOf(value: object): string {
  try {
    // biome-ignore lint/plugin: it is read for its name, and never called.
    const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
    return typeof name === 'string' && name !== '' && name !== 'Object' ? name : 'object';
  } catch {
    return 'object';
  }
}

export const withArticle = (name: string): string => `${/^(?!u(?!n))[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
