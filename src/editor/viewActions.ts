/** What the views ask of the editor: to open a file, an event or a diff, to write a hook, to say why hooks did not run. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { Toolbox } from '../agent/tools/toolbox';
import { explainChain } from '../hooks/chain/choosing/explain';
import { type TurnParts, turnIntoHook } from './authoring/turnIntoHook';
import type { ApprovalBroker } from './conversation/approvalBroker';
import type { Proposals } from './conversation/proposals';
import type { ViewActions } from './conversation/viewMessages';
import type { PayloadDocuments } from './window/payloadDocuments';
import type { Settings } from './window/settings';
import type { Workspace } from './window/workspace';

export interface ActionParts {
  toolbox: Toolbox;
  approvals: ApprovalBroker;
  payloads: PayloadDocuments;
  proposals: Proposals;
  settings: Settings;
  workspace: Workspace;
  turnParts: TurnParts;
}

export function viewActions(parts: ActionParts): ViewActions {
  const { toolbox, approvals, payloads, proposals, settings, workspace, turnParts } = parts;
  const openHook = async (file: string, line: number | undefined) => {
    const at = Math.max(0, (line ?? 1) - 1);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, 0, at, 0), preview: true });
  };
  return {
    openHook,
    openMentioned: async (path, line) => {
      const found = await mentioned(path);
      if (found?.type === vscode.FileType.Directory) await vscode.commands.executeCommand('revealInExplorer', found.uri);
      else if (found) await openHook(found.uri.fsPath, line);
      return found !== undefined;
    },
    openPayload: (event) => payloads.open(event),
    openDiff: async (id) => {
      const request = approvals.pending.find((one) => one.id === id);
      const preview = request && (await toolbox.preview(toolbox.facts(request.toolName, request.input), workspace));
      if (!preview) return;
      const title = vscode.l10n.t('{0}: {1} (the right side may be edited)', request.toolName, preview.path);
      await payloads.diff(title, `/${preview.path}`, preview.before, proposals.open(request, preview));
    },
    turnIntoHook: (event) => turnIntoHook(turnParts, event),
    explain: (event, hooks) => explainChain(event, hooks, (toolName, input) => toolbox.facts(toolName, input)),
    setMode: async (mode) => {
      if (mode !== 'bypass' || settings.get('mode') === 'bypass' || (await confirmsBypass())) await settings.set('mode', mode);
    },
  };
}

/** What a model may lead the human to lies in the workspace, whatever it writes. */
async function mentioned(path: string): Promise<{ uri: vscode.Uri; type: vscode.FileType } | undefined> {
  const { workspace } = vscode;
  const uris = isAbsolute(path)
    ? [vscode.Uri.file(path)]
    : (workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, path));
  for (const uri of uris) {
    if (!workspace.getWorkspaceFolder(uri)) continue;
    const stat = await workspace.fs.stat(uri).then(
      (found) => found,
      () => undefined,
    );
    if (stat) return { uri, type: stat.type & vscode.FileType.Directory ? vscode.FileType.Directory : vscode.FileType.File };
  }
  return undefined;
}

/** Asked in a dialog of the editor: a view, and whatever got into one, cannot answer it. */
async function confirmsBypass(): Promise<boolean> {
  const { l10n, window } = vscode;
  const yes = l10n.t('Switch to Bypass');
  const detail = l10n.t('What no hook, policy or rule decides runs without asking. Protected paths still ask.');
  return (await window.showWarningMessage(l10n.t('Let the agent act without asking?'), { modal: true, detail }, yes)) === yes;
}
