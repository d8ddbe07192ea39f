/** What a child process that runs code of the workspace does beside its work: it leaves markers, says what went wrong, opens no inspector, and ends with its parent. */
import { openSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { placeIn } from '../chain/callHook';
import { printedText } from '../chain/printedText';
import { type FromChild, type Marker, markerSize, type Said, type StrayFailure, writeMarkerText } from '../hostProtocol';

export interface ChildParts {
  /** Files that a stack may name. */
  files(): readonly string[];
  /** Takes what code under way has printed; false leaves it to the log. */
  printed(values: unknown[]): boolean;
}

export class Child<From> {
  private readonly markerFile = openSync(process.argv[2]!, 'r+');
  private readonly markerBytes = Buffer.alloc(markerSize);
  /** The work in which code of the workspace runs or waits now, the latest last. */
  private readonly markers = new Map<number, Marker>();

  constructor(private readonly parts: ChildParts) {
    process.setSourceMapsEnabled?.(true);
    // The signal that would open an inspector.
    if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
    process.on('disconnect', () => process.exit(0));
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      console[level] = (...values: unknown[]) => {
        if (!parts.printed(values)) this.say({ type: 'log', text: printedText(values) });
      };
    }
    process.on('unhandledRejection', (reason) => this.say({ type: 'stray', failure: this.stray(reason, 'unhandled rejection') }));
    process.on('uncaughtException', (error) => {
      // After this the process is in no known state: it says why, and ends.
      const leave = () => process.exit(1);
      const message: FromChild = { type: 'crashed', failure: this.stray(error, 'uncaught exception') };
      if (process.send) process.send(message, leave);
      else leave();
    });
  }

  /** Work may come. A loop would not hear that the parent is gone; a thread beside it does, and ends the process. */
  ready(): void {
    this.say({ type: 'ready' });
    setImmediate(() => new Worker(lifeline, { eval: true, execArgv: [], env: {} }).unref());
  }

  send(message: Said<From>): void {
    process.send?.(message);
  }

  pong(): void {
    this.say({ type: 'pong', resident: process.memoryUsage.rss() });
  }

  mark(n: number, hookId: string, timeoutMs: number, { paused = false, step = 0 } = {}): void {
    this.markers.delete(n);
    this.markers.set(n, { n, startedAt: Date.now(), timeoutMs, paused, step, hookId });
    this.write();
  }

  unmark(n: number): void {
    // The parent knows that this work is done; only what goes on must be told again.
    if (this.markers.delete(n) && this.markers.size > 0) this.write();
  }

  /** What is thrown where nobody waits, at its place in a file of the workspace. */
  stray(thrown: unknown, what: string): StrayFailure {
    const { stack, message } = thrown instanceof Error ? thrown : { stack: undefined, message: String(thrown) };
    const at = this.parts
      .files()
      .map((file) => ({ file, line: placeIn(stack, file).line }))
      .find(({ line }) => line !== undefined);
    return { hook: what, file: at?.file ?? '', line: at?.line ?? 1, message };
  }

  private say(message: FromChild): void {
    process.send?.(message);
  }

  private write(): void {
    const length = this.markerBytes.write(writeMarkerText(this.markers.values()));
    writeSync(this.markerFile, this.markerBytes, 0, length, 0);
  }
}

const lifeline = `const parent = process.ppid;
setInterval(() => {
  try {
    process.kill(parent, 0);
    if (process.ppid === parent) return;
  } catch {}
  process.kill(process.pid, 'SIGKILL');
}, 1000);`;
