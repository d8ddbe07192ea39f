/** Finds the hooks that other agents have in a project and for its user, and writes each as a hook file. What a human has changed is never written over. */
import { type Dirent, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  type ConfigKind,
  type Configuration,
  configuredIn,
  type LeftOutCommand,
  parseSettings,
} from '../../protocols/configured';
import { hookFile, isOurs } from '../../protocols/hookFile';
import { protocols } from '../../protocols/index';
import { isObject } from '../../shared/basics/json';

export interface ImportedHook {
  file: string;
  /** `kept`: the file there was changed by hand, or is nobody's. */
  became: 'written' | 'unchanged' | 'kept';
  /** For people: whose, and what. */
  title: string;
}

export interface Imported {
  hooks: ImportedHook[];
  leftOut: (LeftOutCommand & { source: string })[];
  /** Configuration files that were read. */
  sources: string[];
}

interface Source {
  path: string;
  kind: ConfigKind;
  /** The plugin's folder. */
  plugin?: string;
  /** What it holds, where it is part of another file. */
  json?: unknown;
  /** Why none of it is read. */
  unread?: string;
}

export interface ImportOptions {
  folder: string;
  home: string;
  out: string;
  /** Absent, files are written at once. */
  write?(path: string, text: string): void;
}

/** Throws where `out` cannot be written. */
export function importHooks({ folder, home, out, write = writeNow }: ImportOptions): Imported {
  const imported: Imported = { hooks: [], leftOut: [], sources: [] };
  const taken = new Set<string>();
  const known = new Set<string>();
  for (const source of sourcesIn(folder, home)) {
    const shown = shownPath(source.path, folder, home);
    imported.sources.push(shown);
    let found: Configuration;
    try {
      if (source.unread !== undefined) throw new Error(source.unread);
      found = configuredIn(source.kind, source.json ?? parseSettings(readFileSync(source.path, 'utf8')), process.platform);
    } catch (error) {
      imported.leftOut.push({
        source: shown,
        event: '',
        what: 'the file',
        reason: `it cannot be read: ${(error as Error).message}`,
      });
      continue;
    }
    imported.leftOut.push(...found.leftOut.map((one) => ({ source: shown, ...one })));
    for (const hook of found.hooks) {
      const plugin = source.plugin === undefined ? undefined : slashes(relative(folder, source.plugin)) || '.';
      const written = { ...hook, ...placeOf(folder, out), ...(plugin === undefined ? {} : { plugin }) };
      // Files of all levels count together, and what stands in two of them runs once.
      const identity = JSON.stringify(written);
      if (known.has(identity)) continue;
      known.add(identity);
      const { name, text } = hookFile(written, shown, taken);
      const command = [hook.command, ...(hook.args ?? [])].join(' ');
      const title = `${protocols[hook.agent].title} ${hook.event}${hook.matcher === undefined ? '' : ` (${hook.matcher})`}: ${command}`;
      const file = join(out, name);
      const became = put(file, text, write);
      if (typeof became === 'string') imported.hooks.push({ file, became, title });
      else imported.leftOut.push({ source: shown, event: hook.event, what: command, reason: became.whyNot });
    }
  }
  return imported;
}

/** Something else than a file may have its name. */
function put(
  file: string,
  text: string,
  write: (path: string, text: string) => void,
): ImportedHook['became'] | { whyNot: string } {
  let before: string | undefined;
  try {
    before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  } catch (error) {
    return { whyNot: `what has the name of its file cannot be read: ${(error as Error).message}` };
  }
  if (before === text) return 'unchanged';
  if (before !== undefined && !isOurs(before)) return 'kept';
  write(file, text);
  return 'written';
}

