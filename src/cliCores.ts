/** The cores of the command line, one for each thing that it does with hooks: run an agent, judge another's, replay what has been. */
import { join } from 'node:path';
import { diskFiles } from './adapters/disk/diskFiles';
import { gitChanges } from './adapters/disk/gitChanges';
import { systemClock } from './adapters/machine/clock';
import { systemProcesses } from './adapters/machine/processes';
import { ripgrep } from './adapters/machine/ripgrep';
import { osSandbox } from './adapters/sandbox/sandbox';
import { endpointIn, Telemetry } from './adapters/telemetry/telemetry';
import { lateWebPages } from './adapters/web/lateWeb';
import type { AgentDefinition } from './agent/ports/agents';
import { systemPrompt } from './agent/prompt/systemPrompt';
import { flagApprovals } from './cli/flagApprovals';
import { homeFolder } from './cli/home';
import { recordingModel } from './cli/modelChoice';
import type { OutputFiles } from './cli/outputFiles';
import type { RunCommandOptions } from './cli/runOptions';
import { Core, guestPorts } from './core';
import type { CorePorts } from './corePorts';
import { GuestTools } from './guard/calls/guestTools';
import type { GuestWorkspace } from './guard/guests/guests';
import { PinnedFiles } from './hooks/parent/accepting/pinnedFiles';
import { hooksFolder } from './hooks/parent/building/hookFiles';
import { HookHost } from './hooks/parent/host/hookHost';
import { ToolHost, type ToolHostOptions } from './hooks/parent/tools/toolHost';

const root = join(__dirname, '..');

/** Of `hooksmith run`. */
export function runCore(
  { cwd, models, environment: names, approve, sandbox, external, privateHosts }: RunCommandOptions,
  outputs: OutputFiles,
  say: (text: string) => void,
): Core {
  const environment = () => names;
  return new Core({
    ...portsOf(cwd, names, say, privateHosts),
    sandbox: osSandbox({ root, folders: () => [cwd], log: say }),
    startHooks: (services) =>
      new HookHost({ script: join(__dirname, 'host.js'), environment, services: { ...services, hookLogged: say }, lazy: true }),
    model: (agent, own) => recordingModel(models(agent, own), (request) => outputs.request(request)),
    approvals: flagApprovals(approve),
    external,
    servers: serversOf(say),
    telemetry: new Telemetry({
      endpoint: () => endpointIn(process.env),
      contents: () => process.env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT === 'true',
      version: 'cli',
      failed: (why) => say(`hooksmith: spans were not sent: ${why}`),
    }),
    mentions: [gitChanges(() => [cwd])],
    permissions: () => ({ mode: 'ask', allow: [], ask: [], deny: [], sandbox }),
  });
}

/** A workspace for agents that run elsewhere: its hooks judge, nothing of it acts. */
export function guestWorkspace(folder: string, say: (text: string) => void): GuestWorkspace {
  const accepted = new PinnedFiles(folder, homeFolder());
  const core = new Core({
    ...portsOf(folder, [], say),
    accepted,
    startHooks: (services) => new HookHost({ script: join(__dirname, 'host.js'), services }),
    guestRegistry: new GuestTools(),
    model: noModel('no model is set up for hooks that guard other agents'),
    system: () => '',
    approvals: flagApprovals('never'),
    ...guestPorts,
  });
  const userHooks = hooksFolder(homeFolder());
  return {
    load: async (hooks) => {
      accepted.take(hooks?.pins);
      const { without: except } = hooks ?? {};
      await core.load({ folders: [folder], userHooks, workspaceHooks: hooks !== undefined, except, tools: false });
      return accepted.missed;
    },
    changed: (path) => core.changed(path),
    open: (id, path) => core.openGuest(id, path),
    dispose: () => core.dispose(),
  };
}

/** The same core, with a host of hooks that has no way out. `guest`: of sessions of other agents; `covering`: lines that hooks reach are counted. */
export function replayCore(
  cwd: string,
  { guest, covering }: { guest: boolean; covering?: boolean },
  say: (text: string) => void,
): Core {
  return new Core({
    ...portsOf(cwd, [], say),
    ...(guest ? { registry: new GuestTools() } : {}),
    startHooks: (services) =>
      new HookHost({ script: join(__dirname, 'host.js'), environment: () => [], services, replaying: true, covering }),
    model: noModel('no model answers while past events are replayed'),
    approvals: flagApprovals('never'),
    permissions: () => ({ mode: 'ask', allow: [], ask: [], deny: [] }),
  });
}

/** Asked for what it is, it answers; asked for words, it says why there are none. */
const noModel = (why: string): CorePorts['model'] => {
  const call = (): never => {
    throw new Error(why);
  };
  return () => ({ label: 'none', model: 'none', maxTokens: 1, contextWindow: 1, call, costUsd: () => 0 });
};

/** There is nobody to ask but the environment, and nothing that outlives the run: who signs in does it by a link. */
const serversOf = (say: (text: string) => void): CorePorts['servers'] => ({
  inputs: async (_, { id, default: standard }) =>
    process.env[`HOOKSMITH_INPUT_${id.replace(/\W/g, '_').toUpperCase()}`] ?? standard,
  browser: { open: async (url, server) => say(`hooksmith: sign in to the MCP server ${server}: ${url}`) },
  signsInAtOnce: true,
});

/** What every command's core is made of. */
function portsOf(cwd: string, names: readonly string[], say: (text: string) => void, privateHosts: readonly string[] = []) {
  const date = new Date().toISOString().slice(0, 10);
  return {
    place: { cwd, folders: [cwd], home: homeFolder(), files: diskFiles },
    version: 'cli',
    clock: systemClock,
    processes: systemProcesses(),
    search: ripgrep(root),
    web: lateWebPages({ privateHosts: () => privateHosts }),
    startTools: (services: Omit<ToolHostOptions, 'script' | 'environment'>) =>
      new ToolHost({ script: join(__dirname, 'tools.js'), environment: () => names, ...services }),
    system: (agent: AgentDefinition | undefined) =>
      systemPrompt({ cwd, folders: [cwd], platform: process.platform, date, mode: 'ask' }, agent?.system),
    distrusted: () => undefined,
    unrecorded: (why: string) => say(`the session is not recorded: ${why}`),
    log: { said: say, info: () => undefined, error: say },
  };
}
