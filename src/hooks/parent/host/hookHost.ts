/** The hooks as the loop asks them: what is asked is answered at once where no hook would listen, else by the host at work; what must survive that host is kept here. */
import type { Following, HookPort, KeptChange } from '../../../agent/ports/hooks';
import { carriedTooDeep, requestsTooDeep } from '../../../shared/basics/depth';
import { Listeners } from '../../../shared/basics/listeners';
import type { DispatchRequest, DispatchResult, JudgeResult } from '../../../shared/hooks/dispatch';
import type { EventName } from '../../../shared/hooks/points';
import type { StreamItem } from '../../../shared/stream/stream';
import type { RemoteHook } from '../../chain/calling/addedHook';
import { sessionStore } from '../../chain/calling/states';
import { abandoned, failClosed, notJudged, untouched } from '../../chain/running/withoutHost';
import type { HookDescription, HookProblem, PathLimits, StateStore } from '../../chain/words/registered';
import type { FileToLoad, LoadedSet } from '../../hostProtocol';
import type { ReplayReport } from '../../replay/replayChanges';
import type { HostOptions } from '../lasting/hostServices';
import { KeptStates } from '../lasting/keptStates';
import { LiveSet } from '../lasting/liveSet';
import { RemoteHooks } from '../lasting/remoteHooks';
import { Survivors } from '../lasting/survivors';
import { type SetOfFiles, WantedSet } from '../lasting/wantedSet';
import { OpenWork, type ReplayBroken, type ReplayPiece } from '../lasting/work';
import { Ahead } from './ahead';
import type { InspectorListener } from './debugging';
import { HostAtWork } from './hostAtWork';
import { Observation } from './observation';
import { isMoot, stoppedFirst } from './stopping';

export class HookHost implements HookPort {
  private readonly live = new LiveSet();
  private readonly wanted = new WantedSet();
  private readonly remote: RemoteHooks;
  private readonly survivors = new Survivors();
  private readonly kept = new KeptStates(this.survivors, (message) => this.host.tell(message));
  private readonly observation = new Observation(
    (events) => {
      if (!this.host.down) this.host.give(this.host.number(), { kind: 'observe', events });
    },
    (text) => this.options.services.log(text),
  );
  private readonly host: HostAtWork;
  private readonly work: OpenWork;
  private readonly listeners = new Listeners();
  private readonly ahead = new Ahead(
    (request) => this.live.wants(request.event) && !this.live.leavesOut(request),
    () => this.host.number(),
  );
  constructor(private readonly options: HostOptions) {
    const remote = new RemoteHooks(
      (store) => this.kept.of(store),
      (prompt, given, by) => options.services.complete(prompt, given, by),
    );
    this.remote = remote;
    const { live, wanted, survivors, kept } = this;
    const work = new OpenWork({ live, survivors, toolFacts: options.services.toolFacts });
    this.work = work;
    this.host = new HostAtWork(options, { live, wanted, remote, survivors, kept, work, went: (set) => this.went(set) });
  }

  /** The first set is in force, be it an empty one. */
  get hasBegun(): boolean {
    return this.wanted.begun === undefined;
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
    return this.host.failure;
  }
  get pid(): number | undefined {
    return this.host.pid;
  }
  /** Of the host and its spare. */
  get pids(): number[] {
    return this.host.pids;
  }

  get restrictedPaths(): readonly string[] {
    return this.live.restrictedPaths;
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
    return this.listeners.add(listener);
  }

  /** The host is down for good, until the next change of the set. */
  onDidFail(listener: (why: string) => void): { dispose(): void } {
    return this.host.onDidFail(listener);
  }

  /** Swaps the set between dispatches; one in flight ends on the set it began with. Resolves with what loaded. `fresh` evaluates all files anew. */
  setFiles(files: FileToLoad[], disabled: string[], fresh = false): Promise<LoadedSet> {
    this.host.forgive();
    if (fresh) this.survivors.forgetRefused();
    return this.swap({ files, disabled, fresh });
  }

