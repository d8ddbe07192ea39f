/**
 * The disk's own spelling of a path. A Mac's or Windows' folder that is mounted in a container or WSL finds a file in any case and any form of its accents,
 * and the system, for which these are different names, takes the one that it was asked by. Pure but for the disk it asks.
 */
import { basename, dirname, join } from 'node:path';
import { folded } from './foldedNames';

export interface SpellingDisk {
  /** Names in a folder; undefined where it cannot be listed. */
  names(folder: string): string[] | undefined;
  /** What tells a file from others, and a folder's names from what they were; undefined where nothing is. Links are not followed. */
  look(path: string): { id: string; changedAt: bigint } | undefined;
}

interface Listing {
  changedAt: bigint | undefined;
  names: ReadonlySet<string>;
  /** By how a disk that ignores case may compare them. */
  alike: ReadonlyMap<string, string[]>;
}

const mostOrdinary = 4096;
const mostListings = 64;

/**
 * Takes real paths of what is there. A folder that tells names in another case apart is asked once, and costs nothing from then on; elsewhere it is listed,
 * anew where its names have changed.
 */
export function diskSpelling({ names, look }: SpellingDisk): (path: string) => string {
  /** They tell cases apart, and are spelled as they are listed. */
  const ordinary = new Set<string>();
  const listings = new Map<string, Listing>();

  function remember(folder: string): void {
    if (ordinary.size >= mostOrdinary) ordinary.clear();
    ordinary.add(folder);
  }

  function listed(folder: string): Listing | undefined {
    const changedAt = look(folder)?.changedAt;
    const known = listings.get(folder);
    if (known && changedAt !== undefined && known.changedAt === changedAt) return known;
    const found = names(folder);
    if (!found) return undefined;
    const alike = new Map<string, string[]>();
    for (const name of found) alike.set(keyOf(name), [...(alike.get(keyOf(name)) ?? []), name]);
    const listing = { changedAt, names: new Set(found), alike };
    if (listings.size >= mostListings) listings.clear();
    listings.set(folder, listing);
    return listing;
  }

  return function spelled(path: string): string {
    const parent = dirname(path);
    const name = basename(path);
    if (parent === path) return path;
    const isOrdinary = ordinary.has(parent);
    if (isOrdinary && isAscii(name)) return path;
    const folder = isOrdinary ? parent : spelled(parent);
    const at = join(folder, name);
    const other = inOtherCase(name);
    const isThere = (one: string) => one !== name && look(join(folder, one)) !== undefined;
    const isElse = (isAscii(name) ? [other] : [other, ...inOtherForms(name)]).some(isThere);
    if (!isElse) {
      // What has just gone says nothing of its folder.
      if (other !== name && look(at)) remember(folder);
      return at;
    }
    const listing = listed(folder);
    if (!listing) return at;
    if (listing.names.has(name)) {
      // Two files side by side.
      if (other !== name && listing.names.has(other)) remember(folder);
      return at;
    }
    const alike = listing.alike.get(keyOf(name));
    if (alike?.length === 1) return join(folder, alike[0]!);
    // Several, or none where it is a short name that Windows has given: the one that is the same file.
    const id = look(at)?.id;
    const same = [...(alike ?? listing.names)].find((one) => look(join(folder, one))?.id === id);
    return join(folder, same ?? alike?.[0] ?? name);
  };
}

const isAscii = (name: string): boolean => /^[\0-\x7f]*$/.test(name);

/** As the disks compare that take the most for the same. */
const keyOf = (name: string): string => folded(name, 'darwin');

const inOtherCase = (name: string): string =>
  name.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

const inOtherForms = (name: string): string[] => [
  name.toUpperCase(),
  name.toLowerCase(),
  name.normalize('NFC'),
  name.normalize('NFD'),
];
