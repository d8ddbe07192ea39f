/** A value as text, a page at a time: one of megabytes costs no more to show than its first page. */
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { pretty } from '../format';

const pageLength = 8_000;

class PagedValue extends LitElement {
  static override properties = { value: { attribute: false }, label: { type: String } };
  declare value: unknown;
  declare label: string;
  private text = '';
  private page = 0;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('value')) return;
    this.text = pretty(this.value, Number.POSITIVE_INFINITY);
    this.page = 0;
  }

  protected override render(): TemplateResult {
    const { text, page, label } = this;
    const pages = Math.max(1, Math.ceil(text.length / pageLength));
    return html`<pre class="value" tabindex="0" role="region" aria-label=${label}>${text.slice(page * pageLength, (page + 1) * pageLength)}</pre>
      ${
        pages === 1
          ? nothing
          : html`<div class="pages">
            <button class="icon" aria-label=${l10n.t('Previous Page')} ?disabled=${page === 0} @click=${() => this.turn(-1)}>
              <i class="codicon codicon-chevron-left" aria-hidden="true"></i>
            </button>
            <span class="dim" role="status">${l10n.t('Page {0} of {1}', page + 1, pages)}</span>
            <button class="icon" aria-label=${l10n.t('Next Page')} ?disabled=${page === pages - 1} @click=${() => this.turn(1)}>
              <i class="codicon codicon-chevron-right" aria-hidden="true"></i>
            </button>
          </div>`
      }`;
  }

  private turn(by: number): void {
    this.page += by;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector('pre')?.scrollTo(0, 0));
  }
}

customElements.define('hooksmith-value', PagedValue);

export const pagedValue = (label: string, value: unknown): TemplateResult =>
  html`<hooksmith-value .value=${value} label=${label}></hooksmith-value>`;
