/** What the timeline remembers over a reload of its page: the filter, and for one session what was folded, chosen and in sight. */

import { remember, rememberedText } from '../host';
import type { TimelineFilter } from './timelineFilter';

export interface TimelinePlace {
  sessionId: string;
  /** Ids of events whose rows are folded. */
  collapsed: string[];
  /** Pixels from the top of the list; absent where it followed the latest event. */
  top?: number;
  /** Id of the event that was chosen. */
  selected?: string;
  detailOpen: boolean;
  filtersOpen: boolean;
}

const mostCollapsed = 2_000;

export function keep(filter: TimelineFilter, place: TimelinePlace): void {
  remember({ ...filter, place: JSON.stringify({ ...place, collapsed: place.collapsed.slice(-mostCollapsed) }) });
}

export function rememberedPlace(): TimelinePlace | undefined {
  try {
    const { sessionId, collapsed, top, selected, detailOpen, filtersOpen } = JSON.parse(
      rememberedText('place'),
    ) as Partial<TimelinePlace>;
    if (typeof sessionId !== 'string' || !Array.isArray(collapsed)) return undefined;
    return {
      sessionId,
      collapsed: collapsed.filter((id) => typeof id === 'string'),
      ...(typeof top === 'number' ? { top } : {}),
      ...(typeof selected === 'string' ? { selected } : {}),
      detailOpen: detailOpen === true,
      filtersOpen: filtersOpen === true,
    };
  } catch {
    return undefined;
  }
}
