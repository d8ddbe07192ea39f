import * as vscode from 'vscode';

/** What is mended in `setting`, or else the log has more of. Of a message without a button the editor shows one line, and with one all of it. */
export async function warned(text: string, log: vscode.LogOutputChannel, setting?: string): Promise<void> {
  const show = setting === undefined ? vscode.l10n.t('Show Log') : vscode.l10n.t('Open Settings');
  if ((await vscode.window.showWarningMessage(text, show)) !== show) return;
  if (setting === undefined) log.show();
  else await vscode.commands.executeCommand('workbench.action.openSettings', setting);
}
