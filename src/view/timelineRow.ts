/** One event as a row of the timeline, drawn anew whenever it comes in sight. */
import { html, nothing, type TemplateResult } from 'lit';
import { decider, durationOf, hasOutcome, hooksCell, type TimelineRow } from '../shared/timeline';
import { clock, duration } from './format';

export interface RowPlace {
  /** 0-based, among the rows on offer. */
  at: number;
  selected: boolean;
  /** A filter is on: there is no tree. */
  flat: boolean;
  select(): void;
  /** Folds the rows beneath away, or shows them again. */
  fold(): void;
}

export function timelineRow(row: TimelineRow, { at, selected, flat, select, fold }: RowPlace): TemplateResult {
  const { event, children, collapsed } = row;
  const level = flat ? 1 : row.level;
  const bad = hasOutcome(event, 'failed') || hasOutcome(event, 'denied');
  const changed = hasOutcome(event, 'changed');
  const hooks = hooksCell(event);
  const by = decider(event.decidedBy);
  const took = isRun(row) ? row.run!.end - row.run!.start : durationOf(event);
  const foldable = children.length > 0 && !flat;
  return html`<div
      class="row body ${selected ? 'selected' : ''} ${bad ? 'bad' : changed ? 'changed' : ''}"
      id=${`row-${row.index}`}
      role="row"
      aria-level=${level}
      aria-rowindex=${at + 2}
      aria-expanded=${foldable ? String(!collapsed) : nothing}
      aria-selected=${selected}
      @click=${select}
    >
      <span role="gridcell" class="type" .style=${`padding-left:${(level - 1) * 12}px`}
        ><span
          class="twist"
          @click=${(click: Event) => {
            if (!foldable) return;
            click.stopPropagation();
            fold();
          }}
          >${
            foldable ? html`<i class="codicon codicon-chevron-${collapsed ? 'right' : 'down'}" aria-hidden="true"></i>` : nothing
          }</span
        ><span class="name">${event.type}</span></span
      >
      <span role="gridcell" class="when dim">${clock(row.start)}</span>
      <span role="gridcell" class="took">${bar(row)}<span class="dim">${took === undefined ? '' : duration(took)}</span></span>
      <span role="gridcell" class="branch dim" title=${event.branch}>${event.branch}</span>
      <span role="gridcell" class="tool-cell">${event.toolName ?? ''}</span>
      <span role="gridcell" class="hooks-cell" title=${hooks}>${hooks}</span>
      <span role="gridcell" class="by" title=${by}>${by}</span>
    </div>`;
}

/** The first event of a run stands for the whole of it. */
const isRun = ({ level, children, run }: TimelineRow) => run !== undefined && level === 1 && children.length > 0;

/** Where in its run the event lies. */
function bar(row: TimelineRow): TemplateResult {
  const { run, start } = row;
  const end = isRun(row) ? run!.end : row.end;
  const whole = run ? run.end - run.start : 0;
  if (!run || whole <= 0) return html`<span class="lane"></span>`;
  const left = ((start - run.start) / whole) * 100;
  const width = ((end - start) / whole) * 100;
  return html`<span class="lane"><i .style=${`left:min(${left.toFixed(2)}%, calc(100% - 2px));width:${width.toFixed(2)}%`}></i></span>`;
}
