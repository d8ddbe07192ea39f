/** The parent's side of the hook host: it starts, watches, kills and replaces the child, and keeps what must survive it. */
import { randomUUID } from 'node:crypto';
import type { HookPort, KeptChange } from '../../agent/ports';
import type { CompleteOptions, Completer, DispatchRequest, DispatchResult, JudgeResult, ToolFacts } from '../../shared/dispatch';
import type { HookEvent, StreamItem } from '../../shared/events';
import type { JsonObject } from '../../shared/json';
import type { EventName } from '../../shared/points';
import { TimeLimit } from '../../shared/timeLimit';
import { unreachable } from '../../shared/unreachable';
import type { RemoteHook } from '../chain/addedHook';
import { resultOf } from '../chain/quietResult';
import type { HookDescription, HookProblem, PathLimits, StateStore } from '../chain/registered';
import { type StateOp, States, sessionStore } from '../chain/states';
import { abandoned, failClosed, notJudged, untouched } from '../chain/withoutHost';
import {
  coveringFlag,
  type FileToLoad,
  type FromHost,
  type LoadedSet,
  type Marker,
  replayingFlag,
  type Said,
  type StrayFailure,
  type ToHost,
} from '../hostProtocol';
import { type Changes, type References, withChanges } from '../references';
import type { ReplayReport } from '../replay/report';
import { Debugging, type InspectorListener } from './debugging';
import { HostPair } from './hostPair';
import type { HostProcess } from './hostProcess';
import { LiveSet } from './liveSet';
import { RemoteHooks } from './remoteHooks';
import { Survivors } from './survivors';
import { Watchdog } from './watchdog';
import { unloadMs, withinTime } from './withinTime';
import { goOn, OpenWork, type ReplayBroken, type ReplayPiece, type Work } from './work';

export interface HostServices {
  toolFacts(toolName: string, input: JsonObject): ToolFacts;
  complete(prompt: string, options: CompleteOptions, by: Completer): Promise<string>;
  log(text: string): void;
  /** Something failed for which no dispatch waits: an `event` observer, a timer or a promise that a hook left behind. `file` may be empty. */
  observerFailed(failure: StrayFailure): void;
}
export interface HostOptions {
  /** Path of the built host. */
  script: string;
  services: HostServices;
  /** Names of variables that hooks are given beside those that every program needs; asked whenever a host starts. */
  environment?(): readonly string[];
  /** It replays past events: its hooks have no clock but the record's, and no way out. */
  replaying?: boolean;
  /** It counts which lines its hooks reach. */
  covering?: boolean;
  /** No process is started for a set without hooks; else one is, so that the first hook does not wait for it. */
  lazy?: boolean;
}

const heapMb = 512;
const memoryLimitMb = 1024;
const mostDeathsPerMinute = 3;
/** After Stop a host that does not answer is given this long. */
const stopGraceMs = 300;
/** Observers must not hold a run for ever; what they have not seen by then they still see later. */
const drainMs = 5000;
const closed = 'the hook host is closed';

export class HookHost implements HookPort {
  private readonly hosts: HostPair;
  private readonly live = new LiveSet();
  private set: { n: number; id: string; files: FileToLoad[]; disabled: string[]; fresh: boolean };
  private readonly remote: RemoteHooks;
  private readonly survivors = new Survivors();
  private readonly work: OpenWork;
  /** No other host's sets have its ids: a session outlives this one. */
  private readonly name = randomUUID().slice(0, 8);
  private readonly listeners = new Set<() => void>();
  /** Who is told what hooks keep for a session, by its store. */
  private readonly sessions = new Map<string, (change: KeptChange) => void>();
  private readonly failureListeners = new Set<(why: string) => void>();
  private observed: HookEvent[] = [];
  private failure: string | undefined;
  private next = 0;
  /** Hosts whose files are being unloaded, by the number of what they were told. */
  private readonly endings = new Map<number, () => void>();
  /** A new host is wanted as soon as this one has nothing to do. */
  private isStale = false;
  private disposed = false;
  private begin: () => void = () => {};
  /** Nothing passes before the first set is live: what its gates would say is not known. */
  private begun: Promise<void> | undefined = new Promise((resolve) => {
    this.begin = () => {
      this.begun = undefined;
      resolve();
    };
  });
  private readonly watchdog: Watchdog;
  private readonly debugging = new Debugging((ms) => this.watchdog.held(ms));

