/** Hook problems as diagnostics: what does not compile or load, and what failed while it ran, at its line. */
import * as vscode from 'vscode';
import type { HookProblem } from '../../hooks/chain/words/registered';
import { type Code, codes as lintCodes } from '../../hooks/lint/problem';
import type { HookEvent } from '../../shared/events/events';
import { changedWhatWasShown, redactsOffer } from './redactsOffer';

const codes: ReadonlySet<Code> = new Set(lintCodes);

export class HookDiagnostics {
  private readonly static_ = vscode.languages.createDiagnosticCollection('hooksmith');
  private readonly failures = vscode.languages.createDiagnosticCollection('hooksmith-runs');
  /** Calls under way whose output is shown. */
  private readonly live = new Set<string>();
  private problems = new Map<string, HookProblem[]>();
  private readonly subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const { fsPath } of uris) if (this.problems.has(fsPath)) this.draw(fsPath);
  });

  show(problems: readonly HookProblem[]): void {
    this.static_.clear();
    this.problems = groupBy(problems, (problem) => problem.file);
    for (const file of this.problems.keys()) this.draw(file);
  }

  /** What the linter says of a line it says better, with a fix: there the host's own word is left out. */
  private draw(file: string): void {
    const uri = vscode.Uri.file(file);
    const linted = new Set(
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ source, code }) => source === 'Hooksmith' && codes.has(code as Code))
        .map(({ range }) => range.start.line + 1),
    );
    const left = (this.problems.get(file) ?? []).filter(({ line }) => !linted.has(line));
    const made = left.map(({ line, column, endColumn, message, severity }) =>
      diagnostic(
        line,
        column,
        endColumn,
        message,
        severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
      ),
    );
    // Each setting of them is told as a change.
    const told = (all: readonly vscode.Diagnostic[] = []) =>
      all.map(({ range, message }) => `${range.start.line} ${message}`).join('\n');
    if (told(made) !== told(this.static_.get(uri))) this.static_.set(uri, made);
  }

  /** A save answers what a run complained about. */
  saved(files: readonly string[]): void {
    for (const file of files) this.failures.delete(vscode.Uri.file(file));
  }

  /** A call shows what it writes. */
  wrote(toolCallId: string): void {
    this.live.add(toolCallId);
  }

  ran(event: HookEvent): void {
    for (const hook of changedWhatWasShown(event, this.live)) this.add(hook.file, redactsOffer(hook));
    if (event.type === 'tool_settled') this.live.delete(event.toolCallId);
    if (event.type !== 'hook_error' || !event.data.file) return;
    const { file, line, hook } = event.data;
    const message = `${hook ?? 'hook'}: ${event.error.message}`;
    this.add(file, diagnostic(line ?? 1, 1, undefined, message, vscode.DiagnosticSeverity.Error));
  }

  private add(file: string, made: vscode.Diagnostic): void {
    const uri = vscode.Uri.file(file);
    const known = this.failures.get(uri) ?? [];
    this.failures.set(uri, [...known.filter(({ message }) => message !== made.message), made]);
  }

  dispose(): void {
    this.subscription.dispose();
    this.static_.dispose();
    this.failures.dispose();
  }
}

export function diagnostic(
  line: number,
  column: number,
  endColumn: number | undefined,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const end = endColumn && endColumn > column ? endColumn - 1 : Number.MAX_SAFE_INTEGER;
  const made = new vscode.Diagnostic(new vscode.Range(line - 1, column - 1, line - 1, end), message, severity);
  made.source = 'Hooksmith';
  return made;
}

export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
