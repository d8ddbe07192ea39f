/** Where the timeline is in its list: with the latest row, or where its reader has scrolled to. Only the rows in sight are drawn. */

export const rowHeight = 22;
/** Rows beyond the edges, so that a quick scroll shows no gap. */
const spare = 8;

/** Rows to be drawn, and whether there are more below those in sight. */
export interface RowWindow {
  first: number;
  end: number;
  hasMore: boolean;
}

export class TimelineScroll {
  following = true;
  private scrolledTo = -1;
  /** Where to scroll once the rows are there. */
  private returnTo: number | undefined;

  constructor(private readonly find: () => HTMLElement | null) {}

  private get scroller(): HTMLElement {
    return this.find()!;
  }

  /** Pixels from the top of the list; undefined where it follows the latest row. */
  get top(): number | undefined {
    return this.following ? undefined : (this.returnTo ?? this.scroller.scrollTop);
  }

  /** How many rows a page has. */
  get page(): number {
    return Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 1);
  }

  /** To a place as `top` tells it. */
  goTo(top: number | undefined): void {
    this.following = top === undefined;
    this.returnTo = top;
  }

  /** Brings the row at an index into sight. */
  show(index: number): void {
    this.returnTo = undefined;
    // The columns' names stand above the rows, whatever the place.
    const top = index * rowHeight;
    const { scroller } = this;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else {
      // Where there is room, what leads to the latest row does not cover the one that was gone to.
      const needed = (scroller.clientHeight > 6 * rowHeight ? 4 : 2) * rowHeight;
      if (top + needed > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + needed - scroller.clientHeight;
    }
  }

  /** True where it was the reader who scrolled. */
  moved(): boolean {
    const { scroller } = this;
    if (Math.abs(scroller.scrollTop - this.scrolledTo) < 2) return false;
    this.following = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - rowHeight;
    this.returnTo = undefined;
    return true;
  }

  window(count: number): RowWindow {
    const scroller = this.find();
    const height = Math.max(0, (scroller?.clientHeight ?? 0) - rowHeight);
    const most = Math.max(0, count * rowHeight - height);
    const top = this.following ? most : Math.min(scroller?.scrollTop ?? 0, most);
    return {
      first: Math.max(0, Math.floor(top / rowHeight) - spare),
      end: Math.ceil((top + height) / rowHeight) + spare,
      hasMore: !this.following && top < most,
    };
  }

  /** Once the rows are drawn; `isPlaced` where they are where they stay. True where others are in sight now. */
  settle(isPlaced: boolean): boolean {
    const { scroller } = this;
    let isElsewhere = false;
    if (this.returnTo !== undefined) {
      if (isPlaced) {
        scroller.scrollTop = this.returnTo;
        this.returnTo = undefined;
        isElsewhere = true;
      }
      // A list that has become shorter moves by itself: that is not the reader's hand.
      this.scrolledTo = scroller.scrollTop;
    }
    if (!this.following) return isElsewhere;
    const before = scroller.scrollTop;
    scroller.scrollTop = scroller.scrollHeight;
    this.scrolledTo = scroller.scrollTop;
    // The window of rows was drawn for the place before.
    return isElsewhere || Math.abs(before - this.scrolledTo) > 1;
  }
}
