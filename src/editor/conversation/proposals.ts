/** The proposed side of an edit's diff: a document that the human may change before they allow it. What they save is the input of the call, judged anew. */
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Toolbox } from '../../agent/tools/toolbox';
import type { ApprovalRequest } from '../../shared/calls/approvals';
import type { Workspace } from '../window/workspace';
import type { ApprovalBroker } from './approvalBroker';

const scheme = 'hooksmith-proposal';

interface Proposal {
  id: string;
  /** The file as it stands. */
  before: string;
  /** What would stand there. */
  text: string;
  changedAt: number;
}

export interface ProposalParts {
  toolbox: Toolbox;
  approvals: ApprovalBroker;
  workspace: Workspace;
  say(text: string): void;
}

const forbidden = (uri: vscode.Uri): never => {
  throw vscode.FileSystemError.NoPermissions(uri);
};

export class Proposals implements vscode.FileSystemProvider {
  private readonly proposals = new Map<string, Proposal>();
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly closed = new vscode.EventEmitter<void>();

  constructor(private readonly parts: ProposalParts) {}

  register(): vscode.Disposable {
    // Those of a window that went away name prompts that are no more.
    void this.closeTabs(() => true);
    return vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, this),
      this.parts.approvals.onDidChange(() => void this.follow()),
      this.changed,
      this.closed,
    );
  }

  /** The editable side for this prompt. */
  open({ id }: ApprovalRequest, { path, before, after }: { path: string; before: string; after: string }): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${id}/${posix.basename(path.replaceAll('\\', '/'))}` });
    this.proposals.set(uri.path, { id, before, text: after, changedAt: Date.now() });
    return uri;
  }

  /** True where the human has changed the proposal and not saved it: it is now, and the prompt stands anew for what they wrote. */
  async take(id: string): Promise<boolean> {
    const document = vscode.workspace.textDocuments.find(
      ({ uri, isDirty }) => isDirty && uri.scheme === scheme && this.proposals.get(uri.path)?.id === id,
    );
    return document !== undefined && (await document.save());
  }

  /** The prompt is answered. */
  async close(id: string): Promise<void> {
    for (const [path, proposal] of this.proposals) if (proposal.id === id) this.proposals.delete(path);
    this.closed.fire();
    await this.closeTabs((uri) => uri.path.startsWith(`/${id}/`));
  }

  /** As the words of the prompt have it by now. */
  private async follow(): Promise<void> {
    for (const [path, proposal] of this.proposals) {
      const request = this.request(proposal.id);
      const preview = request && (await this.preview(request));
      if (!preview || preview.after === proposal.text) continue;
      Object.assign(proposal, { before: preview.before, text: preview.after, changedAt: proposal.changedAt + 1 });
      this.changed.fire([{ type: vscode.FileChangeType.Changed, uri: vscode.Uri.from({ scheme, path }) }]);
    }
  }

  /** The prompt as it stands: while an edit of it is judged there is none for a moment. Undefined once it is answered. */
  private async standing(path: string, id: string): Promise<ApprovalRequest | undefined> {
    for (;;) {
      const request = this.request(id);
      if (request || !this.proposals.has(path)) return request;
      await new Promise<void>((resolve) => {
        const waiting = vscode.Disposable.from(
          ...[this.parts.approvals.onDidChange, this.closed.event].map((event) =>
            event(() => {
              waiting.dispose();
              resolve();
            }),
          ),
        );
      });
    }
  }

  private request = (id: string) => this.parts.approvals.pending.find((one) => one.id === id);

  private preview({ toolName, input }: ApprovalRequest) {
    const { toolbox, workspace } = this.parts;
    return toolbox.preview(toolbox.facts(toolName, input), workspace).catch(() => undefined);
  }

  private async closeTabs(isGone: (uri: vscode.Uri) => boolean): Promise<void> {
    for (const tab of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
      const { input } = tab;
      const uri =
        input instanceof vscode.TabInputTextDiff ? input.modified : input instanceof vscode.TabInputText ? input.uri : undefined;
      // What the human wrote there and did not use is theirs to throw away.
      if (uri?.scheme === scheme && isGone(uri) && !tab.isDirty) await vscode.window.tabGroups.close(tab, true);
    }
  }

  private get(uri: vscode.Uri): Proposal {
    const proposal = this.proposals.get(uri.path);
    if (!proposal) throw vscode.FileSystemError.FileNotFound(uri);
    return proposal;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, changedAt } = this.get(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: Buffer.byteLength(text) };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.get(uri).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { approvals, toolbox, say } = this.parts;
    const proposal = this.get(uri);
    const text = Buffer.from(content).toString('utf8');
    if (text === proposal.text) return;
    const request = await this.standing(uri.path, proposal.id);
    if (!request)
      throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('This prompt is decided: what you change here is not used.'));
    const input = toolbox.propose(request, { before: proposal.before, after: text });
    if (!input)
      throw vscode.FileSystemError.NoPermissions(
        text === proposal.before
          ? vscode.l10n.t('Nothing would change: deny the call in its place.')
          : vscode.l10n.t('{0} cannot say this change.', request.toolName),
      );
    Object.assign(proposal, { text, changedAt: Math.max(Date.now(), proposal.changedAt + 1) });
    const { id, inputHash } = request;
    if (approvals.answer({ id, inputHash, decision: 'edit', input }))
      say(vscode.l10n.t('The call now makes what you wrote; look again and decide.'));
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory = forbidden;
  delete = forbidden;
  rename = forbidden;
}
