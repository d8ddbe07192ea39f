/** Definitions of agents, the conversation's own (`main`) and those it gives tasks to, in folders of files. */
import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentDefinition, type Agents, mainAgent } from '../../agent/ports/agents';
import { nearest } from '../../shared/basics/nearest';
import { matchesAny } from '../../shared/basics/wildcards';
import { type AgentProblem, type Mention, readAgent } from './agentFile';

const lower = (name: string) => name.toLowerCase();
/** Tools of theirs that are not here. */
const foreignTools: ReadonlySet<string> = new Set(
  ['WebFetch', 'WebSearch', 'NotebookEdit', 'NotebookRead', 'Skill', 'SlashCommand', 'EnterPlanMode', 'ExitPlanMode'].map(lower),
);

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
