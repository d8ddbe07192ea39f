/** Values on the border between the chain and hooks: what a hook is shown is frozen deep, what it returns is copied, so that nothing it keeps changes later. */

const frozen = new WeakSet<object>();

export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || frozen.has(value) || ArrayBuffer.isView(value)) return;
  frozen.add(value);
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}

/** Taken as frozen, and not looked into: reading a field of it is told to somebody. */
export function notDescended<T extends object>(value: T): T {
  frozen.add(Object.freeze(value));
  return value;
}

/** A copy that no hook holds; parts that came from a context are frozen already and shared. Throws a TypeError that names what cannot be carried. */
export function ownCopy(value: unknown, path: string): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new TypeError(`'${path}' is a ${typeof value}, which no event can carry`);
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  if (Array.isArray(value)) return value.map((part, index) => ownCopy(part, `${path}[${index}]`));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    const copy = {};
    for (const [key, part] of Object.entries(value)) {
      const copied = ownCopy(part, path === '' ? key : `${path}.${key}`);
      Object.defineProperty(copy, key, { value: copied, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  }
  try {
    return structuredClone(value);
  } catch {
    const kind = (value as object).constructor?.name ?? 'object';
    throw new TypeError(`'${path}' is a ${kind}, which no event can carry${kind === 'Promise' ? ': is an await missing?' : ''}`);
  }
}
