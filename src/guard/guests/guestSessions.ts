/** What was recorded of guarded agents: the newest first. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type AgentName, isAgentName } from '../../protocols/protocol';

export interface GuestRecord {
  agent: AgentName;
  /** As the agent calls it. */
  sessionId: string;
  path: string;
  mtimeMs: number;
}

export const guestFolder = (home: string): string => join(home, '.hooksmith', 'guard', 'sessions');

/** Whose session is kept in that file. */
export function guestIn(path: string): AgentName | undefined {
  const agent = /^([a-z]+)-/.exec(basename(path))?.[1];
  return isAgentName(agent) ? agent : undefined;
}

export function guestSessions(home: string): GuestRecord[] {
  let names: string[];
  try {
    names = readdirSync(guestFolder(home));
  } catch {
    return [];
  }
  return names
    .flatMap((name): GuestRecord[] => {
      const path = join(guestFolder(home), name);
      const agent = guestIn(path);
      const sessionId = /^[a-z]+-(.+)\.jsonl$/.exec(name)?.[1];
      if (agent === undefined || sessionId === undefined) return [];
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? [{ agent, sessionId, path, mtimeMs: found.mtimeMs }] : [];
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
}
