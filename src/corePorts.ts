/** What the core is given by its owner: its ports, where it reads from, and what a session of it is opened with. */
import type { McpParts, ServerToStart } from './adapters/mcp/mcp';
import type { AgentDefinition } from './agent/ports/agents';
import type { Checkpoints } from './agent/ports/files';
import type { ApprovalPort, Mentions, PastCalls, QuestionPort, SlashCommands } from './agent/ports/human';
import type { Clock } from './agent/ports/machine';
import type { ModelPort } from './agent/ports/model';
import type { ToolContext } from './agent/ports/tool';
import type { Session } from './agent/session/session';
import type { Permissions } from './agent/tools/approval';
import type { Place } from './agent/tools/toolbox';
import type { ToolRegistry } from './agent/tools/toolRegistry';
import type { FolderAcceptance } from './hooks/parent/accepting/acceptance';
import type { HookHost } from './hooks/parent/host/hookHost';
import type { HostServices } from './hooks/parent/lasting/hostServices';
import type { ToolHost, ToolHostOptions } from './hooks/parent/tools/toolHost';
import type { StreamItem } from './shared/stream/stream';

export interface CorePorts extends Pick<ToolContext, 'processes' | 'sandbox' | 'search' | 'diagnostics' | 'web'> {
  place: Place;
  /** Ours, as MCP servers are told it. */
  version: string;
  /** Where tools are other than ours; they are registered in it. */
  registry?: ToolRegistry;
  /** Those of agents that run elsewhere, where any are judged beside ours. */
  guestRegistry?: ToolRegistry;
  clock: Clock;
  startHooks(services: HostServices): HookHost;
  startTools(services: Omit<ToolHostOptions, 'script' | 'environment'>): ToolHost;
  /** `ownModel` is what the agent's definition names. */
  model(agent: string, ownModel: string | undefined): ModelPort;
  /** The system prompt, of a subagent where one is given. */
  system(agent: AgentDefinition | undefined): string;
  /** Name patterns of tools whose calls whoever started the run answers. */
  external?: readonly string[];
  /** Which hook and tool files may run; all may where it is left out. */
  accepted?: FolderAcceptance;
  /** What MCP servers ask of the human, and where what they are given is kept. */
  servers?: Pick<McpParts, 'inputs' | 'secrets' | 'browser' | 'signsInAtOnce' | 'definitions'>;
  /** Which MCP servers may start; all may where it is left out. */
  acceptsServer?(server: ServerToStart): boolean;
  approvals: ApprovalPort;
  /** Absent where no human is there to answer. */
  questions?: QuestionPort;
  /** With what was allowed for that session, where one is named. */
  permissions(sessionId?: string): Permissions;
  /** Absent where nobody is shown how far a rule reaches. */
  pastCalls?: PastCalls;
  /** Sources of slash commands beside files; they come before these. */
  commands?: readonly SlashCommands[];
  /** Of what can be mentioned with an @ beside files. */
  mentions?: readonly Mentions[];
  /** Gets the stream of every session. */
  telemetry?: { take(item: StreamItem): void; dispose(): Promise<void> };
  /** Absent where what agents do to files is not kept for taking it back. */
  checkpoints?: Checkpoints;
  /** Why no tool that acts is offered, if none is. */
  distrusted(): string | undefined;
  /** Tells the human that a session cannot be written to its file, once until it can be again; what is done in it fails meanwhile. */
  unrecorded(why: string): void;
  log: CoreLog;
}

export interface CoreLog {
  /** Hooks and workspace tools speak; `host` is the hook host itself, which has failed. */
  said(text: string, by?: 'host'): void;
  info(text: string): void;
  error(text: string): void;
}

/** Where hooks, tools, agents and MCP servers are read from. */
export interface Sources {
  /** Workspace folders, in order. */
  folders: readonly string[];
  /** The user's own hook files come before those of all folders. */
  userHooks?: string;
  /** Folders of hook files that come after them. */
  moreHooks?: readonly string[];
  /** False where hook files of the workspace folders, and of their agents, do not count. */
  workspaceHooks?: boolean;
  /** Ids of hooks that are switched off. */
  disabled?: readonly string[];
  /** False where no tools of files are offered. */
  tools?: boolean;
  /** Hook files that are not loaded, as if they were not there. */
  except?: readonly string[];
}

export interface OpeningSession {
  id?: string;
  /** Of an earlier life, to go on from. */
  items?: StreamItem[];
  /** That life was another session's. */
  forked?: boolean;
  /** What hooks kept in it then. */
  kept?: Iterable<[string, unknown]>;
  /** The file that it is kept in. */
  path?: string;
  /** Of an agent that runs elsewhere, with tools of its own: nothing of it is done or confined here. */
  guest?: true;
}

export interface OpenSession {
  session: Session;
  /** What was said so far is in its file. */
  settle(): void;
  /** Its file is written no more. */
  close(): void;
}
