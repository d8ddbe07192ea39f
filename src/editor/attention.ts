/** Keeps the status bar and the chat's badge true: what waits for the human, what runs, what it costs. */
import * as vscode from 'vscode';
import type { ApprovalBroker } from './conversation/approvalBroker';
import type { Conversation } from './conversation/conversation';
import type { QuestionBroker } from './conversation/questionBroker';
import type { Views } from './conversation/views';
import type { HookHealth } from './hooks/hookHealth';
import type { Replays } from './hooks/replays';
import { StatusBar } from './statusBar';

export interface AttentionParts {
  conversation: Conversation;
  approvals: ApprovalBroker;
  questions: QuestionBroker;
  views: Views;
  health: HookHealth;
  replays: Replays;
  core: {
    readonly held: readonly { file: string }[];
    readonly waitingServers: readonly { name: string }[];
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
  const waiting = () => [
    ...approvals.pending.map(({ toolName }) => ({ name: toolName, wants: vscode.l10n.t('{0}: allow or deny it', toolName) })),
    ...questions.pending.map(({ questions: [first] }) => ({
      name: vscode.l10n.t('A question'),
      wants: vscode.l10n.t('A question: {0}', first?.header ?? ''),
    })),
  ];
  const held = () => [
    ...core.held.map(({ file }) => vscode.workspace.asRelativePath(file)),
    ...core.waitingServers.map(({ name }) => vscode.l10n.t('MCP server {0}', name)),
  ];
  const statusBar = new StatusBar(() => ({
    status: conversation.status(),
    running: conversation.running,
    waiting: waiting(),
    held: held(),
    health: health.health,
    replay: replays.summary,
  }));
  const update = () => {
    views.badge(waiting().length);
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
