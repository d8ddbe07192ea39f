/**
 * A folder that stays the one that was judged: its path held no link then, and what is put in its place since is not followed. On Linux it is held open,
 * part by part, and reached through its descriptor. Elsewhere its parts are looked at before and after, which leaves an instant for who flips a link.
 */
import { type BigIntStats, closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join, parse, sep } from 'node:path';

export interface HeldFolder {
  /** Names the folder for as long as it is held; for a child process as well, while it starts. */
  path: string;
  /**
   * Throws where something else is in the folder's place by now, or in that of the file in it which was opened through `path`: what was opened is used only
   * after this.
   */
  check(name?: string, opened?: BigIntStats): void;
  release(): void;
}

/** Throws a `LinkInTheWay`, or what the system says; with `make`, missing folders are made. */
export type Hold = (folder: string, make?: boolean) => HeldFolder;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Not what was judged: it must be judged anew. */
export class LinkInTheWay extends Error {
  override name = 'LinkInTheWay';
  constructor(path: string) {
    super(
      leadsInCircles(path)
        ? `${path} is a link that leads back to itself`
        : `${path} is another place now than when this call was judged, through a link: try again`,
    );
  }
}

/** It was no other place when it was judged, and trying again makes nothing better. */
function leadsInCircles(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return codeOf(error) === 'ELOOP';
  }
}

// Opens to pass through, for which no right to read is needed; Node has no name for it.
const linuxPathOnly = 0o10000000;

export const holdOpen: Hold = (folder, make = false) => {
  const { root } = parse(folder);
  let at = openSync(root, linuxPathOnly | constants.O_DIRECTORY);
  let reached = root;
  try {
    for (const name of folder.slice(root.length).split('/').filter(Boolean)) {
      const below = `/proc/self/fd/${at}/${name}`;
      reached = join(reached, name);
      const next = enter(below, reached, make);
      closeSync(at);
      at = next;
    }
  } catch (error) {
    closeSync(at);
    throw error;
  }
  return { path: `/proc/self/fd/${at}`, check: () => undefined, release: () => closeSync(at) };
};

function enter(below: string, reached: string, make: boolean): number {
  try {
    return openSync(below, linuxPathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && make) {
      makeFolder(below);
      return enter(below, reached, false);
    }
    if (isLink(below)) throw new LinkInTheWay(reached);
    throw namedFor(error, below, reached);
  }
}

export const holdByLooking: Hold = (folder, make = false) => {
  const before = look(folder, make);
  const check = (name?: string, opened?: BigIntStats) => {
    if (look(folder, false) !== before) throw new LinkInTheWay(folder);
    if (name === undefined || !opened) return;
    const { ino, dev } = lstatSync(join(folder, name), { bigint: true });
    if (ino !== opened.ino || dev !== opened.dev) throw new LinkInTheWay(join(folder, name));
  };
  return { path: folder, check, release: () => undefined };
};

/** What tells this folder from all others. */
function look(folder: string, make: boolean): string {
  const { root } = parse(folder);
  let reached = root;
  for (const name of folder.slice(root.length).split(sep).filter(Boolean)) {
    reached = join(reached, name);
    if (isLink(reached)) throw new LinkInTheWay(reached);
    if (make && !existsSync(reached)) makeFolder(reached);
  }
  const { dev, ino } = lstatSync(reached, { bigint: true });
  return `${dev} ${ino}`;
}

export const holdFolder: Hold = process.platform === 'linux' && existsSync('/proc/self/fd') ? holdOpen : holdByLooking;

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The system's error with the path that people know. */
export function namedFor(error: unknown, held: string, folder: string): unknown {
  if (error instanceof Error && error.message.includes(held)) {
    error.message = error.message.replaceAll(held, folder);
    Object.assign(error, { path: folder } satisfies Partial<NodeJS.ErrnoException>);
  }
  return error;
}
