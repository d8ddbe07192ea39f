/** Brings saves, new and deleted files, trust and settings to the reloaders of hooks and of tools. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import type { HookLayer, HookReloader } from '../hooks/reloader';
import { writeTypings } from './hookTypings';
import type { Settings } from './settings';

export interface HookWatcherParts {
  userRoot: string;
  settings: Settings;
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
    this.subscriptions.push(
      // The save itself is the quickest sign; the watcher sees what came from elsewhere.
      vscode.workspace.onDidSaveTextDocument((document) => changed(document.uri)),
      ...[watcher, user].flatMap((one) => [one, one.onDidChange(changed), one.onDidCreate(changed), one.onDidDelete(changed)]),
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
    await this.reloader.loadAll(this.layers(), this.disabledIds());
    await this.tools.loadAll(this.ofFolders('tools'));
  }

  async written(path: string): Promise<void> {
    if (path.includes(`${join('.hooksmith', 'types')}`) || path.includes('node_modules')) return;
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
    return [{ root: this.parts.userRoot, layer: 0 }, ...this.ofFolders('hooks')];
  }

  private ofFolders(name: 'hooks' | 'tools'): HookLayer[] {
    if (!vscode.workspace.isTrusted) return [];
    return (vscode.workspace.workspaceFolders ?? []).map((folder, index) => ({
      root: join(folder.uri.fsPath, '.hooksmith', name),
      layer: index + 1,
    }));
  }
}
