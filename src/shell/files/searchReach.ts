/** What of a folder a search comes to, as far as its words say. Pure. */

import type { Value } from '../syntax/words';
import { fdFiles } from './fdSearch';
import { findFiles } from './foundFiles';
import { grepReach, ripgrepReach } from './grepSearch';
import type { Reach } from './walkReach';

/** How a folder is walked through: by one search, or by several. */
export interface Walk {
  /** Names with a leading dot are among what is found. */
  dots: boolean;
  /** What they come to, by how the folder is written; absent where that is all of it. */
  by?: readonly { written: string; reach: Reach }[];
  /** What is found is given to a program as a file: each as it is, or cut at blanks and quotes. */
  handed?: 'whole' | 'cut';
}

type By = NonNullable<Walk['by']>;
/** Each once: the same folder may be named again and again. */
const together = (one: By, other: By): By => {
  const more = other.filter(({ written, reach }) => !one.some((known) => known.written === written && known.reach === reach));
  return more.length === 0 ? one : [...one, ...more];
};
export const bothWalks = (one: Walk, other: Walk): Walk => ({
  dots: one.dots || other.dots,
  ...(one.by && other.by ? { by: together(one.by, other.by) } : {}),
  ...(one.handed || other.handed ? { handed: [one.handed, other.handed].includes('cut') ? 'cut' : 'whole' } : {}),
});

const places = (written: string, below: string): [path: string, depth: number] => [
  `${written.replace(/\/$/, '')}/${below}`,
  below.split('/').length,
];
/** Whether what lies there, as a path below the folder, is among what is found. */
export const takes = ({ by }: Walk, below: string, isFolder: boolean): boolean =>
  by?.some(({ written, reach }) => {
    const [path, depth] = places(written, below);
    return reach.covers(path, isFolder, depth);
  }) ?? true;
export const enters = ({ by }: Walk, below: string): boolean =>
  by?.some(({ written, reach }) => !reach.leaves?.(...places(written, below))) ?? true;

/** Undefined where it comes to all that lies there, or nobody says what it leaves out. */
export function searchReachOf(name: string, args: readonly Value[]): Reach | undefined {
  switch (name) {
    case 'find':
    case 'gfind':
      return findFiles(args, 'any');
    case 'fd':
    case 'fdfind':
      return fdFiles(args);
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return grepReach(args);
    case 'rg':
      return ripgrepReach(args);
    case 'du':
      return args.some(({ text }) => /^(-\w*s\w*|--summarize)$/.test(text)) ? { covers: () => false } : undefined;
    default:
      return undefined;
  }
}
