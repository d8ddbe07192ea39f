/** The files that a core lives by: agents, hooks and tools, in the order in which they count, live once they are saved and accepted. */
import { basename, dirname, join, relative, sep } from 'node:path';
import { type AgentFiles, agentFolders } from './adapters/definitions/agentFiles';
import { diskFiles } from './adapters/disk/diskFiles';
import { FileStamps } from './adapters/disk/fileStamps';
import type { foreignScopes } from './agent/tools/foreignTool';
import type { ToolRegistry } from './agent/tools/toolRegistry';
import type { CorePorts, Sources } from './corePorts';
import type { HookProblem } from './hooks/chain/words/registered';
import type { ChangedBy } from './hooks/parent/accepting/acceptance';
import { type HeldFile, HookReloader, type Reloaded } from './hooks/parent/accepting/reloader';
import { agentLayer, type HookLayer } from './hooks/parent/building/hookLayers';
import type { HookHost } from './hooks/parent/host/hookHost';
import type { ToolHost } from './hooks/parent/tools/toolHost';
import { Listeners } from './shared/basics/listeners';
import { ToolFiles } from './tools/toolFiles';

export type ReloadKind = 'hooks_reloaded' | 'tools_reloaded';

interface Parts extends Pick<CorePorts, 'accepted'> {
  registry: ToolRegistry;
  scopes: ReturnType<typeof foreignScopes>;
  agents: AgentFiles;
  hooks: HookHost;
  tools: ToolHost;
}

export class CoreFiles {
  readonly hookFiles: HookReloader;
  /** Of the workspace. */
  folders: readonly string[] = [];
  private readonly agents: AgentFiles;
  private readonly accepted: CorePorts['accepted'];
  private readonly toolReloader: HookReloader;
  private readonly toolFiles: ToolFiles;
  private readonly reloadListeners = new Listeners<[kind: ReloadKind, reloaded: Reloaded]>();
  private readonly problemListeners = new Listeners();
  private readonly stamps = new FileStamps();
  /** By the human's hand, and not live yet. */
  private readonly saved = new Set<string>();

  constructor({ registry, scopes, agents, accepted, hooks, tools }: Parts) {
    this.agents = agents;
    this.accepted = accepted;
    this.hookFiles = new HookReloader(hooks, [], accepted);
    this.toolReloader = new HookReloader(tools, [], accepted);
    this.toolFiles = new ToolFiles(scopes, tools, (file) => scopeName(file, this.folders));
    this.hookFiles.onDidReload((reloaded) => this.tellReload('hooks_reloaded', reloaded));
    this.toolReloader.onDidReload((reloaded) => {
      this.toolFiles.update();
      const { problems } = this.toolFiles;
      if (reloaded.files.length > 0)
        this.tellReload('tools_reloaded', { ...reloaded, problems: [...reloaded.problems, ...problems] });
    });
    registry.onDidChange(() => this.tellProblems());
  }

  /** What is wrong with the files of agents, hooks and tools now. */
  get problems(): HookProblem[] {
    return [...this.agents.problems, ...this.hookFiles.problems, ...this.toolReloader.problems, ...this.toolFiles.problems];
  }

  /** Files of hooks, or of workspace tools, became live. */
  onDidReload(listener: (kind: ReloadKind, reloaded: Reloaded) => void): { dispose(): void } {
    return this.reloadListeners.add(listener);
  }

  onDidChangeProblems(listener: () => void): { dispose(): void } {
    return this.problemListeners.add(listener);
  }

  /** Files of hooks and tools that wait for the human. */
  get held(): HeldFile[] {
    return [...this.hookFiles.held, ...this.toolReloader.held];
  }

  /** The texts of one that waits, in force and on disk, by path. */
  heldTexts(file: string) {
    return this.hookFiles.heldTexts(file) ?? this.toolReloader.heldTexts(file);
  }

  /** What is to be written, by path, for the version in force of one that waits to be on disk again. */
  textsToPutBack(file: string) {
    return this.hookFiles.textsToPutBack(file) ?? this.toolReloader.textsToPutBack(file);
  }

