/** Says that what is on screen is a file, and how to go back. */
import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { post } from '../host';

export function shownBanner(path: string, guest?: string): TemplateResult {
  const name = guest ? l10n.t('a session of {0}', guest) : path.split(/[\\/]/).at(-1)!;
  return html`<div class="banner" role="note" aria-label=${l10n.t('Session file, read-only')}>
    <span title=${path}><i class="codicon codicon-lock" aria-hidden="true"></i> ${l10n.t('Only shown: {0}', name)}</span>
    <button class="link" @click=${() => post({ type: 'backToSession' })}>${l10n.t('Back to the current session')}</button>
  </div>`;
}
