/** The first minute: the sample of `npm start` opens with its chat and timeline, and its first page beside them. */
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Views } from './views';

const shown = 'hooksmith.welcomed';

export async function welcome(context: vscode.ExtensionContext, views: Pick<Views, 'openChat' | 'openTimeline'>): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const sample = join(context.extensionPath, '.vscode-test', 'sample-workspace');
  // Nobody else's window is arranged for them.
  if (context.extensionMode !== vscode.ExtensionMode.Development || folder?.uri.fsPath.replace(/[/\\]$/, '') !== sample) return;
  if (context.workspaceState.get(shown)) return;
  const page = vscode.Uri.file(join(sample, 'README.md').replaceAll(sep, '/'));
  await vscode.commands.executeCommand('markdown.showPreview', page).then(undefined, () => vscode.window.showTextDocument(page));
  // Neither waits for the other: a panel that is slow to come keeps no chat away. The last one asked for has the keyboard.
  await Promise.allSettled([views.openTimeline(), views.openChat()]);
  await context.workspaceState.update(shown, true);
}
