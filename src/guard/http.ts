/** Where agents that speak HTTP find the guard: a port of the loopback and a token, chosen once for this user. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod';

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
  mkdirSync(dirname(pathOf(home)), { recursive: true, mode: 0o700 });
  writeFileSync(pathOf(home), `${JSON.stringify(chosen)}\n`, { mode: 0o600 });
  return chosen;
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
