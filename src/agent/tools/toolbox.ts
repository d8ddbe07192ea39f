/** The tools of one session as the loop sees them: what is offered, what a call means, whether its paths are safe, and running it. */

import type { JsonObject } from '../../shared/basics/json';
import { matchesAny } from '../../shared/basics/wildcards';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import { builtIn } from '../../shared/calls/toolNames';
import type { ToolDeclaration } from '../../shared/messages/messages';
import { type Confinement, reaches } from '../../shared/verdicts/confinement';
import { type Link, linksIn, withAliases } from '../../shell/paths/linkedPatterns';
import { coversAllOf, coversPath, startingIn } from '../../shell/paths/pathPatterns';
import { isInside, isProtected, isSecretFile, needsAskInAcceptEdits, resolvePath } from '../../shell/paths/paths';
import { protectedTargets } from '../../shell/paths/protectedLinks';
import type { Agents } from '../ports/agents';
import type { Files } from '../ports/files';
import type { AnyTool, LockKind, ToolContext, ToolOutput } from '../ports/tool';
import type { Circumstances } from './approval';
import type { ToolRegistry } from './toolRegistry';

export interface Place {
  cwd: string;
  readonly folders: readonly string[];
  home: string;
  files: Files;
  /** The editor's own data folders: settings, extensions, storage. */
  appFolders?: readonly string[];
}

export class Toolbox {
  /** All that is judged are real paths: what they are compared with is real, too. */
  private readonly home: string;
  private readonly appFolders: readonly string[];
  /** Where links lead that stand for protected files of the home folder, which are the human's to set. */
  private readonly homeTargets: readonly string[];

  constructor(
    readonly registry: ToolRegistry,
    private readonly given: Place,
    private readonly agents: Pick<Agents, 'get'> = { get: () => undefined },
    /** Name patterns of tools that are external, whatever they say of themselves. */
    private readonly external: readonly string[] = [],
    /** Patterns of paths that policies and rules deny, or ask for, whomever and whatever they are for. */
    private readonly restricted: () => readonly string[] = () => [],
    /** Resolves once this tool is there, or nobody is about to bring it. */
    readonly awaited: (toolName: string) => Promise<void> = () => Promise.resolve(),
  ) {
    const { files, home, appFolders = [] } = given;
    this.home = files.realPath(home);
    this.appFolders = appFolders.map((folder) => files.realPath(folder));
    this.homeTargets = protectedTargets(this.home, files, true);
  }

  /** Protected beside what the names of files tell, as it is now. */
  private appPlaces(): readonly string[] {
    const { folders, files } = this.given;
    return [...this.appFolders, ...this.homeTargets, ...folders.flatMap((folder) => protectedTargets(folder, files, false))];
  }

  /** Whoever started the run answers its calls. The name is the tool's, or one that it goes by. */
  isExternal(toolName: string): boolean {
    const tool = this.registry.get(toolName);
    return tool?.external === true || matchesAny(tool?.name ?? toolName, this.external, true);
  }

  /** What is offered to the agent: all tools there are, unless its definition says which. */
  declarations(agentName: string): ToolDeclaration[] {
    const definition = this.agents.get(agentName);
    const all = this.registry.declarations(definition);
    if (!definition?.tools && !definition?.disallowedTools) return all;
    return all.filter(({ name }) => {
      const tool = this.registry.get(name);
      const names = [name, ...(tool?.aliases ?? [])];
      const isIn = (patterns: readonly string[]) => names.some((one) => matchesAny(one, patterns, true));
      return (tool?.givenTo !== undefined || isIn(definition?.tools ?? ['*'])) && !isIn(definition?.disallowedTools ?? []);
    });
  }

  facts(toolName: string, input: JsonObject): ToolFacts {
    return this.factsAt(toolName, input);
  }

  /** Of a call that is made in another folder: patterns start in the workspace all the same. */
  factsAt(toolName: string, input: JsonObject, folder = this.given.cwd): ToolFacts {
    const { home } = this;
    const { cwd, files, folders } = this.given;
    const from = folder === cwd ? cwd : resolvePath(folder, { cwd, home, realPath: (path) => files.realPath(path) });
    let places: readonly string[] | undefined;
    // Most calls never ask for it before they are judged.
    const appFolders = () => (places ??= this.appPlaces());
    const facts = this.registry.facts(toolName, input, { cwd: from, folders, files, home, appFolders });
    const isElsewhere = from !== cwd && facts.commandLine !== undefined;
    const several = folders.length > 1 ? { folders: [...folders] } : {};
    const there = { ...facts, cwd, ...several, ...(isElsewhere ? { paths: [...new Set([from, ...facts.paths])] } : {}) };
    return withAliases(there, this.linksIn(this.restricted()));
  }

