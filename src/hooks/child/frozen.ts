/**
 * What a host that replays has in the place of the world: the clock of the record, and doors to network, files and processes that are shut. A hook that reaches for
 * one is stopped there, and what it reached for is kept, so that nothing it does about that hides it.
 *
 * Limit: what needs no door of Node (a native addon that is loaded already, WebAssembly) is not seen.
 */
import Module, { createRequire } from 'node:module';

type Holder = Record<string, unknown>;

/** Modules whose functions act outside of this process. */
const doors: Readonly<Record<string, string>> = {
  fs: 'files',
  'fs/promises': 'files',
  net: 'network',
  tls: 'network',
  http: 'network',
  https: 'network',
  http2: 'network',
  dgram: 'network',
  dns: 'network',
  'dns/promises': 'network',
  child_process: 'processes',
  cluster: 'processes',
  worker_threads: 'processes',
  trace_events: 'files',
};

/** They only read what they are given. */
const harmless: ReadonlySet<string> = new Set([
  ...['isIP', 'isIPv4', 'isIPv6', 'validateHeaderName', 'validateHeaderValue', 'getDefaultSettings', 'getPackedSettings'],
  ...[
    'getUnpackedSettings',
    'checkServerIdentity',
    'getCiphers',
    'rootCertificates',
    'getEnvironmentData',
    'convertALPNProtocols',
    'createSecureContext',
  ],
  ...['isInternalThread', 'markAsUntransferable', 'isMarkedAsUntransferable', 'moveMessagePortToContext', 'receiveMessageOnPort'],
  'getEnabledCategories',
]);

/** Classes that act by a method, or when they are made. */
const acting: readonly [module: string, path: string][] = [
  ['net', 'Socket.prototype.connect'],
  ['net', 'Server.prototype.listen'],
  ['dgram', 'Socket.prototype.bind'],
  ['dgram', 'Socket.prototype.connect'],
  ['dgram', 'Socket.prototype.send'],
  ['dns', 'Resolver'],
  ['http', 'ClientRequest'],
  ['child_process', 'ChildProcess.prototype.spawn'],
  ['worker_threads', 'Worker'],
  ['worker_threads', 'BroadcastChannel'],
  ['fs', 'ReadStream'],
  ['fs', 'WriteStream'],
  ['fs', 'FileReadStream'],
  ['fs', 'FileWriteStream'],
  ['module', 'enableCompileCache'],
  ['process', 'report.writeReport'],
];

/** Modules that are all door. */
const refused: ReadonlySet<string> = new Set(['node:sqlite', 'node:wasi', 'wasi']);

const ofProcess: readonly string[] = [
  'kill',
  'chdir',
  'dlopen',
  'setuid',
  'setgid',
  'setgroups',
  'initgroups',
  'abort',
  'loadEnvFile',
];
const globals: readonly string[] = ['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel'];

export class Frozen {
  private now: number | undefined;

  /** Shuts the doors and takes over the clock, and tells what is reached for; to be made before any file of the workspace loads, and before built-ins are closed. */
  constructor(private readonly reached: (message: string) => void) {
    const load = createRequire(__filename);
    for (const [name, what] of Object.entries(doors)) {
      if (!Module.isBuiltin(`node:${name}`)) continue;
      const module = loaded(load, name);
      if (module) for (const key of Object.keys(module)) this.shut(module, key, `${what} (node:${name}: ${key})`);
    }
    for (const [name, path] of acting) {
      const steps = path.split('.');
      const key = steps.pop()!;
      const holder = steps.reduce<unknown>((at, step) => (at as Holder | undefined)?.[step], loaded(load, name));
      if (holder) this.put(holder as Holder, key, `${doors[name] ?? 'files'} (node:${name}: ${path.replace('.prototype', '')})`);
    }
    for (const key of ofProcess) this.put(process as unknown as Holder, key, `processes (process.${key})`);
    for (const key of globals) this.put(globalThis as unknown as Holder, key, `network (${key})`);
    const loader = Module as unknown as { _load(id: string, ...rest: unknown[]): unknown };
    const open = loader._load;
    loader._load = (id, ...rest) => (refused.has(id) ? this.reach(`files (${id})`) : open.call(Module, id, ...rest));
    Module.syncBuiltinESMExports();
    this.freezeClock();
  }

  /** From now on it is this time, in milliseconds since the epoch. */
  set time(now: number) {
    this.now = now;
  }

  private shut(module: Holder, key: string, what: string): void {
    if (harmless.has(key) || key.startsWith('_') || /^[A-Z]/.test(key)) return;
    const value = partOf(module, key);
    if (typeof value === 'function') this.put(module, key, what);
  }

  private put(holder: Holder, key: string, what: string): void {
    const property = Object.getOwnPropertyDescriptor(holder, key);
    if (!property?.configurable && !property?.writable) return;
    const reach = () => this.reach(what);
    const closed: { prototype: unknown } = function closed(): never {
      return reach();
    };
    // Classes that extend it are made when a file loads; only their instances act.
    closed.prototype = (partOf(holder, key) as { prototype?: unknown } | undefined)?.prototype ?? closed.prototype;
    Object.defineProperty(holder, key, {
      value: closed,
      enumerable: property.enumerable ?? true,
      configurable: true,
      writable: true,
    });
  }

  private reach(what: string): never {
    const message = `reached for ${what}, which is not there while past events are replayed`;
    this.reached(message);
    throw new Error(message);
  }

  private freezeClock(): void {
    const RealDate = Date;
    const real = RealDate.now;
    const now = () => this.now ?? real();
    Object.defineProperty(RealDate, 'now', { value: now, configurable: true, writable: true });
    const FrozenDate: DateConstructor = new Proxy(RealDate, {
      construct: (target, args: unknown[], newTarget): object =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new RealDate(now()).toString(),
    });
    Object.defineProperty(RealDate.prototype, 'constructor', { value: FrozenDate, configurable: true, writable: true });
    globalThis.Date = FrozenDate;
  }
}

function loaded(load: (id: string) => unknown, name: string): Holder | undefined {
  try {
    return load(`node:${name}`) as Holder;
  } catch {
    // Only newer versions of Node have it.
    return undefined;
  }
}

function partOf(holder: Holder, key: string): unknown {
  try {
    return holder[key];
  } catch {
    return undefined;
  }
}
