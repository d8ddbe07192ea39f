/** Session files: append-only JSON lines with a versioned header. A torn last line is repaired, a broken line is named and passed over; neither is fatal. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { StreamItem } from '../shared/events';

const formatVersion = 1;
/** Longer strings are stored once, by hash. Bytes are not worth counting: characters do. */
const blobLength = 64 * 1024;

const header = z.object({
  kind: z.literal('header'),
  hooksmith: z.literal(formatVersion),
  sessionId: z.string().min(1),
  createdAt: z.string(),
});
const blob = z.object({ kind: z.literal('blob'), hash: z.string(), value: z.string() });
const event = z.object({
  kind: z.literal('event'),
  event: z.looseObject({
    id: z.string(),
    type: z.string(),
    timestamp: z.string(),
    sessionId: z.string(),
    runId: z.string(),
    branch: z.string(),
    step: z.number(),
    hooks: z.array(z.unknown()),
  }),
});
const history = z.object({
  kind: z.literal('history'),
  branch: z.string(),
  taskId: z.string().optional(),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']) })),
  rewoundTo: z.string().optional(),
});
const hookSet = z.object({
  kind: z.literal('hookSet'),
  id: z.string(),
  hooks: z.array(z.looseObject({ id: z.string(), file: z.string(), name: z.string(), events: z.array(z.string()) })),
});
const line = z.discriminatedUnion('kind', [header, blob, event, history, hookSet]);

export interface SessionFile {
  path: string;
  sessionId: string;
  createdAt: string;
  items: StreamItem[];
  /** What was wrong and passed over, each `file:line: why`. */
  problems: string[];
}

/** Reads a session file. Throws only where it is no session file at all, or of a version that this one does not know. */
export function readSession(path: string): SessionFile {
  const lines = readFileSync(path, 'utf8').split('\n');
  const file: SessionFile = { path, sessionId: '', createdAt: '', items: [], problems: [] };
  const blobs = new Map<string, string>();
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const at = `${path}:${index + 1}`;
    const parsed = parseLine(text, blobs);
    if (!file.sessionId) {
      if (typeof parsed === 'string' || parsed.kind !== 'header') {
        throw new Error(
          `${at}: no session file: the first line must be {"kind":"header","hooksmith":${formatVersion},"sessionId":…}`,
        );
      }
      Object.assign(file, { sessionId: parsed.sessionId, createdAt: parsed.createdAt });
    } else if (typeof parsed === 'string') {
      const torn = index === lines.length - 1;
      file.problems.push(
        torn ? `${at}: the last line is torn (the process ended while it was written); it is left out` : `${at}: ${parsed}`,
      );
    } else if (parsed.kind === 'blob') blobs.set(parsed.hash, parsed.value);
    else if (parsed.kind !== 'header') file.items.push(parsed as unknown as StreamItem);
  }
  if (!file.sessionId) throw new Error(`${path}: no session file: it is empty`);
  return file;
}

function parseLine(text: string, blobs: Map<string, string>): z.infer<typeof line> | string {
  try {
    const value: unknown = JSON.parse(text, (_, field: unknown) => {
      const hash = typeof field === 'object' && field !== null && '$blob' in field ? field.$blob : undefined;
      return typeof hash === 'string' ? (blobs.get(hash) ?? `[missing value ${hash}]`) : field;
    });
    const parsed = line.safeParse(value);
    return parsed.success
      ? parsed.data
      : `no session line: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`;
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
}

export class SessionLog {
  private readonly fd: number;
  private closed = false;
  private readonly known = new Set<string>();

  /** Opens for appending; a new file gets its header, a torn last line is cut off. */
  constructor(
    readonly path: string,
    sessionId: string,
    createdAt: string,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    const isNew = !existsSync(path) || statSync(path).size === 0;
    if (!isNew) cutTornLine(path);
    this.fd = openSync(path, 'a', 0o600);
    if (isNew) this.write({ kind: 'header', hooksmith: formatVersion, sessionId, createdAt });
  }

  /** Synchronous on purpose: what a human was asked must be on disk before the window can go away. */
  append(item: StreamItem): void {
    if (this.closed) return;
    const text = JSON.stringify(item, (_, field: unknown) => {
      if (typeof field !== 'string' || field.length <= blobLength) return field;
      const hash = createHash('sha256').update(field).digest('hex');
      if (!this.known.has(hash)) {
        this.known.add(hash);
        this.write({ kind: 'blob', hash, value: field });
      }
      return { $blob: hash };
    });
    writeSync(this.fd, `${text}\n`);
  }

  /** What comes after is not kept: a window that goes away leaves the session as it stood. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    closeSync(this.fd);
  }

  private write(value: unknown): void {
    writeSync(this.fd, `${JSON.stringify(value)}\n`);
  }
}

function cutTornLine(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    const text = readFileSync(fd);
    const end = text.lastIndexOf(10) + 1;
    if (end === fstatSync(fd).size) return;
    const last = text.subarray(end).toString('utf8');
    // A whole line that only lacks its newline is kept.
    try {
      JSON.parse(last);
      writeSync(fd, '\n', text.length);
    } catch {
      ftruncateSync(fd, end);
    }
  } finally {
    closeSync(fd);
  }
}

/** Session files of a folder, newest first. */
export function listSessions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ path }) => path);
}
