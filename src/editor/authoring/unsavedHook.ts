/** A hook file that was made for the human to save: thrown away unsaved, it leaves nothing behind. */
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';

export interface UnsavedHook {
  /** Is there, and empty, until it is saved. */
  path: string;
  /** Made with it. */
  test?: { path: string; text: string };
  remove(path: string): Promise<void>;
}

/** Watches until the file is saved, or its last tab is closed. */
export function watchUnsaved({ path, test, remove }: UnsavedHook): void {
  const { window, workspace } = vscode;
  const shows = ({ input }: vscode.Tab) => input instanceof vscode.TabInputText && input.uri.fsPath === path;
  const watching = vscode.Disposable.from(
    workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.fsPath === path) watching.dispose();
    }),
    window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (!closed.some(shows) || window.tabGroups.all.some(({ tabs }) => tabs.some(shows))) return;
      watching.dispose();
      void thrownAway();
    }),
  );
  const thrownAway = async () => {
    const text = (file: string) => readFile(file, 'utf8').catch(() => undefined);
    if ((await text(path)) !== '') return;
    await remove(path);
    if (test && (await text(test.path)) === test.text) await rm(test.path);
  };
}
