/** What hooks logged in one dispatch: a line for each, with the hook's name and place. */
import type { HookRecord } from './hookRecord';

export const hookLogLines = (hooks: readonly HookRecord[]): string[] =>
  hooks.flatMap(({ name, file, line, logs = [] }) =>
    logs.map((text) => `${name} (${file.split(/[\\/]/).at(-1)}:${line}): ${text}`),
  );
