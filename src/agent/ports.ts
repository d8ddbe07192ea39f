/**
 * What the loop needs from outside. Everything here is implemented in `hooks`, `tools`, `models`, `adapters` or `editor`, and put together in the two
 * composition roots. A port must not throw for an expected failure unless it says so.
 */
import type { z } from 'zod';
import type { FileChange, LeftOut } from '../shared/checkpoints';
import type { Confinement } from '../shared/confinement';
import type { DispatchRequest, DispatchResult, JudgeResult, Purpose } from '../shared/dispatch';
import type { ApprovalAnswer, ApprovalRequest, DecidedBy, StreamItem } from '../shared/events';
import type { HookDescription, PathLimits } from '../shared/hookDescription';
import type { InstructionFile, InstructionProblem } from '../shared/instructions';
import type { JsonObject } from '../shared/json';
import type { ImageBlock, ModelRequest, ModelResponse, TextBlock } from '../shared/messages';
import type { EventName } from '../shared/points';
import type { PromptPart } from '../shared/promptParts';
import type { Question, QuestionAnswer, QuestionRequest } from '../shared/questions';
import type { SlashCommand } from '../shared/slashCommands';

/** Time and identity, so that golden transcripts are stable. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A fresh id that starts with `prefix`. */
  id(prefix: string): string;
}

export interface ModelStream {
  signal: AbortSignal;
  /** What the answer is for; a rehearsal says so. */
  purpose?: Purpose;
  onDelta(delta: { type: 'text' | 'thinking'; text: string }): void;
  /** An automatic retry begins: deltas so far are void; `waitMs` until it starts. */
  onRetry(retry: { attempt: number; waitMs: number; status?: number; message: string }): void;
}
/** Domains of the pages that a search of the web may find. */
export interface SearchLimits {
  allowed_domains?: string[];
  blocked_domains?: string[];
}
export interface ModelPort {
  /** What people see: `Rehearsal`, `Claude Sonnet 5`. */
  label: string;
  /** Goes into `request.model`. */
  model: string;
  /** It answers in the name of whatever model is asked for. */
  playsAny?: true;
  maxTokens: number;
  /** Context window in tokens. */
  contextWindow: number;
  /** Fields that each request begins with, as `thinking`; hooks see and may change them. */
  defaults?: Partial<ModelRequest>;
  /** Rejects with a `ModelError`, or with the signal's reason when aborted. */
  call(request: ModelRequest, stream: ModelStream): Promise<ModelResponse>;
  /** Input tokens that the request would take; absent where the model cannot tell. Rejects with a `ModelError`. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>;
  /** The tool by which its provider searches the web, as a request declares it; absent where there is none. */
  searchTool?(limits: SearchLimits): JsonObject;
  /** No price is known for it: people are told so. */
  priceUnknown?: true;
  /** USD of one call; 0 where the price is unknown. */
  costUsd(model: string, usage: ModelResponse['usage']): number;
}
/** A model call that failed for good, automatic retries included. */
export class ModelError extends Error {
  override name = 'ModelError';
  constructor(
    message: string,
    readonly facts: { kind: string; status?: number; retryable: boolean },
  ) {
    super(message);
  }
}

/** A hook set a value for the session, or took one out. */
export interface KeptChange {
  key: string;
  value?: unknown;
  gone?: true;
}
/** The same as a line of the session's file. */
export type StateItem = { kind: 'state' } & KeptChange;

