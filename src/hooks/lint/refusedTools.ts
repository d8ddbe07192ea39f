/** Tools that are refused when their file is loaded, for their names. */
import { toolNameProblem } from '../../shared/toolNames';
import type { Rule } from './rule';

export const refusedTools: Rule = (file, report) => {
  const taken = new Map<string, number>();
  for (const { maker, call } of file.definitions) {
    const [name] = (maker === 'defineTool' && file.words(file.property(file.object(call.arguments[0]), 'name'))) || [];
    if (!name) continue;
    const { text, node } = name;
    // As when it is registered, whatever the case of its letters.
    const line = taken.get(text.toLowerCase());
    const twin = line === undefined ? undefined : `the name ${text} is taken by line ${line} of this file`;
    const problem = toolNameProblem(text) ?? twin;
    if (problem) report('never-runs', 'error', node, `this tool is never offered: ${problem}`);
    else taken.set(text.toLowerCase(), file.source.getLineAndCharacterOfPosition(call.getStart()).line + 1);
  }
};
