/** Tools that are refused when their file is loaded, for their names. */
import { builtIn, nameTaken, toolNameProblem } from '../../shared/calls/toolNames';
import type { HookSource, SourceText } from './definitions';
import type { LintRule, Report } from './rule';

export const refusedTools: LintRule = (file, report, { builtIn: ours = [] }) => {
  const taken = new Map<string, number>();
  for (const { text, node, line } of namesIn(file)) {
    // As when it is registered, whatever the case of its letters.
    const twin = taken.get(text.toLowerCase());
    const problem =
      toolNameProblem(text) ?? (twin === undefined ? undefined : `the name ${text} is taken by line ${twin} of this file`);
    if (problem) report('never-runs', 'error', node, `this tool is never offered: ${problem}`);
    else taken.set(text.toLowerCase(), line);
    if (!problem && ours.some((name) => name.toLowerCase() === text.toLowerCase()))
      report('never-runs', 'error', node, nameTaken(text, builtIn));
  }
};

/** Of all files: where two have a tool of one name, the first file's counts, as when they are loaded. */
export function takenNames(files: readonly HookSource[], reportOf: (file: HookSource) => Report): void {
  const taken = new Map<string, HookSource>();
  const loaded = files.filter(({ source }) => scopeIn(source.fileName) !== undefined);
  for (const file of loaded.sort((a, b) => (a.source.fileName < b.source.fileName ? -1 : 1)))
    for (const { text, node } of namesIn(file)) {
      const first = taken.get(text.toLowerCase()) ?? file;
      if (first !== file) reportOf(file)('never-runs', 'error', node, nameTaken(text, scopeIn(first.source.fileName)!));
      else if (!toolNameProblem(text)) taken.set(text.toLowerCase(), file);
    }
}

/** The scope that a tool file's tools are in; of other files none is loaded. */
const scopeIn = (path: string): string | undefined => /\.hooksmith\/tools\/(?!.*\.hooksmith\/).*$/.exec(path)?.[0];

/** The names that stand in the file, each with the line of its definition. */
const namesIn = (file: HookSource): (SourceText & { line: number })[] =>
  file.definitions.flatMap(({ maker, call }) => {
    const [name] = (maker === 'defineTool' && file.words(file.property(file.object(call.arguments[0]), 'name'))) || [];
    return name ? [{ ...name, line: file.source.getLineAndCharacterOfPosition(call.getStart()).line + 1 }] : [];
  });
