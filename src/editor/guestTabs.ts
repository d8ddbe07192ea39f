/** Sessions of agents that run elsewhere and are judged in this window: each has a tab beside those of the window's own, and its prompts come on screen. */
import * as vscode from 'vscode';
import type { Session } from '../agent/session';
import type { HookEvent } from '../shared/events';
import { isKept, type StreamItem } from '../shared/stream';
import type { SessionTab } from '../shared/viewProtocol';
import { standing } from './openSessions';
import type { Screen } from './screen';

export interface Guest {
  session: Session;
  /** Of its record. */
  path: string;
  /** Of the agent, for people. */
  title: string;
}

interface Parts {
  screen: Screen;
  /** The human is at work with a session of the window's own, or writes to it. */
  isBusy(): boolean;
  heard(event: HookEvent): void;
  tabsChanged(): void;
}

export class GuestTabs {
  private readonly guests = new Map<string, Guest>();
  /** The human closed their tabs; the agents are at work all the same. */
  private readonly hidden = new Set<string>();
  /** Came on screen by itself, and goes by itself. */
  private broughtUp: string | undefined;

  constructor(private readonly parts: Parts) {}

  add(guest: Guest): vscode.Disposable {
    const { path } = guest;
    this.guests.set(path, guest);
    const items = guest.session.onItem((item) => this.take(item, guest));
    this.parts.tabsChanged();
    const gone = () => {
      this.guests.delete(path);
      this.hidden.delete(path);
      this.parts.tabsChanged();
    };
    return vscode.Disposable.from(items, { dispose: gone });
  }

  has(path: string | undefined): boolean {
    return path !== undefined && this.guests.has(path);
  }

  /** False where that file is none of theirs. */
  show(path: string): boolean {
    const guest = this.guests.get(path);
    if (!guest) return false;
    const { id, items } = guest.session;
    const { screen, tabsChanged } = this.parts;
    const waits = () => guest.session.hasPrompt;
    screen.shown = { path, sessionId: id, createdAt: '', items: [...items], kept: new Map(), problems: [], waits };
    screen.postSession();
    tabsChanged();
    return true;
  }

  hide(path: string): void {
    this.hidden.add(path);
    if (this.isShown(path)) this.back();
    else this.parts.tabsChanged();
  }

  tabs(): SessionTab[] {
    return [...this.guests.values()]
      .filter(({ path }) => this.isShown(path) || !this.hidden.has(path))
      .map(({ path, title, session }) => ({
        ...{ id: path, current: this.isShown(path) },
        title: [title, session.title].filter(Boolean).join(': '),
        state: session.hasPrompt ? 'asks' : 'running',
      }));
  }

  private isShown(path: string): boolean {
    return this.parts.screen.shown?.path === path;
  }

  private back(): void {
    this.parts.screen.shown = undefined;
    this.parts.screen.postSession();
    this.parts.tabsChanged();
  }

  private take(item: StreamItem, guest: Guest): void {
    const { screen, heard, tabsChanged } = this.parts;
    const type = item.kind === 'event' ? item.event.type : undefined;
    if (item.kind === 'event') heard(item.event);
    if (type === 'approval_requested' && this.bringsUp(guest)) return void this.show(guest.path);
    if (screen.shown && this.isShown(guest.path)) {
      if (isKept(item)) screen.shown.items.push(item);
      screen.post({ type: 'items', items: [item] });
    }
    if (type === undefined || !standing.has(type)) return;
    tabsChanged();
    if (type === 'approval_resolved' && !guest.session.hasPrompt && this.broughtUp === guest.path) {
      this.broughtUp = undefined;
      if (this.isShown(guest.path)) this.back();
    }
  }

  /** Its prompt comes on screen where the human is not busy with another session; else a notice says so, and its tab. */
  private bringsUp({ path, title }: Guest): boolean {
    const { screen, isBusy } = this.parts;
    this.hidden.delete(path);
    void vscode.commands.executeCommand('hooksmith.chat.focus', { preserveFocus: true });
    if (this.isShown(path)) return false;
    const isFree = !screen.shown && !isBusy();
    if (isFree) this.broughtUp = path;
    else screen.notice('warning', vscode.l10n.t('{0} waits for your decision: open its tab.', title));
    return isFree;
  }
}