export interface HookPort {
  /** Never rejects for a hook's failure (that is in the result); a dead host denies or errs by the point's `onError`. */
  dispatch<E extends EventName>(request: DispatchRequest<E>, signal?: AbortSignal): Promise<DispatchResult<E>>;
  /** The policies alone, on the input that would run. */
  judge(request: DispatchRequest<'preToolUse'>): Promise<JudgeResult>;
  /** False where no hook is registered for the event, so that the loop can skip costly payloads (modelDelta). */
  wants(event: EventName): boolean;
  /** True where a hook with `redacts` is registered for the event: nothing of it may be shown before the chain ran. */
  redacts(event: EventName): boolean;
  /** True where the agent has hooks of its own. */
  hasOwn(agentName: string): boolean;
  /** What hooks keep for the session, as `ctx.session`: it holds `entries` from now on, and every change is told, until it is disposed of. */
  openSession(id: string, entries: Iterable<[string, unknown]>, changed: (change: KeptChange) => void): { dispose(): void };
  /** Hands HookEvents to `event` observers; batched, in order, never awaited by the loop. */
  observe(item: StreamItem): void;
  /** Resolves when all observers of the run have finished; then the run's state is dropped. */
  endRun(runId: string): Promise<void>;
  /** Id of the set in force. */
  readonly hookSet: string;
  /** What the policies that would judge this call say of paths in general. */
  pathLimits(request: DispatchRequest): PathLimits[];
  /** The hooks of a set that is, or lately was, in force. */
  describe?(hookSet: string): readonly HookDescription[] | undefined;
  onDidChange(listener: () => void): { dispose(): void };
  /** A debugger holds the hooks, until `resumed` resolves: time in which the human is at work, not the run. */
  onDidPause?(listener: (resumed: Promise<void>) => void): { dispose(): void };
}

/** A change of one cell, for whoever has the notebook open. */
export interface CellChange {
  mode: 'replace' | 'insert' | 'delete';
  /** The cell's place, from 0; of a new one, where it will stand. */
  index: number;
  kind: 'code' | 'markdown' | 'raw';
  source: string;
}

/**
 * How a tool reaches files, so that the editor's own documents (dirty ones too) are what it reads and writes. Paths are real ones, as `realPath` gave them
 * when the call was judged: where a link stands in the way by now, all of these reject and do nothing.
 */
export interface Files {
  /** Where the notebook is open in an editor: changes it there, and saves it. False where it is not open. */
  editNotebook?(path: string, change: CellChange): Promise<boolean>;
  /** Text as the user sees it (an open dirty editor's text). Rejects with a Node-style `code` (ENOENT, EISDIR …). */
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Creates missing parents. In an open editor the change is one undo step. */
  writeText(path: string, text: string): Promise<void>;
  stat(path: string): Promise<{ type: 'file' | 'directory' | 'other'; size: number; mtimeMs: number } | undefined>;
  list(path: string): Promise<{ name: string; type: 'file' | 'directory' | 'other' }[]>;
  /** Runs `use` with another name of this folder, one that stays with it whatever is put in its place: for a process to work in. */
  within<T>(folder: string, use: (held: string) => Promise<T>): Promise<T>;
  /** Real path; for a file that does not exist, its nearest existing parent's real path and the rest. Synchronous: it is part of judging. */
  realPath(path: string): string;
  /** Names in a folder, undefined where it cannot be listed. Synchronous: what a command line's globs find is part of judging. */
  names?(path: string): string[] | undefined;
  /**
   * All that lies beneath a folder, as paths below it; what a link leads to is added as an absolute path, not followed. Undefined where there is more than
   * `most`, or some of it cannot be listed. Synchronous, as above.
   */
  tree?(path: string, most: number): string[] | undefined;
}

/** What was read of files that instruct agents, outermost first. */
export interface Instructions {
  readonly files: readonly InstructionText[];
  readonly problems: readonly InstructionProblem[];
}
export interface InstructionText extends InstructionFile {
  /** As it is shown to the agent. */
  text: string;
}
/** Files in which a workspace and its user instruct agents. `hides` says why one may not be shown, if it may not. Never rejects for a file that cannot be read. */
export interface InstructionFiles {
  atTop(hides: (path: string) => Promise<string | undefined>): Promise<Instructions>;
  /** Those of the folders between a workspace folder and these paths, but for the real paths that are known. */
  below(
    paths: readonly string[],
    known: ReadonlySet<string>,
    hides: (path: string) => Promise<string | undefined>,
  ): Promise<Instructions>;
}