  prepare(): void {
    this.host.prepare();
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

  dispatch<E extends EventName>(
    request: DispatchRequest<E>,
    signal?: AbortSignal,
    following?: readonly Following[],
  ): Promise<DispatchResult<E>>;
  async dispatch(request: DispatchRequest, signal?: AbortSignal, following?: readonly Following[]): Promise<DispatchResult> {
    const early = this.ahead.answerTo(request.payload);
    const answer = early && (await this.host.stopping.hastens(early.n, signal, early.answer));
    if (answer) return answer;
    await this.wanted.begun;
    await this.host.debugging.attached(signal);
    const isGate = request.event === 'preToolUse';
    const isWanted = this.live.wants(request.event);
    const { down, isClosed } = this.host;
    if (down && (isClosed || isGate || isWanted)) return failClosed(this.work.unanswered(request), down);
    const skipped = this.isSettled ? this.live.leavesOut(request) : undefined;
    if (skipped) return untouched(request, this.hookSet, skipped);
    if (isMoot(request, signal)) return abandoned(this.work.unanswered(request));
    if (requestsTooDeep(request)) return failClosed(this.work.unanswered(request), carriedTooDeep);
    if (signal) this.remote.stopsBy(request.run, signal);
    const n = this.host.number();
    // Not beside a debugger: there each is asked when its time has come, and so it is after a stop.
    const isPlain = this.isSettled && !this.host.debugging.isOn;
    const goesAhead = following && !signal?.aborted && isPlain && !following.some(requestsTooDeep);
    const behind = goesAhead ? this.ahead.behind(n, request, following) : [];
    const numbers = behind.map(([one]) => one);
    const answered = new Promise<DispatchResult>((resolve) =>
      this.host.give(n, { kind: 'dispatch', request, resolve, following: numbers }, behind),
    );
    return this.host.stopping.hastens(n, signal, answered);
  }

  async judge(request: DispatchRequest, signal?: AbortSignal): Promise<JudgeResult> {
    await this.wanted.begun;
    await this.host.debugging.attached(signal);
    const { down } = this.host;
    if (down) return notJudged(down, this.hookSet);
    if (this.isSettled && this.live.judgesNot(request)) return { hooks: [], hookSet: this.hookSet };
    if (requestsTooDeep(request)) return notJudged(carriedTooDeep, this.hookSet);
    if (signal?.aborted) return notJudged(stoppedFirst, this.hookSet);
    const n = this.host.number();
    const answered = new Promise<JudgeResult>((resolve) => this.host.give(n, { kind: 'judge', request, resolve }));
    return this.host.stopping.hastens(n, signal, answered);
  }

  /** A piece of a recorded session, in order; of a host that replays. Nobody but who replays works with that host. */
  async replay(piece: ReplayPiece): Promise<ReplayReport | ReplayBroken> {
    await this.wanted.begun;
    const { down } = this.host;
    if (down) return { broken: down };
    return new Promise((resolve) => this.host.give(this.host.number(), { kind: 'replay', piece, resolve }));
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
    return this.host.debug(listener);
  }

  /** A debugger holds the host, or lets it go: no time passes for hooks meanwhile. */
  held(isPaused: boolean): void {
    const { debugging } = this.host;
    debugging.held(isPaused && debugging.isOn);
  }

  onDidPause(listener: (resumed: Promise<void>) => void): { dispose(): void } {
    return this.host.debugging.onDidPause(listener);
  }

  /** Calls of tools whose hooks or policies are at work now. */
  get judging(): string[] {
    return this.work.toolCallIds;
  }

  observe(item: StreamItem): void {
    if (item.kind !== 'event' || !this.live.wants('event') || this.host.down) return;
    this.observation.add(item.event);
  }

  async endRun(runId: string): Promise<void> {
    this.remote.endRun(runId);
    this.observation.flush();
    if (!this.host.isThere || this.host.down) return this.survivors.dropState(runId);
    // Nobody observes, and there is no state to drop.
    if (!this.survivors.hasState(runId) && !this.work.isObserving && !this.live.wants('event')) return;
    await this.observation.drained(runId, this.host);
  }

  /** Its files are unloaded; then it is disposed of. Never rejects. */
  async close(): Promise<void> {
    await this.host.close();
  }

  /** Starts anew, with the environment that is to be given now, once all that is under way is done. */
  restart(): void {
    this.host.restart();
  }

  dispose(): void {
    this.host.dispose();
  }

  /** False while a set is on its way to the host: what it holds is known there first. */
  private get isSettled(): boolean {
    return this.wanted.begun === undefined && !this.work.has(this.wanted.n);
  }

  private swap({ files, disabled, fresh }: SetOfFiles): Promise<LoadedSet> {
    const before = this.work.get(this.wanted.n);
    const n = this.host.number();
    this.wanted.change(n, { files, disabled, fresh }, (one) => this.work.isOn(one));
    if (this.host.down) return Promise.resolve(this.live.loaded);
    return new Promise((resolve) => {
      // Who still waits for the set before this one gets what is live in the end.
      const waiting = before?.kind === 'set' ? before.waiting : [];
      if (before?.kind === 'set') this.work.take(before.n);
      const work = { kind: 'set' as const, n, files, waiting: [...waiting, resolve] };
      const isEmpty = files.length === 0 && this.remote.descriptions.length === 0;
      if (this.options.lazy && isEmpty && !this.host.isAlive) {
        this.work.put(n, work);
        this.went({ n, id: this.wanted.id, hooks: [], problems: [], failed: [] });
      } else this.host.giveSet(n, work);
    });
  }

  /** The set is in force. */
  private went({ n, id, hooks, problems, failed }: LoadedSet & { n: number }): void {
    const isBusy = this.work.isDispatching;
    // What came before a newer set is answered with this one.
    if (n !== this.wanted.n) return this.live.remember(id, hooks, isBusy);
    const work = this.work.take(n);
    const isNew = this.live.take({ id, hooks, problems, failed }, isBusy);
    this.wanted.given.fresh = false;
    this.wanted.begin();
    if (work?.kind === 'set') for (const done of work.waiting) done(this.live.loaded);
    if (isNew) this.listeners.tell();
  }
}
