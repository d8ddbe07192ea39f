/** Processes of hooks and tools see their environment when they start: they start anew when the user names other variables. */
import type * as vscode from 'vscode';
import type { Settings } from './settings';

export function watchHookEnvironment(settings: Settings, core: { environmentChanged(): void }): vscode.Disposable {
  const names = () => JSON.stringify(settings.get('hookEnvironment'));
  let before = names();
  return settings.onDidChange(() => {
    const now = names();
    if (now === before) return;
    before = now;
    core.environmentChanged();
  });
}
