/** The file that the human looks at, and what is selected in it: its chip stands in the message box. */
import * as vscode from 'vscode';
import type { PromptPart } from '../../shared/messages/promptParts';
import type { OpenFile } from '../../shared/views/viewProtocol';
import { shownPath } from '../../shell/paths/shownPath';

export class OpenContext {
  private editor = vscode.window.activeTextEditor;
  private told = '';
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private readonly listeners = [
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      // A view that takes the focus is no other file.
      if (editor || vscode.window.visibleTextEditors.length === 0) this.look(editor);
    }),
    vscode.window.onDidChangeVisibleTextEditors((visible) => {
      if (this.editor && !visible.includes(this.editor)) this.look(vscode.window.activeTextEditor);
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor === this.editor && this.look(textEditor)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => this.look(this.editor)),
  ];

  constructor(private readonly place: { readonly folders: readonly string[] }) {}

  /** Undefined where no file of the disk is open. */
  get open(): OpenFile | undefined {
    const { editor } = this;
    if (!editor || editor.document.isClosed || editor.document.uri.scheme !== 'file') return undefined;
    const name = shownPath(editor.document.uri.fsPath, this.place);
    return { name, ...(editor.selection.isEmpty ? {} : { lines: selectedLines(editor.selection) }) };
  }

  /** The text that is selected; where nothing is, that of the file. */
  part(): Omit<PromptPart, 'tag'> | undefined {
    const { open, editor } = this;
    if (!open || !editor) return undefined;
    const path = editor.document.uri.fsPath;
    if (!open.lines) return { kind: 'file', name: open.name, path, text: editor.document.getText() };
    return selectionPart(editor, open.name);
  }

  selection(): Omit<PromptPart, 'tag'> | undefined {
    return this.open?.lines ? this.part() : undefined;
  }

  private look(editor: vscode.TextEditor | undefined): void {
    this.editor = editor;
    const told = JSON.stringify(this.open ?? null);
    if (told === this.told) return;
    this.told = told;
    this.changes.fire();
  }

  dispose(): void {
    this.changes.dispose();
    for (const listener of this.listeners) listener.dispose();
  }
}

/** 1-based; a selection that ends at the start of a line does not hold it. */
export function selectedLines({ start, end }: vscode.Range): [number, number] {
  return [start.line + 1, end.character === 0 && end.line > start.line ? end.line : end.line + 1];
}

function selectionPart({ document, selection }: vscode.TextEditor, name: string): Omit<PromptPart, 'tag'> {
  const [first, last] = selectedLines(selection);
  return {
    kind: 'selection',
    name: `${name}:${first}-${last}`,
    path: document.uri.fsPath,
    text: document.getText(selection),
  };
}
