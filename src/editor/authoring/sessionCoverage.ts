/** `Show Coverage by Sessions`: what recorded sessions reach of the hooks that are live, in the editor's own view of coverage. */
import { sep } from 'node:path';
import * as vscode from 'vscode';
import type { FileCoverage } from '../../shared/hooks/fileCoverage';
import { showCoverage } from './hookTestRun';

export interface SessionCoverageParts {
  controller: vscode.TestController;
  /** Knows how details of a file are shown. */
  profile: vscode.TestRunProfile;
  folders(): readonly string[];
  reached: CoverSessions;
}

/** Replays recorded sessions, offline; `done` is told how many of how many. */
export type CoverSessions = (signal: AbortSignal, done: (sessions: number, of: number) => void) => Promise<FileCoverage[]>;

export function coverBySessions({ controller, profile, folders, reached }: SessionCoverageParts): Thenable<void> {
  const { l10n, window } = vscode;
  const title = l10n.t('Replaying sessions');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const files = await reached(stop.signal, (sessions, of) =>
      progress.report({ increment: 100 / of, message: `${sessions} / ${of}` }),
    );
    if (stop.signal.aborted) return;
    const ours = folders().filter((folder) => files.some(({ file }) => file.startsWith(folder + sep)));
    if (ours.length === 0)
      return void window.showInformationMessage(l10n.t('No recorded session of this workspace has reached a hook yet.'));
    const run = controller.createTestRun(new vscode.TestRunRequest([], undefined, profile), l10n.t('Recorded sessions'), false);
    for (const folder of ours) showCoverage(run, folder, files);
    run.end();
    // Beside the marks in the files: the list of them, which comes by itself for no run of tests that has none.
    await vscode.commands.executeCommand('testing.openCoverage').then(undefined, () => undefined);
  });
}
