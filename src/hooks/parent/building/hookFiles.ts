/** What a file below a folder of hooks is, by its name, and which there are. */
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { filesBelow, foldersIn, entriesIn as listedOn } from '../../../shared/basics/fileTree';
import { belongsToTests, sourceEnding } from '../../../shared/basics/sourceEnding';

export const isTestFile = (name: string): boolean => /\.test\.[mc]?[jt]s$/.test(name);
const isDeclaration = (name: string): boolean => /\.d\.[mc]?ts$/.test(name);
const isHookFile = (name: string): boolean => /\.(ts|mts|js|mjs)$/.test(name) && !belongsToTests(name) && !isDeclaration(name);

/** Whatever could define hooks, loaded or not. */
const isSource = (name: string): boolean =>
  sourceEnding.test(name) && !belongsToTests(name) && !name.includes('.config.') && !isDeclaration(name);

const disk = { lstatSync, readdirSync, realpathSync, statSync, join, dirname };
const below = (root: string, isWanted: (name: string) => boolean) => filesBelow(disk, root, { isWanted });

/** `_name.ts`, and all that is below `_name/`. */
const isHelper = (root: string, path: string): boolean =>
  relative(root, path)
    .split(sep)
    .some((name) => name.startsWith('_'));

/** Sorted; none where there is no such folder. A folder that cannot be looked through stands for what it holds: a file that cannot be read. */
export function findHookFiles(root: string): string[] {
  const { files, unread } = below(root, isHookFile);
  return [...files, ...unread].filter((path) => !isHelper(root, path)).sort();
}
/** Those that can be found. */
export const findTestFiles = (root: string): string[] => below(root, isTestFile).files;
/** What says of packages and globals which types they have. */
export const findDeclarations = (root: string): string[] => below(root, isDeclaration).files;
/** The tests of a hook file, `guard.test.ts` of `guard.ts`; undefined where there are none. */
export function testFileBeside(file: string): string | undefined {
  const stem = join(dirname(file), basename(file).replace(/\.[mc]?[jt]s$/, ''));
  return ['ts', 'mts', 'js', 'mjs'].map((ending) => `${stem}.test.${ending}`).find((path) => existsSync(path));
}
/** True of a folder among files. */
export const standsForFiles = (file: string): boolean => !isHookFile(basename(file));
/** What is in a folder, nothing where there is none; undefined where nobody can tell. */
export const entriesOf = (folder: string) => listedOn(disk, folder);

/** It is not there; of what nobody can tell it is not so. */
export function isGone(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** `without` are names directly below the folder that are passed over. */
export const findSources = (root: string, without: readonly string[]): string[] =>
  filesBelow(disk, root, { isWanted: isSource, without: new Set(without) }).files;

/** Where agents lie: the folders of their own hooks. A folder that cannot be read stands for them. */
export const agentHooks = (agents: string): { root: string; agent?: string }[] =>
  foldersIn(disk, agents)?.map((agent) => ({ root: join(agents, agent, 'hooks'), agent })) ?? [{ root: agents }];

/** Of a workspace folder, or of the user's home. */
export const hooksFolder = (folder: string): string => join(folder, '.hooksmith', 'hooks');

/** Of a workspace folder, those of its agents too. */
export function hookFilesOf(folder: string): string[] {
  const agents = join(folder, '.hooksmith', 'agents');
  return [hooksFolder(folder), ...agentHooks(agents).map(({ root }) => root)].flatMap(findHookFiles);
}
