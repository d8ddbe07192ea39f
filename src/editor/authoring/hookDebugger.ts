/** `Hooksmith: Debug Hooks`: attaches the editor's own JavaScript debugger to the hook host, and says where it stands. */
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { inTime } from '../../hooks/parent/building/withinTime';
import type { HookHost } from '../../hooks/parent/host/hookHost';
import type { PausedAt } from '../../shared/views/viewProtocol';
import { runsAt } from './decisionLine';

/** A breakpoint is bound once its source map is read; where it cannot be, nothing waits for it longer. */
const boundMs = 5000;
/** How long after the end of a session the death of its host may come to be known. */
const deathMs = 500;

export interface HookDebuggerParts {
  /** Of the extension: what lies there is stepped over. */
  folder: string;
  hooks: Pick<HookHost, 'debug' | 'held' | 'judging' | 'down' | 'descriptions'>;
}

export class HookDebugger {
  private debug: { dispose(): void } | undefined;
  /** Where the host at work listens. */
  private url: string | undefined;
  /** Its session has ended, as it seems by the user. */
  private ending: NodeJS.Timeout | undefined;
  /** The user has said that the session is to end. */
  private isLeaving = false;
  private standing: PausedAt | undefined;
  /** Told when the process itself is attached to, and when a breakpoint in it is bound. */
  private attached = () => {};
  private bound = () => {};
  private readonly changed = new vscode.EventEmitter<void>();
  /** It stands, or goes on. */
  readonly onDidChange = this.changed.event;
  private readonly registered: vscode.Disposable;

  constructor(private readonly parts: HookDebuggerParts) {
    this.registered = vscode.Disposable.from(
      this.changed,
      vscode.debug.onDidTerminateDebugSession((session) => this.terminated(session)),
      vscode.debug.onDidChangeBreakpoints(({ added }) => this.debug && void this.moveToHandlers(added)),
      vscode.debug.registerDebugAdapterTrackerFactory('pwa-node', {
        createDebugAdapterTracker: (session) => (isOurs(session) ? this.tracker(session) : undefined),
      }),
    );
  }

  get paused(): PausedAt | undefined {
    return this.standing;
  }

