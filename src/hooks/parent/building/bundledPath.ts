/** The path by which bundles name a file: the real one, of a file that is gone or yet to be made too. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export function bundledPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(bundledPath(folder), basename(path));
  }
}
