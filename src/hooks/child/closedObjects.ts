/**
 * Closes objects that all files of the workspace share: what is assigned to them has no effect, and that is told. An object that inherits from one of them may
 * still be given a property of its own.
 */
import Module from 'node:module';
import util from 'node:util';

type Key = string | symbol;

const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, preventExtensions } = Object;
const { ownKeys } = Reflect;

const plain: ReadonlySet<Key> = new Set<Key>(['name', 'length']);
/** Engines take shortcuts as long as these are plain properties; hardly anybody overrides them by assignment. */
const isShortcut = (holder: object, key: Key): boolean =>
  typeof key === 'symbol' || key === 'next' || (key === 'constructor' && !overridden.has(holder));

export class ClosedObjects {
  private readonly locked = new WeakSet<object>();
  private readonly told = new Set<string>();
  /** Those that stay assignable: everything inherits them, and classes of old set their own by assignment. */
  private readonly constructors: [holder: { constructor: unknown }, value: unknown][] = [];

  /** `tell` hears of each attempt to change what is closed. */
  constructor(private readonly tell: (what: string) => void) {}

  /** What cannot be closed is put right before each turn of a file. */
  mend(): void {
    for (const one of this.constructors) {
      if (one[0].constructor === one[1]) continue;
      one[0].constructor = one[1];
      this.refused('the constructor of a built-in');
    }
  }

  /** As it is for objects that are ours: closed whole. */
  own(value: object): void {
    this.lock(value, ours);
  }

  /**
   * Closes an object and what it leads to. An object that inherits a closed property may still be given one of its own by assignment, as many libraries do
   * (`this.name = …`, `Sub.prototype.constructor = Sub`), which a frozen property would forbid: so those of prototypes become accessors. With `settings` values
   * that are no functions stay open on prototypes and classes, as Node's own are.
   */
  lock(root: object, label: string, settings = false): void {
    const queue: [object, string][] = [[root, label]];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [holder, name] = next;
      if (this.locked.has(holder) || stays.has(holder)) continue;
      this.locked.add(holder);
      const add = (value: object | null, as: string) => {
        if (value && !this.locked.has(value)) queue.push([value, as]);
      };
      add(getPrototypeOf(holder), name);
      const isFunction = typeof holder === 'function';
      const isPrototype = !isFunction && Object.hasOwn(holder, 'constructor');
      const isIntrinsic = !settings && label !== ours;
      const keepsOthers = settings && (isFunction || isPrototype);
      let isMadeLater = false;
      for (const key of ownKeys(holder)) {
        const { value, get, configurable, enumerable, writable } = getOwnPropertyDescriptor(holder, key)!;
        if (get && settings && !isPrototype) isMadeLater = true;
        if (value === undefined) continue;
        if (key === util.promisify.custom) keepPromisified(value);
        if (typeof value === 'function' && isSimple(value)) preventExtensions(value);
        else if (leadsOn(value) && !this.locked.has(value))
          queue.push([value, key === 'prototype' ? `${name}.prototype` : typeof key === 'string' ? key : name]);
        if (key === 'prototype') {
          if (writable) defineProperty(holder, key, { writable: false });
          continue;
        }
        const isMethod = typeof value === 'function';
        if (key === 'constructor' && isPrototype && (settings || overridden.has(holder))) {
          // Data it must be: it is by this that `inspect` names a class.
          if (!settings) this.constructors.push([holder as { constructor: unknown }, value]);
          defineProperty(holder, key, { configurable: false });
          continue;
        }
        if (!configurable || ((keepsOthers || open.has(holder)) && !isMethod) || value === holder) continue;
        // What is passed over is frozen below.
        if (!keepsOthers && (isPrototype ? isShortcut(holder, key) : !isIntrinsic || typeof key === 'symbol' || plain.has(key)))
          continue;
        this.accessor(holder, key, value, enumerable, name);
      }
      // A part that is made when it is read puts itself in its place then.
      if (open.has(holder) || isMadeLater) continue;
      if (keepsOthers || overridden.has(holder)) preventExtensions(holder);
      else freeze(holder);
    }
  }

  accessor(holder: object, key: Key, value: unknown, enumerable: boolean | undefined, name: string): void {
    const refused = () => this.refused(`${name}.${String(key)}`);
    const isClosed = (receiver: object) => this.locked.has(receiver);
    defineProperty(holder, key, {
      get: () => value,
      set(this: unknown, given: unknown) {
        if (this === holder || !isHolder(this)) return refused();
        const own = { value: given, writable: true, enumerable: true, configurable: true };
        if (Reflect.defineProperty(this, key, own)) return;
        if (isClosed(this)) refused();
        else throw new TypeError(`Cannot assign to '${String(key)}': the object is not extensible`);
      },
      enumerable,
      configurable: false,
    });
  }

  refused(label: string): void {
    if (this.told.has(label) || untold.has(label)) return;
    this.told.add(label);
    this.tell(`${label} was assigned to; all hook files share it, so it stays as it is`);
  }
}

export const isHolder = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Functions, prototypes, namespaces: not the instances that they keep, whose state is theirs. */
export function leadsOn(value: unknown): value is object {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  const parent = getPrototypeOf(value);
  return parent === null || parent === Object.prototype || Object.hasOwn(value, 'constructor') || value instanceof RegExp;
}

/** No class, and nothing hangs on it. */
function isSimple(value: object): boolean {
  const { prototype } = value as { prototype?: object };
  if (prototype && ownKeys(prototype).length > 1) return false;
  const most = 2 + (prototype ? 1 : 0) + (Object.hasOwn(value, 'caller') ? 2 : 0);
  return ownKeys(value).length <= most && getPrototypeOf(value) === Function.prototype;
}

/** `promisify` marks the function that stands for another, at each call anew. */
function keepPromisified(stands: unknown): void {
  const mark = util.promisify.custom;
  if (typeof stands === 'function' && !Object.hasOwn(stands, mark))
    defineProperty(stands, mark, { value: stands, enumerable: false, writable: false, configurable: true });
}

const ours = 'hooksmith';

/** From these old classes inherit by assignment. */
const overridden: ReadonlySet<object> = new Set<object>([
  Object.prototype,
  Function.prototype,
  ...[Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError].map((one) => one.prototype),
]);

/** Libraries set `Error.stackTraceLimit` and `Error.prepareStackTrace`, and decorators put their functions on `Reflect`: what is a function there now is closed. */
const open: ReadonlySet<object> = new Set<object>([Error, Reflect]);

/** Never entered. */
export const stays: ReadonlySet<object> = new Set<object>(
  [globalThis, process, process.env, console, Reflect.get(Module, '_cache'), Reflect.get(Module, '_pathCache')].filter(isHolder),
);

/** A library that keeps the working folder in mind assigns this one, to no harm. */
const untold: ReadonlySet<string> = new Set(['process.cwd']);
