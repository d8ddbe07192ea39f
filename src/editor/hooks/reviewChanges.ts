/** `Hooksmith: Review Changed Hook Files`: what changed from outside, beside what is in force, and Make Live; MCP servers that wait to be started, too. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ServerToStart } from '../../adapters/mcp/mcp';
import type { HeldFile } from '../../hooks/parent/accepting/reloader';
import { bundledPath } from '../../hooks/parent/building/bundledPath';
import { onCommand, setContext } from '../window/ourCommands';

const scheme = 'hooksmith-held';

export interface ReviewParts {
  core: {
    readonly held: readonly HeldFile[];
    heldTexts(file: string): { before: Map<string, string>; after: Map<string, string> } | undefined;
    textsToPutBack(file: string): ReadonlyMap<string, string> | undefined;
    makeLive(seen: readonly HeldFile[]): Promise<void>;
    onDidReload(listener: () => void): vscode.Disposable;
    readonly waitingServers: readonly ServerToStart[];
    onDidChangeWaitingServers(listener: () => void): vscode.Disposable;
    loadServers(): Promise<void>;
  };
  acceptServer(server: ServerToStart): void;
  /** Writes a file for the human. Rejects where it cannot be written. */
  write(path: string, text: string): Promise<void>;
}

type Choice = vscode.QuickPickItem & { file?: HeldFile; server?: ServerToStart };

