/** Definitions of agents, the conversation's own (`main`) and those it gives tasks to: Markdown files with YAML front matter, whose body is the system prompt. What is wrong with one is named at its place. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMap, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod';
import { type AgentDefinition, type Agents, mainAgent } from '../agent/ports/agents';
import { withoutMark } from '../shared/byteOrderMark';
import { nearest } from '../shared/nearest';
import { matchesAny } from '../shared/wildcards';
import { splitFrontMatter } from './frontMatter';

/** 1-based. */
export interface AgentProblem {
  file: string;
  line: number;
  column: number;
  message: string;
  severity: 'error' | 'warning';
}

const lower = (name: string) => name.toLowerCase();
const namePattern = /^[A-Za-z0-9][\w-]*$/;
const toolList = z
  .union([z.string(), z.array(z.string())], 'must be names, as a list or with commas between them')
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()).filter(Boolean));
const text = 'must be a text';
const needsDescription = 'is needed: it tells the model what the agent is for';
const frontMatter = z.object({
  name: z.string(text).regex(namePattern, 'must be letters, digits, - and _').optional(),
  description: z.string(text).min(1, 'must not be empty').nullish(),
  tools: toolList.nullish(),
  disallowedTools: toolList.nullish(),
  model: z.string(text).nullish(),
  handoffs: toolList.nullish(),
});
/** Understood by other programs that read these files; they mean nothing here. */
const foreignKeys: readonly string[] = [
  'color',
  'permissionMode',
  'mcpServers',
  'hooks',
  'maxTurns',
  'skills',
  'memory',
  'effort',
  'background',
  'isolation',
  'initialPrompt',
];

/** Tools of theirs that are not here. */
const foreignTools: ReadonlySet<string> = new Set(
  ['WebFetch', 'WebSearch', 'NotebookEdit', 'NotebookRead', 'Skill', 'SlashCommand', 'EnterPlanMode', 'ExitPlanMode'].map(lower),
);

/** A tool, or an agent, that a file names, and where. */
interface Mention extends Pick<AgentProblem, 'file' | 'line' | 'column'> {
  tool?: string;
  agent?: string;
}

export class AgentFiles implements Agents {
  private definitions = new Map<string, AgentDefinition>();
  private readProblems: AgentProblem[] = [];
  private mentions: Mention[] = [];

  /** The first of `folders` that defines a name counts. `toolNames` are those of the tools there are now, aliases too. */
  constructor(
    private folders: readonly string[],
    private readonly toolNames?: () => readonly string[],
  ) {
    this.load();
  }

  /** What is wrong with the files, and with the tools that they name, now. */
  get problems(): AgentProblem[] {
    return [...this.readProblems, ...this.mentions.flatMap((mention) => this.unknown(mention) ?? [])];
  }

  private unknown({ tool, agent, ...place }: Mention): AgentProblem | undefined {
    const said = (kind: string, name: string, names: readonly string[]): AgentProblem => {
      const near = nearest(name, names, 1)[0];
      return { ...place, severity: 'warning', message: `there is no ${kind} ${name}${near ? `; did you mean ${near}?` : ''}` };
    };
    if (agent !== undefined)
      return agent === mainAgent || this.definitions.has(agent) ? undefined : said('agent', agent, [...this.definitions.keys()]);
    const names = this.toolNames?.();
    // A server's tools come and go with it.
    if (!names || tool === undefined || tool.startsWith('mcp__') || foreignTools.has(lower(tool))) return undefined;
    return names.some((name) => matchesAny(name, [tool], true)) ? undefined : said('tool', tool, names);
  }

  all(): readonly AgentDefinition[] {
    return [...this.definitions.values()].filter(({ name }) => name !== mainAgent);
  }

  get(name: string): AgentDefinition | undefined {
    return this.definitions.get(name);
  }

  /** Reads everything anew; an agent at work keeps the definition it began with. A file that is broken now keeps its last good version. */
  load(folders: readonly string[] = this.folders): void {
    this.folders = folders;
    const before = new Map([...this.definitions.values()].map((definition) => [definition.file, definition]));
    this.definitions = new Map();
    this.readProblems = [];
    this.mentions = [];
    const unread = (folder: string, message: string) => {
      this.readProblems.push({ file: folder, line: 1, column: 1, severity: 'error', message: `cannot be read: ${message}` });
      return [...before.keys()].filter((file) => dirname(file) === folder);
    };
    for (const file of folders.flatMap((folder) => markdownFiles(folder, unread))) {
      const read = readAgent(file);
      this.readProblems.push(...read.problems);
      this.mentions.push(...(read.mentions ?? []));
      const definition = read.definition ?? before.get(file);
      if (!definition) continue;
      const first = this.definitions.get(definition.name);
      if (first)
        this.readProblems.push({
          file,
          line: 1,
          column: 1,
          severity: 'warning',
          message: `the agent ${definition.name} is defined in ${first.file} already`,
        });
      else this.definitions.set(definition.name, definition);
    }
  }
}

/** `.hooksmith/agents` comes before `.claude/agents`. */
export const agentFolders = (workspaceFolder: string): string[] =>
  ['.hooksmith', '.claude'].map((folder) => join(workspaceFolder, folder, 'agents'));

