/**
 * The rows on offer: those of the tree that are not folded away, or those that the filter finds. A new event costs about the same however many there are;
 * a filter is applied bit by bit, so that no frame waits for it.
 */
import { RowList } from './rowList';
import { finderOf, type TimelineFilter } from './timelineFilter';
import { isHiddenRow, type TimelineRow, type TimelineState, visibleRows } from './timelineState';

/** A filter works no longer than this in one frame, milliseconds. */
const searchBudget = 30;

export class TimelineRows {
  /** Kept while a filter is on, so that all are there again at once. */
  private tree: RowList<TimelineRow>;
  private found = new RowList<TimelineRow>();
  private finds: ((row: TimelineRow) => boolean) | undefined;
  /** How many rows of the state the filter has seen. */
  private seen = 0;
  private run = '';

  constructor(
    readonly state: TimelineState,
    private filter: TimelineFilter,
  ) {
    this.tree = RowList.of(visibleRows(state));
    this.narrow(filter);
  }

  get list(): RowList<TimelineRow> {
    return this.finds ? this.found : this.tree;
  }

  /** A filter is on: there is no tree. */
  get flat(): boolean {
    return this.finds !== undefined;
  }

  /** The filter has not seen all yet. */
  get searching(): boolean {
    return this.finds !== undefined && this.seen < this.state.rows.length;
  }

  narrow(filter: TimelineFilter): void {
    this.filter = filter;
    this.run = this.state.lastRun;
    this.finds = finderOf(filter, this.state);
    this.seen = 0;
    this.found = new RowList();
  }

  /** For each row that the fold made, in order. */
  add(row: TimelineRow): void {
    if (!isHiddenRow(row)) {
      const before = rowBefore(row, this.state);
      if (before) this.tree.insertAfter(before, row);
      else this.tree.push(row);
    }
    if (!this.finds) return;
    if (this.filter.time === 'run' && this.state.lastRun !== this.run) this.narrow(this.filter);
    else if (this.seen === row.index) this.test(row);
  }

  /** As far as one frame has room for it. True while there is more to look through. */
  searchOn(): boolean {
    const until = performance.now() + searchBudget;
    while (this.searching && performance.now() < until) this.search(500);
    return this.searching;
  }

  /** Lets the filter go on for so many rows; they are found in order. */
  search(most: number): void {
    const { rows } = this.state;
    for (const end = Math.min(rows.length, this.seen + most); this.seen < end; ) this.test(rows[this.seen]!);
  }

  /** Whether the filter lets this row through. */
  shows(row: TimelineRow): boolean {
    return this.finds?.(row) ?? true;
  }

  /** Shows or hides what stands beneath a row. */
  fold(row: TimelineRow, collapsed: boolean): void {
    row.collapsed = collapsed;
    this.refold();
  }

  /** Rows were folded, or shown again. */
  refold(): void {
    this.tree = RowList.of(visibleRows(this.state));
  }

  private test(row: TimelineRow): void {
    this.seen++;
    if (this.finds?.(row)) this.found.push(row);
  }
}

/** What stands right above a row that has just become the last child of its parent. */
function rowBefore({ parent }: TimelineRow, { roots }: TimelineState): TimelineRow | undefined {
  let above = (parent?.children ?? roots).at(-2);
  if (!above) return parent;
  while (!above.collapsed && above.children.length > 0) above = above.children.at(-1)!;
  return above;
}
