/** A part of the Hooks tree beneath the files: a line that sums something up, and what it is made of. */
import type * as vscode from 'vscode';

export interface TreeSection {
  id: string;
  /** Undefined while there is nothing to say. */
  item(): vscode.TreeItem | undefined;
  children(): vscode.TreeItem[];
  onDidChange: vscode.Event<void>;
}
