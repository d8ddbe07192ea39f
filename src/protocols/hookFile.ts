/** A command hook as a TypeScript file that people read and change. */
import { hash } from '../shared/basics/hash';
import type { Configured } from './configured';
import { protocols } from './index';

export interface TheirHookFile {
  /** Without a folder. */
  name: string;
  text: string;
}

export interface Written extends Configured {
  /** From the hook's file. */
  project?: string;
  /** From the project. */
  plugin?: string;
}

/** The file's name says what it is; a second one of that name is numbered. */
export function hookFile(hook: Written, source: string, taken: Set<string>): TheirHookFile {
  const subject = slug(scriptOf(hook));
  const base = [hook.agent, kebab(hook.event), subject].filter(Boolean).join('-');
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}-${n}`;
  taken.add(name);
  return { name: `${name}.ts`, text: withMark(textOf(hook, camel(`${kebab(hook.event)}-${subject}`), source)) };
}

function textOf(hook: Written, name: string, source: string): string {
  const { agent, event, matcher, command, args } = hook;
  const forWhat = matcher === undefined ? '' : ` for ${matcher}`;
  const line = [command, ...(args ?? [])].join(' ').replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ');
  const order: (keyof Written)[] = [
    'agent',
    'event',
    'matcher',
    'match',
    'command',
    'args',
    'cwd',
    'env',
    'project',
    'plugin',
    'timeoutMs',
    'async',
    'failClosed',
  ];
  const fields = order.flatMap((field) => (hook[field] === undefined ? [] : [`  ${field}: ${literal(hook[field])},`]));
  return `// Imported from ${source.replaceAll(/\s+/g, ' ')}. Change it as you like: what you have changed, the next import leaves alone.
import { commandHook } from 'hooksmith';

/** ${protocols[agent].title}, ${event}${forWhat.replaceAll('*/', '*\\/')}: \`${line}\` */
export const ${name} = commandHook({
${fields.join('\n')}
});
`;
}

/** As people write it: single quotes, keys without, thousands apart. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_');
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, part]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${literal(part)}`)
      .join(', ')} }`;
  return JSON.stringify(value);
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** The script that a line runs, or its first words. */
function scriptOf({ command, args = [] }: Configured): string {
  const words = [command, ...args]
    .join(' ')
    .split(/\s+/)
    .map((word) => word.replaceAll(/["']/g, ''));
  const script =
    words.find((word) => /[^/\\]\.(sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|ps1|php|lua)$/i.test(word)) ??
    words.find((word) => word.includes('/') && !word.startsWith('-'));
  const name = script
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\.\w+$/, '');
  return name || words.slice(0, 2).join(' ');
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '') || 'command';
const kebab = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
const camel = (text: string): string => text.replaceAll(/-+(.)/g, (_, first: string) => first.toUpperCase()).replaceAll('-', '');

const mark = /^\/\/ hooksmith import ([0-9a-f]{14})\n/m;

/** The last line tells whether the rest is as it was written. */
const withMark = (text: string): string => `${text}// hooksmith import ${sum(text)}\n`;

/** Nobody has changed the file since it was written. */
export function isOurs(text: string): boolean {
  const found = mark.exec(`${text.trimEnd()}\n`);
  return found !== null && sum(text.slice(0, text.lastIndexOf('// hooksmith import '))) === found[1];
}

/** Whatever its line ends are. */
const sum = (text: string): string => hash(text.replaceAll('\r\n', '\n'));
