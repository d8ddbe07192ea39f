/** What a file below a folder of hooks is, by its name, and which there are. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const isTestFile = (name: string): boolean => /\.test\.[mc]?[jt]s$/.test(name);
const isHookFile = (name: string): boolean =>
  /\.(ts|mts|js|mjs)$/.test(name) && !name.startsWith('_') && !isTestFile(name) && !/\.d\.[mc]?ts$/.test(name);

/** Sorted; none where there is no such folder. */
export const findHookFiles = (root: string): string[] => filesBelow(root, isHookFile);
export const findTestFiles = (root: string): string[] => filesBelow(root, isTestFile);

function filesBelow(root: string, isWanted: (name: string) => boolean): string[] {
  if (!existsSync(root)) return [];
  const found: string[] = [];
  const walk = (folder: string, above: readonly string[]) => {
    const real = realpathSync(folder);
    // A link that leads back up.
    if (above.includes(real)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
      if (kind?.isDirectory()) walk(path, [...above, real]);
      // A link to nothing is a file that cannot be read; who reads a pipe or a device may wait for ever.
      else if (isWanted(entry.name) && (kind?.isFile() ?? true)) found.push(path);
    }
  };
  walk(root, []);
  return found.sort();
}
