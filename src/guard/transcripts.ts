/** What other agents kept of their sessions on this machine: found, and read as streams; a broken line is passed over and counted. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Past, pastOf, type RememberingAgent, rememberingAgents } from '../protocols/past';
import { PastSession, type Told } from '../protocols/pastSession';
import { isObject, type JsonObject } from '../shared/json';
import type { StreamItem } from '../shared/stream';
import { isInside } from '../shell/paths';

export interface Transcript {
  agent: RememberingAgent;
  path: string;
  /** When it was written last. */
  mtimeMs: number;
}

const places: Readonly<Record<RememberingAgent, readonly string[]>> = {
  claude: ['.claude/projects'],
  codex: ['.codex/sessions', '.codex/archived_sessions'],
  copilot: ['.copilot/session-state', '.copilot/history-session-state'],
  gemini: ['.gemini/tmp'],
};
const isTranscript: Readonly<Record<RememberingAgent, (path: string) => boolean>> = {
  claude: (path) => path.endsWith('.jsonl'),
  codex: (path) => /rollout-.*\.jsonl$/.test(path),
  copilot: (path) => path.endsWith('.jsonl'),
  gemini: (path) => /[/\\]chats[/\\].*\.jsonl?$/.test(path),
};
/** A file of one JSON text is read whole. */
const mostBytesWhole = 64 * 1024 * 1024;

/** The folders in which this agent keeps its own. */
export const transcriptFolders = (agent: RememberingAgent, home: string): string[] =>
  places[agent].map((place) => join(home, ...place.split('/')));

/** Those of the agent that were written since, oldest first. */
export function transcriptsOf(agent: RememberingAgent, home: string, sinceMs = 0): Transcript[] {
  return transcriptFolders(agent, home)
    .flatMap(filesBelow)
    .filter((path) => isTranscript[agent](path))
    .flatMap((path): Transcript[] => {
      // An agent at work may take one away meanwhile.
      const found = statSync(path, { throwIfNoEntry: false });
      return found && found.mtimeMs >= sinceMs ? [{ agent, path, mtimeMs: found.mtimeMs }] : [];
    })
    .sort((a, b) => a.mtimeMs - b.mtimeMs);
}

/** The newest of all agents that were at work in one of these folders. */
export async function transcriptsIn(folders: readonly string[], home: string, most: number): Promise<Transcript[]> {
  const all = rememberingAgents.flatMap((agent) => transcriptsOf(agent, home)).sort((a, b) => b.mtimeMs - a.mtimeMs);
  const found: Transcript[] = [];
  for (const transcript of all) {
    if (found.length === most) break;
    if (await worksIn(transcript, folders)) found.push(transcript);
  }
  return found;
}

/** Its agent began in one of them, or below. */
export async function worksIn(transcript: Transcript, folders: readonly string[]): Promise<boolean> {
  const read = nothingRead();
  for await (const _ of itemsOf(transcript, read)) if (read.cwd !== undefined) break;
  const { cwd } = read;
  return cwd !== undefined && folders.some((folder) => isInside(folder, cwd));
}

export interface Read {
  /** Where it works, once that was told. */
  cwd: string | undefined;
  /** Lines that are none. */
  broken: number;
  /** What was passed over, each `file:line: why`; the first of them. */
  problems: string[];
}

/** The session that a transcript tells of; `read` is filled as it goes. */
export async function* itemsOf(
  { agent, path }: Pick<Transcript, 'agent' | 'path'>,
  read: Read,
  { sinceMs = 0, known }: { sinceMs?: number; known?: Told } = {},
): AsyncGenerator<StreamItem, void> {
  const session = new PastSession(agent, basename(path).replace(/\.jsonl?$/, ''), known);
  for await (const past of pastIn(agent, path, read)) {
    if (past.at !== undefined && Date.parse(past.at) < sinceMs) continue;
    const items = session.take(past);
    read.cwd ??= session.cwd;
    yield* items;
  }
  yield* session.end();
}

export const nothingRead = (): Read => ({ cwd: undefined, broken: 0, problems: [] });

async function* pastIn(agent: RememberingAgent, path: string, read: Read): AsyncGenerator<Past, void> {
  if (path.endsWith('.json')) {
    for (const line of await whole(path, read)) yield* pastOf[agent](line);
    return;
  }
  let n = 0;
  /** Gemini writes a message anew where it has become another: the last one counts. */
  let last: JsonObject | undefined;
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    n++;
    if (text.trim() === '') continue;
    const line = parsed(text);
    if (line === undefined) {
      note(read, `${path}:${n}: it is no JSON object`);
      continue;
    }
    if (agent !== 'gemini') {
      yield* pastOf[agent](line);
      continue;
    }
    if (last !== undefined && (line.id === undefined || line.id !== last.id)) yield* pastOf.gemini(last);
    last = line;
  }
  if (last !== undefined) yield* pastOf.gemini(last);
}

async function whole(path: string, read: Read): Promise<JsonObject[]> {
  if (statSync(path).size > mostBytesWhole) {
    note(read, `${path}: it is too large to be read whole`);
    return [];
  }
  let text = '';
  for await (const chunk of createReadStream(path, 'utf8')) text += chunk as string;
  const { messages, ...about } = parsed(text) ?? {};
  if (!Array.isArray(messages)) {
    note(read, `${path}: it holds no messages`);
    return [];
  }
  return [about, ...messages.filter(isObject)];
}

function note(read: Read, problem: string): void {
  read.broken++;
  if (read.problems.length < 20) read.problems.push(problem);
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function filesBelow(folder: string): string[] {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(folder);
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
const list = (folder: string) => readdirSync(folder, { withFileTypes: true });

/** Whose transcript it is, by its first lines; undefined where it is nobody's that is known. */
export async function agentOf(path: string): Promise<RememberingAgent | undefined> {
  const counts = new Map<RememberingAgent, number>();
  if (path.endsWith('.json')) return (await whole(path, nothingRead())).length > 0 ? 'gemini' : undefined;
  const input = createReadStream(path, 'utf8');
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let n = 0;
  for await (const text of lines) {
    const line = parsed(text);
    if (line?.kind === 'header' && line.hooksmith !== undefined) break;
    if (line)
      for (const agent of rememberingAgents) {
        const told = pastOf[agent](line).filter(({ kind }) => kind !== 'about' || agent === 'codex').length;
        counts.set(agent, (counts.get(agent) ?? 0) + told);
      }
    if (++n >= 60) break;
  }
  input.destroy();
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] > 0 ? best[0] : undefined;
}
