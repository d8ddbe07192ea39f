/** The message box: grows with its text, takes pictures, remembers its draft, walks back through what was sent. While the agent works, Enter lines a message up and Ctrl+Enter lets it into the run. */
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { CompletionItem, OpenFile, Status } from '../shared/viewProtocol';
import { CompletionList } from './completionList';
import { post, remember, remembered } from './host';
import { modePicker } from './modePicker';
import { type Attachment, readPictures } from './pictures';
import { looksLikePicture, readTexts, type TextFile } from './textFiles';

/** Characters of pictures that outlive a reload: what a view remembers is written at every key. */
const mostRemembered = 2_000_000;

export class Composer extends LitElement {
  static override properties = {
    running: { type: Boolean },
    readOnly: { type: Boolean },
    placeholder: {},
    status: { attribute: false },
    empty: { state: true },
    pictures: { state: true },
    dropping: { state: true },
    open: { attribute: false },
    closed: { state: true },
    included: { state: true },
    files: { state: true },
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
  /** The name of the open file whose chip was taken away, and of the one that goes with messages though nothing is selected in it. */
  private closed = '';
  private included = '';
  private pictures: Attachment[] = [];
  private files: TextFile[] = [];
  private readonly list = new CompletionList(this);
  private dropping = false;
  private empty = true;
  /** What was sent last, and went with it. */
  private last: { text: string; pictures: Attachment[]; files: TextFile[] } | undefined;
  /** How far back the text in the box comes from; 0 is the draft. */
  private back = 0;
  private draft = '';
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
    return this.text === '' && this.pictures.length + this.files.length === 0;
  }

  protected override firstUpdated(): void {
    const draft = remembered('draft');
    if (draft) this.write(draft);
    const pictures = remembered('pictures');
    if (pictures) this.pictures = JSON.parse(pictures) as Attachment[];
  }

  /** Puts the focus into the box, over `text` if given. Where the reader has gone elsewhere meanwhile, it waits for their return: a view takes no focus. */
  focusBox(text?: string): void {
    if (text !== undefined) this.write(text);
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
    this.pictures = [...last.pictures, ...this.pictures];
    this.files = [...last.files, ...this.files];
  }