/** What a slash command stands for. */
export interface ExpandedCommand {
  /** Where it is from. */
  kind: SlashCommand['origin'];
  text: string;
  path?: string;
  /** In place of the conversation's own, for the run that answers it. */
  model?: string;
  /** For the human: what of its definition does not count. */
  notes?: readonly string[];
}
/** One source of slash commands; those of all sources are offered, and the first that has a name counts. */
export interface SlashCommands {
  /** Never rejects. */
  list(): Promise<readonly SlashCommand[]>;
  /** Undefined where it has none of that name. Rejects with what is wrong, in words for the human. */
  expand(name: string, args: string): Promise<ExpandedCommand | undefined>;
}
export interface Skill {
  name: string;
  /** For the model: what it is good for, and when. */
  description: string;
}
/** What files teach agents to do; the text of one is loaded when an agent asks for it. */
export interface Skills {
  /** Reads which there are for that agent. `hides` says why a file may not be shown. Never rejects. */
  look(agentName: string, hides: (path: string) => Promise<string | undefined>): Promise<void>;
  /** Those that were there when it was last looked. */
  of(agentName: string): readonly Skill[];
  /** Undefined where none of that name was found for any agent, or its file is gone. */
  load(name: string, args: string): Promise<ExpandedCommand | undefined>;
}
/** Things to mention with an @ beside files and folders: problems, a terminal's output, a server's resources. */
export interface Mentions {
  /** The part that stands for it, undefined where this source has nothing of that name. Rejects with what is wrong, in words for the human. `hides` says why a file may not be shown. */
  read(mention: string, hides: (path: string) => Promise<string | undefined>): Promise<Omit<PromptPart, 'tag'> | undefined>;
}

export interface ProcessExit {
  code: number | null;
  signal: string | null;
  timedOut: boolean;
  /** What the sandbox kept it from, in words; only where it ran in one. */
  refused?: string[];
}
export interface RunningProcess {
  /** Undefined until it has one. */
  readonly pid: number | undefined;
  done: Promise<ProcessExit>;
  /** Ends the whole process tree: asked politely, then by force. */
  kill(): void;
  /** Its time limit stands still until what this returns is called. */
  wait?(): () => void;
}
export interface ShellOptions {
  cwd: string;
  timeoutMs?: number;
  /** Gets stdout and stderr as they come. */
  onOutput(chunk: string): void;
}
export interface Processes {
  /** A fresh shell in `cwd`. `unavailable` says why there is no shell. */
  shell(command: string, options: ShellOptions): RunningProcess;
  unavailable?: string;
}
/** Whether the command may reach this host from now on. The connection waits for it; without one, or where it rejects, it may not. */
export type AsksHost = (host: string) => Promise<boolean>;
/** The operating system's sandbox. */
export interface Sandbox {
  /** Why nothing can be confined here, in words. Never rejects. */
  unavailable(): Promise<string | undefined>;
  /** Which of these words cannot be held here, in words; empty where all can. Never rejects. */
  gaps(words: Confinement): Promise<string[]>;
  /** As `Processes.shell`. A command for which the sandbox cannot be set up does not run. */
  shell(command: string, options: ShellOptions & { words: Confinement; asksHost?: AsksHost }): RunningProcess;
  /**
   * What to start in place of a program, so that it runs held to these words: its owner starts it, and calls `end` when it has ended. `kill` is called when
   * it is to be ended at once. Rejects where the sandbox cannot be set up.
   */
  program(
    argv: readonly string[],
    options: { cwd: string; words: Confinement; kill(): void },
  ): Promise<{ argv: [string, ...string[]]; end(): Promise<void> }>;
  /** Ends what it keeps running; resolves when that is gone. */
  dispose(): Promise<void>;
}
export interface Search {
  /** Runs ripgrep with these arguments in `cwd`, on `input` where there is one; resolves with at most `maxBytes` of output. */
  run(
    args: string[],
    options: { cwd: string; input?: Uint8Array; signal: AbortSignal; maxBytes: number },
  ): Promise<{ code: number; stdout: string; stderr: string; truncated: boolean }>;
}
export type WebPage = {
  kind: 'page';
  /** Where it was found in the end. */
  url: string;
  status: number;
  /** As its server names it. */
  type: string;
  title?: string;
  text: string;
  /** There is more of it than was read. */
  cut: boolean;
};
export interface Web {
  /** Rejects with the signal's reason, or with what is wrong, in words for the model. A redirect to another host is not followed. */
  get(url: string, signal: AbortSignal): Promise<WebPage | { kind: 'elsewhere'; url: string; to: string }>;
}
export interface EditorDiagnostics {
  get(
    path?: string,
  ): Promise<{ path: string; line: number; column: number; severity: string; message: string; source?: string }[]>;
}

