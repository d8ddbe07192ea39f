/** What everything else in the window stands on: its log, settings, models and rules, what the human has accepted, and where sessions are kept. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { pastCallsIn } from '../adapters/sessions/pastCalls';
import { SessionFolder } from './conversation/sessionFiles';
import { acceptedThings } from './window/accepted';
import { AtWork } from './window/atWork';
import { DisabledHooks } from './window/disabledHooks';
import { HumanSaves } from './window/humanSaves';
import { Models } from './window/models';
import { Rules } from './window/permissionRules';
import { Settings } from './window/settings';
import { warned } from './window/warned';
import { Workspace } from './window/workspace';
import { applicationSettings, watchWorkspaceSettings } from './window/workspaceSettings';

export type Foundation = Omit<Awaited<ReturnType<typeof foundation>>, 'subscriptions'>;

export async function foundation(context: vscode.ExtensionContext) {
  const { extension, extensionPath: folder, globalStorageUri, globalState, secrets } = context;
  const { version } = extension.packageJSON as { version: string };
  const log = vscode.window.createOutputChannel('Hooksmith', { log: true });
  const warn = (text: string, setting?: string) => {
    log.warn(text);
    void warned(`Hooksmith: ${text}`, log, setting);
  };
  const settings = new Settings(warn);
  const models = await Models.start(secrets, settings, warn);
  // With the one at its end: what of the activation is work of ours, for the bench.
  performance.mark('hooksmith: composing');
  const ofWorkspace = watchWorkspaceSettings(applicationSettings(extension.packageJSON), warn);
  const rules = new Rules(context.workspaceState, settings, ofWorkspace.sandbox);
  const atWork = new AtWork();
  const accepted = acceptedThings({ storage: globalStorageUri, memory: globalState, running: atWork.any, warn });
  const saves = new HumanSaves(accepted.texts);
  const workspace = new Workspace(globalStorageUri, (path) => saves.meddled(path));
  const storage = context.storageUri ?? globalStorageUri;
  const sessions = new SessionFolder(storage, log);
  return {
    ...{ folder, dist: join(folder, 'dist'), version, secrets, log, warn, settings, models, rules },
    ...{ atWork, accepted, saves, workspace, storage, sessions },
    disabled: new DisabledHooks(settings),
    pastCalls: pastCallsIn(sessions.folder),
    subscriptions: [log, settings, models, workspace, saves, ofWorkspace],
  };
}