  /** The human accepts the versions that they have seen. */
  async makeLive(seen: readonly Pick<HeldFile, 'file' | 'version'>[]): Promise<void> {
    for (const reloader of [this.hookFiles, this.toolReloader]) {
      const its = seen.filter(({ file }) => reloader.held.some((held) => held.file === file));
      if (its.length > 0) await reloader.makeLive(its);
    }
  }

  /**
   * Loads agents, hooks and tools anew; returns the files that were accepted because their folder is trusted for the first time. Servers are another
   * matter: `loadServers`.
   */
  async load({
    folders,
    userHooks,
    moreHooks = [],
    workspaceHooks = true,
    disabled = [],
    tools = true,
    except,
  }: Sources): Promise<string[]> {
    this.folders = folders;
    const { accepted } = this;
    accepted?.begin([...(userHooks === undefined ? [] : [dirname(dirname(userHooks))]), ...folders]);
    this.agents.load(folders.flatMap(agentFolders));
    this.tellProblems();
    const below = (name: string) =>
      folders.map((one) => ({
        root: join(one, '.hooksmith', name),
        ...(folders.length > 1 ? { folder: diskFiles.realPath(one) } : {}),
      }));
    const inOrder = (roots: readonly Pick<HookLayer, 'root' | 'folder'>[], first: number) =>
      roots.map((one, n): HookLayer => ({ ...one, layer: first + n, except }));
    const layers: HookLayer[] = [
      ...(userHooks === undefined ? [] : [{ root: userHooks, layer: 0 }]),
      ...(workspaceHooks ? inOrder(below('hooks'), 1) : []),
      ...inOrder(
        moreHooks.map((root) => ({ root })),
        folders.length + 1,
      ),
      ...(workspaceHooks ? below('agents').map((one) => ({ ...one, layer: agentLayer, ofAgents: true, except })) : []),
    ];
    await this.hookFiles.loadAll(layers, [...disabled]);
    await this.toolReloader.loadAll(tools ? inOrder(below('tools'), 1) : []);
    return accepted?.settle() ?? [];
  }

  /** A file was saved, made, renamed or deleted; who says so again is not heard twice. Resolves when what it means is live. */
  changed(path: string, by?: ChangedBy): Promise<void> {
    // Its text may have been seen before it was known to be the human's.
    if (by !== undefined && this.held.length > 0) this.stamps.forget(path);
    if (by !== 'save') return this.stamps.once(path, () => this.readAnew(path));
    // Another sign of the save may have been first, and be on its way.
    this.saved.add(path);
    return this.stamps.once(path, () => this.readAnew(path)).finally(() => this.saved.delete(path));
  }

  private async readAnew(path: string): Promise<void> {
    const saved = () => this.saved.has(path);
    const holdsAgents = this.folders.flatMap(agentFolders).some((folder) => `${folder}${sep}`.startsWith(path + sep));
    if (holdsAgents || /[/\\]agents[/\\][^/\\]+\.md$/.test(path)) {
      this.agents.load();
      this.tellProblems();
    }
    await Promise.all([this.hookFiles.changed(path, saved), this.toolReloader.changed(path, saved)]);
  }

  /** The hosts are to be closed first. */
  async dispose(): Promise<void> {
    this.reloadListeners.clear();
    this.problemListeners.clear();
    await Promise.all([this.hookFiles.dispose(), this.toolReloader.dispose()]);
  }

  private tellReload(kind: ReloadKind, reloaded: Reloaded): void {
    this.reloadListeners.tell(kind, reloaded);
    this.tellProblems();
  }

  private tellProblems(): void {
    this.problemListeners.tell();
  }
}

/** A tool file's scope goes by its path in its workspace folder; where there are several, with that folder's name before it. */
function scopeName(file: string, folders: readonly string[]): string {
  const folder = folders.find((one) => file.startsWith(one + sep));
  if (folder === undefined) return file;
  const path = relative(folder, file).replaceAll(sep, '/');
  return folders.length > 1 ? `${basename(folder)}/${path}` : path;
}
