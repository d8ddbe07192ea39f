/**
 * Settings of application scope in a workspace's own files: the editor leaves them out without a word, so that a workspace which sets an endpoint, headers, a
 * mode or rules is named here.
 */
import * as vscode from 'vscode';
import { type SandboxMode, sandboxModes, stricter } from '../shared/modes';

const glob = '{.vscode/settings.json,*.code-workspace}';

/** Full names of the settings that only the user may set, as the manifest declares them. */
export function applicationSettings(manifest: unknown): string[] {
  const { contributes } = manifest as { contributes: { configuration: { properties: Record<string, { scope?: string }> } } };
  return Object.entries(contributes.configuration.properties).flatMap(([name, { scope }]) =>
    scope === 'application' ? [name] : [],
  );
}

export interface WorkspaceSettings extends vscode.Disposable {
  /** The strictest word of the workspace on the sandbox. */
  sandbox(): SandboxMode | undefined;
}

/** Tells of each setting once. */
export function watchWorkspaceSettings(names: readonly string[], warn: (text: string) => void): WorkspaceSettings {
  const told = new Set<string>();
  const sandboxes = new Map<string, SandboxMode>();
  const read = async (file: vscode.Uri) => {
    const bytes = await vscode.workspace.fs.readFile(file).then(
      (found) => found,
      () => new Uint8Array(),
    );
    // Comments are allowed there; a name in one is no setting.
    const text = new TextDecoder().decode(bytes).replace(/^\s*\/\/.*$/gm, '');
    const mode = sandboxModes.find((one) => one === /"hooksmith\.sandbox"\s*:\s*"(\w+)"/.exec(text)?.[1]);
    if (mode && mode !== 'off') sandboxes.set(file.toString(), mode);
    else sandboxes.delete(file.toString());
    for (const name of names) {
      // A workspace may have more run in the sandbox, and this is how.
      if (name === 'hooksmith.sandbox' && mode !== undefined && mode !== 'off') continue;
      if (told.has(name) || !new RegExp(`"${name.replaceAll('.', '\\.')}"\\s*:`).test(text)) continue;
      told.add(name);
      warn(
        vscode.l10n.t(
          '{0} is ignored in {1}: it is yours alone to set, in your user settings.',
          name,
          vscode.workspace.asRelativePath(file),
        ),
      );
    }
  };
  const watchers = (vscode.workspace.workspaceFolders ?? []).map((folder) =>
    vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, glob)),
  );
  for (const folder of vscode.workspace.workspaceFolders ?? [])
    void read(vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json'));
  if (vscode.workspace.workspaceFile?.scheme === 'file') void read(vscode.workspace.workspaceFile);
  const all = vscode.Disposable.from(
    ...watchers.flatMap((one) => [
      one,
      one.onDidChange((file) => void read(file)),
      one.onDidCreate((file) => void read(file)),
      one.onDidDelete((file) => void read(file)),
    ]),
  );
  return {
    dispose: () => all.dispose(),
    sandbox: () => [...sandboxes.values()].reduce<SandboxMode | undefined>((one, other) => stricter(other, one), undefined),
  };
}
