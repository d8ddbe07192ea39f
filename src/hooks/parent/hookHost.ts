/** The parent's side of the hook host: it starts, watches, kills and replaces the child, and keeps what must survive it. */
import type { HookPort, KeptChange } from '../../agent/ports/hooks';
import type { DispatchRequest, DispatchResult, JudgeResult } from '../../shared/dispatch';
import type { JsonObject } from '../../shared/json';
import type { EventName } from '../../shared/points';
import type { StreamItem } from '../../shared/stream';
import type { RemoteHook } from '../chain/addedHook';
import type { HookDescription, HookProblem, PathLimits, StateStore } from '../chain/registered';
import { sessionStore } from '../chain/states';
import { abandoned, failClosed, notJudged, untouched } from '../chain/withoutHost';
import { coveringFlag, type FileToLoad, type LoadedSet, replayingFlag, type ToHost } from '../hostProtocol';
import type { References } from '../references';
import type { ReplayReport } from '../replay/report';
import { Debugging, type InspectorListener } from './debugging';
import { Hearing } from './hearing';
import { HostPair } from './hostPair';
import type { HostProcess } from './hostProcess';
import type { HostOptions } from './hostServices';
import { Inquest } from './inquest';
import { KeptStates } from './keptStates';
import { LiveSet } from './liveSet';
import { drained, Observation } from './observation';
import { RemoteHooks } from './remoteHooks';
import { Survivors } from './survivors';
import { Unloading } from './unloading';
import { type SetOfFiles, WantedSet } from './wantedSet';
import { Watchdog } from './watchdog';
import { OpenWork, type ReplayBroken, type ReplayPiece, type Work } from './work';

const heapMb = 512;
const memoryLimitMb = 1024;
/** After Stop a host that does not answer is given this long. */
const stopGraceMs = 300;
const closed = 'the hook host is closed';

export class HookHost implements HookPort {
  private readonly hosts: HostPair;
  private readonly live = new LiveSet();
  private readonly wanted = new WantedSet();
  private readonly remote: RemoteHooks;
  private readonly survivors = new Survivors();
  private readonly kept = new KeptStates(this.survivors, (message) => this.hosts.living?.send(message));
  private readonly observation = new Observation((events) => {
    if (!this.disposed && !this.failure) this.give(++this.next, { kind: 'observe', events });
  });
  private readonly unloading = new Unloading();
  private readonly inquest: Inquest;
  private readonly work: OpenWork;
  private readonly listeners = new Set<() => void>();
  private readonly failureListeners = new Set<(why: string) => void>();
  private failure: string | undefined;
  private next = 0;
  /** A new host is wanted as soon as this one has nothing to do. */
  private isStale = false;
  private disposed = false;
  private readonly watchdog: Watchdog;
  private readonly debugging = new Debugging((ms) => this.watchdog.held(ms));

