/** A process that runs code of the workspace, as its parent sees it: a child process with a clean environment, a marker that outlives it, and an end that takes along what it started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import { unreachable } from '../../../shared/basics/unreachable';
import { Flood } from '../../flood';
import { Frames, frameOf, tokenSize } from '../../frames';
import { GivenBundles } from '../../givenBundles';
import {
  type FromChild,
  type FromHost,
  type FromToolProcess,
  type HeardByParent,
  type Marker,
  markerSize,
  nobody,
  type Ping,
  readMarkerText,
  type StrayFailure,
  type ToHost,
} from '../../hostProtocol';
import { References } from '../../references';
import { endMarked } from './leftProcesses';
import { readFromChild } from './received';
import { type StartOptions, startChild } from './startedChild';
import { waitedMs } from './waitedMs';

export interface HostProcessOptions<To, From> extends StartOptions {
  /** What the log calls it. */
  name: string;
  script: string;
  markerFile: string;
  /** What it is told beside that. */
  flags?: readonly string[];
  log(text: string): void;
  /** A hook redacts: what is written past all words of this process may quote what it is yet to see. */
  withholds?(): boolean;
  /** What is wrong with a message that is none of every child's, or the message itself. */
  read(message: unknown): HeardByParent<From> | string;
  onMessage(message: HeardByParent<From>, from: HostProcess<To, From>): void;
  /** Which pieces of work it had under way when it answered the ping that was sent after number `upTo`. */
  onPong?(open: ReadonlySet<number>, upTo: number, from: HostProcess<To, From>): void;
  /** Once, after the last message; `how` completes "the hook host …". */
  onDeath(from: HostProcess<To, From>, how: string): void;
}

/** Why the client ended it. */
export interface KilledFor {
  message: string;
  /** Whom it blames; none where the code that ran belongs to no work. */
  marker?: Marker;
  /** The user stopped the run: no death that counts. */
  byUser?: true;
  /** A signal had stopped it, which a thread or a process of a hook may have sent: whose code ran then need not be to blame. */
  isHalted?: true;
}

const lastMessagesMs = 200;
const withheldOutput = 'bytes of output that was not printed with console or ctx.log are withheld: a hook redacts';
/** Code of the workspace brings these about at once, however long it goes on: they are no sign of life. */
const saidAnyTime: ReadonlySet<unknown> = new Set<(FromChild | FromHost | FromToolProcess)['type']>([
  ...(['log', 'logged', 'stray', 'stateOp', 'ask', 'output', 'confirm'] as const),
]);

export class HostProcess<To = ToHost, From = FromHost> {
  readonly ready: Promise<void>;
  readonly references = new References(1);
  readonly bundles = new GivenBundles();
  isReady = false;
  gone = false;
  /** When it last said what no loop of a hook can say without end, in milliseconds since the epoch. */
  heardAt = Date.now();
  /** Resident bytes, as it last said. */
  resident = 0;
  killedFor: KilledFor | undefined;
  /** It lived on without its channel: what it has done since is not known. */
  isCutOff = false;
  /** The failure that it ended by, in its own words. */
  lastWords: StrayFailure | undefined;
  private readonly child: ChildProcess;
  private readonly id = randomUUID();
  /** It was not needed any more: what its files have sent away on purpose lives on. */
  private isDone = false;
  private readonly toChild: Writable | undefined;
  private becameReady = () => {};
  private isConnected = true;
  private disconnected = () => {};
  private token: Buffer | undefined;
  private distrusted = false;
  private readonly flood: Flood;

