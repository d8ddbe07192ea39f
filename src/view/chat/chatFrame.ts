/** What stands around the conversation: its title, rehearsal, the first words, and the line of facts. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { dollars } from '../../shared/basics/dollars';
import type { Codicon } from '../../shared/views/codicons';
import type { Example, FromView, Status } from '../../shared/views/viewProtocol';
import { count, pretty } from '../format';
import { post } from '../host';

/** Where nobody has trusted the workspace, no tool that acts is there to be called. */
export const example = ({ trusted }: Status) => (trusted ? '/call Bash {"command": "git status"}' : '/call LS {"path": "."}');

export function chatHeader(title: string): TemplateResult {
  return html`<div class="bar">
      <h1 class="title" title=${title}>${title}</h1>
      <button class="icon" aria-label=${l10n.t('Sessions')} title=${l10n.t('Sessions')}
        @click=${() => post({ type: 'command', command: 'hooksmith.showSessions' })}><i class="codicon codicon-history" aria-hidden="true"></i></button>
      <button class="icon" aria-label=${l10n.t('New Chat')} title=${l10n.t('New Chat')}
        @click=${() => post({ type: 'newChat' })}><i class="codicon codicon-add" aria-hidden="true"></i></button>
    </div>`;
}

const command = (name: Extract<FromView, { type: 'command' }>['command']) => () => post({ type: 'command', command: name });

/** `problem` is why the model that was chosen does not answer. */
export function rehearsalBanner(empty: boolean, problem: string | undefined, useExample: () => void): TemplateResult {
  return html`<div class="banner" role="note">
      <span>${l10n.t('Rehearsal: no language model answers.')}${problem === undefined ? nothing : ` ${pretty(problem, 500)}`}${
        empty ? ` ${l10n.t('A tool call that you type is played through your hooks, approvals and tools.')}` : nothing
      }</span>
      <button class="link" @click=${useExample}>${l10n.t('Use Example')}</button>
      ${
        problem === undefined
          ? html`<button class="link" @click=${command('hooksmith.setApiKey')}>${l10n.t('Set API Key')}</button>`
          : html`<button class="link" @click=${command('hooksmith.chooseModel')}>${l10n.t('Choose Model…')}</button>`
      }
    </div>`;
}

const exampleWords: Record<Example['kind'], [icon: Codicon, label: () => string]> = {
  asks: ['question', () => l10n.t('Run a command that asks you first')],
  denied: ['circle-slash', () => l10n.t('Try a command that a hook denies')],
  changed: ['edit', () => l10n.t('Run the tests with an input that a hook changes')],
  agent: ['organization', () => l10n.t('Send a subagent to look around')],
};

/** Things to click before anything was typed. */
function offers({ examples = [], editorModels = 0 }: Status, send: (text: string) => void): TemplateResult {
  const offer = (icon: Codicon, label: string, click: () => void, title = label) =>
    html`<li><button class="offer" title=${title} @click=${click}><i class="codicon codicon-${icon}" aria-hidden="true"></i><span>${label}</span></button></li>`;
  return html`<ul class="offers" aria-label=${l10n.t('Things to try')}>
      ${examples.map(({ kind, text }) => offer(exampleWords[kind][0], exampleWords[kind][1](), () => send(text), text))}
      ${offer('zap', l10n.t('Write your first hook'), command('hooksmith.newHook'))}
      ${editorModels > 0 ? offer('hubot', l10n.t('Use a language model of the editor'), command('hooksmith.chooseModel')) : nothing}
    </ul>`;
}

