/**
 * Settings of application scope in a workspace's own files: the editor leaves them out without a word, so that a workspace which sets an endpoint, headers, a
 * mode or rules is named here.
 */
import * as vscode from 'vscode';
import { parsedSettings } from '../../adapters/definitions/settingsText';
import { isObject } from '../../shared/basics/json';
import { type SandboxMode, sandboxModes, stricter } from '../../shared/calls/modes';

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
  const { workspaceFile } = workspace;
  const told = new Set<string>();
  /** By the folder whose settings are watched, or the workspace's own file. */
  const watched = new Map<string, { sandbox?: SandboxMode; reads: number; watcher: vscode.Disposable }>();
  const read = async (place: string, file: vscode.Uri) => {
    const said = watched.get(place);
    if (!said) return;
    const turn = ++said.reads;
    const bytes = await vscode.workspace.fs.readFile(file).then(
      (found) => found,
      () => new Uint8Array(),
    );
    // Its folder has gone meanwhile, or the file is read anew: of two reads either may end first.
    if (watched.get(place) !== said || said.reads !== turn) return;
    const whole = parsedSettings(new TextDecoder().decode(bytes));
    const own = place === workspaceFile?.toString() ? whole.settings : whole;
    const settings = isObject(own) ? own : {};
    const mode = sandboxModes.find((one) => one === settings['hooksmith.sandbox']);
    said.sandbox = mode === 'off' ? undefined : mode;
    for (const name of names) {
      // A workspace may have more run in the sandbox, and this is how.
      if (name === 'hooksmith.sandbox' && said.sandbox) continue;
      if (told.has(name) || !Object.hasOwn(settings, name)) continue;
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
  const watch = (place: string, file: vscode.Uri, glob: string) => {
    if (watched.has(place)) return;
    const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), glob));
    const again = () => void read(place, file);
    const watcher = vscode.Disposable.from(
      ...[files, files.onDidChange(again), files.onDidCreate(again), files.onDidDelete(again)],
    );
    watched.set(place, { reads: 0, watcher });
    again();
  };
  const watchFolder = ({ uri }: vscode.WorkspaceFolder) =>
    watch(uri.toString(), vscode.Uri.joinPath(uri, '.vscode', 'settings.json'), 'settings.json');
  const unwatch = (place: string) => {
    watched.get(place)?.watcher.dispose();
    watched.delete(place);
  };
  for (const folder of workspace.workspaceFolders ?? []) watchFolder(folder);
  // It mostly lies in none of the folders.
  if (workspaceFile?.scheme === 'file') watch(workspaceFile.toString(), workspaceFile, '*.code-workspace');
  const changes = workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    for (const { uri } of removed) unwatch(uri.toString());
    for (const folder of added) watchFolder(folder);
  });
  return {
    dispose: () => {
      changes.dispose();
      for (const place of [...watched.keys()]) unwatch(place);
    },
    sandbox: () =>
      [...watched.values()].reduce<SandboxMode | undefined>(
        (one, { sandbox }) => (sandbox ? stricter(sandbox, one) : one),
        undefined,
      ),
  };
}
