/** Hook files as a person makes them: typed and saved in the editor, which is what makes them live. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { HookEvent } from '../../../src/shared/events';

export async function saveByHand(path: string, text: string): Promise<vscode.TextDocument> {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) writeFileSync(path, '');
  const document = await vscode.workspace.openTextDocument(path);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await document.save();
  return document;
}

/** It is there still, and registers nothing. */
export const emptyByHand = (path: string) => saveByHand(path, 'export {};\n');

/** That a version of it is live, and not held for a human whose save the editor has not finished. */
export const tellsLive = ({ type, data }: HookEvent, file: string): boolean =>
  type === 'hooks_reloaded' && data.files.includes(file) && !data.held?.includes(file);
