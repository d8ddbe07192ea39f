/** What a replay reads: session files of ours, or what another agent kept of its own. */
import { sessionItems } from '../adapters/sessionLog';
import { itemsOf, nothingRead, type Read, type Transcript, transcriptsOf } from '../guard/transcripts';
import type { StreamItem } from '../shared/stream';
import { isInside } from '../shell/paths';
import type { ReplayOptions } from './replayOptions';
import { UsageError } from './usage';

export interface ReplaySource {
  /** What the report calls it. */
  name: string;
  items(): AsyncIterable<StreamItem>;
  /** Where its agent worked, as far as it was read. */
  cwd(): string | undefined;
  /** What was passed over, once it was read. */
  problems(): string[];
}

export const recordedSession = (session: string): ReplaySource => ({
  name: session,
  cwd: () => undefined,
  problems: () => [],
  async *items() {
    try {
      yield* sessionItems(session);
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  },
});

/** Throws where the agent has left nothing. */
export async function pastSessions(
  { agent, sinceMs, below }: NonNullable<ReplayOptions['past']>,
  home: string,
): Promise<ReplaySource[]> {
  const transcripts = transcriptsOf(agent, home, sinceMs);
  // A session that was gone on with begins with a copy of the one before.
  const told = new Set<string>();
  const sources: ReplaySource[] = [];
  for (const transcript of transcripts) {
    if (below !== undefined && !(await worksIn(transcript, below))) continue;
    sources.push(pastSession(transcript, sinceMs, told));
  }
  return sources;
}

function pastSession(transcript: Transcript, sinceMs: number, told: Set<string>): ReplaySource {
  let read: Read = nothingRead();
  /** Its own are told anew each time it is read. */
  let own = new Set<string>();
  return {
    name: transcript.path,
    cwd: () => read.cwd,
    problems: () =>
      read.broken === 0 ? [] : [...read.problems, `${transcript.path}: ${read.broken} broken lines were passed over`],
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

async function worksIn(transcript: Transcript, folder: string): Promise<boolean> {
  const read = nothingRead();
  for await (const _ of itemsOf(transcript, read)) if (read.cwd !== undefined) break;
  return read.cwd !== undefined && isInside(folder, read.cwd);
}
