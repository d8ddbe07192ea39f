/** Workspace tools as the agent has them: each file a scope, registered when it loads and unregistered when it is gone. */
import type { FileTool, FileTools, ForeignTool, ToolScopes } from '../agent/ports/foreignTools';
import { nameTaken } from '../shared/calls/toolNames';

export interface ToolProblem {
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  message: string;
  severity: 'error';
}

export class ToolFiles {
  /** Names that are taken. */
  problems: ToolProblem[] = [];
  /** What is registered, by scope. */
  private readonly known = new Map<string, string>();

  constructor(
    private readonly scopes: ToolScopes,
    private readonly source: FileTools,
    /** The name that a file's scope goes by. */
    private readonly scopeOf: (file: string) => string,
  ) {}

  /** Brings the registry in line with the tools there are now. Of two that share a name the first file's counts. */
  update(): void {
    this.problems = [];
    const wanted = new Map<string, FileTool[]>();
    const taken = new Map<string, string>();
    // Files load in the order that they were built in, which is nobody's choice.
    const tools = [...this.source.tools].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
    for (const tool of tools) {
      const scope = this.scopeOf(tool.file);
      const owner = this.scopes.ownerOf(tool.name);
      const taker = owner !== undefined && !this.known.has(owner) ? owner : taken.get(tool.name.toLowerCase());
      if (taker !== undefined) {
        const { file, line, name } = tool;
        this.problems.push({ file, line, column: 1, severity: 'error', message: nameTaken(name, taker) });
        continue;
      }
      taken.set(tool.name.toLowerCase(), scope);
      wanted.set(scope, [...(wanted.get(scope) ?? []), tool]);
    }
    const changed = [...wanted].filter(([scope, tools]) => this.known.get(scope) !== JSON.stringify(tools));
    for (const scope of this.known.keys()) if (!wanted.has(scope)) this.forget(scope);
    // First all that goes, so that a name can move from one file to another.
    for (const [scope] of changed) this.forget(scope);
    for (const [scope, tools] of changed) {
      this.scopes.register(
        scope,
        tools.map((tool) => this.toolOf(scope, tool)),
      );
      this.known.set(scope, JSON.stringify(tools));
    }
  }

  private forget(scope: string): void {
    if (this.known.delete(scope)) this.scopes.unregister(scope);
  }

  private toolOf(scope: string, tool: FileTool): ForeignTool {
    const { name, description, inputSchema, accepted, readOnly, enabled, external } = tool;
    return {
      ...{ name, description, inputSchema, accepted, readOnly, external },
      disabled: () => (enabled ? undefined : `it is switched off in ${scope}`),
      run: (input, context) => this.source.call(tool, input, context),
    };
  }
}
