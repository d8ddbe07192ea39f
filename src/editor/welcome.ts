/** The first minute: the sample of `npm start` opens with its chat and timeline, and its first page beside them. */
import { realpathSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Views } from './conversation/views';
import { askUntil } from './window/askUntil';

const shown = 'hooksmith.welcomed';
const patience = { every: 2000, times: 30 };

export async function welcome(
  context: vscode.ExtensionContext,
  views: Pick<Views, 'openChat' | 'openTimeline' | 'shown'>,
): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  // Nobody else's window is arranged for them.
  if (!folder || !isSample(context.extensionPath, folder)) return;
  if (context.workspaceState.get(shown)) return;
  // None waits for another: a page or panel that is slow to come keeps no chat away.
  const chat = () => askUntil({ ask: () => views.openChat(), isDone: () => views.shown.chat, ...patience });
  const timeline = () => askUntil({ ask: () => views.openTimeline(), isDone: () => views.shown.timeline, ...patience });
  const page = firstPage(join(folder.uri.fsPath, 'README.md'));
  const all = await Promise.all([timeline(), chat()]);
  await page;
  // The last one asked for has the keyboard.
  await views.openChat();
  if (all.every(Boolean)) await context.workspaceState.update(shown, true);
}

/** As `npm start` makes it, in the folder that the extension runs from or is a link to. */
function isSample(extension: string, folder: vscode.WorkspaceFolder): boolean {
  const path = folder.uri.fsPath.replace(/[/\\]$/, '');
  if (basename(path) !== 'sample-workspace') return false;
  return relative(realpathSync(extension), realpathSync(path)).split(sep)[0] === '.vscode-test';
}

async function firstPage(path: string): Promise<void> {
  const page = vscode.Uri.file(path);
  const opened = vscode.commands.executeCommand('markdown.showPreview', page);
  await Promise.resolve(opened).catch(() => vscode.window.showTextDocument(page));
}
