/** A hook file that is saved while one of its hooks runs. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../fixtures/core';
import type { Rehearse, Rehearsed } from './rehearse';

/**
 * Sends one message during which the hook file `hooks.ts` becomes `after`: its hook `slow` has begun when it is saved, and ends afterwards. `before` and `after`
 * are what follows `slow` in the file. Resolves when the run is over; send another message to see `after` at work.
 */
export async function savedMeanwhile(rehearse: Rehearse, before: string, after: string): Promise<Rehearsed> {
  const imports = "import { existsSync, writeFileSync } from 'node:fs'; import { hook } from 'hooksmith';\n";
  const rehearsed = await rehearse({});
  const { core } = rehearsed;
  const [began, go] = ['began', 'go'].map((name) => join(core.folder, name));
  const slow = `export const slow = hook('userMessage', async () => {
    writeFileSync(${JSON.stringify(began)}, '');
    while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 5));
  });\n`;
  await core.save('hooks.ts', imports + slow + before);
  const sent = rehearsed.send('first');
  await until(() => existsSync(began!));
  const saved = core.save('hooks.ts', imports + slow + after);
  writeFileSync(go!, '');
  await saved;
  return sent;
}

/** The hooks that had their turn at each userMessage, one list a message. */
export const turnsOf = ({ events }: Rehearsed): string[][] =>
  events.flatMap((event) =>
    event.type === 'user_message' && event.hooks.length > 0 ? [event.hooks.map((hook) => hook.name)] : [],
  );
