/** Replays the window's recorded sessions against the hooks that are live: on demand, and in the background after a save. Nothing of it touches the conversation. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { sessionItems } from '../../adapters/sessions/sessionFile';
import { listSessions } from '../../adapters/sessions/sessionPaths';
import type { Toolbox } from '../../agent/tools/toolbox';
import { itemsOf, nothingRead, transcriptsIn } from '../../guard/past/transcripts';
import type { Reloaded } from '../../hooks/parent/accepting/reloader';
import { HookHost } from '../../hooks/parent/host/hookHost';
import { replaySession } from '../../hooks/parent/runs/replaySession';
import {
  addReport,
  emptyReport,
  type ReplayedChange,
  type ReplayedFailure,
  type ReplayReport,
} from '../../hooks/replay/replayChanges';
import type { RememberingAgent } from '../../protocols/past';
import { brief } from '../../shared/basics/brief';
import type { JsonObject } from '../../shared/basics/json';
import type { FileCoverage } from '../../shared/hooks/fileCoverage';
import { type OurCommand, onCommand } from '../window/ourCommands';
import type { PayloadDocuments } from '../window/payloadDocuments';
import { themeIcon } from '../window/themeIcon';
import type { Workspace } from '../window/workspace';
import type { TreeSection } from './treeSection';

export interface ReplaysParts {
  core: {
    readonly hooks: HookHost;
    readonly toolbox: Toolbox;
    /** Any tools: those of agents that are not ours. */
    readonly guestTools: Toolbox;
    onDidReload(listener: (kind: 'hooks_reloaded' | 'tools_reloaded', reloaded: Reloaded) => void): vscode.Disposable;
  };
  /** Path of the built host. */
  script: string;
  /** Where session files are kept. */
  folder: string;
  workspace: Pick<Workspace, 'cwd' | 'folders' | 'home'>;
  payloads: PayloadDocuments;
  log: vscode.LogOutputChannel;
}

/** A session file, or what another agent kept of a session of its own. */
interface Recorded {
  path: string;
  agent?: RememberingAgent;
}
interface Run {
  /** The newest first. */
  sessions: readonly Recorded[];
  signal: AbortSignal;
  covering?: boolean;
}

/** The newest of them: what is long past says little of today. */
const mostSessions = 20;
const mostShown = 100;
const settleMs = 500;

export class Replays implements TreeSection {
  readonly id = 'replay';
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private last: ReplayReport | undefined;
  private running: AbortController | undefined;
  private isAsked = false;
  private waiting: NodeJS.Timeout | undefined;

  constructor(private readonly parts: ReplaysParts) {}

  register(): vscode.Disposable {
    const { core } = this.parts;
    let isFirst = true;
    return vscode.Disposable.from(
      this.changed,
      onCommand('hooksmith.replaySessions', () => this.replay(true)),
      onCommand('hooksmith.showReplayChange', (change: ReplayedChange) => this.show(change)),
      core.onDidReload((kind, { files }) => {
        // What is loaded at start was saved by nobody.
        if (kind === 'hooks_reloaded' && files.length > 0 && !isFirst) this.soon();
        if (kind === 'hooks_reloaded') isFirst = false;
      }),
      new vscode.Disposable(() => {
        clearTimeout(this.waiting);
        this.running?.abort();
      }),
    );
  }

  /** What the last one came to, in words; undefined where there was none. */
  get summary(): string | undefined {
    const { last } = this;
    if (!last) return undefined;
    const { changed, decisions, unknown, failed } = last;
    const words = vscode.l10n.t('{0} of {1} decisions would change, {2} unknown', changed, decisions, unknown);
    return failed > 0 ? `${words}, ${vscode.l10n.t('{0} stopped', failed)}` : words;
  }

  item(): vscode.TreeItem | undefined {
    if (!this.last) return undefined;
    const { changed, failed } = this.last;
    const some = changed + failed > 0;
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(
      vscode.l10n.t('Replay'),
      some ? (failed > 0 ? Expanded : Collapsed) : vscode.TreeItemCollapsibleState.None,
    );
    item.description = this.summary;
    item.iconPath = failed > 0 ? themeIcon('warning', 'list.warningForeground') : themeIcon('history');
    item.tooltip = vscode.l10n.t(
      'Recorded sessions against the hooks that are live now. What follows the first change of a run is unknown.',
    );
    item.accessibilityInformation = { label: `${vscode.l10n.t('Replay')}, ${this.summary}` };
    return item;
  }

  children(): vscode.TreeItem[] {
    const { changes = [], failures = [] } = this.last ?? {};
    return [...failures.map(failureItem), ...changes.slice(0, mostShown).map(changeItem)];
  }

  /** What they reach of the hooks' sources. */
  async reached(signal: AbortSignal, done: (sessions: number, of: number) => void): Promise<FileCoverage[]> {
    const sessions = await this.asked();
    const report = await this.run({ sessions, signal, covering: true }, (n) => done(n, sessions.length));
    return report.coverage ?? [];
  }

  private get sessions(): Recorded[] {
    return listSessions(this.parts.folder)
      .slice(0, mostSessions)
      .map((path) => ({ path }));
  }

  /** Whoever asks for it waits for what other agents kept of their work in these folders, too. */
  private async asked(): Promise<Recorded[]> {
    const { workspace } = this.parts;
    return [...this.sessions, ...(await transcriptsIn(workspace.folders, workspace.home, mostSessions))];
  }

  private soon(): void {
    clearTimeout(this.waiting);
    // One that somebody asked for ends, and tells what it came to; the next begins after it.
    if (!this.isAsked) this.running?.abort();
    this.waiting = setTimeout(() => (this.isAsked ? this.soon() : void this.replay(false)), settleMs);
  }

