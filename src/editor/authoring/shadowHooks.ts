/** Hooks in shadow are made live by one click: in the tree, or at the line above them. */
import * as vscode from 'vscode';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import { type OurCommand, onCommand } from '../window/ourCommands';
import { lensLine } from './hookLenses';
import { withoutShadow } from './makeLive';

export interface ShadowParts {
  descriptions(): readonly HookDescription[];
  /** Writes a file for the human, live at once. */
  write(path: string, text: string): Promise<void>;
  /** How often it ran, and would have decided. */
  counts(hookId: string): { ran: number; decided: number } | undefined;
  onDidChange: vscode.Event<void>;
}

export function shadowHooks(parts: ShadowParts): vscode.Disposable {
  const lenses = new ShadowLenses(parts);
  return vscode.Disposable.from(
    lenses,
    onCommand('hooksmith.makeHookLive', (given?: { hook: HookDescription } | HookDescription) => {
      const hook = given && 'hook' in given ? given.hook : given;
      return hook && makeLive(hook, parts);
    }),
    vscode.languages.registerCodeLensProvider({ scheme: 'file', pattern: '**/.hooksmith/**/hooks/**/*.{ts,mts,js,mjs}' }, lenses),
  );
}

async function makeLive(hook: HookDescription, { write }: ShadowParts): Promise<void> {
  const { file, name } = hook;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  const line = lensLine(document, hook);
  const text = line === undefined ? undefined : withoutShadow(document.getText(), line + 1);
  if (text === undefined) {
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(line ?? 0, 0, line ?? 0, 0) });
    const where = vscode.l10n.t('`shadow: true` of {0} is not in its own definition: take it out by hand.', name);
    void vscode.window.showWarningMessage(where);
    return;
  }
  if (!document.isDirty) return write(file, text);
  // What the human has not saved is not saved for them.
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document);
}

class ShadowLenses implements vscode.CodeLensProvider {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly parts: ShadowParts) {
    this.subscription = parts.onDidChange(() => this.changed.fire());
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return this.parts
      .descriptions()
      .filter(({ file, options }) => file === document.uri.fsPath && options.shadow)
      .flatMap((hook) => {
        const line = lensLine(document, hook);
        if (line === undefined) return [];
        const at = new vscode.Range(line, 0, line, 0);
        const { ran = 0, decided = 0 } = this.parts.counts(hook.id) ?? {};
        const told = vscode.l10n.t('Shadow: would have decided {0} of {1}', decided, ran);
        return [
          new vscode.CodeLens(at, { title: told, command: 'hooksmith.hooks.focus' satisfies OurCommand }),
          new vscode.CodeLens(at, {
            title: vscode.l10n.t('Make Live'),
            command: 'hooksmith.makeHookLive' satisfies OurCommand,
            arguments: [hook],
          }),
        ];
      });
  }
}
