/** What is offered while a command or a mention is typed: a list above the message box, walked by keys while the box keeps the focus. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { CompletionItem } from '../shared/viewProtocol';
import { post } from './host';

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
  /** Enter (which runs) or Tab came before what is offered for the words as they stand: it chooses among that. */
  private choosing: { runs: boolean } | undefined;
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
    this.choosing = undefined;
    if (!typed || `${typed.at}${typed.trigger}` === this.dismissed) {
      if (!typed) this.dismissed = undefined;
      this.clear();
    } else post({ type: 'complete', id: ++this.asked, trigger: typed.trigger, query: typed.query });
  }

  offer(id: number, items: readonly CompletionItem[]): void {
    if (id !== this.asked || !this.typed) return;
    this.items = items;
    this.active = 0;
    this.answered = id;
    this.host.requestUpdate();
    const { choosing } = this;
    this.choosing = undefined;
    if (choosing && items.length > 0) this.choose(0, choosing.runs);
    else if (choosing?.runs) this.host.enter();
  }

  close(): void {
    this.typed = undefined;
    this.dismissed = undefined;
    this.clear();
  }

  private clear(): void {
    this.asked++;
    this.choosing = undefined;
    if (this.items.length === 0) return;
    this.items = [];
    this.host.requestUpdate();
  }

  /** True where the key was for the list. */
  key(event: KeyboardEvent): boolean {
    if (!this.isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    const { length } = this.items;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // Whoever walks it has it as it stands.
      if (this.answered !== this.asked) this.answered = ++this.asked;
      this.active = (this.active + (event.key === 'ArrowDown' ? 1 : length - 1)) % length;
      this.host.requestUpdate();
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      const runs = event.key === 'Enter';
      if (this.answered === this.asked) this.choose(this.active, runs);
      else this.choosing = { runs };
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
    if (item.runs && runs && box.value.trim() === `${typed.trigger}${typed.query}`) return host.run(item.insert);
    box.focus();
    box.setSelectionRange(typed.at, box.selectionEnd);
    // As if it were typed, so that the box can undo it.
    const text = item.goesOn ? item.insert : `${item.insert} `;
    if (!document.execCommand('insertText', false, text)) box.setRangeText(text, typed.at, box.selectionEnd, 'end');
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
