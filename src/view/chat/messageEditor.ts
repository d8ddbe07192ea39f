/** A message of the human's own, opened for editing where it stands. Enter saves, Escape leaves it as it was. */
import * as l10n from '@vscode/l10n';
import { html, LitElement } from 'lit';

class MessageEditor extends LitElement {
  static override properties = { text: {}, save: {}, note: {} };
  text = '';
  /** What its button says. */
  save = '';
  note = '';
  onSave: (text: string) => void = () => {};
  onCancel: () => void = () => {};

  protected override createRenderRoot(): this {
    return this;
  }

  private get box(): HTMLTextAreaElement {
    return this.querySelector('textarea')!;
  }

  protected override firstUpdated(): void {
    const { box } = this;
    box.value = this.text;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }

  private readonly submit = () => {
    const text = this.box.value.trim();
    if (text) this.onSave(text);
  };

  private readonly keys = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' && !event.shiftKey;
    if (event.isComposing || (!saves && event.key !== 'Escape')) return;
    event.preventDefault();
    if (saves) this.submit();
    else this.onCancel();
  };

  protected override render(): unknown {
    return html`<div class="message-editor">
      <textarea rows="1" aria-label=${l10n.t('Edit message')} @keydown=${this.keys}></textarea>
      <div class="buttons">
        <button class="primary" @click=${this.submit}>${this.save}</button>
        <button class="secondary" @click=${() => this.onCancel()}>${l10n.t('Cancel')}</button>
      </div>
      <div class="dim">${this.note}</div>
    </div>`;
  }
}

customElements.define('hooksmith-message-editor', MessageEditor);
