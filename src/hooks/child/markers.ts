/** Whose code runs, written where it outlives this process, and before it runs: it may never give way. */
import { type AsyncLocalStorage, createHook } from 'node:async_hooks';
import { openSync, writeSync } from 'node:fs';
import type { Telling } from '../chain/words/registered';
import { longMessage, type Marker, markerSize, nobody, writeMarkerText } from '../hostProtocol';
import { followBound } from './boundCode';
import { followStarted } from './startedApart';

// Taken before a replay stops the clock and closes the doors for files of the workspace.
const { now } = Date;
const writeTo = writeSync;
const later = setTimeout;

/** A hook whose code runs, in the piece of work that it was called for. */
export interface AtHand {
  n: number;
  hook: { id: string; name: string; file: string; line: number; options: { name?: string } };
  set: string;
  /** What may be told of its words. */
  said?: Telling;
}

export type MarkerFacts = Partial<Pick<Marker, 'paused' | 'step' | 'set' | 'begun'>>;

const itself = { isOver: false, isApart: false, isCarried: false };

/** Milliseconds in which nobody's code has run before that is told: a loop that works is not told of at each turn. */
const idleMs = 10;

export class Markers {
  readonly file = openSync(process.argv[2]!, 'r+');
  private bytes = Buffer.alloc(markerSize);
  /** The work in which code of the workspace runs or waits now, the latest last. */
  private readonly open = new Map<number, Marker>();
  /** Who runs, where that is none of those: nobody, or code of a hook that has ended, or of another piece of its work. */
  private left: Marker | undefined;
  private isSettling = false;
  /** What runs where nobody's code does. */
  private otherwise = nobody;
  /** The work whose marker is the first. */
  private latest = 0;
  /** Threads and processes that live, by the id of the hook that has started them. */
  private readonly apart = new Map<string, { set: string; count: number }>();

  constructor(private readonly atHand: AsyncLocalStorage<AtHand | undefined>) {
    const turned = () => this.turn(atHand.getStore());
    createHook({ before: turned, after: () => this.settle() }).enable();
    followBound(turned);
    followStarted(() => this.started(atHand.getStore()));
  }

  mark(n: number, hookId: string, timeoutMs: number, more: MarkerFacts = {}): void {
    const { paused = false, step = 0, set = '', begun = [] } = more;
    this.first(n, { n, startedAt: now(), timeoutMs, paused, step, set, begun, ...itself, hookId });
    this.write();
  }

  /** Its hook has ended. */
  over(n: number): void {
    const marker = this.open.get(n);
    if (marker) marker.isOver = true;
  }

  /** The host's own work goes on, until a hook's does: what hooks of this work have said is folded, and told. */
  carry(n: number): void {
    const marker = this.open.get(n);
    if (!marker || (marker.isCarried && this.latest === n && !this.left)) return;
    marker.isCarried = true;
    this.first(n, marker);
    this.write();
  }

  unmark(n: number): void {
    // The parent knows that this work is done; only what goes on, and waits now, must be told again.
    if (this.open.delete(n) && this.open.size > 0) this.tell(this.otherwise);
  }

  /** This runs from now on, for no work. */
  tell(hookId: string): void {
    this.left = ofNoWork(hookId, '');
    this.write();
  }

  /** A long message of the parent comes in, or has come. */
  reads(isLong: boolean): void {
    this.otherwise = isLong ? longMessage : nobody;
    if (isLong && this.left?.hookId !== longMessage) this.tell(longMessage);
  }

  /** The same, until it has run. */
  during(hookId: string, run: () => void): void {
    const { left } = this;
    this.tell(hookId);
    run();
    this.left = left && { ...left, startedAt: now() };
    this.write();
  }

  /** Code of this hook runs from now on. */
  turn(at: AtHand | undefined): void {
    if (!at) return;
    const marker = this.open.get(at.n);
    if (marker && !marker.isOver && marker.hookId === at.hook.id) {
      if (this.latest === at.n && !this.left && !marker.isCarried) return;
      marker.isCarried = false;
      this.first(at.n, marker);
    } else {
      if (this.left?.hookId === at.hook.id && this.left.set === at.set) return;
      this.left = ofNoWork(at.hook.id, at.set);
    }
    this.write();
  }

  /** One turn may bring on the next without end (microtasks, ticks), and nothing else comes: only what does tells that it is over. */
  private settle(): void {
    if (this.isSettling || this.left?.hookId === this.otherwise || (!this.left && this.open.size === 0)) return;
    this.isSettling = true;
    this.atHand
      .run(undefined, () =>
        later(() => {
          this.isSettling = false;
          if (this.open.size > 0 || this.otherwise !== nobody) return this.tell(this.otherwise);
          if (!this.left) return;
          this.left = undefined;
          this.write();
        }, idleMs),
      )
      .unref();
  }

  /** A thread or process begins. Returns what to call when it has ended. */
  private started(by: AtHand | undefined): () => void {
    if (!by) return () => undefined;
    const { id } = by.hook;
    const count = (more: number) => {
      const now = (this.apart.get(id)?.count ?? 0) + more;
      if (now > 0) this.apart.set(id, { set: by.set, count: now });
      else this.apart.delete(id);
      this.write();
    };
    count(1);
    return () => count(-1);
  }

  private first(n: number, marker: Marker): void {
    this.left = undefined;
    this.latest = n;
    this.open.delete(n);
    this.open.set(n, marker);
  }

  private write(): void {
    const { left, open, apart } = this;
    const all = [...[...apart].map(([hookId, { set }]) => ofNoWork(hookId, set, true)), ...open.values()];
    if (left) all.push(left);
    const text = writeMarkerText(all);
    // What is cut off would name nobody.
    if (text.length * 3 > this.bytes.length) this.bytes = Buffer.alloc(text.length * 4);
    const length = this.bytes.write(text);
    writeTo(this.file, this.bytes, 0, length, 0);
  }
}

const ofNoWork = (hookId: string, set: string, isApart = false): Marker => ({
  ...{ n: 0, startedAt: now(), timeoutMs: 0, paused: false, step: 0, set, begun: [], ...itself, isApart, hookId },
});
