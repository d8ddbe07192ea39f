/** The files below a folder, those behind links to folders too: whoever looks for hook files is to find the same, or what one of them runs is judged by nobody. */

interface Kind {
  isDirectory(): boolean;
  isFile(): boolean;
}

type Entry = Kind & { name: string; isSymbolicLink(): boolean };

/** What a walk needs of a file system, as Node has it. */
export interface Disk {
  readdirSync(folder: string, options: { withFileTypes: true }): Entry[];
  statSync(path: string): Kind;
  lstatSync(path: string, options: { throwIfNoEntry: false }): (Kind & { isSymbolicLink(): boolean }) | undefined;
  realpathSync(path: string): string;
  join(folder: string, name: string): string;
  dirname(path: string): string;
}

/** Paths as the links lead to them, sorted. */
export interface FoundFiles {
  files: string[];
  /** Folders that cannot be looked through, or not to their end: what is in them is not known. */
  unread: string[];
}

export interface WalkOptions {
  isWanted(name: string): boolean;
  /** Names directly below the folder that are passed over. */
  without?: ReadonlySet<string>;
}

/** Links that lead to one another make of a few folders any number of paths. */
const mostFolders = 2_000;

/** Nothing is found where there is no such folder. */
export function filesBelow(disk: Disk, root: string, { isWanted, without }: WalkOptions): FoundFiles {
  const files: string[] = [];
  const unread: string[] = [];
  let folders = 0;
  const walk = (folder: string, above: readonly string[]) => {
    if (++folders > mostFolders) return;
    const entries = entriesIn(disk, folder);
    if (!entries) unread.push(folder);
    if (!entries?.length) return;
    const real = realOf(disk, folder);
    // It was taken away since, with all that was in it.
    if (real === undefined) return;
    // A link that leads back up.
    if (above.includes(real)) return;
    for (const entry of entries) {
      const { name } = entry;
      if (name === 'node_modules' || (above.length === 0 && without?.has(name))) continue;
      const path = disk.join(folder, name);
      const kind = entry.isSymbolicLink() ? target(disk, path) : entry;
      if (isFolder(kind, name)) walk(path, [...above, real]);
      // A link to nothing is a file that cannot be read; who reads a pipe or a device may wait for ever.
      else if (isWanted(name) && (kind?.isFile() ?? true)) files.push(path);
    }
  };
  walk(root, []);
  if (folders > mostFolders) unread.push(root);
  return { files: files.sort(), unread: unread.sort() };
}

/** Of folders directly below one, links to such too, the names; undefined where nobody can tell. */
export const foldersIn = (disk: Disk, folder: string): string[] | undefined =>
  entriesIn(disk, folder)
    ?.filter((entry) => isFolder(entry.isSymbolicLink() ? target(disk, disk.join(folder, entry.name)) : entry, entry.name))
    .map(({ name }) => name)
    .sort();

/** What is in a folder, nothing where there is none; undefined where nobody can tell. */
export function entriesIn(disk: Disk, folder: string): Entry[] | undefined {
  try {
    return disk.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as { code?: unknown };
    // Whatever else bears the name holds no files.
    if (code === 'ENOTDIR') return [];
    return code === 'ENOENT' && !leadsNowhere(disk, folder) ? [] : undefined;
  }
}

/** Where a link without an ending leads nowhere, a folder was. */
const isFolder = (kind: Kind | undefined, name: string): boolean => kind?.isDirectory() ?? !name.includes('.');

/** A link on the way to it leads to what is not there now: a disk that is not mounted, say. */
function leadsNowhere(disk: Disk, path: string): boolean {
  const found = disk.lstatSync(path, { throwIfNoEntry: false });
  if (found) return found.isSymbolicLink() && target(disk, path) === undefined;
  return disk.dirname(path) !== path && leadsNowhere(disk, disk.dirname(path));
}

function realOf(disk: Disk, folder: string): string | undefined {
  try {
    return disk.realpathSync(folder);
  } catch {
    return undefined;
  }
}

function target(disk: Disk, path: string): Kind | undefined {
  try {
    return disk.statSync(path);
  } catch {
    // There is nothing, or it leads in circles, or where nobody may look.
    return undefined;
  }
}
