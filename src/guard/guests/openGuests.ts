/** The sessions of guarded agents that are open in this process: each is opened at its first moment, and left once nothing of it is being judged. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Session } from '../../agent/session/session';
import { answer } from '../../protocols';
import type { AgentName, Occurrence, Verdict } from '../../protocols/protocol';
import type { JsonObject } from '../../shared/basics/json';
import type { Asker } from '../place/asker';
import { fileNamesOf, guestKey, named, type Whose } from './guestNames';
import { GuestSession, type GuestWays } from './guestSession';
import { guestFolder } from './guestSessions';
import { KeptRun } from './keptRun';
import { Twins } from './twins';

/** Where a session is opened that is not open yet. */
export interface GuestOpener {
  folder: string;
  open(id: string, path: string): Opened<Session>;
}

export interface Opened<S> {
  session: S;
  /** What was said so far is in its file. */
  settle(): void;
  close(): void;
}

interface Guest {
  agent: AgentName;
  sessionId: string;
  folder: string;
  opened: Promise<Opened<GuestSession>>;
  /** Questions that wait for an answer. */
  judging: number;
  /** Moments so far. */
  heard: number;
  /** When it was heard last, in milliseconds since the epoch. */
  heardAt: number;
  /** Nothing is judged any more, and it is to be left. */
  idle?: () => void;
  /** Ends it where nothing is heard of it for so long. */
  silence?: NodeJS.Timeout;
}

/** A command of an agent's may take as long. */
const usualSilentMs = 30 * 60_000;

interface Heard {
  json: JsonObject;
  verdict: Verdict;
}

export class OpenGuests {
  private readonly guests = new Map<string, Guest>();
  private readonly leaving = new Map<string, Promise<void>>();
  private readonly twins = new Twins<Heard>();

  constructor(
    private readonly home: string,
    private readonly ways?: GuestWays,
    private readonly silentMs = usualSilentMs,
  ) {}

  get all(): { id: string; agent: AgentName; folder: string }[] {
    return [...this.guests.values()].map(({ sessionId, agent, folder }) => ({ id: sessionId, agent, folder }));
  }

  /** One of them is at work, as far as is known: an agent that was killed does not say that it ends. */
  get areAtWork(): boolean {
    return [...this.guests.values()].some(({ judging, heardAt }) => judging > 0 || Date.now() - heardAt < this.silentMs);
  }

  async hear(told: Occurrence, { gate, gone }: Pick<Asker, 'gate' | 'gone'>, where: GuestOpener): Promise<JsonObject> {
    const occurrence = named(told, where.folder);
    const { judged, isTwin } = this.twins.tell(occurrence, gate, () => this.judge(occurrence, where, gone));
    const { json, verdict } = await judged;
    return isTwin ? answer(occurrence, verdict).json : json;
  }

  private async judge(occurrence: Occurrence, where: GuestOpener, gone: AbortSignal | undefined): Promise<Heard> {
    const key = guestKey(occurrence);
    if (this.leaving.has(key)) await this.settled(key);
    const guest = this.guests.get(key) ?? this.welcome(key, occurrence, where);
    guest.judging++;
    const heard = ++guest.heard;
    guest.heardAt = Date.now();
    try {
      const { session, settle } = await guest.opened;
      const json = await session.hear(occurrence, gone);
      // Who is answered finds it recorded.
      settle();
      return { json, verdict: session.verdictOn(occurrence) };
    } finally {
      guest.judging--;
      if (guest.judging === 0) guest.idle?.();
      if (occurrence.told.event === 'sessionEnd') await this.ended(key, guest, heard);
      else this.awaitMore(key, guest);
    }
  }

  /** It is left once observers have seen its end; where it goes on before that, nothing waits for them. */
  private async ended(key: string, guest: Guest, heard: number): Promise<void> {
    // What goes wrong there is told as it is left.
    await guest.opened.then(({ session }) => session.observed()).catch(() => undefined);
    if (this.guests.get(key) === guest && guest.heard === heard) await this.leave(key);
  }

  /** One that was killed does not say that it ends, and VS Code never does: should there be more of it, it is opened again as it was. */
  private awaitMore(key: string, guest: Guest): void {
    clearTimeout(guest.silence);
    if (this.guests.get(key) !== guest) return;
    guest.silence = setTimeout(() => {
      if (guest.judging > 0) this.awaitMore(key, guest);
      else this.leave(key, true).catch(() => undefined);
    }, this.silentMs).unref();
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
    clearTimeout(guest.silence);
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

  private welcome(key: string, occurrence: Occurrence, { folder, open }: GuestOpener): Guest {
    const { agent, sessionId } = occurrence;
    const name = this.nameOf(occurrence);
    const path = join(guestFolder(this.home), `${name}.jsonl`);
    const opened = Promise.resolve().then(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const opened = open(name, path);
      return { ...opened, session: new GuestSession(opened.session, new KeptRun(path.replace(/jsonl$/, 'run.json')), this.ways) };
    });
    const guest: Guest = { agent, sessionId, folder, opened, judging: 0, heard: 0, heardAt: 0 };
    this.guests.set(key, guest);
    // The next question tries anew.
    opened.catch(() => this.guests.get(key) === guest && this.guests.delete(key));
    return guest;
  }

  /** Of its files: those that are there, under whichever name it was begun. */
  private nameOf(whose: Whose): string {
    const names = fileNamesOf(whose);
    const has = (end: string) => (name: string) => existsSync(join(guestFolder(this.home), `${name}.${end}`));
    // What is kept of a run holds it to more than its record does: a stop is not forgotten for another's file.
    return names.find(has('run.json')) ?? names.find(has('jsonl')) ?? names.find((name) => name.startsWith(`${whose.agent}-`))!;
  }
}
