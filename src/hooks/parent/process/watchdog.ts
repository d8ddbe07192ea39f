/** Looks at a host from outside, since a process cannot interrupt its own loop: at the clock, at its memory, at whether it still answers. */

import { longMessage, type Marker, nobody } from '../../hostProtocol';
import type { HostProcess, KilledFor } from './hostProcess';
import { isHalted } from './isHalted';
import { residentBytes } from './residentBytes';

const busyMs = 100;
const idleMs = 2000;
/** After its own time limit a hook in a loop is given this long. */
const graceMs = 300;
/** How long code for which nobody waits may block the host. */
const stuckMs = 5000;
/** The same, where it is known whose it is, and somebody waits behind it. */
const leftMs = 2000;
/** The host's own work on a long message ends by itself: a busy machine takes long for some 100 MB. */
const carriedMs = 60_000;
const startMs = 20_000;
/** The grace under a debugger; time to pause in a loop, too. */
const debuggedGraceMs = 10_000;
/** A gap between two looks that is longer than this was no time that the host had: the machine slept, or this process was busy. */
const gapMs = 1000;

type AnyHost = Omit<HostProcess, 'send' | 'options'>;

export interface WatchedProcess {
  /** What the process is called where it is to blame. */
  readonly name: string;
  process(): AnyHost | undefined;
  /** Whether the client waits for this piece of work. */
  awaits(n: number): boolean;
  /** Whether it may still run, waited for or not; what the client waits for where this is left out. */
  mayRun?(n: number): boolean;
  /** The number of the last piece of work that it was given. */
  given(): number;
  readonly isBusy: boolean;
  /** What stands at a breakpoint is not late. That it does comes to be known late: what seems to loop under a debugger has longer. `heardAt`: when it last spoke. */
  debugged(heardAt: number): 'off' | 'on' | 'paused';
  readonly memoryLimitMb: number;
}

export class Watchdog {
  private timer: NodeJS.Timeout | undefined;
  private due = 0;
  private gaps: { at: number; ms: number }[] = [];
  private looks = 0;
  /** How long a host had waited for a processor by the first look after it was heard. */
  private heard = { at: 0, waitedMs: 0 };

  constructor(private readonly watched: WatchedProcess) {}

  /** Looks soon: work was given to the host. */
  wake(): void {
    this.arm(busyMs);
  }

  /** The host was held for so long, up to now: no time of its own. */
  held(ms: number): void {
    this.gaps = [...this.gaps.slice(-20), { at: Date.now(), ms }];
    const host = this.watched.process();
    if (host) host.heardAt = Date.now();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private arm(ms: number): void {
    clearTimeout(this.timer);
    this.due = Date.now() + ms;
    this.timer = setTimeout(() => {
      const late = Date.now() - this.due;
      if (late > gapMs) this.gaps = [...this.gaps.slice(-20), { at: Date.now(), ms: late }];
      this.look();
      this.arm(this.watched.isBusy ? busyMs : idleMs);
    }, ms).unref();
  }

  private look(): void {
    const host = this.watched.process();
    if (!host || host.gone || host.killedFor || this.watched.debugged(host.heardAt) === 'paused') return;
    const why = this.verdict(host);
    if (why && host.pid !== undefined && host.markers().some(({ isApart }) => isApart) && isHalted(host.pid))
      host.kill({ isHalted: true, message: 'was stopped by a signal' });
    else if (why) host.kill(why);
    else if (host.isReady && Date.now() - host.heardAt >= busyMs / 2) host.ping(this.watched.given());
  }

  private verdict(host: AnyHost): KilledFor | undefined {
    const { memoryLimitMb, isBusy } = this.watched;
    const grace = this.watched.debugged(host.heardAt) === 'off' ? graceMs : debuggedGraceMs;
    const quietMs = this.quietMs(host);
    if (!host.isReady) return quietMs > startMs ? { message: `was not ready ${startMs / 1000} s after its start` } : undefined;
    const markers = host.markers().filter(({ isApart, isOver, isCarried }) => !isApart && (!isOver || isCarried));
    const running = markers.filter(({ n }) => this.watched.awaits(n));
    const latest = markers.find(({ n }) => n === 0 || (this.watched.mayRun?.(n) ?? this.watched.awaits(n)));
    const left = latest && !this.watched.awaits(latest.n) ? latest : undefined;
    const bytes = quietMs > graceMs ? this.measured(host) : host.resident;
    if (bytes > memoryLimitMb * 1024 * 1024)
      return { marker: latest, message: `took more than ${memoryLimitMb} MB of memory; its process was stopped` };
    // While it answers, its own timers end what takes too long.
    if (quietMs <= grace) return undefined;
    // The first is whose code runs: the others, however late, wait for it.
    const runs = latest?.isCarried ? undefined : running.find(({ paused, isCarried }) => !paused && !isCarried);
    if (runs && !left && this.since(runs.startedAt) - runs.timeoutMs > grace)
      return {
        marker: runs,
        message: `took longer than its timeoutMs of ${runs.timeoutMs} ms and did not give way; its process was stopped`,
      };
    if (runs && !left) return undefined;
    const limitMs = Math.max(limitOf(latest, isBusy && left !== undefined), grace);
    // What came before was not its time, be it the host's own; in all there is an end to it.
    const ownMs = latest?.n === 0 ? Math.min(quietMs, this.since(latest.startedAt)) : quietMs;
    if (ownMs <= limitMs && quietMs <= carriedMs) return undefined;
    return {
      marker: latest,
      message: `blocked the ${this.watched.name} for more than ${limitMs} ms; its process was stopped`,
    };
  }

  /** Milliseconds since then, without those in which nothing could run. */
  private since(then: number): number {
    return Date.now() - then - this.gaps.reduce((sum, { at, ms }) => (at > then ? sum + ms : sum), 0);
  }

  /** Since it was heard, without what other processes had; they take no more than two thirds, so that a loop ends however busy the machine is. */
  private quietMs({ heardAt, waitedMs }: AnyHost): number {
    if (this.heard.at !== heardAt) this.heard = { at: heardAt, waitedMs };
    const ms = this.since(heardAt);
    return ms - Math.min(Math.max(0, waitedMs - this.heard.waitedMs), (ms * 2) / 3);
  }

  /** Asking from outside costs a process on some systems, so not at each look. */
  private measured(host: AnyHost): number {
    const isDue = process.platform === 'linux' || this.looks++ % 5 === 0;
    return (isDue && host.pid ? residentBytes(host.pid) : undefined) ?? host.resident;
  }
}

/** How long what runs may block the host. */
function limitOf({ hookId, isCarried }: Partial<Marker> = {}, isAwaited: boolean): number {
  if (isCarried || hookId === longMessage) return carriedMs;
  return isAwaited && hookId !== nobody ? leftMs : stuckMs;
}
