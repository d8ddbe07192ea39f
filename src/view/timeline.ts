/** The Hook Timeline: every HookEvent as a row of a tree, what of them is chosen, and what it remembers. */
import './l10n';
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing } from 'lit';
import { unreachable } from '../shared/basics/unreachable';
import type { ToView } from '../shared/views/viewProtocol';
import { adopt, baseStyles } from './baseStyles';
import { afterDrawing, FrameDraw } from './frameDraw';
import { listen } from './host';
import { keepFocus } from './keptFocus';
import { eventDetail } from './timeline/eventDetail';
import { ExplainedChains } from './timeline/explainedChains';
import { gridMove } from './timeline/gridKeys';
import type { IncomingSession } from './timeline/incomingSession';
import { KeptPlace } from './timeline/keptPlace';
import { TimelineChoice } from './timeline/timelineChoice';
import { insteadOfRows } from './timeline/timelineEmpty';
import { noFilter, type TimelineFilter } from './timeline/timelineFilter';
import { timelineFilters } from './timeline/timelineFilters';
import { timelineGrid } from './timeline/timelineGrid';
import { TimelineScroll } from './timeline/timelineScroll';
import { TimelineSession } from './timeline/timelineSession';
import type { TimelineRow } from './timeline/timelineState';
import { timelineStyles } from './timeline/timelineStyles';
import { TypedFilter } from './timeline/typedFilter';

class Timeline extends LitElement {
  private readonly filter = new TypedFilter((filter) => this.filtered(filter));
  private session = new TimelineSession(this.filter.current);
  private readonly sight = new TimelineScroll(() => this.scroller);
  private readonly choice = new TimelineChoice();
  private readonly place = new KeptPlace(() => this.reader);
  private readonly chains = new ExplainedChains();
  private readonly draw = new FrameDraw(this, () => this.session.rows.searchOn());

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
    new ResizeObserver(() => this.draw.soon()).observe(this.scroller!);
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
        this.chains.answered(message.eventId, message.steps);
        break;
      case 'status':
        this.session.isRehearsal = message.status.rehearsal;
        break;
      // The chat shows these.
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
    this.draw.soon();
  }

  /** A page that was reloaded goes on where it was; so does one that is given its session again. */
  private open(message: ToView & { type: 'session' }): void {
    const same = this.place.in(message.sessionId);
    const session = new TimelineSession(this.filter.current, message, same?.collapsed);
    this.session = session;
    this.chains.clear();
    this.choice.reset(same);
    this.choice.findIn(session);
    this.sight.goTo(same?.top);
    // What is there already is drawn first; by then the session may have been given once more.
    if (session.incoming)
      afterDrawing(() => {
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

  private get reader() {
    const { session, choice, sight } = this;
    return { filter: this.filter.current, session, choice, sight };
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
    this.place.keep();
    this.draw.soon();
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
    const { row, detailOpen } = this.choice;
    const move = gridMove(event.key, this.session.list, row, this.sight.page);
    // A key of rows is none of the page's, also where it leads nowhere.
    if (!move && !(row && /^Arrow(?:Left|Right)$/.test(event.key))) return;
    if (move && 'to' in move) this.select(move.to);
    else if (move && 'fold' in move) this.fold(move.fold, move.collapsed);
    else if (move?.detail === 'close') this.close();
    else if (move) this.showDetail(!detailOpen);
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
    this.place.keepSoon();
    this.requestUpdate();
    this.scroller?.focus();
  };

  private readonly scrolled = () => {
    if (this.sight.moved()) this.place.keepSoon();
    this.requestUpdate();
  };

  protected override updated(): void {
    const { row, detailOpen } = this.choice;
    if (row && detailOpen) this.chains.ask(row.event);
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
      ...{ filter: this.filter.current, state, following, open: this.place.filtersOpen, found: count },
      ...{ change: this.filter.narrow, follow: this.follow, toggle: this.toggleFilters, leave: this.enter },
    })}
      <div class="panes" role="main" aria-label=${l10n.t('Hook Timeline')}>
        <h1 class="sr">${l10n.t('Hook Timeline')}</h1>
        <div class="split">
          ${timelineGrid({
            ...{ count, window, selected, flat: rows.flat, keys: this.keys, scrolled: this.scrolled },
            shown: list.slice(window.first, window.end),
            empty: isSearching || session.id === undefined ? nothing : insteadOfRows(session, () => this.filter.set(noFilter)),
            jump: () => this.follow(true),
            select: (at) => {
              this.showDetail(true);
              this.select(at);
            },
            fold: (row) => this.fold(row, !row.collapsed),
          })}
          ${selected && detailOpen ? eventDetail(selected, this.chains.of(selected.event), this.close) : nothing}
        </div>
      </div>
      <div class="sr" role="status">${rows.flat && !isSearching ? l10n.t('{0} of {1} events', count, state.rows.length) : ''}</div>`;
  }

  private readonly follow = (following: boolean) => {
    this.sight.following = following;
    this.place.keepSoon();
    this.requestUpdate();
  };

  private readonly toggleFilters = () => {
    this.place.filtersOpen = !this.place.filtersOpen;
    this.place.keepSoon();
    this.requestUpdate();
  };
}

customElements.define('hooksmith-timeline', Timeline);
