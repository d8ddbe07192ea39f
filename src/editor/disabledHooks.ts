/** Hooks that are switched off, as the settings hold them: by id, relative to the first folder, so that they can be shared. */
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import type { Settings } from './settings';

export class DisabledHooks {
  constructor(private readonly settings: Settings) {}

  onDidChange(listener: () => void): vscode.Disposable {
    return this.settings.onDidChange(listener);
  }

  get ids(): string[] {
    const folder = firstFolder();
    return this.settings
      .get('disabledHooks')
      .map((id) => (folder && !id.startsWith('/') && !/^[A-Za-z]:/.test(id) ? join(folder, id) : id));
  }

  async set(ids: readonly string[], isDisabled: boolean): Promise<void> {
    const folder = firstFolder();
    const stored = ids.map((id) => (folder && id.startsWith(folder) ? relative(folder, id).replaceAll('\\', '/') : id));
    const before = this.settings.get('disabledHooks');
    const after = isDisabled ? [...new Set([...before, ...stored])] : before.filter((id) => !stored.includes(id));
    await this.settings.set('disabledHooks', after, vscode.ConfigurationTarget.Workspace);
  }
}

const firstFolder = (): string | undefined => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
