/**
 * What all files of the workspace share in one process is closed before the first of them loads: the language's built-ins, Node's modules, the globals. So no
 * file changes what another one's code, or the code that judges, does. A file that tries to is not broken by it: what it assigned has no effect, and that is told.
 *
 * Limits: what acts from outside of this thread (a native addon, the debugger of a worker thread or of another process) can still change what happens in it.
 */
import asyncHooks from 'node:async_hooks';
import events from 'node:events';
import fs from 'node:fs';
import inspector from 'node:inspector';
import Module, { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import stream from 'node:stream';
import util from 'node:util';
import v8 from 'node:v8';

type Key = string | symbol;
type Tell = (what: string) => void;

const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, preventExtensions } = Object;
const { ownKeys } = Reflect;

const plain = new Set<Key>(['name', 'length']);
/** Engines take shortcuts as long as these are plain properties; hardly anybody overrides them by assignment. */
const isShortcut = (holder: object, key: Key): boolean =>
  typeof key === 'symbol' || key === 'next' || (key === 'constructor' && !overridden.has(holder));

export class Hardened {
  private readonly locked = new WeakSet<object>();
  private readonly told = new Set<string>();
  /** Those that stay assignable: everything inherits them, and classes of old set their own by assignment. */
  private readonly constructors: [holder: { constructor: unknown }, value: unknown][] = [];
  private builtin: (id: string) => unknown = createRequire(__filename);

  /** `tell` hears of each attempt to change what is shared. */
  constructor(private readonly tell: Tell) {}

  /** Closes everything. */
  all(): void {
    this.withhold();
    this.intrinsics();
    // What this process itself uses; the others when a file asks for them.
    for (const used of [asyncHooks, events, fs, inspector, net, path, stream, util, v8]) this.copyOf(used);
    this.loader();
    this.globals();
    this.process();
  }

  /**
   * A module of Node as a file may have it: an object of its own, which it may change as it likes, with the functions and classes that all share, closed. The
   * module's own object, some of whose parts are only made when they are read, is in no file's hands.
   */
  private copyOf<T>(exports: T): T {
    if (!isHolder(exports) || stays.has(exports)) return exports;
    if (typeof exports === 'function') {
      this.lock(exports, (exports as { name: string }).name, true);
      return exports;
    }
    const copy = Object.create(getPrototypeOf(exports)) as T & object;
    for (const key of ownKeys(exports)) {
      const property = getOwnPropertyDescriptor(exports, key)!;
      const { value } = property;
      if (leadsOn(value)) this.lock(value, String(key), true);
      defineProperty(copy, key, { ...property, ...('value' in property ? { writable: true } : {}), configurable: true });
    }
    return copy;
  }

  /** A built-in module for one file. */
  moduleFor(id: string): unknown {
    return this.copyOf(this.builtin(id));
  }

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

  /** What shows one file's work to another, or lets it act in its place. */
  private withhold(): void {
    const denied = (name: string) =>
      function denied(): never {
        throw new Error(`${name} is not there for hooks and tools: it reaches into the work of others in the same process`);
      };
    const deny = (holder: object, label: string, ...names: string[]) => {
      for (const name of names)
        if (name in holder)
          defineProperty(holder, name, {
            value: denied(`${label}.${name}`),
            writable: false,
            configurable: false,
            enumerable: true,
          });
    };
    deny(asyncHooks, 'async_hooks', 'createHook', 'executionAsyncResource');
    deny(v8, 'v8', 'getHeapSnapshot', 'writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit', 'setFlagsFromString', 'queryObjects');
    // Node itself uses the object that stands there.
    const promiseHooks = { onInit: 0, onBefore: 0, onAfter: 0, onSettled: 0, createHook: 0 };
    deny(promiseHooks, 'v8.promiseHooks', ...Object.keys(promiseHooks));
    defineProperty(v8, 'promiseHooks', { value: promiseHooks, enumerable: true });
    deny(Module, 'module', 'register', 'registerHooks');
    deny(inspector, 'inspector', 'Session', 'open', 'close', 'url', 'waitForDebugger');
    deny(
      process,
      'process',
      'binding',
      '_linkedBinding',
      '_getActiveHandles',
      '_getActiveRequests',
      '_debugProcess',
      '_debugEnd',
      // Who takes what is thrown takes it from all.
      'setUncaughtExceptionCaptureCallback',
      'addUncaughtExceptionCaptureCallback',
    );
    // Imports in code that is made at run time see the same.
    Module.syncBuiltinESMExports();
  }

  private intrinsics(): void {
    const hidden = [
      Object.getPrototypeOf(Uint8Array),
      async () => undefined,
      function* () {},
      async function* () {},
      [][Symbol.iterator](),
      new Map().entries(),
      new Set().entries(),
      ''[Symbol.iterator](),
      'a'.matchAll(/a/g),
    ];
    for (const name of intrinsicNames) {
      const value = (globalThis as Record<string, unknown>)[name];
      if (isHolder(value)) this.lock(value, name);
    }
    for (const one of hidden) this.lock(one, 'a built-in');
  }

