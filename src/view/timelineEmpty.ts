/** What the timeline says while it has nothing to show: what will be here, and how to get there without a key. */
import { html, type TemplateResult } from 'lit';
import { post } from './host';
import { t } from './l10n';

const example = '/call Bash {"command": "git status"}';

export function timelineEmpty(isFiltered: boolean, clear: () => void): TemplateResult {
  if (isFiltered)
    return html`<div class="empty">
      <p>${t('No event matches the filter.')}</p>
      <div class="buttons"><button class="secondary" @click=${clear}>${t('Show All Events')}</button></div>
    </div>`;
  return html`<div class="empty">
    <p>${t('No events yet. Every step of the agent, and what each hook decided there, appears here.')}</p>
    <ol>
      <li>${t('Send a message in the chat. No key is needed:')} <code>${example}</code></li>
      <li>${t('Choose an event to see its hooks: which ran, which were skipped and why, what they changed.')}</li>
      <li>${t('Make a hook for it with one click, save, and try it again.')}</li>
    </ol>
    <div class="buttons">
      <button class="primary" @click=${() => post({ type: 'command', command: 'hooksmith.openChat' })}>${t('Open Chat')}</button>
      <button class="secondary" @click=${() => post({ type: 'command', command: 'hooksmith.newHook' })}>${t('New Hook…')}</button>
    </div>
  </div>`;
}
