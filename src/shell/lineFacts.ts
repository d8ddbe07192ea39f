/** What a call's facts say of its command line. */
import type { ToolFacts } from '../shared/dispatch';
import { parseCommandLine } from './commandLine';
import type { Surroundings } from './commandPlaces';

export type LineFacts = Pick<ToolFacts, 'commandLine' | 'commands' | 'seenCommands' | 'uncertainties' | 'allowBars'>;

export function readLine(line: string, around: Surroundings): LineFacts & { paths: string[]; complete: boolean } {
  const { commands, seenCommands, uncertainties, allowBars, paths, complete } = parseCommandLine(line, around);
  return {
    commandLine: line,
    ...(commands ? { commands } : {}),
    seenCommands,
    ...(uncertainties.length > 0 ? { uncertainties } : {}),
    ...(allowBars.length > 0 ? { allowBars } : {}),
    paths,
    complete,
  };
}
