import * as vscode from 'vscode';

/** Of what the log has more about. Of a message without a button the editor shows one line, and with one all of it. */
export async function warned(text: string, log: vscode.LogOutputChannel): Promise<void> {
  const show = vscode.l10n.t('Show Log');
  if ((await vscode.window.showWarningMessage(text, show)) === show) log.show();
}
