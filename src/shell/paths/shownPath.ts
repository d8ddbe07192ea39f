/** Paths as people read them. */
import { basename, relative, sep } from 'node:path';
import { isInside } from './paths';

/** Below its workspace folder, with that folder's name where there are several; below the home folder with `~`; else whole. */
export function shownPath(path: string, { folders, home }: { folders: readonly string[]; home?: string }): string {
  const below = (folder: string) => relative(folder, path).replaceAll(sep, '/');
  const folder = folders.filter((one) => isInside(one, path)).sort((a, b) => b.length - a.length)[0];
  if (folder !== undefined) return [...(folders.length > 1 ? [basename(folder)] : []), below(folder) || '.'].join('/');
  return home !== undefined && isInside(home, path) ? `~/${below(home)}` : path;
}
