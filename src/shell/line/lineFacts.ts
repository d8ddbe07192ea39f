/** What a call's facts say of its command line. */
import { isAbsolute, join } from 'node:path';
import type { Searched, Taken, ToolFacts } from '../../shared/calls/toolFacts';
import { enters, takes, type Walk } from '../files/searchReach';
import { type ParsedLine, parseCommandLine } from './commandLine';
import type { Surroundings } from './surroundings';

export type LineFacts = Pick<
  ToolFacts,
  'commandLine' | 'commands' | 'seenCommands' | 'uncertainties' | 'allowBars' | 'searches' | 'guarded' | 'likelyPaths'
>;

export interface LineSurroundings extends Surroundings {
  /** What lies beneath a folder, as paths below it: all that it takes; undefined where that is more than `most`, or cannot be read. */
  tree?(folder: string, most: number, taken?: Taken): string[] | undefined;
}

const mostFound = 2000;
const mostSearches = 8;
/** Of a repository with more, nobody says what git shows of it. */
const mostShown = 20_000;

export function readLine(line: string, around: LineSurroundings): LineFacts & { paths: string[]; complete: boolean } {
  const parsed = parseCommandLine(line, around);
  const { commands, seenCommands, uncertainties, allowBars, guarded, paths, complete } = parsed;
  const walked = [...parsed.searches].map(([folder, walk], i) => searched(folder, walk, i < mostSearches, around));
  const searches = [...walked.map(({ search }) => search), ...shown(parsed.shownByGit)];
  const linked = walked.flatMap(({ handed }) => handed ?? []);
  return {
    commandLine: line,
    ...(commands ? { commands } : {}),
    seenCommands,
    ...(uncertainties.length > 0 ? { uncertainties } : {}),
    ...(allowBars.length > 0 ? { allowBars } : {}),
    ...(guarded.length > 0 ? { guarded } : {}),
    ...(parsed.likelyPaths.length > 0 ? { likelyPaths: parsed.likelyPaths } : {}),
    ...(searches.length > 0 ? { searches } : {}),
    paths: linked.length > 0 ? [...new Set([...paths, ...linked])] : paths,
    complete: complete && walked.every(({ handed }) => handed !== undefined),
  };
}

interface Found {
  search: Searched;
  /** Where links lead that programs are handed; undefined where nobody can say what all of it is. */
  handed: string[] | undefined;
}

function searched(folder: string, walk: Walk, isLookedUp: boolean, around: LineSurroundings): Found {
  const { dots, handed } = walk;
  let findsFolders = false;
  const taken: Taken = {
    takes: (below, isFolder) => {
      const isTaken = takes(walk, below, isFolder);
      findsFolders ||= isTaken && isFolder;
      return isTaken;
    },
    enters: (below) => enters(walk, below),
  };
  const found = isLookedUp ? around.tree?.(folder, mostFound, taken) : undefined;
  const search = { folder, ...(dots ? {} : { dots: false as const }), ...(found ? { found } : {}) };
  if (!handed) return { search, handed: [] };
  const own = found?.filter((path) => !isAbsolute(path));
  const isUnread = !own || findsFolders || (handed === 'cut' && [folder, ...own].some((path) => /[\s'"\\]/.test(path)));
  if (isUnread) return { search, handed: undefined };
  // It tells of the links among all that lies there; those that are found are what is read.
  const isLinked = found!.length > own.length;
  return { search, handed: isLinked ? own.map((path) => around.realPath(join(folder, path))) : [] };
}

const shown = (files: ParsedLine['shownByGit']): Searched[] =>
  [...files].flatMap(([folder, found]) =>
    found?.size === 0 ? [] : [{ folder, ...(found && found.size <= mostShown ? { found: [...found] } : {}) }],
  );
