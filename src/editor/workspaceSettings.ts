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

type Folders = Pick<typeof vscode.workspace, 'workspaceFolders' | 'onDidChangeWorkspaceFolders' | 'workspaceFile'>;

/** Tells of each setting once. Folders that are added later count from then on, those that are removed no more. */
export function watchWorkspaceSettings(
  names: readonly string[],
  warn: (text: string) => void,
  workspace: Folders = vscode.workspace,
): WorkspaceSettings {
  const told = new Set<string>();
  /** By the folder that is watched, or the workspace's own file; then by the file that says it. */
  const watched = new Map<string, { sandboxes: Map<string, SandboxMode>; watcher?: vscode.Disposable }>();
  const read = async (place: string, file: vscode.Uri) => {
    const bytes = await vscode.workspace.fs.readFile(file).then(
      (found) => found,
      () => new Uint8Array(),
    );
    const sandboxes = watched.get(place)?.sandboxes;
    // Its folder has gone meanwhile.
    if (!sandboxes) return;
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
  const watch = (folder: vscode.WorkspaceFolder) => {
    const place = folder.uri.toString();
    if (watched.has(place)) return;
    const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, glob));
    const again = (file: vscode.Uri) => void read(place, file);
    const watcher = vscode.Disposable.from(
      ...[files, files.onDidChange(again), files.onDidCreate(again), files.onDidDelete(again)],
    );
    watched.set(place, { sandboxes: new Map(), watcher });
    void read(place, vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json'));
  };
  const unwatch = (place: string) => {
    watched.get(place)?.watcher?.dispose();
    watched.delete(place);
  };
  for (const folder of workspace.workspaceFolders ?? []) watch(folder);
  const { workspaceFile } = workspace;
  if (workspaceFile?.scheme === 'file') {
    watched.set(workspaceFile.toString(), { sandboxes: new Map() });
    void read(workspaceFile.toString(), workspaceFile);
  }
  const changes = workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    for (const { uri } of removed) unwatch(uri.toString());
    for (const folder of added) watch(folder);
  });
  return {
    dispose: () => {
      changes.dispose();
      for (const place of [...watched.keys()]) unwatch(place);
    },
    sandbox: () =>
      [...watched.values()]
        .flatMap(({ sandboxes }) => [...sandboxes.values()])
        .reduce<SandboxMode | undefined>((one, other) => stricter(other, one), undefined),
  };
}
