/** The sessions of guarded agents that are open in this process: each is opened at its first moment, and left once nothing of it is being judged. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Session } from '../agent/session';
import { answer } from '../protocols';
import type { AgentName, Occurrence, Verdict } from '../protocols/protocol';
import type { JsonObject } from '../shared/json';
import type { Asker } from './gateServer';
import { GuestSession, type GuestWays } from './guestSession';
import { guestFolder } from './guestSessions';
import { KeptRun } from './keptRun';
import { Twins } from './twins';

/** Where a session is opened that is not open yet. */
export interface GuestOpener {
  folder: string;
  open(id: string, path: string): { session: Session; close(): void };
}

interface Guest {
  agent: AgentName;
  sessionId: string;
  folder: string;
  opened: Promise<{ session: GuestSession; close(): void }>;
  /** Questions that wait for an answer. */
  judging: number;
  /** When it was heard last, in milliseconds since the epoch. */
  heardAt: number;
  /** Nothing is judged any more, and it is to be left. */
  idle?: () => void;
}

/** A command of an agent's may take as long. */
const silentMs = 30 * 60_000;

interface Heard {
  json: JsonObject;
  verdict: Verdict;
}

export const guestKey = ({ agent, sessionId }: Pick<Occurrence, 'agent' | 'sessionId'>): string => `${agent} ${sessionId}`;

export class OpenGuests {
  private readonly guests = new Map<string, Guest>();
  private readonly leaving = new Map<string, Promise<void>>();
  private readonly twins = new Twins<Heard>();

  constructor(
    private readonly home: string,
    private readonly ways?: GuestWays,
  ) {}

  get all(): { id: string; agent: AgentName; folder: string }[] {
    return [...this.guests.values()].map(({ sessionId, agent, folder }) => ({ id: sessionId, agent, folder }));
  }

  /** One of them is at work, as far as is known: an agent that was killed does not say that it ends. */
  get areAtWork(): boolean {
    return [...this.guests.values()].some(({ judging, heardAt }) => judging > 0 || Date.now() - heardAt < silentMs);
  }

  async hear(occurrence: Occurrence, { gate, gone }: Pick<Asker, 'gate' | 'gone'>, where: GuestOpener): Promise<JsonObject> {
    const twin = this.twins.of(occurrence, gate);
    if (twin) return answer(occurrence, (await twin.judged).verdict).json;
    const judged = this.judge(occurrence, where, gone);
    this.twins.add(occurrence, gate, judged);
    return (await judged).json;
  }

  private async judge(occurrence: Occurrence, where: GuestOpener, gone: AbortSignal | undefined): Promise<Heard> {
    const key = guestKey(occurrence);
    if (this.leaving.has(key)) await this.settled(key);
    const guest = this.guests.get(key) ?? this.welcome(key, occurrence, where);
    guest.judging++;
    guest.heardAt = Date.now();
    try {
      const { session } = await guest.opened;
      const json = await session.hear(occurrence, gone);
      return { json, verdict: session.verdictOn(occurrence) };
    } finally {
      guest.judging--;
      if (guest.judging === 0) guest.idle?.();
      if (occurrence.told.event === 'sessionEnd') await this.leave(key);
    }
  }

  /** Another goes on with it: resolves once its file is whole, and closed. */
  async leave(key: string, handsOver = false): Promise<void> {
    const guest = this.guests.get(key);
    if (guest) {
      this.guests.delete(key);
      const left = this.close(guest, handsOver).finally(() => this.leaving.delete(key));
      this.leaving.set(key, left);
    }
    await this.leaving.get(key);
  }

  /** It is open, or its file is whole. */
  async settled(key: string): Promise<void> {
    while (this.leaving.has(key)) await this.leaving.get(key)?.catch(() => undefined);
  }

  async leaveAll(handsOver = false): Promise<void> {
    const all = [...this.guests.keys(), ...this.leaving.keys()].map((key) => this.leave(key, handsOver));
    const failed = (await Promise.allSettled(all)).find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async close(guest: Guest, handsOver: boolean): Promise<void> {
    const opened = await guest.opened.catch(() => undefined);
    opened?.session.hurry();
    if (guest.judging > 0)
      await new Promise<void>((resolve) => {
        guest.idle = resolve;
      });
    try {
      await opened?.session.close(handsOver);
    } finally {
      opened?.close();
    }
  }

  private welcome(key: string, { agent, sessionId }: Occurrence, { folder, open }: GuestOpener): Guest {
    const name = `${agent}-${fileNameOf(sessionId)}`;
    const path = join(guestFolder(this.home), `${name}.jsonl`);
    const opened = Promise.resolve().then(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const { session, close } = open(name, path);
      return { session: new GuestSession(session, new KeptRun(path.replace(/jsonl$/, 'run.json')), this.ways), close };
    });
    const guest: Guest = { agent, sessionId, folder, opened, judging: 0, heardAt: 0 };
    this.guests.set(key, guest);
    // The next question tries anew.
    opened.catch(() => this.guests.get(key) === guest && this.guests.delete(key));
    return guest;
  }
}

/** As it is, where it can be the name of a file; no two sessions have the same. */
function fileNameOf(sessionId: string): string {
  const name = sessionId.replace(/[^\w-]/g, '_').slice(0, 80);
  return name === sessionId ? name : `${name}-${createHash('sha256').update(sessionId).digest('hex').slice(0, 12)}`;
}
