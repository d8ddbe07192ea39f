/** Other agents under the same hooks: guarding them, seeing how many are, and following what they do. */
import { spawnSync } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, sep } from 'node:path';
import * as vscode from 'vscode';
import { streamSession } from '../../adapters/sessions/sessionFile';
import { type ConfigChange, GuardedConfigs } from '../../guard/config/guardAgent';
import { configOf, guardedAgents, guardedPlace, removals } from '../../guard/gate/reach';
import { rescue, startAnew, strandedAgents } from '../../guard/gate/stranded';
import { AcceptedFolders } from '../../guard/guests/acceptedFolders';
import { pinsNow } from '../../hooks/parent/accepting/pinnedFiles';
import type { HeldFile } from '../../hooks/parent/accepting/reloader';
import { titleOf } from '../../protocols';
import { type AgentName, agentNames } from '../../protocols/protocol';
import { noPin } from '../../shared/hooks/pins';
import type { Conversation } from '../conversation/conversation';
import { openSession } from '../conversation/sessionFiles';
import { type OurCommand, onCommand, runCommand } from '../window/ourCommands';
import type { PayloadDocuments } from '../window/payloadDocuments';
import { ShownChanges } from '../window/shownChanges';
import { guestChoices } from './guestChoices';

export interface GuardParts {
  core: { readonly held: readonly HeldFile[] };
  conversation: Conversation;
  payloads: PayloadDocuments;
  log: vscode.LogOutputChannel;
  /** Where the gate lies. */
  dist: string;
  workspace: { readonly folders: readonly string[] };
}

interface Guarded {
  agent: AgentName;
  user: boolean;
}
type Pick = vscode.QuickPickItem & Guarded & { guarded: boolean };

const followMs = 250;

