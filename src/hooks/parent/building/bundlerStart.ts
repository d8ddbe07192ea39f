/** esbuild begins with a program of its own, which it starts at its first use. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { withRoomyCollector } from './roomyCollector';

const channel = 'child_process';

/**
 * `start` may start the program, at once and not later. Rejects with why that could not be: where no descriptor is left Node gives the program no pipes,
 * over which esbuild stumbles before it listens for the failure, and one that nobody listens for ends this process.
 */
export async function withBundler<T>(start: () => Promise<T>): Promise<T> {
  let failure: Error | undefined;
  const listen = (made: unknown) =>
    (made as { process: ChildProcess }).process.once('error', (error) => {
      failure = error;
    });
  subscribe(channel, listen);
  try {
    return await withRoomyCollector(() => {
      try {
        return start();
      } finally {
        unsubscribe(channel, listen);
      }
    });
  } catch (error) {
    // The failure of a start comes after it.
    await new Promise((resolve) => setImmediate(resolve));
    throw failure ?? error;
  }
}
