/** What the editor alone knows and a message can mention: problems, the selection, what a terminal shows. */
import * as vscode from 'vscode';
import type { Mentions } from '../../agent/ports/human';
import { shownPath } from '../../shell/paths/shownPath';
import type { OpenContext } from './openContext';
import { terminalText } from './terminalText';

const mostProblems = 200;
const levels: readonly string[] = ['error', 'warning', 'information', 'hint'];

export const editorMentions = (context: OpenContext, place: { readonly folders: readonly string[] }): Mentions => ({
  async read(mention, hides) {
    switch (mention) {
      case 'problems':
        return { kind: 'problems', name: 'problems', ...(await problems(place, hides)) };
      case 'selection': {
        const part = context.selection();
        if (!part) throw new Error(vscode.l10n.t('nothing is selected in the editor'));
        const why = await hides(part.path!);
        if (why !== undefined) throw new Error(why);
        return part;
      }
      case 'terminal': {
        const terminal = vscode.window.activeTerminal;
        const text = terminal && (await terminalText('all'));
        if (!text) throw new Error(vscode.l10n.t('no terminal shows anything'));
        // What came last is what is meant.
        const cut = text.length > 30_000;
        return {
          ...{ kind: 'terminal', name: terminal.name, text: cut ? text.slice(-30_000) : text },
          ...(cut ? { note: 'cut: the last 30000 characters' } : {}),
        };
      }
      default:
        return undefined;
    }
  },
});

async function problems(
  place: { readonly folders: readonly string[] },
  hides: (path: string) => Promise<string | undefined>,
): Promise<{ text: string; note?: string }> {
  const lines: string[] = [];
  let left = 0;
  for (const [uri, found] of vscode.languages.getDiagnostics()) {
    if (uri.scheme !== 'file' || found.length === 0) continue;
    if (!vscode.workspace.getWorkspaceFolder(uri) || (await hides(uri.fsPath))) continue;
    for (const { range, severity, message, source } of found) {
      if (severity > vscode.DiagnosticSeverity.Warning) continue;
      if (lines.length >= mostProblems) left++;
      else
        lines.push(
          `${shownPath(uri.fsPath, place)}:${range.start.line + 1}:${range.start.character + 1}: ${levels[severity]}: ${message}${source ? ` (${source})` : ''}`,
        );
    }
  }
  return { text: lines.join('\n') || 'There are no problems.', ...(left > 0 ? { note: `${left} more problems` } : {}) };
}
