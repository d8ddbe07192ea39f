/** The composition root of the extension: builds the rooms, connects them, pushes one store. */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AgentFiles } from './adapters/agentFiles';
import { systemClock } from './adapters/clock';
import { diskFiles } from './adapters/files';
import { McpServers } from './adapters/mcp';
import { systemProcesses } from './adapters/processes';
import { ripgrep } from './adapters/ripgrep';
import { listSessions, readSession, SessionLog } from './adapters/sessionLog';
import { ScopeEvents } from './agent/scopeEvents';
import { Session } from './agent/session';
import { systemPrompt } from './agent/systemPrompt';
import { Toolbox } from './agent/toolbox';
import { builtIn, ToolRegistry } from './agent/toolRegistry';
import type { HooksmithApi } from './api/extension';
import { AguiExport } from './editor/agui';
import { hooksmithApi } from './editor/api';
import { ApprovalBroker } from './editor/approvals';
import { Conversation } from './editor/conversation';
import { editorDiagnostics } from './editor/diagnosticsPort';
import { eventCommands } from './editor/eventCommands';
import { withoutSecrets } from './editor/eventLog';
import { editorFiles } from './editor/files';
import { HookDiagnostics } from './editor/hookDiagnostics';
import { HooksTree } from './editor/hooksTree';
import { HookWatcher } from './editor/hookWatcher';
import { Models } from './editor/models';
import { newHook } from './editor/newHook';
import { PayloadDocuments } from './editor/payloads';
import { QuestionBroker } from './editor/questions';
import { RedactsFix } from './editor/redactsOffer';
import { Rules } from './editor/rules';
import { exportSession, openSession } from './editor/sessionFiles';
import { Settings } from './editor/settings';
import { StatusBar } from './editor/statusBar';
import { walkthrough } from './editor/walkthrough';
import { registerPane } from './editor/webviewPane';
import { applicationSettings, watchWorkspaceSettings } from './editor/workspaceSettings';
import { explainChain } from './hooks/chain/explain';
import { HookHost, type HostServices } from './hooks/parent/hookHost';
import { HookReloader, type Reloaded } from './hooks/parent/reloader';
import { ToolHost } from './hooks/parent/toolHost';
import type { StrayFailure } from './hooks/protocol';
import { factsOf, pricesAsOf } from './models/prices';
import type { HookEvent } from './shared/events';
import { textOf } from './shared/messages';
import { builtInTools } from './tools';
import { ToolFiles } from './tools/toolFiles';

