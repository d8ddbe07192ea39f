/** What a call's facts say of its command line. */
import type { Searched, ToolFacts } from '../shared/toolFacts';
import { type ParsedLine, parseCommandLine } from './commandLine';
import type { Surroundings } from './linePlaces';

export type LineFacts = Pick<
  ToolFacts,
  'commandLine' | 'commands' | 'seenCommands' | 'uncertainties' | 'allowBars' | 'searches' | 'guarded'
>;

export interface LineSurroundings extends Surroundings {
  /** All that lies beneath a folder, as paths below it; undefined where that is more than `most`, or cannot be read. */
  tree?(folder: string, most: number): string[] | undefined;
}

const mostFound = 2000;
const mostSearches = 8;

export function readLine(line: string, around: LineSurroundings): LineFacts & { paths: string[]; complete: boolean } {
  const { commands, seenCommands, uncertainties, allowBars, searches, guarded, paths, complete } = parseCommandLine(line, around);
  return {
    commandLine: line,
    ...(commands ? { commands } : {}),
    seenCommands,
    ...(uncertainties.length > 0 ? { uncertainties } : {}),
    ...(allowBars.length > 0 ? { allowBars } : {}),
    ...(guarded.length > 0 ? { guarded } : {}),
    ...(searches.size > 0 ? { searches: searched(searches, around) } : {}),
    paths,
    complete,
  };
}

const searched = (searches: ParsedLine['searches'], around: LineSurroundings): Searched[] =>
  [...searches].map(([folder, dots], i) => {
    const found = i < mostSearches ? around.tree?.(folder, mostFound) : undefined;
    return { folder, ...(dots ? {} : { dots: false as const }), ...(found ? { found } : {}) };
  });
