/** The message box: grows with its text, remembers its draft, walks back through what was sent. */
import { html, LitElement, nothing } from 'lit';
import { post, remember, remembered } from './host';

export class Composer extends LitElement {
  static override properties = {
    running: { type: Boolean },
    readOnly: { type: Boolean },
    placeholder: {},
    empty: { state: true },
  };
  running = false;
  readOnly = false;
  placeholder = '';
  /** Messages of this conversation, oldest first. */
  sent: () => string[] = () => [];
  /** Called with what was sent. */
  onSend: (text: string) => void = () => {};
  private empty = true;
  /** How far back the text in the box comes from; 0 is the draft. */
  private back = 0;
  private draft = '';

  protected override createRenderRoot(): this {
    return this;
  }

  private get box(): HTMLTextAreaElement {
    return this.querySelector('textarea')!;
  }

  get text(): string {
    return this.querySelector('textarea')?.value ?? '';
  }

  protected override firstUpdated(): void {
    const draft = remembered('draft');
    if (draft) this.write(draft);
  }

  /** Puts the focus into the box, over `text` if given. */
  focusBox(text?: string): void {
    if (text !== undefined) this.write(text);
    this.box.focus();
  }

  private write(text: string): void {
    this.box.value = text;
    this.changed();
    this.box.setSelectionRange(text.length, text.length);
  }

  private readonly changed = () => {
    const { box } = this;
    this.empty = box.value.trim() === '';
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight + 2, window.innerHeight * 0.4)}px`;
    remember({ draft: box.value });
  };

  private send(): void {
    const text = this.text.trim();
    if (!text || this.readOnly) return;
    post({ type: 'send', text });
    this.onSend(text);
    this.back = 0;
    this.draft = '';
    this.write('');
    this.box.focus();
  }

  private readonly keys = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') this.walk(event);
  };

  /** Up in the first line goes back in time, down in the last line forth. */
  private walk(event: KeyboardEvent): void {
    const { box } = this;
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || box.selectionStart !== box.selectionEnd) return;
    const up = event.key === 'ArrowUp';
    const beyond = up ? box.value.slice(0, box.selectionStart) : box.value.slice(box.selectionEnd);
    if (beyond.includes('\n')) return;
    const sent = this.sent();
    const back = this.back + (up ? 1 : -1);
    if (back < 0 || back > sent.length) return;
    event.preventDefault();
    if (this.back === 0) this.draft = box.value;
    this.back = back;
    this.write(back === 0 ? this.draft : sent.at(-back)!);
    if (up) box.setSelectionRange(0, 0);
  }

  protected override render(): unknown {
    return html`<div class="composer">
      <textarea
        rows="1"
        aria-label="Message"
        placeholder=${this.placeholder}
        ?disabled=${this.readOnly}
        @input=${() => {
          this.back = 0;
          this.changed();
        }}
        @keydown=${this.keys}
      ></textarea>
      <div class="composer-buttons">
        ${
          this.running
            ? html`<button class="icon stop" aria-label="Stop" title="Stop"
              @click=${() => post({ type: 'stop' })}><i class="codicon codicon-debug-stop"></i></button>`
            : nothing
        }
        <button
          class="icon send"
          aria-label="Send"
          title=${this.running ? 'Send when this run is over (Enter)' : 'Send (Enter)'}
          ?disabled=${this.empty || this.readOnly}
          @click=${() => this.send()}
        >
          <i class="codicon codicon-send"></i>
        </button>
      </div>
    </div>`;
  }
}

customElements.define('hooksmith-composer', Composer);