function writeNow(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A hook file finds its project by itself where it lies in the project's `.hooksmith`. */
function placeOf(folder: string, out: string): { project?: string } {
  const isInside = `${resolve(out)}${sep}`.startsWith(join(resolve(folder), '.hooksmith') + sep);
  return isInside ? {} : { project: slashes(relative(out, folder)) || '.' };
}

const slashes = (path: string): string => path.replaceAll(sep, '/');

function shownPath(path: string, folder: string, home: string): string {
  const below = relative(folder, path);
  if (!below.startsWith('..')) return slashes(below);
  const atHome = relative(home, path);
  return atHome.startsWith('..') ? slashes(path) : `~/${slashes(atHome)}`;
}

function sourcesIn(folder: string, home: string): Source[] {
  const settings = (root: string): Source[] => allIn(join(root, '.claude'), /^settings.*\.json$/, 'claude');
  const one = (path: string, kind: ConfigKind): Source[] => (existsSync(path) ? [{ path, kind }] : []);
  const isHome = resolve(folder) === resolve(home);
  return [
    ...settings(folder),
    ...pluginsIn(folder),
    ...allIn(join(folder, '.github', 'hooks'), /\.json$/, 'github'),
    ...allIn(join(folder, '.github', 'copilot'), /^settings.*\.json$/, 'copilot'),
    ...one(join(folder, '.cursor', 'hooks.json'), 'cursor'),
    ...one(join(folder, '.gemini', 'settings.json'), 'gemini'),
    ...one(join(folder, '.codex', 'hooks.json'), 'codex'),
    ...hooksInToml(join(folder, '.codex', 'config.toml')),
    ...(isHome ? [] : [...settings(home), ...installedIn(join(home, '.claude', 'plugins'))]),
  ];
}

/** Its first word is the table's, or that of a list of tables; what Codex notes of trust is no hook. */
const tomlHooks = /^\s*\[{1,2}\s*hooks\s*[.\]](?!\s*state\b)/m;

function hooksInToml(path: string): Source[] {
  let unread = 'its hooks are written in TOML; Codex takes them from .codex/hooks.json too';
  try {
    if (!existsSync(path) || !tomlHooks.test(readFileSync(path, 'utf8'))) return [];
  } catch (error) {
    unread = (error as Error).message;
  }
  return [{ path, kind: 'codex', unread }];
}

const allIn = (folder: string, pattern: RegExp, kind: ConfigKind): Source[] =>
  listed(folder, kind, ({ name }) => (pattern.test(name) ? [{ path: join(folder, name), kind }] : []));

/** What its entries are, in order; where something else stands in its place, that is told in theirs. */
function listed(folder: string, kind: ConfigKind, sourcesOf: (entry: Dirent) => Source[]): Source[] {
  let entries: Dirent[];
  try {
    entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  } catch (error) {
    return [{ path: folder, kind, unread: (error as Error).message }];
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(sourcesOf);
}

/** The folder itself may be a plugin, or hold some. */
function pluginsIn(folder: string): Source[] {
  const plugins = join(folder, 'plugins');
  const below = listed(plugins, 'plugin', ({ name }) => (name.startsWith('.') ? [] : pluginAt(join(plugins, name))));
  return [...pluginAt(folder), ...below, ...installedIn(join(folder, '.claude', 'plugins'))];
}

const deepest = 5;
function installedIn(folder: string, depth = 0): Source[] {
  if (depth > deepest) return [];
  const found = pluginAt(folder);
  if (found.length > 0) return found;
  return listed(folder, 'plugin', (entry) => {
    const isOther = entry.name === 'node_modules' || (depth === 0 && entry.name === 'marketplaces');
    return entry.isDirectory() && !isOther ? installedIn(join(folder, entry.name), depth + 1) : [];
  });
}

/** A plugin says in its manifest where its hooks are, or has them where all have them. */
function pluginAt(plugin: string): Source[] {
  const manifest = join(plugin, '.claude-plugin', 'plugin.json');
  const sources: Source[] = [];
  if (existsSync(manifest)) {
    try {
      const json = parseSettings(readFileSync(manifest, 'utf8'));
      const given = isObject(json) ? json.hooks : undefined;
      if (typeof given === 'string') sources.push({ path: join(plugin, given), kind: 'plugin', plugin });
      else if (isObject(given))
        sources.push({ path: manifest, kind: 'plugin', plugin, json: 'hooks' in given ? given : { hooks: given } });
    } catch {
      // What it cannot say its own file does.
    }
  }
  const usual = join(plugin, 'hooks', 'hooks.json');
  if (existsSync(usual) && !sources.some(({ path }) => resolve(path) === resolve(usual)))
    sources.push({ path: usual, kind: 'plugin', plugin });
  return sources;
}
