/**
 * The core: hooks, tools, agents, MCP servers and sessions, put together in one place from what its owner gives it. The extension, the command line and the
 * tests all run this. It knows every room; no room knows it.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AgentFiles } from './adapters/definitions/agentFiles';
import { commandFiles, skillFiles } from './adapters/definitions/commandFiles';
import { instructionFiles } from './adapters/definitions/instructionFiles';
import { confinedPrograms } from './adapters/machine/confinedPrograms';
import { McpServers, type ServerToStart } from './adapters/mcp/mcp';
import { serverPrompts, serverResources } from './adapters/mcp/serverPrompts';
import { readSession } from './adapters/sessions/sessionFile';
import { SessionLog } from './adapters/sessions/sessionLog';
import { isBegun } from './adapters/sessions/sessionPaths';
import type { AgentDefinition } from './agent/ports/agents';
import { mainAgent } from './agent/ports/agents';
import type { SlashCommands } from './agent/ports/human';
import type { AnyTool } from './agent/ports/tool';
import { ScopeEvents } from './agent/session/scopeEvents';
import { Session } from './agent/session/session';
import { foreignScopes } from './agent/tools/foreignTool';
import { Toolbox } from './agent/tools/toolbox';
import { ToolRegistry } from './agent/tools/toolRegistry';
import { CoreFiles, type ReloadKind } from './coreFiles';
import type { CorePorts, OpeningSession, OpenSession, Sources } from './corePorts';
import type { HookProblem } from './hooks/chain/words/registered';
import type { StrayFailure } from './hooks/hostProtocol';
import type { ChangedBy } from './hooks/parent/accepting/acceptance';
import type { HeldFile, HookReloader, Reloaded } from './hooks/parent/accepting/reloader';
import type { HookHost } from './hooks/parent/host/hookHost';
import type { HostServices } from './hooks/parent/lasting/hostServices';
import type { ConfineProcess } from './hooks/parent/process/startedChild';
import type { ToolHost } from './hooks/parent/tools/toolHost';
import { Listeners } from './shared/basics/listeners';
import { builtIn } from './shared/calls/toolNames';
import type { CompleteOptions, Completer } from './shared/hooks/dispatch';
import { eventNames } from './shared/hooks/points';
import { patternsIn } from './shell/rules/rules';
import { builtInTools } from './tools';

/** What stands for the human's rules, and for what is done on this side, where an agent runs elsewhere: it has rules of its own. */
export const guestPorts: Pick<CorePorts, 'permissions' | 'pastCalls' | 'checkpoints' | 'sandbox'> = {
  permissions: () => ({
    ...{ mode: 'ask', allow: [], ask: [], deny: [] },
    ...{ sandbox: 'off', unheld: 'it runs in another agent, where our sandbox does not reach' },
  }),
};

export class Core {
  readonly registry: ToolRegistry;
  readonly agents = new AgentFiles([], () => this.registry.names);
  readonly toolbox: Toolbox;
  readonly services: Pick<HostServices, 'toolFacts' | 'complete'>;
  readonly hooks: HookHost;
  private readonly files: CoreFiles;
  /** Slash commands of all sources. */
  readonly commands: readonly SlashCommands[];
  private readonly skills = skillFiles(() => this.trustedPlace());
  private readonly tools: ToolHost;
  /** MCP servers: how they stand, and what they offer to the human. */
  readonly servers: McpServers;
  private readonly failureListeners = new Listeners<[StrayFailure]>();
  private scopeEvents: ScopeEvents | undefined;
  private readonly sessions = new Set<Session>();
  /** Of agents that run elsewhere. */
  private readonly guests = new Set<Session>();
  /** What agents that run elsewhere have: any tool there is. */
  readonly guestTools: Toolbox;