export function emptyState(status: Status, send: (text: string) => void): TemplateResult {
  const { hooksLive, trusted, rehearsal, readOnly } = status;
  const line = (icon: Codicon, words: unknown) =>
    html`<li><i class="codicon codicon-${icon}" aria-hidden="true"></i><span>${words}</span></li>`;
  const link = (words: string, command: 'hooksmith.newHook' | 'hooksmith.openTimeline') =>
    html`<button class="link" @click=${() => post({ type: 'command', command })}>${words}</button>`;
  return html`${rehearsal && trusted && !readOnly ? offers(status, send) : nothing}<ul class="empty">
      ${
        trusted
          ? html`${line('comment', l10n.t('Ask for something: what acts is put to you first, unless the mode below says otherwise.'))}
      ${line(
        'zap',
        html`${seeing(hooksLive)} ${link(l10n.t('New Hook…'), 'hooksmith.newHook')} ${l10n.t('makes one that is live as soon as you save it.')}`,
      )}`
          : line(
              'shield',
              l10n.t('Restricted mode: no hook of this workspace runs and no tool that acts is offered until you trust it.'),
            )
      }
      ${line('list-tree', html`${l10n.t('What happened, and which hook did what, is in the')} ${link(l10n.t('Hook Timeline'), 'hooksmith.openTimeline')}.`)}
    </ul>`;
}

function contextPart(used: number, window: number): TemplateResult {
  const share = Math.round((used / window) * 100);
  return html`<span class=${share >= 80 ? 'nearly-full' : ''}
    title=${l10n.t('Of the context window the last request took {0} of {1} tokens', count(used), count(window))}>${l10n.t('{0}% context', share)}</span>`;
}

function spentParts({ usage, costUsd, pricesAsOf, priceUnknown }: Status): unknown {
  const cached = usage.cache_read_input_tokens ?? 0;
  const read = usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  if (read + usage.output_tokens === 0) return nothing;
  return html`<span class="tokens" title=${l10n.t('Tokens of this session; {0} were read from the cache', count(cached))}>${l10n.t('{0} in, {1} out', count(read), count(usage.output_tokens))}${
    cached > 0 ? html`, ${l10n.t('{0} cached', count(cached))}` : nothing
  }</span>
  ${
    costUsd > 0
      ? html`<span title=${pricesAsOf ? l10n.t('Cost of this session in USD, at the prices of {0}', pricesAsOf) : l10n.t('Cost of this session in USD')}>${dollars(costUsd)}</span>`
      : priceUnknown
        ? html`<span title=${l10n.t('No price is known for this model: what its calls cost is not counted.')}>${l10n.t('price unknown')}</span>`
        : nothing
  }`;
}

/** What the conversation took so far; nothing before a model has answered, unless hooks are amiss. */
export function chatFooter(status: Status, canCompact: boolean): TemplateResult | typeof nothing {
  const { hooksLive, hookProblems, contextTokens, contextWindow } = status;
  const spent = spentParts(status);
  if (!contextTokens && spent === nothing && hookProblems === 0) return nothing;
  return html`<div class="foot">
      ${
        hookProblems > 0
          ? html`${hooksLive === undefined ? nothing : html`<span>${hooksLive === 1 ? l10n.t('1 hook live') : l10n.t('{0} hooks live', hooksLive)}</span>`}
            <span class="problems"><i class="codicon codicon-warning" aria-hidden="true"></i> ${l10n.t('{0} with problems', hookProblems)}</span>`
          : nothing
      }
      ${contextTokens ? contextPart(contextTokens, contextWindow) : nothing} ${spent}
      ${
        canCompact && contextTokens
          ? html`<button class="icon" aria-label=${l10n.t('Compact')} title=${l10n.t('Compact: put a summary in the place of the conversation that the model is sent')}
              @click=${command('hooksmith.compact')}><i class="codicon codicon-fold" aria-hidden="true"></i></button>`
          : nothing
      }
    </div>`;
}

function seeing(hooks: number | undefined): string {
  if (hooks === undefined) return l10n.t('Hooks are being loaded.');
  if (hooks === 0) return l10n.t('No hook sees the steps yet.');
  return hooks === 1 ? l10n.t('1 hook sees each step.') : l10n.t('{0} hooks see each step.', hooks);
}
