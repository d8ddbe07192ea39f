/** Where the files really lie that links stand for in protected places: whoever writes them there has written the protected ones. */
import { join } from 'node:path';
import { linkableNames } from './paths';

export interface LinkedFiles {
  realPath(path: string): string;
  names?(path: string): string[] | undefined;
}

/** Real paths, as they are now; `isHome` where shells and sessions start from the folder, too. */
export function protectedTargets(folder: string, { realPath, names }: LinkedFiles, isHome: boolean): string[] {
  // Of these few are there: to list the folder costs less than to ask for each of them.
  const listed = names?.(folder);
  const there = listed && new Set(listed.map((name) => name.toLowerCase()));
  return linkableNames(isHome).flatMap((name) => {
    if (there && !there.has(name.split('/', 1)[0]!.toLowerCase())) return [];
    const path = join(folder, name);
    const real = realPath(path);
    return real === path ? [] : [real];
  });
}
