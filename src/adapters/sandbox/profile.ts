/** What a command is held to, as paths that are there at the moment it starts. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Confinement } from '../../shared/verdicts/confinement';
import { absolutePath, coversPath } from '../../shell/paths/pathPatterns';
import { isInside, isProtected, isSecretFile } from '../../shell/paths/paths';
import { addReal, coveredPaths, type LookupPlaces, lookupGap, walk } from './lookup';
import { findProgram } from './programs';

export interface Places extends LookupPlaces {
  temp: string;
  /** Data folders of the editor that runs this. */
  appFolders: readonly string[];
  path: string;
  shell: string;
  /** What the sandbox itself needs to read. */
  own: string;
}

export interface Profile {
  /** No program can read these, or start them. */
  hidden: string[];
  /** Within hidden folders, what can be read all the same. */
  shown: string[];
  /** Undefined: everywhere. */
  writable?: string[];
  readOnly: string[];
  /** Folders in which no protected name may appear. */
  guarded: string[];
  /** Paths that are not there and must not come to be. */
  absent: string[];
}

/** How deep protected names are looked for; deeper ones are the concern of reading alone. */
const depth = 3;
/** A pattern for ripgrep wider than `isSecretFile`, which has the last word. */
const secretGlobs =
  '.env* id_rsa* id_dsa* id_ecdsa* id_ed25519* *.pem *.key *.p12 *.pfx *.keystore *.jks *.ppk credentials .netrc _netrc .pgpass .git-credentials'
    .split(' ')
    .map((name) => `**/${name}`);
const secretsOfHome =
  '.ssh .gnupg .aws .azure .kube .netrc .pgpass .git-credentials .config/gcloud .config/gh .config/op .docker/config.json .password-store .local/share/keyrings'.split(
    ' ',
  );
const secretsOfSystem: readonly string[] = ['/etc/shadow', '/etc/gshadow', '/etc/ssl/private'];

/** Why the words cannot all be held, whatever the files are. */
export function gapsOf(
  { denyRead = [], denyWrite = [], denyPrograms = [], onlyPaths = [] }: Confinement,
  places: Places,
): string[] {
  return [
    ...[...denyRead, ...denyWrite, ...onlyPaths.flat()].map((pattern) => lookupGap(pattern, places)),
    ...denyPrograms.map((name) => findProgram(name, places).gap),
  ].filter((gap) => gap !== undefined);
}

export async function profileOf(words: Confinement, places: Places): Promise<Profile> {
  const { folders } = places;
  const hidden = new Set<string>();
  const links: string[] = [];
  const readOnly = new Set<string>();
  for (const folder of folders)
    await walk(folder, depth, (path, entry) => {
      if (entry.isSymbolicLink()) links.push(path);
      if (words.hideOnly || !holds(path, places)) return entry.name !== 'node_modules' && entry.name !== '.git';
      if (entry.name !== '.git') readOnly.add(path);
      else for (const part of partsOfRepository(path)) readOnly.add(part);
      return false;
    });
  for (const name of words.denyPrograms ?? []) for (const file of findProgram(name, places).files) hidden.add(file);
  const besides = words.hideOnly ? undefined : { globs: secretGlobs, is: isSecretFile };
  for (const path of await coveredPaths(words.denyRead ?? [], places, links, { besides })) hidden.add(path);
  if (words.hideOnly) return { hidden: [...hidden], shown: [], readOnly: [], guarded: [], absent: [] };

  for (const path of await secretsElsewhere(places)) hidden.add(path);
  // What is hidden for itself is not shown again by a list that covers it.
  const only = words.onlyPaths?.length ? await onlyOf(words.onlyPaths, places, new Set(hidden)) : undefined;
  for (const folder of only ? [...folders, places.home] : []) addReal(hidden, folder);

  const writable = new Set<string>();
  for (const path of [...(only?.writable ?? folders), places.temp]) addReal(writable, path);
  const isWritable = (path: string) => [...writable].some((folder) => isInside(folder, path));
  for (const path of places.appFolders) if (isWritable(path) && existsSync(path)) readOnly.add(path);
  const guarded = new Set(folders);
  if (isWritable(places.home)) {
    guarded.add(places.home);
    await walk(places.home, 2, (path) => {
      if (holds(path, places)) readOnly.add(path);
      return !folders.includes(path) && /\/\.config$/.test(path);
    });
  }
  for (const path of await coveredPaths(words.denyWrite ?? [], places, links)) readOnly.add(path);
  return {
    hidden: [...hidden],
    shown: only?.shown ?? [],
    writable: [...writable],
    readOnly: [...readOnly],
    guarded: [...guarded],
    absent: absentOf(words.denyWrite ?? [], places),
  };
}