  constructor(private readonly ports: CorePorts) {
    this.registry = ports.registry ?? new ToolRegistry();
    const { registry, agents } = this;
    const { place, distrusted, log, version, accepted, acceptsServer } = ports;
    const restricted = () => {
      const { deny, ask } = ports.permissions();
      return [...this.hooks.restrictedPaths, ...patternsIn([...deny, ...ask])];
    };
    this.toolbox = new Toolbox(registry, place, agents, ports.external, restricted, (tool) => this.servers.bring(tool));
    const without = (tool: AnyTool) => (tool.commandLine ? ports.processes.unavailable : undefined);
    const searches = (agent: AgentDefinition | undefined) => {
      try {
        return ports.model(agent?.name ?? mainAgent, agent?.model).searchTool !== undefined;
      } catch {
        // Which tools there are is no question of a model: that there is none is told where it is to answer.
        return false;
      }
    };
    const ours = builtInTools(agents, searches, this.skills);
    registry.registerScope(
      builtIn,
      ours.map(
        (tool): AnyTool =>
          tool.readOnly ? tool : { ...tool, disabled: () => distrusted() ?? without(tool) ?? tool.disabled?.() },
      ),
    );
    const { guestRegistry } = ports;
    guestRegistry?.registerScope(builtIn, ours);
    this.guestTools = guestRegistry ? new Toolbox(guestRegistry, place, agents, [], restricted) : this.toolbox;
    this.services = {
      toolFacts: (toolName, input, caller) => this.toolsOf(caller?.runId).factsAt(toolName, input, caller?.place),
      complete: (prompt, options, by) => this.complete(prompt, options, by),
    };
    const failed = (failure: StrayFailure) => this.failureListeners.tell(failure);
    this.hooks = ports.startHooks({ ...this.services, cwd: place.cwd, log: log.said, observerFailed: failed });
    const confined = confinedPrograms(ports.permissions, ports.sandbox);
    const start: ConfineProcess = (argv, kill) => confined.start(argv, place.cwd, kill);
    this.tools = ports.startTools({
      cwd: place.cwd,
      log: log.said,
      withholds: () => eventNames.some((event) => this.hooks.redacts(event)),
      failed,
      confine: () => (confined.words() ? start : undefined),
    });
    const scopes = foreignScopes(registry);
    this.files = new CoreFiles({ registry, scopes, agents, accepted, hooks: this.hooks, tools: this.tools });
    this.servers = new McpServers({ ...ports.servers, scopes, version, log, accepts: acceptsServer, confined });
    this.commands = [...(ports.commands ?? []), serverPrompts(this.servers), commandFiles(() => this.trustedPlace())];
  }

  /** Where the files of hooks are in force. */
  get hookFiles(): HookReloader {
    return this.files.hookFiles;
  }

  /** What is wrong with the files of agents, hooks and tools now. */
  get problems(): HookProblem[] {
    return this.files.problems;
  }

  onDidChangeProblems(listener: () => void): { dispose(): void } {
    return this.files.onDidChangeProblems(listener);
  }

  /** Files of hooks and tools that wait for the human. */
  get held(): HeldFile[] {
    return this.files.held;
  }

  /** The texts of one that waits, in force and on disk, by path. */
  heldTexts(file: string) {
    return this.files.heldTexts(file);
  }

  /** What is to be written, by path, for the version in force of one that waits to be on disk again. */
  textsToPutBack(file: string) {
    return this.files.textsToPutBack(file);
  }

  /** The human accepts the versions that they have seen. */
  makeLive(seen: readonly Pick<HeldFile, 'file' | 'version'>[]): Promise<void> {
    return this.files.makeLive(seen);
  }

  /** Files of hooks, or of workspace tools, became live. */
  onDidReload(listener: (kind: ReloadKind, reloaded: Reloaded) => void): { dispose(): void } {
    return this.files.onDidReload(listener);
  }

  /**
   * Loads agents, hooks and tools anew; returns the files that were accepted because their folder is trusted for the first time. Servers are another
   * matter: `loadServers`.
   */
  load(sources: Sources): Promise<string[]> {
    return this.files.load(sources);
  }

  /** A file was saved, made, renamed or deleted; who says so again is not heard twice. Resolves when what it means is live. */
  changed(path: string, by?: ChangedBy): Promise<void> {
    return this.files.changed(path, by);
  }

  /** Resolves when the session that is open was told of all tools that came and went. Never rejects. */
  get scopesTold(): Promise<void> {
    return this.scopeEvents?.told ?? Promise.resolve();
  }

  /** Something failed for which no dispatch and no call waits. */
  onDidFail(listener: (failure: StrayFailure) => void): { dispose(): void } {
    return this.failureListeners.add(listener);
  }

  /** MCP servers that wait for the human. */
  get waitingServers(): readonly ServerToStart[] {
    return this.servers.waiting;
  }

  onDidChangeWaitingServers(listener: () => void): { dispose(): void } {
    return this.servers.onDidChangeWaiting(listener);
  }

