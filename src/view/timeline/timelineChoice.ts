/** The row that is chosen, and whether its event is shown beside the rows. */
import type { TimelinePlace } from './timelineMemory';
import type { TimelineSession } from './timelineSession';
import type { TimelineRow } from './timelineState';

export class TimelineChoice {
  row: TimelineRow | undefined;
  detailOpen = false;
  /** What was chosen before the session was given again, until it is there. */
  private before: { id: string; detailOpen: boolean } | undefined;

  /** Nothing is chosen, until what was chosen at that place is found. */
  reset(place?: TimelinePlace): void {
    this.row = undefined;
    this.detailOpen = false;
    this.before = place?.selected ? { id: place.selected, detailOpen: place.detailOpen } : undefined;
  }

  /** In a session that has more rows now, or others of the same events. */
  findIn(session: TimelineSession): void {
    const { row, before } = this;
    if (row) this.row = session.find(row.event.id);
    else if (before) {
      this.row = session.find(before.id);
      this.detailOpen = this.row !== undefined && before.detailOpen;
    }
  }

  take(row: TimelineRow | undefined): void {
    this.before = undefined;
    this.row = row;
  }

  get place(): Pick<TimelinePlace, 'selected' | 'detailOpen'> {
    const id = this.row?.event.id ?? this.before?.id;
    return {
      ...(id ? { selected: id } : {}),
      detailOpen: this.row ? this.detailOpen : this.before?.detailOpen === true,
    };
  }
}
