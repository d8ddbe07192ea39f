/** What was recorded of guarded agents: the newest first. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentName, isAgentName } from '../protocols/protocol';

export interface GuestRecord {
  agent: AgentName;
  /** As the agent calls it. */
  sessionId: string;
  path: string;
  mtimeMs: number;
}

export const guestFolder = (home: string): string => join(home, '.hooksmith', 'guard', 'sessions');

export function guestSessions(home: string): GuestRecord[] {
  let names: string[];
  try {
    names = readdirSync(guestFolder(home));
  } catch {
    return [];
  }
  return names
    .flatMap((name): GuestRecord[] => {
      const [, agent, sessionId] = /^([a-z]+)-(.+)\.jsonl$/.exec(name) ?? [];
      if (!isAgentName(agent) || sessionId === undefined) return [];
      const path = join(guestFolder(home), name);
      return [{ agent, sessionId, path, mtimeMs: statSync(path).mtimeMs }];
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
}