  constructor(private readonly options: HostOptions) {
    this.set = { n: 0, id: 'empty', files: [], disabled: [], fresh: false };
    this.remote = new RemoteHooks(
      (store) => this.storeOf(store),
      (prompt, given, by) => options.services.complete(prompt, given, by),
    );
    const { live, survivors, debugging } = this;
    const { script, services, replaying, covering } = options;
    const work = new OpenWork({ live, survivors, toolFacts: services.toolFacts });
    this.work = work;
    this.hosts = new HostPair({
      script,
      heapMb,
      flags: [...(replaying ? [replayingFlag] : []), ...(covering ? [coveringFlag] : [])],
      environment: () => options.environment?.() ?? [],
      log: (text) => services.log(text),
      onMessage: (message, from) => this.receive(message, from),
      onPong: (open, upTo, from) => {
        const lost = [...work.entries()].some(([n]) => n <= upTo && !open.has(n));
        if (lost && from === this.hosts.current) from.distrust('lost a message');
      },
      onDeath: (from, how) => this.died(from, how),
    });
    this.watchdog = new Watchdog({
      name: 'hook host',
      tellsTurns: true,
      process: () => this.hosts.current,
      awaits: (n) => work.has(n),
      given: () => this.next,
      get isBusy() {
        return work.size > 0;
      },
      get debugged() {
        return debugging.isPaused ? 'paused' : debugging.isOn ? 'on' : 'off';
      },
      memoryLimitMb,
    });
  }

  get hookSet(): string {
    return this.live.loaded.id;
  }
  get descriptions(): readonly HookDescription[] {
    return this.live.loaded.hooks;
  }
  get problems(): readonly HookProblem[] {
    return this.live.loaded.problems;
  }
  describe(hookSet: string): readonly HookDescription[] | undefined {
    return this.live.describe(hookSet);
  }
  /** Timed out, or took the host down, three times in a row: the hook is not called until its file is saved. */
  isSuspended(hookId: string): boolean {
    const hook = this.live.find(hookId);
    return hook !== undefined && this.survivors.isSuspended(hook);
  }
  /** Why no hook runs, if the host is down for good. */
  get down(): string | undefined {
    return this.failure;
  }
  get pid(): number | undefined {
    return this.hosts.current?.pid;
  }
  /** Of the host and its spare. */
  get pids(): number[] {
    return this.hosts.pids;
  }

  pathLimits(request: DispatchRequest): PathLimits[] {
    return this.live.pathLimits(request);
  }

  wants(event: EventName): boolean {
    return !this.isSettled || this.live.wants(event);
  }

  redacts(event: EventName): boolean {
    // Before the first set is live nobody knows what it redacts.
    return this.begun !== undefined || this.live.redacts(event);
  }