export class ReviewChanges implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  /** The files of the diff that was opened last, as it shows them, and how its tab begins. */
  private shown: { files: HeldFile[]; title?: string } = { files: [] };
  /** Servers that were told of. */
  private readonly told = new Set<string>();

  constructor(private readonly parts: ReviewParts) {}

  register(): vscode.Disposable {
    const { core } = this.parts;
    const update = () => setContext('hooksmith.held', core.held.length > 0);
    const { tabGroups } = vscode.window;
    const follow = () => {
      const active = tabGroups.activeTabGroup.activeTab;
      const isReview = active !== undefined && this.isShown(active);
      setContext('hooksmith.reviewing', isReview);
      setContext('hooksmith.canPutBack', isReview && this.textsBefore(this.shown.files) !== undefined);
    };
    update();
    return vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      core.onDidReload(update),
      tabGroups.onDidChangeTabs(follow),
      tabGroups.onDidChangeTabGroups(follow),
      core.onDidChangeWaitingServers(() => this.tellServers()),
      onCommand('hooksmith.reviewHookFiles', (server?: unknown) => this.review(server)),
      onCommand('hooksmith.reviewHookFile', (node?: { file?: string } | string) => {
        const path = typeof node === 'string' ? node : node?.file;
        const held = core.held.filter(({ file }) => file === path);
        return held.length > 0 ? this.show(held) : undefined;
      }),
      onCommand('hooksmith.makeLive', () => this.makeLive(this.shown.files)),
      onCommand('hooksmith.putBack', () => this.putBack(this.shown.files)),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** One server by its name, or what the human picks of all that waits. */
  private async review(server?: unknown): Promise<void> {
    const { l10n, window } = vscode;
    const { held, waitingServers } = this.parts.core;
    const named = waitingServers.find(({ name }) => name === server);
    if (named) return this.askToStart(named);
    if (held.length === 0 && waitingServers.length === 0)
      return void window.showInformationMessage(l10n.t('No hook file waits for you: all are live as they are on disk.'));
    const choices: Choice[] = [
      ...held.map((file) => ({ label: `$(lock) ${basename(file.file)}`, description: wordOf(file), detail: pathOf(file), file })),
      ...waitingServers.map((server) => ({
        label: `$(server-process) ${server.name}`,
        description: l10n.t('MCP server, not started'),
        detail: lineOf(server),
        server,
      })),
    ];
    if (held.length > 1)
      choices.unshift({
        label: `$(diff-multiple) ${l10n.t('All {0} Hook Files', held.length)}`,
        description: l10n.t('shows every change'),
      });
    const chosen =
      choices.length === 1
        ? choices[0]
        : await window.showQuickPick(choices, {
            title: l10n.t('Review Changed Hook Files'),
            placeHolder: l10n.t('What is in force stays so until you make the change live.'),
            matchOnDetail: true,
          });
    if (chosen?.server) await this.askToStart(chosen.server);
    else if (chosen) await this.show(chosen.file ? [chosen.file] : [...held]);
  }

  /** Shows the change in the editor's own diff, then asks. */
  private async show(chosen: HeldFile[]): Promise<void> {
    const { l10n, window } = vscode;
    const files = this.parts.core.held.filter(({ file }) => chosen.some((one) => one.file === file));
    if (files.length === 0) return;
    const changes = files.flatMap((file) => this.changesOf(file));
    const one = files.length === 1 ? files[0] : undefined;
    const title = one ? l10n.t('{0} (in force ↔ waiting)', basename(one.file)) : l10n.t('Hook files (in force ↔ waiting)');
    this.shown = { files, title };
    const [first] = changes;
    if (changes.length === 1 && first) await vscode.commands.executeCommand('vscode.diff', first[1], first[2], title);
    else await vscode.commands.executeCommand('vscode.changes', title, changes);
    const makeLive = l10n.t('Make Live');
    const text = !one
      ? l10n.t('{0} hook files wait for you.', files.length)
      : one.why === 'new'
        ? l10n.t('{0} is new. Nothing of it is in force until you make it live.', basename(one.file))
        : l10n.t('{0} {1}. What it was before stays in force until you make this live.', basename(one.file), wordOf(one));
    const putBack = l10n.t('Put Back…');
    const answers = this.textsBefore(files) ? [makeLive, putBack] : [makeLive];
    const answer = await window.showInformationMessage(`Hooksmith: ${text}`, ...answers);
    if (answer === makeLive) await this.makeLive(files);
    if (answer === putBack) await this.putBack(files);
  }

  /** What is to be written for all that is in force of them to be on disk again, by path; undefined where that is not known of one. */
  private textsBefore(files: readonly HeldFile[]): Map<string, string> | undefined {
    const found = files.map(({ file }) => this.parts.core.textsToPutBack(file));
    const texts = found.flatMap((one) => (one ? [...one] : []));
    return files.length > 0 && found.every((one) => one !== undefined) ? new Map(texts) : undefined;
  }

  /** Writes what is in force over what waits, once the human has agreed to that. */
  private async putBack(seen: readonly HeldFile[]): Promise<void> {
    const { l10n, window, workspace } = vscode;
    const { core, write } = this.parts;
    const texts = this.textsBefore(seen);
    if (!texts) return;
    const names = [...texts.keys()].map((path) => workspace.asRelativePath(path)).sort();
    const unsaved = workspace.textDocuments.find(({ uri, isDirty }) => isDirty && texts.has(bundledPath(uri.fsPath)));
    if (unsaved)
      return void window.showWarningMessage(
        l10n.t('{0} has changes that are not saved: save or revert them first.', workspace.asRelativePath(unsaved.uri)),
      );
    const putBack = l10n.t('Put Back');
    const detail = l10n.t('What waits there is overwritten: {0}', names.join(', '));
    const title = l10n.t('Put back what is in force?');
    if ((await window.showWarningMessage(title, { modal: true, detail }, putBack)) !== putBack) return;
    // What was shown is what may be overwritten.
    const isAsSeen = ({ file, version }: HeldFile) => core.held.some((one) => one.file === file && one.version === version);
    if (seen.every(isAsSeen)) for (const [path, text] of texts) await write(path, text);
    await this.closeOrTell(seen);
  }

  private async makeLive(seen: readonly HeldFile[]): Promise<void> {
    await this.parts.core.makeLive(seen);
    await this.closeOrTell(seen);
  }

  /** What was shown is done with, unless some of it waits still. */
  private async closeOrTell(seen: readonly HeldFile[]): Promise<void> {
    const { core } = this.parts;
    const since = core.held.filter(({ file }) => seen.some((one) => one.file === file));
    if (since.length > 0)
      return void vscode.window.showWarningMessage(
        vscode.l10n.t(
          '{0} changed again since it was shown: review it anew.',
          since.map(({ file }) => basename(file)).join(', '),
        ),
      );
    const { tabGroups } = vscode.window;
    await tabGroups.close(tabGroups.all.flatMap(({ tabs }) => tabs.filter((tab) => this.isShown(tab))));
  }

  private isShown({ label }: vscode.Tab): boolean {
    return this.shown.title !== undefined && label.startsWith(this.shown.title);
  }

  /** What differs, helpers and packages too: the resource, in force, on disk. */
  private changesOf({ file }: HeldFile): [vscode.Uri, vscode.Uri, vscode.Uri][] {
    const texts = this.parts.core.heldTexts(file);
    if (!texts) return [];
    const { before, after } = texts;
    const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
    // What is no text of a bundle, such as a package.json, may lead to another one.
    return (paths.length > 0 ? paths : [file]).map((path) => [
      vscode.Uri.file(path),
      this.side('in force', path, before.get(path) ?? ''),
      this.side('waiting', path, after.get(path) ?? ''),
    ]);
  }

  private side(side: string, path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme, query: `${side} ${this.texts.size}` });
    this.texts.set(uri.toString(), text);
    return uri;
  }

  private tellServers(): void {
    const { l10n, window } = vscode;
    const fresh = this.parts.core.waitingServers.filter((server) => !this.told.has(JSON.stringify(server)));
    if (fresh.length === 0) return;
    for (const server of fresh) this.told.add(JSON.stringify(server));
    const names = fresh.map(({ name }) => name).join(', ');
    const review = l10n.t('Review…');
    const text = l10n.t(
      'This workspace asks to start MCP servers: {0}. None starts before you accept its exact command or address.',
      names,
    );
    void window.showWarningMessage(`Hooksmith: ${text}`, review).then(async (answer) => {
      if (answer !== review) return;
      for (const server of fresh)
        if (this.parts.core.waitingServers.some((one) => isSame(one, server))) await this.askToStart(server);
    });
  }

  private async askToStart(server: ServerToStart): Promise<void> {
    const { l10n, window } = vscode;
    const start = l10n.t('Start Server');
    const detail = [...factsOf(server), l10n.t('Declared in: {0}', server.file), riskOf(server)].join('\n\n');
    const title = l10n.t('Start the MCP server {0}?', server.name);
    if ((await window.showWarningMessage(title, { modal: true, detail }, start)) !== start) return;
    // What was shown is what is accepted; should the file say something else by now, it is asked for anew.
    this.parts.acceptServer(server);
    await this.parts.core.loadServers();
  }
}

