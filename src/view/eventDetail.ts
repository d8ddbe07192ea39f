/** One event in full: the chain of its hooks, its values, and where to go from there. */
import { html, nothing, type TemplateResult } from 'lit';
import { decider, durationOf, skipsText, type TimelineRow } from '../shared/timeline';
import { clock, duration, pretty } from './format';
import { hookLink, hookRow } from './hookChain';
import { post } from './host';

/** Longer values are read in the payload document. */
const mostShown = 4_000;

export function eventDetail({ event, start }: TimelineRow, close: () => void): TemplateResult {
  const { id, toolCallId, toolName, reason, error, decidedBy, hooks } = event;
  const took = durationOf(event);
  const by = decider(decidedBy);
  const skips = skipsText(event);
  return html`<aside
    class="detail"
    aria-label="Event"
    @keydown=${(key: KeyboardEvent) => {
      if (key.key === 'Escape') close();
    }}
  >
    <header>
      <strong>${event.type}${toolName ? html` · ${toolName}` : nothing}</strong>
      <button class="icon" aria-label="Close" title="Close (Escape)"
        @click=${close}><i class="codicon codicon-close"></i></button>
    </header>
    <div class="dim">${clock(start)}${took === undefined ? nothing : html` · ${duration(took)}`} · ${event.branch} · step ${event.step + 1}</div>
    ${by ? html`<div>Decided by ${decidedBy?.file ? hookLink({ name: by, file: decidedBy.file, line: decidedBy.line }) : by}</div>` : nothing}
    ${reason ? html`<div class="said">${pretty(reason, mostShown)}</div>` : nothing}
    ${error ? html`<div class="said error-text">${error.status ? `${error.status} ` : ''}${error.name}: ${pretty(error.message, mostShown)}</div>` : nothing}
    <div class="buttons">
      <button class="secondary" @click=${() => post({ type: 'openPayload', eventId: id })}>Open Payload</button>
      ${
        toolCallId
          ? html`<button class="secondary"
        @click=${() => post({ type: 'showInChat', toolCallId })}>Show in Chat</button>`
          : nothing
      }
      <button class="secondary" @click=${() => post({ type: 'newHookFor', eventId: id })}>New Hook for This Event</button>
    </div>
    <h4>Hooks</h4>
    ${
      hooks.length > 0
        ? html`<ol class="hooks">${hooks.map((record) => hookRow(record))}</ol>`
        : html`<div class="dim">None ran.</div>`
    }
    ${skips ? html`<div class="dim">${skips}</div>` : nothing} ${value('Requested input', event.requestedInput)}
    ${value(event.requestedInput === undefined ? 'Input' : 'Effective input', event.input)} ${value(event.isError ? 'Error output' : 'Output', event.output)}
    ${value('Data', event.data)}
  </aside>`;
}

function value(title: string, shown: unknown): TemplateResult | typeof nothing {
  return shown === undefined
    ? nothing
    : html`<h4>${title}</h4>
        <pre class="value" tabindex="0">${pretty(shown, mostShown)}</pre>`;
}
