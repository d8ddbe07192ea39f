/** A tool, what is true of it, and what a call of it is given. */

import type { z } from 'zod';
import type { JsonObject } from '../../shared/basics/json';
import type { Question } from '../../shared/calls/questions';
import type { ImageBlock, TextBlock } from '../../shared/messages/messages';
import type { Confinement } from '../../shared/verdicts/confinement';
import type { AgentDefinition, AgentTask, Handoff } from './agents';
import type { Files } from './files';
import type { Clock, EditorDiagnostics, ProcessExit, Processes, Sandbox, Search, Web } from './machine';
import type { SearchLimits } from './model';

/** What all tools of one session share. */
export interface ToolContext {
  /** The workspace folder: relative paths start here. */
  cwd: string;
  readonly folders: readonly string[];
  signal: AbortSignal;
  /** Real paths of the input's path fields, by field: those that were judged. What a tool does with a field it does with these. */
  fieldPaths: Readonly<Record<string, string>>;
  toolCallId: string;
  /** Of the agent that calls it. */
  agentName: string;
  branch: string;
  clock: Clock;
  files: Files;
  processes: Processes;
  /** Absent where nothing can be confined. */
  sandbox?: Sandbox;
  /** What the call is held to; a tool that cannot hold to it must not run. */
  confinement?: Confinement;
  search: Search;
  diagnostics?: EditorDiagnostics;
  web?: Web;
  /** Resolves with what was found, in words. Absent where the agent's model has no search of its own. */
  searchWeb?(query: string, limits: SearchLimits): Promise<string>;
  /** Why a search leaves this path out: a policy or rule in force denies it, or it may hold secrets. Undefined where it may be shown. */
  leavesOut(path: string): 'denied' | 'secret' | undefined;
  /** Live output, shown while the tool runs. */
  onOutput(chunk: string): void;
  /** Text of files as the agent last read them, by real path: `Edit` refuses a file that changed since. */
  seen: Map<string, string>;
  tasks: BackgroundTasks;
  /** Puts questions to the human and waits; undefined for an answer where they were skipped. Absent where no human is there. */
  ask?: (questions: Question[]) => Promise<string[][] | undefined>;
  /**
   * Asks the human whether to go on, for this reason. Rejects with the reason of the run's signal, or of this one, if it is aborted meanwhile. With
   * `unconfined`, whether to run without the sandbox: policies have their say again, and no flag answers it.
   */
  confirm(reason: string, signal?: AbortSignal, unconfined?: boolean): Promise<boolean>;
  /** Has another agent do a task; resolves with what it said at its end, or at once with an id. Throws where there is no such agent. */
  startAgent(task: AgentTask): Promise<ToolOutput>;
  /** Has another agent go on in this one's place once the step is done. Throws where this one may not hand its work to it. */
  handOver(handoff: Handoff): void;
}

export interface BackgroundTask {
  id: string;
  kind: 'command' | 'agent';
  label: string;
  output: string;
  status: 'running' | 'done' | 'failed' | 'stopped';
  exit?: ProcessExit;
  /** Resolves when it ended, however. */
  done: Promise<void>;
  /** An agent is told why, and by whom. */
  stop(why: string, by: string): void;
}

export interface BackgroundTasks {
  add(task: BackgroundTask): void;
  get(id: string): BackgroundTask | undefined;
  all(): BackgroundTask[];
  nextId(kind: 'command' | 'agent'): string;
}

export interface ToolOutput {
  content: string | (TextBlock | ImageBlock)[];
  isError?: boolean;
}

/**
 * What a call waits for, and what waits for it: `none` starts at once, `read` goes beside others that read, `agents` beside other agents (whose own calls
 * take their locks), `write` goes alone in the tree of the run.
 */
export type LockKind = 'none' | 'read' | 'agents' | 'write';

/** What is true of a tool, said where the tool is; the loop, the approval and the permission rules go by it and know no tool by name. */
export interface ToolTraits {
  /** Has no effect outside the conversation. */
  readOnly: boolean;
  /** Runs without being asked for, where all its paths lie in the workspace and none holds secrets. */
  harmless?: boolean;
  /** Changes the one file that it names, which the editor can undo: Accept-edits mode lets it. */
  edits?: boolean;
  /** Shows what lies beneath the paths that it names. */
  searches?: boolean;
  /** Shows the file in its first path field: what rules and policies say of it holds wherever files are shown unasked. */
  reads?: boolean;
  /** Where absent: `read` for a tool that is `readOnly`, else `write`. */
  lock?: LockKind;
  /** Whoever started the run answers its calls, later; it is never run here. */
  external?: boolean;
  /** What a call risks, in a sentence for the human who decides. */
  risk?: string;
  /** Why rules that allow it count no more, until the human has allowed a call of it; undefined where they do. */
  changed?(): string | undefined;
  /** The human allowed a call of it, as it is now. */
  allowed?(): void;
}

export interface Tool<I = JsonObject> extends ToolTraits {
  name: string;
  /** Older names that models still call it by. */
  aliases?: string[];
  /** A function where it depends on what there is now, and on who is offered it. */
  description: string | ((agent?: AgentDefinition) => string);
  /** Offered to those agents alone whose definition gives it, whatever tools that lists; to all where absent. */
  givenTo?(agent: AgentDefinition | undefined): boolean;
  /** Offered where this holds, to agents whose definition lets them have it. */
  offered?(agent: AgentDefinition | undefined): boolean;
  /** One schema: it checks the model's input and, as JSON schema, is what the model sees. */
  input: z.ZodType<I>;
  /** The JSON schema that the model sees, where the tool came with one. */
  inputSchema?: JsonObject;
  /** `built-in`, a tool file, an MCP server. */
  scope: string;
  /** Why it is not offered now, if it is not. */
  disabled?(): string | undefined;
  /** Names of input fields that hold paths, or the paths themselves where a field is no plain path. */
  pathFields?: (keyof I & string)[];
  /** Hosts that it would reach: rules speak of them. */
  hosts?(input: I): string[];
  /** The shell line it would run. */
  commandLine?(input: I): string | undefined;
  /** The text that a file would have after the call, for the approval's diff, and whether there is no such file yet; undefined where it cannot be told. */
  preview?(
    input: I,
    context: Pick<ToolContext, 'cwd' | 'files' | 'fieldPaths'>,
  ): Promise<{ path: string; before: string; after: string; isNew?: boolean } | undefined>;
  /** The input with which the file would have the text `after`: what the human made of the preview. Undefined where no input does that. */
  propose?(input: I, texts: { before: string; after: string }): I | undefined;
  /** Throws for a failure whose message is for the model. */
  run(input: I, context: ToolContext): Promise<ToolOutput>;
}

// biome-ignore lint/suspicious/noExplicitAny: tools of every input live in one list; each parses its own
export type AnyTool = Tool<any>;
