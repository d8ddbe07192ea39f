/** The composition root of the extension: puts the parts of the window together, step by step, and pushes one store. */
import type * as vscode from 'vscode';
import { ruleReach } from './agent/tools/ruleReach';
import type { HooksmithApi } from './api/extension';
import { Core } from './core';
import { AguiExport } from './editor/agui';
import { hooksmithApi } from './editor/api';
import { showAttention } from './editor/attention';
import { HookDebugger } from './editor/authoring/hookDebugger';
import { registerCommands } from './editor/commands';
import { askHooksmith } from './editor/conversation/askHooksmith';
import { SessionList } from './editor/conversation/sessionList';
import { corePorts } from './editor/corePorts';
import { foundation } from './editor/foundation';
import { watchHookEnvironment } from './editor/hooks/hookEnvironment';
import { reportReloads } from './editor/hooks/reloadReport';
import { hookWork } from './editor/hookWork';
import { showServers } from './editor/mcpServers';
import { watchRules } from './editor/ruleDoubts';
import { Shutdown } from './editor/shutdown';
import { talking } from './editor/talking';
import { watchTerminals } from './editor/terminalShell';
import { walkthrough } from './editor/walkthrough';
import { welcome } from './editor/welcome';
import { runCommand } from './editor/window/ourCommands';

// biome-ignore lint/plugin: the editor calls `deactivate` without what `activate` made
const shutdown = new Shutdown();

export async function activate(context: vscode.ExtensionContext): Promise<HooksmithApi> {
  const base = await foundation(context);
  const { folder, version, log, settings, rules, workspace, sessions, pastCalls } = base;
  const { ports, ...besides } = corePorts(base);
  const core = new Core(ports);
  const hookDebugger = new HookDebugger({ folder, hooks: core.hooks });
  const talk = talking(context.extensionUri, { ...base, ...besides, core, hookDebugger });
  const all = { ...base, ...besides, ...talk, core, hookDebugger };
  const hooks = hookWork(all);
  const { conversation, guests, watcher, files, views, outbox, checkpoints, openContext } = all;
  const agui = new AguiExport({ ...all, hooks: core.hooks });
  shutdown.inOrder([checkpoints, guests], [agui, conversation], [core]);
  context.subscriptions.push(
    ...base.subscriptions,
    ...[openContext, hookDebugger],
    ...talk.subscriptions,
    ...hooks.subscriptions,
    watchTerminals(),
    reportReloads({ core, conversation }),
    watchHookEnvironment(settings, rules, core),
    watchRules({ ...base, core, watcher, memory: context.globalState }),
    showAttention({ ...all, ...hooks }),
    showServers({ core, log, review: (name) => runCommand('hooksmith.reviewHookFiles', name) }),
    walkthrough(conversation.onHookEvent),
    askHooksmith({ outbox, views, place: workspace }),
    registerCommands({
      ...{ ...all, agui },
      sessionList: new SessionList(sessions.catalog, conversation, log, () => views.openChat()),
      reachOf: (asked) => ruleReach(asked, pastCalls, (toolName, input) => core.toolbox.facts(toolName, input)),
    }),
  );
  performance.mark('hooksmith: composed');
  await files.takeUp(conversation);
  void checkpoints.tidy(sessions.folder);
  await watcher.start();
  void agui.update();
  conversation.resume();
  void welcome(context, views);
  return hooksmithApi({ version, folder, core, conversation, workspace });
}

/** A run in progress is left as it is on disk; the next window goes on from there. */
export const deactivate = (): Promise<void> => shutdown.run();