  hasOwn(agentName: string): boolean {
    return this.live.hasOwn(agentName);
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

  /** Swaps the set between dispatches; one in flight ends on the set it began with. Resolves with what loaded. `fresh` evaluates all files anew. */
  setFiles(files: FileToLoad[], disabled: string[], fresh = false): Promise<LoadedSet> {
    this.failure = undefined;
    this.hosts.forgetDeaths();
    if (fresh) this.survivors.forgetRefused();
    return this.swap({ files, disabled, fresh });
  }

  addRemote(hook: RemoteHook): { dispose(): Promise<void> } {
    this.remote.add(hook);
    const changed = this.swap(this.set);
    return {
      dispose: async () => {
        await changed;
        if (this.remote.remove(hook)) await this.swap(this.set);
      },
    };
  }

  dispatch<E extends EventName>(request: DispatchRequest<E>, signal?: AbortSignal): Promise<DispatchResult<E>>;
  async dispatch(request: DispatchRequest, signal?: AbortSignal): Promise<DispatchResult> {
    await this.begun;
    const isGate = request.event === 'preToolUse';
    const isWanted = this.live.wants(request.event);
    if (this.disposed) return failClosed(this.work.unanswered(request), closed);
    if (this.failure && (isGate || isWanted)) return failClosed(this.work.unanswered(request), this.failure);
    const skipped = this.isSettled ? this.live.leavesOut(request) : undefined;
    if (skipped) return untouched(request, this.hookSet, skipped);
    if (signal?.aborted) return abandoned(this.work.unanswered(request));
    if (signal) this.remote.stopsBy(request.run.runId, signal);
    const n = ++this.next;
    const cancel = () => this.cancel(n);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<DispatchResult>((resolve) => this.give(n, { kind: 'dispatch', request, resolve }));
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async judge(request: DispatchRequest): Promise<JudgeResult> {
    await this.begun;
    const down = this.disposed ? closed : this.failure;
    if (down) return notJudged(down, this.hookSet);
    if (this.isSettled && this.live.judgesNot(request)) return { hooks: [], hookSet: this.hookSet };
    return new Promise((resolve) => this.give(++this.next, { kind: 'judge', request, resolve }));
  }

  /** A piece of a recorded session, in order; of a host that replays. Nobody but who replays works with that host. */
  async replay(piece: ReplayPiece): Promise<ReplayReport | ReplayBroken> {
    await this.begun;
    const down = this.disposed ? closed : this.failure;
    if (down) return { broken: down };
    return new Promise((resolve) => this.give(++this.next, { kind: 'replay', piece, resolve }));
  }

  /** What is in force, for another host to run. */
  get files(): { files: readonly FileToLoad[]; disabled: readonly string[] } {
    return this.set;
  }

  openSession(id: string, entries: Iterable<[string, unknown]>, changed: (change: KeptChange) => void): { dispose(): void } {
    const store = sessionStore(id);
    const put = (all: Iterable<[string, unknown]>) => {
      this.survivors.setState(store, all);
      this.hosts.living?.send(this.survivors.stateMessage(store));
    };
    put(entries);
    this.sessions.set(store, changed);
    return {
      dispose: () => {
        // Another may have opened it since.
        if (this.sessions.get(store) !== changed) return;
        this.sessions.delete(store);
        put([]);
        this.survivors.dropState(store);
      },
    };
  }

  /** What hooks keep for a session, for handlers that run in this process. */
  session(sessionId: string): StateStore {
    return this.storeOf(sessionStore(sessionId));
  }

  /** Opens an inspector on a free port, in the host at work and in each that takes its place, until it is disposed of. The listener is told where. */
  debug(listener: InspectorListener): { dispose(): void } {
    const ended = () => this.hosts.living?.send({ type: 'debug', on: false });
    const begun = this.debugging.begin(listener, ended);
    // A host that has to be started is told by that.
    if (this.hosts.living) this.hosts.living.send({ type: 'debug', on: true });
    else if (!this.disposed && !this.failure) this.ensure();
    return begun;
  }

  /** A debugger holds the host, or lets it go: no time passes for hooks meanwhile. */
  held(isPaused: boolean): void {
    this.debugging.held(isPaused && this.debugging.isOn);
  }

  onDidPause(listener: (resumed: Promise<void>) => void): { dispose(): void } {
    return this.debugging.onDidPause(listener);
  }

  /** Calls of tools whose hooks or policies are at work now. */
  get judging(): string[] {
    return [...this.work.entries()].flatMap(([, work]) => {
      const payload: JsonObject = work.kind === 'dispatch' || work.kind === 'judge' ? work.request.payload : {};
      return typeof payload.toolCallId === 'string' ? [payload.toolCallId] : [];
    });
  }

  observe(item: StreamItem): void {
    if (item.kind !== 'event' || !this.live.wants('event') || this.failure || this.disposed) return;
    this.observed.push(item.event);
    if (this.observed.length === 1) setImmediate(() => this.flushObserved());
  }

  async endRun(runId: string): Promise<void> {
    this.remote.endRun(runId);
    this.flushObserved();
    if (!this.hosts.current || this.failure || this.disposed) return this.survivors.dropState(runId);
    // Nobody observes, and there is no state to drop.
    if (!this.survivors.hasState(runId) && !this.work.isObserving) return;
    await new Promise<void>((resolve) => {
      const limit = new TimeLimit(drainMs, () => done());
      const pauses = this.onDidPause((resumed) => {
        limit.pause();
        void resumed.then(() => limit.resume());
      });
      const done = () => {
        limit.end();
        pauses.dispose();
        resolve();
      };
      this.give(++this.next, { kind: 'endRun', runId, resolve: done });
    });
  }

  /** Its files are unloaded; then it is disposed of. Never rejects. */
  async close(): Promise<void> {
    const { living } = this.hosts;
    if (living && !this.disposed && !this.failure) await this.unloaded(living);
    this.dispose();
  }

  /** Starts anew, with the environment that is to be given now, once all that is under way is done. */
  restart(): void {
    this.isStale = true;
    this.renew();
  }

  private renew(): void {
    if (!this.isStale || this.work.size > 0 || this.disposed || this.failure) return;
    this.isStale = false;
    const old = this.hosts.retire();
    if (!old) return;
    void this.unloaded(old).then(() => old.kill());
    this.ensure();
  }

  private async unloaded(host: HostProcess): Promise<void> {
    if (this.set.files.length === 0) return;
    const n = ++this.next;
    await withinTime(unloadMs, (resolve) => {
      this.endings.set(n, resolve);
      host.send({ type: 'end', n });
    });
    this.endings.delete(n);
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.watchdog.stop();
    this.hosts.dispose();
    this.begin();
    this.work.settleAll(closed);
  }

  /** False while a set is on its way to the host: what it holds is known there first. */
  private get isSettled(): boolean {
    return this.begun === undefined && !this.work.has(this.set.n);
  }

  private swap({ files, disabled, fresh }: { files: FileToLoad[]; disabled: string[]; fresh: boolean }): Promise<LoadedSet> {
    const before = this.work.get(this.set.n);
    const n = ++this.next;
    this.set = { n, id: `set-${this.name}-${n}`, files, disabled, fresh };
    if (this.failure || this.disposed) return Promise.resolve(this.live.loaded);
    return new Promise((resolve) => {
      // Who still waits for the set before this one gets what is live in the end.
      const waiting = before?.kind === 'set' ? before.waiting : [];
      if (before?.kind === 'set') this.work.take(before.n);
      const work: Work = { kind: 'set', n, files, waiting: [...waiting, resolve] };
      // A host that has to be started is given the set by that.
      if (this.hosts.living) this.give(n, work);
      else if (this.options.lazy && files.length === 0 && this.remote.descriptions.length === 0) {
        this.work.put(n, work);
        this.went({ n, id: this.set.id, hooks: [], problems: [], failed: [] });
      } else {
        this.work.put(n, work);
        this.ensure();
      }
    });
  }

  private give(n: number, work: Work): void {
    this.renew();
    if (this.work.size === 0 && this.hosts.current) this.hosts.current.heardAt = Date.now();
    const child = this.ensure();
    this.work.put(n, work);
    child.send(this.toHost(n, work, child.references));
    this.watchdog.wake();
  }

  private toHost(n: number, work: Work, references: References): ToHost {
    return work.kind === 'set' ? this.setMessage() : this.work.messageOf(n, work, references);
  }

  private setMessage(): ToHost {
    const { n, id, files, disabled, fresh } = this.set;
    const remote = this.remote.descriptions;
    return { type: 'set', n, id, files: this.survivors.withRefused(files), disabled, remote, fresh };
  }

  /** The host at work; a new one knows the set, the runs' states and the counts of timeouts before anything else. */
  private ensure(): HostProcess {
    const { living } = this.hosts;
    if (living) return living;
    const child = this.hosts.replace();
    if (!this.work.has(this.set.n)) this.work.put(this.set.n, { kind: 'set', n: this.set.n, files: this.set.files, waiting: [] });
    child.send(this.survivors.timeoutsMessage());
    child.send(this.setMessage());
    for (const message of this.survivors.stateMessages()) child.send(message);
    if (this.debugging.isOn) child.send({ type: 'debug', on: true });
    this.watchdog.wake();
    return child;
  }

  private receive(message: Said<FromHost>, from: HostProcess): void {
    const { services } = this.options;
    switch (message.type) {
      case 'loaded':
        return this.went(message);
      case 'result': {
        const work = this.work.take(message.n);
        if (work?.kind === 'dispatch') {
          const payload = this.payloadOf(work.request.payload, message.changes, from);
          // It is given to the next host.
          if (!payload || !('end' in message.result)) return this.work.put(message.n, work);
          work.resolve({ ...message.result, payload });
        } else if (work?.kind === 'judge') work.resolve(message.result);
        return;
      }
      case 'passed': {
        const work = this.work.take(message.n);
        if (!work) return;
        try {
          if (work.kind !== 'dispatch') throw new Error('an answer of hooks to something else');
          return work.resolve(resultOf(work.request, message, this.live.describe(message.hookSet)));
        } catch (error) {
          this.work.put(message.n, work);
          return from.distrust(`sent what cannot be read: ${(error as Error).message}`);
        }
      }
      case 'broken': {
        services.log(`hook host: ${message.message}`);
        const work = this.work.take(message.n);
        if (work) this.work.settle(work, message.message);
        return;
      }
      case 'progress': {
        const work = this.work.get(message.n);
        if (work?.kind === 'dispatch' || work?.kind === 'judge') {
          const { ranIds, carried } = message.progress;
          const payload = this.payloadOf(work.request.payload, message.changes, from);
          if (payload) work.resume = { progress: { ranIds, carried: { ...carried, payload } } };
        }
        return;
      }
      case 'ask':
        return void this.answer(message, from);
      case 'stateOp':
        return this.keep(message);
      case 'timeouts':
        return this.survivors.setTimeouts(message.key, message.inARow);
      case 'inspector':
        if (message.url && from === this.hosts.current) this.debugging.listens(message.url);
        return;
      case 'log':
        return services.log(message.text);
      case 'stray':
        return services.observerFailed(message.failure);
      case 'replayed': {
        const work = this.work.take(message.n);
        if (work?.kind === 'replay') work.resolve(message.report);
        return;
      }
      case 'done': {
        if (this.endings.has(message.n)) return this.endings.get(message.n)?.();
        const work = this.work.take(message.n);
        if (work) this.work.settle(work, '');
        return;
      }
      default:
        unreachable(message);
    }
  }

  /** The fields after the chain; undefined where what came cannot be read, which ends the host. */
  private payloadOf(before: JsonObject, changes: Changes | undefined, from: HostProcess): JsonObject | undefined {
    try {
      if (changes) return withChanges(before, changes, from.references);
      from.distrust('sent a result without its changes');
    } catch (error) {
      from.distrust(`sent what cannot be read: ${(error as Error).message}`);
    }
    return undefined;
  }

  private keep(op: StateOp): void {
    this.survivors.keepState(op);
    const { key, value } = op;
    this.sessions.get(op.store)?.(op.op === 'set' ? { key, value } : { key, gone: true });
  }

  private storeOf(store: string): StateStore {
    const states = new States((op) => {
      this.keep(op);
      // The hooks that come after it see what it has set.
      this.hosts.living?.send(this.survivors.stateMessage(store));
    });
    states.restore(store, this.survivors.stateOf(store));
    return states.of(store);
  }

  /** The set is in force. */
  private went({ n, id, hooks, problems, failed }: LoadedSet & { n: number }): void {
    if (n !== this.set.n) return;
    const work = this.work.take(n);
    const isNew = this.live.take({ id, hooks, problems, failed });
    this.set.fresh = false;
    this.begin();
    if (work?.kind === 'set') for (const done of work.waiting) done(this.live.loaded);
    if (isNew) for (const listener of this.listeners) listener();
  }

  /** Always to the host that asked: another would take it for the answer to a question of its own. */
  private async answer({ k, runId, what, args }: Extract<FromHost, { type: 'ask' }>, from: HostProcess): Promise<void> {
    const { services } = this.options;
    const reply = (answer: { value?: unknown; error?: string }) => {
      if (!from.gone && !this.disposed) from.send({ type: 'answer', k, ...answer });
    };
    try {
      const value =
        what === 'toolFacts'
          ? services.toolFacts(args[0] as string, args[1] as JsonObject)
          : what === 'complete'
            ? await services.complete(args[0] as string, args[1] as CompleteOptions, {
                ...(args[2] as Omit<Completer, 'runId'>),
                runId,
              })
            : await this.remote.call(args[0] as string, args[1] as JsonObject, args[2] as string);
      reply({ value });
    } catch (error) {
      reply({ error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** The user stopped the run: its hooks are told, and one that does not hear it is not waited for. */
  private cancel(n: number): void {
    const child = this.hosts.living;
    if (!child) return;
    const told = Date.now();
    child.send({ type: 'cancel', n });
    child.ping(this.next);
    setTimeout(() => {
      const work = this.work.get(n);
      if (work?.kind !== 'dispatch' || child !== this.hosts.current) return;
      const marker = child.markers().find((one) => one.n === n);
      this.work.take(n);
      void abandoned(this.work.unanswered(work.request, work)).then(work.resolve);
      // At a breakpoint it cannot hear; it goes on when the debugger does.
      if (child.heardAt < told && !this.debugging.isPaused)
        child.kill({ byUser: true, marker, message: 'did not give way when the run was stopped; its process was stopped' });
    }, stopGraceMs);
  }

  private died(child: HostProcess, how: string): void {
    for (const done of this.endings.values()) done();
    this.debugging.died();
    const { killedFor, lastWords } = child;
    const all = child.markers();
    const markers = all.filter(({ n }) => this.work.has(n));
    // What was thrown in a timer is no fault of the hook that happened to run.
    const marker = killedFor
      ? killedFor.marker
      : lastWords
        ? undefined
        : (all.find(({ n }) => n === 0) ?? markers.find(({ isOver }) => !isOver));
    const why = killedFor?.message ?? `the hook host ${how}${marker ? ' while it ran' : ''}${memory(how)}`;
    this.options.services.log(`hook host: ${marker ? `${marker.hookId}: ` : ''}${lastWords?.message ?? why}`);
    const work = marker && this.work.get(marker.n);
    if (work?.kind === 'set') this.survivors.refuse(marker!.hookId, why);
    // Who is known to be to blame is suspended in the end; the gates do not close for all others.
    else if (marker && !killedFor?.byUser) this.countTimeout(marker);
    const tillMended = 'Tool calls are denied until a hook file is saved or hooks are reloaded.';
    // What keeps it from starting keeps the next one too.
    if (!child.isReady) return this.giveUp(`The hook host did not start: it ${killedFor?.message ?? how}. ${tillMended}`);
    const deaths = marker || killedFor?.byUser ? 0 : this.hosts.countDeath();
    if (deaths >= mostDeathsPerMinute) {
      const last = lastWords ? `, last of: ${lastWords.message}` : `; it ${how}`;
      return this.giveUp(`The hook host died ${deaths} times within a minute${last}. ${tillMended}`);
    }
    for (const one of markers) this.interrupted(one, one.n === marker?.n ? why : `was interrupted: ${blamed(marker, why)}`);
    this.blame(marker, work, why, lastWords);
    // What the session had come to died with it.
    for (const [n, one] of [...this.work.entries()])
      if (one.kind === 'replay') {
        this.work.take(n);
        one.resolve({ broken: why, hookId: marker?.hookId });
      }
    if (this.work.size === 0) return;
    const next = this.ensure();
    for (const [n, one] of this.work.entries()) if (one.kind !== 'set') next.send(this.toHost(n, one, next.references));
  }

  /** In the version that ran: one that was saved since has not died. */
  private countTimeout({ hookId, set }: Marker): void {
    const hook = this.live.describe(set)?.find(({ id }) => id === hookId) ?? this.live.find(hookId);
    if (hook) this.survivors.countTimeout(hook);
  }

  /** No hook that had begun on an event runs again for it: one that had not ended has failed there. */
  private interrupted({ n, set, begun, isOver, step, hookId }: Marker, message: string): void {
    const work = this.work.get(n);
    if (work?.kind === 'observe') goOn(work, step, { hookId, again: false });
    if (work?.kind !== 'dispatch' && work?.kind !== 'judge') return;
    const hooks = this.live.describe(set) ?? [];
    const { progress, began = [] } = work.resume ?? {};
    const all = [...began, ...begun.flatMap((place) => hooks[place]?.id ?? [])];
    const hasEnded = isOver || progress?.ranIds.includes(hookId);
    work.resume = {
      progress,
      began: all.filter((id) => id !== hookId || hasEnded),
      ...(hasEnded ? {} : { died: { id: hookId, error: { name: 'HostError', message } } }),
    };
  }

  /** Who killed the host is told to the chain, to the batch of observers, or, where nobody waits for it, to the log of failures. */
  private blame(marker: Marker | undefined, work: Work | undefined, why: string, lastWords: StrayFailure | undefined): void {
    const { observerFailed } = this.options.services;
    if (lastWords) return observerFailed(lastWords);
    if (!marker)
      return observerFailed({
        hook: 'code that a hook file left running',
        file: '',
        line: 1,
        message: `code that a hook file left running: ${why}`,
      });
    if (work && work.kind !== 'observe' && work.kind !== 'endRun') return;
    const hook = this.live.find(marker.hookId);
    observerFailed({
      hook: hook ? (hook.options.name ?? hook.name) : marker.hookId,
      file: hook?.file ?? '',
      line: hook?.line ?? 1,
      message: marker.n === 0 ? `code that it had left running: ${why}` : why,
    });
  }

  private giveUp(why: string): void {
    this.failure = why;
    for (const listener of this.failureListeners) listener(why);
    this.begin();
    this.work.settleAll(why);
  }

  private flushObserved(): void {
    if (this.observed.length === 0 || this.disposed || this.failure) return;
    const events = this.observed;
    this.observed = [];
    this.give(++this.next, { kind: 'observe', events });
  }
}

const blamed = (marker: Marker | undefined, why: string): string => (marker ? `${marker.hookId} ${why}` : why);

const memory = (how: string): string =>
  /SIGABRT|code 134/.test(how) ? ` (out of memory: more than ${heapMb} MB, or process.abort)` : '';
