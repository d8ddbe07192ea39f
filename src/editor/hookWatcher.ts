/** Brings saves, new and deleted files, trust and settings to the reloaders of hooks and of tools, and to the definitions of agents. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import { type AgentFiles, agentFolders } from '../adapters/agentFiles';
import { agentLayer, type HookLayer, type HookReloader } from '../hooks/parent/reloader';
import { writeTypings } from './hookTypings';
import type { Settings } from './settings';

export interface HookWatcherParts {
  userRoot: string;
  settings: Settings;
  agents: AgentFiles;
  /** The definitions of agents were read anew. */
  agentsRead(): void;
  typings: string;
  version: string;
  log: vscode.LogOutputChannel;
}

export class HookWatcher {
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(
    private readonly reloader: HookReloader,
    private readonly tools: HookReloader,
    private readonly parts: HookWatcherParts,
  ) {
    const changed = (uri: vscode.Uri) => void this.written(uri.fsPath);
    const watcher = vscode.workspace.createFileSystemWatcher('**/.hooksmith/**/*.{ts,mts,js,mjs}');
    const user = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(parts.userRoot), '**/*.{ts,mts,js,mjs}'),
    );
    const agents = vscode.workspace.createFileSystemWatcher('**/{.hooksmith,.claude}/agents/*.md');
    this.subscriptions.push(
      // The save itself is the quickest sign; the watcher sees what came from elsewhere.
      vscode.workspace.onDidSaveTextDocument((document) => changed(document.uri)),
      ...[watcher, user, agents].flatMap((one) => [
        one,
        one.onDidChange(changed),
        one.onDidCreate(changed),
        one.onDidDelete(changed),
      ]),
    );
  }

  /** Loads everything anew: at start, when trust was given, by command. */
  async start(): Promise<void> {
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const has = (name: string) => existsSync(join(folder.uri.fsPath, '.hooksmith', name));
      if (vscode.workspace.isTrusted && (has('hooks') || has('tools'))) {
        await writeTypings(folder.uri.fsPath, this.parts.typings, this.parts.version).catch((error: Error) =>
          this.parts.log.warn(`typings of hook files were not written: ${error.message}`),
        );
      }
    }
    this.parts.agents.load(this.trustedFolders().flatMap(agentFolders));
    this.parts.agentsRead();
    await this.reloader.loadAll(this.layers(), this.disabledIds());
    await this.tools.loadAll(this.ofFolders('tools'));
  }

  async written(path: string): Promise<void> {
    if (path.includes(`${join('.hooksmith', 'types')}`) || path.includes('node_modules')) return;
    if (/[/\\]agents[/\\][^/\\]+\.md$/.test(path)) {
      this.parts.agents.load();
      this.parts.agentsRead();
    }
    await Promise.all([this.reloader.changed(path), this.tools.changed(path)]);
  }

  async settingsChanged(): Promise<void> {
    await this.reloader.setDisabled(this.disabledIds());
  }

  /** Ids of hooks that are switched off; settings hold them relative to their folder, so that they can be shared. */
  disabledIds(): string[] {
    return this.parts.settings.get('disabledHooks').map((id) => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
      return folder && !id.startsWith('/') && !/^[A-Za-z]:/.test(id) ? join(folder, id) : id;
    });
  }

  async setEnabled(ids: readonly string[], enabled: boolean): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const stored = ids.map((id) => (folder && id.startsWith(folder) ? relative(folder, id).replaceAll('\\', '/') : id));
    const before = this.parts.settings.get('disabledHooks');
    const after = enabled ? before.filter((id) => !stored.includes(id)) : [...new Set([...before, ...stored])];
    await this.parts.settings.set('disabledHooks', after, vscode.ConfigurationTarget.Workspace);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private layers(): HookLayer[] {
    return [
      { root: this.parts.userRoot, layer: 0 },
      ...this.ofFolders('hooks'),
      ...this.ofFolders('agents').map(({ root }) => ({ root, layer: agentLayer, ofAgents: true })),
    ];
  }

  private ofFolders(name: 'hooks' | 'tools' | 'agents'): HookLayer[] {
    return this.trustedFolders().map((folder, index) => ({ root: join(folder, '.hooksmith', name), layer: index + 1 }));
  }

  /** Nothing of a workspace that is not trusted is loaded. */
  private trustedFolders(): string[] {
    return vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [];
  }
}
