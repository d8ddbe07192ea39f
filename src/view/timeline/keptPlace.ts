/** Where the reader of the timeline is: kept over a reload of its page, once he rests. */
import type { TimelineChoice } from './timelineChoice';
import type { TimelineFilter } from './timelineFilter';
import { keep, rememberedPlace, type TimelinePlace } from './timelineMemory';
import type { TimelineScroll } from './timelineScroll';
import type { TimelineSession } from './timelineSession';

/** What a place is told by. */
interface Reader {
  readonly filter: TimelineFilter;
  readonly session: TimelineSession;
  readonly choice: TimelineChoice;
  readonly sight: TimelineScroll;
}

const restMs = 150;

export class KeptPlace {
  filtersOpen = rememberedPlace()?.filtersOpen === true;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly reader: () => Reader) {}

  private get now(): TimelinePlace {
    const { session, choice, sight } = this.reader();
    const { top } = sight;
    return {
      sessionId: session.id ?? '',
      collapsed: session.folded,
      ...(top === undefined ? {} : { top }),
      ...choice.place,
      filtersOpen: this.filtersOpen,
    };
  }

  /** Of a page that was reloaded, or of a session that is given again. */
  in(sessionId: string): TimelinePlace | undefined {
    const place = this.reader().session.id === sessionId ? this.now : rememberedPlace();
    return place?.sessionId === sessionId ? place : undefined;
  }

  keep(): void {
    keep(this.reader().filter, this.now);
  }

  keepSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.reader().session.id !== undefined) this.keep();
    }, restMs);
  }
}
