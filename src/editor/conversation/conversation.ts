/** The conversation on screen: the session at work, the tabs beside it, and the two views that show it. */
import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session';
import { allDone } from '../../shared/basics/allDone';
import type { EventType, HookEvent, Said } from '../../shared/events/events';
import type { StreamItem } from '../../shared/stream/stream';
import type { SessionTab, Status, ToView } from '../../shared/views/viewProtocol';
import { logEvent } from './eventLog';
import { forkTitle } from './forkTitle';
import { type Guest, GuestTabs } from './guestTabs';
import type { KeptTabs } from './keptTabs';
import { type ConversationSession, OpenSessions, type SessionSource, type TabbedSession } from './openSessions';
import { runlessEvent } from './runlessEvent';
import { Screen, type Shown } from './screen';
import type { Pane } from './webviewPane';

/** What the window says of itself; the rest is the session's. */
export type OwnStatus = Omit<Status, 'sessionId' | 'usage' | 'costUsd' | 'contextTokens'>;
export interface ConversationParts {
  /** A session of its own file. */
  create(from: SessionSource): ConversationSession;
  /** Writes a session that goes on from before a message of another; undefined where there is no such message. */
  fork(from: string, eventId: string): { path: string; text: string } | undefined;
  status(): OwnStatus;
  tabs: KeptTabs;
  /** Resolves once the tools of its open calls are there, or will not come: till then they are unknown ones. */
  toolsOf(session: Session): Promise<void>;
  log: vscode.LogOutputChannel;
}

export class Conversation {
  private readonly sessions: OpenSessions;
  readonly screen = new Screen(this);
  private readonly guests: GuestTabs;
  /** The human is in the midst of a message. */
  drafting = false;
  private readonly changed = new vscode.EventEmitter<void>();
  /** The session, its run state or its cost changed. */
  readonly onDidChange = this.changed.event;
  private readonly opened = new vscode.EventEmitter<Session>();
  /** Another session took the place of the one before. */
  readonly onDidOpen = this.opened.event;
  private readonly ended = new vscode.EventEmitter<Session>();
  /** The human is done with the session, and it is open no longer; a window that closes leaves its sessions as they are. */
  readonly onDidEnd = this.ended.event;
  private readonly events = new vscode.EventEmitter<HookEvent>();
  readonly onHookEvent = this.events.event;
  private readonly outputs = new vscode.EventEmitter<string>();
  /** The call with this id shows something that it wrote. */
  readonly onToolOutput = this.outputs.event;

  constructor(private readonly parts: ConversationParts) {
    this.sessions = new OpenSessions({
      create: parts.create,
      heard: (item, from) => this.heard(item, from),
      failed: (error) => this.failed(error),
      ended: (session) => this.ended.fire(session),
    });
    this.guests = new GuestTabs({
      screen: this.screen,
      isBusy: () => this.running || this.drafting,
      heard: (event) => this.tell(event),
      tabsChanged: () => this.postTabs(),
    });
    this.sessions.onDidChange(() => {
      this.postTabs();
      parts.tabs.keep({ open: this.sessions.tabs.map(({ id }) => id), onScreen: this.file });
      this.changed.fire();
    });
  }

  /** What was open when the window went away is open again, and a prompt that stood stands again. */
  resume(): void {
    this.sessions.reopen(this.parts.tabs.before?.open ?? []);
    for (const session of this.sessions.all) this.settle(this.promptAgain(session));
  }

  private async promptAgain(session: Session): Promise<void> {
    if (session.leftAtPrompt) await this.parts.toolsOf(session);
    if (session.leftAtPrompt && this.isOpen(session)) await session.continue();
  }

  get current(): Session {
    return this.sessions.current.session;
  }

  /** Of the session on screen. */
  get file(): string {
    return this.sessions.current.file;
  }

  get running(): boolean {
    return this.sessions.current.running;
  }

  /** Of any session that is open. */
  get anyRunning(): boolean {
    return this.sessions.running;
  }

  get tabs(): SessionTab[] {
    const isGuest = this.guests.has(this.shownPath);
    const own = this.sessions.tabs.map((tab) => ({ ...tab, current: tab.current && !isGuest }));
    return [...own, ...this.guests.tabs()];
  }

  private postTabs(): void {
    this.post({ type: 'tabs', tabs: this.tabs });
  }

  /** A session of an agent that runs elsewhere, judged in this window: what comes to it is told as it comes. */
  hearGuest(guest: Guest): vscode.Disposable {
    return this.guests.add(guest);
  }

  /** What comes to the session of that file comes from this window. */
  hears(path: string | undefined): boolean {
    return this.guests.has(path);
  }

  /** False where that file is no such session. */
  showGuest(path: string): boolean {
    return this.guests.show(path);
  }

  show(pane: Pane): void {
    this.screen.add(pane);
  }

  status(): Status {
    const { id, usage, costUsd, contextTokens } = this.current;
    return { ...this.parts.status(), sessionId: id, usage, costUsd, contextTokens };
  }

  /** Shows a session file, read-only; undefined goes back to the session at work. */
  showFile(file: Shown | undefined): void {
    this.screen.shown = file;
    this.screen.postSession();
    this.postTabs();
  }

  /** Of the session file that is shown in the place of the session at work. */
  get shownPath(): string | undefined {
    return this.screen.shown?.path;
  }

