/** The conversation on screen: the session at work, the two views that show it, and what the user says to it. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Composed, ComposeOptions } from '../agent/compose';
import type { Session } from '../agent/session';
import type { ApprovalScope } from '../shared/approvals';
import type { EventType, HookEvent, Said } from '../shared/events';
import { noSkips } from '../shared/hookRecord';
import type { StreamItem } from '../shared/stream';
import { unreachable } from '../shared/unreachable';
import type { FromView, SessionTab, Status, ToView } from '../shared/viewProtocol';
import type { ApprovalBroker } from './approvalBroker';
import type { CheckpointActions } from './checkpointActions';
import type { Composing } from './composing';
import { logEvent } from './eventLog';
import { type Guest, GuestTabs } from './guestTabs';
import { type LookingActions, look } from './looking';
import { imageBlock, keptOf } from './messageContent';
import { type ConversationSession, type OpenSession, OpenSessions, type SessionSource } from './openSessions';
import { runOwn } from './ownCommands';
import { PromptAnswers } from './promptAnswers';
import type { QuestionBroker } from './questionBroker';
import { Screen, type Shown } from './screen';
import type { Pane } from './webviewPane';

/** What the window says of itself; the rest is the session's. */
export type OwnStatus = Omit<Status, 'sessionId' | 'usage' | 'costUsd' | 'contextTokens'>;
export interface ConversationActions extends LookingActions {
  /** True where the human changed the proposed file without saving it: that is the input now, and asked about anew. */
  takeProposal(approvalId: string): Promise<boolean>;
  setMode(mode: Status['mode']): Promise<void>;
}
export interface ConversationParts {
  /** A session of its own file. */
  create(from: SessionSource): ConversationSession;
  /** Writes a session that goes on from before a message of another; undefined where there is no such message. */
  fork(from: string, eventId: string): { path: string; text: string } | undefined;
  approvals: ApprovalBroker;
  questions: QuestionBroker;
  status(): OwnStatus;
  /** Keeps a rule that the human chose to. Rejects with what is wrong. */
  keepRule(rule: string, scope: Exclude<ApprovalScope, 'once'>, sessionId: string): Promise<void>;
  actions: ConversationActions;
  files: CheckpointActions;
  composing: Composing;
  log: vscode.LogOutputChannel;
}

