/** What hooks logged in one dispatch: a line for each, with the hook's name and place. */
import type { HookRecord } from './hookRecord';

type Said = Pick<HookRecord, 'name' | 'file' | 'line'>;

export const hookLogLine = ({ name, file, line }: Said, text: string): string =>
  `${name} (${file.split(/[\\/]/).at(-1)}:${line}): ${text}`;

export const hookLogLines = (hooks: readonly (Said & Pick<HookRecord, 'logs'>)[]): string[] =>
  hooks.flatMap((hook) => (hook.logs ?? []).map((text) => hookLogLine(hook, text)));
