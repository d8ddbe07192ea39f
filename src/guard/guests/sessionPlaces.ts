/**
 * Where each session of a guarded agent is at home: in the folder that it began in, wherever its agent goes, and whoever guards it by then. It is kept beside the
 * session's record, from its first moment to its last.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../../adapters/disk/writeWhole';
import { fileNamesOf, guestKey, type Whose } from './guestNames';
import { guestFolder } from './guestSessions';

export interface SessionPlace {
  folder: string;
  /** The window of the editor that judged it last. */
  window?: number;
}

const record = z.object({ version: z.literal(1), folder: z.string() });
/** Of so many it is not looked up anew. */
const mostNear = 1000;

export class SessionPlaces {
  /** The one heard of last is the last to go. */
  private readonly near = new Map<string, SessionPlace>();

  constructor(private readonly home: string) {}

  /** `begins` says where one begins that is not known. Throws where it is not known whether one has begun. */
  of(whose: Whose, begins: () => string): SessionPlace {
    // What does not say of which session it is may be of one anywhere.
    if (whose.sessionId === '') return { folder: begins() };
    const key = guestKey(whose);
    const place = this.near.get(key) ?? this.kept(whose) ?? this.begin(whose, begins());
    this.near.delete(key);
    this.near.set(key, place);
    for (const oldest of this.near.keys()) {
      if (this.near.size <= mostNear) break;
      this.near.delete(oldest);
    }
    return place;
  }

  /** It has ended: what comes after that begins anew. */
  forget(whose: Whose): void {
    this.near.delete(guestKey(whose));
    rmSync(this.pathOf(whose), { force: true });
  }

  private begin(whose: Whose, folder: string): SessionPlace {
    const path = this.pathOf(whose);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeWhole(path, `${JSON.stringify({ version: 1, folder } satisfies z.infer<typeof record>)}\n`, 0o600);
    return { folder };
  }

  private kept(whose: Whose): SessionPlace | undefined {
    const path = this.pathOf(whose);
    try {
      return { folder: record.parse(JSON.parse(readFileSync(path, 'utf8'))).folder };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      throw new Error(
        `whose hooks count for this session cannot be read from ${path} (${code ? message : 'it is not what was written'}): begin another session, or remove it`,
      );
    }
  }

  private pathOf(whose: Whose): string {
    return join(guestFolder(this.home), `${fileNamesOf(whose)[0]}.place.json`);
  }
}
