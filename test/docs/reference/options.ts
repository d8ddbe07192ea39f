/** Options of hooks, policies and tools, and all that the module `hooksmith` exports. */
import { code, sentence, table } from './markdown';
import { functionsOfApi, type Member, membersOf } from './source';

const rowsOf = (members: readonly Member[]) => members.map(({ name, type, doc }) => [code(name), code(type), doc]);

/** Of types that hang on what is given beside them. */
const plain: Readonly<Record<string, string>> = {
  T: 'string | readonly string[]',
  'OnErrorOf<E>': "'continue' | 'stop' | 'deny' | 'ask'",
};

export function hookOptions(): string {
  const policies = new Set(membersOf('api/define', 'PolicyOptionsInput').map(({ name }) => name));
  const rows = membersOf('api/define', 'HookOptionsInput').map(({ name, type, doc }) => [
    code(name),
    code(plain[type] ?? type),
    policies.has(name) ? 'hooks and policies' : 'hooks',
    doc,
  ]);
  return table(['Option', 'Type', 'Of', ''], rows);
}

export const toolOptions = () =>
  table(
    ['Field', 'Type', ''],
    membersOf('api/define', 'ToolDefinition')
      .filter(({ name }) => !name.startsWith('__@'))
      .map(({ name, optional, type, doc }) => [code(optional ? `${name}?` : name), code(type), doc]),
  );
export const toolContext = () => table(['Field', 'Type', ''], rowsOf(membersOf('api/define', 'ToolRunContext')));

/** Of what `hooksmith import` writes. */
export const commandHookFields = () =>
  table(
    ['Field', 'Type', ''],
    membersOf('api/commandHook', 'CommandHook').map(({ name, optional, type, doc }) => [
      code(optional ? `${name}?` : name),
      code(type),
      doc,
    ]),
  );

export const builtIns = () =>
  functionsOfApi()
    .map(({ name, calls, doc }) => {
      const written = `\`\`\`text\n${calls.join('\n')}\n\`\`\``;
      return [`### ${name}`, sentence(doc), written].filter(Boolean).join('\n\n');
    })
    .join('\n\n');