export class GuardAgents {
  private readonly home = homedir();
  private readonly configs = new GuardedConfigs(this.home);
  private readonly item = vscode.window.createStatusBarItem('hooksmith.guarded', vscode.StatusBarAlignment.Left, 88);
  private followed: FSWatcher | undefined;
  private seen: readonly AgentName[] = [];
  private readonly shown = new ShownChanges();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly parts: GuardParts) {
    this.item.name = vscode.l10n.t('Hooksmith: Guarded Agents');
    this.item.command = 'hooksmith.openGuestSession' satisfies OurCommand;
  }

  register(): vscode.Disposable {
    // The folders of six agents are looked at: the window comes up first.
    const soon = setImmediate(() => {
      this.update();
      void this.rescue().catch((error: Error) => this.parts.log.error(error));
    });
    return vscode.Disposable.from(
      this.item,
      this.changed,
      this.shown.register(),
      onCommand('hooksmith.guardAgent', () => this.guard()),
      onCommand('hooksmith.openGuestSession', () => this.choose()),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.update()),
      { dispose: () => clearImmediate(soon) },
      { dispose: () => this.followed?.close() },
    );
  }

  /** Agents whose gate went with an older version of ours ask this one's: nobody would have known. */
  private async rescue(): Promise<void> {
    const { configs, home } = this;
    const { dist, log } = this.parts;
    const stranded = strandedAgents(configs, { home, folders: this.parts.workspace.folders, dist });
    if (stranded.length === 0) return;
    const options = { configs, dist, home, program: nodeOf(), say: () => undefined };
    const rescued: AgentName[] = [];
    for (const one of stranded)
      try {
        log.info(`guarded again by this version: ${(await rescue(one, options)).path}`);
        rescued.push(one.agent);
      } catch (error) {
        void vscode.window.showErrorMessage(
          vscode.l10n.t('{0} asks a gate that is no more: {1}', titleOf(one.agent), (error as Error).message),
        );
      }
    await startAnew(options);
    if (rescued.length === 0) return;
    const names = [...new Set(rescued)].map(titleOf).join(', ');
    const text = vscode.l10n.t('Hooksmith was updated: {0} asks this version’s gate now, the older one’s is gone.', names);
    const more = rescued.includes('codex') ? ` ${codexSkips()}` : '';
    void vscode.window.showInformationMessage(text + more);
  }

  private get folder(): string | undefined {
    return this.parts.workspace.folders[0];
  }

  /** Which there are, as last looked. */
  get guarded(): readonly AgentName[] {
    return this.seen;
  }

  private update(): void {
    const guarded = guardedAgents(this.configs, this.home, this.folder);
    const isNew = guarded.join() !== this.seen.join();
    this.seen = guarded;
    if (isNew) this.changed.fire();
    if (guarded.length === 0) return this.item.hide();
    this.item.text = `$(shield) ${guarded.length}`;
    const names = guarded.map(titleOf).join(', ');
    this.item.tooltip = vscode.l10n.t('Guarded by your hooks: {0}. Click to see what they do.', names);
    this.item.accessibilityInformation = { label: vscode.l10n.t('Guarded agents: {0}', names) };
    this.item.show();
  }

  private async guard(): Promise<void> {
    const all = agentNames.flatMap((agent) =>
      (this.folder === undefined ? [true] : [false, true]).map((user) => ({ agent, user })),
    );
    const items = all.map((one): Pick => {
      const guarded = guardedPlace(this.configs, one.agent, one.user, one.user ? this.home : this.folder) !== undefined;
      const where = one.user ? vscode.l10n.t('all of your projects') : vscode.l10n.t('this project');
      const description = guarded ? vscode.l10n.t('{0} · guarded: choose it to take that back', where) : where;
      return { ...one, guarded, label: `$(${guarded ? 'shield' : 'circle-large-outline'}) ${titleOf(one.agent)}`, description };
    });
    const placeHolder = vscode.l10n.t('Which agent are your hooks to guard?');
    const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
    if (!chosen) return;
    try {
      await this.change(chosen);
    } catch (error) {
      this.parts.log.error(error as Error);
      void vscode.window.showErrorMessage((error as Error).message);
    }
    this.update();
  }

  /** Each change is seen as a diff before the human says yes. */
  private async change({ agent, user, guarded }: Pick): Promise<void> {
    const base = user ? this.home : this.folder!;
    const title = titleOf(agent);
    const said: string[] = [];
    const changes = guarded
      ? removals(this.configs, agent, user, base)
      : [await this.guarding(agent, user, base, (text) => said.push(text))];
    // It was taken back elsewhere, meanwhile.
    if (changes.length === 0) return;
    if (agent === 'vscode' && !guarded) said.push(...hooksOff(user));
    const { payloads } = this.parts;
    const shown: vscode.Uri[] = [];
    for (const change of changes) {
      const after = payloads.document('after', change.path, change.after ?? '');
      await payloads.diff(`${basename(change.path)} (${title})`, change.path, change.before ?? '', after, 'kept');
      shown.push(after);
    }
    const paths = changes.map(({ path }) => path).join(', ');
    const write = guarded ? vscode.l10n.t('Take It Back') : vscode.l10n.t('Guard');
    const asked = guarded
      ? vscode.l10n.t('Take the gate out of {0}?', paths)
      : vscode.l10n.t('Have your hooks guard {0}? This is written to {1}.', title, paths);
    const accepts =
      guarded || this.folder === undefined
        ? ''
        : vscode.l10n.t('The hook files of this workspace count for it, as they are now, with all that they import.');
    const text = [asked, ...said, accepts].filter((one) => one !== '').join(' ');
    if (!(await this.shown.ask(text, write, shown))) return;
    await this.write(changes, guarded);
    void this.tell(agent, changes, guarded);
  }

  private async guarding(agent: AgentName, user: boolean, base: string, say: (text: string) => void): Promise<ConfigChange> {
    const { configs, home } = this;
    const options = { configs, dist: this.parts.dist, home, program: nodeOf(), say };
    return configs.guard(agent, base, await configOf(agent, this.folder ?? home, user, options));
  }

  private async tell(agent: AgentName, [change]: readonly ConfigChange[], wasGuarded: boolean): Promise<void> {
    const { l10n, window } = vscode;
    const title = titleOf(agent);
    if (wasGuarded) return void window.showInformationMessage(l10n.t('{0} is guarded no more.', title));
    const { path } = change!;
    const more = agent === 'codex' ? ` ${codexSkips()}` : '';
    const open = l10n.t('Open File');
    const text = `${l10n.t('{0} is guarded by your hooks: {1}.', title, basename(path))}${more}`;
    if ((await window.showInformationMessage(text, open)) === open) await window.showTextDocument(vscode.Uri.file(path));
  }

  private async write(changes: readonly ConfigChange[], guarded: boolean): Promise<void> {
    for (const change of changes) this.configs.write(change, guarded ? 'remove' : 'guard');
    if (guarded || !vscode.workspace.isTrusted) return;
    for (const folder of this.parts.workspace.folders) {
      const now = await pinsNow(folder);
      const pins = new Map([...now].map(([file, { pin }]) => [file, pin]));
      // What waits is not accepted by the way: it follows once it was seen.
      for (const { file } of this.parts.core.held) if (isBelow(file, folder)) pins.set(file, noPin);
      new AcceptedFolders(this.home).accept(folder, pins);
    }
  }

  private async choose(): Promise<void> {
    const { conversation, log } = this.parts;
    const items = guestChoices(this.home, {
      follow: (path, guest) => this.follow(path, guest),
      openPast: (path) => openSession(conversation, log, vscode.Uri.file(path)),
      guard: () => this.guard(),
    });
    const placeHolder = vscode.l10n.t('Whose work do you want to see?');
    const options = { placeHolder, matchOnDescription: true, matchOnDetail: true };
    await (await vscode.window.showQuickPick(items, options))?.show();
  }

  /** Shows it in both views, and what comes to it as it comes: from this window while the agent is judged here, else from the file. */
  private async follow(path: string, guest: string): Promise<void> {
    this.followed?.close();
    const { conversation, log } = this.parts;
    const show = async () => {
      const session = await streamSession(path);
      for (const problem of session.problems) log.warn(problem);
      conversation.showFile({ ...session, guest });
    };
    const showAgain = async () => {
      if (conversation.hears(path)) return;
      // The human went back to the session at work.
      if (conversation.shownPath !== path) watcher.close();
      else await show();
    };
    let pending: NodeJS.Timeout | undefined;
    // Before it is read, so that nothing is written unseen in between.
    const watcher = watch(path, () => {
      clearTimeout(pending);
      pending = setTimeout(() => void shown.then(showAgain).catch((error: Error) => log.error(error)), followMs);
    });
    watcher.once('close', () => clearTimeout(pending));
    this.followed = watcher;
    const shown = conversation.showGuest(path) ? Promise.resolve() : show();
    await shown;
    await runCommand('hooksmith.openTimeline');
  }
}

