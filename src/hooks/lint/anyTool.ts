/** `match` without `tools`: what is meant for the tools that have such a field judges all others, too. */

import type { BuiltInName } from '../../shared/calls/toolNames';
import { type EventName, eventAliases, hookPoints } from '../../shared/hooks/points';
import { insert, type LintRule } from './rule';

/** By field, tools that have it. */
const having: ReadonlyMap<string, readonly BuiltInName[]> = new Map<string, readonly BuiltInName[]>([
  ['command', ['Bash']],
  ['file_path', ['Write', 'Edit']],
  ['path', ['Glob', 'Grep', 'LS']],
  ['url', ['WebFetch']],
]);

function asTools(fields: readonly string[]): string {
  const names = fields.flatMap((field) => having.get(field) ?? []).map((name) => `'${name}'`);
  if (names.length === 0) return '';
  return `, as tools: ${names.length === 1 ? names[0] : `[${names.join(', ')}]`}`;
}

export const anyTool: LintRule = (file, report) => {
  for (const { maker, events, options, handler } of file.definitions) {
    if (maker !== 'policy' && maker !== 'hook') continue;
    // At other events it filters nothing, which is another mistake.
    if (events && !events.some(({ text }) => isOfTools(text))) continue;
    const match = file.object(file.property(options, 'match'));
    if (!options || !match || file.property(options, 'tools')) continue;
    if (options.properties.some((one) => !file.nameOf(one))) continue;
    // It looks for itself.
    if (handler?.getText().includes('toolName')) continue;
    const fields = match.properties.flatMap((one) => file.nameOf(one) ?? []);
    if (fields.length !== match.properties.length || fields.length === 0) continue;
    const named = fields.map((field) => `'${field}'`).join(' or ');
    const fixes = fields.includes('command') ? [insert(options.getStart() + 1, " tools: 'Bash',", "Add tools: 'Bash'")] : [];
    const at = options.properties.find((one) => file.nameOf(one) === 'match')?.name;
    report(
      'any-tool',
      'warning',
      at ?? match,
      `calls of tools that have no field ${named} match, too: name the tools that are meant${asTools(fields)}`,
      fixes,
    );
  }
};

const isOfTools = (event: string): boolean => {
  const name = eventAliases.get(event) ?? event;
  return Object.hasOwn(hookPoints, name) && 'tool' in hookPoints[name as EventName];
};
