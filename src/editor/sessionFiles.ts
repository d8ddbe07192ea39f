/** Sessions as files: the one at work as it is kept, redacted as it is kept; and another's, to look at. */
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { streamSession } from '../adapters/sessionLog';
import type { Conversation } from './conversation';

const filters = { 'Hooksmith session': ['jsonl'] };

export async function exportSession(file: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder && vscode.Uri.joinPath(folder, `hooksmith-${basename(file)}`);
  const target = await vscode.window.showSaveDialog({ filters, defaultUri });
  if (!target) return;
  await copyFile(file, target.fsPath);
  const open = vscode.l10n.t('Open File');
  const text = vscode.l10n.t('The session is exported to {0}.', basename(target.fsPath));
  if ((await vscode.window.showInformationMessage(text, open)) === open) await vscode.window.showTextDocument(target);
}

/** Shows a session file in both views, read-only. What is wrong with it is named by line; a file that is none is not shown. */
export async function openSession(conversation: Conversation, log: vscode.LogOutputChannel, given?: vscode.Uri): Promise<void> {
  const file = given ?? (await vscode.window.showOpenDialog({ filters, canSelectMany: false }))?.[0];
  if (!file) return;
  const showLog = vscode.l10n.t('Show Log');
  const complain = async (text: string) => {
    if ((await vscode.window.showWarningMessage(text, showLog)) === showLog) log.show();
  };
  try {
    const location = { viewId: 'hooksmith.chat' };
    const session = await vscode.window.withProgress({ location }, () => streamSession(file.fsPath));
    conversation.showFile(session);
    await vscode.commands.executeCommand('hooksmith.openChat');
    const { problems } = session;
    for (const problem of problems) log.warn(problem);
    if (problems.length > 0)
      await complain(vscode.l10n.t('{0} lines of the session were left out, the first: {1}', problems.length, problems[0]!));
  } catch (error) {
    log.error(error as Error);
    await complain((error as Error).message);
  }
}
