/** Shows what came of a trial below the hook that was tried, until its file changes or it is closed. */
import * as vscode from 'vscode';
import type { Trial } from '../../hooks/parent/runs/trial';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import { type Skipped, type TrialWords, trialText } from './trialText';

export class TrialThreads {
  private readonly controller = vscode.comments.createCommentController('hooksmith.trials', 'Hooksmith');
  private readonly threads = new Map<string, vscode.CommentThread>();
  private readonly subscriptions = [
    this.controller,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.drop((thread) => thread.uri.toString() === document.uri.toString());
    }),
  ];

  /** One for each hook: the last. `line` is 0-based, `on` says what it was run on. */
  show(uri: vscode.Uri, line: number, { id, name }: HookDescription, trial: Trial, on: string): void {
    this.threads.get(id)?.dispose();
    const body = new vscode.MarkdownString(trialText(trial, trialWords()));
    const thread = this.controller.createCommentThread(uri, new vscode.Range(line, 0, line, 0), [
      { body, mode: vscode.CommentMode.Preview, author: { name } },
    ]);
    thread.label = vscode.l10n.t('Run on {0}', on);
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.threads.set(id, thread);
    reveal(uri, line);
  }

  dispose(): void {
    this.drop(() => true);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private drop(isMeant: (thread: vscode.CommentThread) => boolean): void {
    for (const [id, thread] of this.threads) {
      if (!isMeant(thread)) continue;
      thread.dispose();
      this.threads.delete(id);
    }
  }
}

function skipWords(why: Skipped['why']): string {
  const { l10n } = vscode;
  switch (why) {
    case 'disabled':
      return l10n.t('it is disabled');
    case 'tool':
      return l10n.t('it is for other tools');
    case 'match':
      return l10n.t('the input is not what it matches');
    case 'agent':
      return l10n.t('it is for other agents');
    case 'ended':
      return l10n.t('the chain ends before it');
    case 'unknown':
      return l10n.t('it was not asked');
  }
}

/** What is shown below a line in the lower half of an editor would be out of sight. */
function reveal(uri: vscode.Uri, line: number): void {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const [shown] = editor?.visibleRanges ?? [];
  if (!editor || !shown || line <= (shown.start.line + shown.end.line) / 2) return;
  editor.revealRange(new vscode.Range(Math.max(0, line - 3), 0, line, 0), vscode.TextEditorRevealType.AtTop);
}

function trialWords(): TrialWords {
  const { l10n } = vscode;
  return {
    continued: l10n.t('let it pass unchanged'),
    mightMatch: (uncertain) => l10n.t('It only might match: {0}', uncertain),
    skipped: (why) => l10n.t('does not run there: {0}', skipWords(why)),
    failed: (message) => l10n.t('failed: {0}', message),
    logs: l10n.t('It logged:'),
  };
}
