/** The rules that an approval offers: each to the letter, with how far it would have reached, for this session, this workspace or always. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ApprovalRequest, ApprovalScope } from '../shared/approvals';
import { pretty } from './format';

type Lasting = Exclude<ApprovalScope, 'once'>;
const scopes: [Lasting, () => string][] = [
  ['session', () => l10n.t('Allow for This Session')],
  ['workspace', () => l10n.t('Allow in This Workspace')],
  ['always', () => l10n.t('Allow Always')],
];

export function ruleMenu(
  request: ApprovalRequest,
  { pick, keys }: { pick(scope: Lasting, rule: string): void; keys(event: KeyboardEvent): void },
): TemplateResult {
  return html`<div class="menu" role="menu" aria-label=${l10n.t('More allow options')} @keydown=${keys}>
      ${request.suggestions.map((rule) =>
        scopes.map(
          ([scope, words]) =>
            html`<button role="menuitem" tabindex="-1"
              @click=${() => pick(scope, rule)}><span>${words()}</span><code>${pretty(rule, 500)}</code>${reachLine(request, rule)}</button>`,
        ),
      )}
    </div>`;
}

function reachLine({ reach, toolName, input }: ApprovalRequest, rule: string): unknown {
  const found = reach?.find((one) => one.rule === rule);
  if (!found) return nothing;
  const { matched, of } = found;
  return html`<small>${
    typeof input.command === 'string'
      ? l10n.t('{0} of your last {1} commands', matched, of)
      : l10n.t('{0} of your last {1} calls of {2}', matched, of, toolName)
  }</small>`;
}

/** Above its button, or below where there is more room; always within the view. */
export function placeMenu(menu: HTMLElement, anchor: DOMRect): void {
  const gap = 2;
  const above = anchor.top - 2 * gap;
  const below = innerHeight - anchor.bottom - 2 * gap;
  const up = menu.offsetHeight <= above || above > below;
  menu.style.maxHeight = `${up ? above : below}px`;
  menu.style.left = `${Math.max(gap, Math.min(anchor.left, innerWidth - menu.offsetWidth - gap))}px`;
  menu.style.top = `${up ? Math.max(gap, anchor.top - gap - menu.offsetHeight) : anchor.bottom + gap}px`;
}
