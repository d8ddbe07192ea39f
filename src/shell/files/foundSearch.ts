/** Looks for a protected path among what a command finds in a folder. Pure. */
import { basename, join } from 'node:path';
import type { Names } from '../paths/globs';
import { isInside } from '../paths/paths';
import type { Found } from './found';

/** Folders that are looked through for protected ones, names that may be one, and what is looked at in each that is protected. */
const mostPlaces = 500;
const mostTries = 5000;
const mostInside = 400;
/** Names enough for any search to be about. */
const mostNames = 20_000;

interface Place {
  path: string;
  /** As the program writes it. */
  written: string;
  depth: number;
}
export interface FoundPath {
  path: string;
  /** Not all was looked through. */
  isGuess?: true;
}

/** What there would be where nobody looked: in the stores of a repository, and elsewhere. */
const stored: readonly string[] = [
  'ab',
  '0123456789abcdef0123456789abcdef01234567',
  'pack-0123.pack',
  'pack-0123.idx',
  'main',
  'HEAD',
  'v1',
];
const usual: readonly string[] = [
  'settings.json',
  'tasks.json',
  'guard.ts',
  'index.js',
  'package.json',
  'README.md',
  '.npmrc',
  'config',
  'x.sh',
];
const likely: readonly string[] = ['.git/config', '.vscode/settings.json', '.hooksmith/hooks/guard.ts', '.npmrc'];
const inStore = /(^|\/)\.git\/(.*\/)?(objects|refs|logs|lfs)(\/|$)/;

export interface SearchedPlaces {
  names: Names;
  isGuarded(path: string): boolean;
  /** Folders in which protected paths are at home. */
  own: readonly string[];
  /** Counts against what one line may cost. */
  spend(steps: number): void;
}

export function guardedAmong(found: Found, folder: string, written: string, around: SearchedPlaces): FoundPath | undefined {
  const { isGuarded, own, spend } = around;
  const names = (path: string) => {
    spend(1 / 32);
    return around.names(path);
  };
  const child = ({ path, written, depth }: Place, name: string): Place => ({
    path: join(path, name),
    written: `${written.replace(/\/$/, '')}/${name}`,
    depth: depth + 1,
  });
  const covers = ({ path, written, depth }: Place, isFolder = names(path) !== undefined) => {
    spend(1 / 4);
    return found.covers(written, isFolder, depth);
  };
  const leaves = ({ written, depth }: Place) => {
    if (!found.leaves) return false;
    spend(1 / 4);
    return found.leaves(written, depth);
  };
  const entries = (place: Place) => (leaves(place) ? [] : (names(place.path) ?? []));
  const mayHold = (place: Place, usualNames: readonly string[]) =>
    !leaves(place) && usualNames.some((name) => covers(name.split('/').reduce(child, place), false));

  /** All of it is protected; what lies higher comes first. */
  function inside(start: Place): FoundPath | undefined {
    const queue = [start];
    for (const [i, place] of queue.entries()) {
      if (i < mostInside) {
        if (covers(place)) return { path: place.path };
        for (const name of entries(place)) if (queue.length < mostNames) queue.push(child(place, name));
      } else if (covers(place, false) || mayHold(place, inStore.test(place.path) ? stored : usual))
        return { path: start.path, isGuess: true };
    }
    return undefined;
  }

  const top: Place = { path: folder, written, depth: 0 };
  const within = own.filter((one) => one !== folder && isInside(folder, one)).flatMap((one) => placeAt(top, one));
  /** Those whose names look like a file's wait. */
  const queue = [top, ...within];
  const late: Place[] = [];
  let [folders, tries] = [0, 0];
  for (let place = queue.shift(); place; place = queue.shift() ?? late.shift()) {
    const inIt = leaves(place) ? undefined : names(place.path);
    if (inIt === undefined && ++tries < mostTries) continue;
    if (++folders > mostPlaces || tries >= mostTries) {
      // Where nothing protected is at home, what may be there is no more than a thought; what is a file, or looks like one, holds nothing.
      const mayBeFolder = (one: Place) => tries++ >= mostTries || names(one.path) !== undefined;
      const left = [place, ...queue].find(
        (one) => own.some((own) => isInside(own, one.path)) && mayHold(one, likely) && mayBeFolder(one),
      );
      return left && { path: left.path, isGuess: true };
    }
    spend((inIt?.length ?? 0) / 16);
    for (const name of inIt ?? []) {
      const next = child(place, name);
      if (isGuarded(next.path)) {
        const one = inside(next);
        if (one) return one;
      } else if (name !== 'node_modules' && queue.length + late.length < mostNames)
        (/[^.]\.\w+$/.test(name) ? late : queue).push(next);
    }
  }
  return undefined;

  /** A place deeper down, where the search comes so far. */
  function placeAt(start: Place, path: string): Place[] {
    let place = start;
    for (const name of path.slice(start.path === '/' ? 1 : start.path.length + 1).split(/[\\/]/)) {
      if (leaves(place)) return [];
      place = child(place, name);
    }
    return [place];
  }
}

/** The protected path that comes of a name that is found in the folder: `becomes` is told each form in which a program may write it, and gives the path back if it is one. */
export function guardedByName(
  found: Found,
  folder: string,
  written: string,
  { names, spend }: Pick<SearchedPlaces, 'names' | 'spend'>,
  becomes: (form: string, found: string) => string | undefined,
): FoundPath | undefined {
  const inIt = (place: string, name: string) => (place === '' ? name : `${place.replace(/\/$/, '')}/${name}`);
  const top = { path: folder, written, below: '', depth: 0 };
  const child = ({ path, written, below, depth }: typeof top, name: string) => ({
    path: join(path, name),
    written: inIt(written, name),
    below: inIt(below, name),
    depth: depth + name.split('/').length,
  });
  const formed = ({ path, written, below, depth }: typeof top): string | undefined => {
    spend(1 / 8);
    if (!found.covers(written, false, depth)) return undefined;
    const forms = found.isBare ? [written, below, basename(below)] : [written];
    for (const form of forms) {
      const one = becomes(form, path);
      if (one !== undefined) return one;
    }
    return undefined;
  };
  const queue = [top];
  for (const [i, place] of queue.entries()) {
    const isCut = i >= mostPlaces || queue.length >= mostTries;
    for (const next of isCut ? likely.map((name) => child(top, name)) : entries(place).map((name) => child(place, name))) {
      const path = formed(next);
      if (path !== undefined) return { path, ...(isCut ? { isGuess: true } : {}) };
      if (!isCut && basename(next.path) !== 'node_modules') queue.push(next);
    }
    if (isCut) return undefined;
  }
  return undefined;

  function entries({ path, written, depth }: typeof top): readonly string[] {
    return found.leaves?.(written, depth) ? [] : (names(path) ?? []);
  }
}