  /** Resolves when the debugger is attached and breakpoints in hook files hold; where it was before, it stays. */
  async start(): Promise<void> {
    const { hooks } = this.parts;
    if (hooks.down !== undefined) return void vscode.window.showWarningMessage(hooks.down);
    if (this.ending) this.end();
    if (this.debug) return void vscode.commands.executeCommand('workbench.view.debug');
    await this.moveToHandlers(vscode.debug.breakpoints);
    const attached = new Promise<void>((resolve) => {
      this.debug = hooks.debug({
        opened: (url) => this.attach(url).finally(resolve),
        lost: () => {
          this.url = undefined;
          if (this.isLeaving) this.end();
        },
      });
    });
    const title = vscode.l10n.t('Attaching the debugger to the hooks…');
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => attached);
    if (!this.debug || breakpointsInHooks().length > 0) return;
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The debugger is attached to the hooks. Set a breakpoint in one: the next run that comes by stops there.'),
    );
  }

  /** A breakpoint on the line that defines a hook would be bound to what has run already: it goes to where the hook's own code begins. */
  private async moveToHandlers(breakpoints: readonly vscode.Breakpoint[]): Promise<void> {
    for (const one of breakpoints) {
      if (!(one instanceof vscode.SourceBreakpoint) || one.location.range.start.character > 0) continue;
      const { uri, range } = one.location;
      const hooks = this.parts.hooks.descriptions.filter(({ file }) => file === uri.fsPath).map(({ line }) => line);
      if (hooks.length === 0) continue;
      const text = await vscode.workspace.openTextDocument(uri).then(
        (document) => document.getText(),
        () => '',
      );
      const to = runsAt(text.split('\n'), hooks, range.start.line);
      if (to) setAnew([one], new vscode.Location(uri, new vscode.Position(to.line, to.column)));
    }
  }

  dispose(): void {
    this.end();
    this.registered.dispose();
  }

  private async attach(url: string): Promise<void> {
    this.url = url;
    const config: vscode.DebugConfiguration = {
      type: 'pwa-node',
      request: 'attach',
      name: sessionName,
      websocketAddress: url,
      // The bundles bring their maps themselves, wherever the hook files lie.
      sourceMaps: true,
      resolveSourceMapLocations: null,
      outFiles: [],
      skipFiles: ['<node_internals>/**', join(this.parts.folder, 'dist', '*.js'), join(this.parts.folder, 'src', '**')],
      // What a hook starts is not ours to debug, and would be given variables that load code.
      autoAttachChildProcesses: false,
      // Node follows asynchronous calls for it by async_hooks, which is closed to whatever runs in the host: it would die of the attempt.
      showAsyncStacks: false,
      continueOnAttach: true,
      internalConsoleOptions: 'neverOpen',
    };
    const attached = new Promise<void>((resolve) => {
      this.attached = resolve;
    });
    const bound = new Promise<void>((resolve) => {
      this.bound = resolve;
    });
    // Without a folder the debugger finds no relative source of a map, and binds no breakpoint; any folder will do.
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const ok = await vscode.debug.startDebugging(folder, config, { suppressSaveBeforeStart: true }).then(
      (started) => started,
      () => false,
    );
    if (ok) {
      await inTime(attached, boundMs);
      const areBound = bound.then(() => true);
      if (breakpointsInHooks().length === 0 || (await inTime(areBound, boundMs))) return;
      // On a slow machine they may be set before the debugger has read the maps: then they are set once more.
      setAnew(breakpointsInHooks());
      await inTime(bound, boundMs);
      return;
    }
    this.end();
    void vscode.window.showErrorMessage(vscode.l10n.t('The debugger could not be attached to the hooks.'));
  }

  private end(): void {
    clearTimeout(this.ending);
    this.ending = undefined;
    this.isLeaving = false;
    this.debug?.dispose();
    this.debug = undefined;
    this.url = undefined;
    this.stands(undefined);
  }

  /** The user has ended it; or its host has died, and the next one brings a session of its own. */
  private terminated(session: vscode.DebugSession): void {
    const url = this.url;
    if (session.parentSession || url === undefined || session.configuration.websocketAddress !== url) return;
    this.ending = setTimeout(() => {
      this.ending = undefined;
      if (this.url === url) this.end();
    }, deathMs);
  }

  private isCurrent(session: vscode.DebugSession): boolean {
    const { websocketAddress } = (session.parentSession ?? session).configuration;
    return this.url !== undefined && websocketAddress === this.url;
  }

  private tracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    let isOver = false;
    return {
      // The user's word: a host that dies ends its session too, but of that the debugger tells first. The next host is not attached to after it.
      onWillReceiveMessage: ({ command = '', arguments: given = {} }: DapMessage) => {
        if (ends.has(command) && !given.restart && !isOver && this.isCurrent(session)) this.isLeaving = true;
        // Whoever stops debugging has the editor ask for the end of the process, too, and with it of the hook that was just let go.
        if (given.terminateDebuggee) given.terminateDebuggee = false;
      },
      onDidSendMessage: (message: DapMessage) => {
        if (message.event === 'terminated') isOver = true;
        if (session.parentSession && message.type === 'response' && message.command === 'attach') this.attached();
        if (message.event === 'breakpoint' && message.body?.breakpoint?.verified) this.bound();
        if (message.type === 'event' && message.event === 'stopped') void this.stopped(session, message.body?.threadId);
        else if (message.event === 'continued' || (message.type === 'response' && resumes.has(message.command ?? '')))
          this.stands(undefined);
      },
      onWillStopSession: () => this.stands(undefined),
      onExit: () => this.stands(undefined),
    };
  }

  private async stopped(session: vscode.DebugSession, threadId: number | undefined): Promise<void> {
    const at: PausedAt = { toolCallIds: this.parts.hooks.judging };
    this.stands(at);
    const { stackFrames: [top] = [] } = (await session
      .customRequest('stackTrace', { threadId, startFrame: 0, levels: 1 })
      .then(undefined, () => ({}))) as { stackFrames?: { source?: { path?: string }; line: number }[] };
    const file = top?.source?.path === undefined ? undefined : pathOf(top.source.path);
    if (this.standing === at && top && file) this.stands({ ...at, file, name: basename(file), line: top.line });
  }

  private stands(at: PausedAt | undefined): void {
    if (at === this.standing) return;
    this.standing = at;
    this.parts.hooks.held(at !== undefined);
    this.changed.fire();
  }
}

interface DapMessage {
  type: string;
  event?: string;
  command?: string;
  arguments?: { restart?: boolean; terminateDebuggee?: boolean };
  body?: { threadId?: number; breakpoint?: { verified?: boolean } };
}

/** Where the editor's window is on another machine, it has made an address of the path. */
const pathOf = (source: string): string => (/^[\w+.-]+:\/\//.test(source) ? vscode.Uri.parse(source).fsPath : source);

const breakpointsInHooks = (): vscode.SourceBreakpoint[] =>
  vscode.debug.breakpoints.filter(
    (one): one is vscode.SourceBreakpoint =>
      one.enabled && one instanceof vscode.SourceBreakpoint && /[/\\]hooks[/\\]/.test(one.location.uri.fsPath),
  );

function setAnew(breakpoints: vscode.SourceBreakpoint[], at?: vscode.Location): void {
  vscode.debug.removeBreakpoints(breakpoints);
  vscode.debug.addBreakpoints(
    breakpoints.map(
      ({ location, enabled, condition, hitCondition, logMessage }) =>
        new vscode.SourceBreakpoint(at ?? location, enabled, condition, hitCondition, logMessage),
    ),
  );
}

const sessionName = 'Hooksmith Hooks';
const ends: ReadonlySet<string> = new Set(['disconnect', 'terminate']);
const resumes: ReadonlySet<string> = new Set(['continue', 'next', 'stepIn', 'stepOut', 'stepBack', 'restartFrame']);

/** The debugger makes a session for the process beneath the one that was started. */
const isOurs = (session: vscode.DebugSession): boolean =>
  session.configuration.name === sessionName || (session.parentSession !== undefined && isOurs(session.parentSession));
