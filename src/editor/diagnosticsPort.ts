/** The editor's Problems, for the tool Diagnostics. */
import * as vscode from 'vscode';
import type { EditorDiagnostics } from '../agent/ports/machine';

const severities: readonly string[] = ['error', 'warning', 'information', 'hint'];

export const editorDiagnostics: EditorDiagnostics = {
  async get(path) {
    const all = path
      ? [[vscode.Uri.file(path), vscode.languages.getDiagnostics(vscode.Uri.file(path))] as const]
      : vscode.languages.getDiagnostics();
    return all.flatMap(([uri, diagnostics]) =>
      diagnostics.map(({ range, severity, message, source }) => ({
        path: uri.fsPath,
        line: range.start.line + 1,
        column: range.start.character + 1,
        severity: severities[severity] ?? 'error',
        message,
        source,
      })),
    );
  },
};