  linksIn(patterns: readonly string[]): Link[] {
    const { cwd, folders, home, files } = this.given;
    const all = folders.length > 1 ? startingIn(folders, patterns) : patterns;
    return linksIn(all, { cwd, home, realPath: (path) => files.realPath(path) });
  }

  circumstances({ paths, namedPaths = [], pathsComplete, toolName, guarded }: ToolFacts): Circumstances {
    const places = { folders: this.given.folders, home: this.home, appFolders: this.appPlaces() };
    return {
      tool: this.registry.get(toolName) ?? {},
      // Kept in another place, a protected file is one by the name that everybody reads it by.
      protected: [...paths, ...namedPaths].find((path) => isProtected(path, places)) ?? guarded?.[0],
      inside: pathsComplete && paths.every((path) => places.folders.some((folder) => isInside(folder, path))),
      secret: paths.some(isSecretFile),
      sensitive: paths.some(needsAskInAcceptEdits),
    };
  }

  /** Why a tool that acts in this process, on the paths it names, would go against these words; undefined where it does not. */
  goesAgainst(
    { paths, toolName, hosts = [] }: ToolFacts,
    { denyRead = [], denyWrite = [], onlyPaths = [], hosts: reachable, hideOnly }: Confinement,
  ): string | undefined {
    const { home } = this;
    const { cwd, folders } = this.given;
    const base = { folder: cwd, home, folders };
    const isDenied = (patterns: readonly string[], path: string) =>
      patterns.some((pattern) => coversPath(pattern, path, { ...base, anyDepth: true }));
    const isShown = (path: string) => onlyPaths.every((list) => list.some((pattern) => coversAllOf(pattern, path, base)));
    const hidden = paths.find((path) => isDenied(denyRead, path) || isSecretFile(path) || !isShown(path));
    if (hidden !== undefined) return `${hidden} is hidden`;
    const far = hideOnly ? undefined : hosts.find((host) => !reachable?.some((pattern) => reaches(pattern, host)));
    if (far !== undefined) return `${far} may not be reached`;
    if (this.registry.get(toolName)?.readOnly) return undefined;
    const places = { folders, home, appFolders: this.appPlaces() };
    const isWritable = (path: string) =>
      folders.some((folder) => isInside(folder, path)) && !isProtected(path, places) && !isDenied(denyWrite, path);
    const kept = paths.find((path) => !isWritable(path));
    return kept === undefined ? undefined : `${kept} may not be written`;
  }

  /** Why the paths that a tool names do not tell whether it holds to these words. */
  cannotHold({ toolName }: ToolFacts, { denyRead = [], onlyPaths = [] }: Confinement): string | undefined {
    const tool = this.registry.get(toolName);
    if (tool?.scope !== builtIn) return `${toolName} runs outside of the sandbox`;
    return tool.searches && denyRead.length + onlyPaths.length > 0 ? `${toolName} shows more than it names` : undefined;
  }

  /** The names of the tool that reads files. */
  reader(): Pick<ToolFacts, 'toolName' | 'aliases'> | undefined {
    const tool = this.readingTool();
    return tool && { toolName: tool.name, aliases: tool.aliases };
  }

  /** The facts of a call that would read the file; undefined where nothing reads. */
  reading(path: string): ToolFacts | undefined {
    const tool = this.readingTool();
    return tool && this.facts(tool.name, { [String(tool.pathFields?.[0])]: path });
  }

  private readingTool(): AnyTool | undefined {
    return this.registry.all().find(({ reads, scope }) => reads && scope === builtIn);
  }

  /** A tool that others bring says another thing of itself than these facts do, or is gone. */
  isRedefined({ toolName, scope, declaration }: ToolFacts): boolean {
    if (scope === builtIn || !declaration) return false;
    return JSON.stringify(declaration) !== JSON.stringify(this.registry.declarationOf(toolName));
  }

  lockOf(toolName: string): LockKind {
    const tool = this.registry.get(toolName);
    return tool?.lock ?? (tool?.readOnly ? 'read' : 'write');
  }

  async preview({ toolName, input, fieldPaths }: ToolFacts, { cwd, files }: Pick<ToolContext, 'cwd' | 'files'>) {
    return this.registry.get(toolName)?.preview?.(input, { cwd, files, fieldPaths });
  }

  /** The input that would give the file this text in place of what the preview showed; undefined where none does. */
  propose(
    { toolName, input }: Pick<ToolFacts, 'toolName' | 'input'>,
    texts: { before: string; after: string },
  ): JsonObject | undefined {
    return this.registry.get(toolName)?.propose?.(input, texts);
  }

  /** Throws for a failure whose message is for the model. */
  run(toolName: string, input: JsonObject, context: ToolContext): Promise<ToolOutput> {
    const tool = this.registry.get(toolName);
    // It went after the call was judged.
    if (!tool) throw Object.assign(new Error(this.facts(toolName, input).problem), { name: 'UnknownTool' });
    return tool.run(input, context);
  }
}
