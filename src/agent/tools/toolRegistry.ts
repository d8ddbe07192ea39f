/** The tools there are, by scope, and what a call of one means: its status, its parsed input, its commands and paths. */

import * as z from 'zod';
import { depthsLeftOut, nestedTooDeep } from '../../shared/basics/depth';
import { isObject, type JsonObject } from '../../shared/basics/json';
import { Listeners } from '../../shared/basics/listeners';
import { nearest } from '../../shared/basics/nearest';
import { inputProblem, inputWords } from '../../shared/calls/inputProblem';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import { builtIn } from '../../shared/calls/toolNames';
import type { ToolDeclaration } from '../../shared/messages/messages';
import { type LineFacts, readLine } from '../../shell/line/lineFacts';
import { isPathField, pathsInInput } from '../../shell/paths/inputPaths';
import { resolvePath } from '../../shell/paths/paths';
import { tooLong } from '../../shell/syntax/lineReport';
import type { AgentDefinition } from '../ports/agents';
import type { Files } from '../ports/files';
import type { AnyTool } from '../ports/tool';
import type { Around } from './around';
import { guardedInInput, likelyPaths } from './foreignNames';

export interface ScopeChange {
  kind: 'register' | 'unregister';
  name: string;
  tools: string[];
}

export class ToolRegistry {
  private readonly scopes = new Map<string, AnyTool[]>();
  private readonly declared = new WeakMap<AnyTool, Map<string, ToolDeclaration>>();
  private readonly schemas = new WeakMap<AnyTool, JsonObject>();
  /** The tools by their names, asked for several times in each call; made anew when a scope came or went. */
  private named: ToolNames | undefined;
  /** Tools that were there once, and their scopes: a model may still call them. */
  private readonly gone = new Map<string, string>();
  private readonly listeners = new Listeners<[ScopeChange]>();

  /** Replaces the scope's tools, if it has any. Throws where a name is taken, of the scope or of a tool; then nothing has changed. */
  registerScope(name: string, tools: AnyTool[]): void {
    for (const [index, tool] of tools.entries()) {
      const owner = this.ownerOf(tool.name);
      if (owner !== undefined && owner !== name) throw new Error(`the tool name ${tool.name} is taken by the scope ${owner}`);
      if (tools.findIndex((other) => other.name.toLowerCase() === tool.name.toLowerCase()) < index)
        throw new Error(`the scope ${name} has two tools of the name ${tool.name}`);
    }
    this.unregisterScope(name);
    this.scopes.set(name, tools);
    this.named = undefined;
    for (const tool of tools) this.gone.delete(tool.name.toLowerCase());
    this.tell('register', name, tools);
  }

  unregisterScope(name: string): void {
    const tools = this.scopes.get(name);
    if (!tools) return;
    this.scopes.delete(name);
    this.named = undefined;
    for (const tool of tools) this.gone.set(tool.name.toLowerCase(), name);
    this.tell('unregister', name, tools);
  }

  has(scope: string): boolean {
    return this.scopes.has(scope);
  }

  /** The scope with a tool of this name or alias, case ignored. */
  ownerOf(toolName: string): string | undefined {
    const wanted = toolName.toLowerCase();
    for (const [scope, tools] of this.scopes)
      for (const { name, aliases = [] } of tools)
        if ([name, ...aliases].some((known) => known.toLowerCase() === wanted)) return scope;
    return undefined;
  }

  onDidChange(listener: (change: ScopeChange) => void): { dispose(): void } {
    return this.listeners.add(listener);
  }

  private tell(kind: ScopeChange['kind'], name: string, tools: readonly AnyTool[]): void {
    this.listeners.tell({ kind, name, tools: tools.map((tool) => tool.name) });
  }

  all(): AnyTool[] {
    return [...this.scopes.values()].flat();
  }

  /** Of all tools, aliases too. */
  get names(): string[] {
    return namesOf(this.all());
  }

  /** Of the tools of a scope, aliases too. */
  namesOf(scope: string): string[] {
    return namesOf(this.scopes.get(scope) ?? []);
  }

  /** By name, else by alias, else by either in another case: models are not exact. */
  get(name: string): AnyTool | undefined {
    this.named ??= new ToolNames(this.all());
    return this.named.get(name);
  }

