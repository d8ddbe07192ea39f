/** Session files as they are written: appended to only. A torn last line is cut off before anything comes after it. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import type { StateItem } from '../../agent/ports/hooks';
import type { UnreadBy } from '../../shared/events/eventReaders';
import type { HookEvent } from '../../shared/events/events';
import type { StreamItem } from '../../shared/stream/stream';
import type { LogLine } from './sessionFile';
import { formatVersion } from './sessionFormat';

/** Longer strings are stored once, by hash. Bytes are not worth counting: characters do. */
const blobLength = 8 * 1024;
/** Characters that are written together, at most. */
const mostAtOnce = 1024 * 1024;
/** Bytes that wait for a disk that takes none, at most: what is said then is refused, and counted. */
const mostUnwritten = 8 * 1024 * 1024;

/** The item in a form that JSON carries. */
function written(item: StreamItem | StateItem): object {
  if (item.kind !== 'state' || item.gone || isJson(item.value)) return item;
  const { value, ...rest } = item;
  return { ...rest, v8: serialize(value).toString('base64') };
}

const isJson = (value: unknown): boolean => {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
};

/** Logs with lines that are not written yet. What throws beyond all catching takes none of them along. */
// biome-ignore lint/plugin: the process ends once, for all logs in it
const unwritten = new Set<SessionLog>();

function writeAll(): void {
  for (const log of unwritten)
    try {
      log.flush();
    } catch {
      // Whoever appended last was told, and the others are written all the same.
    }
}

/** The process is listened to only while there is something to write. */
function hasUnwritten(log: SessionLog): void {
  if (unwritten.size === 0) process.on('exit', writeAll);
  unwritten.add(log);
}

function hasWritten(log: SessionLog): void {
  if (unwritten.delete(log) && unwritten.size === 0) process.off('exit', writeAll);
}

/**
 * What the human is asked is there before they can see it; what was decided of a tool call, before the call can act; and where a run ends, its record is
 * whole.
 */
function isAwaited(event: HookEvent): boolean {
  switch (event.type) {
    case 'approval_requested':
    case 'approval_resolved':
    case 'question_asked':
    case 'pre_tool_use':
    case 'permission_request':
    // What has begun never begins again: a process that dies right after must have told.
    case 'tool_start':
    case 'after_run':
    case 'session_end':
      return true;
    default:
      event.type satisfies UnreadBy<'atOnce'>;
      return false;
  }
}

export class SessionLog {
  private readonly fd: number;
  private lines = '';
  /** What could not be written. */
  private rest: Buffer = Buffer.alloc(0);
  /** Items that were said while no more could wait. */
  private refused = 0;
  private isScheduled = false;
  private isFailing = false;
  /** It failed where nobody was there to be told. */
  private isUntold = false;
  private closed = false;
  private readonly known = new Set<string>();