function wordOf({ why }: HeldFile): string {
  const { l10n } = vscode;
  return why === 'new' ? l10n.t('is new') : why === 'deleted' ? l10n.t('was deleted') : l10n.t('was changed from outside');
}

const pathOf = ({ file }: HeldFile) => vscode.workspace.asRelativePath(file);
const isSame = (one: ServerToStart, other: ServerToStart) => JSON.stringify(one) === JSON.stringify(other);
/** Each word as it is given to the system: what a space or a quote in it is cannot be mistaken. */
const lineOf = (server: ServerToStart) =>
  server.kind === 'stdio'
    ? [server.command, ...server.args].map((word) => (/^[\w./:@=-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
    : server.url;

function factsOf(server: ServerToStart): string[] {
  const { l10n } = vscode;
  const lines = (record: Readonly<Record<string, string>>, sign: string) =>
    Object.entries(record).map(([name, value]) => `${name}${sign}${value}`);
  if (server.kind !== 'stdio') {
    const headers = lines(server.headers, ': ');
    return [
      l10n.t('Address: {0}', server.url),
      headers.length > 0 ? l10n.t('Headers: {0}', headers.join('\n')) : l10n.t('Headers: none of its own'),
    ];
  }
  const environment = lines(server.env, '=');
  return [
    l10n.t('Command: {0}', lineOf(server)),
    l10n.t('Folder: {0}', server.cwd),
    environment.length > 0 ? l10n.t('Environment: {0}', environment.join('\n')) : l10n.t('Environment: nothing of its own'),
    ...(server.envFile ? [l10n.t('Environment file, as it is now: {0}', server.envFile.path)] : []),
  ];
}

const riskOf = ({ kind }: ServerToStart): string =>
  kind === 'stdio'
    ? vscode.l10n.t('It runs as you, outside any sandbox. You are asked again when any of this changes.')
    : vscode.l10n.t('What its tools are given is sent there. You are asked again when any of this changes.');
