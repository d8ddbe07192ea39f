/** The message box: grows with its text, takes pictures, remembers the draft of each session, walks back through what was sent. While the agent works, Enter lines a message up and Ctrl+Enter lets it into the run. */
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing } from 'lit';
import type { CompletionItem, OpenFile, Status } from '../../shared/views/viewProtocol';
import { post, remember, rememberedText } from '../host';
import { CompletionList } from './completionList';
import { type Attached, Attachments } from './messageAttachments';
import { modePicker } from './modePicker';
import { OpenFileChip } from './openFileChip';
import { SentMessages } from './sentMessages';
import type { TextFile } from './textFiles';

export class Composer extends LitElement {
  static override properties = {
    running: { type: Boolean },
    readOnly: { type: Boolean },
    placeholder: {},
    status: { attribute: false },
    empty: { state: true },
    open: { attribute: false },
  };
  status: Status | undefined;
  running = false;
  readOnly = false;
  placeholder = '';
  /** Messages of this conversation, oldest first. */
  sent: () => string[] = () => [];
  /** Called with what was sent. */
  onSend: (text: string) => void = () => {};
  /** Called with what is wrong with a picture. */
  onProblem: (text: string) => void = () => {};
  /** The file that the human looks at. */
  open: OpenFile | undefined;
  private readonly list = new CompletionList(this);
  private readonly attached = new Attachments(this);
  private readonly openFile = new OpenFileChip(this);
  private readonly past = new SentMessages();
  private session = '';
  private empty = true;
  /** What was sent last, and went with it. */
  private last: { text: string; attached: Attached } | undefined;
  /** As the host was told. */
  private drafting = false;

  protected override createRenderRoot(): this {
    return this;
  }

  get box(): HTMLTextAreaElement {
    return this.querySelector('textarea')!;
  }

  get text(): string {
    return this.querySelector('textarea')?.value ?? '';
  }

  /** There is nothing that Send would send. */
  get isEmpty(): boolean {
    return this.text === '' && this.attached.isEmpty;
  }

  /** Puts the box before another session: what is written in one stays there. */
  openSession(id: string): void {
    if (id === this.session) return;
    // What was typed before any session was there is of the first.
    const early = this.session === '' ? this.text : '';
    this.session = id;
    this.list.close();
    this.past.leave();
    this.attached.openSession(id);
    this.write([rememberedText(this.memory), early].filter(Boolean).join('\n'));
    if (early !== '') this.list.look();
  }

  private get memory(): string {
    return `draft ${this.session}`;
  }

  /**
   * Puts the focus into the box, over `text` if given. Where the reader has gone elsewhere meanwhile, it waits for their return: a view takes no focus. With
   * `over`, the text takes the place of no other words than these.
   */
  focusBox(text?: string, over?: string): void {
    if (text !== undefined && (over === undefined || ['', over].includes(this.text))) this.write(text);
    if (document.hasFocus()) this.box.focus();
    else window.addEventListener('focus', () => this.box.focus(), { once: true });
  }

  /** Where the cursor is, as if it were typed. */
  insert(text: string): void {
    const { box } = this;
    box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
    this.changed();
    this.list.look();
    this.focusBox();
  }

  /** What could not be sent stands in the box again, before what was written since, with what went with it. */
  giveBack(text: string): void {
    const { last, box } = this;
    this.write([text, box.value].filter(Boolean).join('\n'));
    if (last?.text !== text) return;
    this.last = undefined;
    this.attached.giveBack(last.attached);
  }

  attachText(file: TextFile): void {
    this.attached.add(file);
    this.focusBox();
  }

  offer(id: number, items: readonly CompletionItem[]): void {
    this.list.offer(id, items);
  }

  enter(): void {
    this.send();
  }

  /** Sends a command that does something at once. */
  run(text: string): void {
    post({ type: 'send', text });
    this.write('');
  }

  private write(text: string): void {
    this.box.value = text;
    this.changed();
    this.box.setSelectionRange(text.length, text.length);
  }

  protected override updated(): void {
    this.tellDrafting();
  }

  private readonly changed = () => {
    const { box } = this;
    this.empty = box.value.trim() === '';
    remember({ [this.memory]: box.value });
    this.tellDrafting();
  };

  /** What comes on screen by itself would take the box away in the midst of a word. */
  private readonly tellDrafting = () => {
    const is = !this.isEmpty && document.hasFocus() && document.activeElement === this.box;
    if (is === this.drafting) return;
    this.drafting = is;
    post({ type: 'drafting', is });
  };