  /** Resolves when all servers that the folders declare have started or failed. With `anew` those that run are started again. */
  loadServers(anew = false): Promise<void> {
    return this.servers.load(
      this.files.folders.flatMap((folder) => [join(folder, '.mcp.json'), join(folder, '.vscode', 'mcp.json')]),
      anew,
    );
  }

  /** A session on this core. Tools that come and go are told to the last one. */
  open({ id = randomUUID(), items, forked, kept, path, guest }: OpeningSession = {}): OpenSession {
    const { agents, hooks, ports } = this;
    const { clock, approvals, questions, system } = ports;
    const { place, processes, search, diagnostics, web } = ports;
    const { permissions, pastCalls, checkpoints, sandbox } = guest ? guestPorts : ports;
    const tools = guest ? this.guestTools : this.toolbox;
    const createdAt = new Date(clock.now()).toISOString();
    const log = path === undefined ? undefined : new SessionLog(path, id, createdAt, (why) => ports.unrecorded(why));
    const session = new Session({
      id,
      items,
      forked,
      kept,
      checkpoints,
      append: (item) => log?.append(item),
      deps: {
        ...{ clock, agents, hooks, tools, approvals, questions, permissions, system, pastCalls },
        instructions: instructionFiles(() => this.trustedPlace()),
        skills: this.skills,
        commands: this.commands,
        mentions: [...(ports.mentions ?? []), serverResources(this.servers)],
        model: (agent, named = agents.get(agent)?.model) => ports.model(agent, named),
        environment: {
          ...{ cwd: place.cwd, files: place.files, processes, sandbox, search, diagnostics, web },
          get folders() {
            return place.folders;
          },
          seen: new Map(),
        },
      },
    });
    if (session.problem) ports.log.error(`session ${id}: its history was mended: ${session.problem}`);
    if (guest) this.guests.add(session);
    else {
      this.scopeEvents?.dispose();
      this.scopeEvents = new ScopeEvents(this.registry, session);
    }
    this.sessions.add(session);
    const { telemetry } = ports;
    if (telemetry) session.onItem((item) => telemetry.take(item));
    const close = () => {
      this.sessions.delete(session);
      this.guests.delete(session);
      log?.close();
    };
    return { session, settle: () => log?.settle(), close };
  }

  /** A session of an agent that runs elsewhere, as far as it is recorded at `path`, and recorded there from now on. */
  openGuest(id: string, path: string): OpenSession {
    const stored = isBegun(path) ? readSession(path) : undefined;
    for (const problem of stored?.problems ?? []) this.ports.log.error(problem);
    return this.open({ id, path, guest: true, items: stored?.items, kept: stored?.kept });
  }

  /** Those of the agent whose run it is. */
  private toolsOf(runId: string | undefined): Toolbox {
    const isGuest = runId !== undefined && [...this.guests].some((session) => session.hasRun(runId));
    return isGuest ? this.guestTools : this.toolbox;
  }

  private trustedPlace() {
    const { place, distrusted } = this.ports;
    return { home: place.home, files: place.files, folders: distrusted() === undefined ? place.folders : [] };
  }

  /** Processes of hooks and tools are given another environment from now on. */
  environmentChanged(): void {
    this.hooks.restart();
    this.tools.restart();
  }

  /** Tools and servers start anew, held to what they are to be held to now. */
  sandboxChanged(): void {
    this.tools.restart();
    void this.loadServers();
  }

  /** Sessions are to be disposed of first. */
  async dispose(): Promise<void> {
    this.scopeEvents?.dispose();
    await Promise.all([this.hooks.close(), this.tools.close()]);
    this.failureListeners.clear();
    await Promise.all([
      this.files.dispose(),
      this.servers.dispose(),
      this.ports.sandbox?.dispose(),
      this.ports.telemetry?.dispose(),
    ]);
  }

  /** Of the session whose run it is; beside runs, of the last one that was opened, of our own where there is one. */
  private complete(prompt: string, options: CompleteOptions, by: Completer): Promise<string> {
    const open = [...this.sessions];
    const session = open.find((one) => one.hasRun(by.runId)) ?? open.findLast((one) => !this.guests.has(one)) ?? open.at(-1);
    return session ? session.complete(prompt, options, by) : Promise.reject(new Error('no session is open'));
  }
}
