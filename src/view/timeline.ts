/** The Hook Timeline: every HookEvent as a row of a tree, what of them is chosen, and what it remembers. */
import './l10n';
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing } from 'lit';
import type { ChainStep } from '../shared/chainStep';
import { unreachable } from '../shared/unreachable';
import type { ToView } from '../shared/viewProtocol';
import { adopt, baseStyles } from './baseStyles';
import { eventDetail } from './eventDetail';
import { rowAfterKey } from './gridKeys';
import { listen, post } from './host';
import type { IncomingSession } from './incomingSession';
import { keepFocus } from './keptFocus';
import { TimelineChoice } from './timelineChoice';
import { timelineEmpty, timelineNoMatch } from './timelineEmpty';
import { noFilter, type TimelineFilter } from './timelineFilter';
import { timelineFilters } from './timelineFilters';
import { timelineGrid } from './timelineGrid';
import { keep, rememberedPlace, type TimelinePlace } from './timelineMemory';
import { TimelineScroll } from './timelineScroll';
import { TimelineSession } from './timelineSession';
import type { TimelineRow } from './timelineState';
import { timelineStyles } from './timelineStyles';
import { TypedFilter } from './typedFilter';

/** A filter works no longer than this in one frame, milliseconds. */
const searchBudget = 30;

/** Once the page has been drawn, or at once where nobody sees it. */
function afterFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