  refresh(): void {
    this.screen.postStatus();
    this.changed.fire();
  }

  notice(level: 'info' | 'warning' | 'error', text: string): void {
    this.screen.notice(level, text);
  }

  /** Puts words into the message box, to be sent again or changed, where it has none but those that were offered before, `over`. */
  offer(text: string, over = ''): void {
    this.post({ type: 'focus', text, over });
  }

  newChat(): Promise<void> {
    return this.turnTo(() => this.sessions.begin());
  }

  /** Puts a session of a file on screen; the one before it stays open. What stood at a prompt stands again. */
  async openSession(path: string, forked = false): Promise<void> {
    await this.turnTo(() => this.sessions.show({ path, forked }));
    this.settle(this.promptAgain(this.current));
  }

  /** A session that is open is so no more; its file stays, and is closed. */
  async leave(path: string): Promise<void> {
    await allDone(
      () => this.turnFrom(path),
      () => this.sessions.left(path),
    );
  }

  private async turnFrom(path: string): Promise<void> {
    if (this.sessions.has(path)) await this.turnTo(() => this.sessions.leave(path));
  }

  /** Of a tab: one that is shown in the place of the session at work goes back there. */
  async openTab(path: string): Promise<void> {
    if (this.showGuest(path)) return;
    if (this.screen.shown && path === this.file) return this.showFile(undefined);
    if (this.sessions.has(path)) await this.openSession(path);
  }

  closeTab(path: string): Promise<void> | void {
    return this.guests.has(path) ? this.guests.hide(path) : this.turnFrom(path);
  }

  /** Its tab was not closed. */
  isOpen(session: Session): boolean {
    return this.sessions.isOpen(session);
  }

  /** Of one that is open. */
  rename(path: string, title: string): void {
    this.sessions.tell(path, (session) => this.noteIn(session, 'session_renamed', { data: { title } }));
  }

  /** The words of the message are offered again in a session that goes on from before it. */
  async fork(eventId: string): Promise<void> {
    const forked = this.parts.fork(this.file, eventId);
    if (!forked) return this.notice('warning', vscode.l10n.t('This message is no longer in the session.'));
    await this.openSession(forked.path, true);
    // One that nothing was said in yet is named by what will be.
    const { title } = this.current;
    const beside = this.tabs.filter(({ id }) => id !== forked.path).map((tab) => tab.title);
    if (title) this.rename(forked.path, forkTitle(title, beside, vscode.l10n.t('Fork')));
    this.offer(forked.text);
  }

  /** Another session may come on screen. */
  private async turnTo(change: () => Promise<void>): Promise<void> {
    const before = this.current;
    this.screen.flush();
    this.screen.shown = undefined;
    // What could not be done of it is told; what is on screen is the session at work.
    await allDone(change, () => {
      this.screen.forget();
      if (this.current !== before) this.opened.fire(this.current);
      this.screen.postSession();
      this.changed.fire();
    });
  }

  /** Sums the conversation up; while the agent runs, as soon as it is done. */
  compact(): void {
    if (this.current.running) this.notice('info', vscode.l10n.t('The conversation is compacted when the agent is done.'));
    this.settle(
      this.current.compact().then((compaction) => {
        if (compaction.kind === 'nothing') this.notice('info', vscode.l10n.t('There is nothing to compact yet.'));
        this.refresh();
      }),
    );
  }

  /** An event that belongs to no run: a reload, a failed observer. */
  note<T extends EventType>(type: T, facts: Said<T>): void {
    this.noteIn(this.current, type, facts);
  }

  private noteIn<T extends EventType>(session: Session, type: T, facts: Said<T>): void {
    try {
      session.emit({ kind: 'event', event: runlessEvent(session.id, type, facts) });
    } catch (error) {
      // It has happened: whoever tells of it cannot help that it is not recorded.
      this.failed(error as Error);
    }
  }

  post(message: ToView): void {
    this.screen.post(message);
  }

  async dispose(): Promise<void> {
    this.screen.flush();
    await this.sessions.dispose();
  }

  /** Of the session at work, so far. */
  get recorded(): HookEvent[] {
    return this.current.items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  }

  /** The run stays where its limit ended it; the agent has one last word on it. */
  declineContinue(): void {
    this.note('continue_declined', { reason: vscode.l10n.t('Not continued past the limit') });
    if (this.current.endedAtLimit) this.settle(this.current.conclude());
  }

  /** Runs by itself: where it fails, the human is told. */
  settle(run: Promise<unknown>): void {
    void run.catch((error: Error) => this.failed(error));
  }

  private failed(error: Error): void {
    this.parts.log.error(error);
    this.notice('error', error.message);
  }

  private heard(item: StreamItem, from: TabbedSession): void {
    // While the first one is made there is nothing on screen yet.
    const onScreen = !this.sessions || from === this.sessions.current;
    if (onScreen) this.screen.said(item);
    if (item.kind === 'event') {
      this.tell(item.event);
      if (onScreen && (item.event.type === 'after_run' || item.event.type === 'post_model_call')) this.refresh();
    }
    if (item.kind === 'toolOutput') this.outputs.fire(item.toolCallId);
  }

  private tell(event: HookEvent): void {
    this.events.fire(event);
    logEvent(this.parts.log, event);
  }
}
