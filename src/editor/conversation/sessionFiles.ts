/** Sessions as files: those of this workspace, each in a file of its own; the one at work as it is kept, redacted as it is kept; and another's, to look at. */
import { randomUUID } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { SessionCatalog } from '../../adapters/sessions/sessionCatalog';
import { readSession, type SessionFile, streamSession } from '../../adapters/sessions/sessionFile';
import { isBegun, listSessions, statOf } from '../../adapters/sessions/sessionPaths';
import type { Session } from '../../agent/session/session';
import { foldSession } from '../../agent/session/sessionState';
import { guestFolder, guestIn } from '../../guard/guests/guestSessions';
import { agentOf, itemsOf, nothingRead } from '../../guard/past/transcripts';
import { titleOf } from '../../protocols';
import type { HookEvent } from '../../shared/events/events';
import type { StreamItem } from '../../shared/stream/stream';
import { type OurView, runCommand } from '../window/ourCommands';
import { warned } from '../window/warned';
import type { Conversation } from './conversation';
import { KeptTabs } from './keptTabs';
import type { ConversationSession, SessionSource } from './openSessions';
import type { Shown } from './screen';
import { sessionMarkdown } from './sessionMarkdown';

/** Of earlier sessions that are counted over. */
const mostSessions = 20;
const mostBytes = 30_000_000;

const filters = { 'Hooksmith session': ['jsonl'] };
const exportFilters = { ...filters, Markdown: ['md'] };
const anyFilters = { 'Hooksmith session': ['jsonl'], 'Session of another agent': ['jsonl', 'json'] };

/** Makes a session that is kept at `path`. */
export type Opening = (
  from: { path: string } & Partial<Pick<SessionFile, 'items' | 'kept'>> & { id?: string; forked?: boolean },
) => {
  session: Session;
  close(): void;
};

export class SessionFolder {
  readonly folder: string;
  readonly catalog: SessionCatalog;
  readonly tabs: KeptTabs;

  /** `storage` is the workspace's own, in the editor's data folder. */
  constructor(
    storage: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.folder = join(storage.fsPath, 'sessions');
    this.catalog = new SessionCatalog(this.folder);
    this.tabs = new KeptTabs(this.folder, (text) => log.warn(text));
  }

  /** That of a file; the one that was on screen last, where it can be read; or a new one. */
  open(opening: Opening, from: SessionSource): ConversationSession {
    const stored = from === 'last' ? this.last() : from === 'new' ? undefined : this.read(from.path);
    const file = stored?.path ?? this.newPath();
    const forked = typeof from === 'object' && from.forked;
    return { ...opening({ id: stored?.sessionId, items: stored?.items, kept: stored?.kept, path: file, forked }), file };
  }

  /** Writes a session that goes on from before a message of another; undefined where there is no such message. */
  fork(from: string, eventId: string): { path: string; text: string } | undefined {
    const path = this.newPath();
    const forked = this.catalog.fork(from, eventId, { path, sessionId: randomUUID(), createdAt: new Date().toISOString() });
    return forked && { path, text: forked.text };
  }

  newPath(): string {
    return join(this.folder, `${new Date().toISOString().replace(/[:.]/g, '-')}.jsonl`);
  }

  /** Of the sessions of this workspace, the latest first, but for the one at work. */
  async events(atWork: string): Promise<HookEvent[]> {
    const events: HookEvent[] = [];
    let bytes = 0;
    for (const path of listSessions(this.folder).slice(0, mostSessions)) {
      if (path === atWork) continue;
      bytes += statOf(path)?.size ?? 0;
      if (bytes > mostBytes) break;
      try {
        for (const item of (await streamSession(path)).items) if (item.kind === 'event') events.push(item.event);
      } catch (error) {
        this.log.warn((error as Error).message);
      }
    }
    return events;
  }

  /** The one that was on screen may be one that nothing was said in; one that a window at work in the background wrote last is not meant. */
  private last(): SessionFile | undefined {
    const path = this.tabs.before?.onScreen ?? listSessions(this.folder)[0];
    return path !== undefined && isBegun(path) ? this.read(path) : undefined;
  }

  private read(path: string): SessionFile | undefined {
    try {
      const stored = readSession(path);
      for (const problem of stored.problems) this.log.warn(problem);
      return stored;
    } catch (error) {
      this.log.error(error as Error);
      return undefined;
    }
  }
}

export async function exportSession(file: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder && vscode.Uri.joinPath(folder, `hooksmith-${basename(file)}`);
  const target = await vscode.window.showSaveDialog({ filters: exportFilters, defaultUri });
  if (!target) return;
  if (/\.(md|markdown)$/i.test(target.fsPath)) {
    const { items } = await streamSession(file);
    const { title, firstWords } = foldSession(items);
    await writeFile(target.fsPath, sessionMarkdown(items, title || firstWords || vscode.l10n.t('Session')));
  } else await copyFile(file, target.fsPath);
  void offerToOpen(target);
}

async function offerToOpen(target: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open File');
  const text = vscode.l10n.t('The session is exported to {0}.', basename(target.fsPath));
  if ((await vscode.window.showInformationMessage(text, open)) === open) await vscode.window.showTextDocument(target);
}

/** Shows a session file in both views, read-only. What is wrong with it is named by line; a file that is none is not shown. */
export async function openSession(conversation: Conversation, log: vscode.LogOutputChannel, given?: vscode.Uri): Promise<void> {
  const file = given ?? (await vscode.window.showOpenDialog({ filters: anyFilters, canSelectMany: false }))?.[0];
  if (!file) return;
  const complain = (text: string) => warned(text, log);
  try {
    const location = { viewId: 'hooksmith.chat' satisfies OurView };
    const session = await vscode.window.withProgress({ location }, () => sessionIn(file.fsPath));
    conversation.showFile(session);
    await runCommand('hooksmith.openChat');
    const { problems } = session;
    for (const problem of problems) log.warn(problem);
    if (problems.length > 0)
      await complain(vscode.l10n.t('{0} lines of the session were left out, the first: {1}', problems.length, problems[0]!));
  } catch (error) {
    log.error(error as Error);
    await complain((error as Error).message);
  }
}

/** A session file of ours; or what another agent kept of a session of its own. */
async function sessionIn(path: string): Promise<Shown> {
  const agent = await agentOf(path);
  if (agent === undefined) {
    const guarded = dirname(path) === guestFolder(homedir()) ? guestIn(path) : undefined;
    return { ...(await streamSession(path)), ...(guarded ? { guest: titleOf(guarded) } : {}) };
  }
  const read = nothingRead();
  const items: StreamItem[] = [];
  for await (const item of itemsOf({ agent, path }, read)) items.push(item);
  const first = items.find((item) => item.kind === 'event');
  const createdAt = first?.kind === 'event' ? first.event.timestamp : '';
  const guest = titleOf(agent);
  return { path, sessionId: `${guest} ${basename(path)}`, createdAt, items, kept: new Map(), problems: read.problems, guest };
}
