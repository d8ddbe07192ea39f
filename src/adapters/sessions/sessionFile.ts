/** Session files as they are read: JSON lines with a versioned header. A torn last line is left out, a broken line is named and passed over; neither is fatal. */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { deserialize } from 'node:v8';
import * as z from 'zod';
import type { Overlooked, ShapeOf } from '../../shared/basics/overlooked';
import { commonFacts, knownEvent } from '../../shared/events/readEvent';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import { messageShape } from '../../shared/messages/readMessage';
import type { KeptKind, QueuedMessage, StreamItem } from '../../shared/stream/stream';
import { formatVersion } from './sessionFormat';

const header = z.object({
  kind: z.literal('header'),
  hooksmith: z.literal(formatVersion),
  sessionId: z.string().min(1),
  createdAt: z.string(),
});
const blob = z.object({ kind: z.literal('blob'), hash: z.string(), value: z.string() });
const event = z.object({ kind: z.literal('event'), event: commonFacts });
const history = z.object({
  kind: z.literal('history'),
  branch: z.string(),
  taskId: z.string().optional(),
  messages: z.array(messageShape),
  rewoundTo: z.string().optional(),
  redone: z.string().optional(),
});
const hookSet = z.object({
  kind: z.literal('hookSet'),
  id: z.string(),
  hooks: z.array(z.looseObject({ id: z.string(), file: z.string(), name: z.string(), events: z.array(z.string()) })),
});
const queued = z.object({
  id: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
  steers: z.boolean(),
  model: z.string().optional(),
});
const queue = z.object({ kind: z.literal('queue'), messages: z.array(queued), taken: queued.optional() });
/** Of an answer that broke off. */
const delta = z.object({
  kind: z.literal('delta'),
  runId: z.string(),
  branch: z.string(),
  taskId: z.string().optional(),
  delta: z.object({ type: z.enum(['text', 'thinking']), text: z.string() }),
});
const items = { event, history, hookSet, queue, delta } satisfies Record<KeptKind | 'delta', z.ZodType>;
type ReadQueued = Omit<QueuedMessage, 'content'> & { content: unknown };
/** What is read of each, as far as it is not looked at elsewhere, or passed on as it is. */
type Read = { [K in Exclude<keyof typeof items, 'event' | 'hookSet' | 'queue'>]: Extract<StreamItem, { kind: K }> } & {
  event: { kind: 'event'; event: object };
  hookSet: { kind: 'hookSet'; id: string; hooks: Pick<HookDescription, 'id' | 'file' | 'name' | 'events'>[] };
  queue: { kind: 'queue'; messages: ReadQueued[]; taken?: ReadQueued };
};
/** A form drops what it does not name. */
type Overlookings = {
  [K in keyof typeof items]: Overlooked<Read[K], ShapeOf<(typeof items)[K]>> extends infer F extends string
    ? `${K}: ${F}`
    : never;
}[keyof typeof items];
({}) satisfies Record<Overlookings, never>;

/** A value that JSON does not carry whole is kept as V8 writes it, in base64. */
const state = z.object({
  kind: z.literal('state'),
  key: z.string(),
  value: z.unknown().optional(),
  v8: z.string().optional(),
  gone: z.literal(true).optional(),
});
/** So many items were said here while the disk took none. */
const gap = z.object({ kind: z.literal('gap'), items: z.number() });
/** What a log writes beside items and states. */
export type LogLine = z.infer<typeof header | typeof gap | typeof blob>;
const line = z.discriminatedUnion('kind', [header, blob, event, history, hookSet, queue, delta, state, gap]);

export interface SessionFile {
  path: string;
  sessionId: string;
  createdAt: string;
  items: StreamItem[];
  /** What hooks kept in it. */
  kept: Map<string, unknown>;
  /** What was wrong and passed over, each `file:line: why`. */
  problems: string[];
}

/** Reads a session file. Throws only where it is no session file at all, or of a version that this one does not know. */
export function readSession(path: string): SessionFile {
  const reader = new SessionReader(path);
  for (const text of readFileSync(path, 'utf8').split('\n')) reader.take(text);
  return reader.end();
}

/** The same to look at, in pieces: a long file holds nobody up, and what hooks kept in it is left out. Rejects where `readSession` throws, and where the file cannot be read. */
export async function streamSession(path: string): Promise<SessionFile> {
  const reader = new SessionReader(path, false);
  const input = createReadStream(path);
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) reader.take(text);
  return reader.end();
}

