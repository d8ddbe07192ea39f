/** Places on disk, looked at while a call is judged: all of it is synchronous, and nothing is opened but small scripts. */
import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Files } from '../../agent/ports/files';
import type { Taken } from '../../shared/calls/toolFacts';
import { diskSpelling } from '../../shell/paths/diskSpelling';
import { trackedFiles } from './gitIndex';
import { readRegular } from './regularFile';

const longestScript = 256 * 1024;
const mostLinks = 40;
/** Names in folders that are looked at for one search. */
const mostLooked = 20_000;

type Spelling = (path: string) => string;

/** `spelled` gives a real path of what is there in the spelling of its disk. */
export function placesOnDisk(
  spelled = ownSpelling(),
): Required<Pick<Files, 'realPath' | 'names' | 'isLink' | 'tracked' | 'scriptText' | 'tree'>> {
  const real = (path: string) => realPath(path, spelled, mostLinks);
  return {
    realPath: real,
    names: namesIn,
    isLink: (path) => orUndefined(() => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false) ?? true,
    tracked: (folder) => orUndefined(() => trackedFiles(folder)),
    // What a long one loads stands at its beginning.
    scriptText: (path) => orUndefined(() => readRegular(path, longestScript)?.toString('utf8')),
    tree: (path, most, taken) => treeOf(path, most, taken, real),
  };
}

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const namesIn = (folder: string): string[] | undefined => orUndefined(() => readdirSync(folder));
const linkAt = (path: string): string | undefined => orUndefined(() => readlinkSync(path));
const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

/** Other systems' own real paths are spelled as the disk has them. */
function ownSpelling(): Spelling {
  return process.platform === 'linux' ? diskSpelling({ names: namesIn, look: lookAt }) : (path) => path;
}

const lookAt = (path: string) =>
  orUndefined(() => {
    const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    return found && { id: `${found.dev} ${found.ino}`, changedAt: found.mtimeNs };
  });

function realPath(path: string, spelled: Spelling, linksLeft: number): string {
  // What is not there is told without an error: to make one takes longer than all the rest.
  let isThere = true;
  try {
    isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (isThere) return spelled(realpathSync.native(path));
  } catch {
    // A link without a target, or a folder that cannot be entered.
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(realPath(parent, spelled, linksLeft), basename(path));
  // Behind a link there may be a link where nothing is at the path as it stands.
  const target = linksLeft > 0 && (isThere || place !== path) ? linkAt(place) : undefined;
  // Writing through a link whose target does not exist yet makes the target.
  return target === undefined ? place : realPath(resolve(dirname(place), target), spelled, linksLeft - 1);
}

function treeOf(path: string, most: number, taken: Taken | undefined, real: (path: string) => string): string[] | undefined {
  const found: string[] = [];
  let looked = 0;
  const folders = [''];
  try {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of readdirSync(join(path, folder), { withFileTypes: true })) {
        const below = join(folder, entry.name);
        const isFolder = entry.isDirectory();
        if (taken?.takes(slashed(below), isFolder) ?? true) found.push(below);
        // Whatever the link is called, what it leads to may be called otherwise.
        if (entry.isSymbolicLink()) found.push(real(join(path, below)));
        if (isFolder && (taken?.enters(slashed(below)) ?? true)) folders.push(below);
        if (found.length > most || ++looked > mostLooked) return undefined;
      }
    }
  } catch (error) {
    // A file is walked through as well, and so is what is not there: nothing lies beneath them.
    return /^(ENOTDIR|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '') && found.length === 0 ? [] : undefined;
  }
  return found;
}
