/** What a session keeps of its stream: the items, what they come to, the sets of hooks that they name, and who listens. */

import { Listeners } from '../../shared/basics/listeners';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import { isKept, type StreamItem } from '../../shared/stream/stream';
import { BrokenOff } from './brokenOff';
import { foldItem, foldSession, type SessionState } from './sessionState';

interface Parts {
  /** Where kept items go. What it throws is told to whoever said the item: what is not kept has not happened. */
  append(item: StreamItem): void;
  /** The hooks of a set by its id, as long as they are known. */
  describe(hookSet: string): readonly HookDescription[] | undefined;
  /** The items were another session's, which may be at its last run still. */
  forked?: boolean;
}

export class Transcript {
  readonly state: SessionState;
  /** Of the run that is on; '' beside runs. */
  runId = '';
  /** By id. */
  private readonly hookSets: Set<string>;
  private readonly brokenOff = new BrokenOff();
  private readonly listeners = new Listeners<[StreamItem]>();

  constructor(
    readonly items: StreamItem[],
    private readonly parts: Parts,
  ) {
    this.state = foldSession(items);
    if (parts.forked) this.state.unended = undefined;
    this.hookSets = new Set(items.flatMap((item) => (item.kind === 'hookSet' ? [item.id] : [])));
  }

  onItem(listener: (item: StreamItem) => void): { dispose(): void } {
    return this.listeners.add(listener);
  }

  /** `stored` is what is kept of the item. */
  add(item: StreamItem, stored: StreamItem): void {
    if (item.kind === 'run') this.runId = item.running ? item.runId : '';
    if (item.kind === 'event') this.addHookSet(item.event.hookSet);
    foldItem(this.state, item);
    // It is on screen already.
    for (const said of this.brokenOff.before(item)) this.keep(said);
    if (isKept(item)) {
      try {
        this.keep(stored);
      } catch (error) {
        // What the human said waits, or is in the history, all the same, and is to be seen.
        if (saidTo(item)) this.tell(item);
        throw error;
      }
    }
    this.tell(item);
  }

  dispose(): void {
    this.listeners.clear();
  }

  private keep(item: StreamItem): void {
    this.items.push(item);
    this.parts.append(item);
  }

  private tell(item: StreamItem): void {
    this.listeners.tell(item);
  }

  /** "Why was it skipped" is answered from the record, in another window and another year too. */
  private addHookSet(id: string | undefined): void {
    if (id === undefined || this.hookSets.has(id)) return;
    this.hookSets.add(id);
    const hooks = this.parts.describe(id);
    if (!hooks) return;
    const item: StreamItem = { kind: 'hookSet', id, hooks };
    this.add(item, item);
  }
}

/** What was said to the conversation's own agent: it waits, is on its way, was refused by a hook, is in the history, or was taken back, or brought back, from there. */
function saidTo(item: StreamItem): 'waits' | 'comes' | 'refused' | 'heard' | 'back' | undefined {
  if (item.kind === 'history') return item.rewoundTo === undefined && item.redone === undefined ? undefined : 'back';
  if (item.kind !== 'event') return item.kind === 'queue' ? 'waits' : undefined;
  const { event } = item;
  if (event.branch !== 'main') return undefined;
  if (event.type === 'user_message') return event.data?.decision === 'deny' ? 'refused' : 'comes';
  return event.type === 'message' && event.input.role === 'user' && event.toolCallId === undefined ? 'heard' : undefined;
}

/** The human sees what became of it. */
export const isSettled = (item: StreamItem): boolean => saidTo(item) === 'heard' || saidTo(item) === 'refused';
