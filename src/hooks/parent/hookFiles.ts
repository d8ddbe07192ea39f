/** What a file below a folder of hooks is, by its name, and which there are. */
import { existsSync, readdirSync } from 'node:fs';
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
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules') continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (isWanted(entry.name)) found.push(path);
    }
  };
  walk(root);
  return found.sort();
}
