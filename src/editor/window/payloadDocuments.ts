/** Texts that are to be read, not kept: events as JSON, sides of a comparison, reports. */
import * as vscode from 'vscode';
import { typeOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';

const scheme = 'hooksmith-event';

export class PayloadDocuments implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  async open(event: HookEvent): Promise<void> {
    const path = `/${typeOf(event)}-${event.id.slice(-8)}.json`;
    this.texts.set(path, `${JSON.stringify(event, null, 2)}\n`);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path }));
    await vscode.window.showTextDocument(await vscode.languages.setTextDocumentLanguage(document, 'json'), { preview: true });
  }

  /** A report in Markdown, as it is meant to look. Nobody is asked to save it. */
  async report(name: string, text: string): Promise<void> {
    const uri = this.document('report', `/${name}.md`, text);
    const shown = vscode.commands.executeCommand('markdown.showPreview', uri);
    await Promise.resolve(shown).catch(() => vscode.window.showTextDocument(uri, { preview: true }));
  }

  /** Shows a change in the editor's own diff view; what stands on its right side may be another's document. `kept`: nothing else takes its tab. */
  async diff(title: string, path: string, before: string, after: vscode.Uri | string, kept?: 'kept'): Promise<void> {
    const right = typeof after === 'string' ? this.document('after', path, after) : after;
    await vscode.commands.executeCommand('vscode.diff', this.document('before', path, before), right, title, { preview: !kept });
  }

  /** A text that is to be seen, on its own or as one side of what is compared. */
  document(side: 'before' | 'after' | 'report', path: string, text: string): vscode.Uri {
    const at = `/${Date.now().toString(36)}/${side}${path}`;
    this.texts.set(at, text);
    return vscode.Uri.from({ scheme, path: at });
  }
}
