/** The sessions of a folder by what a list shows of them, and what is done to them there: named, put away and back, forked. */
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EventType, HookEvent } from '../../shared/events/events';
import { knownEvent } from '../../shared/events/readEvent';
import { blocksOf, type Message, textOf } from '../../shared/messages/messages';
import { splitParts } from '../../shared/messages/promptParts';
import { foldFiles, noFiles } from '../../shared/stream/checkpoints';
import type { StreamItem } from '../../shared/stream/stream';
import { readSession } from './sessionFile';
import { SessionLog } from './sessionLog';
import { listSessions, statOf } from './sessionPaths';

export interface SessionSummary {
  path: string;
  sessionId: string;
  /** As the human named it, or its first message; empty where nothing was said yet. */
  title: string;
  /** Milliseconds since 1970. */
  changedAt: number;
  /** Messages of the human that stand: one that was taken back is none. */
  messages: number;
}

const longestTitle = 200;

/** Where sessions of a folder are that were put away. */
export const putAwayFolder = (folder: string): string => join(folder, 'deleted');

export class SessionCatalog {
  private readonly known = new Map<string, { stamp: string; summary: Read | undefined }>();

  constructor(private readonly folder: string) {}

  /** Those in which something was said, the latest first. Never rejects for a file that cannot be read. */
  list(): Promise<SessionSummary[]> {
    return this.summaries(this.folder);
  }

  /** Those that were put away, by the paths that they had. */
  async deleted(): Promise<SessionSummary[]> {
    const summaries = await this.summaries(this.away);
    return summaries.map((summary) => ({ ...summary, path: join(this.folder, basename(summary.path)) }));
  }

  private async summaries(folder: string): Promise<SessionSummary[]> {
    const summaries: SessionSummary[] = [];
    for (const path of listSessions(folder)) {
      const summary = await this.summary(path);
      if (!summary) continue;
      const { wasUsed, ...shown } = summary;
      if (wasUsed) summaries.push(shown);
    }
    return summaries;
  }

  private async summary(path: string): Promise<Read | undefined> {
    const found = statOf(path);
    if (!found) return undefined;
    const { mtimeMs, size } = found;
    const stamp = `${mtimeMs} ${size}`;
    const known = this.known.get(path);
    if (known?.stamp === stamp) return known.summary;
    const summary = await read(path, mtimeMs).catch(() => undefined);
    this.known.set(path, { stamp, summary });
    return summary;
  }

  /** Of one that is not open: it keeps its place among the others. */
  rename({ path, sessionId }: SessionSummary, event: HookEvent): void {
    const { atime, mtime } = statSync(path);
    const log = new SessionLog(path, sessionId, event.timestamp);
    log.append({ kind: 'event', event });
    log.close();
    utimesSync(path, atime, mtime);
    this.known.delete(path);
  }

  /** Out of the list, until it is brought back or `empty` is called. */
  putAway(path: string): void {
    mkdirSync(this.away, { recursive: true });
    renameSync(path, join(this.away, basename(path)));
  }

  /** Throws where another file has come to stand there. */
  bringBack(path: string): void {
    if (existsSync(path)) throw new Error(`${path} is there already`);
    renameSync(join(this.away, basename(path)), path);
  }

  /** What was put away is gone for good. */
  empty(path: string): void {
    rmSync(join(this.away, basename(path)), { force: true });
  }

  /** What was put away before then, in milliseconds since 1970, is gone for good. */
  forget(before: number): void {
    if (!existsSync(this.away)) return;
    // A file that is moved keeps the time of its last line; when it was moved is the time of its change of place.
    for (const path of listSessions(this.away)) if ((statOf(path)?.ctimeMs ?? before) < before) this.empty(path);
  }

  private get away(): string {
    return putAwayFolder(this.folder);
  }

  /** A new session that holds what stood before a message of the human, and that message's words; undefined where there is no such message. The old one stays as it is. */
  fork(from: string, eventId: string, to: { path: string; sessionId: string; createdAt: string }): { text: string } | undefined {
    const { items, kept } = readSession(from);
    const at = items.findIndex((item) => item.kind === 'event' && item.event.id === eventId);
    const found = items[at];
    if (found?.kind !== 'event' || found.event.type !== 'user_message') return undefined;
    const { runId } = found.event;
    // The run that the message began is no part of what was before it.
    const before = items.findIndex((item) => item.kind === 'event' && item.event.runId === runId && runId !== '');
    const begins = items.slice(before, at).every((item) => item.kind !== 'event' || item.event.type !== 'message');
    const log = new SessionLog(to.path, to.sessionId, to.createdAt);
    try {
      for (const item of items.slice(0, begins ? before : at))
        if (item.kind !== 'queue') log.append(ofSession(item, to.sessionId));
      for (const [key, value] of kept) log.append({ kind: 'state', key, value });
    } finally {
      log.close();
    }
    return { text: splitParts(textOf(found.event.input)).own };
  }
}

const ofSession = (item: StreamItem, sessionId: string): StreamItem =>
  item.kind === 'event' ? { kind: 'event', event: { ...item.event, sessionId } } : item;

interface Read extends SessionSummary {
  /** Something was said, which may have been taken back since: it can be brought back. */
  wasUsed: boolean;
}

/** Only the lines that say something of a title, or of which messages stand, are taken apart. */
async function read(path: string, changedAt: number): Promise<Read | undefined> {
  let sessionId: string | undefined;
  let first = '';
  let named = '';
  let wasUsed = false;
  let files = noFiles;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (sessionId === undefined) {
      const header = JSON.parse(line) as { kind?: unknown; sessionId?: unknown };
      if (header.kind !== 'header' || typeof header.sessionId !== 'string') return undefined;
      sessionId = header.sessionId;
    }
    if (!told.some((part) => line.includes(part))) continue;
    const item = itemIn(line);
    if (item?.kind === 'history') files = foldFiles(files, item);
    const event = item?.kind === 'event' ? item.event : undefined;
    if (event?.type === 'session_renamed') named = event.data.title;
    if (event?.type !== 'user_message' || event.branch !== 'main') continue;
    wasUsed = true;
    first ||= firstLine(event.input);
    // What was said is not kept: only whether it stands is asked.
    files = foldFiles(files, { kind: 'event', event: { ...event, input: { role: 'user', content: '' } } });
  }
  return sessionId === undefined
    ? undefined
    : { path, sessionId, title: (named || first).slice(0, longestTitle), changedAt, messages: files.checkpoints.length, wasUsed };
}

/** As a line spells them. */
type Told = `"type":"${EventType}"` | `"${keyof Extract<StreamItem, { kind: 'history' }>}":`;
const told: readonly Told[] = ['"type":"user_message"', '"type":"session_renamed"', '"rewoundTo":', '"redone":'];

/** Of the words that stand in the line itself: a long text stands elsewhere in the file. */
function firstLine(message: Message): string {
  const text = blocksOf(message)
    .flatMap((block) => (block.type === 'text' && typeof block.text === 'string' ? [block.text] : []))
    .join('\n');
  return splitParts(text).own.split('\n', 1)[0]!;
}

function itemIn(line: string): StreamItem | undefined {
  try {
    const item = JSON.parse(line) as
      | Exclude<StreamItem, { kind: 'event' }>
      | { kind: 'event'; event: Parameters<typeof knownEvent>[0] };
    return item.kind === 'event' ? { kind: 'event', event: knownEvent(item.event) } : item;
  } catch {
    return undefined;
  }
}
