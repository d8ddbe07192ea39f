/** The files of a hook folder that are checked: what is loaded from it, and the tests beside. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { agentHooks, findHelpers, findHookFiles, findTestFiles } from '../parent/hookFiles';

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
  const ofAgents = () => agentHooks(join(folder, 'agents')).map(({ root }) => root);
  const roots = basename(folder) === '.hooksmith' ? [join(folder, 'hooks'), ...ofAgents(), join(folder, 'tools')] : [folder];
  const hooks = roots.flatMap(findHookFiles);
  const tests = roots.flatMap(findTestFiles);
  const isTold = (file: string) => hooks.includes(file) || tests.includes(file);
  const helpers = roots.flatMap((root) => findHelpers(root, isSource));
  return { folder, hooks, tests, strays: [...sourcesIn(folder), ...helpers].filter((file) => !isTold(file)) };
}

const isSource = (name: string): boolean => /(?<!\.d)\.[mc]?[jt]s$/.test(name) && !/\.[cm]js$|\.config\./.test(name);

function sourcesIn(folder: string): string[] {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(folder);
  } catch {
    // There is none, or it is among what does not load.
    return [];
  }
  return entries.filter((entry) => entry.isFile() && isSource(entry.name)).map(({ name }) => join(folder, name));
}
const list = (folder: string) => readdirSync(folder, { withFileTypes: true });
