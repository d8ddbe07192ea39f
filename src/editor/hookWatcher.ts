/** Brings saves, new and deleted files, folders, trust and settings to what is loaded from files: hooks, tools, agents, MCP servers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { DisabledHooks } from './disabledHooks';
import { type Typings, writeTypings } from './hookTypings';
import type { Workspace } from './workspace';

export interface Loaded {
  load(sources: { folders: readonly string[]; userHooks: string; disabled: string[] }): Promise<void>;
  loadServers(anew?: boolean): Promise<void>;
  changed(path: string): Promise<void>;
  readonly hookFiles: { setDisabled(ids: string[]): Promise<unknown> };
}
export interface HookWatcherParts {
  loaded: Loaded;
  workspace: Workspace;
  disabled: DisabledHooks;
  typings: Typings;
  log: vscode.LogOutputChannel;
}

export class HookWatcher {
  private readonly subscriptions: vscode.Disposable[];
  private readonly userHooks: string;

  constructor(private readonly parts: HookWatcherParts) {
    const { workspace } = vscode;
    this.userHooks = join(parts.workspace.home, '.hooksmith', 'hooks');
    const user = new vscode.RelativePattern(vscode.Uri.file(this.userHooks), '**/*.{ts,mts,js,mjs}');
    this.subscriptions = [
      // The save itself is the quickest sign; the watcher sees what came from elsewhere.
      workspace.onDidSaveTextDocument(({ uri }) => void (uri.scheme === 'file' && this.written(uri.fsPath))),
      ...['**/.hooksmith/**/*.{ts,mts,js,mjs}', user, '**/{.hooksmith,.claude}/agents/*.md'].flatMap((pattern) =>
        watched(pattern, (path) => void this.written(path)),
      ),
      ...watched('**/.mcp.json', () => void parts.loaded.loadServers()),
      workspace.onDidGrantWorkspaceTrust(() => void this.start()),
      workspace.onDidChangeWorkspaceFolders(() => void this.start()),
      parts.disabled.onDidChange(() => void parts.loaded.hookFiles.setDisabled(parts.disabled.ids)),
    ];
  }

  /** Loads everything anew: at start, when trust was given or folders came and went, by command; with `anew` servers that run are started again, too. */
  async start(anew = false): Promise<void> {
    const { loaded, workspace, disabled, typings, log } = this.parts;
    for (const folder of workspace.trusted) {
      const has = (name: string) => existsSync(join(folder, '.hooksmith', name));
      if (has('hooks') || has('tools'))
        await writeTypings(folder, typings).catch((error: Error) =>
          log.warn(`typings of hook files were not written: ${error.message}`),
        );
    }
    await loaded.load({ folders: workspace.trusted, userHooks: this.userHooks, disabled: disabled.ids });
    // Not waited for: a server may take its time.
    void loaded.loadServers(anew);
  }

  /** Resolves when what the file means is live. */
  async written(path: string): Promise<void> {
    if (path.includes(join('.hooksmith', 'types')) || path.includes('node_modules')) return;
    await this.parts.loaded.changed(path);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function watched(pattern: vscode.GlobPattern, changed: (path: string) => void): vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const tell = (uri: vscode.Uri) => changed(uri.fsPath);
  return [watcher, watcher.onDidChange(tell), watcher.onDidCreate(tell), watcher.onDidDelete(tell)];
}