const holds = (path: string, { folders, home, appFolders }: Places) => isProtected(path, { folders, home, appFolders });

/** What runs by itself of a repository; the rest of it is git's to write. A worktree's `.git` is a file that names the repository. */
function partsOfRepository(git: string): string[] {
  if (!isFolder(git)) return [git];
  const nested = ['modules', 'worktrees'].flatMap((name) => repositoriesIn(join(git, name), 4));
  return [git, ...nested].flatMap((repository) => [
    ...['config', 'config.worktree', 'info/attributes'].map((name) => join(repository, name)).filter((path) => existsSync(path)),
    // Hooks that are not there yet must not come: the folder is stood in for, where no listing of the workspace shows it.
    join(repository, 'hooks', existsSync(join(repository, 'hooks')) ? '' : 'none'),
  ]);
}

function repositoriesIn(folder: string, levels: number): string[] {
  if (!isFolder(folder)) return [];
  if (existsSync(join(folder, 'HEAD'))) return [folder, ...repositoriesIn(join(folder, 'modules'), levels - 1)];
  return levels === 0 ? [] : readdirSync(folder).flatMap((name) => repositoriesIn(join(folder, name), levels - 1));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

async function secretsElsewhere({ home }: Places): Promise<Set<string>> {
  const found = new Set<string>();
  for (const name of secretsOfHome) addReal(found, join(home, name));
  await walk(home, 1, (path, entry) => {
    if (!entry.isDirectory() && isSecretFile(path)) addReal(found, path);
    return false;
  });
  for (const path of secretsOfSystem) addReal(found, path);
  return found;
}

/** What all of the lists cover: to be read, and of that the folders that can be written. */
async function onlyOf(
  lists: readonly (readonly string[])[],
  places: Places,
  hidden: ReadonlySet<string>,
): Promise<{ shown: string[]; writable: string[] }> {
  const base = { folder: places.cwd, home: places.home };
  const inAll = (path: string) => lists.every((list) => list.some((pattern) => coversPath(pattern, path, base)));
  const candidates = new Set<string>();
  for (const pattern of lists.flat()) addReal(candidates, absolutePath(pattern.replace(/\/\*\*?$/, ''), base));
  for (const path of await coveredPaths(lists.flat(), places, [], { anyDepth: false })) candidates.add(path);
  // `src/**` covers what is in the folder, not the folder; a new file there is covered too.
  const covered = [...candidates].filter((path) => !hidden.has(path) && (inAll(path) || inAll(join(path, 'x', 'x'))));
  // Programs that the user keeps in the home folder run as before.
  const programs = places.path
    .split(delimiter)
    .filter((folder) => isInside(places.home, folder) && folder !== places.home && existsSync(folder))
    .map((folder) => realpathSync(/\/bin$/.test(folder) && dirname(folder) !== places.home ? dirname(folder) : folder));
  return {
    shown: [...covered, ...programs, places.own],
    writable: covered.filter((path) => places.folders.some((folder) => isInside(folder, path))),
  };
}

function absentOf(patterns: readonly string[], { cwd, home }: Places): string[] {
  return patterns
    .filter((pattern) => !/[*?[\]{}]/.test(pattern))
    .map((pattern) => absolutePath(pattern, { folder: cwd, home }))
    .filter((path) => !existsSync(path));
}
