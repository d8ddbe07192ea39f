/** Files as the editor has them: dirty documents are read as they stand on screen, and a change to an open document is one undo step there. */
import * as vscode from 'vscode';
import type { CellChange, Files } from '../../agent/ports/files';

/** `meddles` is told before a document is changed that the human has open. */
export function editorFiles(disk: Files, meddles: (path: string) => void = () => undefined): Files {
  return {
    ...disk,
    async editNotebook(path, change) {
      await disk.stat(path);
      return editNotebook(path, change, meddles);
    },
    async readText(path) {
      const document = openDocument(path);
      if (!document) return disk.readText(path);
      await disk.stat(path);
      return document.getText();
    },
    async writeText(path, text) {
      const document = openDocument(path);
      if (!document) return disk.writeText(path, text);
      // The editor saves by the path alone: a link that was put there meanwhile is refused before, and named after.
      await disk.stat(path);
      const edit = new vscode.WorkspaceEdit();
      const { start, end, replacement } = smallestChange(document.getText(), text);
      edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), replacement);
      meddles(path);
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`the editor refused the change to ${path}`);
      await disk.stat(path);
      if (!(await document.save())) throw new Error(`${path} was changed in the editor but could not be saved`);
      await disk.stat(path);
    },
  };
}

/** One undo step in the open notebook. What is not saved there is the human's: nothing is put over it. */
async function editNotebook(
  path: string,
  { mode, index, kind, source }: CellChange,
  meddles: (path: string) => void,
): Promise<boolean> {
  const open = vscode.workspace.notebookDocuments.find(
    ({ uri, isClosed }) => uri.scheme === 'file' && uri.fsPath === path && !isClosed,
  );
  if (!open) return false;
  if (open.isDirty) throw new Error(`${path} has changes in the editor that are not saved`);
  const { NotebookCellKind, NotebookRange, NotebookEdit } = vscode;
  const old = mode === 'insert' ? undefined : open.cellAt(index);
  const range = new NotebookRange(index, mode === 'insert' ? index : index + 1);
  const code = open.getCells().find((cell) => cell.kind === NotebookCellKind.Code)?.document.languageId ?? 'python';
  const cellKind = kind === 'code' ? NotebookCellKind.Code : NotebookCellKind.Markup;
  const language = kind === 'code' ? code : kind === 'raw' ? 'raw' : 'markdown';
  const cell = new vscode.NotebookCellData(cellKind, source, old?.kind === cellKind ? old.document.languageId : language);
  if (old) cell.metadata = old.metadata;
  const edit = new vscode.WorkspaceEdit();
  edit.set(open.uri, [NotebookEdit.replaceCells(range, mode === 'delete' ? [] : [cell])]);
  meddles(path);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`the editor refused the change to ${path}`);
  if (!(await open.save())) throw new Error(`${path} was changed in the editor but could not be saved`);
  return true;
}

/** The text of an open file with changes that are not saved. */
export function unsavedText(path: string): string | undefined {
  const document = openDocument(path);
  return document?.isDirty ? document.getText() : undefined;
}

function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => document.uri.scheme === 'file' && document.uri.fsPath === path && !document.isClosed,
  );
}

/** Only what differs is replaced, so that the cursor, folds and breakpoints of the rest stay. */
function smallestChange(before: string, after: string): { start: number; end: number; replacement: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { start, end: before.length - tail, replacement: after.slice(start, after.length - tail) };
}
