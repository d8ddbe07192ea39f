/** Sessions of agents that run elsewhere and are judged in this window: each has a tab beside those of the window's own, and its prompts come on screen. */
import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session';
import type { EventType, HookEvent } from '../../shared/events/events';
import { isKept, type StreamItem } from '../../shared/stream/stream';
import type { SessionTab } from '../../shared/views/viewProtocol';
import { runCommand } from '../window/ourCommands';
import { standing } from './openSessions';
import type { Screen } from './screen';

export interface Guest {
  session: Session;
  /** Of its record. */
  path: string;
  /** Of the agent, for people. */
  title: string;
}

/** What an agent tells of itself, and whether it goes on with its work then, or waits for its human's next word. */
const moments: ReadonlyMap<string, boolean> = new Map<EventType, boolean>([
  ...(['user_message', 'pre_tool_use', 'post_tool_use', 'tool_error'] as const).map((type) => [type, true] as const),
  ...(['session_start', 'stop', 'session_end'] as const).map((type) => [type, false] as const),
]);

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
  private readonly told = new Map<string, SessionTab['state']>();
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
      // Of one that only said nothing for long there may be more.
      if (lastMoment(guest.session) === 'session_end') this.hidden.delete(path);
      this.told.delete(path);
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
    const { title } = guest;
    const { id, items } = guest.session;
    const { screen, tabsChanged } = this.parts;
    // It may be let go and taken up again while it is looked at.
    const isAtWork = () => {
      const now = this.guests.get(path);
      return now !== undefined && stateOf(now.session) !== 'idle';
    };
    screen.shown = {
      ...{ path, sessionId: id, createdAt: '', items: [...items], kept: new Map(), problems: [] },
      ...{ isAtWork, guest: title },
    };
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
        state: stateOf(session),
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
    if (type === undefined) return;
    const state = stateOf(guest.session);
    if (!standing.has(type) && this.told.get(guest.path) === state) return;
    this.told.set(guest.path, state);
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
    void runCommand('hooksmith.chat.focus', { preserveFocus: true });
    if (this.isShown(path)) return false;
    const isFree = !screen.shown && !isBusy();
    if (isFree) this.broughtUp = path;
    else screen.notice('warning', vscode.l10n.t('{0} waits for your decision: open its tab.', title));
    return isFree;
  }
}

/** As far as it tells: of one that was killed nothing comes any more. */
function stateOf(session: Session): SessionTab['state'] {
  if (session.hasPrompt) return 'asks';
  return moments.get(lastMoment(session) ?? '') ? 'running' : 'idle';
}

function lastMoment({ items }: Session): string | undefined {
  const last = items.findLast((item) => item.kind === 'event' && item.event.branch === 'main' && moments.has(item.event.type));
  return last?.kind === 'event' ? last.event.type : undefined;
}
