/** What the linter says of hook files, as Problems while they are written, each with its quick fixes. Syntax and types the editor tells itself. */
import { dirname, join, sep } from 'node:path';
import * as vscode from 'vscode';
import type { LintClient } from '../../hooks/lint/lintClient';
import type { Problem } from '../../hooks/lint/problem';
import { checkedFiles } from '../../hooks/testing/checkedFiles';
import type { AgentName } from '../../protocols/protocol';
import { sourceEnding } from '../../shared/basics/sourceEnding';
import type { NotFired } from './notFired';

export interface LintParts {
  client: LintClient;
  /** Names of all tools there are. */
  tools(): readonly string[];
  /** Of ours alone. */
  builtIn(): readonly string[];
  /** Other agents that the hooks guard. */
  guarded(): readonly AgentName[];
  notFired: Pick<NotFired, 'problems'>;
  log: vscode.LogOutputChannel;
}

const pattern = '**/.hooksmith/**/*.{ts,mts,js,mjs}';
const pauseMs = 250;
const isOfEditor = ({ code, byCompiler, untyped }: Problem) => code === 'syntax' || (code === 'type' && byCompiler && !untyped);

export class LintDiagnostics implements vscode.CodeActionProvider {
  private readonly collection = vscode.languages.createDiagnosticCollection('hooksmith-lint');
  private readonly subscriptions: vscode.Disposable[];
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** By diagnostic: its problem, and the text that its places are of. */
  private readonly problems = new WeakMap<vscode.Diagnostic, { problem: Problem; version: number | undefined }>();

  constructor(private readonly parts: LintParts) {
    const seen = (document: vscode.TextDocument) => this.seen(document);
    this.subscriptions = [
      this.collection,
      vscode.workspace.onDidOpenTextDocument(seen),
      vscode.workspace.onDidSaveTextDocument(seen),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.seen(document)),
      vscode.languages.registerCodeActionsProvider({ pattern }, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    ];
    for (const document of vscode.workspace.textDocuments) seen(document);
  }

  /** Tools came or went: their names may be right now, or wrong. */
  again(): void {
    for (const document of vscode.workspace.textDocuments) this.seen(document);
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const ours = (this.collection.get(document.uri) ?? []).filter((own) =>
      diagnostics.some((given) => given.range.isEqual(own.range) && given.message === own.message),
    );
    return ours.flatMap((diagnostic) => {
      const found = this.problems.get(diagnostic);
      if (!found || found.version !== document.version) return [];
      return (found.problem.fixes ?? []).map(({ title, edits }, index) => {
        const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        action.edit = new vscode.WorkspaceEdit();
        for (const { start, end, text } of edits)
          action.edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
        action.diagnostics = [diagnostic];
        action.isPreferred = index === 0;
        return action;
      });
    });
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** A hook file was opened or changed: once it rests, all of its folder is read, for what hooks do to one another. */
  private seen({ uri }: vscode.TextDocument): void {
    const folder = uri.scheme === 'file' ? folderOf(uri.fsPath) : undefined;
    if (folder === undefined) return;
    clearTimeout(this.timers.get(folder));
    this.timers.set(
      folder,
      setTimeout(() => void this.lint(folder).catch((error: Error) => this.parts.log.error(error)), pauseMs),
    );
  }

  private async lint(folder: string): Promise<void> {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'file' && folderOf(uri.fsPath) === folder);
    const versions = new Map(open.map(({ uri, version }) => [uri.fsPath, version]));
    const { hooks, tests: others, declarations, strays } = checkedFiles(folder);
    const problems = await this.parts.client.ask({
      kind: 'lint',
      files: { folder, hooks, others, declarations, strays },
      known: { tools: this.parts.tools(), builtIn: this.parts.builtIn(), guarded: this.parts.guarded() },
      declares: true,
      unsaved: open.filter(({ isDirty }) => isDirty).map((document) => [document.uri.fsPath, document.getText()]),
    });
    problems.push(...(await this.parts.notFired.problems((file) => hooks.includes(file))));
    const byFile = new Map<string, Problem[]>();
    for (const problem of problems)
      if (!isOfEditor(problem)) byFile.set(problem.file, [...(byFile.get(problem.file) ?? []), problem]);
    this.collection.forEach((uri) => {
      if (folderOf(uri.fsPath) === folder && !byFile.has(uri.fsPath)) this.collection.delete(uri);
    });
    for (const [file, list] of byFile)
      this.collection.set(
        vscode.Uri.file(file),
        list.map((problem) => this.diagnostic(problem, versions.get(file))),
      );
  }

  private diagnostic(problem: Problem, version: number | undefined): vscode.Diagnostic {
    const { line, column, endLine, endColumn, message, severity, code } = problem;
    const made = new vscode.Diagnostic(
      new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1),
      message,
      code === 'not-fired' || code === 'other-agent'
        ? vscode.DiagnosticSeverity.Information
        : severity === 'error'
          ? vscode.DiagnosticSeverity.Error
          : vscode.DiagnosticSeverity.Warning,
    );
    made.source = 'Hooksmith';
    made.code = code;
    this.problems.set(made, { problem, version });
    return made;
  }
}

/** The `.hooksmith` that a hook file lies in. */
function folderOf(path: string): string | undefined {
  const parts = path.split(sep);
  const at = parts.lastIndexOf('.hooksmith');
  if (at < 0 || !sourceEnding.test(path) || path.includes(`${sep}node_modules${sep}`)) return undefined;
  if (parts[at + 1] === 'types' || dirname(path) === path) return undefined;
  return join(parts.slice(0, at + 1).join(sep));
}