  private send(steers = false): void {
    const text = this.text.trim();
    if (this.nothingToSend(text) || this.readOnly) return;
    this.list.close();
    post({
      ...{ type: 'send', text },
      ...this.attached.sent,
      ...(this.openFile.goesWith(this.open) ? { open: true as const } : {}),
      ...(steers && this.running ? { steers } : {}),
    });
    this.onSend(text);
    this.last = { text, attached: this.attached.take() };
    this.past.leave();
    this.write('');
    this.box.focus();
  }

  private nothingToSend(text: string): boolean {
    return text.trim() === '' && this.attached.isEmpty;
  }

  private readonly keys = (event: KeyboardEvent) => {
    if (event.isComposing || this.list.key(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      const steers = event.ctrlKey || event.metaKey;
      // With nothing to send, the key belongs to an approval.
      if (steers && this.nothingToSend(this.text)) return;
      event.preventDefault();
      this.send(steers);
    } else {
      const text = this.past.walk(event, this.box, this.sent);
      if (text === undefined) return;
      event.preventDefault();
      this.write(text);
      if (event.key === 'ArrowUp') this.box.setSelectionRange(0, 0);
    }
  };

  protected override render(): unknown {
    const { status, running, readOnly, attached } = this;
    const nothingToSend = this.nothingToSend(this.empty ? '' : 'x') || readOnly;
    return html`<div class="composer ${attached.isDropping ? 'dropping' : ''}"
      @dragover=${attached.drag} @dragleave=${attached.drag} @drop=${attached.drag}>
      ${this.list.render()} ${this.chips()} ${attached.thumbnails()}
      <textarea
        rows="1"
        aria-label=${l10n.t('Message')}
        aria-autocomplete="list"
        aria-controls=${this.list.isOpen ? 'completions' : nothing}
        aria-activedescendant=${this.list.activeId ?? nothing}
        placeholder=${this.placeholder}
        ?disabled=${readOnly}
        @input=${() => {
          this.past.leave();
          this.changed();
          this.list.look();
        }}
        @click=${() => this.list.look()}
        @keyup=${(event: KeyboardEvent) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && this.list.look()}
        @focus=${this.tellDrafting}
        @blur=${() => {
          this.list.close();
          this.tellDrafting();
        }}
        @keydown=${this.keys}
        @paste=${attached.paste}
      ></textarea>
      <div class="composer-buttons">
        <button class="icon" aria-label=${l10n.t('Attach File')} title=${l10n.t('Attach File')} ?disabled=${readOnly} @click=${attached.pick}>
          <i class="codicon codicon-attach" aria-hidden="true"></i>
        </button>
        ${status ? modePicker(status.mode) : nothing}
        ${
          status
            ? html`<button class="model" aria-label=${l10n.t('Choose Model, now {0}', status.model)} title=${l10n.t('Model: {0}. Choose another', status.model)}
                @click=${() => post({ type: 'command', command: 'hooksmith.chooseModel' })}><span>${status.model}</span><i class="codicon codicon-chevron-down" aria-hidden="true"></i></button>`
            : nothing
        }
        <span class="space"></span>
        ${
          running
            ? html`<button class="icon stop" aria-label=${l10n.t('Stop')} title=${l10n.t('Stop')}
              @click=${() => post({ type: 'stop' })}><i class="codicon codicon-debug-stop" aria-hidden="true"></i></button>`
            : nothing
        }
        <button
          class="icon"
          aria-label=${l10n.t('Send')}
          title=${running ? l10n.t('Send when this run is over (Enter), or into this run (Ctrl+Enter)') : l10n.t('Send (Enter)')}
          ?disabled=${nothingToSend}
          @click=${() => this.send()}
        >
          <i class="codicon codicon-send" aria-hidden="true"></i>
        </button>
      </div>
    </div>`;
  }

  private chips(): unknown {
    const remove = (name: string, act: () => void) => {
      const label = l10n.t('Remove {0}', name);
      const click = () => {
        act();
        this.box.focus();
      };
      return html`<button class="icon" aria-label=${label} title=${label} @click=${click}><i class="codicon codicon-close" aria-hidden="true"></i></button>`;
    };
    const [open, files] = [this.openFile.render(this.open, remove), this.attached.chips(remove)];
    if (open === nothing && files.length === 0) return nothing;
    return html`<div class="chips" role="list" aria-label=${l10n.t('Goes with the message')}>
      ${open}
      ${files}
    </div>`;
  }
}

customElements.define('hooksmith-composer', Composer);