/** Its items one by one, none of which is kept. Throws as they are asked for where `readSession` throws, and where the file cannot be read; `wrong` is told what was passed over. */
export async function* sessionItems(
  path: string,
  wrong: (problem: string) => void = () => undefined,
): AsyncGenerator<StreamItem, void> {
  const reader = new SessionReader(path, false);
  const input = createReadStream(path);
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      reader.take(text);
      yield* reader.taken();
    }
  } finally {
    // Who has enough leaves: the lines' end does not close what they come from.
    input.destroy();
  }
  for (const problem of reader.end().problems) wrong(problem);
}

/** What is wrong with a line. */
interface Wrong {
  kind: 'wrong';
  /** It is no JSON, no line of a session, or says a value that cannot be read. */
  code: 'json' | 'line' | 'value';
  why: string;
}

class SessionReader {
  private readonly file: SessionFile;
  private readonly blobs = new Map<string, string>();
  private lines = 0;
  /** What was wrong with the line that came last. */
  private wrong: (Wrong & { at: string }) | undefined;

  /** Without `keeps` it passes over what hooks kept: that is for the session to go on with. */
  constructor(
    path: string,
    private readonly keeps = true,
  ) {
    this.file = { path, sessionId: '', createdAt: '', items: [], kept: new Map(), problems: [] };
  }

  take(text: string): void {
    const { file, blobs } = this;
    const at = `${file.path}:${++this.lines}`;
    if (text.trim() === '') return;
    if (this.wrong) file.problems.push(worded(this.wrong));
    this.wrong = undefined;
    const parsed = parseLine(text, blobs);
    if (!file.sessionId) {
      if (parsed.kind !== 'header') {
        const version = versionIn(text);
        const why =
          version === undefined
            ? `no session file: the first line must be {"kind":"header","hooksmith":${formatVersion},"sessionId":…}`
            : `a session file of version ${version}: this Hooksmith reads version ${formatVersion}`;
        throw new Error(`${at}: ${why}`);
      }
      Object.assign(file, { sessionId: parsed.sessionId, createdAt: parsed.createdAt });
    } else if (parsed.kind === 'wrong') this.wrong = { ...parsed, at };
    else if (parsed.kind === 'gap') file.problems.push(`${at}: ${parsed.items} items are missing: they could not be written`);
    else if (parsed.kind === 'blob') blobs.set(parsed.hash, parsed.value);
    else if (parsed.kind === 'state') this.wrong = this.keeps ? keep(file.kept, parsed, at) : undefined;
    else if (parsed.kind === 'event') file.items.push({ kind: 'event', event: knownEvent(parsed.event) });
    else if (parsed.kind !== 'header') file.items.push(parsed as unknown as StreamItem);
  }

  /** The items since this was last asked. */
  taken(): StreamItem[] {
    return this.file.items.splice(0);
  }

  end(): SessionFile {
    const { file, wrong } = this;
    if (!file.sessionId) throw new Error(`${file.path}: no session file: it is empty`);
    // A torn line is the file's last, with nothing after it.
    if (wrong?.code === 'json')
      file.problems.push(`${wrong.at}: the last line is torn (the process ended while it was written); it is left out`);
    else if (wrong) file.problems.push(worded(wrong));
    return file;
  }
}

const worded = ({ at, why }: Wrong & { at: string }): string => `${at}: ${why}`;

/** Of a header that another version of this program wrote. */
function versionIn(text: string): number | undefined {
  try {
    const { data } = z.object({ kind: z.literal('header'), hooksmith: z.number() }).safeParse(JSON.parse(text));
    return data && data.hooksmith !== formatVersion ? data.hooksmith : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with the value, if it cannot be read. */
function keep(
  kept: Map<string, unknown>,
  { key, value, v8, gone }: z.infer<typeof state>,
  at: string,
): (Wrong & { at: string }) | undefined {
  if (gone) kept.delete(key);
  else if (v8 === undefined) kept.set(key, value);
  else
    try {
      kept.set(key, deserialize(Buffer.from(v8, 'base64')));
    } catch (error) {
      return { kind: 'wrong', code: 'value', at, why: `the value of ${key} cannot be read: ${(error as Error).message}` };
    }
  return undefined;
}

function parseLine(text: string, blobs: Map<string, string>): z.infer<typeof line> | Wrong {
  try {
    // Only a line that names a stored value is looked through field by field.
    const value: unknown = !text.includes('"$blob"')
      ? JSON.parse(text)
      : JSON.parse(text, (_, field: unknown) => {
          const hash = typeof field === 'object' && field !== null && '$blob' in field ? field.$blob : undefined;
          return typeof hash === 'string' ? (blobs.get(hash) ?? `[missing value ${hash}]`) : field;
        });
    const parsed = line.safeParse(value);
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    return { kind: 'wrong', code: 'line', why: `no session line: ${issues.join('; ')}` };
  } catch (error) {
    return { kind: 'wrong', code: 'json', why: `not JSON: ${(error as Error).message}` };
  }
}