class Timeline extends LitElement {
  private readonly filter = new TypedFilter((filter) => this.filtered(filter));
  private session = new TimelineSession(this.filter.current);
  private readonly sight = new TimelineScroll(() => this.scroller);
  private readonly choice = new TimelineChoice();
  private filtersOpen = rememberedPlace()?.filtersOpen === true;
  /** Chains of events that were looked at, by event id; undefined while the answer is on its way or where there is none. */
  private readonly chains = new Map<string, ChainStep[] | undefined>();
  private frame = 0;
  private keeping: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adopt(baseStyles, timelineStyles);
    keepFocus(this, () => this.scroller);
    this.addEventListener('keydown', this.find);
  }

  protected override firstUpdated(): void {
    new ResizeObserver(() => this.soon()).observe(this.scroller!);
    listen((message) => this.receive(message));
  }

  /** Once it was drawn. */
  private get scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.rows');
  }

  private receive(message: ToView): void {
    switch (message.type) {
      case 'session':
        this.open(message);
        break;
      case 'part': {
        const arrived = this.session.take(message);
        if (arrived) this.arrived(arrived);
        break;
      }
      case 'items':
        this.session.add(message.items);
        break;
      case 'reveal': {
        const { incoming } = this.session;
        if (incoming) {
          incoming.wish = message;
          break;
        }
        const row = this.session.rowOf(message);
        if (row) this.reveal(row);
        break;
      }
      case 'focus':
        if (document.hasFocus()) this.takeFocus();
        else window.addEventListener('focus', () => this.takeFocus(), { once: true });
        break;
      case 'filter':
        this.filter.set({ ...noFilter, hook: message.hook });
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

  /** A page that was reloaded goes on where it was; so does one that is given its session again. */
  private open(message: ToView & { type: 'session' }): void {
    const place = this.session.id === message.sessionId ? this.place() : rememberedPlace();
    const same = place?.sessionId === message.sessionId ? place : undefined;
    const session = new TimelineSession(this.filter.current, message, same?.collapsed);
    this.session = session;
    this.chains.clear();
    this.choice.reset(same);
    this.choice.findIn(session);
    this.sight.goTo(same?.top);
    // What is there already is drawn first; by then the session may have been given once more.
    if (session.incoming)
      afterFrame(() => {
        if (this.session === session) session.ask(0);
      });
  }

  private arrived({ wish }: IncomingSession): void {
    const { session } = this;
    const { current: filter } = this.filter;
    // What lies in a range of time depends on the latest event.
    if (filter.time) session.rows.narrow(filter);
    this.choice.findIn(session);
    if (!wish) return;
    if ('type' in wish) this.receive(wish);
    else if (!session.rows.flat) this.select(wish.index);
  }

  private place(): TimelinePlace {
    const { top } = this.sight;
    return {
      sessionId: this.session.id ?? '',
      collapsed: this.session.folded,
      ...(top === undefined ? {} : { top }),
      ...this.choice.place,
      filtersOpen: this.filtersOpen,
    };
  }

  /** Remembers where the reader is, once he rests. */
  private keepSoon(): void {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      if (this.session.id !== undefined) keep(this.filter.current, this.place());
    }, 150);
  }

  private soon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const { rows } = this.session;
      const until = performance.now() + searchBudget;
      while (rows.searching && performance.now() < until) rows.search(500);
      this.requestUpdate();
      if (rows.searching) this.soon();
    });
  }

  private reveal(row: TimelineRow): void {
    const { session } = this;
    if (!session.rows.shows(row)) this.filter.set(noFilter);
    session.rows.search(session.state.rows.length);
    session.uncover(row);
    this.showDetail(true);
    this.select(session.list.indexOf(row));
    this.scroller?.focus();
  }

  /** The focus, where nothing of the view has it. */
  private takeFocus(): void {
    if (document.activeElement === document.body) this.scroller?.focus();
  }

  /** The rows by keyboard, on the one that was chosen, or on the first: of those that all that is typed has found. */
  private readonly enter = () => {
    this.filter.settle();
    const { row } = this.choice;
    const { list, rows, state } = this.session;
    rows.search(state.rows.length);
    this.scroller?.focus();
    if (list.length > 0 && (!row || list.indexOf(row) < 0)) this.select(0);
  };

  private readonly find = (event: KeyboardEvent) => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.querySelector<HTMLInputElement>('input[type="search"]')?.select();
  };

  private filtered(filter: TimelineFilter): void {
    this.session.rows.narrow(filter);
    keep(filter, this.place());
    this.soon();
    void this.keepInSight();
  }

  /** Where the tree is shown again, with what was chosen among fewer rows. */
  private async keepInSight(): Promise<void> {
    const { choice, session, sight } = this;
    const { row } = choice;
    if (!row || session.rows.flat || sight.following) return;
    this.requestUpdate();
    await this.updateComplete;
    const at = session.list.indexOf(row);
    if (at >= 0 && choice.row === row && this.session === session) sight.show(at);
  }

  private select(index: number): void {
    const { list, incoming, rows, state } = this.session;
    const at = Math.max(0, Math.min(index, list.length - 1));
    const row = list.at(at);
    if (incoming) incoming.wish = row ? undefined : { index: at };
    else if (!row) return;
    this.choice.take(row);
    this.sight.show(at);
    // The last that a filter found is not the latest there is.
    this.follow(row !== undefined && row === (rows.flat ? state.rows.at(-1) : list.last));
  }

  private fold(row: TimelineRow, collapsed: boolean): void {
    if (this.session.fold(row, collapsed)) this.follow(false);
  }

  private readonly keys = (event: KeyboardEvent) => {
    const { row: selected, detailOpen } = this.choice;
    const { list } = this.session;
    const at = selected ? list.indexOf(selected) : -1;
    const to = rowAfterKey(event.key, { at, count: list.length, page: this.sight.page });
    if (to !== undefined) this.select(to);
    else if (event.key === 'Escape') this.close();
    else if (!selected) return;
    else if (event.key === 'Enter' || event.key === ' ') {
      this.showDetail(!detailOpen);
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
    this.choice.detailOpen = open;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const { row } = this.choice;
      const at = row ? this.session.list.indexOf(row) : -1;
      if (at >= 0) this.select(at);
    });
  }

  private readonly close = () => {
    this.choice.detailOpen = false;
    this.keepSoon();
    this.requestUpdate();
    this.scroller?.focus();
  };

  private readonly scrolled = () => {
    if (this.sight.moved()) this.keepSoon();
    this.requestUpdate();
  };

  protected override updated(): void {
    this.explain();
    // Where rows are folded or filtered away, their places are known when all are there.
    const { incoming, rows, hasFolded } = this.session;
    if (this.sight.settle(!incoming || (!rows.flat && !hasFolded))) this.requestUpdate();
  }

  protected override render(): unknown {
    const { choice, session } = this;
    const { row: selected, detailOpen } = choice;
    const { state, list, rows } = session;
    const { following } = this.sight;
    const isSearching = rows.searching || session.incoming !== undefined;
    const count = list.length;
    const window = this.sight.window(count);
    return html`${timelineFilters({
      ...{ filter: this.filter.current, state, following, open: this.filtersOpen, found: count },
      ...{ change: this.filter.narrow, follow: this.follow, toggle: this.toggleFilters, leave: this.enter },
    })}
      <div class="panes" role="main" aria-label=${l10n.t('Hook Timeline')}>
        <h1 class="sr">${l10n.t('Hook Timeline')}</h1>
        <div class="split">
          ${timelineGrid({
            ...{ count, window, selected, flat: rows.flat, keys: this.keys, scrolled: this.scrolled },
            shown: list.slice(window.first, window.end),
            empty: isSearching || session.id === undefined ? nothing : this.empty(),
            jump: () => this.follow(true),
            select: (at) => {
              this.showDetail(true);
              this.select(at);
            },
            fold: (row) => this.fold(row, !row.collapsed),
          })}
          ${selected && detailOpen ? eventDetail(selected, this.chains.get(selected.event.id), this.close) : nothing}
        </div>
      </div>
      <div class="sr" role="status">${rows.flat && !isSearching ? l10n.t('{0} of {1} events', count, state.rows.length) : ''}</div>`;
  }

  /** In the place of rows, or below the few that are there before anything has run. */
  private empty(): unknown {
    const { state, list, rows } = this.session;
    if (rows.flat) return list.length === 0 ? timelineNoMatch(() => this.filter.set(noFilter)) : nothing;
    return state.runs.size === 0 ? timelineEmpty(state.rows.length > 0) : nothing;
  }

  private readonly follow = (following: boolean) => {
    this.sight.following = following;
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
    const { choice, chains } = this;
    const { row: selected, detailOpen } = choice;
    if (!selected || !detailOpen || selected.event.hookSet === undefined || chains.has(selected.event.id)) return;
    chains.set(selected.event.id, undefined);
    post({ type: 'explain', eventId: selected.event.id });
  }
}

customElements.define('hooksmith-timeline', Timeline);
