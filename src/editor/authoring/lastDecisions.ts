/** The last decision of each hook, at the end of the line that made it. */
import * as vscode from 'vscode';
import type { HookEvent } from '../../shared/events/events';
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import type { HooksTreeSource } from '../hooks/hooksTree';
import { renewedFiles } from '../hooks/renewedFiles';
import { decisionLine } from './decisionLine';
import { lensLine } from './hookLenses';

interface Last {
  record: HookRecord;
  event: HookEvent;
}

export class LastDecisions {
  private readonly last = new Map<string, Last>();
  private readonly style = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorInlayHint.foreground'), margin: '0 0 0 2em', fontStyle: 'italic' },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private soon: NodeJS.Timeout | undefined;

  constructor(private readonly source: HooksTreeSource) {
    for (const event of source.past()) this.take(event);
  }

  register(): vscode.Disposable {
    const draw = () => {
      this.soon ??= setTimeout(() => this.draw(), 200);
    };
    draw();
    return vscode.Disposable.from(
      this.style,
      this.source.onHookEvent((event) => this.take(event) && draw()),
      this.source.onDidChange(draw),
      vscode.window.onDidChangeVisibleTextEditors(draw),
      vscode.workspace.onDidChangeTextDocument(draw),
      new vscode.Disposable(() => clearTimeout(this.soon)),
    );
  }

  private take(event: HookEvent): boolean {
    const decided = event.hooks.filter(({ decision }) => decision !== 'continue');
    for (const record of decided) this.last.set(record.id, { record, event });
    const renewed = renewedFiles(event);
    for (const [id, { record }] of this.last) if (record.error && renewed.has(record.file)) this.last.delete(id);
    return decided.length > 0 || renewed.size > 0;
  }

  private draw(): void {
    this.soon = undefined;
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const hooks = this.source.descriptions().filter(({ file }) => file === document.uri.fsPath);
      if (hooks.length === 0 && !/[/\\]hooks[/\\]/.test(document.uri.fsPath)) continue;
      const source = document.getText().split(/\r?\n/);
      const placed = hooks.flatMap((hook) => {
        const line = lensLine(document, hook);
        return line === undefined ? [] : { hook, from: line + 1 };
      });
      const lines = placed.map(({ from }) => from).sort((a, b) => a - b);
      editor.setDecorations(
        this.style,
        placed.flatMap(({ hook, from }) => {
          const last = this.last.get(hook.id);
          if (!last) return [];
          const at =
            decisionLine(
              source,
              last.record,
              from,
              lines.find((line) => line > from),
            ) - 1;
          return [decoration(document, Math.min(at, document.lineCount - 1), last)];
        }),
      );
    }
  }
}

function decoration(document: vscode.TextDocument, line: number, { record, event }: Last): vscode.DecorationOptions {
  const { decision, reason, error } = record;
  const words = error ? `${error.name}: ${error.message}` : reason ? `${decision}: ${reason}` : decision;
  const end = document.lineAt(line).range.end;
  const hover = new vscode.MarkdownString().appendText(
    `${words}\n${event.toolName ?? event.type} · ${new Date(event.timestamp).toLocaleString()}`,
  );
  return {
    range: new vscode.Range(end, end),
    hoverMessage: hover,
    renderOptions: { after: { contentText: `⟶ ${words.replace(/\s+/g, ' ').slice(0, 100)}` } },
  };
}
