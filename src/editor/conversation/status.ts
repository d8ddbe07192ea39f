/** What the views and the status bar show of the window: model, mode, hooks, trust. */
import * as vscode from 'vscode';
import type { HookProblem } from '../../hooks/chain/words/registered';
import { pricedAsOf } from '../../models/index';
import { type HookDescription, isLive } from '../../shared/hooks/hookDescription';
import type { Models } from '../window/models';
import type { Settings } from '../window/settings';
import type { Workspace } from '../window/workspace';
import type { OwnStatus } from './conversation';
import { examplesFor } from './examples';

export interface StatusParts {
  models: Models;
  settings: Settings;
  hookDebugger: { readonly paused: OwnStatus['paused'] };
  core: {
    readonly agents: { all(): readonly { name: string }[] };
    readonly problems: readonly HookProblem[];
    readonly hooks: { readonly descriptions: readonly HookDescription[]; readonly hasBegun: boolean };
  };
  workspace: Pick<Workspace, 'folders'>;
}

export function ownStatus({ models, settings, core, hookDebugger, workspace }: StatusParts): OwnStatus {
  const { label, model, contextWindow, priceUnknown } = models.get('main');
  const rehearsal = model === 'rehearsal';
  return {
    model: label,
    contextWindow,
    pricesAsOf: pricedAsOf(model),
    priceUnknown,
    rehearsal,
    ...(rehearsal && models.problem !== undefined ? { modelProblem: models.problem } : {}),
    ...(rehearsal
      ? {
          examples: examplesFor(
            core.hooks.descriptions,
            core.agents.all().map(({ name }) => name),
          ),
        }
      : {}),
    editorModels: rehearsal ? models.ofEditor : 0,
    mode: settings.get('mode'),
    ...(core.hooks.hasBegun ? { hooksLive: core.hooks.descriptions.filter(isLive).length } : {}),
    hookProblems: core.problems.filter(({ severity }) => severity === 'error').length,
    trusted: vscode.workspace.isTrusted,
    workspace: vscode.workspace.name,
    folders: workspace.folders,
    codeTheme: settings.get('codeTheme'),
    paused: hookDebugger.paused,
  };
}
