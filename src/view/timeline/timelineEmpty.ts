/** What the timeline says while it has nothing to show, or nothing of a run: what will be here, and how to get there, without a key as well. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { post } from '../host';
import type { TimelineSession } from './timelineSession';

const example = '/call Bash {"command": "git status"}';

/** In the place of rows, or below the few that are there before anything has run. */
export function insteadOfRows(session: TimelineSession, clearFilter: () => void): TemplateResult | typeof nothing {
  const { state, list, rows, isRehearsal } = session;
  if (rows.flat) return list.length === 0 ? noMatch(clearFilter) : nothing;
  return state.runs.size === 0 ? nothingRan(state.rows.length > 0, isRehearsal) : nothing;
}

const noMatch = (clear: () => void): TemplateResult => html`<div class="empty">
  <p>${l10n.t('No event matches the filter.')}</p>
  <div class="buttons"><button class="secondary" @click=${clear}>${l10n.t('Show All Events')}</button></div>
</div>`;

/** `isReady`: hooks and tools have told of themselves. */
function nothingRan(isReady: boolean, isRehearsal: boolean): TemplateResult {
  const words = l10n.t('Every step of the agent, and what each hook decided there, appears here.');
  return html`<div class="empty">
    <p>${isReady ? l10n.t('Nothing has run yet.') : l10n.t('No events yet.')} ${words}</p>
    <ol>
      <li>${isRehearsal ? html`${l10n.t('Send a message in the chat. No key is needed:')} <code>${example}</code>` : l10n.t('Send a message in the chat.')}</li>
      <li>${l10n.t('Choose an event to see its hooks: which ran, which were skipped and why, what they changed.')}</li>
      <li>${l10n.t('Make a hook for it with one click, save, and try it again.')}</li>
    </ol>
    <div class="buttons">
      <button class="primary" @click=${() => post({ type: 'command', command: 'hooksmith.openChat' })}>${l10n.t('Open Chat')}</button>
      <button class="secondary" @click=${() => post({ type: 'command', command: 'hooksmith.newHook' })}>${l10n.t('New Hook…')}</button>
    </div>
  </div>`;
}
