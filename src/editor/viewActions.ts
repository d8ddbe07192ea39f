/** What the views ask of the editor: to open a file, an event or a diff, to write a hook, to say why hooks did not run. */
import * as vscode from 'vscode';
import type { Toolbox } from '../agent/toolbox';
import { explainChain } from '../hooks/chain/explain';
import type { ApprovalBroker } from './approvalBroker';
import type { PayloadDocuments } from './payloadDocuments';
import type { Proposals } from './proposals';
import type { Settings } from './settings';
import { type TurnParts, turnIntoHook } from './turnIntoHook';
import type { ViewActions } from './viewMessages';
import type { Workspace } from './workspace';

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
  return {
    openHook: async (file, line) => {
      const at = Math.max(0, (line ?? 1) - 1);
      await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, 0, at, 0), preview: true });
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

/** Asked in a dialog of the editor: a view, and whatever got into one, cannot answer it. */
async function confirmsBypass(): Promise<boolean> {
  const { l10n, window } = vscode;
  const yes = l10n.t('Switch to Bypass');
  const detail = l10n.t('What no hook, policy or rule decides runs without asking. Protected paths still ask.');
  return (await window.showWarningMessage(l10n.t('Let the agent act without asking?'), { modal: true, detail }, yes)) === yes;
}
