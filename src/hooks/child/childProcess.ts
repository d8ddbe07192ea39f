/** What a child process that runs code of the workspace does beside its work: it leaves markers, says what went wrong, opens no inspector, and ends with its parent. */
import { createHook } from 'node:async_hooks';
import { openSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import * as api from '../../api';
import { calledAs } from '../../shared/hookDescription';
import { placeIn } from '../chain/callHook';
import { printedLine } from '../chain/printedText';
import { readThrown } from '../chain/thrown';
import {
  type FromChild,
  type FromHost,
  type FromToolProcess,
  type HeardByParent,
  type Marker,
  markerSize,
  type Ping,
  type StrayFailure,
  type ToHost,
  type ToToolProcess,
  writeMarkerText,
} from '../hostProtocol';
import { Hardened } from './harden';
import { holdDescriptors } from './heldDescriptors';
import { holdListeners } from './heldListeners';
import { fromParent, ParentPipe, toParent } from './parentPipe';

// Taken before a replay stops the clock and closes the doors for files of the workspace.
const { now } = Date;
const writeTo = writeSync;
const LifelineThread = Worker;
const soon = setImmediate;
const kill = process.kill.bind(process);

/** A hook whose code runs, in the piece of work that it was called for. */
export interface AtHand {
  n: number;
  hook: { id: string; name: string; file: string; line: number; options: { name?: string } };
  set: string;
}

export interface ChildParts {
  /** Whose code runs now, where that can be told. */
  atHand?: { now(): AtHand | undefined; nobody(run: () => void): void };
  /** Files that a stack may name. */
  files(): readonly string[];
  /** Takes what code under way has printed; false leaves it to the log. */
  printed(values: unknown[]): boolean;
}

/** `To` is what the parent says, `From` what this child answers. */
export class Child<To, From> {
  private readonly pipe: ParentPipe<To | Ping>;
  private readonly markerFile = openSync(process.argv[2]!, 'r+');
  private markerBytes = Buffer.alloc(markerSize);
  /** The work in which code of the workspace runs or waits now, the latest last. */
  private readonly markers = new Map<number, Marker>();
  /** Code of a hook that has ended, or of another piece of its work, runs: it is told before all that is under way. */
  private left: AtHand | undefined;
  private isClearing = false;
  /** The work whose marker is the first. */
  private latest = 0;
  /** Pieces of work that the parent waits for. */
  private readonly open = new Set<number>();
  private readonly hardened = new Hardened((what) =>
    this.say({ type: 'stray', failure: this.stray(new Error(what), 'a hook file') }),
  );

  constructor(
    private readonly parts: ChildParts,
    received: (message: To) => void,
  ) {
    this.pipe = new ParentPipe(
      (message) => {
        if (isPing(message)) return this.pong(message);
        const { type, n } = message as { type: string; n?: number };
        if (n !== undefined && !furthers.has(type)) this.open.add(n);
        received(message);
      },
      () => process.exit(0),
      () => this.cutOff(),
    );
    process.setSourceMapsEnabled?.(true);
    const { atHand } = parts;
    // Several wait side by side: whose code runs is told before it runs, since it may never give way.
    if (atHand) createHook({ before: () => this.turn(atHand.now()), after: () => this.turn(undefined) }).enable();
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      console[level] = (...values: unknown[]) => {
        if (!parts.printed(values)) this.say({ type: 'log', text: printedLine(values) });
      };
    }
  }

  /** A module of Node for one file of the workspace. */
  readonly builtin = (id: string): unknown => this.hardened.moduleFor(id);

  /** Work may come. A loop would not hear that the parent is gone; a thread beside it does, and ends the process. */
  ready(): void {
    setImmediate(() => new LifelineThread(lifeline, { eval: true, execArgv: [], env: {} }).unref());
    process.send = () => {
      const why = 'process.send is not there for hooks and tools: what it was given is dropped';
      this.say({ type: 'stray', failure: this.stray(new Error(why), 'a hook file') });
      return false;
    };
    holdDescriptors([fromParent, toParent, this.markerFile]);
    holdListeners({
      unhandledRejection: (reason: unknown) => this.say({ type: 'stray', failure: this.stray(reason, 'unhandled rejection') }),
      uncaughtException: (error: unknown) => this.uncaught(error),
      // The signal that would open an inspector.
      ...(process.platform === 'win32' ? {} : { SIGUSR1: () => undefined }),
    });
    this.hardened.all();
    this.hardened.closed.own(api);
    this.say({ type: 'ready' });
  }

  /** The parent is gone, or a file of the workspace has closed the channel. What comes to an end now would be lost, and be done again: it does not come to one. */
  private cutOff(): void {
    // Who did it is not known; whoever runs did not.
    this.left = { n: 0, set: '', hook: { id: closedChannel, name: closedChannel, file: '', line: 1, options: {} } };
    this.write();
    kill(process.pid, 'SIGKILL');
  }

  private uncaught(error: unknown): void {
    const failure = this.stray(error, 'uncaught exception');
    // What a file left behind has thrown: nobody waits for it, and nothing else is touched by it.
    if (failure.file !== '' || !isOurs(error)) return this.say({ type: 'stray', failure });
    this.say({ type: 'crashed', failure });
    process.exit(1);
  }

  /** Work that came with another piece. */
  owe(n: number): void {
    this.open.add(n);
  }

  /** The parent does not wait for it any more. */
  drop(n: number): void {
    this.open.delete(n);
  }

  send(message: HeardByParent<From>): void {
    const { type, n } = message as { type: string; n?: number };
    if (n !== undefined && ends.has(type)) this.open.delete(n);
    this.pipe.send(message, (send) => this.asNobody(send));
  }

  /** It is no hook's time: who began last need not be whose words take so long. */
  private asNobody(run: () => void): void {
    const { left } = this;
    this.left = { n: 0, set: '', hook: { id: longMessage, name: longMessage, file: '', line: 1, options: {} } };
    this.write();
    run();
    this.left = left;
    this.write();
  }

  private pong({ upTo }: Ping): void {
    this.say({ type: 'pong', resident: process.memoryUsage.rss(), open: [...this.open], upTo });
  }

  mark(
    n: number,
    hookId: string,
    timeoutMs: number,
    more: Partial<Pick<Marker, 'paused' | 'step' | 'set' | 'begun'>> = {},
  ): void {
    const { paused = false, step = 0, set = '', begun = [] } = more;
    this.hardened.closed.mend();
    this.left = undefined;
    this.latest = n;
    this.markers.delete(n);
    this.markers.set(n, { n, startedAt: now(), timeoutMs, paused, step, set, begun, isOver: false, hookId });
    this.write();
  }

  /** Code of this hook runs from now on, or of none. */
  private turn(at: AtHand | undefined): void {
    if (!at) {
      if (this.left && !this.isClearing) this.clearLater();
      return;
    }
    const marker = this.markers.get(at.n);
    if (marker && !marker.isOver && marker.hookId === at.hook.id) {
      if (this.latest === at.n && !this.left) return;
      this.left = undefined;
      this.latest = at.n;
      this.markers.delete(at.n);
      this.markers.set(at.n, marker);
    } else {
      if (this.left?.hook === at.hook) return;
      this.left = at;
    }
    this.write();
  }

  /** One turn may bring on the next without end (microtasks, ticks), and nothing else comes: only what does tells that it is over. */
  private clearLater(): void {
    this.isClearing = true;
    this.parts.atHand?.nobody(() =>
      soon(() => {
        this.isClearing = false;
        if (!this.left) return;
        this.left = undefined;
        this.write();
      }),
    );
  }

  /** The hook has ended. It is written with the next mark: until then no other code of the workspace begins. */
  over(n: number): void {
    const marker = this.markers.get(n);
    if (marker) marker.isOver = true;
  }

  unmark(n: number): void {
    // The parent knows that this work is done; only what goes on must be told again.
    if (this.markers.delete(n) && this.markers.size > 0) this.write();
  }

  /** What is thrown where nobody waits, at its place in a file of the workspace. */
  stray(thrown: unknown, what: string): StrayFailure {
    const { stack, message } = readThrown(thrown);
    const at = this.parts
      .files()
      .map((file) => ({ file, line: placeIn(stack, file).line }))
      .find(({ line }) => line !== undefined);
    const hook = this.parts.atHand?.now()?.hook;
    if (!hook) return { hook: what, file: at?.file ?? '', line: at?.line ?? 1, message };
    return { hook: calledAs(hook), file: at?.file ?? hook.file, line: at?.line ?? hook.line, message };
  }

  private say(message: FromChild): void {
    this.pipe.send(message);
  }

  private write(): void {
    const { left, markers } = this;
    const all = left ? [...markers.values(), leftBy(left)] : markers.values();
    const text = writeMarkerText(all);
    // What is cut off would name nobody.
    if (text.length * 3 > this.markerBytes.length) this.markerBytes = Buffer.alloc(text.length * 4);
    const length = this.markerBytes.write(text);
    writeTo(this.markerFile, this.markerBytes, 0, length, 0);
  }
}

const closedChannel = 'a hook file that closed the channel';
const longMessage = 'a long message of the hook host';

/** No work waits for it. */
const leftBy = ({ hook, set }: AtHand): Marker => ({
  ...{ n: 0, startedAt: now(), timeoutMs: 0, paused: false, step: 0, set, begun: [], isOver: false, hookId: hook.id },
});

/** It was thrown by this process's own code: what that leaves behind is not known. */
const isOurs = (error: unknown): boolean => readThrown(error).stack.includes(__filename);

/** These belong to work that is under way, and these end it. */
const furthers: ReadonlySet<string> = new Set<(ToHost | ToToolProcess)['type']>(['cancel', 'confirmed']);
const ends: ReadonlySet<string> = new Set<(FromHost | FromToolProcess)['type']>([
  'loaded',
  'result',
  'passed',
  'broken',
  'done',
  'called',
  'replayed',
]);

const isPing = <To>(message: To | Ping): message is Ping => (message as Ping).type === 'ping';

const lifeline = `const parent = process.ppid;
setInterval(() => {
  try {
    process.kill(parent, 0);
    if (process.ppid === parent) return;
  } catch {}
  process.kill(process.pid, 'SIGKILL');
}, 1000);`;
