/** What the views show: the session at work, or a file in its place, and each thing that is added to it. */
import * as vscode from 'vscode';
import type { SessionFile } from '../../adapters/sessions/sessionFile';
import type { Session } from '../../agent/session/session';
import { foldSession } from '../../agent/session/sessionState';
import type { HookEvent } from '../../shared/events/events';
import { toolUsesOf } from '../../shared/messages/messages';
import type { StreamItem } from '../../shared/stream/stream';
import type { Status, ToView } from '../../shared/views/viewProtocol';
import { SessionParts } from './sessionParts';
import type { Pane } from './webviewPane';

const asks: ReadonlySet<HookEvent['type']> = new Set<HookEvent['type']>(['approval_requested', 'question_asked']);

interface AtWork {
  readonly current: Session;
  readonly running: boolean;
  status(): Status;
}

/** `isAtWork`: what is open in it may come to its end still. `guest`: the agent whose it is, where that is another's, for people. */
export type Shown = SessionFile & { isAtWork?(): boolean; guest?: string };

export class Screen {
  private readonly panes: Pane[] = [];
  /** What views have not been given yet. */
  private readonly parts = new Map<Pane, SessionParts>();
  private shownInParts = 0;
  private queued: StreamItem[] = [];
  private flushing: NodeJS.Immediate | undefined;
  /** A session file that the views show in place of the session at work, which goes on meanwhile. */
  shown: Shown | undefined;

  constructor(private readonly atWork: AtWork) {}

  add(pane: Pane): void {
    this.panes.push(pane);
  }

  post(message: ToView): void {
    for (const pane of this.panes) pane.post(message);
  }

  notice(level: 'info' | 'warning' | 'error', text: string): void {
    this.post({ type: 'notice', level, text });
  }

  /** In the other view than the one that asked. */
  reveal(toolCallId: string, from: Pane): void {
    for (const pane of this.panes) if (pane !== from) pane.post({ type: 'reveal', toolCallId });
  }

  postSession(): void {
    for (const pane of this.panes) {
      if (pane.isThere) pane.post(this.sessionMessage(pane));
      // Closed before it had all: it asks anew when it is back, and what it was told to be long is held no longer.
      else this.parts.delete(pane);
    }
  }

  postStatus(): void {
    this.post({ type: 'status', status: this.status() });
  }

  /** For the view that takes it. */
  sessionMessage(to?: Pane): ToView {
    // What is queued is in the session already; sending it again would show it twice.
    this.flush();
    const { shown } = this;
    const { current, running } = this.atWork;
    if (to) this.parts.delete(to);
    const parts = to?.inParts ? SessionParts.of(this.items, ++this.shownInParts) : undefined;
    if (to && parts) this.parts.set(to, parts);
    return {
      type: 'session',
      sessionId: shown ? `${shown.path} ${shown.sessionId}` : current.id,
      items: [
        ...(parts ? [] : this.items),
        { kind: 'run', runId: '', running: shown ? shown.isAtWork?.() === true : running },
        { kind: 'queue', messages: shown ? [] : current.queue },
      ],
      status: this.status(),
      ...(parts ? { long: parts.long } : {}),
    };
  }

  /** A view has come so far with what it was told to be long; what it was told since is another. */
  postPart({ of, from }: { of: number; from: number }, to: Pane): void {
    const parts = this.parts.get(to);
    if (parts?.long.of !== of) return;
    const part = parts.part(from);
    if (part.next >= parts.long.events) this.parts.delete(to);
    to.post(part);
  }

  private status(): Status {
    const { shown } = this;
    const status = this.atWork.status();
    if (!shown) return status;
    const { usage, costUsd } = foldSession(shown.items);
    return { ...status, sessionId: shown.sessionId, usage, costUsd, readOnly: true, shownFile: shown.path, guest: shown.guest };
  }

  get items(): readonly StreamItem[] {
    return (this.shown ?? this.atWork.current).items;
  }

  event(id: string): HookEvent | undefined {
    for (const item of this.items) if (item.kind === 'event' && item.event.id === id) return item.event;
    return undefined;
  }

  /** The event that tells best of a call: what hooks were asked about. */
  call(toolCallId: string | undefined): HookEvent | undefined {
    const events = this.items.flatMap((item) =>
      item.kind === 'event' && toolCallId !== undefined && item.event.toolCallId === toolCallId ? [item.event] : [],
    );
    return events.findLast(({ type }) => type === 'pre_tool_use') ?? events.find(({ toolName }) => toolName !== undefined);
  }

  /** Of a call that the model made and nobody has judged yet: the name of its tool. */
  unjudged(toolCallId: string | undefined): string | undefined {
    if (this.call(toolCallId)) return undefined;
    const made = this.items.flatMap((item) =>
      item.kind === 'event' && item.event.type === 'message' ? toolUsesOf(item.event.input) : [],
    );
    return made.findLast(({ id }) => id === toolCallId)?.name;
  }

  /** What the session at work says in one turn of the event loop is posted together. */
  said(item: StreamItem): void {
    this.queued.push(item);
    this.flushing ??= setImmediate(() => this.flush());
  }

  flush(): void {
    const items = this.taken();
    if (items.length === 0) return;
    if (!this.shown) return this.post({ type: 'items', items });
    if (items.some((item) => item.kind === 'event' && asks.has(item.event.type)))
      this.notice('warning', vscode.l10n.t('The current session waits for you: go back to answer it.'));
  }

  /** What is not posted yet is in the session that is shown next, or of one that is no longer. */
  forget(): void {
    this.taken();
  }

  private taken(): StreamItem[] {
    if (this.flushing) clearImmediate(this.flushing);
    this.flushing = undefined;
    const items = this.queued;
    this.queued = [];
    return items;
  }
}