function markdownFiles(folder: string, unread: (folder: string, why: string) => string[]): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : unread(folder, message);
  }
  return entries
    .filter(
      (entry) => !entry.isDirectory() && entry.name.endsWith('.md') && !entry.name.startsWith('_') && entry.name !== 'README.md',
    )
    .map((entry) => join(folder, entry.name))
    .sort();
}

/**
 * Claude Code takes values that YAML does not, as in `description: Use this: it helps` and `tools: *`: where a head is no YAML, it is read once more with those
 * in quotes. `read` is the text to which places in the document belong.
 */
function parseHead(head: string) {
  const parsed = (read: string) => {
    const lines = new LineCounter();
    return { read, lines, document: parseDocument(read, { lineCounter: lines }) };
  };
  const strict = parsed(head);
  if (strict.document.errors.length === 0) return strict;
  const quoted = head.replace(
    /^([A-Za-z]\w*:[ \t]+)([^\s'"|>&![{#].*?)([ \t]*\r?)$/gm,
    (whole, key: string, value: string, end: string) =>
      /:( |$)|^[*@`%]/.test(value) ? `${key}'${value.replaceAll("'", "''")}'${end}` : whole,
  );
  const loose = parsed(quoted);
  return loose.document.errors.length === 0 ? loose : strict;
}

function readAgent(file: string): { definition?: AgentDefinition; mentions?: Mention[]; problems: AgentProblem[] } {
  const problem = (
    line: number,
    column: number,
    message: string,
    severity: AgentProblem['severity'] = 'error',
  ): AgentProblem => ({
    file,
    line,
    column,
    message,
    severity,
  });
  let text: string;
  try {
    text = withoutMark(readFileSync(file, 'utf8'));
  } catch (error) {
    return { problems: [problem(1, 1, `cannot be read: ${(error as Error).message}`)] };
  }
  const parts = splitFrontMatter(text);
  if (!parts)
    return {
      problems: [problem(1, 1, 'an agent begins with front matter: a line ---, then name and description, then a line ---')],
    };
  const { body } = parts;
  const { read, lines, document } = parseHead(parts.head);
  /** The front matter begins on the second line of the file. */
  const at = (offset: number | undefined): [number, number] => {
    if (offset === undefined) return [1, 1];
    const { line, col } = lines.linePos(offset);
    return [line + 1, col];
  };
  if (document.errors.length > 0)
    return {
      problems: document.errors.map((error) =>
        problem(...at(error.pos[0]), error.message.split('\n', 1)[0]!.replace(/ at line \d+.*$/, '')),
      ),
    };
  if (!isMap(document.contents)) return { problems: [problem(2, 1, 'the front matter must be a list of `name: value` lines')] };
  const parsed = frontMatter.safeParse(document.toJS());
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map((issue) => {
        const node = document.getIn(issue.path as string[], true) as { range?: [number, number, number] } | undefined;
        return problem(...at(node?.range?.[0]), `${issue.path.join('.')} ${issue.message}`);
      }),
    };
  const { name = basename(file, '.md'), description, tools, disallowedTools, model, handoffs } = parsed.data;
  if (!namePattern.test(name))
    return { problems: [problem(1, 1, `${name} is no name for an agent: use letters, digits, - and _`)] };
  const isMain = name === mainAgent;
  if (!isMain && !description) return { problems: [problem(1, 1, `description ${needsDescription}`)] };
  const known = Object.keys(frontMatter.shape);
  const problems = document.contents.items.flatMap((pair) => {
    const { value: key, range } = pair.key as { value: unknown; range?: [number, number, number] };
    if (typeof key !== 'string' || known.includes(key) || foreignKeys.includes(key)) return [];
    const near = nearest(key, known, 1);
    return [
      problem(
        ...at(range?.[0]),
        `${key} is not known here${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`,
        'warning',
      ),
    ];
  });
  const mentions = [
    ...(tools ?? []).map((tool) => ['tools', tool]),
    ...(disallowedTools ?? []).map((tool) => ['disallowedTools', tool]),
    ...(handoffs ?? []).map((agent) => ['handoffs', agent]),
  ].map(([field, named]): Mention => {
    const { range } = document.get(field!, true) as { range: [number, number, number] };
    const [line, column] = at(range[0] + read.slice(range[0], range[1]).indexOf(named!));
    return { file, line, column, [field === 'handoffs' ? 'agent' : 'tool']: named };
  });
  if (isMain && model)
    problems.push(
      problem(1, 1, 'the model of the conversation is chosen where it is held: model counts for other agents', 'warning'),
    );
  if (body.trim() === '' && !isMain)
    problems.push(problem(1, 1, 'the agent has no system prompt: write it below the front matter', 'warning'));
  return {
    definition: {
      name,
      file,
      description: description ?? '',
      system: body.trim(),
      ...(tools ? { tools } : {}),
      ...(disallowedTools ? { disallowedTools } : {}),
      ...(model && model !== 'inherit' && !isMain ? { model } : {}),
      ...(handoffs ? { handoffs } : {}),
    },
    mentions,
    problems,
  };
}
