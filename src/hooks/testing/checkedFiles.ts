/** The files of a hook folder that are checked: what is loaded from it, and the tests beside. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { agentHooks, findDeclarations, findHookFiles, findSources, findTestFiles } from '../parent/building/hookFiles';

export interface CheckedFiles {
  folder: string;
  /** Of hooks, policies and tools, in the order in which they are loaded. */
  hooks: string[];
  tests: string[];
  declarations: string[];
  /** What looks like one and is not loaded, for its name or its place. */
  strays: string[];
}

/** Of a workspace's `.hooksmith` its hooks, those of its agents, and its tools; of another folder all. */
export function checkedFiles(folder: string): CheckedFiles {
  const ofAgents = () => agentHooks(join(folder, 'agents')).map(({ root }) => root);
  const isOurs = basename(folder) === '.hooksmith';
  const roots = isOurs ? [join(folder, 'hooks'), ...ofAgents(), join(folder, 'tools')] : [folder];
  const hooks = roots.flatMap(findHookFiles);
  const tests = roots.flatMap(findTestFiles);
  const declarations = (isOurs ? ['hooks', 'tools', 'agents'].map((name) => join(folder, name)) : [folder]).flatMap(
    findDeclarations,
  );
  const isTold = (file: string) => hooks.includes(file) || tests.includes(file);
  // The types that we write there define nothing.
  const strays = findSources(folder, isOurs ? ['types'] : []).filter((file) => !isTold(file) && speaksOfUs(file));
  return { folder, hooks, tests, declarations, strays };
}

/** What does not is nobody's hook: a script, a part of a page. */
function speaksOfUs(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('hooksmith');
  } catch {
    return false;
  }
}
