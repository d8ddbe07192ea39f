/** What stands around the conversation: its title, rehearsal, the first words, and the line of facts. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Status } from '../shared/protocol';
import { count } from './format';
import { post } from './host';

export const example = '/call Bash {"command": "git status"}';

export function chatHeader(title: string): TemplateResult {
  return html`<div class="bar">
      <h1 class="title" title=${title}>${title}</h1>
      <button class="icon" aria-label=${l10n.t('New Chat')} title=${l10n.t('New Chat')}
        @click=${() => post({ type: 'newChat' })}><i class="codicon codicon-add" aria-hidden="true"></i></button>
    </div>`;
}

export function rehearsalBanner(empty: boolean, useExample: () => void): TemplateResult {
  return html`<div class="banner" role="note">
      <span>${l10n.t('Rehearsal: no language model answers.')}${
        empty ? html` ${l10n.t('Play a tool call through your hooks:')} <code>${example}</code>` : nothing
      }</span>
      <button class="link" @click=${useExample}>${l10n.t('Use Example')}</button>
      <button class="link" @click=${() => post({ type: 'command', command: 'hooksmith.setApiKey' })}>${l10n.t('Set API Key')}</button>
    </div>`;
}

export function emptyState({ hooksLive, trusted }: Status): TemplateResult {
  const line = (icon: string, words: unknown) =>
    html`<li><i class="codicon codicon-${icon}" aria-hidden="true"></i><span>${words}</span></li>`;
  const link = (words: string, command: 'hooksmith.newHook' | 'hooksmith.openTimeline') =>
    html`<button class="link" @click=${() => post({ type: 'command', command })}>${words}</button>`;
  return html`<ul class="empty">
      ${line('comment', l10n.t('Ask for something: what acts is put to you first, unless the mode below says otherwise.'))}
      ${
        trusted
          ? line(
              'zap',
              html`${hooksLive === 1 ? l10n.t('1 hook sees each step.') : l10n.t('{0} hooks see each step.', hooksLive)} ${link(l10n.t('New Hook…'), 'hooksmith.newHook')} ${l10n.t('makes one that is live as soon as you save it.')}`,
            )
          : line(
              'shield',
              l10n.t('Restricted mode: no hook of this workspace runs and no tool that acts is offered until you trust it.'),
            )
      }
      ${line('list-tree', html`${l10n.t('What happened, and which hook did what, is in the')} ${link(l10n.t('Hook Timeline'), 'hooksmith.openTimeline')}.`)}
    </ul>`;
}

/** `12.3k of 200.0k (6 %)`. */
function contextLine(used: number, window: number): TemplateResult {
  const share = Math.round((used / window) * 100);
  return html`<span class=${share >= 80 ? 'nearly-full' : ''}
    title=${l10n.t('Of the context window the last request took {0} of {1} tokens', count(used), count(window))}>${l10n.t('{0}% context', share)}</span>`;
}

function spentLine({ usage, costUsd, pricesAsOf }: Status): unknown {
  const cached = usage.cache_read_input_tokens ?? 0;
  const read = usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  if (read + usage.output_tokens === 0) return nothing;
  const cost = costUsd < 0.1 ? costUsd.toFixed(4) : costUsd.toFixed(2);
  return html`<span title=${l10n.t('Tokens of this session; {0} were read from the cache', count(cached))}>${l10n.t('{0} in, {1} out', count(read), count(usage.output_tokens))}${
    cached > 0 ? html`, ${l10n.t('{0} cached', count(cached))}` : nothing
  }</span>
  ${
    costUsd > 0
      ? html`<span title=${pricesAsOf ? l10n.t('Cost of this session in USD, at the prices of {0}', pricesAsOf) : l10n.t('Cost of this session in USD')}>$${cost}</span>`
      : nothing
  }`;
}

export function chatFooter(status: Status, canCompact: boolean): TemplateResult {
  const { hooksLive, hookProblems, contextTokens, contextWindow } = status;
  return html`<div class="foot">
      <button class="link" title=${l10n.t('Open Timeline')} @click=${() => post({ type: 'command', command: 'hooksmith.openTimeline' })}>
        ${hooksLive === 1 ? l10n.t('1 hook live') : l10n.t('{0} hooks live', hooksLive)}
      </button>
      ${hookProblems > 0 ? html`<span class="problems">${l10n.t('{0} with problems', hookProblems)}</span>` : nothing}
      ${contextTokens ? contextLine(contextTokens, contextWindow) : nothing} ${spentLine(status)}
      ${
        canCompact
          ? html`<button class="link" title=${l10n.t('Put a summary in the place of the conversation that the model is sent')}
              @click=${() => post({ type: 'command', command: 'hooksmith.compact' })}>${l10n.t('Compact')}</button>`
          : nothing
      }
    </div>`;
}
