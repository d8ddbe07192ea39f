/** Tools that others bring: files of the workspace, MCP servers, other extensions. */
import type { JsonObject } from '../../shared/basics/json';
import type { ToolContext } from './tool';

/** What a tool answered, with the word of whoever brings it on whether that is an error: hooks and the model are shown the whole of it all the same. */
export interface MarkedAnswer {
  value: unknown;
  isError: boolean;
}

/** A tool that others bring: a file of the workspace, an MCP server, another extension. */
export interface ForeignTool {
  name: string;
  description: string;
  /** JSON schema of an object. */
  inputSchema: JsonObject;
  /** The JSON schema that an input is checked by, where it is to accept more than the one that the model sees. */
  accepted?: JsonObject;
  readOnly?: boolean;
  external?: boolean;
  risk?: string;
  changed?(): string | undefined;
  allowed?(): void;
  disabled?(): string | undefined;
  /** `run` resolves with a `MarkedAnswer`. */
  marksErrors?: true;
  /** Resolves with text, content blocks, or anything that JSON can say. Rejects with a failure whose message is for the model. */
  run(input: JsonObject, context: ToolContext): Promise<unknown>;
}

/** Where others bring their tools, scope by scope. */
export interface ToolScopes {
  /** Replaces the scope's tools. Throws where a name is taken; then nothing has changed. */
  register(scope: string, tools: readonly ForeignTool[]): void;
  unregister(scope: string): void;
  /** The scope with a tool of this name or alias, case ignored. */
  ownerOf(toolName: string): string | undefined;
}

/** A tool that a file of the workspace defines, as the process that runs it describes it. */
export interface FileTool {
  /** `FILE#EXPORT`. */
  id: string;
  file: string;
  /** 1-based line of the export. */
  line: number;
  version: string;
  name: string;
  description: string;
  inputSchema: JsonObject;
  /** As a foreign tool's. */
  accepted?: JsonObject;
  readOnly: boolean;
  enabled: boolean;
  external: boolean;
  /** Milliseconds that a call may take; what the human takes to answer it does not count. */
  timeoutMs: number;
}

/** What reaches the process that runs it. */
export type ToolCallContext = Pick<ToolContext, 'cwd' | 'signal' | 'onOutput' | 'confirm'>;

/** Runs the tools of files. */
export interface FileTools {
  readonly tools: readonly FileTool[];
  /** Rejects with the tool's own failure, a `TimeoutError`, the signal's reason, or with why its process ended. */
  call(tool: FileTool, input: JsonObject, options: ToolCallContext): Promise<unknown>;
}
