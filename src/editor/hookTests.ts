/** Tests of hooks in the editor's Testing view: found by reading, run as `hooksmith check --test` runs them. */
import { dirname, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { FoundTest } from '../hooks/lint/testsIn';
import { isTestFile, testFileBeside } from '../hooks/parent/hookFiles';
import { checkedFiles } from '../hooks/testing/checkedFiles';
import { runRequest } from './hookTestRun';
import type { LintClient } from './lintClient';
import { onCommand } from './ourCommands';
import { type CoverSessions, coverBySessions } from './sessionCoverage';
import type { Workspace } from './workspace';

export interface HookTestsParts {
  /** Of the built product. */
  dist: string;
  reader: LintClient;
  workspace: Workspace;
  reachedBySessions: CoverSessions;
  log: vscode.LogOutputChannel;
}

const pattern = '**/.hooksmith/**/*.test.{ts,mts,js,mjs}';

const resultsView = 'workbench.panel.testResults.view.focus';
/** The Testing view stops a run of its own accord. */
// biome-ignore lint/plugin: nobody holds what could cancel it
const never = new vscode.CancellationTokenSource().token;

export function hookTests({ dist, reader, workspace, reachedBySessions: reached, log }: HookTestsParts): vscode.Disposable {
  const controller = vscode.tests.createTestController('hooksmith', vscode.l10n.t('Hook Tests'));

  const isOurs = ({ fsPath, scheme }: vscode.Uri) =>
    scheme === 'file' &&
    isTestFile(fsPath) &&
    fsPath.includes(`${sep}.hooksmith${sep}`) &&
    !fsPath.includes(`${sep}node_modules${sep}`);

  function itemOf(uri: vscode.Uri): vscode.TestItem {
    const known = controller.items.get(uri.fsPath);
    if (known) return known;
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const below = relative(join(folder?.uri.fsPath ?? dirname(uri.fsPath), '.hooksmith'), uri.fsPath).replaceAll(sep, '/');
    const label = folder && vscode.workspace.workspaceFolders!.length > 1 ? `${folder.name}/${below}` : below;
    const item = controller.createTestItem(uri.fsPath, label, uri);
    item.canResolveChildren = true;
    controller.items.add(item);
    return item;
  }

  async function read(item: vscode.TestItem, text?: string): Promise<void> {
    const { uri } = item;
    if (!uri) return;
    const found = await reader.ask({
      kind: 'tests',
      file: uri.fsPath,
      text: text ?? Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8'),
    });
    fill(item, found, uri);
  }

  function fill(parent: vscode.TestItem, found: readonly FoundTest[], uri: vscode.Uri): void {
    parent.children.replace(
      found.map(({ name, line, column, endLine, endColumn, children }) => {
        const item = controller.createTestItem(`${parent.id}\n${name}`, name, uri);
        item.range = new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
        fill(item, children, uri);
        return item;
      }),
    );
  }

  /** All test files of the trusted folders. */
  async function discover(): Promise<void> {
    const files = workspace.trusted.flatMap((folder) => checkedFiles(join(folder, '.hooksmith')).tests);
    for (const [id] of controller.items) if (!files.includes(id)) controller.items.delete(id);
    await Promise.all(files.map((file) => read(itemOf(vscode.Uri.file(file)))));
  }

  const changed = async (uri: vscode.Uri, text?: string) => {
    if (!isOurs(uri) || !workspace.trusted.some((folder) => uri.fsPath.startsWith(folder + sep))) return;
    await read(itemOf(uri), text);
  };
  const quietly = (work: Promise<void>) => void work.catch((error: Error) => log.error(error));

  controller.resolveHandler = (item) => (item ? read(item) : discover());
  controller.refreshHandler = () => discover();
  const running = {
    controller,
    dist,
    log,
    workspaceOf: (uri: vscode.Uri) => vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath,
  };
  const profiles = (['Run', 'Debug', 'Coverage'] as const).map((kind) => {
    const title = { Run: vscode.l10n.t('Run'), Debug: vscode.l10n.t('Debug'), Coverage: vscode.l10n.t('Coverage') }[kind];
    const profile = controller.createRunProfile(
      title,
      vscode.TestRunProfileKind[kind],
      (request, token) => runRequest(running, kind, request, token),
      true,
      undefined,
      kind === 'Run',
    );
    profile.loadDetailedCoverage = async (_, coverage) => (coverage as { details?: vscode.StatementCoverage[] }).details ?? [];
    return profile;
  });
  const [profile] = profiles.slice(-1);
  const covering = { controller, profile: profile!, folders: () => workspace.trusted, reached };
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(
    controller,
    ...profiles,
    onCommand('hooksmith.runTestsOf', async (file: unknown) => {
      const path = typeof file === 'string' ? testFileBeside(file) : undefined;
      if (path === undefined) return;
      const item = itemOf(vscode.Uri.file(path));
      await read(item);
      await runRequest(running, 'Run', new vscode.TestRunRequest([item]), never);
      // Of runs that it did not begin, the editor itself shows nothing; and there is no such view before there is a result.
      await vscode.commands.executeCommand(resultsView, { preserveFocus: true });
    }),
    onCommand('hooksmith.coverBySessions', () => coverBySessions(covering)),
    watcher,
    watcher.onDidCreate((uri) => quietly(changed(uri))),
    watcher.onDidChange((uri) => quietly(changed(uri))),
    watcher.onDidDelete((uri) => controller.items.delete(uri.fsPath)),
    vscode.workspace.onDidOpenTextDocument((document) => quietly(changed(document.uri, document.getText()))),
    vscode.workspace.onDidSaveTextDocument((document) => quietly(changed(document.uri, document.getText()))),
    vscode.workspace.onDidGrantWorkspaceTrust(() => quietly(discover())),
  );
}
