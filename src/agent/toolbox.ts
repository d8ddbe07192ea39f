/** The tools of one session as the loop sees them: what is offered, what a call means, whether its paths are safe, and running it. */
import type { ToolFacts } from '../shared/dispatch';
import type { JsonObject } from '../shared/json';
import type { ToolDeclaration } from '../shared/messages';
import { matchesAny } from '../shared/wildcards';
import { isInside, isProtected, isSecretFile, needsAskInAcceptEdits } from '../shell/paths';
import type { Circumstances } from './approval';
import type { Agents, Files, LockKind, ToolContext, ToolOutput } from './ports';
import type { ToolRegistry } from './toolRegistry';

export interface Place {
  cwd: string;
  readonly folders: readonly string[];
  home: string;
  files: Files;
  /** The editor's own data folders: settings, extensions, storage. */
  appFolders?: string[];
}

export class Toolbox {
  constructor(
    readonly registry: ToolRegistry,
    private readonly place: Place,
    private readonly agents: Pick<Agents, 'get'> = { get: () => undefined },
  ) {}

  /** What is offered to the agent: all tools there are, unless its definition says which. */
  declarations(agentName: string): ToolDeclaration[] {
    const definition = this.agents.get(agentName);
    return this.registry.declarations().filter(({ name }) => {
      const names = [name, ...(this.registry.get(name)?.aliases ?? [])];
      const isIn = (patterns: readonly string[]) => names.some((one) => matchesAny(one, patterns, true));
      return isIn(definition?.tools ?? ['*']) && !isIn(definition?.disallowedTools ?? []);
    });
  }

  facts(toolName: string, input: JsonObject): ToolFacts {
    return this.registry.facts(toolName, input, this.place);
  }

  circumstances({ paths, pathsComplete, toolName }: ToolFacts): Circumstances {
    const { folders, home, appFolders } = this.place;
    return {
      tool: this.registry.get(toolName) ?? {},
      protected: paths.find((path) => isProtected(path, { folders, home, appFolders })) ?? undefined,
      inside: pathsComplete && paths.every((path) => folders.some((folder) => isInside(folder, path))),
      secret: paths.some(isSecretFile),
      sensitive: paths.some(needsAskInAcceptEdits),
    };
  }

  lockOf(toolName: string): LockKind {
    const tool = this.registry.get(toolName);
    return tool?.lock ?? (tool?.readOnly ? 'read' : 'write');
  }

  async preview(toolName: string, input: JsonObject, context: Pick<ToolContext, 'cwd' | 'files'>) {
    return this.registry.get(toolName)?.preview?.(input, context);
  }

  /** Throws for a failure whose message is for the model. */
  run(toolName: string, input: JsonObject, context: ToolContext): Promise<ToolOutput> {
    const tool = this.registry.get(toolName);
    // It went after the call was judged.
    if (!tool) throw Object.assign(new Error(this.facts(toolName, input).problem), { name: 'UnknownTool' });
    return tool.run(input, context);
  }
}
