/** What the timeline says while it has nothing to show, or nothing of a run: what will be here, and how to get there without a key. */
import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { post } from './host';

const example = '/call Bash {"command": "git status"}';

export const timelineNoMatch = (clear: () => void): TemplateResult => html`<div class="empty">
  <p>${l10n.t('No event matches the filter.')}</p>
  <div class="buttons"><button class="secondary" @click=${clear}>${l10n.t('Show All Events')}</button></div>
</div>`;

/** `isReady`: hooks and tools have told of themselves. */
export function timelineEmpty(isReady: boolean): TemplateResult {
  const words = l10n.t('Every step of the agent, and what each hook decided there, appears here.');
  return html`<div class="empty">
    <p>${isReady ? l10n.t('Nothing has run yet.') : l10n.t('No events yet.')} ${words}</p>
    <ol>
      <li>${l10n.t('Send a message in the chat. No key is needed:')} <code>${example}</code></li>
      <li>${l10n.t('Choose an event to see its hooks: which ran, which were skipped and why, what they changed.')}</li>
      <li>${l10n.t('Make a hook for it with one click, save, and try it again.')}</li>
    </ol>
    <div class="buttons">
      <button class="primary" @click=${() => post({ type: 'command', command: 'hooksmith.openChat' })}>${l10n.t('Open Chat')}</button>
      <button class="secondary" @click=${() => post({ type: 'command', command: 'hooksmith.newHook' })}>${l10n.t('New Hook…')}</button>
    </div>
  </div>`;
}
