/** "Ask Hooksmith" and "Fix with Hooksmith", where code, its problems and terminals are. */
import * as vscode from 'vscode';
import { shownPath } from '../../shell/paths/shownPath';
import { type OurCommand, onCommand, setContext } from '../window/ourCommands';
import { selectedLines } from './openContext';
import type { Outbox } from './outbox';
import { terminalText } from './terminalText';
import type { Views } from './views';

export interface AskParts {
  outbox: Pick<Outbox, 'send'>;
  views: Views;
  place: { readonly folders: readonly string[] };
}

const mostProblems = 20;

export function askHooksmith({ outbox, views, place }: AskParts): vscode.Disposable {
  const { l10n, window } = vscode;
  const mention = (uri: vscode.Uri, range?: vscode.Range) => {
    const lines = range ? selectedLines(range) : undefined;
    return `@${shownPath(uri.fsPath, place).replaceAll(' ', '\\ ')}${lines ? `#L${lines[0]}-${lines[1]}` : ''}`;
  };

  async function ask(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor?.document.uri.scheme !== 'file') return views.openChat();
    const { document, selection } = editor;
    await views.openChat();
    views.insert(`${mention(document.uri, selection.isEmpty ? undefined : selection)} `);
  }

  async function fix(uri?: unknown, found?: unknown): Promise<void> {
    const given = Array.isArray(found) ? (found as vscode.Diagnostic[]) : undefined;
    const document = uri instanceof vscode.Uri ? uri : window.activeTextEditor?.document.uri;
    const problems = given ?? (document ? problemsAt(document, window.activeTextEditor?.selection) : []);
    if (!document || problems.length === 0) return void window.showInformationMessage(l10n.t('There is no problem here to fix.'));
    const range = problems.map((problem) => problem.range).reduce((all, one) => all.union(one));
    const lines = problems
      .slice(0, mostProblems)
      .map(
        ({ range: { start }, message, source }) =>
          `- ${start.line + 1}:${start.character + 1} ${message}${source ? ` (${source})` : ''}`,
      );
    const words =
      problems.length === 1
        ? l10n.t('Fix this problem in {0}:', mention(document, range))
        : l10n.t('Fix these problems in {0}:', mention(document, range));
    await views.openChat();
    outbox.send(`${words}\n${lines.join('\n')}`);
  }

  async function askTerminal(): Promise<void> {
    const text = window.activeTerminal && (await terminalText('selection'));
    if (!text) return void window.showInformationMessage(l10n.t('Nothing is selected in the terminal.'));
    await views.openChat();
    views.attach({ name: window.activeTerminal?.name ?? 'terminal', text });
  }

  const offerFix = () => {
    const uri = window.activeTextEditor?.document.uri;
    setContext('hooksmith.problems', uri !== undefined && problemsAt(uri).length > 0);
  };
  offerFix();

  return vscode.Disposable.from(
    window.onDidChangeActiveTextEditor(offerFix),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const shown = String(window.activeTextEditor?.document.uri);
      if (uris.some((uri) => String(uri) === shown)) offerFix();
    }),
    onCommand('hooksmith.ask', ask),
    onCommand('hooksmith.fix', fix),
    onCommand('hooksmith.askTerminal', askTerminal),
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new FixWithHooksmith(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
}

/** Of the file, those that the selection touches; all of them where it touches none. */
function problemsAt(uri: vscode.Uri, selection?: vscode.Selection): vscode.Diagnostic[] {
  const all = vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning);
  const touched = all.filter(
    ({ range }) => selection?.intersection(range) !== undefined || selection?.start.line === range.start.line,
  );
  return touched.length > 0 ? touched : all;
}

class FixWithHooksmith implements vscode.CodeActionProvider {
  provideCodeActions(
    { uri }: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const problems = diagnostics.filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning);
    if (problems.length === 0) return [];
    const title = vscode.l10n.t('Fix with Hooksmith');
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.command = { command: 'hooksmith.fix' satisfies OurCommand, title, arguments: [uri, problems] };
    action.diagnostics = problems;
    return [action];
  }
}