export class Conversation {
  private readonly sessions: OpenSessions;
  private readonly screen = new Screen(this);
  private readonly answers: PromptAnswers;
  private readonly guests: GuestTabs;
  private composed: Promise<void> = Promise.resolve();
  /** The human is in the midst of a message. */
  private drafting = false;
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
    this.answers = new PromptAnswers({
      approvals: parts.approvals,
      questions: parts.questions,
      takeProposal: (id) => parts.actions.takeProposal(id),
      keepRule: parts.keepRule,
    });
    this.sessions = new OpenSessions({
      create: parts.create,
      heard: (item, from) => this.heard(item, from),
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
      this.changed.fire();
    });
    parts.composing.onDidChange(() => this.post({ type: 'open', file: parts.composing.open }));
  }

  /** A prompt that stood when the window went away stands again. */
  resume(): void {
    if (this.session.leftAtPrompt) this.settle(this.session.continue());
  }

  get current(): Session {
    return this.session;
  }

  private get session(): Session {
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
  hears(path: string): boolean {
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
    const { id, usage, costUsd, contextTokens } = this.session;
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

  /** Puts words into the message box, to be sent again or changed. */
  offer(text: string): void {
    this.post({ type: 'focus', text, offered: true });
  }

  newChat(): Promise<void> {
    return this.turnTo(() => this.sessions.begin());
  }

  /** Puts a session of a file on screen; the one before it stays open. What stood at a prompt stands again. */
  async openSession(path: string, forked = false): Promise<void> {
    await this.turnTo(() => this.sessions.show({ path, forked }));
    this.resume();
  }

  /** A session that is open is so no more; its file stays. */
  async leave(path: string): Promise<void> {
    if (this.sessions.has(path)) await this.turnTo(() => this.sessions.leave(path));
  }

  /** Of one that is open. */
  rename(path: string, title: string): void {
    this.sessions.tell(path, (session) => this.noteIn(session, 'session_renamed', { data: { title } }));
  }

  private async fork(eventId: string): Promise<void> {
    const forked = this.parts.fork(this.file, eventId);
    if (!forked) return this.notice('warning', vscode.l10n.t('This message is no longer in the session.'));
    await this.openSession(forked.path, true);
    this.offer(forked.text);
  }

  /** Another session may come on screen. */
  private async turnTo(change: () => Promise<void>): Promise<void> {
    const before = this.session;
    this.screen.flush();
    this.screen.shown = undefined;
    await change();
    this.screen.forget();
    if (this.session !== before) this.opened.fire(this.session);
    this.screen.postSession();
    this.changed.fire();
  }

  send(text: string): void {
    this.compose(text, {}, ({ content, model }, session) => session.send(content, { model }));
  }

  private sendMessage({ text, images = [], files = [], open, steers }: Extract<FromView, { type: 'send' }>): void {
    if (images.length + files.length === 0 && runOwn(text)) return this.post({ type: 'notSent' });
    const given = { images: images.map(imageBlock), parts: this.parts.composing.partsOf({ open, files }) };
    this.compose(text, given, ({ content, model }, session) => session.submit(content, steers, model));
  }

  /** Messages are put together one after the other, so that they are sent in the order in which they were said; to the session in which they were. */
  private compose(text: string, given: ComposeOptions, send: (composed: Composed, session: Session) => Promise<unknown>): void {
    const { session } = this;
    this.composed = this.composed.then(async () => {
      try {
        const composed = await session.compose(text, given);
        // Its tab was closed meanwhile: there is nobody left to say it to.
        if (!this.sessions.isOpen(session)) return;
        if (composed.notes.length > 0) this.notice('warning', composed.notes.join('\n'));
        this.settle(send(composed, session));
      } catch (error) {
        this.notice('error', (error as Error).message);
        this.post({ type: 'notSent' });
      }
    });
  }

  /** Sums the conversation up; while the agent runs, as soon as it is done. */
  compact(): void {
    if (this.session.running) this.notice('info', vscode.l10n.t('The conversation is compacted when the agent is done.'));
    this.settle(
      this.session.compact().then((compaction) => {
        if (compaction.kind === 'nothing') this.notice('info', vscode.l10n.t('There is nothing to compact yet.'));
        this.refresh();
      }),
    );
  }

  async handle(message: FromView, pane: Pane): Promise<void> {
    const { actions, files } = this.parts;
    const isDecided = deciding.has(message.type) && this.guests.has(this.shownPath);
    if (this.screen.shown && acting.has(message.type) && !isDecided)
      return this.notice('warning', vscode.l10n.t('This session is only shown: go back to the current one first.'));
    switch (message.type) {
      case 'backToSession':
        return this.showFile(undefined);
      case 'ready':
        this.drafting = false;
        pane.post(this.screen.sessionMessage());
        pane.post({ type: 'tabs', tabs: this.tabs });
        return pane.post({ type: 'open', file: this.parts.composing.open });
      case 'send':
        return this.sendMessage(message);
      case 'complete': {
        const items = await this.parts.composing.find(message.trigger, message.query);
        return pane.post({ type: 'completions', id: message.id, items });
      }
      case 'dropped': {
        const { text, outside } = this.parts.composing.mentionsOf(message.uris);
        if (outside > 0) this.notice('warning', vscode.l10n.t('Only files of the workspace can be mentioned.'));
        return text === '' ? undefined : pane.post({ type: 'insert', text });
      }
      case 'sendQueued':
        return this.settle(this.session.sendQueued(message.id));
      case 'changeQueued': {
        const queued = this.session.queue.find((one) => one.id === message.id);
        if (!queued) return this.notice('info', vscode.l10n.t('That message is on its way already.'));
        return this.compose(message.text, keptOf(queued.content), ({ content, model }, session) => {
          session.changeQueued(message.id, content, model);
          return Promise.resolve();
        });
      }
      case 'dropQueued':
        return this.session.dropQueued(message.id);
      case 'resend': {
        const kept = keptOf(this.screen.event(message.eventId)?.input);
        if (!(await this.session.rewind(message.eventId)))
          return this.notice('warning', vscode.l10n.t('This message is no longer in the session.'));
        return this.compose(message.text, kept, ({ content, model }, session) => session.submit(content, false, model));
      }
      case 'restore':
        return files.restore(this, message.eventId);
      case 'redo':
        return files.redo(this);
      case 'showFileChange':
        return files.showChange(this, message.path);
      case 'keepFiles':
        return files.keep(this, message.paths);
      case 'undoFiles':
        return files.undo(this, message.paths);
      case 'drafting':
        this.drafting = message.is;
        return;
      case 'stop':
        return void this.session.stop();
      case 'newChat':
        return this.newChat();
      case 'openTab':
        if (this.showGuest(message.id)) return;
        if (this.screen.shown && message.id === this.file) return this.showFile(undefined);
        return this.sessions.has(message.id) ? this.openSession(message.id) : undefined;
      case 'closeTab':
        return this.guests.has(message.id) ? this.guests.hide(message.id) : this.leave(message.id);
      case 'fork':
        return this.fork(message.eventId);
      case 'retry':
        return this.session.canContinue
          ? this.settle(this.session.continue())
          : this.notice('info', vscode.l10n.t('There is nothing to go on with.'));
      case 'declineContinue':
        return this.declineContinue();
      case 'approve':
      case 'deny':
      case 'editInput':
      case 'answer':
        return this.answered(await this.answers.give(message, isDecided ? this.screen.shown!.sessionId : this.session.id));
      case 'openDiff':
      case 'openFile':
      case 'openPayload':
      case 'turnIntoHook':
      case 'explain':
      case 'showInTimeline':
      case 'showInChat':
        return look(message, pane, this.screen, actions);
      case 'setMode':
        return actions.setMode(message.mode);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'insertText':
        await vscode.window.activeTextEditor?.edit((edit) =>
          edit.replace(vscode.window.activeTextEditor!.selection, message.text),
        );
        return;
      case 'command':
        return void vscode.commands.executeCommand(message.command);
      default:
        return unreachable(message);
    }
  }

  /** An event that belongs to no run: a reload, a failed observer. */
  note<T extends EventType>(type: T, facts: Said<T>): void {
    this.noteIn(this.session, type, facts);
  }

  private noteIn<T extends EventType>(session: Session, type: T, facts: Said<T>): void {
    const event = {
      id: `ev_${randomUUID()}`,
      type,
      timestamp: new Date().toISOString(),
      sessionId: session.id,
      runId: '',
      agentName: 'main',
      branch: 'main',
      step: 0,
      hooks: [],
      skipped: noSkips,
      ...facts,
    };
    session.emit({ kind: 'event', event: event as unknown as HookEvent });
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
    return this.session.items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  }

  private answered(done: boolean): void {
    if (!done) this.notice('warning', vscode.l10n.t('That prompt has changed or is gone; nothing was decided.'));
  }

  /** The run stays where its limit ended it; the agent has one last word on it. */
  private declineContinue(): void {
    this.note('continue_declined', { reason: vscode.l10n.t('Not continued past the limit') });
    if (this.session.endedAtLimit) this.settle(this.session.conclude());
  }

  private settle(run: Promise<unknown>): void {
    void run.catch((error: Error) => {
      this.parts.log.error(error);
      this.notice('error', error.message);
    });
  }

  private heard(item: StreamItem, from: OpenSession): void {
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

/** What decides a prompt, whose ever it is. */
const deciding: ReadonlySet<FromView['type']> = new Set(['approve', 'deny', 'editInput']);
/** What is said to the session at work. */
const acting: ReadonlySet<FromView['type']> = new Set([
  'send',
  'retry',
  'resend',
  'fork',
  'restore',
  'redo',
  'showFileChange',
  'keepFiles',
  'undoFiles',
  'approve',
  'deny',
  'editInput',
  'answer',
  'declineContinue',
  'stop',
]);
