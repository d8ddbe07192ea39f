/** What a child process that runs code of the workspace does beside its work: it leaves markers, says what went wrong, opens no inspector, and ends with its parent. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as api from '../../api';
import { calledAs } from '../../shared/hooks/hookDescription';
import { placeIn } from '../chain/calling/callHook';
import { printedLine } from '../chain/words/printedText';
import { readThrown } from '../chain/words/thrown';
import { Flood } from '../flood';
import {
  type FromChild,
  type FromHost,
  type FromToolProcess,
  type HeardByParent,
  loadTimeoutMs,
  longMessage,
  type Ping,
  type StrayFailure,
  type ToHost,
  type ToToolProcess,
} from '../hostProtocol';
import { followFinalizers } from './finalizers';
import { Hardened } from './harden';
import { holdDescriptors } from './heldDescriptors';
import { holdListeners } from './heldListeners';
import { type AtHand, type MarkerFacts, Markers } from './markers';
import { takeOutput } from './output';
import { fromParent, ParentPipe, toParent } from './parentPipe';

// Taken before a replay closes the doors for files of the workspace.
const LifelineThread = Worker;
const kill = process.kill.bind(process);

export interface ChildParts {
  /** Files that a stack may name. */
  files(): readonly string[];
  /** Takes what code under way has printed; false leaves it to the log. */
  printed(values: unknown[]): boolean;
}

/** `To` is what the parent says, `From` what this child answers. */
export class Child<To, From> {
  /** Whose code runs, however late it is set going. */
  readonly atHand = new AsyncLocalStorage<AtHand | undefined>();
  private readonly pipe: ParentPipe<To | Ping>;
  private readonly markers: Markers;
  /** Pieces of work that the parent waits for. */
  private readonly open = new Set<number>();
  /** Each is read with its place in the source, which takes its time. */
  private readonly rejections = new Flood((text) => this.say({ type: 'log', text: `unhandled rejections: ${text}` }), undefined, {
    all: 1000,
    alike: 100,
  });
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
      (isLong) => {
        this.markers.reads(isLong);
        // What the parent has asked since stands behind it.
        if (!isLong) this.pong({ type: 'ping', upTo: 0 });
      },
      () => process.exit(0),
      () => this.cutOff(),
    );
    process.setSourceMapsEnabled?.(true);
    this.markers = new Markers(this.atHand);
    const print = (...values: unknown[]) => {
      if (!parts.printed(values)) this.say({ type: 'log', text: this.said(printedLine(values)) });
    };
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) console[level] = print;
    takeOutput(print);
  }

  /** A module of Node for one file of the workspace. */
  readonly builtin = (id: string): unknown => this.hardened.moduleFor(id);

  /** What runs later, in the midst of anybody's code, as that of whose it is now. */
  readonly bound = (act: (...args: unknown[]) => unknown) => {
    const as = new AsyncResource('bound');
    return (...args: unknown[]): unknown => as.runInAsyncScope(act, undefined, ...args);
  };

  /** Work may come. A loop would not hear that the parent is gone; a thread beside it does, and ends the process. */
  ready(): void {
    setImmediate(() => new LifelineThread(lifeline, { eval: true, execArgv: [], env: {} }).unref());
    process.send = () => {
      const why = 'process.send is not there for hooks and tools: what it was given is dropped';
      this.say({ type: 'stray', failure: this.stray(new Error(why), 'a hook file') });
      return false;
    };
    holdDescriptors([fromParent, toParent, this.markers.file], this.pipe.handle);
    holdListeners(
      {
        unhandledRejection: (reason: unknown) => this.rejected(reason),
        uncaughtException: (error: unknown) => this.uncaught(error),
        // The signal that would open an inspector.
        ...(process.platform === 'win32' ? {} : { SIGUSR1: () => undefined }),
      },
      this.bound,
    );
    followFinalizers(this.bound);
    this.hardened.all();
    this.hardened.closed.own(api);
    this.say({ type: 'ready' });
  }

  /** The parent is gone, or a file of the workspace has closed the channel. What comes to an end now would be lost, and be done again: it does not come to one. */
  private cutOff(): void {
    // Who did it is not known; whoever runs did not.
    this.markers.tell(closedChannel);
    kill(process.pid, 'SIGKILL');
  }

  private rejected(reason: unknown): void {
    const at = this.atHand.getStore();
    // Many may come within one turn, which was another's.
    this.markers.turn(at);
    if (this.rejections.failure(at?.hook.id ?? ''))
      this.say({ type: 'stray', failure: this.stray(reason, 'unhandled rejection') });
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
    // It is no hook's time: who began last need not be whose words take so long.
    this.pipe.send(message, (send) => this.markers.during(longMessage, send));
  }

  private pong({ upTo }: Ping): void {
    this.say({ type: 'pong', resident: process.memoryUsage.rss(), open: [...this.open], upTo });
  }

  mark(n: number, hookId: string, timeoutMs: number, more?: MarkerFacts): void {
    this.hardened.closed.mend();
    this.markers.mark(n, hookId, timeoutMs, more);
  }

  /** Code of this hook runs for no work that is waited for. */
  late(at: AtHand): void {
    this.hardened.closed.mend();
    this.markers.turn(at);
  }

  /** Runs code of a file that is loaded, or unloaded, for this work; what it leaves behind is the file's. */
  load<T>(n: number, file: string, version: string, run: () => T): T {
    const id = `${version} ${file}`;
    this.mark(n, id, loadTimeoutMs);
    return this.atHand.run({ n, hook: { id, name: basename(file), file, line: 1, options: {} }, set: '' }, run);
  }

  /** The hook has ended. It is written with the next mark: until then no other code of the workspace begins. */
  over(n: number): void {
    this.markers.over(n);
  }

  /** What hooks have said for this work is folded and told from now on: who began last need not be whose words take so long. */
  carry(n: number): void {
    this.markers.carry(n);
  }

  unmark(n: number): void {
    this.markers.unmark(n);
  }

  /** What is thrown where nobody waits, at its place in a file of the workspace. */
  stray(thrown: unknown, what: string): StrayFailure {
    const { stack, message: words } = readThrown(thrown);
    const message = this.said(words);
    const at = this.parts
      .files()
      .map((file) => ({ file, line: placeIn(stack, file).line }))
      .find(({ line }) => line !== undefined);
    const hook = this.atHand.getStore()?.hook;
    if (!hook) return { hook: what, file: at?.file ?? '', line: at?.line ?? 1, message };
    return { hook: calledAs(hook), file: at?.file ?? hook.file, line: at?.line ?? hook.line, message };
  }

  private said(words: string): string {
    return this.atHand.getStore()?.said?.(words) ?? words;
  }

  private say(message: FromChild): void {
    this.pipe.send(message);
  }
}

const closedChannel = 'a hook file that closed the channel';

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
