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
import { ClosedObjects, isHolder, leadsOn, stays } from './closedObjects';
import { withhold, withholdIn } from './withheldNode';

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, preventExtensions } = Object;
const { ownKeys } = Reflect;

export class Hardened {
  readonly closed: ClosedObjects;
  private builtin: (id: string) => unknown = createRequire(__filename);

  /** `tell` hears of each attempt to change what is shared. */
  constructor(tell: (what: string) => void) {
    this.closed = new ClosedObjects(tell);
  }

  /** Closes everything. */
  all(): void {
    withhold();
    for (const { prototype } of [v8.Deserializer, v8.DefaultDeserializer])
      if (lookedUp in prototype) defineProperty(prototype, lookedUp, { writable: false, configurable: false });
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
      this.closed.lock(exports, (exports as { name: string }).name, true);
      return exports;
    }
    const copy = Object.create(getPrototypeOf(exports)) as T & object;
    for (const key of ownKeys(exports)) {
      const property = getOwnPropertyDescriptor(exports, key)!;
      const { value } = property;
      if (leadsOn(value)) this.closed.lock(value, String(key), true);
      defineProperty(copy, key, { ...property, ...('value' in property ? { writable: true } : {}), configurable: true });
    }
    return copy;
  }

  /** A built-in module for one file. */
  moduleFor(id: string): unknown {
    return this.copyOf(this.builtin(id));
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
      if (isHolder(value)) this.closed.lock(value, name);
    }
    for (const one of hidden) this.closed.lock(one, 'a built-in');
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
    this.builtin = (id) => {
      const exports = load.call(Module, id);
      withholdIn(id, exports);
      return exports;
    };
    loader._load = (id, ...rest) => (Module.isBuiltin(id) ? copy(this.builtin(id)) : load.call(Module, id, ...rest));
    const getBuiltin = (process as unknown as { getBuiltinModule?(id: string): unknown }).getBuiltinModule;
    if (getBuiltin)
      defineProperty(process, 'getBuiltinModule', {
        value: (id: string) => {
          const exports = getBuiltin.call(process, id);
          withholdIn(id, exports);
          return copy(exports);
        },
        enumerable: true,
        configurable: true,
        writable: true,
      });
    this.closed.lock(Module, 'module', true);
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
        this.closed.accessor(globalThis, key, key === 'fetch' ? this.fetching(value) : value, enumerable, 'globalThis');
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
    const set = () => this.closed.refused(`globalThis.${key}`);
    defineProperty(globalThis, key, { get: load, set, enumerable, configurable: false });
  }

  private global(value: object, label: string): void {
    if (stays.has(value)) return;
    this.closed.lock(value, label, true);
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
      if (configurable && closes) this.closed.accessor(process, key, value, enumerable, 'process');
    }
  }
}

const intrinsicNames: ReadonlySet<string> = new Set(
  [
    'Object Function Array Number Boolean String Symbol BigInt Math JSON Reflect Proxy Promise RegExp Date Intl Atomics',
    'Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator ArrayBuffer SharedArrayBuffer DataView',
    'Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError SuppressedError',
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array',
    'BigInt64Array BigUint64Array parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent',
    'escape unescape eval globalThis',
  ].flatMap((line) => line.split(' ')),
);

/** For bytes the engine looks this one up where no code may run: an accessor in its place ends the process. */
const lookedUp = '_readHostObject';

/** Their place is taken when they are first read, which a closed one does not allow. */
const eagerGlobals: ReadonlySet<string> = new Set(['DOMException', 'Buffer', 'process']);

/** What a file prints with is its own affair, and `global` is another name. */
const openGlobals: ReadonlySet<string> = new Set(['console', 'global']);

/** What libraries replace that clean up at exit. */
const openOfProcess: ReadonlySet<string> = new Set(['emit', 'exit', 'reallyExit', 'chdir', 'umask']);
const closedOfProcess: ReadonlySet<string> = new Set(
  'platform arch version versions pid ppid env argv execPath execArgv release'.split(' '),
);
