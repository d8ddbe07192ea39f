/**
 * A block of code with its buttons. It is coloured once it comes near the reader; while it streams, lines that are finished keep their colours and their
 * place in the page, and only what is new is looked at.
 */
import * as l10n from '@vscode/l10n';
import { html, LitElement, type PropertyValues } from 'lit';
import { visible } from '../format';
import { post } from '../host';
import { codeColours } from './codeColours';
import type { GrammarState, LoadedTheme, ThemedToken, Tokenize } from './shiki';

/** Longer code stays plain: colouring it would hold the page up. */
const mostColoured = 200_000;

// biome-ignore lint/plugin: one observer of a page watches all its blocks
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) (target as CodeBlock).approach();
  },
  { rootMargin: '800px 0px' },
);

interface Painter {
  tokenize: Tokenize;
  theme: LoadedTheme;
  language: string;
  /** The text of finished lines, each with its line end, and where the grammar stands after them. */
  done: string;
  state?: GrammarState;
}

class CodeBlock extends LitElement {
  static override properties = { code: {}, language: {} };
  code = '';
  /** The fence's word, or empty. */
  language = '';
  private isNear = false;
  private painter: Painter | undefined;
  private forget = (): void => {};

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    near.observe(this);
    this.forget = codeColours.onChange(() => {
      this.painter = undefined;
      void this.prepare();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    near.unobserve(this);
    this.forget();
  }

  approach(): void {
    near.unobserve(this);
    this.isNear = true;
    void this.prepare();
  }

  private async prepare(): Promise<void> {
    const { language } = this;
    if (!this.isNear || !language || this.code.length > mostColoured) return;
    const [theme, { tokenizer }] = await Promise.all([codeColours.theme(), import('./shiki')]);
    const tokenize = await tokenizer(language, theme.name);
    if (!codeColours.isInForce(theme) || language !== this.language) return this.isConnected ? this.prepare() : undefined;
    this.painter = tokenize && { tokenize, theme, language, done: '' };
    this.paint(true);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('language') && this.painter?.language !== this.language) {
      this.painter = undefined;
      void this.prepare();
    }
    this.paint(false);
  }

  private paint(anew: boolean): void {
    const element = this.querySelector('code');
    if (!element) return;
    const text = visible(this.code);
    const { painter } = this;
    if (!painter || text.length > mostColoured) {
      if (element.textContent !== text) element.textContent = text;
      return;
    }
    if (anew || !text.startsWith(painter.done) || painter.done === '') {
      Object.assign(painter, { done: '', state: undefined });
      element.replaceChildren();
    } else element.lastChild?.remove();
    const end = text.lastIndexOf('\n') + 1;
    const fresh = text.slice(painter.done.length, end);
    if (fresh) {
      const { lines, after } = painter.tokenize(fresh.slice(0, -1), painter.state);
      element.append(...lines.map((line) => lineOf(line, painter.theme, '\n')));
      Object.assign(painter, { done: text.slice(0, end), state: after });
    }
    // The line that still grows is looked at again next time.
    const [last = []] = painter.tokenize(text.slice(end), painter.state).lines;
    element.append(lineOf(last, painter.theme, ''));
  }

  protected override render(): unknown {
    // One line of no language is a message, as a rule: its end is the part that tells. Of several, the columns may mean something.
    const isLine = this.language === '' && !this.code.includes('\n');
    return html`<figure class="code ${isLine ? 'line' : ''}">
      <figcaption>
        <span class="language">${this.language || l10n.t('text')}</span>
        <button class="icon" title=${l10n.t('Insert at Cursor')} aria-label=${l10n.t('Insert at Cursor')}
          @click=${() => post({ type: 'insertText', text: this.code })}>
          <i class="codicon codicon-insert" aria-hidden="true"></i>
        </button>
        <button class="icon" title=${l10n.t('Copy')} aria-label=${l10n.t('Copy Code')} @click=${this.copy}>
          <i class="codicon codicon-copy" aria-hidden="true"></i>
        </button>
      </figcaption>
      <pre tabindex="0" role="group" aria-label=${this.language ? l10n.t('Code, {0}', this.language) : l10n.t('Code')}><code></code></pre>
    </figure>`;
  }

  private readonly copy = (event: Event) => {
    post({ type: 'copy', text: this.code });
    const icon = (event.currentTarget as HTMLElement).querySelector('i')!;
    icon.className = 'codicon codicon-check';
    setTimeout(() => {
      icon.className = 'codicon codicon-copy';
    }, 1500);
  };
}

function lineOf(tokens: readonly ThemedToken[], theme: LoadedTheme, end: string): HTMLElement {
  const line = document.createElement('span');
  for (const token of tokens) {
    const className = codeColours.classesOf(token, theme);
    const last = line.lastChild;
    if (!className || token.content.trim() === '') line.append(token.content);
    else if (last instanceof HTMLElement && last.className === className) last.append(token.content);
    else line.append(Object.assign(document.createElement('span'), { className, textContent: token.content }));
  }
  if (end) line.append(end);
  return line;
}

customElements.define('hooksmith-code', CodeBlock);
