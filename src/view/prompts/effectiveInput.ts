/** The input that would run: what was changed is marked, with who changed it; an edit is shown as its diff. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalRequest } from '../../shared/calls/approvals';
import { pretty } from '../format';
import { hookLink } from '../hookChain';
import { post } from '../host';

/** What is approved is shown whole; this is where it would stall the page, and the cut says so. */
const mostShown = 500_000;
const mostLines = 3_000;

export function effectiveInput(request: ApprovalRequest): TemplateResult {
  const requested = new Map(Object.entries(request.requestedInput ?? {}));
  const shown = new Map(Object.entries(request.input));
  const gone = request.requestedInput ? [...requested.keys()].filter((name) => !shown.has(name)) : [];
  const changers = (name: string) =>
    request.changedBy.filter(({ fields }) => fields.some((field) => field.split(/[.[]/)[0] === name || field === 'input'));
  const before = (name: string) => (requested.has(name) ? html`<del><pre>${pretty(requested.get(name))}</pre></del>` : nothing);
  const differs = (name: string) =>
    request.requestedInput !== undefined && JSON.stringify(requested.get(name)) !== JSON.stringify(shown.get(name));
  // An edit is better read as its diff; what the diff does not show stays.
  const inDiff = request.diff ? new Set(['content', 'old_string', 'new_string', 'edits']) : new Set<string>();
  return html`<dl class="input">
        ${[...shown].map(([name, value]) => {
          if (inDiff.has(name) && !differs(name)) return nothing;
          const by = changers(name);
          const mark = differs(name) || by.length > 0;
          return html`<div class=${mark ? 'changed' : ''}>
            <dt>
              ${name}${
                mark
                  ? html` <span class="mark"><i class="codicon codicon-edit" aria-hidden="true"></i> ${l10n.t('changed by')} ${by.length > 0 ? by.map((hook) => hookLink(hook)) : l10n.t('you')}</span>`
                  : nothing
              }
            </dt>
            <dd>${mark ? before(name) : nothing}<pre>${pretty(value, mostShown)}</pre></dd>
          </div>`;
        })}
        ${gone.map(
          (name) =>
            html`<div class="changed"><dt>${name} <span class="mark">${l10n.t('removed')}</span></dt><dd>${before(name)}</dd></div>`,
        )}
      </dl>
      ${request.diff ? unifiedDiff(request.id, request.diff) : nothing}`;
}

function unifiedDiff(id: string, patch: string): TemplateResult {
  // Only the header goes: further down a line that begins with dashes or plus signs is text of the file.
  const at = Math.max(0, patch.search(/^@@/m));
  const lines = patch.slice(at).trimEnd().split(/\r?\n/);
  const more = lines.length - mostLines;
  const kind = (line: string) =>
    /^(@@|\\ )/.test(line) ? 'hunk' : line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : '';
  return html`<div class="diff" tabindex="0" role="group" aria-label=${l10n.t('Changes')}>${lines
    .slice(0, mostLines)
    .map((line) => html`<div class=${kind(line)}>${pretty(line) || ' '}</div>`)}</div>
      ${more > 0 ? html`<div class="error-text">${l10n.t('{0} more lines: open the diff before you allow it.', more)}</div>` : nothing}
      <button class="link" @click=${() => post({ type: 'openDiff', id })}>${l10n.t('Open Diff')}</button>`;
}
