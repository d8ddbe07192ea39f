/** Settings and commands of the editor, from the manifest. */
import { manifest, type Setting } from './manifest';
import { code, table } from './markdown';

const scopes: Readonly<Record<string, string>> = {
  application: 'the user',
  resource: 'the user, a folder',
  window: 'the user, a workspace',
};

export const settingSections = () =>
  Object.entries(manifest().contributes.configuration.properties)
    .map(([name, setting]) => `### ${name}\n\n${described(setting)}\n\n${facts(setting)}`)
    .join('\n\n');

/** Other settings are named in the editor's way: a link there. */
const described = ({ markdownDescription, description }: Setting) =>
  (markdownDescription ?? description ?? '').replace(/`#([\w.]+)#`/g, (_, name: string) => `[${code(name)}](#${anchor(name)})`);
const anchor = (name: string) => name.toLowerCase().replaceAll('.', '');

function facts(setting: Setting): string {
  const { scope = 'window', enum: choices, enumDescriptions = [] } = setting;
  const lines = [
    `- **Type**: ${typeOf(setting)}`,
    `- **Default**: ${code(JSON.stringify(setting.default))}`,
    `- **Set by**: ${scopes[scope] ?? scope}`,
  ];
  if (choices && choices.length > 0 && choices.length < 12)
    lines.push(...choices.map((choice, at) => `- ${code(choice === '' ? '""' : choice)}: ${enumDescriptions[at] ?? ''}`));
  return lines.join('\n');
}

function typeOf({ type, anyOf, items, minimum, maximum, enum: choices }: Setting): string {
  if (anyOf) return anyOf.map(typeOf).join(', or ');
  if (choices) return choices.length < 12 ? choices.map((one) => code(one || '""')).join(', ') : `one of ${choices.length} names`;
  if (items) return `a list of ${typeOf(items)}s`;
  const bounds = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`].join(' ').trim();
  return `${type}${bounds ? `, ${bounds}` : ''}`;
}

/** Those that the command palette shows. */
export function commandTable(): string {
  const { commands, menus, keybindings } = manifest().contributes;
  const hidden = new Set(menus.commandPalette.flatMap(({ command, when }) => (when === 'false' ? [command] : [])));
  const keys = new Map(keybindings.map(({ command, key, mac }) => [command, mac ? `${key}, ${mac}` : key]));
  return table(
    ['Command', 'Id', 'Key'],
    commands
      .filter(({ command }) => !hidden.has(command))
      .map(({ command, title, category }) => [`${category}: ${title}`, code(command), keys.get(command) ?? '']),
  );
}