  constructor(private readonly options: HostProcessOptions<To, From>) {
    const { script, markerFile, flags = [], log } = options;
    this.flood = new Flood((text) => log(`${options.name}: ${text}`));
    try {
      writeFileSync(markerFile, '\n'.padEnd(markerSize));
    } catch (error) {
      // A full disk does not say which it is.
      throw new Error(`${markerFile}: ${(error as Error).message}`);
    }
    this.child = startChild([script, markerFile, ...flags], this.id, options, {
      kill: () => this.endTree(),
      failed: (error) => log(`${options.name}: not started: ${error.message}`),
    });
    this.ready = new Promise((resolve) => {
      this.becameReady = resolve;
    });
    // There are none where no descriptor was left for them: what it says of that comes later.
    const [, , , toChild, fromChild] = (this.child.stdio ?? []) as unknown as [unknown, unknown, unknown, Writable?, Readable?];
    const frames = new Frames();
    fromChild?.on('data', (chunk: Buffer) => {
      let whole: Buffer[] = [];
      try {
        whole = frames.push(chunk);
      } catch (error) {
        this.distrust(`sent what is no message: ${(error as Error).message}`);
      }
      for (const frame of whole) this.received(frame);
    });
    fromChild?.on('close', () => {
      this.isConnected = false;
      this.disconnected();
      // Who lives on without it cannot answer.
      setTimeout(() => {
        if (this.gone || this.killedFor) return;
        this.isCutOff = true;
        this.distrust('closed its channel');
      }, lastMessagesMs).unref();
    });
    fromChild?.on('error', () => undefined);
    // What is sent to one that has died is lost, which its death says.
    toChild?.on('error', () => undefined);
    this.toChild = toChild;
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        if (!this.flood.output(chunk.length)) return;
        log(options.withholds?.() ? `${options.name}: ${chunk.length} ${withheldOutput}` : chunk.toString().trimEnd());
      });
    this.child.on('error', (error) => {
      // A process that never was is a death; all else is told by its exit.
      if (this.child.pid === undefined) this.end(`did not start: ${error.message}`);
      else log(`${options.name}: ${error.message}`);
    });
    this.child.on('exit', (code, signal) => this.exited(signal ? `ended by ${signal}` : `exited with code ${code}`));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Milliseconds in which others had the processor that it waited for. */
  get waitedMs(): number {
    return this.child.pid === undefined ? 0 : waitedMs(this.child.pid);
  }

  /** Throws where the message cannot be cloned. */
  send(message: To): void {
    this.write(message);
  }

  /** Asks for a sign of life; `upTo` is the number of the last piece of work that it was given. */
  ping(upTo = 0): void {
    if (!this.gone) this.write({ type: 'ping', upTo });
  }

  private write(message: To | Ping): void {
    for (const part of frameOf(serialize(message))) this.toChild?.write(part);
  }

  /** What ran or waited last, the latest first. */
  markers(): Marker[] {
    try {
      return readMarkerText(readFileSync(this.options.markerFile, 'utf8'));
    } catch {
      return [];
    }
  }

  /** Ends it by force, with all that its hooks have started; where that is no fault of theirs (no `why`), without what has left its group. */
  kill(why?: KilledFor): void {
    this.killedFor ??= why;
    this.isDone ||= !this.killedFor && !this.gone;
    this.endTree();
    this.child.kill('SIGKILL');
  }

  private exited(how: string): void {
    this.endTree();
    if (!this.isDone) endMarked(this.id);
    // What it said before it died (its state, its results) may still be on the way.
    if (!this.isConnected) return this.end(how);
    const timer = setTimeout(() => this.end(how), lastMessagesMs);
    this.disconnected = () => {
      clearTimeout(timer);
      this.end(how);
    };
  }

  private received(frame: Buffer): void {
    const token = frame.subarray(0, tokenSize);
    // The first message is said before any file of the workspace is loaded.
    this.token ??= Buffer.from(token);
    if (!token.equals(this.token)) return this.distrust('has a hook file that wrote to the channel itself');
    if (this.gone || this.distrusted) return;
    let value: unknown;
    try {
      value = deserialize(frame.subarray(tokenSize));
    } catch (error) {
      return this.distrust(`sent what is no message: ${(error as Error).message}`);
    }
    if (!saidAnyTime.has((value as { type?: unknown } | undefined)?.type)) this.heardAt = Date.now();
    const message = readFromChild(value);
    if (typeof message === 'string') return this.distrust(`sent what is no message: ${message}`);
    if (message) return this.heard(message);
    const own = this.options.read(value);
    if (typeof own === 'string') return this.distrust(`sent what is no message: ${own}`);
    this.options.onMessage(own, this);
  }

  private heard(message: FromChild): void {
    switch (message.type) {
      case 'pong':
        this.resident = message.resident;
        return this.options.onPong?.(new Set(message.open), message.upTo, this);
      case 'crashed':
        this.lastWords = message.failure;
        return;
      case 'ready':
        this.isReady = true;
        return this.becameReady();
      case 'log':
        if (!this.flood.output(message.text.length)) return;
        break;
      case 'stray': {
        const { hook, file, line, message: text } = message.failure;
        if (!this.flood.failure(`${hook} ${file} ${line} ${text}`)) return;
        break;
      }
      default:
        unreachable(message);
    }
    this.options.onMessage(message as HeardByParent<From>, this);
  }

  /** Nothing that it says from now on counts. */
  distrust(why: string): void {
    if (this.distrusted) return;
    this.distrusted = true;
    this.options.log(`${this.options.name}: ${why}`);
    this.kill({
      message: why,
      ...(this.isCutOff ? {} : { marker: this.markers().find(({ hookId, isApart }) => hookId !== nobody && !isApart) }),
    });
  }

  private endTree(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      if (this.child.exitCode === null) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).unref();
      return;
    }
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  }

  private end(how: string): void {
    if (this.gone) return;
    this.gone = true;
    this.options.onDeath(this, how);
  }
}
