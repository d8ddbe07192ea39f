/** The hooks of one or more dispatches, in the order they ran, with what each decided and changed; for one event also those that did not run, and why. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChainStep } from '../shared/verdicts/chainStep';
import type { HookRecord } from '../shared/verdicts/hookRecord';
import type { Codicon } from '../shared/views/codicons';
import { changeView } from './change';
import { wordsText } from './confinementText';
import { duration, fileName, pretty } from './format';
import { post } from './host';

const icons: Record<HookRecord['decision'], Codicon> = {
  continue: 'pass',
  allow: 'pass-filled',
  modify: 'edit',
  deny: 'circle-slash',
  ask: 'question',
  respond: 'reply',
  fail: 'error',
  error: 'error',
  stop: 'stop-circle',
  retry: 'refresh',
  redirect: 'arrow-swap',
  drop: 'trash',
  confine: 'lock',
  continueWith: 'circle-small-filled',
};

/** Records of another version may have words that this one does not know. */
const iconOf = (decision: HookRecord['decision']): Codicon =>
  Object.hasOwn(icons, decision) ? icons[decision] : 'circle-small-filled';

export function hookLink(hook: { name: string; file: string; line?: number }): TemplateResult {
  const open = () => post({ type: 'openFile', file: hook.file, ...(hook.line ? { line: hook.line } : {}) });
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  };
  // No button: that is a box of its own, which a long name would break out of its sentence.
  return html`<a class="link" role="button" tabindex="0" title=${`${hook.file}${hook.line ? `:${hook.line}` : ''}`}
    @click=${open} @keydown=${keys}>${hook.name}</a>`;
}

export function hookRow(record: HookRecord, event?: string): TemplateResult {
  const { decision, reason, changed, logs, error, words, noEffect, uncertain, mightMatch } = record;
  return html`<li class="hook ${decision === 'error' ? 'failed' : decision} ${noEffect === undefined ? '' : 'void'}">
    <div class="hook-line">
      <i class="codicon codicon-${iconOf(decision)}" aria-hidden="true"></i>
      ${hookLink(record)}
      <strong>${decision}</strong>
      ${record.shadow ? html`<span class="tag">${l10n.t('shadow')}</span>` : nothing} ${
        noEffect === undefined ? nothing : html`<span class="tag">${l10n.t('no effect')}</span>`
      } ${record.kind === 'policy' ? html`<span class="tag">${l10n.t('policy')}</span>` : nothing}
      <span class="dim">${
        event ? html`${event} · ` : nothing
      }${fileName(record.file)}:${record.line} · ${duration(record.duration)}${record.priority === 0 ? nothing : html` · <span>${l10n.t('priority {0}', record.priority)}</span>`}</span>
    </div>
    ${reason ? html`<div class="said">${pretty(reason, 2000)}</div>` : nothing}
    ${
      // The reason of a denial that became a question says it.
      uncertain === undefined || mightMatch
        ? nothing
        : html`<div class="said dim">(${l10n.t('it only might match:')} ${pretty(uncertain, 500)})</div>`
    }
    ${noEffect === undefined ? nothing : html`<div class="said">${l10n.t('Without effect: {0}', pretty(noEffect, 2000))}</div>`}
    ${words ? html`<div class="said">${pretty(wordsText(words), 2000)}</div>` : nothing}
    ${error ? html`<div class="said error-text">${error.name}: ${pretty(error.message, 2000)}${error.line ? ` (${l10n.t('line {0}', error.line)})` : ''}</div>` : nothing}
    ${changed?.map(changeView)}
    ${logs && logs.length > 0 ? html`<pre class="logs" tabindex="0" role="group" aria-label=${l10n.t('Logs')}>${pretty(logs.join('\n'), 4000)}</pre>` : nothing}
  </li>`;
}

/** Every hook that the event met, in order. `steps` is undefined where no record of them is left, or it has not come yet: then only what ran is known. */
export function chainRows(records: readonly HookRecord[], steps: readonly ChainStep[] | undefined): TemplateResult[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const known = new Set(steps?.map(({ id }) => id));
  return [
    ...(steps ?? []).map((step) => {
      const record = byId.get(step.id);
      return record ? hookRow(record) : skippedRow(step);
    }),
    ...records.filter(({ id }) => !known.has(id)).map((record) => hookRow(record)),
  ];
}

function skippedRow({ name, file, line, kind, priority, skipped }: ChainStep): TemplateResult {
  return html`<li class="hook skipped">
    <div class="hook-line">
      <i class="codicon codicon-debug-step-over" aria-hidden="true"></i>
      ${hookLink({ name, file, line })}
      <strong>${l10n.t('skipped')}</strong>
      ${kind === 'policy' ? html`<span class="tag">${l10n.t('policy')}</span>` : nothing}
      <span class="dim">${skipped ? whySkipped(skipped) : nothing}${
        priority === 0 ? nothing : html` · <span>${l10n.t('priority {0}', priority)}</span>`
      }</span>
    </div>
  </li>`;
}

function whySkipped({ why, wanted, by }: NonNullable<ChainStep['skipped']>): string {
  switch (why) {
    case 'disabled':
      return l10n.t('it is disabled');
    case 'tool':
      return l10n.t('another tool: it wants {0}', wanted ?? '');
    case 'match':
      return l10n.t('the input does not match {0}', wanted ?? '');
    case 'agent':
      return l10n.t('another agent: it wants {0}', wanted ?? '');
    case 'ended':
      return by ? l10n.t('{0} had ended the chain', by) : l10n.t('the chain had ended');
  }
}
