/** Settings, hooks and start-up files that a program writes of its own accord. Pure. */
import { programName, subcommandsIn } from '../commands/commandReadings';
import { innerPlaces, runsNamed } from '../commands/innerWords';
import type { WriteEffect } from '../files/writeEffects';
import { type Setting, settings } from '../programs/settingWriters';
import { literal, type Value } from '../syntax/words';

/** What a program writes of its own accord, and what it may run by its bare name. */
export function settingsOf(name: string, args: readonly Value[]): WriteEffect[] {
  const words = [literal(name), ...args];
  const named = runsNamed.has(name) ? (innerPlaces(name, words) ?? []).map((at) => words.slice(at)) : [];
  return [words, ...named].flatMap(([program, ...its]) => {
    const list = settings.get(programName(program!.text));
    return list ? setBy(list, program!.text, its) : [];
  });
}

function setBy(list: readonly Setting[], name: string, args: readonly Value[]): WriteEffect[] {
  const line = args.map(({ text }) => text).join(' ');
  // Its own options may stand in front of what it is told to do.
  const lines = [line, ...subcommandsIn(name, args).flatMap((words) => words.join(' ') || [])];
  const found = list.find(({ when, unless }) => lines.some((one) => when.test(one)) && !unless?.test(line));
  if (!found) return [];
  return found.path === undefined ? [{ kind: 'other', what: found.what! }] : [{ kind: 'file', path: found.path }];
}
