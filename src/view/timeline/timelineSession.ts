/** A session as the timeline has it: its rows, which of them are folded, and what of a long one is still on its way. */
import type { StreamItem } from '../../shared/stream/stream';
import type { ToView } from '../../shared/views/viewProtocol';
import { post } from '../host';
import { eventsOf, IncomingSession } from './incomingSession';
import type { Rows } from './rowList';
import { prepareSearch, type TimelineFilter } from './timelineFilter';
import { TimelineRows } from './timelineRows';
import { foldTimeline, newTimeline, type TimelineRow } from './timelineState';

export class TimelineSession {
  readonly id: string | undefined;
  readonly state = newTimeline();
  readonly rows: TimelineRows;
  /** A call that is typed is played, without a language model. */
  isRehearsal: boolean;
  /** While not all of a long session is there. */
  incoming: IncomingSession | undefined;
  /** Ids of events whose rows are folded. */
  private readonly collapsed: Set<string>;

  /** Without `given`: none yet. */
  constructor(filter: TimelineFilter, given?: ToView & { type: 'session' }, collapsed: readonly string[] = []) {
    this.id = given?.sessionId;
    this.isRehearsal = given?.status.rehearsal === true;
    this.collapsed = new Set(collapsed);
    this.rows = new TimelineRows(this.state, filter);
    this.incoming = given?.long && new IncomingSession(given.long, !this.hasFolded);
    for (const item of given?.items ?? []) this.grow(item);
  }

  /** The rows on offer. */
  get list(): Rows<TimelineRow> {
    return this.incoming && !this.rows.flat ? this.incoming.list : this.rows.list;
  }

  get folded(): string[] {
    return [...this.collapsed];
  }

  get hasFolded(): boolean {
    return this.collapsed.size > 0;
  }

  /** What it said since it was given. */
  add(items: readonly StreamItem[]): void {
    if (this.incoming) this.incoming.later.push(...items);
    else for (const item of items) this.grow(item);
  }

  /** Asks for a part of a long one. */
  ask(from: number): void {
    if (this.incoming) post({ type: 'part', of: this.incoming.of, from });
  }

  /** The next part is on its way while this one is read. With the last one, what had been on its way is returned: all is there. */
  take(part: ToView & { type: 'part' }): IncomingSession | undefined {
    const { incoming, state } = this;
    if (part.of !== incoming?.of || part.from !== state.rows.length) return undefined;
    const isLast = part.next >= incoming.events;
    if (!isLast) this.ask(part.next);
    for (const event of eventsOf(part)) this.grow({ kind: 'event', event });
    for (const row of state.rows.slice(part.from)) prepareSearch(row);
    if (!isLast) return undefined;
    this.incoming = undefined;
    for (const item of incoming.later) this.grow(item);
    return incoming;
  }

  /** Of an event, also where only the end of a long session is there. */
  find(eventId: string): TimelineRow | undefined {
    return this.incoming ? this.incoming.find(eventId) : this.state.byId.get(eventId);
  }

  rowOf({ eventId, toolCallId }: ToView & { type: 'reveal' }): TimelineRow | undefined {
    return eventId ? this.state.byId.get(eventId) : this.state.byToolCall.get(toolCallId ?? '');
  }

  /** False where nothing stands beneath the row, or there is no tree. */
  fold(row: TimelineRow, collapsed: boolean): boolean {
    if (row.children.length === 0 || this.rows.flat) return false;
    this.rows.fold(row, collapsed);
    if (collapsed) this.collapsed.add(row.event.id);
    else this.collapsed.delete(row.event.id);
    return true;
  }

  /** No row above this one hides it any longer. */
  uncover(row: TimelineRow): void {
    let isHidden = false;
    for (let above = row.parent; above; above = above.parent) {
      isHidden ||= above.collapsed;
      above.collapsed = false;
      this.collapsed.delete(above.event.id);
    }
    if (isHidden) this.rows.refold();
  }

  private grow(item: StreamItem): void {
    const row = foldTimeline(this.state, item);
    if (!row) return;
    if (this.collapsed.has(row.event.id)) row.collapsed = true;
    this.rows.add(row);
  }
}
