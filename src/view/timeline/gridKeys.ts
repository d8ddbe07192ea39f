/** What a key does in a grid of rows that are a tree: it leads to another row, folds one, or opens and closes what a row shows beside the grid. */
import type { Rows } from './rowList';
import type { TimelineRow } from './timelineState';

export type GridMove =
  /** An index, which may lie beyond the ends. */
  { to: number } | { fold: TimelineRow; collapsed: boolean } | { detail: 'toggle' | 'close' };

/** Where `row` is chosen, or none; a page has so many rows. Undefined for a key that does nothing there. */
export function gridMove(key: string, list: Rows<TimelineRow>, row: TimelineRow | undefined, page: number): GridMove | undefined {
  const at = row ? list.indexOf(row) : -1;
  switch (key) {
    case 'ArrowDown':
      return { to: at + 1 };
    case 'ArrowUp':
      return { to: at < 0 ? list.length - 1 : at - 1 };
    case 'PageDown':
      return { to: at + page };
    case 'PageUp':
      return { to: at - page };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: list.length - 1 };
    case 'Escape':
      return { detail: 'close' };
    case 'Enter':
    case ' ':
      return row && { detail: 'toggle' };
    case 'ArrowRight':
      if (row?.collapsed) return { fold: row, collapsed: false };
      return row && row.children.length > 0 ? { to: at + 1 } : undefined;
    case 'ArrowLeft':
      if (row && row.children.length > 0 && !row.collapsed) return { fold: row, collapsed: true };
      return row?.parent && { to: list.indexOf(row.parent) };
    default:
      return undefined;
  }
}
