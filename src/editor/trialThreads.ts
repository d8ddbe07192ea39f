/** Shows what came of a trial below the hook that was tried, until its file changes or it is closed. */
import * as vscode from 'vscode';
import type { Trial } from '../hooks/parent/trial';
import { type TrialWords, trialHeadline, trialText } from './trialText';

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
  show(uri: vscode.Uri, line: number, hookId: string, trial: Trial, on: string): void {
    this.threads.get(hookId)?.dispose();
    const words = trialWords();
    const body = new vscode.MarkdownString(trialText(trial, words));
    const thread = this.controller.createCommentThread(uri, new vscode.Range(line, 0, line, 0), [
      { body, mode: vscode.CommentMode.Preview, author: { name: trialHeadline(trial, words).slice(0, 120) } },
    ]);
    thread.label = vscode.l10n.t('Run on {0}', on);
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.threads.set(hookId, thread);
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

function trialWords(): TrialWords {
  const { l10n } = vscode;
  return {
    continued: l10n.t('let it pass unchanged'),
    skipped: (why) => l10n.t('does not run there: {0}', why),
    failed: (message) => l10n.t('failed: {0}', message),
    logs: l10n.t('It logged:'),
  };
}
