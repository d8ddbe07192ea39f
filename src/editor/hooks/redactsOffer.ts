/** A hook that changed what had been shown already: a Problem offers `redacts`, its quick fix writes it. */
import * as vscode from 'vscode';
import { isObject } from '../../shared/basics/json';
import type { HookEvent } from '../../shared/events/events';
import type { HookRecord } from '../../shared/verdicts/hookRecord';

const code = 'redacts';
/** What streams into the chat before its hooks run: answers, and what calls write while they run. */
const streamed = (event: HookEvent, field: string, wrote: ReadonlySet<string>): boolean =>
  field.startsWith('response') || (field === 'output' && event.type === 'post_tool_use' && wrote.has(event.toolCallId));

/** The hooks of this event that took away what people had seen; one that only adds to it has nothing to hide. `wrote`: the calls whose output was shown live. */
export function changedWhatWasShown(event: HookEvent, wrote: ReadonlySet<string>): HookRecord[] {
  const shown = new Map<string, string>();
  return event.hooks.filter(
    ({ changed = [], shadow }) =>
      !shadow &&
      changed.some(({ field, before, after }) => {
        if (before === undefined || !streamed(event, field, wrote)) return false;
        const seen = shown.get(field) ?? spoken(before);
        shown.set(field, seen);
        return spoken(before).includes(seen) && !spoken(after).includes(seen);
      }),
  );
}

const spoken = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map((block) => (isObject(block) && typeof block.text === 'string' ? block.text : '')).join('')
      : (JSON.stringify(value) ?? '');

export function redactsOffer({ name, line }: HookRecord): vscode.Diagnostic {
  const made = new vscode.Diagnostic(
    new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER),
    vscode.l10n.t(
      '{0} changed what had been shown before. If it was to be hidden: `redacts: true` holds it back until the hook has run.',
      name,
    ),
    vscode.DiagnosticSeverity.Information,
  );
  made.source = 'Hooksmith';
  made.code = code;
  return made;
}

/** From the call on: its event or events, and the brace of its options if it has any. */
const call = /\bhook\(\s*(?:'[^']*'|"[^"]*"|\[[^\]]*\])\s*,\s*(\{\s*)?/;

export class RedactsFix implements vscode.CodeActionProvider {
  static register(): vscode.Disposable {
    return vscode.languages.registerCodeActionsProvider({ pattern: '**/.hooksmith/**/*.{ts,mts,js,mjs}' }, new RedactsFix(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    });
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return diagnostics.flatMap((diagnostic) => {
      if (diagnostic.code !== code) return [];
      const start = document.offsetAt(diagnostic.range.start);
      const found = call.exec(document.getText().slice(start));
      if (!found) return [];
      const at = document.positionAt(start + found.index + found[0].length);
      const fix = new vscode.CodeAction(vscode.l10n.t('Add redacts: true'), vscode.CodeActionKind.QuickFix);
      fix.edit = new vscode.WorkspaceEdit();
      fix.edit.insert(document.uri, at, found[1] === undefined ? '{ redacts: true }, ' : 'redacts: true, ');
      fix.diagnostics = [diagnostic];
      fix.isPreferred = true;
      return [fix];
    });
  }
}
