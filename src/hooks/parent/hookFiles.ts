/** What a file below a folder of hooks is, by its name, and which there are. */
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const isTestFile = (name: string): boolean => /\.test\.[mc]?[jt]s$/.test(name);
const isHookFile = (name: string): boolean =>
  /\.(ts|mts|js|mjs)$/.test(name) && !name.startsWith('_') && !isTestFile(name) && !/\.d\.[mc]?ts$/.test(name);

/** Sorted; none where there is no such folder. A folder that cannot be looked through stands for what it holds: a file that cannot be read. */
export const findHookFiles = (root: string): string[] => filesBelow(root, isHookFile, true);
/** Those that can be found. */
export const findTestFiles = (root: string): string[] => filesBelow(root, isTestFile, false);

/** True of a folder among files. */
export const standsForFiles = (file: string): boolean => !isHookFile(basename(file));

function filesBelow(root: string, isWanted: (name: string) => boolean, withUnread: boolean): string[] {
  const found: string[] = [];
  const walk = (folder: string, above: readonly string[]) => {
    const entries = listed(folder);
    if (!entries && withUnread) found.push(folder);
    if (!entries?.length) return;
    const real = realpathSync(folder);
    // A link that leads back up.
    if (above.includes(real)) return;
    for (const entry of entries) {
      if (entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      const kind = entry.isSymbolicLink() ? target(path) : entry;
      // Where a link without an ending leads nowhere, a folder was.
      if (kind?.isDirectory() || (!kind && !entry.name.includes('.'))) walk(path, [...above, real]);
      // A link to nothing is a file that cannot be read; who reads a pipe or a device may wait for ever.
      else if (isWanted(entry.name) && (kind?.isFile() ?? true)) found.push(path);
    }
  };
  walk(root, []);
  return found.sort();
}

/** What is in a folder, nothing where there is none; undefined where nobody can tell. */
export function listed(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Whatever else bears the name holds no files.
    if (code === 'ENOTDIR') return [];
    return code === 'ENOENT' && !leadsNowhere(folder) ? [] : undefined;
  }
}

/** It is not there; of what nobody can tell it is not so. */
export function isGone(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** A link on the way to it leads to what is not there now: a disk that is not mounted, say. */
function leadsNowhere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found) return found.isSymbolicLink() && target(path) === undefined;
  return dirname(path) !== path && leadsNowhere(dirname(path));
}

function target(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A link that leads in circles, or where nobody may look.
    return undefined;
  }
}
