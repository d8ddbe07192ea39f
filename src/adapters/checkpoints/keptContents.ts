/** Which contents the sessions of a folder can still restore. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { putAwayFolder } from '../sessions/sessionCatalog';
import { listSessions } from '../sessions/sessionPaths';

/** What older sessions changed is not kept for restoring. */
const mostSessions = 20;

/** Hashes that the newest sessions name, and the newest of those that were put away and may come back. Rejects where one of them cannot be read: then nothing is known to be dispensable. */
export async function keptContents(sessions: string): Promise<Set<string>> {
  const hashes = new Set<string>();
  const paths = [sessions, putAwayFolder(sessions)].flatMap((folder) => listSessions(folder).slice(0, mostSessions));
  for (const path of paths)
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.includes('"files_')) for (const [, hash] of line.matchAll(/"hash":"([0-9a-f]{64})"/g)) hashes.add(hash!);
  return hashes;
}
