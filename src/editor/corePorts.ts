/** What the editor gives the core: its documents and processes, its models, its prompts, its rules. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { WorkspaceCheckpoints } from '../adapters/checkpoints/workspaceCheckpoints';
import { gitChanges } from '../adapters/disk/gitChanges';
import { systemClock } from '../adapters/machine/clock';
import { systemProcesses } from '../adapters/machine/processes';
import { ripgrep } from '../adapters/machine/ripgrep';
import type { ServerToStart } from '../adapters/mcp/mcp';
import { osSandbox } from '../adapters/sandbox/sandbox';
import { Telemetry, tracesAt } from '../adapters/telemetry/telemetry';
import { lateWebPages } from '../adapters/web/lateWeb';
import type { AgentDefinition } from '../agent/ports/agents';
import { systemPrompt } from '../agent/prompt/systemPrompt';
import { GuestTools } from '../guard/calls/guestTools';
import { HookHost } from '../hooks/parent/host/hookHost';
import type { HostServices } from '../hooks/parent/lasting/hostServices';
import { ToolHost, type ToolHostOptions } from '../hooks/parent/tools/toolHost';
import { ApprovalBroker } from './conversation/approvalBroker';
import { withoutSecrets } from './conversation/eventLog';
import { editorMentions } from './conversation/mentionSources';
import { OpenContext } from './conversation/openContext';
import { QuestionBroker } from './conversation/questionBroker';
import { editorDiagnostics } from './diagnosticsPort';
import type { Foundation } from './foundation';
import { serverPorts } from './mcpServers';
import { TerminalShell } from './terminalShell';
import { unsavedText } from './window/editorFiles';
import { warned } from './window/warned';
import type { Workspace } from './window/workspace';

/** With those of them that other parts of the window need. */
export function corePorts(base: Foundation) {
  const { version, secrets, workspace, accepted, storage, pastCalls } = base;
  const approvals = new ApprovalBroker();
  const questions = new QuestionBroker();
  const checkpoints = new WorkspaceCheckpoints({
    folder: join(storage.fsPath, 'checkpoints'),
    folders: () => workspace.folders,
    unsaved: unsavedText,
  });
  const openContext = new OpenContext(workspace);
  const ports = {
    ...editorPorts(base),
    ...{ version, approvals, questions, checkpoints, pastCalls },
    accepted: accepted.files,
    acceptsServer: (server: ServerToStart) => accepted.servers.has(server),
    servers: serverPorts(secrets, accepted.store),
    mentions: [editorMentions(openContext, workspace), gitChanges(() => workspace.folders)],
  };
  return { ports, approvals, questions, checkpoints, openContext, search: ports.search };
}

function editorPorts({ folder, version, workspace, models, rules, settings, warn, log }: Foundation) {
  const environment = () => settings.get('hookEnvironment');
  const say = (text: string) => {
    log.warn(text);
    void warned(text, log);
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
    startTools: (services: Omit<ToolHostOptions, 'script' | 'environment'>) =>
      new ToolHost({ script: join(folder, 'dist', 'tools.js'), environment, ...services }),
    model: (agent: string, ownModel: string | undefined) => models.get(agent, ownModel),
    system: (agent: AgentDefinition | undefined) =>
      systemPrompt({ ...where(workspace), mode: settings.get('mode') }, agent?.system),
    permissions: (sessionId?: string) => rules.permissions(sessionId),
    distrusted: () => workspace.distrusted(),
    unrecorded: (why: string) => warn(vscode.l10n.t('The session cannot be recorded, so that what agents do fails: {0}', why)),
    log: {
      said: (text: string, by?: 'host') => (by === 'host' ? log.warn(text) : log.info(withoutSecrets(text))),
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
