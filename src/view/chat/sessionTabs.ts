/** The sessions that are open, where there are several: each with its own run, and marked where it waits for the human. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ShownIcon } from '../../shared/views/codicons';
import type { SessionTab } from '../../shared/views/viewProtocol';
import { post } from '../host';

const icons: Record<SessionTab['state'], ShownIcon> = {
  idle: 'comment',
  running: 'loading codicon-modifier-spin',
  asks: 'bell-dot',
};
const words: Record<SessionTab['state'], () => string> = {
  idle: () => '',
  running: () => l10n.t('at work'),
  asks: () => l10n.t('asks you'),
};

export function sessionTabs(tabs: readonly SessionTab[]): TemplateResult | typeof nothing {
  if (tabs.length < 2) return nothing;
  return html`<div class="tabs"><div role="tablist" aria-label=${l10n.t('Open sessions')} @keydown=${walk}>${repeat(
    tabs,
    ({ id }) => id,
    (tab: SessionTab) => {
      const { id, state, current } = tab;
      const title = tab.title || l10n.t('New chat');
      const label = [title, words[state]()].filter(Boolean).join(', ');
      return html`<button role="tab" class="tab ${state}" aria-selected=${current} tabindex=${current ? 0 : -1} aria-label=${label} title=${l10n.t('{0} (Delete closes it)', label)}
        @click=${() => current || post({ type: 'openTab', id })}
        @keydown=${(event: KeyboardEvent) => event.key === 'Delete' && post({ type: 'closeTab', id })}
        @auxclick=${(event: MouseEvent) => event.button === 1 && post({ type: 'closeTab', id })}>
        <i class="codicon codicon-${icons[state]}" aria-hidden="true"></i><span>${title}</span></button>`;
    },
  )}</div>
    <button class="icon" aria-label=${l10n.t('Close This Session')} title=${l10n.t('Close This Session: it stays in the list')}
      @click=${() => post({ type: 'closeTab', id: tabs.find(({ current }) => current)?.id ?? tabs[0]!.id })}><i class="codicon codicon-close" aria-hidden="true"></i></button></div>`;
}

/** Of more tabs than there is room for, that of the session on screen comes into sight; where they are scrolled to from then on is the human's. */
export function followCurrent(chat: ReactiveControllerHost & Element, tabs: () => readonly SessionTab[]): void {
  let shown: string | undefined;
  const hostUpdated = () => {
    const id = tabs().length > 1 ? tabs().find(({ current }) => current)?.id : undefined;
    if (id === shown) return;
    shown = id;
    chat.querySelector('.tab[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  chat.addController({ hostUpdated });
}

/** Arrows go from tab to tab; Enter opens the one that has the focus. */
function walk(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]')];
  const at = all.indexOf(event.target as HTMLElement);
  all[(at + step + all.length) % all.length]?.focus();
}
