/** Hooks that are switched off, as the settings hold them. A workspace may switch off hooks of its own, never the user's. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { disabledIds, keptId } from './settingScopes';
import type { Settings } from './settings';

const userRoot = join(homedir(), '.hooksmith');
const { Global, Workspace } = vscode.ConfigurationTarget;

export class DisabledHooks {
  constructor(private readonly settings: Settings) {}

  get ids(): string[] {
    return disabledIds(this.settings.lists('disabledHooks'), folders(), userRoot);
  }

  /** Tells where the list is another one now. */
  onDidChange(listener: () => void): vscode.Disposable {
    let before = this.ids.join('\n');
    return this.settings.onDidChange(() => {
      const now = this.ids.join('\n');
      if (now === before) return;
      before = now;
      listener();
    });
  }

  async set(ids: readonly string[], isDisabled: boolean): Promise<void> {
    const kept = ids.map((id) => keptId(id, folders(), userRoot));
    const { user, workspace } = this.settings.lists('disabledHooks');
    const ofScope = (wanted: 'user' | 'workspace') => kept.filter(({ scope }) => scope === wanted).map(({ id }) => id);
    const changed = (before: readonly string[], own: string[]) =>
      isDisabled ? [...new Set([...before, ...own])] : before.filter((id) => !ids.includes(wholeId(id)));
    const update = (value: string[], before: readonly string[], target: vscode.ConfigurationTarget) =>
      value.join('\n') === before.join('\n') ? undefined : this.settings.set('disabledHooks', value, target);
    await update(changed(user, ofScope('user')), user, Global);
    await update(changed(workspace[0] ?? [], ofScope('workspace')), workspace[0] ?? [], Workspace);
  }
}

const wholeId = (id: string): string => disabledIds({ user: [id], workspace: [] }, folders(), userRoot)[0]!;
const folders = (): string[] => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
