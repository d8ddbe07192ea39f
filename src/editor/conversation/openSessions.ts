/** The sessions that are open at once: one on screen, the others at work or waiting behind it, each with a run of its own. */
import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session';
import { allDone } from '../../shared/basics/allDone';
import type { HookEvent } from '../../shared/events/events';
import type { StreamItem } from '../../shared/stream/stream';
import type { SessionTab } from '../../shared/views/viewProtocol';

export interface ConversationSession {
  session: Session;
  file: string;
  close(): void;
}
/** A session file; the one that was on screen last; or a new one. */
export type SessionSource = 'last' | 'new' | { path: string; forked?: boolean };

export interface TabbedSession extends ConversationSession {
  /** As the stream tells it: the session itself is free a moment later. */
  running: boolean;
  /** Its file is being closed: from now on it is too late to go on with it. */
  closes?: true;
}

export interface OpenSessionsParts {
  create(from: SessionSource): ConversationSession;
  /** Of any of them. */
  heard(item: StreamItem, from: TabbedSession): void;
  /** A run of any of them, or the closing of its file, that nobody waits for. */
  failed(error: Error): void;
  /** One is open no longer, by the human's word. */
  ended(session: Session): void;
}

export class OpenSessions {
  private readonly open: TabbedSession[] = [];
  /** Open no longer; observers are yet to see that, and then each file is to be closed. Never rejects. */
  private readonly leaving = new Map<TabbedSession, Promise<void>>();
  current: TabbedSession;
  private readonly changes = new vscode.EventEmitter<void>();
  /** Which are open, what they are called, or how they stand. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: OpenSessionsParts) {
    this.current = this.add('last');
  }

  get running(): boolean {
    return this.open.some(({ running }) => running);
  }

  get tabs(): SessionTab[] {
    return this.open.map((one) => ({
      id: one.file,
      title: one.session.title,
      state: one.session.waitsForHuman ? 'asks' : one.running ? 'running' : 'idle',
      current: one === this.current,
    }));
  }

  has(file: string): boolean {
    return this.find(file) !== undefined;
  }

  isOpen(session: Session): boolean {
    return this.open.some((one) => one.session === session);
  }

  get all(): readonly Session[] {
    return this.open.map(({ session }) => session);
  }

  /** Does something with one that is open. */
  tell(file: string, act: (session: Session) => void): void {
    const found = this.find(file);
    if (found) act(found.session);
  }

  /** A new one on screen. The one before it stays open while it is at work; else it ends, and is open again where there can be no new one. */
  async begin(): Promise<void> {
    const before = this.current;
    const end = () => (before.running ? undefined : this.end(before, 'new_chat'));
    const turn = async () => {
      try {
        this.current = this.add('new');
      } catch (error) {
        if (!this.open.includes(before)) this.current = await this.bring({ path: before.file });
        throw error;
      }
    };
    await allDone(end, turn, () => this.changes.fire());
  }

  /** Puts one on screen, opened where it is not. The one before it stays open where anything was said in it. */
  async show(source: { path: string; forked?: boolean }): Promise<void> {
    if (this.current.file === source.path) return;
    const shown = await this.bring(source);
    const before = this.current;
    if (before === shown) return;
    this.current = shown;
    if (before.running || before.session.items.length > 0) this.changes.fire();
    else await this.end(before, 'closed');
  }

  /** Opens those that were open in the window before, in that order, behind the one on screen. */
  reopen(files: readonly string[]): void {
    for (const path of files) {
      try {
        if (!this.has(path)) this.add({ path });
      } catch (error) {
        this.parts.failed(error as Error);
      }
    }
    const place = ({ file }: TabbedSession) => (files.includes(file) ? files.indexOf(file) : files.length);
    this.open.sort((a, b) => place(a) - place(b));
    this.changes.fire();
  }

  /** Its run is stopped; its file stays, and is closed once observers have seen the end. Another one comes on screen in its place, a new one where there is none. */
  async leave(file: string): Promise<void> {
    const left = this.find(file);
    if (!left) return;
    const at = this.open.indexOf(left);
    if (left === this.current) this.current = this.open[at + 1] ?? this.open[at - 1] ?? this.add('new');
    await this.end(left, 'closed');
  }

  /** Nothing of this process writes to the file of one that was left. Never rejects. */
  async left(file: string): Promise<void> {
    await Promise.all([...this.leaving].map(([one, left]) => one.file === file && left));
  }

  async dispose(): Promise<void> {
    this.changes.dispose();
    // Closed first: a prompt that stands is not answered by the window going away.
    const ends = this.open.map(
      ({ session }) =>
        () =>
          session.end('closed'),
    );
    // What observers keep in it is still written down.
    const closes = this.open.flatMap(({ session, close }) => [() => session.observed(), close]);
    const last = () => Promise.all(this.open.map(({ session }) => session.dispose()));
    await allDone(...ends, ...closes, last, () => Promise.all(this.leaving.values()));
  }

  /** It is open: as it was, where it still is or is only about to be left; else anew, once its file is closed. */
  private async bring(source: { path: string; forked?: boolean }): Promise<TabbedSession> {
    const isIt = ({ file }: TabbedSession) => file === source.path;
    while ([...this.leaving.keys()].some((one) => isIt(one) && one.closes)) await this.left(source.path);
    const left = [...this.leaving.keys()].find(isIt);
    if (left) {
      this.leaving.delete(left);
      this.open.push(left);
    }
    return this.find(source.path) ?? this.add(source);
  }

  private find(file: string): TabbedSession | undefined {
    return this.open.find((one) => one.file === file);
  }

  private add(from: SessionSource): TabbedSession {
    const made: TabbedSession = { ...this.parts.create(from), running: false };
    made.session.onItem((item) => {
      if (item.kind === 'run') made.running = item.running;
      this.parts.heard(item, made);
      if (item.kind === 'run' || (item.kind === 'event' && standing.has(item.event.type))) this.changes.fire();
    });
    made.session.onFailure((error) => this.parts.failed(error));
    this.open.push(made);
    return made;
  }

  /** It is over also where that cannot be recorded; then this rejects. Waits for no observer. */
  private end(one: TabbedSession, reason: 'new_chat' | 'closed'): Promise<void> {
    const { session } = one;
    this.open.splice(this.open.indexOf(one), 1);
    const over = allDone(
      () => session.stop(),
      () => session.end(reason),
      () => this.parts.ended(session),
      () => this.changes.fire(),
    );
    const left: Promise<void> = over
      .catch(() => undefined)
      .then(() => session.observed())
      .then(() => (this.leaving.get(one) === left ? this.close(one) : undefined))
      .catch((error: Error) => this.parts.failed(error));
    this.leaving.set(one, left);
    return over;
  }

  private async close(one: TabbedSession): Promise<void> {
    one.closes = true;
    try {
      await allDone(() => one.session.dispose(), one.close);
    } finally {
      this.leaving.delete(one);
    }
  }
}

/** Events after which a tab is another. */
export const standing: ReadonlySet<HookEvent['type']> = new Set<HookEvent['type']>([
  'user_message',
  'session_renamed',
  'approval_requested',
  'approval_resolved',
  'question_asked',
  'question_answered',
]);
