/** One event in full: the chain of its hooks, its values, and where to go from there. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { typeOf } from '../../shared/events/eventReading';
import { durationOf } from '../../shared/events/eventSpan';
import type { ChainStep } from '../../shared/verdicts/chainStep';
import { decider, skipsText } from '../eventFacts';
import { clock, duration, fileName, pretty } from '../format';
import { chainRows, hookLink } from '../hookChain';
import { post } from '../host';
import { pagedValue } from './pagedValue';
import type { TimelineRow } from './timelineState';

/** Longer reasons are read in the payload document. */
const mostShown = 4_000;

export function eventDetail(
  { event, start, run }: TimelineRow,
  steps: readonly ChainStep[] | undefined,
  close: () => void,
): TemplateResult {
  const { id, toolCallId, toolName, reason, error, decidedBy, hooks } = event;
  const took = durationOf(event);
  const by = decider(decidedBy);
  const skips = skipsText(event);
  return html`<aside
    class="detail"
    aria-label=${l10n.t('Event')}
    @keydown=${(key: KeyboardEvent) => {
      if (key.key === 'Escape') close();
    }}
  >
    <header>
      <strong>${typeOf(event)}${toolName ? html` · ${toolName}` : nothing}</strong>
      <button class="icon" aria-label=${l10n.t('Close')} title=${l10n.t('Close (Escape)')}
        @click=${close}><i class="codicon codicon-close" aria-hidden="true"></i></button>
    </header>
    <div class="dim">${clock(start)}${run && start > run.start ? html` · ${l10n.t('{0} into the run', duration(start - run.start))}` : nothing}${took === undefined ? nothing : html` · ${duration(took)}`} · ${event.branch} · step ${event.step + 1}</div>
    ${
      by
        ? html`<div>${l10n.t('Decided by')} ${
            decidedBy?.file
              ? html`${hookLink({ name: by, file: decidedBy.file, line: decidedBy.line })}
                  <span class="dim">${fileName(decidedBy.file)}${decidedBy.line ? `:${decidedBy.line}` : ''}</span>`
              : by
          }</div>`
        : nothing
    }
    ${reason ? html`<div class="said">${pretty(reason, mostShown)}</div>` : nothing}
    ${error ? html`<div class="said error-text">${error.status ? `${error.status} ` : ''}${error.name}: ${pretty(error.message, mostShown)}</div>` : nothing}
    <div class="buttons">
      <button class="secondary" @click=${() => post({ type: 'openPayload', eventId: id })}>${l10n.t('Open Payload')}</button>
      ${
        toolCallId
          ? html`<button class="secondary"
        @click=${() => post({ type: 'showInChat', toolCallId })}>${l10n.t('Show in Chat')}</button>`
          : nothing
      }
      <button class="secondary" @click=${() => post({ type: 'turnIntoHook', eventId: id })}>${l10n.t('Turn into Hook…')}</button>
    </div>
    <h2>${l10n.t('Hooks, in the order of the chain')}</h2>
    ${
      hooks.length > 0 || steps?.length
        ? html`<ol class="hooks">${chainRows(hooks, steps)}</ol>`
        : html`<div class="dim">${l10n.t('None listens to this event.')}</div>`
    }
    ${skips && !steps ? html`<div class="dim">${skips}</div>` : nothing} ${value(l10n.t('Requested input'), event.requestedInput)}
    ${value(event.requestedInput === undefined ? l10n.t('Input') : l10n.t('Effective input'), event.input)}
    ${value(event.isError ? l10n.t('Error output') : l10n.t('Output'), event.output)} ${value(l10n.t('Data'), event.data)}
  </aside>`;
}

const value = (title: string, shown: unknown): TemplateResult | typeof nothing =>
  shown === undefined ? nothing : html`<h2>${title}</h2>${pagedValue(title, shown)}`;
