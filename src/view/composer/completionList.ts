/** What is offered while a command or a mention is typed: a list above the message box, walked by keys while the box keeps the focus. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { CompletionItem } from '../../shared/views/viewProtocol';
import { post } from '../host';

interface Typed {
  trigger: '/' | '@';
  query: string;
  /** Where it begins in the text. */
  at: number;
}

export interface CompletionHost extends ReactiveControllerHost {
  readonly box: HTMLTextAreaElement;
  /** A command that does something at once was chosen. */
  run(text: string): void;
  /** Enter, as where nothing is offered. */
  enter(): void;
}

export class CompletionList implements ReactiveController {
  items: readonly CompletionItem[] = [];
  private active = 0;
  private typed: Typed | undefined;
  private asked = 0;
  /** The question that `items` answer: they may be those for fewer letters. */
  private answered = 0;
  /** Enter (which runs) or Tab came before what is offered for the words as they stood: it chooses among that, whatever is typed after them meanwhile. */
  private choosing: { id: number; typed: Typed; runs: boolean } | undefined;
  /** What the human has put away, as it was typed; it comes back when that is another. */
  private dismissed: string | undefined;

  constructor(private readonly host: CompletionHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  hostUpdated(): void {
    this.host.box.closest('.composer')?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  get isOpen(): boolean {
    return this.items.length > 0;
  }

  /** The id of the option that keys choose. */
  get activeId(): string | undefined {
    return this.isOpen ? `completion-${this.active}` : undefined;
  }

  /** The text or the cursor moved. */
  look(): void {
    const typed = typedIn(this.host.box);
    const key = typed && `${typed.at}${typed.trigger}${typed.query}`;
    if (key !== undefined && key === (this.typed && `${this.typed.at}${this.typed.trigger}${this.typed.query}`)) return;
    this.typed = typed;
    if (this.choosing && !stands(this.host.box, this.choosing.typed)) this.choosing = undefined;
    if (!typed || `${typed.at}${typed.trigger}` === this.dismissed) {
      if (!typed) this.dismissed = undefined;
      this.empty();
    } else post({ type: 'complete', id: ++this.asked, trigger: typed.trigger, query: typed.query });
  }

  offer(id: number, items: readonly CompletionItem[]): void {
    const choosing = this.choosing?.id === id ? this.choosing : undefined;
    if (choosing) this.choosing = undefined;
    if (choosing && choosing.typed !== this.typed) {
      if (items[0] && stands(this.host.box, choosing.typed)) this.complete(choosing.typed, items[0]);
      return;
    }
    if (id !== this.asked || !this.typed) return;
    // More for the same words takes the place of what stands there, not of the option that keys would choose.
    const chosen = this.answered === id ? this.items[this.active]?.insert : undefined;
    this.items = items;
    this.active = Math.max(
      0,
      items.findIndex(({ insert }) => insert === chosen),
    );
    this.answered = id;
    this.host.requestUpdate();
    if (choosing && items.length > 0) this.choose(0, choosing.runs);
    else if (choosing?.runs) this.host.enter();
  }

  close(): void {
    this.typed = undefined;
    this.dismissed = undefined;
    this.clear();
  }

  private clear(): void {
    this.choosing = undefined;
    this.empty();
  }

  private empty(): void {
    this.asked++;
    if (this.items.length === 0) return;
    this.items = [];
    this.host.requestUpdate();
  }

  /** True where the key was for the list. */
  key(event: KeyboardEvent): boolean {
    if (!this.isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    const { length } = this.items;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // Whoever walks it has it as it stands: nothing that comes later is for it.
      this.answered = ++this.asked;
      this.active = (this.active + (event.key === 'ArrowDown' ? 1 : length - 1)) % length;
      this.host.requestUpdate();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      const runs = event.key === 'Enter';
      if (this.answered === this.asked) this.choose(this.active, runs);
      else if (this.typed) this.choosing = { id: this.asked, typed: this.typed, runs };
    } else if (event.key === 'Escape') {
      this.dismissed = this.typed && `${this.typed.at}${this.typed.trigger}`;
      this.clear();
    } else return false;
    event.preventDefault();
    return true;
  }

  private choose(index: number, runs: boolean): void {
    const item = this.items[index];
    const { typed, host } = this;
    if (!item || !typed) return;
    const { box } = host;
    this.close();
    if (item.runs && runs && box.value.trim() === wordsOf(typed)) return host.run(item.insert);
    box.focus();
    this.complete(typed, item);
  }

  /** In the place of what was typed for it; the cursor stays behind what was typed since. */
  private complete(typed: Typed, item: CompletionItem): void {
    const { box } = this.host;
    const end = typed.at + wordsOf(typed).length;
    const since = box.selectionEnd - end;
    const text = item.goesOn || /^\s/.test(box.value.slice(end)) ? item.insert : `${item.insert} `;
    box.setSelectionRange(typed.at, end);
    // As if it were typed, so that the box can undo it.
    if (!document.execCommand('insertText', false, text)) box.setRangeText(text, typed.at, end, 'end');
    const cursor = typed.at + text.length + since;
    box.setSelectionRange(cursor, cursor);
    box.dispatchEvent(new Event('input'));
  }

  render(): unknown {
    if (!this.isOpen) return nothing;
    return html`<ul class="completions" id="completions" role="listbox" aria-label=${this.typed?.trigger === '/' ? l10n.t('Commands') : l10n.t('Mentions')}
      @mousedown=${(event: Event) => event.preventDefault()}>
      ${this.items.map(
        (
          item,
          index,
        ) => html`<li id="completion-${index}" role="option" aria-selected=${index === this.active} title=${item.detail ?? item.label}
          @click=${() => this.choose(index, true)}>
          <i class="codicon codicon-${item.icon}" aria-hidden="true"></i><span class="label">${marked(item)}</span>${item.detail ? html`<span class="dim detail">${item.detail}</span>` : nothing}
        </li>`,
      )}
    </ul>`;
  }
}

function marked({ label, marks = [] }: CompletionItem): unknown {
  if (marks.length === 0) return label;
  const at = new Set(marks);
  return [...label].map((letter, index) => (at.has(index) ? html`<b>${letter}</b>` : letter));
}

const wordsOf = ({ trigger, query }: Typed): string => `${trigger}${query}`;

/** It is there still, and the cursor is behind it. */
const stands = ({ value, selectionEnd }: HTMLTextAreaElement, typed: Typed): boolean =>
  value.startsWith(wordsOf(typed), typed.at) && selectionEnd >= typed.at + wordsOf(typed).length;

/** A command at the very start, or a mention at the start of a word, that ends at the cursor. */
function typedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Typed | undefined {
  if (selectionStart !== selectionEnd) return undefined;
  const before = value.slice(0, selectionStart);
  const slash = /^\/([\w:.-]*)$/.exec(before);
  if (slash) return { trigger: '/', query: slash[1]!, at: 0 };
  const mention = /(?:^|[\s([{"'])@((?:\\ |[^\s\\])*)$/.exec(before);
  if (!mention || mention[1]!.length > 300) return undefined;
  return { trigger: '@', query: mention[1]!, at: selectionStart - mention[1]!.length - 1 };
}
