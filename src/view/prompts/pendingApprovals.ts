/** Several calls that wait at once: how many, the way to the next, and all of them together, each with its whole effective input. */
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ApprovalRequest } from '../../shared/calls/approvals';
import { pretty } from '../format';
import { post } from '../host';
import { Arming } from './arming';
import { effectiveInput } from './effectiveInput';

class PendingApprovals extends LitElement {
  static override properties = { requests: { attribute: false }, open: { state: true } };
  /** Oldest first. */
  requests: readonly ApprovalRequest[] = [];
  onNext: () => void = () => {};
  private open = false;
  private sent = false;
  private readonly arming = new Arming(this);

  protected override createRenderRoot(): this {
    return this;
  }

  /** What would be decided; another list is another question. */
  private static nameOf(requests: readonly ApprovalRequest[]): string {
    return requests.map(({ id, inputHash }) => `${id} ${inputHash}`).join('\n');
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before = changed.get('requests') as readonly ApprovalRequest[] | undefined;
    if (changed.has('open') || (before && PendingApprovals.nameOf(before) !== PendingApprovals.nameOf(this.requests))) {
      this.sent = false;
      this.arming.again();
    }
  }

  private readonly toggle = () => {
    this.open = !this.open;
  };

  private decide(type: 'approve' | 'deny'): void {
    if (!this.arming.armed || this.sent || !this.open) return;
    this.sent = true;
    for (const { id, inputHash } of this.requests)
      post(type === 'approve' ? { type, id, inputHash, scope: 'once' } : { type, id, inputHash });
    this.requestUpdate();
  }

  protected override render(): unknown {
    const { requests, open } = this;
    const dead = !this.arming.armed || this.sent;
    return html`<section class="pending-approvals" aria-label=${l10n.t('Waiting approvals')}>
      <div class="pending-head">
        <i class="codicon codicon-shield" aria-hidden="true"></i>
        <span>${l10n.t('{0} calls wait for your decision', requests.length)}</span>
        <button class="link" @click=${() => this.onNext()}>${l10n.t('Show Next')}</button>
        <button class="link" aria-expanded=${open} @click=${this.toggle}>${open ? l10n.t('Close') : l10n.t('Decide All…')}</button>
      </div>
      ${
        open
          ? html`<div role="group" aria-label=${l10n.t('Approve all {0} calls', requests.length)}>
              <ol class="pending-list" tabindex="0" aria-label=${l10n.t('What would run, in this order')}>
                ${repeat(
                  requests,
                  ({ id }) => id,
                  (request) => html`<li>
                    <strong>${request.toolName}</strong>${request.branch === 'main' ? nothing : html` <span class="dim">${l10n.t('agent {0}', request.branch)}</span>`}
                    ${request.risk ? html`<div class="risk">${pretty(request.risk, 2000)}</div>` : nothing}
                    ${effectiveInput(request)}
                  </li>`,
                )}
              </ol>
              <div class="buttons">
                <button class="primary" ?disabled=${dead} @click=${() => this.decide('approve')}>${l10n.t('Allow All {0}', requests.length)}</button>
                <button class="secondary" ?disabled=${dead} @click=${() => this.decide('deny')}>${l10n.t('Deny All')}</button>
              </div>
            </div>`
          : nothing
      }
    </section>`;
  }
}

customElements.define('hooksmith-pending', PendingApprovals);
