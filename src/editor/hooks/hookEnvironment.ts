/** Processes that run what a workspace brings see their surroundings when they start: they start anew when the user names others. */
import * as vscode from 'vscode';
import type { Permissions } from '../../agent/tools/approval';
import type { Settings } from '../window/settings';

export interface Surrounded {
  /** Other variables of the environment are given to hooks and tools. */
  environmentChanged(): void;
  /** Tools and servers run in the sandbox from now on, or no more, or reach other hosts. */
  sandboxChanged(): void;
}

export function watchHookEnvironment(
  settings: Settings,
  rules: { permissions(): Permissions },
  core: Surrounded,
): vscode.Disposable {
  const onChange = (read: () => unknown, act: () => void) => {
    let before = JSON.stringify(read());
    return settings.onDidChange(() => {
      const now = JSON.stringify(read());
      if (now === before) return;
      before = now;
      act();
    });
  };
  const surroundings = () => {
    const { sandbox, hosts } = rules.permissions();
    return sandbox === 'always' ? hosts : undefined;
  };
  return vscode.Disposable.from(
    onChange(
      () => settings.get('hookEnvironment'),
      () => core.environmentChanged(),
    ),
    onChange(surroundings, () => core.sandboxChanged()),
  );
}
