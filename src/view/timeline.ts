/** The Hook Timeline: every HookEvent as a row of a tree. Only the rows in sight are in the page, so that their number does not matter. */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ToView } from '../shared/protocol';
import {
  foldTimeline,
  isFiltering,
  isHidden,
  isLast,
  matches,
  newTimeline,
  noFilter,
  type TimelineFilter,
  type TimelineRow,
  visibleRows,
} from '../shared/timeline';
import { adopt, baseStyles } from './baseStyles';
import { eventDetail } from './eventDetail';
import { rowAfterKey } from './gridKeys';
import { listen, remember } from './host';
import { rememberedFilter, timelineFilters } from './timelineFilters';
import { timelineRow } from './timelineRow';
import { timelineStyles } from './timelineStyles';

const rowHeight = 22;
/** Rows beyond the edges, so that a quick scroll shows no gap. */
const spare = 8;

class Timeline extends LitElement {
  private state = newTimeline();
  /** The rows on offer: those of the tree that are not folded away, or those that the filter finds. */
  private rows: TimelineRow[] = [];
  private filter = rememberedFilter();
  /** The filter with what is being typed. */
  private wanted = this.filter;
  private selected: TimelineRow | undefined;
  private detailOpen = false;
  private sessionId: string | undefined;
  private known = false;
  private stale = true;
  private following = true;
  private scrolledTo = -1;
  private frame = 0;
  private filtering: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adopt(baseStyles, timelineStyles);
  }

  protected override firstUpdated(): void {
    new ResizeObserver(() => this.soon()).observe(this.scroller);
    listen((message) => this.receive(message));
  }

  private get scroller(): HTMLElement {
    return this.querySelector<HTMLElement>('.rows')!;
  }

  private receive(message: ToView): void {
    if (message.type === 'session') {
      const eventId = this.selected?.event.id;
      this.state = newTimeline();
      for (const item of message.items) foldTimeline(this.state, item);
      if (this.sessionId !== message.sessionId) this.following = true;
      this.sessionId = message.sessionId;
      this.known = true;
      this.selected = eventId ? this.state.byId.get(eventId) : undefined;
      this.stale = true;
    } else if (message.type === 'items') {
      for (const item of message.items) {
        const row = foldTimeline(this.state, item);
        if (row && !this.stale) this.grow(row);
      }
    } else if (message.type === 'reveal') {
      const row = message.eventId ? this.state.byId.get(message.eventId) : this.state.byToolCall.get(message.toolCallId ?? '');
      if (row) this.reveal(row);
    }
    this.soon();
  }

  /** Adds a new row where that needs no other to move; else the list is made anew at the next frame. */
  private grow(row: TimelineRow): void {
    if (isFiltering(this.filter)) {
      if (matches(row, this.filter)) this.rows.push(row);
    } else if (!isHidden(row)) {
      if (isLast(this.state, row)) this.rows.push(row);
      else this.stale = true;
    }
  }

  private soon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.requestUpdate();
    });
  }

  private reveal(row: TimelineRow): void {
    if (isFiltering(this.filter) && !matches(row, this.filter)) this.setFilter(noFilter);
    for (let above = row.parent; above; above = above.parent) above.collapsed = false;
    this.showDetail(true);
    this.stale = true;
    this.refill();
    this.select(this.rows.indexOf(row));
  }

  private setFilter(filter: TimelineFilter): void {
    this.filter = filter;
    this.wanted = filter;
    remember({ ...filter });
    this.stale = true;
    this.soon();
  }

  private refill(): void {
    if (!this.stale) return;
    this.stale = false;
    this.rows = isFiltering(this.filter) ? this.state.rows.filter((row) => matches(row, this.filter)) : visibleRows(this.state);
  }

  private select(index: number): void {
    const row = this.rows[Math.max(0, Math.min(index, this.rows.length - 1))];
    if (!row) return;
    this.selected = row;
    const at = this.rows.indexOf(row) * rowHeight;
    const { scroller } = this;
    if (at < scroller.scrollTop) scroller.scrollTop = at;
    else if (at + rowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = at + rowHeight - scroller.clientHeight;
    this.following = row === this.rows.at(-1);
    this.requestUpdate();
  }

  private fold(row: TimelineRow, collapsed: boolean): void {
    if (row.children.length === 0 || isFiltering(this.filter)) return;
    row.collapsed = collapsed;
    this.following = false;
    this.stale = true;
    this.requestUpdate();
  }

  private readonly keys = (event: KeyboardEvent) => {
    const { selected, rows } = this;
    const at = selected ? rows.indexOf(selected) : -1;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 1);
    const to = rowAfterKey(event.key, { at, count: rows.length, page });
    if (to !== undefined) this.select(to);
    else if (event.key === 'Escape') this.close();
    else if (!selected) return;
    else if (event.key === 'Enter' || event.key === ' ') {
      this.showDetail(!this.detailOpen);
    } else if (event.key === 'ArrowRight') {
      if (selected.collapsed) this.fold(selected, false);
      else if (selected.children.length > 0) this.select(at + 1);
    } else if (event.key === 'ArrowLeft') {
      if (selected.children.length > 0 && !selected.collapsed) this.fold(selected, true);
      else if (selected.parent) this.select(rows.indexOf(selected.parent));
    } else return;
    event.preventDefault();
  };

  /** It takes room from the rows: what was chosen stays in sight. */
  private showDetail(open: boolean): void {
    this.detailOpen = open;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const at = this.selected ? this.rows.indexOf(this.selected) : -1;
      if (at >= 0) this.select(at);
    });
  }

  private readonly close = () => {
    this.detailOpen = false;
    this.requestUpdate();
    this.querySelector<HTMLElement>('.grid')?.focus();
  };

  private readonly scrolled = () => {
    const { scroller } = this;
    if (Math.abs(scroller.scrollTop - this.scrolledTo) >= 2) {
      this.following = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - rowHeight;
    }
    this.requestUpdate();
  };

  protected override willUpdate(): void {
    this.refill();
  }

  protected override updated(): void {
    if (!this.following) return;
    const { scroller } = this;
    const before = scroller.scrollTop;
    scroller.scrollTop = scroller.scrollHeight;
    this.scrolledTo = scroller.scrollTop;
    // The window of rows was drawn for the place before.
    if (Math.abs(before - this.scrolledTo) > 1) this.requestUpdate();
  }

  protected override render(): unknown {
    const { rows, selected, state } = this;
    const scroller = this.querySelector<HTMLElement>('.rows');
    const height = scroller?.clientHeight ?? 0;
    const most = Math.max(0, rows.length * rowHeight - height);
    const top = this.following ? most : Math.min(scroller?.scrollTop ?? 0, most);
    const first = Math.max(0, Math.floor(top / rowHeight) - spare);
    const shown = rows.slice(first, Math.ceil((top + height) / rowHeight) + spare);
    const active = selected && shown.includes(selected) ? `row-${selected.index}` : nothing;
    return html`${timelineFilters({ filter: this.filter, state, following: this.following, change: this.narrow, follow: this.follow })}
      <div class="panes">
        <div class="split">
          <div
            class="grid"
            role="treegrid"
            aria-label="Hook events"
            aria-rowcount=${rows.length + 1}
            aria-activedescendant=${active}
            tabindex="0"
            @keydown=${this.keys}
          >
            <div class="row columns" role="row" aria-rowindex="1">
              <span role="columnheader">Type</span><span role="columnheader" class="when">Time</span><span role="columnheader" class="took">Duration</span>
              <span role="columnheader" class="branch">Branch</span><span role="columnheader" class="tool-cell">Tool</span>
              <span role="columnheader">Hooks</span><span role="columnheader" class="by">Decided by</span>
            </div>
            <div class="rows" role="rowgroup" @scroll=${this.scrolled}>
              <div role="presentation" .style=${`height:${rows.length * rowHeight}px`}></div>
              <div role="presentation" class="window" .style=${`transform:translateY(${first * rowHeight}px)`}>
                ${repeat(
                  shown,
                  (row) => row.index,
                  (row, offset) => this.row(row, first + offset),
                )}
              </div>
              ${rows.length === 0 && this.known ? this.emptyState() : nothing}
            </div>
            ${
              this.following || rows.length === 0
                ? nothing
                : html`<div class="below"><button class="secondary jump" @click=${this.jump}>Jump to latest</button></div>`
            }
          </div>
          ${selected && this.detailOpen ? eventDetail(selected, this.close) : nothing}
        </div>
      </div>
      <div class="sr" role="status">${isFiltering(this.filter) ? `${rows.length} of ${state.rows.length} events` : ''}</div>`;
  }

  private readonly jump = () => this.follow(true);

  private readonly follow = (following: boolean) => {
    this.following = following;
    this.requestUpdate();
  };

  /** Text waits for a pause in typing. */
  private readonly narrow = (part: Partial<TimelineFilter>) => {
    clearTimeout(this.filtering);
    this.wanted = { ...this.wanted, ...part };
    if (part.text === undefined) this.setFilter(this.wanted);
    else this.filtering = setTimeout(() => this.setFilter(this.wanted), 80);
  };

  private row(row: TimelineRow, at: number): TemplateResult {
    return timelineRow(row, {
      at,
      selected: row === this.selected,
      flat: isFiltering(this.filter),
      select: () => {
        this.showDetail(true);
        this.select(at);
      },
      fold: () => this.fold(row, !row.collapsed),
    });
  }

  private emptyState(): TemplateResult {
    return html`<div class="empty">
      ${this.state.rows.length > 0 ? 'No event matches the filter.' : 'No events yet. Every step of the agent, and what each hook decided there, appears here.'}
    </div>`;
  }
}

customElements.define('hooksmith-timeline', Timeline);
