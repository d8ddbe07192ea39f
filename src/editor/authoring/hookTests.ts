/** Tests of hooks in the editor's Testing view: found by reading, run as `hooksmith check --test` runs them. */
import { dirname, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { LintClient } from '../../hooks/lint/lintClient';
import type { FoundTest } from '../../hooks/lint/testsIn';
import { isTestFile, testFileBeside } from '../../hooks/parent/building/hookFiles';
import { checkedFiles } from '../../hooks/testing/checkedFiles';
import { onCommand } from '../window/ourCommands';
import type { Workspace } from '../window/workspace';
import { runRequest } from './hookTestRun';
import { type CoverSessions, coverBySessions } from './sessionCoverage';

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
  const tree = new TestTree(controller, reader, workspace);
  const quietly = (work: Promise<void>) => void work.catch((error: Error) => log.error(error));
  controller.resolveHandler = (item) => (item ? tree.read(item) : tree.discover());
  controller.refreshHandler = () => tree.discover();
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
      const item = tree.itemOf(vscode.Uri.file(path));
      await tree.read(item);
      const run = runRequest(running, 'Run', new vscode.TestRunRequest([item]), never);
      // Of runs that it did not begin, the editor itself shows nothing; and there is no such view before the first has begun.
      await Promise.all([run, vscode.commands.executeCommand(resultsView, { preserveFocus: true })]);
    }),
    onCommand('hooksmith.coverBySessions', () => coverBySessions(covering)),
    watcher,
    watcher.onDidCreate((uri) => quietly(tree.changed(uri))),
    watcher.onDidChange((uri) => quietly(tree.changed(uri))),
    watcher.onDidDelete((uri) => controller.items.delete(uri.fsPath)),
    vscode.workspace.onDidOpenTextDocument((document) => quietly(tree.changed(document.uri, document.getText()))),
    vscode.workspace.onDidSaveTextDocument((document) => quietly(tree.changed(document.uri, document.getText()))),
    vscode.workspace.onDidGrantWorkspaceTrust(() => quietly(tree.discover())),
  );
}

/** The test files of the trusted folders, each with its suites and tests. */
class TestTree {
  constructor(
    private readonly controller: vscode.TestController,
    private readonly reader: HookTestsParts['reader'],
    private readonly workspace: HookTestsParts['workspace'],
  ) {}

  async discover(): Promise<void> {
    const { items } = this.controller;
    const files = this.workspace.trusted.flatMap((folder) => checkedFiles(join(folder, '.hooksmith')).tests);
    for (const [id] of items) if (!files.includes(id)) items.delete(id);
    await Promise.all(files.map((file) => this.read(this.itemOf(vscode.Uri.file(file)))));
  }

  itemOf(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.fsPath);
    if (known) return known;
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const below = relative(join(folder?.uri.fsPath ?? dirname(uri.fsPath), '.hooksmith'), uri.fsPath).replaceAll(sep, '/');
    const label = folder && vscode.workspace.workspaceFolders!.length > 1 ? `${folder.name}/${below}` : below;
    const item = this.controller.createTestItem(uri.fsPath, label, uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  async read(item: vscode.TestItem, text?: string): Promise<void> {
    const { uri } = item;
    if (!uri) return;
    const found = await this.reader.ask({
      kind: 'tests',
      file: uri.fsPath,
      text: text ?? Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8'),
    });
    this.fill(item, found, uri);
  }

  async changed(uri: vscode.Uri, text?: string): Promise<void> {
    if (!isHookTest(uri) || !this.workspace.trusted.some((folder) => uri.fsPath.startsWith(folder + sep))) return;
    await this.read(this.itemOf(uri), text);
  }

  private fill(parent: vscode.TestItem, found: readonly FoundTest[], uri: vscode.Uri): void {
    parent.children.replace(
      found.map(({ name, line, column, endLine, endColumn, children }) => {
        const item = this.controller.createTestItem(`${parent.id}\n${name}`, name, uri);
        item.range = new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
        this.fill(item, children, uri);
        return item;
      }),
    );
  }
}

const isHookTest = ({ fsPath, scheme }: vscode.Uri): boolean =>
  scheme === 'file' &&
  isTestFile(fsPath) &&
  fsPath.includes(`${sep}.hooksmith${sep}`) &&
  !fsPath.includes(`${sep}node_modules${sep}`);
