/** Session files as they are written: appended to only. A torn last line is cut off before anything comes after it. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import type { StateItem } from '../agent/ports/hooks';
import type { EventType } from '../shared/events';
import type { StreamItem } from '../shared/stream';
import { formatVersion } from './sessionFile';

/** Longer strings are stored once, by hash. Bytes are not worth counting: characters do. */
const blobLength = 8 * 1024;
/** Characters that wait to be written, at most. */
const mostUnwritten = 1024 * 1024;

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
const unwritten = new Set<SessionLog>();
process.on('exit', () => {
  for (const log of unwritten) log.flush();
});

/**
 * What the human is asked is there before they can see it; what was decided of a tool call, before the call can act; and where a run ends, its record is
 * whole.
 */
const atOnce: ReadonlySet<string> = new Set<EventType>([
  'approval_requested',
  'approval_resolved',
  'question_asked',
  'pre_tool_use',
  'permission_request',
  'after_run',
  'session_end',
]);

export class SessionLog {
  private readonly fd: number;
  private lines = '';
  /** What could not be written. */
  private rest: Buffer = Buffer.alloc(0);
  private failure: unknown;
  private closed = false;
  private readonly known = new Set<string>();

  /** Opens for appending; a new file gets its header, a torn last line is cut off. */
  constructor(
    readonly path: string,
    sessionId: string,
    createdAt: string,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) cutTornLine(path);
    const isNew = !existsSync(path) || statSync(path).size === 0;
    this.fd = openSync(path, 'a', 0o600);
    if (!isNew) return;
    this.write(JSON.stringify({ kind: 'header', hooksmith: formatVersion, sessionId, createdAt }));
    this.flush();
  }

  /**
   * Events that the same piece of work leaves are written together as soon as it waits for anything: nothing from outside comes between, and a step leaves a
   * dozen. All else is written at once: what a human was asked must be on disk before the window can go away.
   */
  append(item: StreamItem | StateItem): void {
    if (this.closed) return;
    const whole = written(item);
    const plain = JSON.stringify(whole);
    this.write(plain.length <= blobLength ? plain : this.withBlobs(whole));
    if (this.failure) {
      const { failure } = this;
      this.failure = undefined;
      throw failure;
    }
    if (item.kind !== 'event' || atOnce.has(item.event.type) || this.lines.length > mostUnwritten) return this.flush();
    if (unwritten.has(this)) return;
    unwritten.add(this);
    process.nextTick(() => {
      try {
        this.flush();
      } catch (error) {
        // Whoever appends next is told.
        this.failure = error;
      }
    });
  }

  flush(): void {
    unwritten.delete(this);
    if (this.closed) return;
    const bytes = Buffer.concat([this.rest, Buffer.from(this.lines)]);
    this.lines = '';
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.fd, bytes, written);
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
        this.write(JSON.stringify({ kind: 'blob', hash, value: field }));
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
