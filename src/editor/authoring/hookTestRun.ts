/** One run of the Testing view: which tests of which files, and what became of each. */
import { dirname, join, sep } from 'node:path';
import * as vscode from 'vscode';
import { isTestFile } from '../../hooks/parent/building/hookFiles';
import { runTestFile, type TestResult } from '../../hooks/testing/runTests';
import type { FileCoverage } from '../../shared/hooks/fileCoverage';

export interface Running {
  controller: vscode.TestController;
  /** Of the built product. */
  dist: string;
  log: vscode.LogOutputChannel;
  workspaceOf(uri: vscode.Uri): string | undefined;
}
export type RunKind = 'Run' | 'Debug' | 'Coverage';

/** Runs at once; one that is continuous again with each save of a file below `.hooksmith`, until it is cancelled. */
export async function runRequest(
  running: Running,
  kind: RunKind,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  if (!request.continuous) return runOnce(running, kind, request, token);
  let turn = Promise.resolve();
  const { include, exclude, profile } = request;
  const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    if (!uri.fsPath.includes(`${sep}.hooksmith${sep}`)) return;
    turn = turn
      .then(async () => {
        // A run is of a request of its own.
        const again = new vscode.TestRunRequest(include, exclude, profile, true);
        if (!token.isCancellationRequested) await runOnce(running, kind, again, token);
      })
      .catch((error: Error) => running.log.error(error));
  });
  token.onCancellationRequested(() => saved.dispose());
}

async function runOnce(
  running: Running,
  kind: RunKind,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const { controller } = running;
  const run = controller.createTestRun(request);
  const stop = new AbortController();
  const cancelled = token.onCancellationRequested(() => stop.abort());
  const excluded = new Set(request.exclude);
  const wanted = new Map<vscode.TestItem, vscode.TestItem[]>();
  const all = request.include ?? [...controller.items].map(([, item]) => item);
  for (const item of all) {
    const tests = leaves(item).filter((leaf) => !ancestry(leaf).some((one) => excluded.has(one)));
    const file = ancestry(item).at(-1)!;
    wanted.set(file, [...(wanted.get(file) ?? []), ...tests]);
  }
  for (const tests of wanted.values()) for (const test of tests) run.enqueued(test);
  try {
    for (const [file, tests] of wanted) {
      if (stop.signal.aborted) break;
      const isWhole = excluded.size === 0 && (!request.include || request.include.includes(file));
      try {
        await runFile(running, kind, run, file, isWhole ? undefined : tests, stop);
      } catch (error) {
        running.log.error(error as Error);
        run.errored(file, new vscode.TestMessage((error as Error).message));
      }
    }
  } finally {
    cancelled.dispose();
    run.end();
  }
}

async function runFile(
  { controller, dist, log, workspaceOf }: Running,
  kind: RunKind,
  run: vscode.TestRun,
  file: vscode.TestItem,
  tests: readonly vscode.TestItem[] | undefined,
  stop: AbortController,
): Promise<void> {
  const uri = file.uri!;
  for (const test of tests ?? leaves(file)) run.started(test);
  const folder = workspaceOf(uri) ?? dirname(uri.fsPath);
  let session: vscode.Disposable | undefined;
  await runTestFile(uri.fsPath, {
    dist,
    cwd: folder,
    signal: stop.signal,
    names: tests?.map(({ label }) => label),
    onOutput: (text) => run.appendOutput(text.replace(/\r?\n/g, '\r\n')),
    onResult: (result) => {
      const item = itemFor(controller, file, result);
      if (!tests || tests.includes(item) || item === file) tell(run, item, result);
    },
    ...(kind === 'Debug'
      ? {
          onDebugger: (port, bundle) => {
            session = debug(run, folder, port, bundle, stop, log);
          },
        }
      : {}),
    ...(kind === 'Coverage' ? { onCoverage: (files) => showCoverage(run, folder, files) } : {}),
  });
  session?.dispose();
}

function tell(run: vscode.TestRun, item: vscode.TestItem, { status, durationMs, failure, ...place }: TestResult): void {
  if (status === 'passed') return run.passed(item, durationMs);
  if (status === 'skipped') return run.skipped(item);
  const { message = '', stack, expected, actual, place: at = place } = failure ?? {};
  const told =
    expected === undefined || actual === undefined
      ? new vscode.TestMessage(message)
      : vscode.TestMessage.diff(message, expected, actual);
  told.location = new vscode.Location(vscode.Uri.file(at.file), new vscode.Position(at.line - 1, at.column - 1));
  if (stack) run.appendOutput(`${stack.replace(/\r?\n/g, '\r\n')}\r\n`, told.location, item);
  run.failed(item, told, durationMs);
}

/** The item of a test by its names; one whose name was made while it ran is added. */
function itemFor(controller: vscode.TestController, file: vscode.TestItem, { path, line }: TestResult): vscode.TestItem {
  let item = file;
  for (const name of path) {
    const id = `${item.id}\n${name}`;
    let next = item.children.get(id);
    if (!next) {
      next = controller.createTestItem(id, name, file.uri);
      next.range = new vscode.Range(line - 1, 0, line - 1, 0);
      item.children.add(next);
    }
    item = next;
  }
  return item;
}

const leaves = (item: vscode.TestItem): vscode.TestItem[] =>
  item.children.size === 0 ? [item] : [...item.children].flatMap(([, child]) => leaves(child));

/** Itself first, its file last. */
const ancestry = (item: vscode.TestItem): vscode.TestItem[] => [item, ...(item.parent ? ancestry(item.parent) : [])];

/** The tests wait until the debugger has set its breakpoints; its end ends them. */
function debug(
  run: vscode.TestRun,
  folder: string,
  port: number,
  bundle: string,
  stop: AbortController,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const name = vscode.l10n.t('Hook Tests');
  const ended = vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
    if (configuration.port === port && configuration.name === name) stop.abort();
  });
  const configuration: vscode.DebugConfiguration = {
    ...{ type: 'node', request: 'attach', name, port, address: '127.0.0.1' },
    ...{ continueOnAttach: true, sourceMaps: true, pauseForSourceMap: true, skipFiles: ['<node_internals>/**'] },
    outFiles: [join(dirname(bundle), '**', '*.mjs')],
    resolveSourceMapLocations: ['**', '!**/node_modules/**'],
  };
  const workspace = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder));
  vscode.debug.startDebugging(workspace, configuration, { testRun: run }).then(
    (isStarted) => {
      if (!isStarted) stop.abort();
    },
    (error: Error) => {
      log.error(error);
      stop.abort();
    },
  );
  return ended;
}

/** Hook files and what they import from the workspace: not the tests themselves. */
export function showCoverage(run: vscode.TestRun, folder: string, files: readonly FileCoverage[]): void {
  for (const { file, lines } of files) {
    if (!file.startsWith(folder + sep) || file.includes(`${sep}node_modules${sep}`) || isTestFile(file)) continue;
    const details = [...lines].map(([line, count]) => new vscode.StatementCoverage(count, new vscode.Position(line - 1, 0)));
    const coverage = vscode.FileCoverage.fromDetails(vscode.Uri.file(file), details);
    run.addCoverage(Object.assign(coverage, { details }));
  }
}
