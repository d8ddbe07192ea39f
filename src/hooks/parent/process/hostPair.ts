/** The host at work and a warm spare behind it, so that a death costs milliseconds; and how often it has died. */
import type { FromHost, HeardByParent } from '../../hostProtocol';
import { HostProcess } from './hostProcess';
import { MarkerFiles } from './markerFiles';
import { readFromHost } from './received';

export interface HostPairOptions {
  /** Path of the built host. */
  script: string;
  heapMb: number;
  cwd?: string;
  flags?: readonly string[];
  environment(): readonly string[];
  log(text: string): void;
  withholds(): boolean;
  onMessage(message: HeardByParent<FromHost>, from: HostProcess): void;
  onPong(open: ReadonlySet<number>, upTo: number, from: HostProcess): void;
  /** The host at work died; the next `ensure` brings another. */
  onDeath(from: HostProcess, how: string): void;
}

const countedMs = 60_000;
/** What waited for the host is answered before its next spare takes a processor. */
const spareAfterMs = 50;

export class HostPair {
  current: HostProcess | undefined;
  private spare: HostProcess | undefined;
  private readonly markerFiles = new MarkerFiles('hooksmith-');
  private deaths: number[] = [];
  private disposed = false;

  constructor(private readonly options: HostPairOptions) {}

  /** Of the host and its spare. */
  get pids(): number[] {
    return [this.current, this.spare].flatMap((child) => (child && !child.gone && child.pid ? [child.pid] : []));
  }

  /** The host at work where it lives. */
  get living(): HostProcess | undefined {
    return this.current?.gone ? undefined : this.current;
  }

  /** One that is not at work yet is a spare. */
  prepare(): void {
    if (!this.disposed && !this.living) this.spare ??= this.spawn();
  }

  /** A host in the place of one that is gone: the spare, or a new one. */
  replace(): HostProcess {
    const child = this.spare && !this.spare.gone ? this.spare : this.spawn();
    this.current = child;
    this.spare = undefined;
    child.heardAt = Date.now();
    return child;
  }

  /** The host at work has what it is to run. */
  private settled(child: HostProcess): void {
    const isMissing = () => !this.disposed && !this.spare && this.current === child && !child.gone;
    if (!isMissing()) return;
    setTimeout(() => {
      try {
        if (isMissing()) this.spare = this.spawn();
      } catch (error) {
        // No file can be opened for it, say: then there is none.
        this.options.log(`no spare for the process of hooks: ${(error as Error).message}`);
      }
    }, spareAfterMs).unref();
  }

  /** The host at work, which is none of this pair's any more; its spare ends. Undefined where none lives. */
  retire(): HostProcess | undefined {
    const { living, spare } = this;
    this.current = this.spare = undefined;
    spare?.kill();
    return living;
  }

  /** Deaths within the last minute, with this one. */
  countDeath(): number {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((at) => now - at < countedMs), now];
    return this.deaths.length;
  }

  forgetDeaths(): void {
    this.deaths = [];
  }

  dispose(): void {
    this.disposed = true;
    for (const child of [this.current, this.spare]) child?.kill();
    this.markerFiles.dispose();
  }

  private spawn(): HostProcess {
    const { script, heapMb, cwd, flags, environment, log, withholds, onMessage, onPong, onDeath } = this.options;
    return new HostProcess({
      name: 'hook host',
      script,
      markerFile: this.markerFiles.next(),
      heapMb,
      cwd,
      flags,
      environment,
      log,
      withholds,
      read: readFromHost,
      onPong,
      onMessage: (message, from) => {
        if (this.disposed) return;
        onMessage(message, from);
        if (message.type === 'loaded') this.settled(from);
      },
      onDeath: (from, how) => {
        if (from === this.spare) this.spare = undefined;
        if (from !== this.current || this.disposed) return;
        this.current = undefined;
        onDeath(from, how);
      },
    });
  }
}
