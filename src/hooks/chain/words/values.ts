/** Values on the border between the chain and hooks: what a hook is shown is frozen deep, what it returns is copied, so that nothing it keeps changes later. */

import { serialize } from 'node:v8';
import { isLevelTooDeep, nestedTooDeep } from '../../../shared/basics/depth';
import { Burden, fieldOf, type Size, sizeOfFrozen, TooLarge, weigh, withoutSize } from './burden';

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
  withoutSize(value);
  return value;
}

/** Of what is in the chain's own hands. */
export function sizeOf(value: unknown): Size {
  const size = new Burden('all', { characters: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY });
  weigh(value, size, '', Frozen.has);
  return size;
}

/** What is wrong where it holds more than a hook may have carried. Throws what its own code throws. */
export function outOfBounds(value: unknown, what: string, path = ''): string | undefined {
  try {
    weigh(value, new Burden(what), path, Frozen.has);
  } catch (thrown) {
    if (thrown instanceof TooLarge) return thrown.message;
    throw thrown;
  }
  return undefined;
}

/**
 * A copy that no hook holds; parts that came from a context are frozen already and shared. Throws a TypeError that names what cannot be carried, or is more than that.
 */
export const ownCopy = (value: unknown, path: string, burden = new Burden('a decision')): unknown =>
  copyOf(value, path, burden, 0);

function copyOf(value: unknown, path: string, burden: Burden, level: number): unknown {
  if (typeof value === 'string') burden.text(value, path);
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new TypeError(`'${path}' is a ${typeof value}, which no event can carry`);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`'${path}' is ${value}, which no event can carry`);
  if (typeof value !== 'object' || value === null) return value;
  if (Frozen.has(value)) {
    burden.share(sizeOfFrozen(value, path, level), path);
    return value;
  }
  if (isLevelTooDeep(level)) throw new TypeError(`'${fieldOf(path)}' ${nestedTooDeep}, or contains itself`);
  // Not by its methods, which may be its own.
  if (Array.isArray(value)) return elementsOf(value, path, burden, level);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return fieldsOf(value, path, burden, level);
  if (isError(value)) {
    const { name, message } = value;
    return { name: copyOf(String(name), path, burden, level), message: copyOf(String(message), path, burden, level) };
  }
  const isWritten =
    'toJSON' in value && typeof value.toJSON === 'function' && kindOf(value) !== 'Date' && !ArrayBuffer.isView(value);
  if (isWritten) return copyOf((value as { toJSON(key: string): unknown }).toJSON(''), path, burden, level + 1);
  // Of a class of the hook's own its fields go on, as they would in JSON.
  if (kindOf(value) === 'Object') return fieldsOf(value, path, burden, level);
  let bytes: number;
  let copy: unknown;
  try {
    if (isEmptyInJson(value)) throw new TypeError('it would be lost');
    copy = structuredClone(value);
    // What is shared by memory can be cloned, and leads to no other process.
    bytes = serialize(copy).byteLength;
  } catch {
    const name = classNameOf(value);
    throw new TypeError(`'${path}' is ${withArticle(name)}, which no event can carry${insteadOf.get(name) ?? ''}`);
  }
  burden.add({ characters: bytes, entries: 1 }, path);
  return copy;
}

function elementsOf(value: readonly unknown[], path: string, burden: Burden, level: number): unknown[] {
  const { length } = value;
  burden.parts(length, path);
  const copy: unknown[] = [];
  for (let at = 0; at < length; at++) {
    const part = value[at];
    // Most are, and their place is told in no error.
    const isPlain = typeof part === 'boolean' || part === undefined || Number.isFinite(part);
    copy.push(isPlain ? part : copyOf(part, `${path}[${at}]`, burden, level + 1));
  }
  return copy;
}

function fieldsOf(value: object, path: string, burden: Burden, level: number): object {
  const copy = {};
  const keys = Object.keys(value);
  burden.parts(keys.length, path);
  for (const key of keys) {
    const at = path === '' ? key : `${path}.${key}`;
    burden.text(key, at);
    const copied = copyOf((value as Record<string, unknown>)[key], at, burden, level + 1);
    Object.defineProperty(copy, key, { value: copied, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

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
export function classNameOf(value: object): string {
  try {
    // biome-ignore lint/plugin: it is read for its name, and never called.
    const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
    return typeof name === 'string' && name !== '' && name !== 'Object' ? name : 'object';
  } catch {
    return 'object';
  }
}

export const withArticle = (name: string): string => `${/^(?!u(?!n))[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
