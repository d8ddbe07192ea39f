/** What a subagent does, beneath the call that started it: a line that says how it stands, and its own rows when unfolded. Whoever asks the human is always in sight. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { dollars } from '../../shared/basics/dollars';
import type { AgentWork, Entry, ToolEntry } from '../conversation/conversationState';
import { waitingIn } from '../conversation/conversationTools';
import { duration, inputSummary } from '../format';

export interface WorkState {
  open: boolean;
  toggle(): void;
  row(entry: Entry): unknown;
}

export function agentWork(
  { key, work }: ToolEntry & { work: AgentWork },
  { open, toggle, row }: WorkState,
  folders: readonly string[],
): TemplateResult {
  const shown: readonly Entry[] = open ? work.entries : waitingIn(work);
  return html`<button class="hook-summary work-head" aria-expanded=${open} aria-controls=${`work-${key}`} @click=${toggle}>
      <i class="codicon codicon-chevron-${open ? 'down' : 'right'}" aria-hidden="true"></i
      ><i class="codicon codicon-robot" aria-hidden="true"></i>${summaryOf(work, folders)}
    </button>
    <div
      id=${`work-${key}`}
      class="work"
      role="group"
      aria-label=${l10n.t('Work of {0}', work.agentName)}
      ?hidden=${shown.length === 0}
    >
      ${repeat(
        shown,
        (entry) => entry.key,
        (entry) => html`<div class="entry" data-key=${entry.key}>${row(entry)}</div>`,
      )}
      ${work.error && open ? html`<div class="verdict">${work.error}</div>` : nothing}
    </div>`;
}

/** `researcher · 3 calls · 4.2 s`; while it works, what it does now. */
function summaryOf(work: AgentWork, folders: readonly string[]): string {
  const { agentName, entries, status, background, duration: took, usage, costUsd } = work;
  const calls = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry] : []));
  const now = status === 'running' ? calls.findLast((call) => call.phase !== 'settled') : undefined;
  const tokens = usage ? usage.input_tokens + usage.output_tokens : 0;
  return [
    agentName,
    background ? l10n.t('in the background') : '',
    calls.length === 1 ? l10n.t('1 call') : l10n.t('{0} calls', calls.length),
    waitingIn(work).length > 0 ? l10n.t('asks you') : '',
    status === 'failed' ? l10n.t('failed') : status === 'interrupted' ? l10n.t('interrupted') : '',
    tokens > 0 ? l10n.t('{0} tokens', tokens.toLocaleString()) : '',
    costUsd ? dollars(costUsd) : '',
    took === undefined ? '' : duration(took),
    now ? `${now.toolName} ${inputSummary(now.input, folders)}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
