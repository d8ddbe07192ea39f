/** Where the files really lie that links stand for in protected places: whoever writes them there has written the protected ones. */
import { join } from 'node:path';
import { linkableNames } from './paths';

export interface LinkedFiles {
  realPath(path: string): string;
  names?(path: string): string[] | undefined;
  isLink?(path: string): boolean;
}

/** Real paths, as they are now; `isHome` where shells and sessions start from the folder, too. */
export function protectedTargets(folder: string, { realPath, names, isLink }: LinkedFiles, isHome: boolean): string[] {
  // Of the many of a home folder few are there: to list it costs less than to ask for each of them. In a workspace, which may hold thousands beside its few, it costs more.
  const listed = isHome ? names?.(folder) : undefined;
  const there = listed && new Set(listed.map((name) => name.toLowerCase()));
  return linkableNames(isHome).flatMap((name) => {
    if (there && !there.has(name.split('/', 1)[0]!.toLowerCase())) return [];
    const path = join(folder, name);
    if (!name.includes('/') && isLink?.(path) === false) return [];
    const real = realPath(path);
    return real === path ? [] : [real];
  });
}
