/** What needs a folder says so, and leads to one. */
import * as vscode from 'vscode';

export async function openFolderFirst(text: string): Promise<void> {
  const open = vscode.l10n.t('Open Folder…');
  if ((await vscode.window.showWarningMessage(text, open)) === open) await vscode.commands.executeCommand('vscode.openFolder');
}
