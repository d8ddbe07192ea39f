/** What a call's facts say of its command line. */
import type { Searched, Taken, ToolFacts } from '../shared/toolFacts';
import { type ParsedLine, parseCommandLine } from './commandLine';
import type { Surroundings } from './linePlaces';
import { enters, takes } from './searchReach';

export type LineFacts = Pick<
  ToolFacts,
  'commandLine' | 'commands' | 'seenCommands' | 'uncertainties' | 'allowBars' | 'searches' | 'guarded'
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
  const searches = [...searched(parsed.searches, around), ...shown(parsed.shownByGit)];
  return {
    commandLine: line,
    ...(commands ? { commands } : {}),
    seenCommands,
    ...(uncertainties.length > 0 ? { uncertainties } : {}),
    ...(allowBars.length > 0 ? { allowBars } : {}),
    ...(guarded.length > 0 ? { guarded } : {}),
    ...(searches.length > 0 ? { searches } : {}),
    paths,
    complete,
  };
}

const searched = (searches: ParsedLine['searches'], around: LineSurroundings): Searched[] =>
  [...searches].map(([folder, walk], i) => {
    const { dots } = walk;
    const taken: Taken = {
      takes: (below, isFolder) => takes(walk, below, isFolder),
      enters: (below) => enters(walk, below),
    };
    const found = i < mostSearches ? around.tree?.(folder, mostFound, taken) : undefined;
    return { folder, ...(dots ? {} : { dots: false as const }), ...(found ? { found } : {}) };
  });

const shown = (files: ParsedLine['shownByGit']): Searched[] =>
  [...files].flatMap(([folder, found]) =>
    found?.size === 0 ? [] : [{ folder, ...(found && found.size <= mostShown ? { found: [...found] } : {}) }],
  );