  private async replay(isAsked: boolean): Promise<void> {
    const { l10n, ProgressLocation, window } = vscode;
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.isAsked = isAsked;
    const location = isAsked ? ProgressLocation.Notification : ProgressLocation.Window;
    const title = l10n.t('Replaying sessions');
    try {
      await window.withProgress({ location, title, cancellable: isAsked }, async (progress, token) => {
        token.onCancellationRequested(() => running.abort());
        const sessions = isAsked ? await this.asked() : this.sessions;
        const report = await this.run({ sessions, signal: running.signal }, (n) =>
          progress.report({ increment: 100 / Math.max(1, sessions.length), message: `${n} / ${sessions.length}` }),
        );
        if (running.signal.aborted) return;
        // Where nothing is recorded yet there is nothing to say of it.
        this.last = report.decisions > 0 ? report : undefined;
        this.changed.fire();
      });
    } catch (error) {
      this.parts.log.error(error as Error);
      if (isAsked) void window.showErrorMessage((error as Error).message);
      return;
    } finally {
      if (this.running === running) this.isAsked = false;
    }
    if (!isAsked || running.signal.aborted) return;
    if (!this.last) {
      const none = l10n.t('There is nothing to replay yet: no decision is recorded in this workspace.');
      return void window.showInformationMessage(none);
    }
    const changes = l10n.t('Show Changes');
    const chosen = await window.showInformationMessage(this.summary!, ...(this.last.changed > 0 ? [changes] : []));
    if (chosen === changes) await this.pick();
  }

  /** The sets in force, in a host of their own; each session finds their modules as they begin. */
  private async run({ sessions, signal, covering }: Run, done: (sessions: number) => void): Promise<ReplayReport> {
    const { core, script, workspace, log } = this.parts;
    const report = emptyReport();
    let factsOf = (toolName: string, input: JsonObject) => core.toolbox.facts(toolName, input);
    const services = {
      toolFacts: (toolName: string, input: JsonObject) => factsOf(toolName, input),
      complete: () => Promise.reject(new Error('no model answers while past events are replayed')),
      cwd: workspace.cwd,
      log: (text: string) => log.debug(`replay: ${text}`),
      observerFailed: ({ message }: { message: string }) => log.debug(`replay: ${message}`),
    };
    const host = new HookHost({ script, services, replaying: true, covering });
    try {
      const { files, disabled } = core.hooks.files;
      for (const [n, { path, agent }] of sessions.entries()) {
        if (signal.aborted) break;
        await host.setFiles([...files], [...disabled], true);
        const read = nothingRead();
        const tools = agent ? core.guestTools : core.toolbox;
        factsOf = (toolName, input) => tools.factsAt(toolName, input, agent ? read.cwd : undefined);
        try {
          addReport(
            report,
            await replaySession({
              ...{ session: basename(path), host, signal, factsOf },
              items: () => (agent ? itemsOf({ agent, path }, read) : sessionItems(path)),
              tools: tools.declarations('main'),
            }),
          );
        } catch (error) {
          log.warn(`replay: ${path}: ${(error as Error).message}`);
        }
        done(n + 1);
      }
    } finally {
      host.dispose();
    }
    return report;
  }

  private async pick(): Promise<void> {
    const picks = (this.last?.changes ?? []).map((change) => ({
      label: changeLabel(change),
      description: wordsOf(change),
      change,
    }));
    const chosen = await vscode.window.showQuickPick(picks, { title: this.summary, matchOnDescription: true });
    if (chosen) await this.show(chosen.change);
  }

  private async show(change: ReplayedChange): Promise<void> {
    const { event, before, after } = change;
    const text = (side: object) => `${JSON.stringify(side, null, 2)}\n`;
    const title = `${changeLabel(change)}: ${wordsOf(change)}`;
    await this.parts.payloads.diff(title, `/${event}-${change.eventId.slice(-8)}.json`, text(before), text(after));
  }
}

const changeLabel = ({ event, toolName, before, after }: ReplayedChange): string =>
  [event, toolName, subjectOf(before.input ?? after.input)].filter(Boolean).join(' ');

const wordsOf = ({ before, after }: ReplayedChange): string => `${before.decision} → ${after.decision}`;

function subjectOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return typeof input === 'string' ? short(input) : '';
  const { command, file_path } = input as { command?: unknown; file_path?: unknown };
  return short(String(command ?? file_path ?? ''));
}

const short = (text: string): string => brief(text, 60);

function changeItem(change: ReplayedChange): vscode.TreeItem {
  const item = new vscode.TreeItem(changeLabel(change));
  item.id = `replay ${change.session} ${change.eventId}`;
  item.description = wordsOf(change);
  item.iconPath = themeIcon('diff');
  const why = [change.after.reason, change.after.by?.name].filter(Boolean);
  item.tooltip = why.join('\n');
  item.accessibilityInformation = { label: [item.label, item.description, ...why].join(', ') };
  item.command = {
    command: 'hooksmith.showReplayChange' satisfies OurCommand,
    title: vscode.l10n.t('Show Change'),
    arguments: [change],
  };
  return item;
}

function failureItem({ hook, file, line, message, event, eventId, session }: ReplayedFailure, n: number): vscode.TreeItem {
  const item = new vscode.TreeItem(hook);
  item.id = `stopped ${session} ${eventId} ${n}`;
  item.description = vscode.l10n.t('was stopped at {0}: {1}', event, message);
  item.accessibilityInformation = { label: `${hook}, ${item.description}` };
  item.iconPath = themeIcon('warning', 'list.warningForeground');
  if (file !== '') {
    const at = new vscode.Range(line - 1, 0, line - 1, 0);
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Open'),
      arguments: [vscode.Uri.file(file), { selection: at }],
    };
  }
  return item;
}