  attachText(file: TextFile): void {
    this.files = [...this.files, file];
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

  /** Its chip stands. */
  private get opened(): OpenFile | undefined {
    return this.open && this.open.name !== this.closed ? this.open : undefined;
  }

  private write(text: string): void {
    this.box.value = text;
    this.changed();
    this.box.setSelectionRange(text.length, text.length);
  }

  protected override updated(changed: PropertyValues): void {
    this.tellDrafting();
    if (!changed.has('pictures')) return;
    const pictures = this.pictures.length > 0 ? JSON.stringify(this.pictures) : '';
    remember({ pictures: pictures.length > mostRemembered ? '' : pictures });
  }

  private readonly changed = () => {
    const { box } = this;
    this.empty = box.value.trim() === '';
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight + 2, window.innerHeight * 0.4)}px`;
    remember({ draft: box.value });
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
    const images = this.pictures.map(({ media_type, data }) => ({ media_type, data }));
    post({
      ...{ type: 'send', text },
      ...(images.length > 0 ? { images } : {}),
      ...(this.files.length > 0 ? { files: this.files } : {}),
      ...(this.goesWith(this.opened) ? { open: true as const } : {}),
      ...(steers && this.running ? { steers } : {}),
    });
    this.onSend(text);
    this.last = { text, pictures: this.pictures, files: this.files };
    this.pictures = [];
    this.files = [];
    this.back = 0;
    this.draft = '';
    this.write('');
    this.box.focus();
  }

  private nothingToSend(text: string): boolean {
    return text.trim() === '' && this.pictures.length + this.files.length === 0;
  }

  private readonly keys = (event: KeyboardEvent) => {
    if (event.isComposing || this.list.key(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      const steers = event.ctrlKey || event.metaKey;
      // With nothing to send, the key belongs to an approval.
      if (steers && this.nothingToSend(this.text)) return;
      event.preventDefault();
      this.send(steers);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') this.walk(event);
  };

  private async attach(files: Iterable<File>): Promise<void> {
    const all = [...files];
    const pictures = await readPictures(all.filter(looksLikePicture), this.pictures.length);
    const texts = await readTexts(
      all.filter((file) => !looksLikePicture(file)),
      this.files.length,
    );
    this.pictures = [...this.pictures, ...pictures.read];
    this.files = [...this.files, ...texts.read];
    for (const problem of [...pictures.problems, ...texts.problems]) this.onProblem(problem);
  }

  private readonly paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.attach(files);
  };

  private readonly drag = (event: DragEvent) => {
    const dropped = event.dataTransfer;
    // Files of the editor's own lists come as addresses, those of the system with their content.
    const ofEditor = dropped?.types.find((type) => type === 'application/vnd.code.uri-list' || type === 'text/uri-list');
    if (!dropped || !(ofEditor || dropped.types.includes('Files'))) return;
    event.preventDefault();
    this.dropping = event.type === 'dragover';
    if (event.type !== 'drop') return;
    const uris = (ofEditor ? dropped.getData(ofEditor) : '')
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (uris.length > 0) post({ type: 'dropped', uris });
    else void this.attach([...dropped.files]);
  };

  private readonly pick = () => {
    const picker = Object.assign(document.createElement('input'), {
      type: 'file',
      multiple: true,
    });
    picker.onchange = () => void this.attach([...(picker.files ?? [])]);
    picker.click();
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
    const { status, running, readOnly } = this;
    const nothingToSend = this.nothingToSend(this.empty ? '' : 'x') || readOnly;
    return html`<div class="composer ${this.dropping ? 'dropping' : ''}"
      @dragover=${this.drag} @dragleave=${this.drag} @drop=${this.drag}>
      ${this.list.render()} ${this.chips()} ${this.pictures.length > 0 ? this.thumbnails() : nothing}
      <textarea
        rows="1"
        aria-label=${l10n.t('Message')}
        aria-autocomplete="list"
        aria-controls=${this.list.isOpen ? 'completions' : nothing}
        aria-activedescendant=${this.list.activeId ?? nothing}
        placeholder=${this.placeholder}
        ?disabled=${readOnly}
        @input=${() => {
          this.back = 0;
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
        @paste=${this.paste}
      ></textarea>
      <div class="composer-buttons">
        <button class="icon" aria-label=${l10n.t('Attach File')} title=${l10n.t('Attach File')} ?disabled=${readOnly} @click=${this.pick}>
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
          class="icon send"
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

  /** What is selected goes along; of a file that is only open the human says so. */
  private goesWith(file: OpenFile | undefined): boolean {
    return file !== undefined && (file.lines !== undefined || file.name === this.included);
  }

  private chips(): unknown {
    const { opened, files } = this;
    if (!opened && files.length === 0) return nothing;
    const remove = (name: string, act: () => void) => {
      const label = l10n.t('Remove {0}', name);
      const click = () => {
        act();
        this.box.focus();
      };
      return html`<button class="icon" aria-label=${label} title=${label} @click=${click}><i class="codicon codicon-close" aria-hidden="true"></i></button>`;
    };
    return html`<div class="chips" role="list" aria-label=${l10n.t('Goes with the message')}>
      ${opened ? html`<span role="listitem" class="chip ${this.goesWith(opened) ? '' : 'offered'}">${this.openChip(opened)}${remove(opened.name, () => (this.closed = opened.name))}</span>` : nothing}
      ${files.map(
        (
          file,
        ) => html`<span role="listitem" class="chip" title=${file.name}><i class="codicon codicon-file" aria-hidden="true"></i><span class="name">${file.name}</span>
          ${remove(file.name, () => (this.files = this.files.filter((other) => other !== file)))}</span>`,
      )}
    </div>`;
  }

  private openChip({ name, lines }: OpenFile): unknown {
    if (lines)
      return html`<i class="codicon codicon-list-selection" aria-hidden="true"></i><span class="name" title=${l10n.t('What is selected goes with the message')}>${name}:${lines[0]}-${lines[1]}</span>`;
    const on = name === this.included;
    const title = on ? l10n.t('Goes with the message') : l10n.t('The open file: click to have it go with the message');
    return html`<button class="open-file" aria-pressed=${on} title=${title} @click=${() => (this.included = on ? '' : name)}>
      <i class="codicon codicon-${on ? 'file' : 'add'}" aria-hidden="true"></i><span class="name">${name}</span></button>`;
  }

  private thumbnails(): unknown {
    return html`<div class="thumbnails" role="list" aria-label=${l10n.t('Pictures')}>${repeat(
      this.pictures,
      (picture) => picture,
      (picture) => html`<span role="listitem" class="thumbnail">
        <img alt=${picture.name} src=${`data:${picture.media_type};base64,${picture.data}`} />
        <button class="icon" aria-label=${l10n.t('Remove {0}', picture.name)} title=${l10n.t('Remove {0}', picture.name)}
          @click=${() => {
            this.pictures = this.pictures.filter((other) => other !== picture);
          }}><i class="codicon codicon-close" aria-hidden="true"></i></button>
      </span>`,
    )}</div>`;
  }
}

customElements.define('hooksmith-composer', Composer);
