/** The Hook Timeline: every HookEvent as a row of a tree. Only the rows in sight are in the page, so that their number does not matter. */
import './l10n';
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ChainStep } from '../shared/chainStep';
import type { StreamItem } from '../shared/stream';
import { unreachable } from '../shared/unreachable';
import type { ToView } from '../shared/viewProtocol';
import { adopt, baseStyles } from './baseStyles';
import { eventDetail } from './eventDetail';
import { rowAfterKey } from './gridKeys';
import { listen, post } from './host';
import { eventsOf, IncomingSession } from './incomingSession';
import { keepFocus } from './keptFocus';
import type { Rows } from './rowList';
import { timelineEmpty } from './timelineEmpty';
import { noFilter, prepareSearch, type TimelineFilter } from './timelineFilter';
import { rememberedFilter, timelineFilters } from './timelineFilters';
import { keep, rememberedPlace } from './timelineMemory';
import { menuContext, timelineColumns, timelineRow, waitingRow } from './timelineRow';
import { TimelineRows } from './timelineRows';
import { foldTimeline, newTimeline, type TimelineRow } from './timelineState';
import { timelineStyles } from './timelineStyles';

const rowHeight = 22;
/** Rows beyond the edges, so that a quick scroll shows no gap. */
const spare = 8;

/** A filter works no longer than this in one frame, milliseconds. */
const searchBudget = 30;
/** A pause in typing, milliseconds. */
const pause = 20;

/** Once the page has been drawn, or at once where nobody sees it. */
function afterFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

