/** The files of a hook folder that are checked: what is loaded from it, and the tests beside. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findHookFiles } from '../parent/build';
import { findTestFiles } from './testFiles';

export interface CheckedFiles {
  folder: string;
  /** Of hooks, policies and tools, in the order in which they are loaded. */
  hooks: string[];
  tests: string[];
}

/** Of a workspace's `.hooksmith` its hooks, those of its agents, and its tools; of another folder all. */
export function checkedFiles(folder: string): CheckedFiles {
  const agents = join(folder, 'agents');
  const ofAgents = existsSync(agents) ? readdirSync(agents).sort() : [];
  const roots =
    basename(folder) === '.hooksmith'
      ? [join(folder, 'hooks'), ...ofAgents.map((name) => join(agents, name, 'hooks')), join(folder, 'tools')]
      : [folder];
  return { folder, hooks: roots.flatMap(findHookFiles), tests: roots.flatMap(findTestFiles) };
}
