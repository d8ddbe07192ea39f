/** What a hook changed: whole values side by side where they are short, line by line where they are not. */
import * as l10n from '@vscode/l10n';
import { diffLines } from 'diff';
import { html, nothing, type TemplateResult } from 'lit';
import type { HookRecord } from '../shared/verdicts/hookRecord';
import { pretty } from './format';

type Change = NonNullable<HookRecord['changed']>[number];

const mostShown = 2_000;
/** Beyond this a comparison by lines could hold a frame up. */
const mostCompared = 200_000;
/** Lines around a change that did not change. */
const context = 2;

export function changeView({ field, before, after }: Change): TemplateResult {
  return html`<div class="change">
    <span class="field">${field}</span>
    ${before === undefined || after === undefined ? whole(before, after) : compared(text(before), text(after))}
  </div>`;
}

const text = (value: unknown) => pretty(value, mostCompared);

function whole(before: unknown, after: unknown): TemplateResult {
  return html`${before === undefined ? nothing : html`<del><pre>${pretty(before, mostShown)}</pre></del>`}
  ${after === undefined ? nothing : html`<ins><pre>${pretty(after, mostShown)}</pre></ins>`}`;
}

function compared(before: string, after: string): TemplateResult {
  const lines = before.includes('\n') || after.includes('\n');
  const parts = lines ? diffLines(before, after, { maxEditLength: 1000 }) : undefined;
  if (!parts?.some((part) => !part.added && !part.removed)) return whole(before, after);
  return html`${parts.map(({ value, added, removed }, at) => {
    const shown = value.replace(/\n$/, '');
    if (removed) return html`<del><pre>${pretty(shown, mostShown)}</pre></del>`;
    if (added) return html`<ins><pre>${pretty(shown, mostShown)}</pre></ins>`;
    return alike(shown.split('\n'), at === 0, at === parts.length - 1);
  })}`;
}

/** The lines next to a change, and how many are left out. */
function alike(lines: string[], isFirst: boolean, isLast: boolean): TemplateResult {
  const head = isFirst ? 0 : context;
  const tail = isLast ? 0 : context;
  if (lines.length <= head + tail + 1) return html`<pre class="alike">${lines.join('\n')}</pre>`;
  return html`${head ? html`<pre class="alike">${lines.slice(0, head).join('\n')}</pre>` : nothing}
    <div class="dim alike">${l10n.t('… {0} lines alike', lines.length - head - tail)}</div>
    ${tail ? html`<pre class="alike">${lines.slice(-tail).join('\n')}</pre>` : nothing}`;
}