  /** What there is for an agent; its own list of tools is another matter. */
  declarations(agent?: AgentDefinition): ToolDeclaration[] {
    return this.all()
      .filter((tool) => !tool.disabled?.() && tool.givenTo?.(agent) !== false && tool.offered?.(agent) !== false)
      .map((tool) => this.declare(tool, agent));
  }

  declarationOf(toolName: string): ToolDeclaration | undefined {
    const tool = this.get(toolName);
    return tool && this.declare(tool);
  }

  facts(toolName: string, given: JsonObject, around: Around): ToolFacts {
    const { cwd, home, files } = around;
    const base = { toolName, input: given, cwd, home, fieldPaths: {}, paths: [], pathsComplete: true };
    const tool = this.get(toolName);
    const scopeGone = this.gone.get(toolName.toLowerCase());
    if (!tool && scopeGone !== undefined)
      return {
        ...base,
        status: 'unknown',
        problem: `tool ${toolName} is no longer there: its scope ${scopeGone} was unregistered`,
      };
    if (!tool) {
      const near = nearest(
        toolName,
        this.all().map((one) => one.name),
      );
      return {
        ...base,
        status: 'unknown',
        problem: `tool not found: ${toolName}${near.length > 0 ? `. Did you mean ${near.join(', ')}?` : ''}`,
      };
    }
    const known = {
      ...base,
      toolName: tool.name,
      ...(tool.aliases ? { aliases: tool.aliases } : {}),
      declaration: this.declare(tool),
      scope: tool.scope,
      readOnly: tool.readOnly,
    } satisfies Partial<ToolFacts>;
    const parsed = tool.input.safeParse(given, { error: inputWords });
    const input: JsonObject = parsed.success ? (parsed.data as JsonObject) : given;
    // Where no link had a say, what is named is what is meant: a command line is read once.
    let isAsNamed = true;
    const watched: Around['files'] = {
      ...files,
      realPath: (path) => {
        const real = files.realPath(path);
        isAsNamed &&= real === path;
        return real;
      },
    };
    const places = this.places(tool, input, { ...around, files: watched });
    const isCutOff = places.uncertainties?.some(({ reason }) => reason === tooLong);
    const named =
      isAsNamed || isCutOff
        ? places.paths
        : this.places(tool, input, { ...around, files: { ...files, realPath: (path) => path, tree: undefined } }).paths;
    const real = new Set(places.paths);
    const isLinked = named.some((path) => !real.has(path));
    const hosts = parsed.success ? tool.hosts?.(parsed.data) : undefined;
    const described = { ...known, input, ...places, ...(isLinked ? { namedPaths: named } : {}), ...(hosts ? { hosts } : {}) };
    const disabled = tool.disabled?.();
    if (disabled) return { ...described, status: 'disabled', problem: `tool ${tool.name} is disabled: ${disabled}` };
    const deep = depthsLeftOut(given).map((field) => ({ code: 'custom', path: [field], message: nestedTooDeep }));
    if (parsed.success && deep.length === 0) return { ...described, status: 'known' };
    const issues = deep.length > 0 || parsed.success ? deep : parsed.error.issues;
    const problem = inputProblem(tool.name, issues, given, known.declaration.input_schema);
    return { ...described, status: 'invalid', problem };
  }

  /** Fields of its input are paths whatever it calls them. */
  protected isForeign(tool: AnyTool): boolean {
    return tool.scope !== builtIn;
  }

