/** The parent's side of the hook host: it starts, watches, kills and replaces the child, and keeps what must survive it (contract §6). */
import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookPort } from '../agent/ports';
import type { DispatchRequest, DispatchResult, JudgeResult, ToolFacts } from '../shared/dispatch';
import { noSkips, type StreamItem } from '../shared/events';
import type { JsonObject } from '../shared/json';
import { type EventName, hookPoints } from '../shared/points';
import { type FileToLoad, type FromHost, type LoadedSet, type Marker, markerSize, readMarkerText, type ToHost } from './protocol';
import type { HookDescription, HookProblem, ResumeChain } from './registered';
import { residentBytes } from './residentBytes';

export interface HostServices {
  toolFacts(toolName: string, input: JsonObject): ToolFacts;
  complete(prompt: string, options: { model?: string; maxTokens?: number }): Promise<string>;
  log(text: string): void;
  /** An `event` observer failed: nobody waits for it, so it is told here. */
  observerFailed(failure: { hook: string; file: string; line: number; message: string }): void;
}
export interface HostOptions {
  /** Path of the built host. */
  script: string;
  services: HostServices;
  /** Inspector port for Debug Hooks. */
  inspect?: number;
}

/** A handler of another extension, run in the parent. */
export interface RemoteHook extends HookDescription {
  handler(fields: JsonObject): unknown;
}

interface Pending {
  request: DispatchRequest;
  judge: boolean;
  resume?: ResumeChain;
  resolve(result: unknown): void;
}
interface Child {
  process: ChildProcess;
  markerFile: string;
  ready: Promise<void>;
  gone: boolean;
}

const graceMs = 300;
const checkMs = 100;
const memoryLimitMb = 512;
const mostDeathsPerMinute = 3;

export class HookHost implements HookPort {
  private readonly folder = mkdtempSync(join(tmpdir(), 'hooksmith-'));
  private current: Child | undefined;
  private spare: Child | undefined;
  private set: { id: string; files: FileToLoad[]; disabled: string[] } = { id: 'empty', files: [], disabled: [] };
  private readonly remote = new Map<string, RemoteHook>();
  private loaded: LoadedSet = { id: 'empty', hooks: [], problems: [], failed: [] };
  private events = new Set<EventName>();
  private hasPolicies = false;
  private readonly pending = new Map<number, Pending>();
  private readonly waiting = new Map<number, () => void>();
  /** Who waits for a set to be live. A new child is sent the set as it starts, so one set may be sent twice and is answered for all. */
  private loading: { id: string; done(set: LoadedSet): void }[] = [];
  private readonly states = new Map<string, Map<string, unknown>>();
  private readonly listeners = new Set<() => void>();
  private readonly failureListeners = new Set<(why: string) => void>();
  private observed: Extract<StreamItem, { kind: 'event' }>['event'][] = [];
  private deaths: number[] = [];
  private failure: string | undefined;
  private watch: NodeJS.Timeout | undefined;
  private killedFor: { hookId: string; message: string } | undefined;
  private next = 0;
  private disposed = false;

  constructor(private readonly options: HostOptions) {}

  get hookSet(): string {
    return this.loaded.id;
  }
  get descriptions(): readonly HookDescription[] {
    return this.loaded.hooks;
  }
  get problems(): readonly HookProblem[] {
    return this.loaded.problems;
  }
  /** Why no hook runs, if the host is down for good. */
  get down(): string | undefined {
    return this.failure;
  }
  get pid(): number | undefined {
    return this.current?.process.pid;
  }

  wants(event: EventName): boolean {
    return this.events.has(event);
  }

