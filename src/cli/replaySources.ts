/** What a replay reads: session files of ours, or what another agent kept of its own. */
import { sessionItems } from '../adapters/sessions/sessionFile';
import {
  agentOf,
  itemsOf,
  nothingRead,
  type PastTranscript,
  type Read,
  transcriptFolders,
  transcriptsOf,
  worksIn,
} from '../guard/past/transcripts';
import { titleOf } from '../protocols';
import type { StreamItem } from '../shared/stream/stream';
import type { ReplayCommandOptions } from './replayOptions';
import { UsageError } from './usage';

export interface ReplaySource {
  /** Of another agent, whose tools are not ours. */
  guest: boolean;
  /** What the report calls it. */
  name: string;
  items(): AsyncIterable<StreamItem>;
  /** Where its agent worked, as far as it was read. */
  cwd(): string | undefined;
  /** What was passed over, once it was read. */
  problems(): string[];
}

/** A session file of ours, or of another agent: whatever is at that path. */
export async function recordedSession(path: string): Promise<ReplaySource> {
  // Where it cannot be read, that is told as of any session file.
  const agent = await agentOf(path).catch(() => undefined);
  if (agent) return pastSession({ agent, path }, 0, new Set());
  const problems: string[] = [];
  return {
    name: path,
    guest: false,
    cwd: () => undefined,
    problems: () => problems,
    async *items() {
      try {
        yield* sessionItems(path, (problem) => problems.push(problem));
      } catch (error) {
        throw new UsageError((error as Error).message);
      }
    },
  };
}

type AgentsPast = NonNullable<ReplayCommandOptions['past']>;

/** Empty where the agent has left nothing. */
export async function pastSessions({ agent, sinceMs, below }: AgentsPast, home: string): Promise<ReplaySource[]> {
  const transcripts = transcriptsOf(agent, home, sinceMs);
  // A session that was gone on with begins with a copy of the one before.
  const told = new Set<string>();
  const sources: ReplaySource[] = [];
  for (const transcript of transcripts) {
    if (below !== undefined && !(await worksIn(transcript, [below]))) continue;
    sources.push(pastSession(transcript, sinceMs, told));
  }
  return sources;
}

/** Where none were found: where was looked, and for what. */
export function whyNone({ agent, sinceMs, below }: AgentsPast, home: string): string {
  const folders = transcriptFolders(agent, home).join(' or ');
  const count = transcriptsOf(agent, home).length;
  if (count === 0) return `there is no session of ${titleOf(agent)} in ${folders}`;
  const wanted = [
    ...(sinceMs > 0 ? [`was written since ${new Date(sinceMs).toISOString()}`] : []),
    ...(below === undefined ? [] : [`began in ${below}`]),
  ];
  return `of ${count} ${count === 1 ? 'session' : 'sessions'} of ${titleOf(agent)} in ${folders} none ${wanted.join(' and ')}`;
}

function pastSession(transcript: Pick<PastTranscript, 'agent' | 'path'>, sinceMs: number, told: Set<string>): ReplaySource {
  let read: Read = nothingRead();
  /** Its own are told anew each time it is read. */
  let own = new Set<string>();
  return {
    name: transcript.path,
    guest: true,
    cwd: () => read.cwd,
    problems: () => {
      const { broken, problems } = read;
      const lines = broken === 1 ? 'line was' : 'lines were';
      return broken === 0 ? [] : [...problems, `${transcript.path}: ${broken} broken ${lines} passed over`];
    },
    async *items() {
      for (const id of own) told.delete(id);
      const mine = new Set<string>();
      own = mine;
      read = nothingRead();
      const add = (id: string) => {
        mine.add(id);
        told.add(id);
      };
      const known = { has: (id: string) => told.has(id), add };
      yield* itemsOf(transcript, read, { sinceMs, known });
    },
  };
}
