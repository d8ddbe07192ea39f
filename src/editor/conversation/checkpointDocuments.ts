/** What files were before agents changed them, as read-only documents: named by their content, so that an open diff is there again after a restart. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { WorkspaceCheckpoints } from '../../adapters/checkpoints/workspaceCheckpoints';
import type { FileVersion } from '../../shared/events/fileChanges';
import type { Changed } from '../../shared/stream/checkpoints';

const scheme = 'hooksmith-checkpoint';

export class CheckpointDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly checkpoints: WorkspaceCheckpoints) {}

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    const bytes = query === '' ? undefined : this.checkpoints.content(query);
    return bytes ? new TextDecoder().decode(bytes) : '';
  }

  /** In the editor's own diff view, the file itself on the right. Resolves with why it cannot be shown, if it cannot. */
  async diff({ path, before }: Changed): Promise<string | undefined> {
    const now = this.checkpoints.current(path);
    const problem = this.unreadable(before) ?? this.unreadable(now);
    if (problem) return problem;
    const title = vscode.l10n.t('{0} (before the agent ↔ now)', basename(path));
    const right = now ? vscode.Uri.file(path) : this.uri(path, undefined);
    await vscode.commands.executeCommand('vscode.diff', this.uri(path, before), right, title, { preview: true });
    return undefined;
  }

  private uri(path: string, version: FileVersion | undefined): vscode.Uri {
    return vscode.Uri.file(path).with({ scheme, query: version?.kind === 'file' ? version.hash : '' });
  }

  private unreadable(version: FileVersion | undefined): string | undefined {
    if (version?.kind === 'link') return vscode.l10n.t('It is a link to {0}.', version.target);
    if (version?.kind === 'left') return vscode.l10n.t('Its content is not kept.');
    const bytes = version && this.checkpoints.content(version.hash);
    if (version && !bytes) return vscode.l10n.t('Its content is no longer there.');
    return bytes?.includes(0) ? vscode.l10n.t('It is no text.') : undefined;
  }
}
