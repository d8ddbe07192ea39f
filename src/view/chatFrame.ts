/** What stands around the conversation: its title, rehearsal, the first words, and the line of facts. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Status } from '../shared/protocol';
import { count } from './format';
import { post } from './host';
import { t } from './l10n';

export const example = '/call Bash {"command": "git status"}';

export function chatHeader(title: string): TemplateResult {
  return html`<div class="bar">
      <h1 class="title" title=${title}>${title}</h1>
      <button class="icon" aria-label=${t('New Chat')} title=${t('New Chat')}
        @click=${() => post({ type: 'newChat' })}><i class="codicon codicon-add" aria-hidden="true"></i></button>
    </div>`;
}

export function rehearsalBanner(empty: boolean, useExample: () => void): TemplateResult {
  return html`<div class="banner" role="note">
      <span>${t('Rehearsal: no language model answers.')}${
        empty ? html` ${t('Play a tool call through your hooks:')} <code>${example}</code>` : nothing
      }</span>
      <button class="link" @click=${useExample}>${t('Use Example')}</button>
      <button class="link" @click=${() => post({ type: 'command', command: 'hooksmith.setApiKey' })}>${t('Set API Key')}</button>
    </div>`;
}

export function emptyState({ hooksLive, trusted }: Status): TemplateResult {
  const line = (icon: string, words: unknown) =>
    html`<li><i class="codicon codicon-${icon}" aria-hidden="true"></i><span>${words}</span></li>`;
  const link = (words: string, command: 'hooksmith.newHook' | 'hooksmith.openTimeline') =>
    html`<button class="link" @click=${() => post({ type: 'command', command })}>${words}</button>`;
  return html`<ul class="empty">
      ${line('comment', t('Ask for something: what acts is put to you first, unless the mode below says otherwise.'))}
      ${
        trusted
          ? line(
              'zap',
              html`${hooksLive === 1 ? t('1 hook sees each step.') : t('{0} hooks see each step.', hooksLive)} ${link(t('New Hook…'), 'hooksmith.newHook')} ${t('makes one that is live as soon as you save it.')}`,
            )
          : line(
              'shield',
              t('Restricted mode: no hook of this workspace runs and no tool that acts is offered until you trust it.'),
            )
      }
      ${line('list-tree', html`${t('What happened, and which hook did what, is in the')} ${link(t('Hook Timeline'), 'hooksmith.openTimeline')}.`)}
    </ul>`;
}

/** `12.3k of 200.0k (6 %)`. */
function contextLine(used: number, window: number): TemplateResult {
  const share = Math.round((used / window) * 100);
  return html`<span class=${share >= 80 ? 'nearly-full' : ''}
    title=${t('Of the context window the last request took {0} of {1} tokens', count(used), count(window))}>${t('{0}% context', share)}</span>`;
}

function spentLine({ usage, costUsd, pricesAsOf }: Status): unknown {
  const cached = usage.cache_read_input_tokens ?? 0;
  const read = usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  if (read + usage.output_tokens === 0) return nothing;
  const cost = costUsd < 0.1 ? costUsd.toFixed(4) : costUsd.toFixed(2);
  return html`<span title=${t('Tokens of this session; {0} were read from the cache', count(cached))}>${t('{0} in, {1} out', count(read), count(usage.output_tokens))}${
    cached > 0 ? html`, ${t('{0} cached', count(cached))}` : nothing
  }</span>
  ${
    costUsd > 0
      ? html`<span title=${pricesAsOf ? t('Cost of this session in USD, at the prices of {0}', pricesAsOf) : t('Cost of this session in USD')}>$${cost}</span>`
      : nothing
  }`;
}

export function chatFooter(status: Status, canCompact: boolean): TemplateResult {
  const { hooksLive, hookProblems, contextTokens, contextWindow } = status;
  return html`<div class="foot">
      <button class="link" title=${t('Open Timeline')} @click=${() => post({ type: 'command', command: 'hooksmith.openTimeline' })}>
        ${hooksLive === 1 ? t('1 hook live') : t('{0} hooks live', hooksLive)}
      </button>
      ${hookProblems > 0 ? html`<span class="problems">${t('{0} with problems', hookProblems)}</span>` : nothing}
      ${contextTokens ? contextLine(contextTokens, contextWindow) : nothing} ${spentLine(status)}
      ${
        canCompact
          ? html`<button class="link" title=${t('Put a summary in the place of the conversation that the model is sent')}
              @click=${() => post({ type: 'command', command: 'hooksmith.compact' })}>${t('Compact')}</button>`
          : nothing
      }
    </div>`;
}