  /** Opens for appending; a new file gets its header, a torn last line is cut off. `failed` is told why nothing can be written, once until it can be again. */
  constructor(
    readonly path: string,
    sessionId: string,
    createdAt: string,
    private readonly failed: (why: string) => void = () => undefined,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) cutTornLine(path);
    const isNew = !existsSync(path) || statSync(path).size === 0;
    this.fd = openSync(path, 'a', 0o600);
    if (!isNew) return;
    this.write(JSON.stringify({ kind: 'header', hooksmith: formatVersion, sessionId, createdAt } satisfies LogLine));
    try {
      this.flush();
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /**
   * Events that the same piece of work leaves are written together as soon as it waits for anything: nothing from outside comes between, and a step leaves a
   * dozen. All else is written at once: what a human was asked must be on disk before the window can go away.
   *
   * Throws where it cannot be written, so that nothing goes on unrecorded; it waits, and is written once it can be. Where too much waits already it is refused:
   * the file tells how much is missing.
   */
  append(item: StreamItem | StateItem): void {
    if (this.closed) return;
    try {
      if (this.rest.length > mostUnwritten) this.makeRoom();
      this.take(item);
    } catch (error) {
      // What a hook keeps is said beside all steps, and nobody is there to be told.
      if (item.kind !== 'state') throw error;
      this.isUntold = true;
    }
  }

  /** A file without a header is no session's, and would stand in the way of the next attempt. */
  private abandon(): void {
    this.closed = true;
    hasWritten(this);
    closeSync(this.fd);
    rmSync(this.path, { force: true });
  }

  private makeRoom(): void {
    try {
      this.flush();
    } catch (error) {
      this.refused++;
      throw error;
    }
  }

  private take(item: StreamItem | StateItem): void {
    const whole = written(item);
    const plain = JSON.stringify(whole);
    this.write(plain.length <= blobLength ? plain : this.withBlobs(whole));
    // There may be room by now: only what fails still is told.
    const { isUntold } = this;
    this.isUntold = false;
    if (isUntold || item.kind !== 'event' || isAwaited(item.event) || this.lines.length > mostAtOnce) return this.flush();
    hasUnwritten(this);
    if (this.isScheduled) return;
    this.isScheduled = true;
    process.nextTick(() => {
      this.isScheduled = false;
      this.settle();
    });
  }

  /** What was said is on disk from here on, or whoever appends next is told that it is not. */
  settle(): void {
    try {
      this.flush();
    } catch {
      this.isUntold = true;
    }
  }

  flush(): void {
    if (this.closed) return;
    hasUnwritten(this);
    this.writeOut();
    if (this.refused > 0) {
      this.write(JSON.stringify({ kind: 'gap', items: this.refused } satisfies LogLine));
      this.refused = 0;
      this.writeOut();
    }
    hasWritten(this);
    this.isFailing = false;
    this.isUntold = false;
  }

  private writeOut(): void {
    const bytes = Buffer.concat([this.rest, Buffer.from(this.lines)]);
    this.lines = '';
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.fd, bytes, written);
    } catch (error) {
      const why = `${this.path}: ${(error as Error).message}`;
      if (!this.isFailing) this.failed(why);
      this.isFailing = true;
      throw new Error(`The session cannot be recorded: ${why}`, { cause: error });
    } finally {
      // Written later, where it can be: no event is lost, and no line begins in the middle of another.
      this.rest = bytes.subarray(written);
    }
  }

  private withBlobs(item: object): string {
    return JSON.stringify(item, (_, field: unknown) => {
      if (typeof field !== 'string' || field.length <= blobLength) return field;
      const hash = createHash('sha256').update(field).digest('hex');
      if (!this.known.has(hash)) {
        this.known.add(hash);
        this.write(JSON.stringify({ kind: 'blob', hash, value: field } satisfies LogLine));
      }
      return { $blob: hash };
    });
  }

  /** What comes after is not kept: a window that goes away leaves the session as it stood. */
  close(): void {
    if (this.closed) return;
    try {
      this.flush();
    } finally {
      this.closed = true;
      hasWritten(this);
      closeSync(this.fd);
    }
  }

  private write(line: string): void {
    this.lines += `${line}\n`;
  }
}

/** Reads from the end, as far as the last line reaches: the file may be long. */
function cutTornLine(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    const { size } = fstatSync(fd);
    const end = endOfLines(fd, size);
    if (end === size) return;
    const last = Buffer.alloc(size - end);
    readSync(fd, last, 0, last.length, end);
    // A whole line that only lacks its newline is kept.
    try {
      JSON.parse(last.toString('utf8'));
      writeSync(fd, '\n', size);
    } catch {
      ftruncateSync(fd, end);
    }
  } finally {
    closeSync(fd);
  }
}

const pieceSize = 64 * 1024;
/** Where the last newline ends; 0 where there is none. */
function endOfLines(fd: number, size: number): number {
  const piece = Buffer.alloc(Math.min(pieceSize, size));
  for (let from = size; from > 0; ) {
    const length = Math.min(piece.length, from);
    from -= length;
    const read = readSync(fd, piece, 0, length, from);
    const at = piece.subarray(0, read).lastIndexOf(10);
    if (at >= 0) return from + at + 1;
  }
  return 0;
}