  /** All roads to Node's modules lead by here: what is loaded later is closed then. */
  private loader(): void {
    const loader = Module as unknown as { _load(id: string, ...rest: unknown[]): unknown };
    const load = loader._load;
    const copies = new Map<unknown, unknown>();
    const copy = (exports: unknown) => {
      if (!copies.has(exports)) copies.set(exports, this.copyOf(exports));
      return copies.get(exports);
    };
    this.builtin = (id) => load.call(Module, id);
    loader._load = (id, ...rest) => {
      const exports = load.call(Module, id, ...rest);
      return Module.isBuiltin(id) ? copy(exports) : exports;
    };
    const getBuiltin = (process as unknown as { getBuiltinModule?(id: string): unknown }).getBuiltinModule;
    if (getBuiltin)
      defineProperty(process, 'getBuiltinModule', {
        value: (id: string) => copy(getBuiltin.call(process, id)),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    this.lock(Module, 'module', true);
  }

  private globals(): void {
    for (const key of ownKeys(globalThis)) {
      const property = getOwnPropertyDescriptor(globalThis, key)!;
      if (!property.configurable || typeof key === 'symbol' || openGlobals.has(key)) continue;
      const { enumerable, get } = property;
      const value = eagerGlobals.has(key) ? Reflect.get(globalThis, key) : property.value;
      if (intrinsicNames.has(key)) defineProperty(globalThis, key, { enumerable, value, writable: false, configurable: false });
      else if (get && !eagerGlobals.has(key)) this.lazyGlobal(key, get, enumerable);
      else {
        if (isHolder(value)) this.global(value, key);
        this.accessor(globalThis, key, key === 'fetch' ? this.fetching(value) : value, enumerable, 'globalThis');
      }
    }
  }

  /** A class that is loaded when it is first named. */
  private lazyGlobal(key: string, get: () => unknown, enumerable?: boolean): void {
    let made: { value: unknown } | undefined;
    const load = (): unknown => {
      if (made) return made.value;
      let value: unknown;
      try {
        value = get.call(globalThis);
      } catch {
        // It wanted to put itself in its own place, which is closed; it is there now.
        value = get.call(globalThis);
      }
      made = { value };
      if (isHolder(value)) this.global(value, key);
      return value;
    };
    const set = () => this.refused(`globalThis.${key}`);
    defineProperty(globalThis, key, { get: load, set, enumerable, configurable: false });
  }

  private global(value: object, label: string): void {
    if (stays.has(value)) return;
    this.lock(value, label, true);
    // One object that all use, with methods that could be put in front of its own.
    if (typeof value === 'object') preventExtensions(value);
  }

  /** Its classes are loaded by the first call, and must be closed before somebody has an instance. */
  private fetching(fetch: unknown): unknown {
    const call = fetch as (...args: unknown[]) => unknown;
    let isClosed = false;
    return {
      fetch(...args: unknown[]) {
        if (!isClosed) for (const name of ['Response', 'Request', 'Headers', 'FormData']) Reflect.get(globalThis, name);
        isClosed = true;
        return call(...args);
      },
    }.fetch;
  }

  private process(): void {
    for (const key of ownKeys(process)) {
      const { value, enumerable, configurable } = getOwnPropertyDescriptor(process, key)!;
      const closes = typeof value === 'function' ? !openOfProcess.has(key as string) : closedOfProcess.has(key as string);
      if (configurable && closes) this.accessor(process, key, value, enumerable, 'process');
    }
  }

  /**
   * Closes an object and what it leads to. An object that inherits a closed property may still be given one of its own by assignment, as many libraries do
   * (`this.name = …`, `Sub.prototype.constructor = Sub`), which a frozen property would forbid: so those of prototypes become accessors. With `settings` values
   * that are no functions stay open on prototypes and classes, as Node's own are.
   */
  private lock(root: object, label: string, settings = false): void {
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

  private accessor(holder: object, key: Key, value: unknown, enumerable: boolean | undefined, name: string): void {
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

  private refused(label: string): void {
    if (this.told.has(label) || untold.has(label)) return;
    this.told.add(label);
    this.tell(`${label} was assigned to; all hook files share it, so it stays as it is`);
  }
}

const isHolder = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Functions, prototypes, namespaces: not the instances that they keep, whose state is theirs. */
function leadsOn(value: unknown): value is object {
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

const intrinsicNames = new Set(
  [
    'Object Function Array Number Boolean String Symbol BigInt Math JSON Reflect Proxy Promise RegExp Date Intl Atomics',
    'Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator ArrayBuffer SharedArrayBuffer DataView',
    'Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError SuppressedError',
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array',
    'BigInt64Array BigUint64Array parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent',
    'escape unescape eval globalThis',
  ].flatMap((line) => line.split(' ')),
);

/** From these old classes inherit by assignment. */
const overridden: ReadonlySet<object> = new Set<object>([
  Object.prototype,
  Function.prototype,
  ...[Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError].map((one) => one.prototype),
]);

/** Libraries set `Error.stackTraceLimit` and `Error.prepareStackTrace`, and decorators put their functions on `Reflect`: what is a function there now is closed. */
const open: ReadonlySet<object> = new Set<object>([Error, Reflect]);

/** Never entered. */
const stays: ReadonlySet<object> = new Set<object>(
  [globalThis, process, process.env, console, Reflect.get(Module, '_cache'), Reflect.get(Module, '_pathCache')].filter(isHolder),
);

/** Their place is taken when they are first read, which a closed one does not allow. */
const eagerGlobals = new Set(['DOMException', 'Buffer', 'process']);

/** What a file prints with is its own affair, and `global` is another name. */
const openGlobals = new Set(['console', 'global']);

/** What libraries replace that clean up at exit. */
const openOfProcess = new Set(['emit', 'exit', 'reallyExit', 'chdir', 'umask']);
/** A library that keeps the working folder in mind assigns this one, to no harm. */
const untold = new Set(['process.cwd']);
const closedOfProcess = new Set('platform arch version versions pid ppid env argv execPath execArgv release'.split(' '));
