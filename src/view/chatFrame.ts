/** What stands around the conversation: mode, model, rehearsal, the first words, and the line of facts. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Mode, Status } from '../shared/protocol';
import { count } from './format';
import { post } from './host';
import { t } from './l10n';

const modeNames: [Mode, string][] = [
  ['ask', 'Ask'],
  ['acceptEdits', 'Accept Edits'],
  ['plan', 'Plan'],
  ['bypass', 'Bypass'],
];
export const example = '/call Bash {"command": "git status"}';

export function chatHeader(status: Status): TemplateResult {
  return html`<header class="bar">
      <select
        aria-label="Mode"
        title="What runs without asking"
        .value=${status.mode}
        @change=${(event: Event) => post({ type: 'setMode', mode: (event.target as HTMLSelectElement).value as Mode })}
      >
        ${modeNames.map(([mode, name]) => html`<option value=${mode} ?selected=${mode === status.mode}>${name}</option>`)}
      </select>
      <button class="model" title=${`Model: ${status.model}. Choose another`}
        @click=${() => post({ type: 'command', command: 'hooksmith.chooseModel' })}>
        ${status.model}
      </button>
      <button class="icon" aria-label="New Chat" title="New Chat"
        @click=${() => post({ type: 'newChat' })}><i class="codicon codicon-add"></i></button>
    </header>`;
}

export function rehearsalBanner(empty: boolean, useExample: () => void): TemplateResult {
  return html`<div class="banner" role="note">
      <span>Rehearsal: no language model answers.${
        empty ? html` Play a tool call through your hooks: <code>${example}</code>` : nothing
      }</span>
      <button class="link" @click=${useExample}>Use Example</button>
      <button class="link" @click=${() => post({ type: 'command', command: 'hooksmith.setApiKey' })}>Set API Key</button>
    </div>`;
}

export function emptyState({ hooksLive, workspace, trusted }: Status): TemplateResult {
  return html`<div class="empty">
      <strong>Ask the agent to do something${workspace ? html` in ${workspace.split(/[\\/]/).at(-1)}` : nothing}.</strong><br />
      ${
        trusted
          ? html`Every step passes through your hooks: ${hooksLive} live.`
          : html`Restricted mode: no hook of this workspace runs and no tool that acts is offered until you trust it.`
      }<br />
      <button class="link"
        @click=${() => post({ type: 'command', command: 'hooksmith.newHook' })}>New Hook…</button> writes one; saving it changes the next step.
    </div>`;
}

export function chatFooter({ hooksLive, hookProblems, usage, costUsd }: Status, canCompact: boolean): TemplateResult {
  const read = usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  return html`<footer class="foot">
      <button class="link" title="Open Timeline" @click=${() => post({ type: 'command', command: 'hooksmith.openTimeline' })}>
        ${hooksLive} ${hooksLive === 1 ? 'hook' : 'hooks'} live
      </button>
      ${hookProblems > 0 ? html`<span class="problems">${hookProblems} with problems</span>` : nothing}
      ${
        read + usage.output_tokens > 0
          ? html`<span title="Tokens">${count(read)} in, ${count(usage.output_tokens)} out</span>`
          : nothing
      }
      ${
        costUsd > 0
          ? html`<span title="Cost of this session">$${costUsd < 0.1 ? costUsd.toFixed(4) : costUsd.toFixed(2)}</span>`
          : nothing
      }
      ${
        canCompact
          ? html`<button class="link" title=${t('Put a summary in the place of the conversation that the model is sent')}
              @click=${() => post({ type: 'command', command: 'hooksmith.compact' })}>${t('Compact')}</button>`
          : nothing
      }
    </footer>`;
}