  constructor(private readonly options: HostOptions) {
    const remote = new RemoteHooks(
      (store) => this.kept.of(store),
      (prompt, given, by) => options.services.complete(prompt, given, by),
    );
    this.remote = remote;
    const { live, survivors, kept, unloading, debugging } = this;
    const { script, services, replaying, covering } = options;
    const work = new OpenWork({ live, survivors, toolFacts: services.toolFacts });
    this.work = work;
    this.inquest = new Inquest({ live, work, survivors, services, heapMb, countDeath: () => this.hosts.countDeath() });
    const hearing = new Hearing({
      ...{ services, live, work, survivors, kept, remote, unloading, debugging },
      isAtWork: (host) => host === this.hosts.current,
      went: (set) => this.went(set),
    });
    this.hosts = new HostPair({
      script,
      heapMb,
      flags: [...(replaying ? [replayingFlag] : []), ...(covering ? [coveringFlag] : [])],
      environment: () => options.environment?.() ?? [],
      log: (text) => services.log(text),
      onMessage: (message, from) => hearing.receive(message, from),
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
    return this.wanted.begun !== undefined || this.live.redacts(event);
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
    const changed = this.swap(this.wanted.given);
    return {
      dispose: async () => {
        await changed;
        if (this.remote.remove(hook)) await this.swap(this.wanted.given);
      },
    };
  }

  dispatch<E extends EventName>(request: DispatchRequest<E>, signal?: AbortSignal): Promise<DispatchResult<E>>;
  async dispatch(request: DispatchRequest, signal?: AbortSignal): Promise<DispatchResult> {
    await this.wanted.begun;
    await this.debugging.attached(signal);
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
    await this.wanted.begun;
    await this.debugging.attached();
    const down = this.disposed ? closed : this.failure;
    if (down) return notJudged(down, this.hookSet);
    if (this.isSettled && this.live.judgesNot(request)) return { hooks: [], hookSet: this.hookSet };
    return new Promise((resolve) => this.give(++this.next, { kind: 'judge', request, resolve }));
  }

  /** A piece of a recorded session, in order; of a host that replays. Nobody but who replays works with that host. */
  async replay(piece: ReplayPiece): Promise<ReplayReport | ReplayBroken> {
    await this.wanted.begun;
    const down = this.disposed ? closed : this.failure;
    if (down) return { broken: down };
    return new Promise((resolve) => this.give(++this.next, { kind: 'replay', piece, resolve }));
  }

  /** What is in force, for another host to run. */
  get files(): { files: readonly FileToLoad[]; disabled: readonly string[] } {
    return this.wanted.given;
  }

  openSession(id: string, entries: Iterable<[string, unknown]>, changed: (change: KeptChange) => void): { dispose(): void } {
    return this.kept.open(id, entries, changed);
  }

  runState(runId: string): [string, unknown][] {
    return this.kept.ofRun(runId);
  }

  takeRun(runId: string, entries: Iterable<[string, unknown]>): void {
    this.kept.takeRun(runId, entries);
  }

  /** What hooks keep for a session, for handlers that run in this process. */
  session(sessionId: string): StateStore {
    return this.kept.of(sessionStore(sessionId));
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
    this.observation.add(item.event);
  }

  async endRun(runId: string): Promise<void> {
    this.remote.endRun(runId);
    this.observation.flush();
    if (!this.hosts.current || this.failure || this.disposed) return this.survivors.dropState(runId);
    // Nobody observes, and there is no state to drop.
    if (!this.survivors.hasState(runId) && !this.work.isObserving) return;
    await drained(this.debugging, (resolve) => this.give(++this.next, { kind: 'endRun', runId, resolve }));
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

  private unloaded(host: HostProcess): Promise<void> {
    return this.unloading.of(host, this.wanted.given.files, ++this.next);
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.watchdog.stop();
    this.debugging.release();
    this.hosts.dispose();
    this.wanted.begin();
    this.work.settleAll(closed);
  }

  /** False while a set is on its way to the host: what it holds is known there first. */
  private get isSettled(): boolean {
    return this.wanted.begun === undefined && !this.work.has(this.wanted.n);
  }

  private swap({ files, disabled, fresh }: SetOfFiles): Promise<LoadedSet> {
    const before = this.work.get(this.wanted.n);
    const n = ++this.next;
    this.wanted.change(n, { files, disabled, fresh });
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
        this.went({ n, id: this.wanted.id, hooks: [], problems: [], failed: [] });
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
    return work.kind === 'set' ? this.wanted.message(this.survivors, this.remote) : this.work.messageOf(n, work, references);
  }

  /** The host at work; a new one knows the set, the runs' states and the counts of timeouts before anything else. */
  private ensure(): HostProcess {
    const { living } = this.hosts;
    if (living) return living;
    const child = this.hosts.replace();
    const { n, given } = this.wanted;
    if (!this.work.has(n)) this.work.put(n, { kind: 'set', n, files: given.files, waiting: [] });
    child.send(this.survivors.timeoutsMessage());
    child.send(this.wanted.message(this.survivors, this.remote));
    for (const message of this.survivors.stateMessages()) child.send(message);
    if (this.debugging.isOn) child.send({ type: 'debug', on: true });
    this.watchdog.wake();
    return child;
  }

  /** The set is in force. */
  private went({ n, id, hooks, problems, failed }: LoadedSet & { n: number }): void {
    const isBusy = [...this.work.entries()].some(([, { kind }]) => kind === 'dispatch');
    // What came before a newer set is answered with this one.
    if (n !== this.wanted.n) return this.live.remember(id, hooks, isBusy);
    const work = this.work.take(n);
    const isNew = this.live.take({ id, hooks, problems, failed }, isBusy);
    this.wanted.given.fresh = false;
    this.wanted.begin();
    if (work?.kind === 'set') for (const done of work.waiting) done(this.live.loaded);
    if (isNew) for (const listener of this.listeners) listener();
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
    this.unloading.died();
    this.debugging.died();
    const hopeless = this.inquest.hold(child, how);
    if (hopeless) return this.giveUp(hopeless);
    if (this.work.size === 0) return;
    const next = this.ensure();
    for (const [n, one] of this.work.entries()) if (one.kind !== 'set') next.send(this.toHost(n, one, next.references));
  }

  private giveUp(why: string): void {
    this.failure = why;
    for (const listener of this.failureListeners) listener(why);
    this.wanted.begin();
    this.work.settleAll(why);
  }
}
