/**
 * Slash commands in files: prompts in `.hooksmith/commands` and `.claude/commands`, skills in folders beside them. Of a workspace that is trusted, and the
 * user's own. Formats: https://code.claude.com/docs/en/slash-commands, https://code.claude.com/docs/en/skills
 */
import { basename, dirname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import type { Skills } from '../../agent/ports/agents';
import type { Files } from '../../agent/ports/files';
import type { ExpandedCommand, SlashCommands } from '../../agent/ports/human';
import { withoutMark } from '../../shared/basics/byteOrderMark';
import { fillIn, type SlashCommand } from '../../shared/messages/slashCommands';
import { isInside } from '../../shell/paths/paths';
import { splitFrontMatter } from './frontMatter';

export interface CommandPlaces {
  /** Real paths of the workspace folders that are trusted, in order. */
  readonly folders: readonly string[];
  readonly home: string;
  readonly files: Pick<Files, 'readText' | 'stat' | 'list' | 'realPath'>;
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const head = z
  .object({
    name: text.nullish(),
    description: text.nullish(),
    'argument-hint': z.union([text, z.array(text).transform((words) => words.map((word) => `[${word}]`).join(' '))]).nullish(),
    model: text.nullish(),
    'allowed-tools': z.unknown().optional(),
    'user-invocable': z.boolean().nullish(),
    'disable-model-invocation': z.boolean().nullish(),
  })
  .catch({ 'allowed-tools': undefined });

interface Definition extends SlashCommand {
  body: string;
  model?: string;
  /** Tools that the file would have allowed. */
  wantsTools: boolean;
  /** Of a skill: where the files lie that it speaks of. */
  folder?: string;
  /** People, and models, may ask for it by name. */
  forPeople: boolean;
  forModels: boolean;
}

const largest = 200_000;
const deepest = 4;
const most = 500;
const nameForm = /^[A-Za-z0-9][\w.-]*$/;

export const commandFiles = (places: () => CommandPlaces): SlashCommands => ({
  list: async () =>
    (await definitions(places()))
      .filter(({ forPeople }) => forPeople)
      .map(({ name, description, argumentHint, origin, path }) => ({
        ...{ name, description, origin, path },
        ...(argumentHint === undefined ? {} : { argumentHint }),
      })),
  expand: async (name, args) => {
    const found = named(await definitions(places()), name);
    return found?.forPeople ? expanded(found, args) : undefined;
  },
});

/** The skills among them, for agents to load. */
export const skillFiles = (places: () => CommandPlaces): Skills => {
  const offered = new Map<string, readonly Definition[]>();
  return {
    look: async (agentName, hides) => {
      const skills = (await definitions(places())).filter(({ origin, forModels }) => origin === 'skill' && forModels);
      const hidden = await Promise.all(skills.map(({ path }) => hides(path!)));
      offered.set(
        agentName,
        skills.filter((_, n) => hidden[n] === undefined),
      );
    },
    of: (agentName) => offered.get(agentName) ?? [],
    load: async (agentName, name, args) => {
      const known = named(offered.get(agentName) ?? [], name);
      const found = known ? named(await definitions(places()), name) : undefined;
      return found?.origin === 'skill' && found.forModels ? expanded(found, args) : undefined;
    },
  };
};

const named = (all: readonly Definition[], name: string) =>
  all.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());

function expanded({ body, model, path, wantsTools, folder, origin }: Definition, args: string): ExpandedCommand {
  const shell = /!`[^`\n]+`/.test(body);
  return {
    kind: origin,
    text: [
      ...(folder === undefined ? [] : [`The files of this skill lie in ${folder}.`]),
      fillIn(body, args),
      ...(shell ? ['Where a command stands as !`command`, run it with the Bash tool and go on with what it prints.'] : []),
    ].join('\n\n'),
    ...(path === undefined ? {} : { path }),
    ...(model && model !== 'inherit' ? { model } : {}),
    notes: wantsTools ? ['its allowed-tools grant nothing: its calls pass hooks, rules and you like any other'] : [],
  };
}

/** The first of a name counts; what stands in a folder of commands is reached as `folder:name` too where another has its name. */
async function definitions({ folders, home, files }: CommandPlaces): Promise<Definition[]> {
  const found = new Map<string, Definition>();
  const keep = (definition: Definition, qualified: string) => {
    const name = found.has(definition.name.toLowerCase()) ? qualified : definition.name;
    if (!found.has(name.toLowerCase()) && found.size < most) found.set(name.toLowerCase(), { ...definition, name });
  };
  for (const root of [...folders, home]) {
    const origin = root === home && !folders.includes(home) ? 'user' : 'workspace';
    for (const kind of ['.hooksmith', '.claude']) {
      const commands = join(root, kind, 'commands');
      for (const path of await markdown(commands, files, root)) {
        const below = relative(commands, dirname(path)).split(sep).filter(Boolean);
        const name = basename(path, '.md');
        const read = nameForm.test(name) ? await definition(path, name, origin, files) : undefined;
        if (read) keep(read, [...below, name].join(':'));
      }
      const skills = join(root, kind, 'skills');
      for (const { name, type } of await listed(skills, files)) {
        if (type !== 'directory' || !nameForm.test(name)) continue;
        const read = await definition(realWithin(join(skills, name, 'SKILL.md'), root, files), name, 'skill', files);
        if (read) keep({ ...read, folder: dirname(read.path!) }, `skill:${name}`);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

async function definition(
  path: string | undefined,
  name: string,
  origin: SlashCommand['origin'],
  files: CommandPlaces['files'],
): Promise<Definition | undefined> {
  const stat = path === undefined ? undefined : await files.stat(path).catch(() => undefined);
  if (path === undefined || stat?.type !== 'file' || stat.size > largest) return undefined;
  const whole = await files.readText(path).catch(() => undefined);
  if (whole === undefined) return undefined;
  const parts = splitFrontMatter(withoutMark(whole)) ?? { head: '', body: whole };
  const given = head.parse(yaml(parts.head) ?? {});
  const body = parts.body.trim();
  if (body === '') return undefined;
  return {
    name,
    description: given.description?.trim() || firstLine(body),
    ...(given['argument-hint'] ? { argumentHint: given['argument-hint'] } : {}),
    ...{ origin, path, body },
    ...(given.model ? { model: given.model } : {}),
    wantsTools: given['allowed-tools'] !== undefined && given['allowed-tools'] !== null,
    forPeople: given['user-invocable'] !== false,
    forModels: given['disable-model-invocation'] !== true,
  };
}

/** Hints such as `[issue] [branch]` are no YAML: a head that cannot be read is taken line by line. */
function yaml(head: string): unknown {
  try {
    const read: unknown = parse(head);
    if (typeof read === 'object') return read;
  } catch {
    // Below.
  }
  return Object.fromEntries([...head.matchAll(/^([\w-]+):[ \t]*(.*)$/gm)].map(([, key, value]) => [key, value!.trim()]));
}

const firstLine = (body: string) =>
  body
    .split('\n', 1)[0]!
    .replace(/^#+\s*/, '')
    .slice(0, 120);

/** Only what really lies in the folder that is trusted: a link that leads out of it is none of its commands. */
function realWithin(path: string, root: string, files: CommandPlaces['files']): string | undefined {
  const real = files.realPath(path);
  return isInside(files.realPath(root), real) ? real : undefined;
}

async function listed(folder: string, files: CommandPlaces['files']) {
  return (await files.list(files.realPath(folder)).catch(() => [])).sort((a, b) => a.name.localeCompare(b.name));
}

async function markdown(folder: string, files: CommandPlaces['files'], root: string, depth = 0): Promise<string[]> {
  const found: string[] = [];
  for (const { name, type } of await listed(folder, files)) {
    const path = join(folder, name);
    if (type === 'directory' && depth < deepest) found.push(...(await markdown(path, files, root, depth + 1)));
    else if (name.endsWith('.md') && !name.startsWith('_') && name !== 'README.md') {
      const real = realWithin(path, root, files);
      if (real !== undefined) found.push(real);
    }
  }
  return found;
}
