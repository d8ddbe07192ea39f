/** What the events are filtered by: as it holds, and as it is being typed. */
import type { TimelineFilter } from './timelineFilter';
import { rememberedFilter } from './timelineFilters';

/** A pause in typing, milliseconds. */
const pause = 20;

export class TypedFilter {
  /** The one that holds. */
  current = rememberedFilter();
  private typed = this.current;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: (filter: TimelineFilter) => void) {}

  set(filter: TimelineFilter): void {
    this.current = filter;
    this.typed = filter;
    this.changed(filter);
  }

  /** Text waits for a pause in typing. */
  readonly narrow = (part: Partial<TimelineFilter>) => {
    clearTimeout(this.waiting);
    this.typed = { ...this.typed, ...part };
    if (part.text === undefined) this.set(this.typed);
    else this.waiting = setTimeout(() => this.set(this.typed), pause);
  };

  /** All that is typed counts at once. */
  settle(): void {
    clearTimeout(this.waiting);
    if (this.current !== this.typed) this.set(this.typed);
  }
}
