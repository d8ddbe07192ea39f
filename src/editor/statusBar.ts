/** The status bar: model, hooks live, cost; a warning while a hook file is broken. */
import * as vscode from 'vscode';
import type { Status } from '../shared/protocol';

export class StatusBar {
  private readonly item = vscode.window.createStatusBarItem('hooksmith.status', vscode.StatusBarAlignment.Right, 90);

  constructor(private readonly status: () => Status) {
    this.item.name = 'Hooksmith';
    this.item.command = 'hooksmith.openChat';
    this.item.show();
  }

  update(): void {
    const { model, hooksLive, hookProblems, costUsd } = this.status();
    this.item.text = `$(${hookProblems > 0 ? 'warning' : 'plug'}) ${vscode.l10n.t('{0} hooks', hooksLive)}${costUsd > 0 ? ` · $${costUsd.toFixed(2)}` : ''}`;
    this.item.tooltip = [
      model,
      vscode.l10n.t('{0} hooks live', hooksLive),
      hookProblems > 0 ? vscode.l10n.t('{0} problems in hook files', hookProblems) : '',
    ]
      .filter(Boolean)
      .join('\n');
    this.item.backgroundColor = hookProblems > 0 ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }

  dispose(): void {
    this.item.dispose();
  }
}