export async function activate(context: vscode.ExtensionContext): Promise<HooksmithApi> {
  const began = performance.now();
  const log = vscode.window.createOutputChannel('Hooksmith', { log: true });
  const warn = (text: string) => {
    log.warn(text);
    void vscode.window.showWarningMessage(`Hooksmith: ${text}`);
  };
  const settings = new Settings(warn);
  const agents = new AgentFiles([], () => registry.names);
  const models = new Models(context.secrets, settings, warn, (agent) => agents.get(agent)?.model);
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => diskFiles.realPath(folder.uri.fsPath));
  const cwd = folders[0] ?? homedir();
  const files = editorFiles(diskFiles);

  const registry = new ToolRegistry();
  // An untrusted workspace may be read, nothing more.
  const distrusted = () =>
    vscode.workspace.isTrusted ? undefined : 'this workspace is not trusted, so no tool that acts is offered';
  registry.registerScope(
    builtIn,
    builtInTools(agents).map((tool) => (tool.readOnly ? tool : { ...tool, disabled: distrusted })),
  );
  const appFolders = [join(context.globalStorageUri.fsPath, '..', '..')];
  const toolbox = new Toolbox(registry, { cwd, folders, home: homedir(), files, appFolders }, agents);
  const services: Pick<HostServices, 'toolFacts' | 'complete'> = {
    toolFacts: (toolName, input) => toolbox.facts(toolName, input),
    complete: async (prompt, { maxTokens = 1024 }) => {
      const model = models.get('main');
      const response = await model.call(
        { model: model.model, max_tokens: maxTokens, messages: [{ role: 'user', content: prompt }] },
        { signal: AbortSignal.timeout(60_000), onDelta: () => undefined, onRetry: () => undefined },
      );
      return textOf(response);
    },
  };
  const variables = () => settings.get('hookEnvironment');
  const host = new HookHost({
    script: join(__dirname, 'host.js'),
    environment: variables,
    services: {
      ...services,
      log: (text) => (text.startsWith('hook host:') ? log.warn(text) : log.info(withoutSecrets(text))),
      observerFailed: (failure) => failed(failure),
    },
  });
  const failed = (failure: StrayFailure) => {
    noted('hook_error', {
      reason: `${failure.hook} failed: ${failure.message}`,
      error: { name: 'HookError', message: failure.message },
      data: { ...failure },
    });
  };
  const toolHost = new ToolHost({
    script: join(__dirname, 'tools.js'),
    environment: variables,
    log: (text) => log.info(text),
    failed,
  });
  const reloader = new HookReloader(host, []);
  const toolReloader = new HookReloader(toolHost, []);
  const toolFiles = new ToolFiles(registry, toolHost, (file) => vscode.workspace.asRelativePath(file));
  const problems = () => [...agents.problems, ...reloader.problems, ...toolReloader.problems, ...toolFiles.problems];
  const approvals = new ApprovalBroker();
  const questions = new QuestionBroker();
  const rules = new Rules(context.workspaceState, settings);
  const payloads = new PayloadDocuments();
  const diagnostics = new HookDiagnostics();
  const typings = context.asAbsolutePath(join('dist', 'types'));
  const version = String((context.extension.packageJSON as { version: string }).version);
  const sessions = join((context.storageUri ?? context.globalStorageUri).fsPath, 'sessions');
  const watcher = new HookWatcher(reloader, toolReloader, {
    userRoot: join(homedir(), '.hooksmith', 'hooks'),
    settings,
    agents,
    agentsRead: () => diagnostics.show(problems(), []),
    typings,
    version,
    log,
  });
  const environment = {
    cwd,
    folders,
    files,
    processes: systemProcesses(),
    search: ripgrep(context.extensionPath),
    diagnostics: editorDiagnostics,
    seen: new Map<string, string>(),
  };

  await models.start();
  const conversation = new Conversation({
    log,
    approvals,
    questions,
    create: (restore) => {
      const last = restore ? listSessions(sessions)[0] : undefined;
      const stored = last ? readStored(last, log) : undefined;
      const id = stored?.sessionId ?? randomUUID();
      const file = new SessionLog(
        stored?.path ?? join(sessions, `${new Date().toISOString().replace(/[:.]/g, '-')}.jsonl`),
        id,
        new Date().toISOString(),
      );
      const session = new Session({
        id,
        items: stored?.items,
        append: (item) => file.append(item),
        deps: {
          clock: systemClock,
          agents,
          system: (agent) =>
            systemPrompt(
              {
                cwd,
                folders,
                platform: process.platform,
                date: new Date().toISOString().slice(0, 10),
                mode: settings.get('mode'),
              },
              agent?.system,
            ),
          hooks: host,
          model: (agent) => models.get(agent),
          tools: toolbox,
          approvals,
          questions,
          permissions: () => rules.permissions(),
          environment: { ...environment, seen: new Map() },
        },
      });
      return { session, file: file.path, close: () => file.close() };
    },
    status: () => ({
      model: models.get('main').label,
      contextWindow: models.get('main').contextWindow,
      pricesAsOf: factsOf(models.get('main').model) && pricesAsOf,
      rehearsal: models.get('main').model === 'rehearsal',
      mode: settings.get('mode'),
      hooksLive: host.descriptions.filter((hook) => hook.options.enabled).length,
      hookProblems: problems().filter((problem) => problem.severity === 'error').length,
      trusted: vscode.workspace.isTrusted,
      workspace: vscode.workspace.name,
      codeTheme: settings.get('codeTheme'),
    }),
    keepRule: (rule, scope) => rules.keep(rule, scope),
    actions: {
      openHook: async (file, line) => {
        const at = Math.max(0, (line ?? 1) - 1);
        await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, 0, at, 0), preview: true });
      },
      openPayload: (event) => payloads.open(event),
      openDiff: async (id) => {
        const request = approvals.pending.find((one) => one.id === id);
        const preview = request && (await toolbox.preview(request.toolName, request.input, environment));
        if (preview)
          await payloads.diff(`${request.toolName}: ${preview.path}`, `/${preview.path}`, preview.before, preview.after);
      },
      newHook: (event) => newHook({ typings, version, written: (file) => watcher.written(file) }, event),
      explain: (event, hooks) => explainChain(event, hooks, (toolName, input) => toolbox.facts(toolName, input)),
      setMode: (mode) => settings.set('mode', mode),
    },
  });
  const noted = (type: string, facts: Partial<HookEvent>) => conversation.note(type, facts);

  const agui = new AguiExport({
    hooks: host,
    conversation,
    approvals,
    settings,
    secrets: context.secrets,
    failed: ({ event, hook, error }) =>
      noted('hook_error', {
        reason: `${hook.name} failed in ${event}: ${error.message}`,
        error,
        data: { hook: hook.name, file: hook.file, line: error.line ?? hook.line, event },
      }),
    log,
  });

  const chat = registerPane(
    'hooksmith.chat',
    { script: 'chat.js', element: 'hooksmith-chat' },
    context.extensionUri,
    (message, pane) => void conversation.handle(message, pane),
    (text) => log.warn(text),
  );
  const timeline = registerPane(
    'hooksmith.timeline',
    { script: 'timeline.js', element: 'hooksmith-timeline' },
    context.extensionUri,
    (message, pane) => void conversation.handle(message, pane),
    (text) => log.warn(text),
  );
  conversation.show(chat.pane);
  conversation.show(timeline.pane);
  const treeChanged = new vscode.EventEmitter<void>();
  const tree = new HooksTree({
    descriptions: () => host.descriptions,
    problems,
    held: () => reloader.held,
    isEnabled: (id) => !watcher.disabledIds().includes(id),
    isSuspended: (id) => host.isSuspended(id),
    showEvents: async (id) => {
      await vscode.commands.executeCommand('hooksmith.timeline.focus');
      timeline.pane.post({ type: 'filter', hook: id });
    },
    past: () => conversation.current.items.flatMap((item) => (item.kind === 'event' ? [item.event] : [])),
    setEnabled: (ids, enabled) => watcher.setEnabled(ids, enabled),
    onDidChange: treeChanged.event,
    onHookEvent: conversation.onHookEvent,
  });
  const statusBar = new StatusBar(() => ({
    status: conversation.status(),
    running: conversation.running,
    waiting: approvals.pending.length + questions.count,
    held: reloader.held.length,
  }));
  const showWaiting = () => {
    const waiting = approvals.pending.length + questions.count;
    chat.pane.badge(waiting, vscode.l10n.t('{0} waiting for your decision', waiting));
    statusBar.update();
  };
  const scopeEvents = new ScopeEvents(registry, () => conversation.current);
  const told = (type: string, reloaded: Reloaded) => {
    diagnostics.show(problems(), reloaded.files);
    noted(type, {
      duration: Math.round(reloaded.durationMs * 10) / 10,
      isError: reloaded.problems.some((problem) => problem.severity === 'error'),
      data: { ...reloaded },
    });
    treeChanged.fire();
    conversation.refresh();
  };
  const mcp = new McpServers({ registry, cwd, version, log });
  /** Not waited for: a server may take its time. An untrusted workspace starts none. */
  const loadMcp = (anew = false) =>
    void mcp.load(vscode.workspace.isTrusted ? folders.map((folder) => join(folder, '.mcp.json')) : [], anew);
  const mcpFiles = vscode.workspace.createFileSystemWatcher('**/.mcp.json');
  const run = (command: string, action: (...args: never[]) => unknown) => vscode.commands.registerCommand(command, action);

  context.subscriptions.push(
    log,
    models,
    diagnostics,
    RedactsFix.register(),
    watcher,
    statusBar,
    payloads.register(),
    chat.disposable,
    timeline.disposable,
    tree.register(),
    { dispose: () => host.dispose() },
    host.onDidFail((why) => void vscode.window.showErrorMessage(`Hooksmith: ${why}`)),
    conversation.onHookEvent((event) => diagnostics.ran(event)),
    conversation.onDidChange(() => statusBar.update()),
    approvals.onDidChange(showWaiting),
    questions.onDidChange(showWaiting),
    models.onDidChange(() => conversation.refresh()),
    settings.onDidChange(() => {
      void agui.update();
      models.reset();
      void watcher.settingsChanged();
    }),
    scopeEvents,
    registry.onDidChange(() => diagnostics.show(problems(), [])),
    { dispose: () => toolHost.dispose() },
    reloader.onDidReload((reloaded) => told('hooks_reloaded', reloaded)),
    toolReloader.onDidReload((reloaded) => {
      toolFiles.update();
      if (reloaded.files.length > 0)
        told('tools_reloaded', { ...reloaded, problems: [...reloaded.problems, ...toolFiles.problems] });
    }),
    mcpFiles,
    ...[mcpFiles.onDidChange, mcpFiles.onDidCreate, mcpFiles.onDidDelete].map((changed) => changed(() => loadMcp())),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      loadMcp();
      return watcher.start();
    }),
    run('hooksmith.openChat', async (text?: unknown) => {
      await vscode.commands.executeCommand('hooksmith.chat.focus');
      chat.pane.post({ type: 'focus', ...(typeof text === 'string' ? { text } : {}) });
    }),
    walkthrough(conversation.onHookEvent),
    watchWorkspaceSettings(applicationSettings(context.extension.packageJSON), warn),
    ...eventCommands((message) => void conversation.handle(message, timeline.pane)),
    run('hooksmith.newChat', () => conversation.newChat()),
    run('hooksmith.compact', () => conversation.compact()),
    run('hooksmith.openTimeline', () => vscode.commands.executeCommand('hooksmith.timeline.focus')),
    run('hooksmith.newHook', () => newHook({ typings, version, written: (file) => watcher.written(file) })),
    run('hooksmith.reloadHooks', () => {
      loadMcp(true);
      return watcher.start();
    }),
    run('hooksmith.chooseModel', () => models.choose()),
    run('hooksmith.setApiKey', () => models.setKey()),
    run('hooksmith.manageApprovals', () => rules.manage()),
    run('hooksmith.showAgui', () => agui.show()),
    run('hooksmith.exportSession', () => exportSession(conversation.file)),
    run('hooksmith.openSession', (file?: vscode.Uri) => openSession(conversation, log, file)),
  );
  await watcher.start();
  loadMcp();
  void agui.update();
  conversation.resume();
  disposeSession = () =>
    Promise.all([agui.dispose(), conversation.dispose()])
      .then(() => Promise.all([reloader.dispose(), toolReloader.dispose(), mcp.dispose()]))
      .then(() => undefined);
  log.info(`activated in ${Math.round(performance.now() - began)} ms`);
  return hooksmithApi({
    version,
    folder: context.extensionPath,
    host,
    services,
    registry,
    session: () => conversation.current,
    onHookEvent: conversation.onHookEvent,
    distrusted,
  });
}

let disposeSession: (() => Promise<void>) | undefined;

/** A run in progress is left as it is on disk; the next window goes on from there. */
export async function deactivate(): Promise<void> {
  await disposeSession?.();
}

function readStored(path: string, log: vscode.LogOutputChannel) {
  try {
    const stored = readSession(path);
    for (const problem of stored.problems) log.warn(problem);
    return stored;
  } catch (error) {
    log.error(error as Error);
    return undefined;
  }
}
