/** The files that a run writes, open before anything runs. What one piece of work tells is written together as soon as it waits for anything: nothing from outside comes between. */
import { closeSync, existsSync, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HookEvent } from '../shared/events/events';
import type { ModelRequest } from '../shared/messages/messages';
import { UsageError } from './usage';

export interface OutputPaths {
  /** `-` is standard output. */
  events?: string;
  requests?: string;
  session?: string;
}

/** The files that a run is given, by the options that name them. */
export interface GivenPaths {
  model?: string;
  results?: string;
}

export class OutputFiles {
  private readonly open = new Map<keyof OutputPaths, number>();
  private readonly unwritten = new Map<keyof OutputPaths, string>();
  /** Also where the process ends in the middle of it. */
  private readonly flush = () => {
    for (const [name, lines] of this.unwritten) this.write(name, lines);
    this.unwritten.clear();
    process.off('exit', this.flush);
  };

  /** Throws a UsageError where one cannot be written. */
  constructor(
    private readonly paths: OutputPaths,
    /** Told what is missing from now on. */
    private readonly failed: (text: string) => void,
    inputs: GivenPaths = {},
  ) {
    const names = ['session', 'requests', 'events'] as const;
    try {
      // A file that is already there is emptied last: a wrong name beside it must not cost its text.
      for (const name of names) {
        const path = paths[name];
        if (path === '-' && name !== 'events') throw new UsageError(`--${name}: '-' is no file; --events alone takes it`);
        if (path && path !== '-') this.open.set(name, openFor(name, path, 'a'));
      }
      const given = Object.entries(inputs).flatMap(([name, path]: [string, string | undefined]) => {
        const stat = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
        return stat ? [{ name, stat }] : [];
      });
      const places = [...given, ...[...this.open].map(([name, fd]) => ({ name, stat: fstatSync(fd) }))];
      for (const [at, one] of places.entries()) {
        const isSame = ({ dev, ino }: Stats) => one.stat.isFile() && one.stat.dev === dev && one.stat.ino === ino;
        const other = places.slice(0, at).find(({ stat }) => isSame(stat));
        if (other) throw new UsageError(`--${other.name} and --${one.name} name the same file`);
      }
      for (const [name, fd] of [...this.open]) {
        closeSync(fd);
        this.open.delete(name);
        // The session's own log writes it.
        if (name !== 'session') this.open.set(name, openFor(name, paths[name]!, 'w'));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  event(event: HookEvent): void {
    if (this.paths.events === '-') process.stdout.write(`${JSON.stringify(event)}\n`);
    else this.add('events', event);
  }

  request(request: ModelRequest): void {
    this.add('requests', request);
  }

  close(): void {
    this.flush();
    for (const fd of this.open.values()) closeSync(fd);
    this.open.clear();
  }

  private add(name: keyof OutputPaths, value: unknown): void {
    if (!this.open.has(name)) return;
    if (this.unwritten.size === 0) {
      process.once('exit', this.flush);
      process.nextTick(this.flush);
    }
    this.unwritten.set(name, `${this.unwritten.get(name) ?? ''}${JSON.stringify(value)}\n`);
  }

  private write(name: keyof OutputPaths, lines: string): void {
    const fd = this.open.get(name);
    if (fd === undefined) return;
    try {
      const text = Buffer.from(lines);
      for (let at = 0; at < text.length; ) at += writeSync(fd, text, at);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.open.delete(name);
      closeSync(fd);
      // Who reads no more is told no more.
      if (code !== 'EPIPE') this.failed(`--${name}: ${message}; nothing more is written to it`);
    }
  }
}

function openFor(name: string, path: string, flags: 'a' | 'w'): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    const folder = dirname(path);
    const why = existsSync(folder) ? (error as Error).message : `there is no such folder: ${folder}`;
    throw new UsageError(`--${name}: ${why}`);
  }
}
