/** The host at work: what is open is given to it, to the next one where it dies, and to none any more once it is down for good. It is watched, debugged and replaced here. */

import { Listeners } from '../../../shared/basics/listeners';
import { coveringFlag, type LoadedSet, replayingFlag, type ToHost } from '../../hostProtocol';
import type { HostOptions } from '../lasting/hostServices';
import type { KeptStates } from '../lasting/keptStates';
import type { LiveSet } from '../lasting/liveSet';
import type { RemoteHooks } from '../lasting/remoteHooks';
import type { Survivors } from '../lasting/survivors';
import type { WantedSet } from '../lasting/wantedSet';
import { hasBegun, type OpenWork, type Work } from '../lasting/work';
import { HostPair } from '../process/hostPair';
import type { HostProcess } from '../process/hostProcess';
import { Watchdog } from '../process/watchdog';
import { Debugging, type InspectorListener } from './debugging';
import { Hearing } from './hearing';
import { Inquest } from './inquest';
import { Stopping } from './stopping';
import { Unloading } from './unloading';

const heapMb = 512;
const memoryLimitMb = 1024;
const closed = 'the hook host is closed';

interface Parts {
  live: LiveSet;
  wanted: WantedSet;
  remote: RemoteHooks;
  survivors: Survivors;
  kept: KeptStates;
  work: OpenWork;
  /** A set is in force. */
  went(set: LoadedSet & { n: number }): void;
}

export class HostAtWork {
  private readonly hosts: HostPair;
  private readonly unloading = new Unloading();
  private readonly inquest: Inquest;
  private readonly watchdog: Watchdog;
  readonly debugging = new Debugging((ms) => this.watchdog.held(ms));
  readonly stopping: Stopping;
  private readonly failureListeners = new Listeners<[string]>();
  /** Why it is down for good, until the next change of the set. */
  failure: string | undefined;
  /** Of what was given last. */
  private last = 0;
  /** A new host is wanted as soon as this one has nothing to do. */
  private isStale = false;
  isClosed = false;

  constructor(
    options: HostOptions,
    private readonly parts: Parts,
  ) {
    const { script, services, replaying, covering } = options;
    const { live, survivors, work } = parts;
    const { unloading, debugging } = this;
    this.inquest = new Inquest({ live, work, survivors, services, heapMb, countDeath: () => this.hosts.countDeath() });
    const hearing = new Hearing({
      ...{ ...parts, services, unloading, debugging },
      isAtWork: (host) => host === this.hosts.current,
    });
    this.hosts = new HostPair({
      script,
      heapMb,
      cwd: services.cwd,
      flags: [...(replaying ? [replayingFlag] : []), ...(covering ? [coveringFlag] : [])],
      environment: () => options.environment?.() ?? [],
      log: (text) => services.log(text),
      withholds: () => live.isRedacting,
      onMessage: (message, from) => hearing.receive(message, from),
      onPong: (open, upTo, from) => {
        const lost = [...work.entries()].some(([n]) => n <= upTo && !open.has(n));
        if (lost && from === this.hosts.current) from.distrust('lost a message');
      },
      onDeath: (from, how) => this.died(from, how),
    });
    this.stopping = new Stopping({
      ...{ hosts: this.hosts, live, work, debugging },
      isLoading: () => work.has(parts.wanted.n),
      given: () => this.last,
    });
    this.watchdog = new Watchdog({
      name: 'hook host',
      process: () => this.hosts.current,
      awaits: (n) => work.has(n),
      mayRun: (n) => work.isUnderWay(n),
      given: () => this.last,
      get isBusy() {
        return work.size > 0;
      },
      debugged: (heardAt) => (debugging.isPaused ? 'paused' : debugging.mayHold(heardAt) ? 'on' : 'off'),
      memoryLimitMb,
    });
  }

  get pid(): number | undefined {
    return this.hosts.current?.pid;
  }
  /** Of the host and its spare. */
  get pids(): number[] {
    return this.hosts.pids;
  }
  get isAlive(): boolean {
    return this.hosts.living !== undefined;
  }
  /** Alive, or its death is not known yet. */
  get isThere(): boolean {
    return this.hosts.current !== undefined;
  }

  /** Why nothing is given to it. */
  get down(): string | undefined {
    return this.isClosed ? closed : this.failure;
  }

  onDidFail(listener: (why: string) => void): { dispose(): void } {
    return this.failureListeners.add(listener);
  }

  /** What it failed with is over. */
  forgive(): void {
    this.failure = undefined;
    this.hosts.forgetDeaths();
  }

  /** For the next piece of work. */
  number(): number {
    return ++this.last;
  }

