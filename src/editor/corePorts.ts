/** What the editor gives the core: its documents and processes, its models, its prompts, its rules. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../adapters/clock';
import { lateWebPages } from '../adapters/lateWeb';
import { systemProcesses } from '../adapters/processes';
import { ripgrep } from '../adapters/ripgrep';
import { osSandbox } from '../adapters/sandbox';
import { Telemetry, tracesAt } from '../adapters/telemetry';
import type { AgentDefinition } from '../agent/ports/agents';
import { systemPrompt } from '../agent/systemPrompt';
import { GuestTools } from '../guard/guestTools';
import { HookHost } from '../hooks/parent/hookHost';
import type { HostServices } from '../hooks/parent/hostServices';
import { ToolHost, type ToolHostOptions } from '../hooks/parent/toolHost';
import { editorDiagnostics } from './diagnosticsPort';
import { withoutSecrets } from './eventLog';
import type { Models } from './models';
import type { Rules } from './permissionRules';
import type { Settings } from './settings';
import { TerminalShell } from './terminalShell';
import type { Workspace } from './workspace';

export interface EditorParts {
  /** Of the extension. */
  folder: string;
  version: string;
  workspace: Workspace;
  models: Models;
  rules: Rules;
  settings: Settings;
  warn(text: string): void;
  log: vscode.LogOutputChannel;
}

export function editorPorts({ folder, version, workspace, models, rules, settings, warn, log }: EditorParts) {
  const environment = () => settings.get('hookEnvironment');
  const say = (text: string) => {
    log.warn(text);
    void vscode.window.showWarningMessage(text);
  };
  return {
    place: workspace,
    guestRegistry: new GuestTools(),
    clock: systemClock,
    processes: new TerminalShell(systemProcesses(), () => settings.get('bash.terminal'), say),
    sandbox: osSandbox({
      root: folder,
      folders: () => workspace.folders,
      appFolders: workspace.appFolders,
      log: (text) => log.warn(text),
    }),
    search: ripgrep(folder),
    telemetry: new Telemetry({
      endpoint: () => (settings.get('telemetry.endpoint') ? tracesAt(settings.get('telemetry.endpoint')) : undefined),
      headers: () => settings.get('telemetry.headers'),
      contents: () => settings.get('telemetry.contents'),
      version,
      failed: (why) => log.warn(`telemetry: ${why}`),
    }),
    web: lateWebPages({ privateHosts: () => settings.get('webFetch.privateHosts') }),
    diagnostics: editorDiagnostics,
    startHooks: (services: HostServices) => new HookHost({ script: join(folder, 'dist', 'host.js'), environment, services }),
    startTools: (services: Pick<ToolHostOptions, 'log' | 'failed' | 'confine'>) =>
      new ToolHost({ script: join(folder, 'dist', 'tools.js'), environment, ...services }),
    model: (agent: string, ownModel: string | undefined) => models.get(agent, ownModel),
    system: (agent: AgentDefinition | undefined) =>
      systemPrompt({ ...where(workspace), mode: settings.get('mode') }, agent?.system),
    permissions: (sessionId?: string) => rules.permissions(sessionId),
    distrusted: () => workspace.distrusted(),
    unrecorded: (why: string) => warn(vscode.l10n.t('The session cannot be recorded, so that what agents do fails: {0}', why)),
    log: {
      said: (text: string) => (text.startsWith('hook host:') ? log.warn(text) : log.info(withoutSecrets(text))),
      info: (text: string) => log.info(text),
      error: (text: string) => log.error(text),
    },
  };
}

const where = ({ cwd, folders }: Workspace) => ({
  ...{ cwd, folders },
  platform: process.platform,
  date: new Date().toISOString().slice(0, 10),
});
