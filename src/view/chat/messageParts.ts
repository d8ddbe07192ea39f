/** What went with a message, as the message's row names it: each opens in place, and its file by click. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { PromptPart } from '../../shared/messages/promptParts';
import type { Codicon } from '../../shared/views/codicons';
import { pretty } from '../format';
import { post } from '../host';

const icons: ReadonlyMap<string, Codicon> = new Map([
  ['file', 'file'],
  ['pasted', 'file'],
  ['folder', 'folder'],
  ['selection', 'list-selection'],
  ['open', 'eye'],
  ['problems', 'warning'],
  ['terminal', 'terminal'],
  ['changes', 'git-commit'],
]);

export function messageParts(parts: readonly PromptPart[]): TemplateResult | typeof nothing {
  if (parts.length === 0) return nothing;
  return html`<ul class="parts" aria-label=${l10n.t('Goes with the message')}>${parts.map(
    (
      part,
    ) => html`<li><details><summary title=${part.path ?? part.name}><i class="codicon codicon-${iconOf(part)}" aria-hidden="true"></i> ${part.name}${
      part.note ? html` <span class="dim">(${part.note})</span>` : nothing
    }</summary>
      ${part.path ? html`<button class="link" @click=${() => post({ type: 'openFile', file: part.path! })}>${l10n.t('Open File')}</button>` : nothing}
      <pre tabindex="0">${pretty(part.text)}</pre></details></li>`,
  )}</ul>`;
}

const iconOf = ({ tag, kind }: PromptPart): Codicon => (tag === 'command' ? 'symbol-event' : (icons.get(kind) ?? 'symbol-misc'));
