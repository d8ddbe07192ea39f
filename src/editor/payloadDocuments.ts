/** Events as read-only JSON documents. */
import * as vscode from 'vscode';
import { type HookEvent, typeOf } from '../shared/events';

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

  /** Shows a change in the editor's own diff view; what stands on its right side may be another's document. */
  async diff(title: string, path: string, before: string, after: vscode.Uri): Promise<void> {
    const at = `/${Date.now().toString(36)}/before${path}`;
    this.texts.set(at, before);
    await vscode.commands.executeCommand('vscode.diff', vscode.Uri.from({ scheme, path: at }), after, title, { preview: true });
  }
}
