/** The parent's side of the process that runs workspace tools: it starts it with the first tool file, ends it when a call is stuck or stopped, and starts it anew. */
import type { FileTool, FileTools, ToolCallContext } from '../../../agent/ports/foreignTools';
import { isTooDeep, nestedTooDeep } from '../../../shared/basics/depth';
import type { JsonObject } from '../../../shared/basics/json';
import { TimeLimit } from '../../../shared/basics/timeLimit';
import { unreachable } from '../../../shared/basics/unreachable';
import { whenAborted } from '../../../shared/basics/whenAborted';
import type { HookProblem } from '../../chain/words/registered';
import type { FileToLoad, FromToolProcess, HeardByParent, Marker, StrayFailure, ToToolProcess } from '../../hostProtocol';
import { unloadMs, withinTime } from '../building/withinTime';
import { HostProcess } from '../process/hostProcess';
import { MarkerFiles } from '../process/markerFiles';
import { readFromToolProcess } from '../process/received';
import type { ConfineProcess } from '../process/startedChild';
import { Watchdog } from '../process/watchdog';
import { ToolLoading } from './toolLoading';

export interface ToolHostOptions {
  /** Path of the built process. */
  script: string;
  /** As the hook host's. */
  environment?(): readonly string[];
  /** Where relative paths of tools start: the workspace folder. */
  cwd?: string;
  /** Undefined where its processes run as they are. */
  confine?(): ConfineProcess | undefined;
  log(text: string): void;
  /** A hook redacts: what its processes write past their own words may be what that is yet to see. */
  withholds?(): boolean;
  /** Something failed for which no call waits: a timer or a promise that a tool left behind. `file` may be empty. */
  failed(failure: StrayFailure): void;
}
interface Calling {
  tool: FileTool;
  onOutput(chunk: string): void;
  confirm(reason: string): Promise<boolean>;
  limit: TimeLimit;
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Why it was told to end. */
  ending?: Error;
}
type Process = HostProcess<ToToolProcess, FromToolProcess>;

const heapMb = 1024;
const memoryLimitMb = 2048;
/** A tool that was told to end has this long before its process is ended. */
const graceMs = 1000;

export class ToolHost implements FileTools {
  private readonly markerFiles = new MarkerFiles('hooksmith-tools-');
  private readonly watchdog: Watchdog;
  private readonly calls = new Map<number, Calling>();
  private readonly loading = new ToolLoading();
  private current: Process | undefined;
  private next = 0;
  private disposed = false;
  /** Processes whose files are being unloaded, by the number of what they were told. */
  private readonly endings = new Map<number, () => void>();
  /** A new process is wanted as soon as this one has nothing to do. */
  private isStale = false;

  constructor(private readonly options: ToolHostOptions) {
    const { calls, loading } = this;
    this.watchdog = new Watchdog({
      name: 'process of workspace tools',
      process: () => this.current,
      awaits: (n) => calls.has(n) || loading.n === n,
      given: () => this.next,
      get isBusy() {
        return calls.size > 0 || loading.n !== undefined;
      },
      debugged: () => 'off',
      memoryLimitMb,
    });
  }

  get tools(): readonly FileTool[] {
    return this.loading.tools;
  }

  get problems(): readonly HookProblem[] {
    return this.loading.problems;
  }

  get pid(): number | undefined {
    return this.current?.pid;
  }

  /** Makes these files' tools the ones there are. Calls under way end on the version they began with. */
  async setFiles(files: FileToLoad[], _disabled: string[], fresh = false) {
    const { loading } = this;
    loading.want(files, fresh);
    if (files.length === 0) {
      // Who has no tools has no process.
      if (this.calls.size === 0) this.retire();
    } else if (!this.disposed) {
      await new Promise<void>((resolve) => {
        loading.begin(++this.next, resolve);
        this.load();
      });
    }
    return { hooks: [], problems: [...loading.problems], failed: loading.failed };
  }

  prepare(): void {
    if (!this.disposed) this.ensure();
  }

  private ensure(): Process {
    if (!this.current || this.current.gone) this.current = this.spawn();
    return this.current;
  }

