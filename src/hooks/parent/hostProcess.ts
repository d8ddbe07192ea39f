/** A process that runs code of the workspace, as its parent sees it: a child process with a clean environment, a marker that outlives it, and an end that takes along what it started. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import {
  type FromChild,
  type FromHost,
  type Marker,
  markerSize,
  readMarkerText,
  type Said,
  type StrayFailure,
  type ToHost,
} from '../hostProtocol';
import { References } from '../references';
import { childEnvironment, hideEnvironment } from './environment';

export interface HostProcessOptions<To, From> {
  /** What the log calls it. */
  name: string;
  script: string;
  markerFile: string;
  heapMb: number;
  /** Names of variables that it is given beside those that every program needs. */
  environment(): readonly string[];
  /** Inspector port; 0 for one that is free. */
  inspect?: number;
  log(text: string): void;
  onMessage(message: Said<From>, from: HostProcess<To, From>): void;
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

export class HostProcess<To = ToHost, From = FromHost> {
  readonly ready: Promise<void>;
  readonly references = new References(1);
  isReady = false;
  gone = false;
  /** When it last said anything, in milliseconds since the epoch. */
  heardAt = Date.now();
  /** Resident bytes, as it last said. */
  resident = 0;
  killedFor: KilledFor | undefined;
  /** The failure that it ended by, in its own words. */
  lastWords: StrayFailure | undefined;
  private readonly child: ChildProcess;

  constructor(private readonly options: HostProcessOptions<To, From>) {
    const { script, markerFile, heapMb, environment, inspect, log } = options;
    hideEnvironment(environment());
    const fd = openSync(markerFile, 'w');
    writeSync(fd, '\n'.padEnd(markerSize));
    closeSync(fd);
    this.child = fork(script, [markerFile], {
      execArgv: [`--max-old-space-size=${heapMb}`, ...(inspect === undefined ? [] : [`--inspect=127.0.0.1:${inspect}`])],
      env: childEnvironment(environment()),
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own, so that what hooks start can be ended with it.
      detached: process.platform !== 'win32',
    });
    let isReady = () => {};
    this.ready = new Promise((resolve) => {
      isReady = resolve;
    });
    this.child.on('message', (message: FromChild | Said<From>) => {
      this.heardAt = Date.now();
      if (isOfProcess(message)) {
        if (message.type === 'pong') this.resident = message.resident;
        else if (message.type === 'crashed') this.lastWords = message.failure;
        else {
          this.isReady = true;
          isReady();
        }
      } else options.onMessage(message, this);
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => log(chunk.toString().trimEnd()));
    this.child.on('error', (error) => {
      // A message that was not taken is no death; a process that never was is one.
      if (this.child.pid === undefined) this.end(`did not start: ${error.message}`);
      else log(`${options.name}: ${error.message}`);
    });
    this.child.on('exit', (code, signal) => this.exited(signal ? `ended by ${signal}` : `exited with code ${code}`));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Throws where the message cannot be cloned. */
  send(message: To | { type: 'ping' }): void {
    this.child.send(message as object, (error) => {
      if (error && !this.gone) this.options.log(`${this.options.name}: a message was not taken: ${error.message}`);
    });
  }

  ping(): void {
    if (this.child.connected) this.send({ type: 'ping' });
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
    if (!this.child.connected) return this.end(how);
    const timer = setTimeout(() => this.end(how), lastMessagesMs);
    this.child.once('disconnect', () => {
      clearTimeout(timer);
      this.end(how);
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

const isOfProcess = <From>(
  message: FromChild | Said<From>,
): message is Extract<FromChild, { type: 'ready' | 'pong' | 'crashed' }> =>
  ['ready', 'pong', 'crashed'].includes((message as FromChild).type);
