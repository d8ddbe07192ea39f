/** One event as a row of the timeline, drawn anew whenever it comes in sight. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { typeOf } from '../../shared/events/eventReading';
import { durationOf } from '../../shared/events/eventSpan';
import type { HookEvent } from '../../shared/events/events';
import { agentPath, decider, hasOutcome, hooksCell } from '../eventFacts';
import { clock, duration } from '../format';
import type { TimelineRow } from './timelineState';

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

/** What the editor's own context menu is told of the event that it was opened on. */
export const menuContext = ({ id, toolCallId }: HookEvent): string =>
  JSON.stringify({
    webviewSection: 'event',
    eventId: id,
    hasToolCall: toolCallId !== undefined,
    toolCallId,
    preventDefaultContextMenuItems: true,
  });

export const timelineColumns = (): TemplateResult =>
  html`<div class="row columns" role="row" aria-rowindex="1">
    <span role="columnheader">${l10n.t('Type')}</span><span role="columnheader" class="when">${l10n.t('Time')}</span>
    <span role="columnheader" class="took">${l10n.t('Duration')}</span><span role="columnheader" class="branch">${l10n.t('Agent')}</span>
    <span role="columnheader" class="tool-cell">${l10n.t('Tool')}</span><span role="columnheader">${l10n.t('Hooks')}</span>
    <span role="columnheader" class="by">${l10n.t('Decided by')}</span>
  </div>`;

export function timelineRow(row: TimelineRow, { at, selected, flat, select, fold }: RowPlace): TemplateResult {
  const { event, children, collapsed } = row;
  const level = flat ? 1 : row.level;
  const bad = hasOutcome(event, 'failed') || hasOutcome(event, 'denied');
  const changed = hasOutcome(event, 'changed');
  const hooks = hooksCell(event);
  const by = decider(event.decidedBy);
  const took = isRun(row) ? row.run!.end - row.run!.start : durationOf(event);
  const agent = agentPath(event);
  const foldable = children.length > 0 && !flat;
  return html`<div
      class="row body ${selected ? 'selected' : ''} ${bad ? 'bad' : changed ? 'changed' : ''}"
      id=${`row-${row.index}`}
      role="row"
      aria-level=${level}
      aria-rowindex=${at + 2}
      aria-expanded=${foldable ? String(!collapsed) : nothing}
      aria-selected=${selected}
      data-vscode-context=${menuContext(event)}
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
        >${
          bad
            ? html`<i class="codicon codicon-${hasOutcome(event, 'denied') ? 'circle-slash' : 'error'} mark" aria-hidden="true"></i>`
            : changed
              ? html`<i class="codicon codicon-edit mark" aria-hidden="true"></i>`
              : nothing
        }<span class="name" title=${typeOf(event)}>${typeOf(event)}</span></span
      >
      <span role="gridcell" class="when dim">${clock(row.start)}</span>
      <span role="gridcell" class="took">${bar(row)}<span class="dim">${took === undefined ? '' : duration(took)}</span></span>
      <span role="gridcell" class="branch dim" title=${agent}>${agent.split('/').at(-1)}</span>
      <span role="gridcell" class="tool-cell">${event.toolName ?? ''}</span>
      <span role="gridcell" title=${hooks}>${hooks}</span>
      <span role="gridcell" class="by" title=${by}>${by}</span>
    </div>`;
}

/** A row whose event is on its way. */
export const waitingRow = (at: number): TemplateResult =>
  html`<div class="row body" role="row" aria-rowindex=${at + 2} aria-busy="true">
    <span role="gridcell" class="type dim"><span class="twist"></span><span class="name">${l10n.t('Loading…')}</span></span>
  </div>`;

/** The first event of a run stands for the whole of it. */
const isRun = ({ level, children, run }: TimelineRow) => run !== undefined && level === 1 && children.length > 0;

/** Hooks of one event that are drawn, at most. */
const mostDrawn = 24;

/** Where in its run the event lies, and its hooks within it. */
function bar(row: TimelineRow): TemplateResult {
  const { run, start, event } = row;
  const end = isRun(row) ? run!.end : row.end;
  const whole = run ? run.end - run.start : 0;
  if (!run || whole <= 0) return html`<span class="lane"></span>`;
  const span = (from: number, to: number) =>
    `left:min(${percent(from - run.start, whole)}, calc(100% - 2px));width:${percent(to - from, whole)}`;
  const title = l10n.t('{0} into the run, takes {1}', duration(start - run.start), duration(end - start));
  return html`<span class="lane" title=${title}
    ><i .style=${span(start, end)}></i
    >${event.hooks.slice(0, mostDrawn).map(({ startedAt, duration: took, decision }) => {
      const began = Date.parse(startedAt);
      return Number.isNaN(began) ? nothing : html`<b class=${decision} .style=${span(began, began + took)}></b>`;
    })}</span
  >`;
}

const percent = (part: number, whole: number) => `${Math.min(100, Math.max(0, (part / whole) * 100)).toFixed(2)}%`;
