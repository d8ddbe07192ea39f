/** What other agents kept of their sessions on this machine: found, and read as streams; a broken line is passed over and counted. */
import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Past, pastOf, type RememberingAgent, rememberingAgents } from '../../protocols/past';
import { PastSession, type ToldBefore } from '../../protocols/pastSession';
import { withoutMark } from '../../shared/basics/byteOrderMark';
import { isTooDeep, nestedTooDeep } from '../../shared/basics/depth';
import { isObject, type JsonObject, objectIn } from '../../shared/basics/json';
import type { StreamItem } from '../../shared/stream/stream';
import { isInside } from '../../shell/paths/paths';
import { GeminiMessages, messagesIn } from './geminiPast';
import { isPacked, linesOf } from './transcriptLines';

export interface PastTranscript {
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
  codex: (path) => /rollout-.*\.jsonl(\.zst)?$/.test(path),
  copilot: (path) => path.endsWith('.jsonl'),
  gemini: (path) => /[/\\]chats[/\\].*\.jsonl?$/.test(path),
};
/** A file of one JSON text is read whole. */
const mostBytesWhole = 64 * 1024 * 1024;

/** The folders in which this agent keeps its own. */
export const transcriptFolders = (agent: RememberingAgent, home: string): string[] =>
  places[agent].map((place) => join(home, ...place.split('/')));

/** Those of the agent that were written since, oldest first. */
export function transcriptsOf(agent: RememberingAgent, home: string, sinceMs = 0): PastTranscript[] {
  return transcriptFolders(agent, home)
    .flatMap(filesBelow)
    .filter((path) => isTranscript[agent](path) && !(isPacked(path) && existsSync(path.slice(0, -'.zst'.length))))
    .flatMap((path): PastTranscript[] => {
      const mtimeMs = writtenAt(path);
      return mtimeMs !== undefined && mtimeMs >= sinceMs ? [{ agent, path, mtimeMs }] : [];
    })
    .sort((a, b) => a.mtimeMs - b.mtimeMs);
}

/** Undefined where there is no file. Of one that leads in a circle, or where nobody may look, whoever reads it is told. */
function writtenAt(path: string): number | undefined {
  for (const look of [statSync, lstatSync])
    try {
      // An agent at work may take one away meanwhile.
      const found = look(path, { throwIfNoEntry: false });
      return found?.isFile() || found?.isSymbolicLink() ? found.mtimeMs : undefined;
    } catch {
      // The link itself may still be looked at.
    }
  return 0;
}

/** The newest of all agents that were at work in one of these folders. */
export async function transcriptsIn(folders: readonly string[], home: string, most: number): Promise<PastTranscript[]> {
  const all = rememberingAgents.flatMap((agent) => transcriptsOf(agent, home)).sort((a, b) => b.mtimeMs - a.mtimeMs);
  const found: PastTranscript[] = [];
  for (const transcript of all) {
    if (found.length === most) break;
    if (await worksIn(transcript, folders)) found.push(transcript);
  }
  return found;
}

/** Its agent began in one of them, or below. */
export async function worksIn(transcript: PastTranscript, folders: readonly string[]): Promise<boolean> {
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
  { agent, path }: Pick<PastTranscript, 'agent' | 'path'>,
  read: Read,
  { sinceMs = 0, known = new Set<string>() }: { sinceMs?: number; known?: ToldBefore } = {},
): AsyncGenerator<StreamItem, void> {
  const root = agent === 'gemini' ? projectRoot(path) : undefined;
  const session = new PastSession(agent, basename(path).replace(/\.jsonl?(\.zst)?$/, ''), known);
  const isOld = ({ at }: Past) => at !== undefined && Date.parse(at) < sinceMs;
  for await (const past of readable(pastIn(agent, path, read), path, read)) {
    // Where it works may have been told long before.
    if (past.kind !== 'about' && isOld(past)) {
      session.pass(past);
      continue;
    }
    // Its copy bears the time of the fork.
    const origin = sinceMs > 0 && past.kind === 'about' ? originOf(path, past.origin) : undefined;
    if (origin !== undefined && !known.has(origin)) {
      known.add(origin);
      const before = new PastSession(agent, origin, known);
      const unread = nothingRead();
      for await (const one of readable(pastIn(agent, origin, unread), origin, unread))
        if (one.kind === 'about' || isOld(one)) before.pass(one);
    }
    const items = session.take(past);
    read.cwd ??= session.cwd ?? root;
    yield* items;
  }
  yield* session.end();
}

