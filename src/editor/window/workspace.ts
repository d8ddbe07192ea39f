/** The window's folders: by real path where calls are judged, and none to load from where the workspace is not trusted. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { diskFiles } from '../../adapters/disk/diskFiles';
import type { Files } from '../../agent/ports/files';
import type { Place } from '../../agent/tools/toolbox';
import { editorFiles } from './editorFiles';

export class Workspace implements Place {
  readonly home = homedir();
  readonly files: Files;
  readonly appFolders: string[];
  readonly cwd: string;
  private current = realFolders();
  private readonly changes = vscode.workspace.onDidChangeWorkspaceFolders(() => {
    this.current = realFolders();
  });

  /** `storage` is the extension's own, for all workspaces: it lies in the editor's data folder. `meddles` is told before the agent changes an open document. */
  constructor(storage: vscode.Uri, meddles: (path: string) => void) {
    this.files = editorFiles(diskFiles, meddles);
    this.appFolders = [join(storage.fsPath, '..', '..')];
    this.cwd = this.current[0] ?? this.home;
  }

  get folders(): readonly string[] {
    return this.current;
  }

  /** Folders whose hooks, tools, agents and servers may be loaded, by the paths that the editor's events name. */
  get trusted(): readonly string[] {
    return vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath) : [];
  }

  /** Why no tool that acts is offered: an untrusted workspace may be read, nothing more. */
  distrusted(): string | undefined {
    return vscode.workspace.isTrusted ? undefined : 'this workspace is not trusted, so no tool that acts is offered';
  }

  dispose(): void {
    this.changes.dispose();
  }
}

const realFolders = (): string[] =>
  (vscode.workspace.workspaceFolders ?? []).map((folder) => diskFiles.realPath(folder.uri.fsPath));