const codexSkips = () => vscode.l10n.t('Codex skips new hooks until you accept them there: run /hooks.');

const isBelow = (file: string, folder: string) => file.startsWith(join(folder, '.hooksmith') + sep);

/** What keeps VS Code's own chat from running them in this window; its list of folders is read as that chat reads it. */
function hooksOff(user: boolean): string[] {
  const chat = vscode.workspace.getConfiguration('chat');
  const folder = user ? '~/.copilot/hooks' : '.github/hooks';
  const isLeftOut = Object.entries(chat.get<Record<string, unknown>>('hookFilesLocations') ?? {}).some(
    ([path, value]) => path.trim() === folder && String(value).trim().toLowerCase() === 'false',
  );
  return [
    ...(chat.get('disableAIFeatures') === true
      ? [vscode.l10n.t('Now it runs none: {0} is on.', 'chat.disableAIFeatures')]
      : chat.get('useHooks') === false
        ? [vscode.l10n.t('Now it runs none: {0} is off.', 'chat.useHooks')]
        : []),
    ...(isLeftOut ? [vscode.l10n.t('Now it reads none there: {0} leaves {1} out.', 'chat.hookFilesLocations', folder)] : []),
  ];
}

/** A Node for the gate: one of the user's; else the editor's own. */
function nodeOf(): string {
  const { status, stdout } = spawnSync('node', ['-p', 'process.execPath'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : process.execPath;
}

export const distOf = (extensionPath: string): string => join(extensionPath, 'dist');
