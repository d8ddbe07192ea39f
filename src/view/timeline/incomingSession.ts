/** A long session on its way: its end is there at once, the rest comes in parts from the beginning on. */
import type { HookEvent } from '../../shared/events/events';
import type { StreamItem } from '../../shared/stream/stream';
import type { EndRow, LongSession, ToView } from '../../shared/views/viewProtocol';
import type { Rows } from './rowList';
import { rowOf, type TimelineRow } from './timelineState';

export class IncomingSession {
  readonly of: number;
  readonly events: number;
  /** All rows, where they will stand; only the last are known. */
  readonly list: Rows<TimelineRow>;
  /** What the session said since. */
  readonly later: StreamItem[] = [];
  /** What the reader wants to see as soon as it is there: an event or a call, or the row at an index. */
  wish: (ToView & { type: 'reveal' }) | { index: number } | undefined;

  /** `places`: whether the last rows stand where they will; not where some above them are folded. */
  constructor({ of, events, end }: LongSession, places: boolean) {
    this.of = of;
    this.events = events;
    this.list = new EndOfList(events, places ? end.map(shownRow) : []);
  }

  /** Of one of the last rows. */
  find(eventId: string): TimelineRow | undefined {
    return this.list.slice(0, this.list.length).find((row) => row?.event.id === eventId);
  }
}

const utf8 = new TextDecoder();

export const eventsOf = ({ events }: ToView & { type: 'part' }): HookEvent[] => JSON.parse(utf8.decode(events));

/** Without what stands beneath it: that is not known yet. */
const shownRow = ({ event, index, level, run }: EndRow): TimelineRow => ({
  ...rowOf(event, index),
  level,
  ...(run ? { run } : {}),
});

class EndOfList<T> implements Rows<T> {
  constructor(
    readonly length: number,
    private readonly rows: readonly T[],
  ) {}

  get last(): T | undefined {
    return this.rows.at(-1);
  }

  at(index: number): T | undefined {
    return this.rows[index - this.first];
  }

  indexOf(row: T): number {
    const at = this.rows.indexOf(row);
    return at < 0 ? -1 : this.first + at;
  }

  slice(from: number, to: number): (T | undefined)[] {
    const end = Math.min(to, this.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, offset) => this.at(from + offset));
  }

  private get first(): number {
    return this.length - this.rows.length;
  }
}
