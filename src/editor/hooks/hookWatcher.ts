/** Brings saves, new and deleted files, folders, trust and settings to what is loaded from files: hooks, tools, agents, MCP servers. */
import { existsSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { ChangedBy } from '../../hooks/parent/accepting/acceptance';
import type { HeldFile } from '../../hooks/parent/accepting/reloader';
import { hooksFolder } from '../../hooks/parent/building/hookFiles';
import type { DisabledHooks } from '../window/disabledHooks';
import type { HumanSaves } from '../window/humanSaves';
import { runCommand } from '../window/ourCommands';
import type { Workspace } from '../window/workspace';
import { type Typings, writeTypings } from './hookTypings';

export interface Loaded {
  load(sources: { folders: readonly string[]; userHooks: string; disabled: string[] }): Promise<readonly string[]>;
  loadServers(anew?: boolean): Promise<void>;
  changed(path: string, by?: ChangedBy): Promise<void>;
  readonly held: readonly HeldFile[];
  makeLive(seen: readonly HeldFile[]): Promise<void>;
  readonly hookFiles: { setDisabled(ids: string[]): Promise<unknown> };
}
export interface HookWatcherParts {
  loaded: Loaded;
  workspace: Workspace;
  disabled: DisabledHooks;
  saves: HumanSaves;
  typings: Typings;
  /** Whoever judges with what is loaded goes on with the load. */
  around(load: () => Promise<void>): Promise<void>;
  log: vscode.LogOutputChannel;
}

export class HookWatcher {
  private readonly subscriptions: vscode.Disposable[];
  private readonly userHooks: string;
  private readonly loadedAll = new vscode.EventEmitter<void>();
  /** Everything is loaded, or has failed to: servers too, of a workspace that is trusted. */
  readonly onDidLoad = this.loadedAll.event;

  constructor(private readonly parts: HookWatcherParts) {
    const { workspace } = vscode;
    this.userHooks = hooksFolder(parts.workspace.home);
    const below = (folder: string, pattern: string) => new vscode.RelativePattern(vscode.Uri.file(folder), pattern);
    // That the very folder it watches has gone, the editor keeps to itself: it is told of by whoever watches the one above.
    const above = [this.userHooks, dirname(this.userHooks)].map((folder) => below(dirname(folder), basename(folder)));
    this.subscriptions = [
      // The save itself is the quickest sign; the watcher sees what came from elsewhere.
      workspace.onDidSaveTextDocument((document) => void (document.uri.scheme === 'file' && this.savedIn(document))),
      // Of a folder that came or went as a whole the editor tells nothing but that: what lay in it is no event of its own.
      ...['**/.hooksmith/**', '**/{.claude,.claude/agents,.claude/agents/*.md}', below(this.userHooks, '**'), ...above].flatMap(
        (pattern) => watched(pattern, (path) => void this.seen(path)),
      ),
      ...watched('**/{.mcp.json,.vscode,.vscode/mcp.json}', () => void parts.loaded.loadServers()),
      workspace.onDidGrantWorkspaceTrust(() => void this.start()),
      workspace.onDidChangeWorkspaceFolders(() => void this.start()),
      parts.disabled.onDidChange(() => void parts.loaded.hookFiles.setDisabled(parts.disabled.ids)),
    ];
  }

  /** Loads everything anew: at start, when trust was given or folders came and went, by command; with `anew` servers that run are started again, too. */
  start(anew = false): Promise<void> {
    return this.parts.around(() => this.load(anew));
  }

  private async load(anew: boolean): Promise<void> {
    const { loaded, workspace, disabled } = this.parts;
    // Beside the load: some hundred files, of which no hook needs one.
    const typed = Promise.all(workspace.trusted.map((folder) => this.writeTypings(folder)));
    void listOnce(await loaded.load({ folders: workspace.trusted, userHooks: this.userHooks, disabled: disabled.ids }));
    await typed;
    // Not waited for: a server may take its time.
    void loaded.loadServers(anew).then(() => vscode.workspace.isTrusted && this.loadedAll.fire());
  }

  private async writeTypings(folder: string): Promise<void> {
    const has = (name: string) => existsSync(join(folder, '.hooksmith', name));
    if (!has('hooks') && !has('tools')) return;
    await writeTypings(folder, this.parts.typings).catch((error: Error) =>
      this.parts.log.warn(`typings of hook files were not written: ${error.message}`),
    );
  }

  /** Writes a file for the human; where it is not `live` at once, their own save makes it so. */
  async write(path: string, text: string, live: boolean): Promise<void> {
    this.parts.saves.wrote(path, text, live);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await this.changed(path, live ? 'command' : undefined);
  }

  /** Removes a file for the human: it waits for nobody. */
  async remove(path: string): Promise<void> {
    const { loaded } = this.parts;
    await rm(path, { force: true });
    await this.changed(path);
    await loaded.makeLive(loaded.held.filter(({ file, why }) => file === path && why === 'deleted'));
  }

  private async savedIn(document: vscode.TextDocument): Promise<void> {
    await this.changed(document.uri.fsPath, this.parts.saves.saved(document) ? 'save' : undefined);
  }

  private async seen(path: string): Promise<void> {
    if (!mayMatter(path)) return;
    await this.parts.saves.settled(path);
    await this.changed(path);
  }

  private async changed(path: string, by?: ChangedBy): Promise<void> {
    if (path.includes(join('.hooksmith', 'types')) || path.includes('node_modules')) return;
    await this.parts.loaded.changed(path, by);
  }

  dispose(): void {
    for (const subscription of [...this.subscriptions, this.loadedAll]) subscription.dispose();
  }
}

/** What came with a folder that is trusted for the first time runs from now on: it is named, once. */
async function listOnce(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const { l10n } = vscode;
  const names = files.map((file) => vscode.workspace.asRelativePath(file)).sort();
  const shown = names.length > 8 ? l10n.t('{0} and {1} more', names.slice(0, 8).join(', '), names.length - 8) : names.join(', ');
  const text = l10n.t('Live from now on: {0}. What changes them from outside this editor waits for you.', shown);
  // Of a message without a button the editor shows one line, which ends in the first of them, and for some seconds.
  const show = l10n.t('Show Hooks');
  if ((await vscode.window.showInformationMessage(`Hooksmith: ${text}`, show)) === show)
    await runCommand('hooksmith.hooks.focus');
}

/** Any folder may hold such files, and what has gone may have been one. */
function mayMatter(path: string): boolean {
  return /\.(ts|mts|js|mjs|md)$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isFile() !== true;
}

function watched(pattern: vscode.GlobPattern, changed: (path: string) => void): vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const tell = (uri: vscode.Uri) => changed(uri.fsPath);
  return [watcher, watcher.onDidChange(tell), watcher.onDidCreate(tell), watcher.onDidDelete(tell)];
}
