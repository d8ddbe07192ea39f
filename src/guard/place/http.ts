/** Where agents that speak HTTP find the guard: a port of the loopback and a token, chosen once for this user. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../../adapters/disk/writeWhole';
import { underLock } from './processLock';

const door = z.object({ port: z.number().int().min(1024).max(65535), token: z.string().min(32) });
export type HttpDoor = z.infer<typeof door>;

const pathOf = (home: string) => join(home, '.hooksmith', 'guard', 'http.json');

/** Undefined where none was chosen. */
export function httpDoor(home: string): HttpDoor | undefined {
  try {
    return door.parse(JSON.parse(readFileSync(pathOf(home), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function chosenHttpDoor(home: string): Promise<HttpDoor> {
  const known = httpDoor(home);
  if (known) return known;
  const chosen = { port: await freePort(), token: randomBytes(32).toString('hex') };
  return underLock(pathOf(home), () => {
    // Another may have chosen while this one looked for a port: agents are told one door.
    const first = httpDoor(home);
    if (!first) writeWhole(pathOf(home), `${JSON.stringify(chosen)}\n`, 0o600);
    return first ?? chosen;
  });
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
