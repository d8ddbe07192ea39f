/** The composition root of the extension: builds the core and what the editor shows of it, connects them, pushes one store. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { gitChanges } from './adapters/gitChanges';
import type { ServerToStart } from './adapters/mcp';
import { pastCallsIn } from './adapters/pastCalls';
import { WorkspaceCheckpoints } from './adapters/workspaceCheckpoints';
import { ruleReach } from './agent/ruleReach';
import type { HooksmithApi } from './api/extension';
import { Core } from './core';
import { acceptedThings } from './editor/accepted';
import { AguiExport } from './editor/agui';
import { hooksmithApi } from './editor/api';
import { ApprovalBroker } from './editor/approvalBroker';
import { askHooksmith } from './editor/askHooksmith';
import { showAttention } from './editor/attention';
import { authoring } from './editor/authoring';
import { BeyondAgents } from './editor/beyondAgents';
import { CheckpointActions } from './editor/checkpointActions';
import { CheckpointDocuments } from './editor/checkpointDocuments';
import { registerCommands } from './editor/commands';
import { Completions } from './editor/completions';
import { Composing } from './editor/composing';
import { Conversation } from './editor/conversation';
import { editorPorts } from './editor/corePorts';
import { DisabledHooks } from './editor/disabledHooks';
import { unsavedText } from './editor/editorFiles';
import { distOf, GuardAgents } from './editor/guardAgents';
import { GuestGate } from './editor/guestGate';
import { HookCompletions } from './editor/hookCompletions';
import { HookDebugger } from './editor/hookDebugger';
import { watchHookEnvironment } from './editor/hookEnvironment';
import { HookHealth } from './editor/hookHealth';
import { HooksTree } from './editor/hooksTree';
import { hooksTreeSource } from './editor/hooksTreeSource';
import { hookTests } from './editor/hookTests';
import { HookWatcher } from './editor/hookWatcher';
import { HumanSaves } from './editor/humanSaves';
import { LintClient } from './editor/lintClient';
import { LintDiagnostics } from './editor/lintDiagnostics';
import { serverPorts, showServers } from './editor/mcpServers';
import { editorMentions } from './editor/mentionSources';
import { Models } from './editor/models';
import type { NewHookParts } from './editor/newHook';
import { NotFired } from './editor/notFired';
import { OpenContext } from './editor/openContext';
import { Outbox } from './editor/outbox';
import { PayloadDocuments } from './editor/payloadDocuments';
import { Rules } from './editor/permissionRules';
import { PromptAnswers } from './editor/promptAnswers';
import { Proposals } from './editor/proposals';
import { QuestionBroker } from './editor/questionBroker';
import { RedactsFix } from './editor/redactsOffer';
import { reportReloads } from './editor/reloadReport';
import { Replays } from './editor/replays';
import { ReviewChanges } from './editor/reviewChanges';
import { SessionFolder } from './editor/sessionFiles';
import { SessionList } from './editor/sessionList';
import { Settings } from './editor/settings';
import { shadowHooks } from './editor/shadowHooks';
import { Shutdown } from './editor/shutdown';
import { ownStatus } from './editor/status';
import { watchTerminals } from './editor/terminalShell';
import type { TurnParts } from './editor/turnIntoHook';
import { viewActions } from './editor/viewActions';
import { ViewMessages } from './editor/viewMessages';
import { Views } from './editor/views';
import { walkthrough } from './editor/walkthrough';
import { warnings } from './editor/warnings';
import { welcome } from './editor/welcome';
import { Workspace } from './editor/workspace';
import { applicationSettings, watchWorkspaceSettings } from './editor/workspaceSettings';

const shutdown = new Shutdown();

export async function activate(context: vscode.ExtensionContext): Promise<HooksmithApi> {
  const { extensionUri, extensionPath: folder, globalStorageUri, secrets } = context;
  const { version } = context.extension.packageJSON as { version: string };
  const log = vscode.window.createOutputChannel('Hooksmith', { log: true });
  const warn = warnings(log);
  const settings = new Settings(warn);
  const models = await Models.start(secrets, settings, warn);
  // With the one below: what of the activation is work of ours, for the bench.
  performance.mark('hooksmith: composing');
  const ofWorkspace = watchWorkspaceSettings(applicationSettings(context.extension.packageJSON), warn);
  const rules = new Rules(context.workspaceState, settings, ofWorkspace.sandbox);
  const approvals = new ApprovalBroker();
  const questions = new QuestionBroker();
  const accepted = acceptedThings({
    ...{ storage: globalStorageUri, memory: context.globalState, warn },
    running: () => conversation.anyRunning || guests.isBusy,
  });
  const saves = new HumanSaves(accepted.texts);
  const workspace = new Workspace(globalStorageUri, (path) => saves.meddled(path));
  const ports = editorPorts({ folder, version, workspace, models, rules, settings, warn, log });
  const storage = context.storageUri ?? globalStorageUri;
  const checkpoints = new WorkspaceCheckpoints({
    folder: join(storage.fsPath, 'checkpoints'),
    folders: () => workspace.folders,
    unsaved: unsavedText,
  });
  const sessions = new SessionFolder(storage, log);
  const pastCalls = pastCallsIn(sessions.folder);
  const openContext = new OpenContext(workspace);
  const acceptsServer = (server: ServerToStart) => accepted.servers.has(server);
  const core = new Core({
    ...ports,
    version,
    approvals,
    questions,
    checkpoints,
    pastCalls,
    accepted: accepted.files,
    acceptsServer,
    servers: serverPorts(secrets, accepted.store),
    mentions: [editorMentions(openContext, workspace), gitChanges(() => workspace.folders)],
  });
  const hookDebugger = new HookDebugger({ folder, hooks: core.hooks });
  const typings = { folder: join(folder, 'dist', 'types'), version };
  const disabled = new DisabledHooks(settings);
  const watcher = new HookWatcher({
    ...{ loaded: core, workspace, disabled, saves, typings, log },
    around: (load) => guests.around(load),
  });
  const gallery = join(folder, 'media', 'gallery');
  const newHookParts: NewHookParts = { typings, gallery, write: (...file) => watcher.write(...file) };
  const turnParts: TurnParts = {
    ...newHookParts,
    remove: (path) => watcher.remove(path),
    toolFacts: (toolName, input) => core.toolbox.facts(toolName, input),
    recorded: async () => [...(await sessions.events(conversation.file)), ...conversation.recorded],
  };
  const before = new CheckpointDocuments(checkpoints);
  const files = new CheckpointActions(checkpoints, before, log);
  const payloads = new PayloadDocuments();
  const say = (text: string) => conversation.notice('info', text);
  const proposals = new Proposals({ toolbox: core.toolbox, approvals, workspace, say });
  const composing = new Composing({
    ...{ context: openContext, place: workspace, log },
    completions: new Completions({
      ...{ search: ports.search, place: workspace, commands: core.commands, servers: core.servers },
      failed: (why) => conversation.notice('warning', vscode.l10n.t('Not everything can be offered here: {0}', why)),
    }),
  });
  const conversation: Conversation = new Conversation({
    log,
    create: (from) => sessions.open((opening) => core.open(opening), from),
    fork: (from, eventId) => sessions.fork(from, eventId),
    status: () => ownStatus({ models, settings, core, hookDebugger, workspace }),
  });
  const outbox = new Outbox({ conversation, composing });
  const answers = new PromptAnswers({
    ...{ approvals, questions },
    takeProposal: (id) => proposals.take(id),
    keepRule: (rule, scope, sessionId) => rules.keep(rule, scope, sessionId),
  });
  const actions = viewActions({ toolbox: core.toolbox, approvals, payloads, proposals, settings, workspace, turnParts });
  const messages = new ViewMessages({ conversation, outbox, composing, answers, files, actions });
  const views = new Views(extensionUri, conversation, messages, log);
  const guests: GuestGate = new GuestGate({ core, workspace, accepted: accepted.files, conversation, settings, log });
  const guards = new GuardAgents({ core, conversation, payloads, log, dist: distOf(folder), workspace });
  const agui = new AguiExport({ hooks: core.hooks, conversation, approvals, settings, secrets, log });
  const { onHookEvent } = conversation;
  const past = () => conversation.current.items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  const health = new HookHealth({ past, onHookEvent, payloads });
  const replays = new Replays({ core, payloads, log, folder: sessions.folder, script: join(folder, 'dist', 'host.js') });
  const reader = new LintClient(join(folder, 'dist'));
  const tools = () => core.registry.names;
  const beyond = new BeyondAgents({ reader, tools, guards, core, log });
  const source = hooksTreeSource({ core, conversation, disabled, views, health, replays, beyond });
  const tree = new HooksTree(source);
  const shadow = shadowHooks({
    descriptions: () => core.hooks.descriptions,
    write: (path, text) => watcher.write(path, text, true),
    counts: (id) => health.shadow.of(id),
    onDidChange: (listener) =>
      vscode.Disposable.from(
        health.onDidChangeShadow(listener),
        core.onDidReload(() => listener()),
      ),
  });
  const review = new ReviewChanges({ core, acceptServer: (server) => accepted.servers.accept(server) });
  const completions = new HookCompletions({
    reader,
    tools: () => core.registry.declarations(),
    agents: () => core.agents.all(),
  });
  const notFired = new NotFired(sessions.folder);
  const lint = new LintDiagnostics({ client: reader, guarded: () => guards.guarded, tools, notFired, log });
  shutdown.inOrder([checkpoints, guests], [agui, conversation], [core]);
  context.subscriptions.push(
    ...[openContext, log, models, workspace, saves, watcher, views, hookDebugger, review.register(), tree.register()],
    ...[RedactsFix.register(), payloads.register(), before.register(), proposals.register(), guards.register()],
    authoring({ ...turnParts, folder, core, conversation, hookDebugger, source, views }),
    watchTerminals(),
    models.onDidChange(() => conversation.refresh()),
    hookDebugger.onDidChange(() => conversation.refresh()),
    composing.onDidChange(() => conversation.post({ type: 'open', file: composing.open })),
    conversation.onDidEnd(({ id }) => void rules.endSession(id)),
    conversation.onHookEvent((event) => event.type === 'approval_resolved' && void proposals.close(event.data.id)),
    reportReloads({ core, conversation }),
    watchHookEnvironment(settings, rules, core),
    showAttention({ conversation, approvals, questions, views, core, health, replays }),
    ...[health.register(), replays.register(), shadow],
    showServers({ core, log, review: () => vscode.commands.executeCommand('hooksmith.reviewHookFiles') }),
    walkthrough(conversation.onHookEvent),
    ofWorkspace,
    ...[
      reader,
      beyond,
      guards.onDidChange(() => lint.again()),
      lint,
      completions.register(),
      hookTests({
        ...{ dist: join(folder, 'dist'), reader, workspace, log },
        reachedBySessions: (...asked) => replays.reached(...asked),
      }),
    ],
    askHooksmith({ outbox, views, place: workspace }),
    core.registry.onDidChange(() => lint.again()),
    registerCommands({
      agui,
      sessionList: new SessionList(sessions.catalog, conversation, log),
      conversation,
      files,
      hookDebugger,
      log,
      models,
      newHookParts,
      payloads,
      reachOf: (asked) => ruleReach(asked, pastCalls, (toolName, input) => core.toolbox.facts(toolName, input)),
      rules,
      views,
      watcher,
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