  call(tool: FileTool, input: JsonObject, { cwd, signal, onOutput, confirm }: ToolCallContext) {
    signal.throwIfAborted();
    if (isTooDeep(input)) throw new TypeError(`the input of ${tool.name} ${nestedTooDeep}`);
    const n = ++this.next;
    const end = (why: Error) => this.end(n, why);
    const stop = () => end(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
    const late = `${tool.name} took longer than its timeoutMs of ${tool.timeoutMs} ms and was ended`;
    const limit = new TimeLimit(tool.timeoutMs, () => end(Object.assign(new Error(late), { name: 'TimeoutError' })));
    const over = new AbortController();
    const notStopped = whenAborted(signal, stop);
    this.renew();
    return new Promise<unknown>((resolve, reject) => {
      this.calls.set(n, { tool, onOutput, resolve, reject, limit, confirm: (reason) => confirm(reason, over.signal) });
      if (!this.current || this.current.gone) this.load();
      this.current?.send({ type: 'call', n, id: tool.id, input, cwd });
      this.watchdog.wake();
    }).finally(() => {
      limit.end();
      over.abort(new Error('the call is over'));
      notStopped();
    });
  }

  /** Its files are unloaded; then it is disposed of. Never rejects. */
  async close(): Promise<void> {
    if (this.current && !this.current.gone && !this.disposed) await this.unloaded(this.current);
    this.dispose();
  }

  /** Starts anew, with the environment that is to be given now, once the calls under way are done. */
  restart(): void {
    this.isStale = true;
    this.renew();
  }

  private renew(): void {
    if (!this.isStale || this.calls.size > 0 || this.loading.n !== undefined || this.disposed) return;
    this.isStale = false;
    if (this.current && this.loading.hasFiles) {
      this.retire();
      this.load();
    }
  }

  private retire(): void {
    const old = this.current;
    this.current = undefined;
    if (old && !old.gone) void this.unloaded(old).then(() => old.kill());
  }

  private async unloaded(process: Process): Promise<void> {
    const n = ++this.next;
    await withinTime(unloadMs, (resolve) => {
      this.endings.set(n, resolve);
      process.send({ type: 'end', n });
    });
    this.endings.delete(n);
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.watchdog.stop();
    this.current?.kill();
    for (const { reject } of this.calls.values()) reject(new Error('the window was closed'));
    this.calls.clear();
    this.loading.over();
    this.markerFiles.dispose();
  }

  /** Gives the files to the process, a new one where there is none. */
  private load(): void {
    this.ensure().send(this.loading.message(() => ++this.next));
    this.watchdog.wake();
  }

  private spawn(): Process {
    const { script, environment, cwd, log, withholds, confine } = this.options;
    return new HostProcess<ToToolProcess, FromToolProcess>({
      name: 'tools',
      script,
      markerFile: this.markerFiles.next(),
      heapMb,
      cwd,
      environment: () => environment?.() ?? [],
      confine: confine?.(),
      log,
      withholds,
      read: readFromToolProcess,
      onMessage: (message) => {
        if (!this.disposed) this.receive(message);
      },
      onDeath: (from, how) => this.died(from, how),
    });
  }

  private receive(message: HeardByParent<FromToolProcess>): void {
    switch (message.type) {
      case 'loaded':
        return this.loading.loaded(message);
      case 'output':
        return this.calls.get(message.n)?.onOutput(message.chunk);
      case 'confirm':
        return void this.confirm(message);
      case 'called': {
        if (this.endings.has(message.n)) return this.endings.get(message.n)?.();
        const call = this.take(message.n);
        if (!call) return;
        // What a tool says of an end that it did not choose is not the reason.
        if (call.ending) return call.reject(call.ending);
        const { error, value } = message;
        return error ? call.reject(Object.assign(new Error(error.message), { name: error.name })) : call.resolve(value);
      }
      case 'log':
        return this.options.log(message.text);
      case 'stray':
        return this.options.failed(message.failure);
      default:
        unreachable(message);
    }
  }

  private async confirm({ n, k, reason }: Extract<FromToolProcess, { type: 'confirm' }>): Promise<void> {
    const call = this.calls.get(n);
    const process = this.current;
    if (!call || call.ending) return;
    call.limit.pause();
    let answer: { confirmed: boolean } | { error: string };
    try {
      answer = { confirmed: await call.confirm(reason) };
    } catch (error) {
      answer = { error: (error as Error).message };
    }
    call.limit.resume();
    if (this.calls.has(n)) process?.send({ type: 'confirmed', n, k, ...answer });
  }

  private take(n: number): Calling | undefined {
    const call = this.calls.get(n);
    this.calls.delete(n);
    return call;
  }

  /** Asks a call to end; one that does not is ended with the process. */
  private end(n: number, why: Error): void {
    const call = this.calls.get(n);
    const process = this.current;
    if (!call || call.ending) return;
    call.ending = why;
    if (!process || process.gone) return;
    process.send({ type: 'cancel', n });
    setTimeout(() => {
      if (!this.calls.has(n)) return;
      const markers = process.markers();
      const marker = this.atWork(markers) ?? markers.find((one) => one.n === n);
      const told = marker?.n === n ? 'it' : call.tool.name;
      process.kill({ marker, message: `did not give way when ${told} was told to end` });
    }, graceMs).unref();
  }

  /** Whose code ran; undefined where it was that of a call that is over. */
  private atWork(markers: readonly Marker[]): Marker | undefined {
    return markers[0]?.n === 0 ? undefined : markers.find(({ n }) => this.calls.has(n) || this.loading.n === n);
  }

  private died(process: Process, how: string): void {
    if (process !== this.current || this.disposed) return;
    this.current = undefined;
    for (const done of this.endings.values()) done();
    const { killedFor, lastWords } = process;
    const marker = killedFor ? killedFor.marker : this.atWork(process.markers());
    const why = killedFor?.message ?? lastWords?.message ?? how;
    if (lastWords) this.options.failed(lastWords);
    else this.options.log(`the process of workspace tools ended: ${why}`);
    const guilty = lastWords ? undefined : this.calls.get(marker?.n ?? 0);
    const told = guilty ? `${guilty.tool.name} ${why}` : why;
    for (const call of this.calls.values())
      call.reject(
        call.ending ?? new Error(call === guilty ? told : `the process of workspace tools ended while it ran: ${told}`),
      );
    this.calls.clear();
    if (this.loading.died(marker, why)) this.load();
  }
}