/** The file of the session that one of Codex was forked from, where that is still there. */
function originOf(path: string, id: string | undefined): string | undefined {
  const home = /^(.*?)[/\\]\.codex[/\\]/.exec(path)?.[1];
  if (home === undefined || id === undefined) return undefined;
  return transcriptFolders('codex', home)
    .flatMap(filesBelow)
    .find((one) => basename(one).startsWith('rollout-') && (one.endsWith(`-${id}.jsonl`) || one.endsWith(`-${id}.jsonl.zst`)));
}

/** Gemini CLI keeps beside the sessions of a project which one it is. */
function projectRoot(path: string): string | undefined {
  const folder = /^(.*)[/\\]chats[/\\]/.exec(path)?.[1];
  try {
    return folder === undefined ? undefined : readFileSync(join(folder, '.project_root'), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

export const nothingRead = (): Read => ({ cwd: undefined, broken: 0, problems: [] });

/** What is told until it cannot be read on: it may be gone, or closed to us, while the others are there. */
async function* readable(told: AsyncGenerator<Past, void>, path: string, read: Read): AsyncGenerator<Past, void> {
  try {
    yield* told;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined && !isPacked(path)) throw error;
    note(read, `${path}: it cannot be read: ${(error as Error).message}`);
  }
}

async function* pastIn(agent: RememberingAgent, path: string, read: Read): AsyncGenerator<Past, void> {
  if (path.endsWith('.json')) {
    for (const line of await whole(path, read)) yield* pastOf[agent](line);
    return;
  }
  const messages = agent === 'gemini' ? new GeminiMessages() : undefined;
  if (messages) for await (const { line, n } of parsedLines(path)) if (line) messages.look(line, n);
  for await (const { line, n, problem } of parsedLines(path)) {
    if (problem !== undefined) note(read, `${path}:${n}: ${problem}`);
    else for (const one of messages ? messages.of(line!, n) : [line!]) yield* pastOf[agent](one);
  }
}

interface ParsedLine {
  n: number;
  line?: JsonObject;
  problem?: string;
}

async function* parsedLines(path: string): AsyncGenerator<ParsedLine, void> {
  let n = 0;
  for await (const text of linesOf(path)) {
    n++;
    if (text === undefined) yield { n, problem: 'it is too long' };
    else if (text.trim() !== '') {
      const line = parsed(text);
      const problem = !line ? 'it is no JSON object' : isTooDeep(line) ? `it ${nestedTooDeep}` : undefined;
      yield problem === undefined ? { n, line } : { n, problem };
    }
  }
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

const parsed = (text: string): JsonObject | undefined => objectIn(withoutMark(text));

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
  if (isPacked(path)) return 'codex';
  if (path.endsWith('.json')) return (await whole(path, nothingRead())).length > 0 ? 'gemini' : undefined;
  let n = 0;
  for await (const text of linesOf(path)) {
    const line = text === undefined ? undefined : parsed(text);
    if (line?.kind === 'header' && line.hooksmith !== undefined) break;
    if (line)
      for (const agent of rememberingAgents) {
        const told = (agent === 'gemini' ? messagesIn(line) : [line])
          .flatMap(pastOf[agent])
          .filter(({ kind }) => kind !== 'about' || agent === 'codex').length;
        counts.set(agent, (counts.get(agent) ?? 0) + told);
      }
    if (++n >= 60) break;
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] > 0 ? best[0] : undefined;
}