  private places(
    tool: AnyTool,
    input: JsonObject,
    around: Around,
  ): Pick<ToolFacts, 'fieldPaths' | 'paths' | 'likelyPaths' | 'pathsComplete'> & Partial<LineFacts> {
    const { cwd, home, files, folders } = around;
    const realPath = (path: string) => files.realPath(path);
    const schema = this.declare(tool).input_schema;
    const fields = { foreign: this.isForeign(tool), declared: tool.pathFields as string[] | undefined, schema };
    const { byField, nested, isComplete } = pathsInInput(input, fields);
    const at = (path: string) => resolvePath(path, { cwd, home, realPath });
    const fieldPaths = Object.fromEntries([...byField].map(([field, path]) => [field, at(path)]));
    const named = [...new Set([...Object.values(fieldPaths), ...nested.map(at)])];
    const { properties } = schema;
    const known = isObject(properties) ? Object.keys(properties) : [];
    const takesPaths = (tool.pathFields?.length ?? 0) > 0 || known.some((field) => isPathField(field, fields));
    // Of an input that its schema refuses, whatever stands there.
    const line: unknown = tool.commandLine?.(input);
    if (typeof line !== 'string') {
      const likely = fields.foreign ? likelyPaths(input, named, around) : [];
      const guarded = fields.foreign && !tool.readOnly ? guardedInInput(likely, tool.name, around) : [];
      // Of ours, wherever they run, the fields that hold paths are known.
      const unsaid = tool.scope === builtIn ? [] : likely?.filter((path) => !named.includes(path));
      return {
        fieldPaths,
        paths: named.length > 0 || !takesPaths ? named : [realPath(cwd)],
        pathsComplete: isComplete && unsaid !== undefined,
        ...(unsaid?.length ? { likelyPaths: unsaid } : {}),
        ...(guarded.length > 0 ? { guarded } : {}),
      };
    }
    const { paths, complete, ...read } = readLine(line, {
      cwd,
      home,
      realPath,
      folders,
      appFolders: around.appFolders?.(),
      ...(files.names ? { names: (folder: string) => files.names!(folder) } : {}),
      ...(files.tracked ? { tracked: (folder: string) => files.tracked!(folder) } : {}),
      ...(files.scriptText ? { text: (path: string) => files.scriptText!(path) } : {}),
      ...(files.tree ? { tree: (...asked: Parameters<NonNullable<Files['tree']>>) => files.tree!(...asked) } : {}),
    });
    return { fieldPaths, ...read, paths: [...new Set([...named, ...paths])], pathsComplete: complete && isComplete };
  }

  /** The same object as long as it says the same: what crosses to the hooks' process once is known there by that. */
  private declare(tool: AnyTool, agent?: AgentDefinition): ToolDeclaration {
    const description = typeof tool.description === 'function' ? tool.description(agent) : tool.description;
    const known = this.declared.get(tool) ?? new Map<string, ToolDeclaration>();
    this.declared.set(tool, known);
    let declaration = known.get(description);
    if (!declaration) {
      const schema = () => this.schemaOf(tool);
      declaration = {
        name: tool.name,
        description,
        // Most calls and some models never ask for it.
        get input_schema() {
          return schema();
        },
      };
      // What depends on the moment may go on changing.
      if (known.size >= mostDescriptions) known.clear();
      known.set(description, declaration);
    }
    return declaration;
  }

  private schemaOf(tool: AnyTool): JsonObject {
    const schema = this.schemas.get(tool) ?? schemaOf(tool);
    this.schemas.set(tool, schema);
    return schema;
  }
}

const mostDescriptions = 16;

const namesOf = (tools: readonly AnyTool[]): string[] => tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

function schemaOf(tool: AnyTool): JsonObject {
  const { $schema: _, ...schema } =
    tool.inputSchema ?? (z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' }) as JsonObject);
  return isObject(schema) ? schema : {};
}

/** The first tool of each name. */
class ToolNames {
  private readonly byName = new Map<string, AnyTool>();
  private readonly byAlias = new Map<string, AnyTool>();
  private readonly inAnyCase = new Map<string, AnyTool>();

  constructor(tools: readonly AnyTool[]) {
    const put = (map: Map<string, AnyTool>, name: string, tool: AnyTool) => {
      if (!map.has(name)) map.set(name, tool);
    };
    for (const tool of tools) {
      put(this.byName, tool.name, tool);
      for (const alias of tool.aliases ?? []) put(this.byAlias, alias, tool);
      for (const name of [tool.name, ...(tool.aliases ?? [])]) put(this.inAnyCase, name.toLowerCase(), tool);
    }
  }

  get(name: string): AnyTool | undefined {
    return this.byName.get(name) ?? this.byAlias.get(name) ?? this.inAnyCase.get(name.toLowerCase());
  }
}
