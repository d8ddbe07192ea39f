/** By what a session of a guarded agent is known: to this process, and on disk. */
import { createHash } from 'node:crypto';
import { lookAlikesOf } from '../../protocols';
import type { Occurrence } from '../../protocols/protocol';

export type Whose = Pick<Occurrence, 'agent' | 'sessionId'>;

/** One for all that looks alike: a session told of under two names would go on under the one after it was stopped under the other. */
export const guestKey = ({ agent, sessionId }: Whose): string => `${lookAlikesOf(agent).join('|')} ${sessionId}`;

/** What does not say of which session it is belongs to the one that its folder has for that: never to one in another, where other hooks count. */
export const named = (occurrence: Occurrence, folder: string): Occurrence =>
  occurrence.sessionId === '' ? { ...occurrence, sessionId: `unnamed ${folder}` } : occurrence;

/** What its files may be called, without their ends: by each name that it may be told of under, always in the same order. */
export const fileNamesOf = ({ agent, sessionId }: Whose): string[] =>
  lookAlikesOf(agent).map((one) => `${one}-${fileNameOf(sessionId)}`);

/** As it is, where it can be the name of a file; no two sessions have the same. */
function fileNameOf(sessionId: string): string {
  const name = sessionId.replace(/[^\w-]/g, '_').slice(0, 80);
  return name === sessionId ? name : `${name}-${createHash('sha256').update(sessionId).digest('hex').slice(0, 12)}`;
}