  /** With what is `behind` it, which crosses in the same message. */
  give(n: number, work: Work, behind: readonly [n: number, work: Work][] = []): void {
    this.renew();
    if (this.parts.work.size === 0 && this.hosts.current) this.hosts.current.heardAt = Date.now();
    const child = this.ensure();
    for (const [one, its] of [[n, work] as const, ...behind]) {
      if ('request' in its) its.set = this.parts.wanted.n;
      this.parts.work.put(one, its);
    }
    child.send(this.toHost(n, work, child));
    this.watchdog.wake();
  }

  /** Where there is none, one starts: it is given a set when there is one. */
  prepare(): void {
    if (!this.down) this.hosts.prepare();
  }

  /** A host that has to be started is given the set by that. */
  giveSet(n: number, set: Extract<Work, { kind: 'set' }>): void {
    if (this.isAlive) return this.give(n, set);
    this.parts.work.put(n, set);
    this.ensure();
  }

  /** Where there is one: who comes after it learns the same by its start. */
  tell(message: ToHost): void {
    this.hosts.living?.send(message);
  }

  debug(listener: InspectorListener): { dispose(): void } {
    const begun = this.debugging.begin(listener, () => this.tell({ type: 'debug', on: false }));
    // A host that has to be started is told by that.
    if (this.isAlive) this.tell({ type: 'debug', on: true });
    else if (!this.down) this.ensure();
    return begun;
  }

  /** Starts anew, with the environment that is to be given now, once all that is under way is done. */
  restart(): void {
    this.isStale = true;
    this.renew();
  }

  /** Its files are unloaded; then it is disposed of. Never rejects. */
  async close(): Promise<void> {
    const { living } = this.hosts;
    if (living && !this.down) await this.unloaded(living);
    this.dispose();
  }

  dispose(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.watchdog.stop();
    this.debugging.release();
    this.hosts.dispose();
    this.settleAll(closed);
  }

  private renew(): void {
    if (!this.isStale || this.parts.work.size > 0 || this.down) return;
    this.isStale = false;
    const old = this.hosts.retire();
    if (!old) return;
    void this.unloaded(old).then(() => old.kill());
    this.ensure();
  }

  private unloaded(host: HostProcess): Promise<void> {
    return this.unloading.of(host, this.parts.wanted.given.files, this.number());
  }

  private toHost(n: number, work: Work, { references, bundles }: HostProcess): ToHost {
    const { wanted, survivors, remote, work: open } = this.parts;
    return work.kind === 'set' ? wanted.message(bundles, survivors, remote) : open.messageOf(n, work, references);
  }

  /** The host at work; a new one knows the set, the runs' states and the counts of timeouts before anything else. */
  private ensure(): HostProcess {
    const { living } = this.hosts;
    if (living) return living;
    const { wanted, survivors, remote, work } = this.parts;
    const child = this.hosts.replace();
    const { n, given } = wanted;
    if (!work.has(n)) work.put(n, { kind: 'set', n, files: given.files, waiting: [] });
    child.send(survivors.timeoutsMessage());
    for (const message of survivors.stateMessages()) child.send(message);
    // What began on a set that was replaced meanwhile ends on it.
    for (const set of work.setsBegun) {
      const older = wanted.older(set);
      if (!older) continue;
      child.send(wanted.message(child.bundles, survivors, remote, older));
      this.giveAgain(child, (one) => hasBegun(one) && one.set === set);
    }
    child.send(wanted.message(child.bundles, survivors, remote));
    if (this.debugging.isOn) child.send({ type: 'debug', on: true });
    this.watchdog.wake();
    return child;
  }

  private died(child: HostProcess, how: string): void {
    const { work } = this.parts;
    this.unloading.died();
    this.debugging.died();
    const hopeless = this.inquest.hold(child, how);
    work.forgetAbandoned();
    if (hopeless) return this.giveUp(hopeless);
    if (work.size === 0) return;
    const next = this.ensure();
    this.giveAgain(next, (one) => !(hasBegun(one) && this.parts.wanted.older(one.set)));
  }

  /** What is open, to a host that is new. */
  private giveAgain(next: HostProcess, isMeant: (work: Work) => boolean): void {
    const { work } = this.parts;
    for (const [n, one] of work.entries()) {
      if (one.kind === 'set' || work.isBehind(one) || !isMeant(one)) continue;
      if ('request' in one && !one.resume) one.set = this.parts.wanted.n;
      next.send(this.toHost(n, one, next));
    }
  }

  private giveUp(why: string): void {
    this.failure = why;
    this.failureListeners.tell(why);
    this.settleAll(why);
  }

  /** Nobody waits for it any more. */
  private settleAll(why: string): void {
    this.parts.wanted.begin();
    this.parts.work.settleAll(why);
  }
}
