/** A warning for the human, kept in the log as well. */
import * as vscode from 'vscode';

export const warnings = (log: vscode.LogOutputChannel) => (text: string) => {
  log.warn(text);
  void vscode.window.showWarningMessage(`Hooksmith: ${text}`);
};
