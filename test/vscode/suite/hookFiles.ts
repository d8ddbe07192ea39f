/** Hook files as a person makes them: typed and saved in the editor, which is what makes them live. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { HookEvent } from '../../../src/shared/events/events';
import { until } from '../../fixtures/limits';

/** Typed and saved; a file that is there is changed. */
export async function saveByHand(path: string, text: string): Promise<vscode.TextDocument> {
  mkdirSync(dirname(path), { recursive: true });
  const file = vscode.Uri.file(path);
  // A file that is new is the editor's from the first: one made beside it is held where it is seen before the save.
  const document = await vscode.workspace.openTextDocument(existsSync(path) ? file : file.with({ scheme: 'untitled' }));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
  await document.save();
  return vscode.workspace.openTextDocument(file);
}

/** That a version of it is live, and not held for a human whose save the editor has not finished. */
export const tellsLive = ({ type, data }: HookEvent, file: string): boolean =>
  type === 'hooks_reloaded' && data.files.includes(file) && !data.held?.includes(file);

/** Resolves when what `change` made of the file is live. */
export async function untilLive(file: string, change: () => unknown): Promise<void> {
  const { seen } = await vscode.extensions.getExtension<{ seen: HookEvent[] }>('hooksmith-test.test-caller')!.activate();
  const count = seen.length;
  await change();
  await until(() => seen.slice(count).some((event) => tellsLive(event, file))).catch((error: Error) => {
    const told = seen.slice(count).map(({ type, data }) => ({ type, data }));
    throw new Error(`${error.message}\nThere were: ${JSON.stringify(told)}\nOn disk: ${readFileSync(file, 'utf8')}`);
  });
}

/** It is there still, and registers nothing, which is live. */
export const emptyByHand = (path: string) => untilLive(path, () => saveByHand(path, 'export {};\n'));
