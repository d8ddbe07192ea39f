/** Keeps the status bar and the chat's badge true: what waits for the human, what runs, what it costs. */
import * as vscode from 'vscode';
import type { ApprovalBroker } from './approvalBroker';
import type { Conversation } from './conversation';
import type { HookHealth } from './hookHealth';
import type { QuestionBroker } from './questionBroker';
import type { Replays } from './replays';
import { StatusBar } from './statusBar';
import type { Views } from './views';

export interface AttentionParts {
  conversation: Conversation;
  approvals: ApprovalBroker;
  questions: QuestionBroker;
  views: Views;
  health: HookHealth;
  replays: Replays;
  core: {
    readonly held: readonly unknown[];
    readonly waitingServers: readonly unknown[];
    onDidChangeWaitingServers(listener: () => void): vscode.Disposable;
  };
}

export function showAttention({
  conversation,
  approvals,
  questions,
  views,
  core,
  health,
  replays,
}: AttentionParts): vscode.Disposable {
  const waiting = () => approvals.pending.length + questions.count;
  const statusBar = new StatusBar(() => ({
    status: conversation.status(),
    running: conversation.running,
    waiting: waiting(),
    held: core.held.length + core.waitingServers.length,
    health: health.health,
    replay: replays.summary,
  }));
  const update = () => {
    views.badge(waiting());
    statusBar.update();
  };
  return vscode.Disposable.from(
    statusBar,
    conversation.onDidChange(() => statusBar.update()),
    health.onDidChange(() => statusBar.update()),
    replays.onDidChange(() => statusBar.update()),
    approvals.onDidChange(update),
    questions.onDidChange(update),
    core.onDidChangeWaitingServers(update),
  );
}
