/** Markdown from a model: hostile input, made safe, and cheap while it streams. Blocks that are finished keep their HTML and their place in the page. */
import * as l10n from '@vscode/l10n';
import createDOMPurify from 'dompurify';
import { html, LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { Marked, type Token, type Tokens } from 'marked';
import './codeBlock';
import { fileHref, fileOf, openFileLink } from './fileLink';

// biome-ignore lint/plugin: it is set up here, and holds nothing of what it reads
const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    // A picture from the net would tell its server what is being read; its text stays.
    image: ({ text, href }) => escapeHtml(text || href),
    html: ({ text }) => escapeHtml(text),
    link({ href, title, tokens }) {
      const file = fileOf(href);
      if (!file) return false;
      const told = title ? ` title="${escapeHtml(title)}"` : '';
      return `<a href="${escapeHtml(fileHref(file))}"${told}>${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const purify = createDOMPurify(window);
const policy = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'],
    ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  // No class, id, name, style, role: a model's text must not pass for a part of this page.
  ALLOWED_ATTR: ['href', 'title', 'align', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|workspace):/i,
};

interface Block {
  raw: string;
  body: TemplateResult;
}

export class Markdown extends LitElement {
  static override properties = { text: {}, live: { type: Boolean } };
  text = '';
  /** More is coming. */
  live = false;
  private blocks: Block[] = [];
  /** Milliseconds that the last pass took: long texts are drawn less often. */
  private cost = 0;

  constructor() {
    super();
    this.addEventListener('click', openFileLink);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override async scheduleUpdate(): Promise<void> {
    if (this.live && this.cost > 4) await new Promise((resolve) => setTimeout(resolve, this.cost * 4));
    await super.scheduleUpdate();
  }

  protected override render(): unknown {
    const began = performance.now();
    const tokens = marked.lexer(this.text);
    this.blocks = tokens.map((token, index) => {
      const before = this.blocks[index];
      return before?.raw === token.raw ? before : { raw: token.raw, body: block(token, tokens.links) };
    });
    this.cost = performance.now() - began;
    return this.blocks.map(({ body }) => guard([body], () => body));
  }
}

type Links = Record<string, Pick<Tokens.Link, 'href' | 'title'>>;

function block(token: Token, links: Links): TemplateResult {
  if (token.type === 'code') {
    const { text, lang } = token as Tokens.Code;
    return html`<hooksmith-code .code=${text} .language=${lang?.match(/^[^\s{,]+/)?.[0] ?? ''}></hooksmith-code>`;
  }
  if (token.type === 'list' && holdsBlocks(token)) return listOf(token as Tokens.List, links);
  if (token.type === 'blockquote' && holdsBlocks(token))
    return html`<blockquote>${partsOf(token).map((part) => block(part, links))}</blockquote>`;
  const list = Object.assign([token], { links });
  const body = unsafeHTML(purify.sanitize(marked.parser(list), policy));
  // A wide table scrolls by itself, with the keyboard too.
  if (token.type === 'table')
    return html`<div class="table" tabindex="0" role="group" aria-label=${l10n.t('Table')}>${body}</div>`;
  return html`${body}`;
}

/** Code and tables are elements of this page: what holds one is built around it. */
const holdsBlocks = (token: Token): boolean =>
  token.type === 'code' || token.type === 'table' || partsOf(token).some(holdsBlocks);

function partsOf(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Tokens.List).items.flatMap(({ tokens }) => tokens);
  return token.type === 'blockquote' ? (token as Tokens.Blockquote).tokens : [];
}

function listOf({ ordered, start, items }: Tokens.List, links: Links): TemplateResult {
  const rows = items.map(({ tokens }) => html`<li>${tokens.map((token) => block(token, links))}</li>`);
  return ordered ? html`<ol start=${start === '' ? 1 : start}>${rows}</ol>` : html`<ul>${rows}</ul>`;
}

customElements.define('hooksmith-markdown', Markdown);