  redacts(event: EventName): boolean {
    return this.loaded.hooks.some((hook) => hook.options.redacts && hook.options.enabled && hook.events.includes(event));
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** The host is down for good, until the next change of the set. */
  onDidFail(listener: (why: string) => void): { dispose(): void } {
    this.failureListeners.add(listener);
    return { dispose: () => this.failureListeners.delete(listener) };
  }

  /** Swaps the set between dispatches; one in flight ends on the set it began with. Resolves with what loaded. */
  async setFiles(files: FileToLoad[], disabled: string[]): Promise<LoadedSet> {
    this.set = { id: `set-${++this.next}`, files, disabled };
    this.failure = undefined;
    return this.sendSet();
  }

  addRemote(hook: RemoteHook): { dispose(): Promise<void> } {
    this.remote.set(hook.id, hook);
    const changed = this.resend();
    return {
      dispose: async () => {
        await changed;
        if (this.remote.delete(hook.id)) await this.resend();
      },
    };
  }

  async dispatch(request: DispatchRequest, signal?: AbortSignal): Promise<DispatchResult> {
    const isGate = request.event === 'preToolUse';
    if (this.failure && (isGate || this.events.has(request.event))) return failClosed(request, this.failure, this.loaded.id);
    if (!this.failure && !this.events.has(request.event) && !(isGate && this.hasPolicies))
      return untouched(request, this.loaded.id);
    const n = ++this.next;
    const cancel = () => this.send({ type: 'cancel', n });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return (await this.ask(n, request, false)) as DispatchResult;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async judge(request: DispatchRequest): Promise<JudgeResult> {
    if (this.failure)
      return {
        judgement: { action: 'deny', by: { kind: 'policy', name: 'hook host' }, reason: this.failure },
        hooks: [],
        hookSet: this.loaded.id,
      };
    if (!this.hasPolicies) return { hooks: [], hookSet: this.loaded.id };
    return (await this.ask(++this.next, request, true)) as JudgeResult;
  }

  observe(item: StreamItem): void {
    if (item.kind !== 'event' || !this.events.has('event') || this.failure) return;
    this.observed.push(item.event);
    if (this.observed.length === 1) setImmediate(() => this.flushObserved());
  }

  async endRun(runId: string): Promise<void> {
    this.flushObserved();
    if (this.current && !this.current.gone && this.loaded.hooks.length > 0) {
      const k = ++this.next;
      // Observers must not hold a run for ever; what they have not seen by then they still see later.
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 5000);
        this.waiting.set(k, () => {
          clearTimeout(timer);
          resolve();
        });
        this.send({ type: 'endRun', runId, k });
      });
      this.waiting.delete(k);
    }
    this.states.delete(runId);
  }

  dispose(): void {
    this.disposed = true;
    clearInterval(this.watch);
    for (const child of [this.current, this.spare]) child?.process.kill('SIGKILL');
    for (const [, { request, resolve, judge }] of this.pending)
      resolve(
        judge
          ? {
              hooks: [],
              hookSet: this.loaded.id,
              judgement: { action: 'deny', by: { kind: 'policy' }, reason: 'the hook host is closed' },
            }
          : failClosed(request, 'the hook host is closed', this.loaded.id),
      );
    this.pending.clear();
    for (const done of this.waiting.values()) done();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private ask(n: number, request: DispatchRequest, judge: boolean, resume?: ResumeChain): Promise<unknown> {
    return new Promise((resolve) => {
      this.pending.set(n, { request, judge, resume, resolve });
      this.post(n);
      this.watch ??= setInterval(() => this.check(), checkMs);
    });
  }

  private post(n: number): void {
    const { request, judge, resume } = this.pending.get(n)!;
    this.send({ type: 'dispatch', n, request, judge, ...(resume ? { resume } : {}) });
  }

  private send(message: ToHost): void {
    const child = this.ensure();
    child.process.send(message, (error) => {
      if (error) this.options.services.log(`hook host: a message was not taken: ${error.message}`);
    });
  }

  private ensure(): Child {
    if (this.current && !this.current.gone) return this.current;
    this.current = this.spare && !this.spare.gone ? this.spare : this.spawn();
    this.spare = undefined;
    const child = this.current;
    void child.ready.then(() => {
      if (!this.disposed && !this.spare && this.current === child) this.spare = this.spawn();
    });
    this.sendSet();
    for (const [runId, entries] of this.states) this.send({ type: 'state', runId, entries: [...entries] });
    return child;
  }

  private spawn(): Child {
    const markerFile = join(this.folder, `marker-${++this.next}`);
    const fd = openSync(markerFile, 'w');
    writeSync(fd, ' '.repeat(markerSize));
    closeSync(fd);
    const execArgv = [
      `--max-old-space-size=${memoryLimitMb}`,
      ...(this.options.inspect ? [`--inspect=127.0.0.1:${this.options.inspect}`] : []),
    ];
    const process_ = fork(this.options.script, [markerFile], {
      execArgv,
      env: allowedEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let isReady = () => {};
    const child: Child = {
      process: process_,
      markerFile,
      gone: false,
      ready: new Promise((resolve) => {
        isReady = resolve;
      }),
    };
    process_.on('message', (message: FromHost) => {
      if (message.type === 'ready') isReady();
      else this.receive(message);
    });
    for (const stream of [process_.stdout, process_.stderr])
      stream?.on('data', (chunk: Buffer) => this.options.services.log(chunk.toString().trimEnd()));
    process_.on('exit', (code, signal) => this.died(child, signal ? `ended by ${signal}` : `exited with code ${code}`));
    process_.on('error', (error) => this.died(child, error.message));
    return child;
  }

  private receive(message: Exclude<FromHost, { type: 'ready' }>): void {
    const { services } = this.options;
    switch (message.type) {
      case 'loaded': {
        if (message.id !== this.set.id) return;
        const { type: _, ...set } = message;
        const isNew = this.loaded.id !== set.id;
        this.loaded = set;
        this.events = new Set(
          set.hooks.filter((hook) => hook.kind === 'hook' && hook.options.enabled).flatMap((hook) => hook.events),
        );
        this.hasPolicies = set.hooks.some((hook) => hook.kind === 'policy' && hook.options.enabled);
        const waiting = this.loading;
        this.loading = [];
        for (const one of waiting) one.done(set);
        if (isNew) for (const listener of this.listeners) listener();
        return;
      }
      case 'result': {
        const pending = this.pending.get(message.n);
        this.settle(message.n);
        return pending?.resolve(message.result);
      }
      case 'broken': {
        const pending = this.pending.get(message.n);
        this.settle(message.n);
        services.log(`hook host: ${message.message}`);
        return pending?.resolve(
          pending.judge
            ? {
                hooks: [],
                hookSet: this.loaded.id,
                judgement: { action: 'deny', by: { kind: 'policy', name: 'hook host' }, reason: message.message },
              }
            : failClosed(pending.request, message.message, this.loaded.id),
        );
      }
      case 'progress': {
        const pending = this.pending.get(message.n);
        if (pending) pending.resume = { progress: message.progress };
        return;
      }
      case 'ask':
        return void this.answer(message);
      case 'stateOp': {
        const state = this.states.get(message.runId) ?? new Map<string, unknown>();
        this.states.set(message.runId, state);
        if (message.op === 'set') state.set(message.key, message.value);
        else state.delete(message.key);
        return;
      }
      case 'log':
        return services.log(message.text);
      case 'observed':
        for (const failure of message.failures) services.observerFailed(failure);
        return;
      case 'ended':
        return this.waiting.get(message.k)?.();
    }
  }

  private async answer({ k, what, args }: Extract<FromHost, { type: 'ask' }>): Promise<void> {
    const { services } = this.options;
    try {
      const value =
        what === 'toolFacts'
          ? services.toolFacts(args[0] as string, args[1] as JsonObject)
          : what === 'complete'
            ? await services.complete(args[0] as string, args[1] as { model?: string; maxTokens?: number })
            : await this.remote.get(args[0] as string)?.handler(args[1] as JsonObject);
      this.send({ type: 'answer', k, value });
    } catch (error) {
      this.send({ type: 'answer', k, error: error instanceof Error ? error.message : String(error) });
    }
  }

  private settle(n: number): void {
    this.pending.delete(n);
    if (this.pending.size > 0) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }

  /** A child cannot interrupt itself in a loop: the parent looks at the clock and at its memory. */
  private check(): void {
    const child = this.current;
    const marker = child && readMarker(child);
    if (!child || !marker || child.gone || !this.pending.has(marker.n)) return;
    const elapsed = Date.now() - marker.startedAt;
    if (!marker.paused && elapsed > marker.timeoutMs + graceMs)
      return this.kill(
        child,
        marker,
        `took longer than its timeoutMs of ${marker.timeoutMs} ms and did not give way; its process was stopped`,
      );
    const bytes = elapsed > checkMs && child.process.pid ? residentBytes(child.process.pid) : undefined;
    if (bytes !== undefined && bytes > 2 * memoryLimitMb * 1024 * 1024)
      this.kill(child, marker, `took more than ${2 * memoryLimitMb} MB of memory; its process was stopped`);
  }

  private kill(child: Child, marker: Marker, message: string): void {
    this.killedFor = { hookId: marker.hookId, message };
    child.process.kill('SIGKILL');
  }

  private died(child: Child, how: string): void {
    if (child.gone) return;
    child.gone = true;
    if (child === this.spare) this.spare = undefined;
    if (child !== this.current || this.disposed) return;
    this.current = undefined;
    const marker = readMarker(child);
    const blamed = marker && this.pending.has(marker.n) ? marker : undefined;
    const message =
      this.killedFor?.message ??
      `the hook host ${how} while it ran${/SIGABRT|code 134/.test(how) ? ` (out of memory: more than ${memoryLimitMb} MB)` : ''}`;
    this.killedFor = undefined;
    const now = Date.now();
    this.deaths = [...this.deaths.filter((at) => now - at < 60_000), now];
    this.options.services.log(`hook host: ${blamed ? `${blamed.hookId}: ${message}` : how}`);
    if (this.deaths.length >= mostDeathsPerMinute)
      return this.giveUp(
        `The hook host died ${this.deaths.length} times within a minute${blamed ? `, last in ${blamed.hookId}` : ''}. Tool calls are denied until a hook file is saved or hooks are reloaded.`,
      );
    for (const [n, pending] of this.pending) {
      if (blamed?.n === n)
        pending.resume = { ...pending.resume, died: { id: blamed.hookId, error: { name: 'HostError', message } } };
      this.post(n);
    }
  }

  private giveUp(why: string): void {
    this.failure = why;
    for (const listener of this.failureListeners) listener(why);
    for (const [, { request, judge, resolve }] of this.pending) {
      resolve(
        judge
          ? {
              hooks: [],
              hookSet: this.loaded.id,
              judgement: { action: 'deny', by: { kind: 'policy', name: 'hook host' }, reason: why },
            }
          : failClosed(request, why, this.loaded.id),
      );
    }
    this.pending.clear();
    clearInterval(this.watch);
    this.watch = undefined;
    for (const done of this.waiting.values()) done();
    for (const one of this.loading) one.done(this.loaded);
    this.loading = [];
    this.deaths = [];
  }

  private async resend(): Promise<void> {
    this.set = { ...this.set, id: `set-${++this.next}` };
    await this.sendSet();
  }

  private sendSet(): Promise<LoadedSet> {
    const { id, files, disabled } = this.set;
    const remote = [...this.remote.values()].map(({ handler: _, ...facts }) => facts);
    const loaded = new Promise<LoadedSet>((done) => this.loading.push({ id, done }));
    this.send({ type: 'set', id, files, disabled, remote });
    return loaded;
  }

  private flushObserved(): void {
    if (this.observed.length === 0) return;
    const events = this.observed;
    this.observed = [];
    this.send({ type: 'observe', events });
  }
}

function readMarker(child: Child): Marker | undefined {
  try {
    return readMarkerText(readFileSync(child.markerFile, 'utf8'));
  } catch {
    return undefined;
  }
}

const untouched = (request: DispatchRequest, hookSet: string): DispatchResult => ({
  end: { action: 'continue' },
  payload: request.payload,
  context: [],
  hooks: [],
  skipped: noSkips,
  hookSet,
});

/** What a dispatch means while no hook can run: tool calls are denied, other points do what their failing hooks would. */
function failClosed(request: DispatchRequest, why: string, hookSet: string): DispatchResult {
  const by = { kind: 'policy' as const, name: 'hook host' };
  const { onError } = hookPoints[request.event];
  const result = untouched(request, hookSet);
  if (onError === 'deny') return { ...result, end: { action: 'deny', by, reason: why } };
  if (onError === 'stop')
    return { ...result, end: { action: 'error', error: { name: 'HostError', message: why }, by, reason: why } };
  if (onError === 'ask') return { ...result, vote: { action: 'ask', by, reason: why } };
  return result;
}

const allowed = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PATHEXT',
  'COMSPEC',
];

/** No keys, no NODE_*, LD_* or DYLD_*: hooks get what a program needs to find its way, no more. */
function allowedEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const name of allowed) if (process.env[name] !== undefined) env[name] = process.env[name];
  // In the desktop editor the running binary is Electron; this makes it a plain Node.
  if (process.versions.electron) env.ELECTRON_RUN_AS_NODE = '1';
  return env;
}