/** The conversation's own agent: its first segment of every branch. It has a definition only where a file of its name gives it one. */
export const mainAgent = 'main';

/** An agent as its file defines it. */
export interface AgentDefinition {
  /** One segment of a branch. */
  name: string;
  file: string;
  /** For the model that chooses among agents. */
  description: string;
  /** Its system prompt. */
  system: string;
  /** Names or name patterns of the tools it is offered; all where absent. */
  tools?: readonly string[];
  disallowedTools?: readonly string[];
  /** As the file names it; absent where it takes the model of the conversation. */
  model?: string;
  /** Agents that it may hand its work to. */
  handoffs?: readonly string[];
}
/** Agents that one may hand its work to, of those there are. */
export const handoffsOf = (agents: Pick<Agents, 'get'>, { name, handoffs = [] }: AgentDefinition): string[] =>
  handoffs.filter((one) => one !== name && (one === mainAgent || agents.get(one) !== undefined));
/** What an agent says to the one that goes on in its place. */
export interface Handoff {
  agent: string;
  message: string;
}
export interface Agents {
  /** Those that can be given a task. */
  all(): readonly AgentDefinition[];
  get(name: string): AgentDefinition | undefined;
}
/** What an agent hands to another. */
export interface AgentTask {
  subagent_type: string;
  prompt: string;
  description?: string;
  run_in_background?: boolean;
}

/** What all tools of one session share. */
export interface ToolContext {
  /** The workspace folder: relative paths start here. */
  cwd: string;
  readonly folders: readonly string[];
  signal: AbortSignal;
  /** Real paths of the input's path fields, by field: those that were judged. What a tool does with a field it does with these. */
  fieldPaths: Readonly<Record<string, string>>;
  toolCallId: string;
  branch: string;
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
  stop(): void;
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
  /** The text that a file would have after the call, for the approval's diff; undefined where it cannot be told. */
  preview?(
    input: I,
    context: Pick<ToolContext, 'cwd' | 'files' | 'fieldPaths'>,
  ): Promise<{ path: string; before: string; after: string } | undefined>;
  /** The input with which the file would have the text `after`: what the human made of the preview. Undefined where no input does that. */
  propose?(input: I, texts: { before: string; after: string }): I | undefined;
  /** Throws for a failure whose message is for the model. */
  run(input: I, context: ToolContext): Promise<ToolOutput>;
}

// biome-ignore lint/suspicious/noExplicitAny: tools of every input live in one list; each parses its own
export type AnyTool = Tool<any>;

/** A tool that others bring: a file of the workspace, an MCP server, another extension. */
export interface ForeignTool {
  name: string;
  description: string;
  /** JSON schema of an object. */
  inputSchema: JsonObject;
  readOnly?: boolean;
  external?: boolean;
  risk?: string;
  changed?(): string | undefined;
  allowed?(): void;
  disabled?(): string | undefined;
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

export interface ApprovalPort {
  /** Who answers, where it is not the human. */
  readonly decider?: DecidedBy;
  /** Resolves with the human's answer; rejects only with the signal's reason. Called again, with the same id, after an edit or a change of hooks. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

/** What became of files while somebody looked. */
export interface Watched {
  files: FileChange[];
  leftOut: LeftOut[];
  /** Why it is not known, or cannot be undone. */
  problem?: string;
}
/** Keeps what files were before calls changed them. Nothing of it rejects: a call runs whether it can be undone or not. */
export interface Checkpoints {
  /** A run begins: what a first look costs is paid while the model thinks. */
  prepare(): void;
  /** Looks before a call runs; the function that comes back looks again. Without `paths` the call may change anything in the workspace. */
  watch(paths: readonly string[] | undefined): Promise<() => Promise<Watched>>;
  /** What changed since the last look at the workspace. */
  sweep(): Promise<Watched>;
}

/** Calls of a tool that were made before, in this session and others, newest first. Never rejects. */
export type PastCalls = (toolName: string, most: number) => Promise<readonly { toolCallId: string; input: JsonObject }[]>;

export interface QuestionPort {
  /** Resolves with the human's answer; rejects only with the signal's reason. */
  ask(request: QuestionRequest, signal: AbortSignal): Promise<QuestionAnswer>;
}
