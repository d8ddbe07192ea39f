/** The hooks of one or more dispatches, in the order they ran, with what each decided and changed. */
import { html, nothing, type TemplateResult } from 'lit';
import type { HookRecord } from '../shared/events';
import { duration, fileName, pretty } from './format';
import { post } from './host';

const icons = new Map([
  ['continue', 'pass'],
  ['allow', 'pass-filled'],
  ['modify', 'edit'],
  ['deny', 'circle-slash'],
  ['ask', 'question'],
  ['respond', 'reply'],
  ['fail', 'error'],
  ['error', 'error'],
  ['stop', 'stop-circle'],
  ['retry', 'refresh'],
  ['redirect', 'arrow-swap'],
  ['drop', 'trash'],
]);

export function hookLink(hook: { name: string; file: string; line?: number }): TemplateResult {
  const place = hook.line ? { line: hook.line } : {};
  return html`<button
    class="link"
    title=${`${hook.file}${hook.line ? `:${hook.line}` : ''}`}
    @click=${() => post({ type: 'openFile', file: hook.file, ...place })}
    >${hook.name}</button
  >`;
}

export function hookRow(record: HookRecord, event?: string): TemplateResult {
  const { decision, reason, changed, logs, error } = record;
  return html`<li class="hook ${decision === 'error' ? 'failed' : decision}">
    <div class="hook-line">
      <i class="codicon codicon-${icons.get(decision) ?? 'circle-small-filled'}" aria-hidden="true"></i>
      ${hookLink(record)}
      <strong>${decision}</strong>
      ${record.shadow ? html`<span class="tag">shadow</span>` : nothing} ${
        record.kind === 'policy' ? html`<span class="tag">policy</span>` : nothing
      }
      <span class="dim">${
        event ? html`${event} · ` : nothing
      }${fileName(record.file)}:${record.line} · ${duration(record.duration)}${record.priority === 0 ? nothing : html` · <span class="priority">priority ${record.priority}</span>`}</span>
    </div>
    ${reason ? html`<div class="said">${pretty(reason, 2000)}</div>` : nothing}
    ${error ? html`<div class="said error-text">${error.name}: ${pretty(error.message, 2000)}${error.line ? ` (line ${error.line})` : ''}</div>` : nothing}
    ${changed?.map(
      ({ field, before, after }) => html`<div class="change">
        <span class="field">${field}</span>
        ${before === undefined ? nothing : html`<del><pre>${pretty(before, 2000)}</pre></del>`}
        ${after === undefined ? nothing : html`<ins><pre>${pretty(after, 2000)}</pre></ins>`}
      </div>`,
    )}
    ${logs && logs.length > 0 ? html`<pre class="logs" aria-label="Logs">${pretty(logs.join('\n'), 4000)}</pre>` : nothing}
  </li>`;
}
