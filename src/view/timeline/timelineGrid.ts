/** The tree of the timeline: its columns, and the rows in sight at their places in the whole list. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { menuContext, timelineColumns, timelineRow, waitingRow } from './timelineRow';
import { type RowWindow, rowHeight } from './timelineScroll';
import type { TimelineRow } from './timelineState';

interface Grid {
  /** Of all rows on offer. */
  count: number;
  window: RowWindow;
  /** Those in the window; undefined for one that is not there yet. */
  shown: readonly (TimelineRow | undefined)[];
  selected: TimelineRow | undefined;
  flat: boolean;
  /** In the place of rows. */
  empty: unknown;
  keys(event: KeyboardEvent): void;
  scrolled(): void;
  jump(): void;
  select(at: number): void;
  fold(row: TimelineRow): void;
}

export function timelineGrid({ count, window, shown, selected, flat, empty, ...acts }: Grid): TemplateResult {
  const { first, hasMore } = window;
  const active = selected && shown.includes(selected) ? `row-${selected.index}` : nothing;
  const draw = (row: TimelineRow, at: number) =>
    timelineRow(row, {
      ...{ at, flat, selected: row === selected },
      select: () => acts.select(at),
      fold: () => acts.fold(row),
    });
  return html`<div class="grid">
    <div
      class="rows"
      role="treegrid"
      aria-label=${l10n.t('Hook events')}
      aria-rowcount=${count + 1}
      aria-activedescendant=${active}
      data-vscode-context=${selected ? menuContext(selected.event) : nothing}
      tabindex="0"
      @keydown=${acts.keys}
      @scroll=${acts.scrolled}
    >
      ${timelineColumns()}
      <div role="rowgroup" class="body-rows" .style=${`height:${count * rowHeight}px`}>
        <div role="presentation" class="window" .style=${`transform:translateY(${first * rowHeight}px)`}>
          ${shown.map((row, offset) => (row ? draw(row, first + offset) : waitingRow(first + offset)))}
        </div>
      </div>
    </div>
    ${empty}
    ${
      hasMore
        ? html`<div class="below"><button class="secondary jump" @click=${acts.jump}>${l10n.t('Jump to latest')}</button></div>`
        : nothing
    }
  </div>`;
}
