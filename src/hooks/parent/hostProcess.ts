/** A process that runs code of the workspace, as its parent sees it: a child process with a clean environment, a marker that outlives it, and an end that takes along what it started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import { shellWord } from '../../shared/shellWord';
import { unreachable } from '../../shared/unreachable';
import { Flood } from '../flood';
import { Frames, frameOf, tokenSize } from '../frames';
import { GivenBundles } from '../givenBundles';
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
} from '../hostProtocol';
import { References } from '../references';
import { childEnvironment, hideEnvironment } from './environment';
import { readFromChild } from './received';

/** What to start in a program's place so that it runs confined, and what to do when it has ended. Rejects where it cannot be: then nothing is started. */
export type ConfineProcess = (
  argv: readonly string[],
  kill: () => void,
) => Promise<{ argv: readonly string[]; end(): Promise<void> } | undefined>;

export interface HostProcessOptions<To, From> {
  /** What the log calls it. */
  name: string;
  script: string;
  markerFile: string;
  heapMb: number;
  /** Where its relative paths start; where this one does where that is left out, or gone. */
  cwd?: string;
  /** What it is told beside that. */
  flags?: readonly string[];
  /** Names of variables that it is given beside those that every program needs. */
  environment(): readonly string[];
  /** It runs as it is where that is left out. */
  confine?: ConfineProcess;
  log(text: string): void;
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
}

const lastMessagesMs = 200;
/** Code of the workspace brings these about at once, however long it goes on: they are no sign of life. */
const saidAnyTime: ReadonlySet<unknown> = new Set<(FromChild | FromHost | FromToolProcess)['type']>([
  ...(['log', 'stray', 'stateOp', 'ask', 'output', 'confirm'] as const),
]);
/** Reads what to become, and has no input then. */
const awaitsLine: [string, ...string[]] = ['/bin/sh', '-c', 'IFS= read -r line || exit 1; eval "exec $line" </dev/null'];
/** Where the engine has a switch for it, no signal opens an inspector, before the child's own code has run either. */
const withoutSignal = () => ['--disable-sigusr1'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));
/** Of what is new on the heap, half of what the engine would take: what grows there under many small messages and reloads is never given back. */
const nurseryMb = 8;
/** Where an inspector is opened, its address is a secret: it is not listed over HTTP. */
const unlistedInspector = '--inspect-publish-uid=stderr';

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
  private readonly toChild: Writable | undefined;
  private becameReady = () => {};
  private isConnected = true;
  private disconnected = () => {};
  private token: Buffer | undefined;
  private distrusted = false;
  private readonly flood: Flood;

  constructor(private readonly options: HostProcessOptions<To, From>) {
    const { script, markerFile, heapMb, cwd, flags = [], environment, log } = options;
    this.flood = new Flood((text) => log(`${options.name}: ${text}`));
    hideEnvironment(environment());
    const fd = openSync(markerFile, 'w');
    writeSync(fd, '\n'.padEnd(markerSize));
    closeSync(fd);
    const engine = [
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${nurseryMb}`,
      ...withoutSignal(),
      unlistedInspector,
    ];
    const argv: [string, ...string[]] = [process.execPath, ...engine, script, markerFile, ...flags];
    const { confine } = options;
    const [program, ...words] = confine ? awaitsLine : argv;
    this.child = spawn(program, words, {
      cwd: cwd !== undefined && isFolder(cwd) ? cwd : undefined,
      env: childEnvironment(environment()),
      // The last two are the channel: a pipe each way, of which nothing is left on `process` for the child's files to find.
      stdio: [confine ? 'pipe' : 'ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A process group of its own, so that what hooks start can be ended with it.
      detached: process.platform !== 'win32',
    });
    if (confine) void this.startConfined(argv, confine);
    this.ready = new Promise((resolve) => {
      this.becameReady = resolve;
    });
    const [, , , toChild, fromChild] = this.child.stdio as unknown as [unknown, unknown, unknown, Writable?, Readable?];
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
        if (this.flood.output(chunk.length)) log(chunk.toString().trimEnd());
      });
    this.child.on('error', (error) => {
      // A process that never was is a death; all else is told by its exit.
      if (this.child.pid === undefined) this.end(`did not start: ${error.message}`);
      else log(`${options.name}: ${error.message}`);
    });
    this.child.on('exit', (code, signal) => this.exited(signal ? `ended by ${signal}` : `exited with code ${code}`));
  }

  /** The shell that waits becomes what it is told to; what is sent meanwhile waits in the pipes. */
  private async startConfined(argv: readonly string[], confine: ConfineProcess): Promise<void> {
    const { stdin } = this.child;
    stdin?.on('error', () => undefined);
    try {
      const confined = await confine(argv, () => this.endTree());
      stdin?.end(`${(confined?.argv ?? argv).map(shellWord).join(' ')}\n`);
      if (confined) this.child.once('exit', () => void confined.end());
      if (confined && this.gone) await confined.end();
    } catch (error) {
      this.options.log(`${this.options.name}: not started: ${(error as Error).message}`);
      this.endTree();
    }
  }

  get pid(): number | undefined {
    return this.child.pid;
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

  /** Ends it by force, with all that its hooks have started. */
  kill(why?: KilledFor): void {
    this.killedFor ??= why;
    this.endTree();
    this.child.kill('SIGKILL');
  }

  private exited(how: string): void {
    this.endTree();
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

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
