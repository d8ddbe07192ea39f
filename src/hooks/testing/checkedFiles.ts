/** The files of a hook folder that are checked: what is loaded from it, and the tests beside. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findHookFiles, findTestFiles } from '../parent/hookFiles';

export interface CheckedFiles {
  folder: string;
  /** Of hooks, policies and tools, in the order in which they are loaded. */
  hooks: string[];
  tests: string[];
  /** What looks like one and is not loaded, for its name or its place. */
  strays: string[];
}

/** Of a workspace's `.hooksmith` its hooks, those of its agents, and its tools; of another folder all. */
export function checkedFiles(folder: string): CheckedFiles {
  const agents = join(folder, 'agents');
  const ofAgents = existsSync(agents) ? readdirSync(agents).sort() : [];
  const roots =
    basename(folder) === '.hooksmith'
      ? [join(folder, 'hooks'), ...ofAgents.map((name) => join(agents, name, 'hooks')), join(folder, 'tools')]
      : [folder];
  const hooks = roots.flatMap(findHookFiles);
  const tests = roots.flatMap(findTestFiles);
  const isTold = (file: string) => hooks.includes(file) || tests.includes(file);
  const beside = existsSync(folder) ? sourcesIn(folder) : [];
  return { folder, hooks, tests, strays: [...beside, ...roots.flatMap(findHelpers)].filter((file) => !isTold(file)) };
}

const isSource = (name: string): boolean => /(?<!\.d)\.[mc]?[jt]s$/.test(name) && !/\.[cm]js$|\.config\./.test(name);

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map(({ name }) => join(folder, name));

/** `_name.ts`, at any depth. */
function findHelpers(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    const path = join(root, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : findHelpers(path);
    return entry.name.startsWith('_') && isSource(entry.name) ? [path] : [];
  });
}