class Timeline extends LitElement {
  private state = newTimeline();
  private filter = rememberedFilter();
  private rows = new TimelineRows(this.state, this.filter);
  /** The filter with what is being typed. */
  private wanted = this.filter;
  private selected: TimelineRow | undefined;
  private detailOpen = false;
  private filtersOpen = rememberedPlace()?.filtersOpen === true;
  /** Chains of events that were looked at, by event id; undefined while the answer is on its way or where there is none. */
  private readonly chains = new Map<string, ChainStep[] | undefined>();
  /** Ids of events whose rows are folded. */
  private collapsed = new Set<string>();
  private sessionId: string | undefined;
  /** While not all of a long session is there. */
  private incoming: IncomingSession | undefined;
  /** What was chosen before the session was given again, until it is there. */
  private chosen: { id: string; detailOpen: boolean } | undefined;
  private following = true;
  private scrolledTo = -1;
  /** Where to scroll once the rows are there. */
  private returnTo: number | undefined;
  private frame = 0;
  private filtering: ReturnType<typeof setTimeout> | undefined;
  private keeping: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adopt(baseStyles, timelineStyles);
    keepFocus(this, () => this.querySelector<HTMLElement>('.rows'));
  }

  protected override firstUpdated(): void {
    new ResizeObserver(() => this.soon()).observe(this.scroller);
    listen((message) => this.receive(message));
  }

  private get scroller(): HTMLElement {
    return this.querySelector<HTMLElement>('.rows')!;
  }

  private receive(message: ToView): void {
    switch (message.type) {
      case 'session': {
        // A page that was reloaded goes on where it was; so does one that is given its session again.
        const place = this.sessionId === message.sessionId ? this.place() : rememberedPlace();
        const same = place?.sessionId === message.sessionId ? place : undefined;
        this.collapsed = new Set(same?.collapsed);
        this.state = newTimeline();
        this.rows = new TimelineRows(this.state, this.filter);
        this.incoming = message.long && new IncomingSession(message.long, this.collapsed.size === 0);
        for (const item of message.items) this.grow(item);
        this.sessionId = message.sessionId;
        this.chains.clear();
        this.selected = undefined;
        this.detailOpen = false;
        this.chosen = same?.selected ? { id: same.selected, detailOpen: same.detailOpen } : undefined;
        this.choose();
        this.following = same?.top === undefined;
        this.returnTo = same?.top;
        const { incoming } = this;
        // What is there already is drawn first; by then the session may have been given once more.
        if (incoming)
          afterFrame(() => {
            if (this.incoming === incoming) this.ask(0);
          });
        break;
      }
      case 'part':
        if (message.of === this.incoming?.of) this.take(message, this.incoming);
        break;
      case 'items':
        if (this.incoming) this.incoming.later.push(...message.items);
        else for (const item of message.items) this.grow(item);
        break;
      case 'reveal': {
        if (this.incoming) {
          this.incoming.wish = message;
          break;
        }
        const row = message.eventId ? this.state.byId.get(message.eventId) : this.state.byToolCall.get(message.toolCallId ?? '');
        if (row) this.reveal(row);
        break;
      }
      case 'focus':
        if (document.hasFocus()) this.takeFocus();
        else window.addEventListener('focus', () => this.takeFocus(), { once: true });
        break;
      case 'filter':
        this.setFilter({ ...noFilter, hook: message.hook });
        break;
      case 'chain':
        this.chains.set(message.eventId, message.steps);
        break;
      // The chat shows these.
      case 'status':
      case 'notice':
      case 'open':
      case 'tabs':
      case 'completions':
      case 'insert':
      case 'attach':
      case 'notSent':
        break;
      default:
        unreachable(message);
    }
    this.soon();
  }

  private grow(item: StreamItem): void {
    const row = foldTimeline(this.state, item);
    if (!row) return;
    if (this.collapsed.has(row.event.id)) row.collapsed = true;
    this.rows.add(row);
  }

  private ask(from: number): void {
    if (this.incoming) post({ type: 'part', of: this.incoming.of, from });
  }

  /** The next part is on its way while this one is read. */
  private take(part: ToView & { type: 'part' }, incoming: IncomingSession): void {
    if (part.from !== this.state.rows.length) return;
    if (part.next < incoming.events) this.ask(part.next);
    for (const event of eventsOf(part)) this.grow({ kind: 'event', event });
    for (const row of this.state.rows.slice(part.from)) prepareSearch(row);
    if (part.next >= incoming.events) this.arrived(incoming);
  }

  private arrived({ later, wish }: IncomingSession): void {
    const { selected } = this;
    this.incoming = undefined;
    for (const item of later) this.grow(item);
    // What lies in a range of time depends on the latest event.
    if (this.filter.time) this.rows.narrow(this.filter);
    if (selected) this.selected = this.state.byId.get(selected.event.id);
    else this.choose();
    if (!wish) return;
    if ('type' in wish) this.receive(wish);
    else if (!this.rows.flat) this.select(wish.index);
  }

  /** What was chosen before, if it is there. */
  private choose(): void {
    const { chosen, incoming } = this;
    if (!chosen) return;
    this.selected = incoming ? incoming.find(chosen.id) : this.state.byId.get(chosen.id);
    this.detailOpen = this.selected !== undefined && chosen.detailOpen;
  }

  /** The rows on offer. */
  private get list(): Rows<TimelineRow> {
    return this.incoming && !this.rows.flat ? this.incoming.list : this.rows.list;
  }

  private place() {
    const selected = this.selected?.event.id ?? this.chosen?.id;
    return {
      sessionId: this.sessionId ?? '',
      collapsed: [...this.collapsed],
      ...(this.following ? {} : { top: this.returnTo ?? this.scroller.scrollTop }),
      ...(selected ? { selected } : {}),
      detailOpen: this.selected ? this.detailOpen : this.chosen?.detailOpen === true,
      filtersOpen: this.filtersOpen,
    };
  }

  /** Remembers where the reader is, once he rests. */
  private keepSoon(): void {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      if (this.sessionId !== undefined) keep(this.filter, this.place());
    }, 150);
  }

  private soon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const until = performance.now() + searchBudget;
      while (this.rows.searching && performance.now() < until) this.rows.search(500);
      this.requestUpdate();
      if (this.rows.searching) this.soon();
    });
  }

  private reveal(row: TimelineRow): void {
    if (!this.rows.shows(row)) this.setFilter(noFilter);
    this.rows.search(this.state.rows.length);
    let hidden = false;
    for (let above = row.parent; above; above = above.parent) {
      hidden ||= above.collapsed;
      above.collapsed = false;
      this.collapsed.delete(above.event.id);
    }
    if (hidden) this.rows.refold();
    this.showDetail(true);
    this.select(this.list.indexOf(row));
    this.querySelector<HTMLElement>('.rows')?.focus();
  }

  /** The focus, where nothing of the view has it. */
  private takeFocus(): void {
    if (document.activeElement === document.body) this.querySelector<HTMLElement>('.rows')?.focus();
  }

  private setFilter(filter: TimelineFilter): void {
    this.filter = filter;
    this.wanted = filter;
    this.rows.narrow(filter);
    keep(filter, this.place());
    this.soon();
  }

  private select(index: number): void {
    const { list, incoming } = this;
    const at = Math.max(0, Math.min(index, list.length - 1));
    const row = list.at(at);
    if (incoming) incoming.wish = row ? undefined : { index: at };
    else if (!row) return;
    this.chosen = undefined;
    this.returnTo = undefined;
    this.selected = row;
    // The columns' names stand above the rows, whatever the place.
    const top = at * rowHeight;
    const { scroller } = this;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + 2 * rowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + 2 * rowHeight - scroller.clientHeight;
    this.following = row !== undefined && row === list.last;
    this.keepSoon();
    this.requestUpdate();
  }

  private fold(row: TimelineRow, collapsed: boolean): void {
    if (row.children.length === 0 || this.rows.flat) return;
    this.rows.fold(row, collapsed);
    if (collapsed) this.collapsed.add(row.event.id);
    else this.collapsed.delete(row.event.id);
    this.following = false;
    this.keepSoon();
    this.requestUpdate();
  }

  private readonly keys = (event: KeyboardEvent) => {
    const { selected, list } = this;
    const at = selected ? list.indexOf(selected) : -1;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 1);
    const to = rowAfterKey(event.key, { at, count: list.length, page });
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
      else if (selected.parent) this.select(list.indexOf(selected.parent));
    } else return;
    event.preventDefault();
  };

  /** It takes room from the rows: what was chosen stays in sight. */
  private showDetail(open: boolean): void {
    this.detailOpen = open;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const at = this.selected ? this.list.indexOf(this.selected) : -1;
      if (at >= 0) this.select(at);
    });
  }

  private readonly close = () => {
    this.detailOpen = false;
    this.keepSoon();
    this.requestUpdate();
    this.querySelector<HTMLElement>('.rows')?.focus();
  };

  private readonly scrolled = () => {
    const { scroller } = this;
    if (Math.abs(scroller.scrollTop - this.scrolledTo) >= 2) {
      this.following = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - rowHeight;
      this.returnTo = undefined;
      this.keepSoon();
    }
    this.requestUpdate();
  };

  protected override updated(): void {
    this.explain();
    // Where rows are folded or filtered away, their places are known when all are there.
    const isPlaced = !this.incoming || (!this.rows.flat && this.collapsed.size === 0);
    if (this.returnTo !== undefined && isPlaced) {
      this.scroller.scrollTop = this.returnTo;
      this.returnTo = undefined;
      this.scrolledTo = this.scroller.scrollTop;
      this.requestUpdate();
    } else if (this.returnTo !== undefined) {
      // A list that has become shorter moves by itself: that is not the reader's hand.
      this.scrolledTo = this.scroller.scrollTop;
    }
    if (!this.following) return;
    const { scroller } = this;
    const before = scroller.scrollTop;
    scroller.scrollTop = scroller.scrollHeight;
    this.scrolledTo = scroller.scrollTop;
    // The window of rows was drawn for the place before.
    if (Math.abs(before - this.scrolledTo) > 1) this.requestUpdate();
  }

  protected override render(): unknown {
    const { selected, state, list } = this;
    const { flat } = this.rows;
    const searching = this.rows.searching || this.incoming !== undefined;
    const count = list.length;
    const scroller = this.querySelector<HTMLElement>('.rows');
    const height = Math.max(0, (scroller?.clientHeight ?? 0) - rowHeight);
    const most = Math.max(0, count * rowHeight - height);
    const top = this.following ? most : Math.min(scroller?.scrollTop ?? 0, most);
    const first = Math.max(0, Math.floor(top / rowHeight) - spare);
    const shown = list.slice(first, Math.ceil((top + height) / rowHeight) + spare);
    const active = selected && shown.includes(selected) ? `row-${selected.index}` : nothing;
    return html`${timelineFilters({
      filter: this.filter,
      state,
      following: this.following,
      open: this.filtersOpen,
      found: count,
      change: this.narrow,
      follow: this.follow,
      toggle: this.toggleFilters,
    })}
      <div class="panes" role="main" aria-label=${l10n.t('Hook Timeline')}>
        <h1 class="sr">${l10n.t('Hook Timeline')}</h1>
        <div class="split">
          <div class="grid">
            <div
              class="rows"
              role="treegrid"
              aria-label=${l10n.t('Hook events')}
              aria-rowcount=${count + 1}
              aria-activedescendant=${active}
              data-vscode-context=${selected ? menuContext(selected.event) : nothing}
              tabindex="0"
              @keydown=${this.keys}
              @scroll=${this.scrolled}
            >
              ${timelineColumns()}
              <div role="rowgroup" class="body-rows" .style=${`height:${count * rowHeight}px`}>
                <div role="presentation" class="window" .style=${`transform:translateY(${first * rowHeight}px)`}>
                  ${shown.map((row, offset) => (row ? this.row(row, first + offset) : waitingRow(first + offset)))}
                </div>
              </div>
            </div>
            ${
              count === 0 && !searching && this.sessionId !== undefined
                ? timelineEmpty(state.rows.length > 0, () => this.setFilter(noFilter))
                : nothing
            }
            ${
              this.following || top >= most
                ? nothing
                : html`<div class="below"><button class="secondary jump" @click=${this.jump}>${l10n.t('Jump to latest')}</button></div>`
            }
          </div>
          ${selected && this.detailOpen ? eventDetail(selected, this.chains.get(selected.event.id), this.close) : nothing}
        </div>
      </div>
      <div class="sr" role="status">${flat && !searching ? l10n.t('{0} of {1} events', count, state.rows.length) : ''}</div>`;
  }

  private readonly jump = () => this.follow(true);

  private readonly follow = (following: boolean) => {
    this.following = following;
    this.keepSoon();
    this.requestUpdate();
  };

  private readonly toggleFilters = () => {
    this.filtersOpen = !this.filtersOpen;
    this.keepSoon();
    this.requestUpdate();
  };

  /** Asks why hooks were skipped, once for each event that is looked at. */
  private explain(): void {
    const { selected, detailOpen, chains } = this;
    if (!selected || !detailOpen || selected.event.hookSet === undefined || chains.has(selected.event.id)) return;
    chains.set(selected.event.id, undefined);
    post({ type: 'explain', eventId: selected.event.id });
  }

  /** Text waits for a pause in typing. */
  private readonly narrow = (part: Partial<TimelineFilter>) => {
    clearTimeout(this.filtering);
    this.wanted = { ...this.wanted, ...part };
    if (part.text === undefined) this.setFilter(this.wanted);
    else this.filtering = setTimeout(() => this.setFilter(this.wanted), pause);
  };

  private row(row: TimelineRow, at: number): TemplateResult {
    return timelineRow(row, {
      at,
      selected: row === this.selected,
      flat: this.rows.flat,
      select: () => {
        this.showDetail(true);
        this.select(at);
      },
      fold: () => this.fold(row, !row.collapsed),
    });
  }
}

customElements.define('hooksmith-timeline', Timeline);
