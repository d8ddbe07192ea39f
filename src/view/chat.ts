/** The Chat view: takes what the host says and draws what changed, once a frame. */
import './l10n';
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { unreachable } from '../shared/basics/unreachable';
import type { SessionTab, ToView } from '../shared/views/viewProtocol';
import type { Entry } from './conversation/conversationState';
import './prompts/approvalCard';
import { adopt, baseStyles } from './baseStyles';
import { chatFocus } from './chat/chatFocus';
import { chatFooter, chatHeader, emptyState, example, rehearsalBanner } from './chat/chatFrame';
import { ChatPrompts } from './chat/chatPrompts';
import { entryRow } from './chat/chatRows';
import { ChatSession } from './chat/chatSession';
import { chatStyles } from './chat/chatStyles';
import type { Composer } from './composer/composer';
import { approvalStyles } from './prompts/approvalStyles';
import './composer/composer';
import { jumpButton, logEnd } from './chat/logEnd';
import { LogScroll } from './chat/logScroll';
import { OpenRows } from './chat/openRows';
import { codeColours } from './code/codeColours';
import { composerStyles } from './composer/composerStyles';
import { FrameDraw } from './frameDraw';
import { listen, post } from './host';
import { keepFocus } from './keptFocus';
import './prompts/pendingApprovals';
import './code/markdown';
import { PinnedPanes } from './chat/pinnedPanes';
import { SecondHand } from './chat/secondHand';
import { followCurrent, sessionTabs } from './chat/sessionTabs';
import { shownBanner } from './chat/shownBanner';
import type { Spoken } from './chat/spoken';
import { modeName, nextMode } from './composer/modePicker';
import { promptStyles } from './prompts/promptStyles';
import './chat/spoken';
import { Toasts } from './chat/toasts';

class Chat extends LitElement {
  private session = new ChatSession();
  private tabs: readonly SessionTab[] = [];
  private readonly open = new OpenRows();
  private readonly toasts = new Toasts(this);
  private readonly panes = new PinnedPanes(this);
  /** The message that is open for editing: by the event as which it was sent, or the id of one that waits. */
  private editing: string | undefined;
  private readonly reading = new LogScroll(
    this,
    () => this.prompts.element,
    () => this.keep(),
  );
  private readonly prompts = new ChatPrompts(this, {
    approvals: () => this.session.state.approvals,
    calls: () => this.session.state.open,
    jump: () => this.reading.jump(),
  });
  private readonly draw = new FrameDraw(this);

  constructor() {
    super();
    followCurrent(this, () => this.tabs);
    new SecondHand(this, () => {
      const { running, retry, open } = this.session.state;
      return running && (retry !== undefined || [...open].some(({ phase }) => phase === 'running'));
    });
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'main';
    adopt(baseStyles, chatStyles, approvalStyles, composerStyles, promptStyles);
    document.addEventListener('keydown', (event) => this.keys(event));
    keepFocus(this, chatFocus(this, this.prompts));
  }

  protected override firstUpdated(): void {
    // Markdown that streams grows after this element was drawn.
    const resized = new ResizeObserver(() => {
      this.style.setProperty('--log-height', `${this.log.clientHeight}px`);
      this.reading.hold();
    });
    resized.observe(this.log);
    resized.observe(this.querySelector('.content')!);
    listen((message) => this.receive(message));
    // Few answers ask: it is read once the page stands, and takes over a form that stood before it.
    void import('./prompts/questionForm');
  }

  private get log(): HTMLElement {
    return this.querySelector<HTMLElement>('.log')!;
  }

  private get composer(): Composer {
    return this.querySelector<Composer>('hooksmith-composer')!;
  }

  private receive(message: ToView): void {
    switch (message.type) {
      case 'session': {
        const { sessionId } = message;
        if (this.session.id !== sessionId) {
          this.composer.openSession(sessionId);
          this.reading.jump();
          this.toasts.clear();
          // A fork has the messages of the session that it comes from.
          this.editing = undefined;
        }
        this.open.clear();
        this.session = new ChatSession(message);
        const at = this.open.recall(sessionId, this.session.state);
        if (at) this.reading.restore(at, at.index);
        break;
      }
      case 'items':
        for (const item of message.items) {
          const words = this.session.take(item);
          // Of each piece of an answer it would look for who says them, through the whole log.
          if (words) this.say(words);
        }
        this.reading.came();
        break;
      case 'status':
        this.session.status = message.status;
        break;
      case 'notice':
        this.toasts.add(message);
        // What could not be sent waits no longer.
        if (message.level === 'error' && !this.session.state.running) this.session.waiting = [];
        break;
      case 'focus':
        this.composer.focusBox(message.text, message.over);
        break;
      case 'insert':
        this.composer.insert(message.text);
        break;
      case 'tabs':
        this.tabs = message.tabs;
        break;
      case 'attach':
        this.composer.attachText(message.file);
        break;
      case 'open':
        this.composer.open = message.file;
        break;
      case 'completions':
        this.composer.offer(message.id, message.items);
        break;
      case 'notSent':
        this.session.notSent();
        if (message.text !== undefined) this.composer.giveBack(message.text);
        break;
      case 'reveal':
        if (message.toolCallId) void this.reveal(message.toolCallId);
        break;
      // The timeline shows these.
      case 'filter':
      case 'chain':
      case 'part':
        break;
      default:
        unreachable(message);
    }
    if (this.session.status) codeColours.choose(this.session.status.codeTheme);
    this.draw.soon();
  }

  private say(words: string): void {
    this.querySelector<Spoken>('hooksmith-spoken')?.say(words);
  }

  private async reveal(toolCallId: string): Promise<void> {
    const { state } = this.session;
    const entry = state.tools.get(toolCallId);
    if (!entry) return;
    this.open.body.add(entry.key);
    const above = this.session.callsAbove(entry);
    for (const { key } of above) this.open.work.add(key);
    this.reading.reach(state.entries.indexOf(above.at(-1) ?? entry));
    await this.updateComplete;
    const row = this.querySelector(`[data-key="${entry.key}"]`);
    row?.scrollIntoView({ block: 'center' });
    this.reading.settle();
    row?.classList.add('flash');
    setTimeout(() => row?.classList.remove('flash'), 1300);
  }

  private keys(event: KeyboardEvent): void {
    // What the message box took is not for a prompt as well.
    if (event.defaultPrevented) return;
    const { status } = this.session;
    if (event.key === '.' && (event.ctrlKey || event.metaKey) && status) {
      event.preventDefault();
      const mode = nextMode(status.mode);
      post({ type: 'setMode', mode });
      // For Bypass the editor asks, in a dialog of its own.
      if (mode !== 'bypass') this.say(l10n.t('Mode: {0}', modeName(mode)));
      return;
    }
    if (this.composer.isEmpty) this.prompts.take(event);
  }

  private keep(): void {
    const { id, state } = this.session;
    if (id) this.open.keep(id, state, this.reading.position());
  }

  protected override render(): unknown {
    const { session } = this;
    const { state, status, isEmpty: empty } = session;
    const from = this.reading.from(state.entries.length);
    return html`
      ${chatHeader(session.title)} ${sessionTabs(this.tabs)} ${status?.shownFile ? shownBanner(status.shownFile, status.guest) : nothing}
      ${status?.rehearsal && !status.readOnly ? rehearsalBanner(empty, status.modelProblem, () => this.composer.focusBox(example(status))) : nothing}
      <div class="log" role="log" aria-label=${l10n.t('Conversation')} aria-live="off" tabindex="0" @scroll=${this.reading.scrolled}>
        <div class="content">
        ${empty && status ? emptyState(status, this.offered) : nothing}
        ${from > 0 ? html`<button class="link earlier" @click=${this.reading.earlier}>${l10n.t('Show earlier messages ({0})', from)}</button>` : nothing}
        ${repeat(
          from > 0 ? state.entries.slice(from) : state.entries,
          (entry) => entry.key,
          (entry) =>
            html`<div class="entry ${entry.branch === 'main' ? '' : 'sub'}" data-key=${entry.key}>${this.entry(entry)}</div>`,
        )}
        ${logEnd(state, status, session.waiting, this.editor)}
        </div>
      </div>
      ${jumpButton(state, this.reading)}
      ${
        state.approvals.size > 1
          ? html`<hooksmith-pending .requests=${[...state.approvals.values()].flatMap(({ approval }) => approval ?? [])} .onNext=${this.prompts.showNext}></hooksmith-pending>`
          : nothing
      }
      ${this.toasts.render()}
      ${this.panes.render(session)}
      <hooksmith-composer
        .running=${state.running && !status?.readOnly}
        .status=${status}
        .onProblem=${(text: string) => this.toasts.add({ level: 'warning', text })}
        .readOnly=${status?.readOnly === true}
        .placeholder=${status?.readOnly ? l10n.t('This session is only shown') : status?.rehearsal ? example(status) : l10n.t('Ask the agent…')}
        .sent=${session.ownTexts}
        .onSend=${this.sent}
      ></hooksmith-composer>
      ${status ? chatFooter(status, !empty && !state.running && !status.readOnly) : nothing}
      <hooksmith-spoken></hooksmith-spoken>
    `;
  }

  private readonly offered = (text: string) => {
    post({ type: 'send', text });
    this.sent(text);
    this.requestUpdate();
  };

  private readonly sent = (text: string) => {
    this.session.sent(text);
    this.toasts.clear();
    this.reading.jump();
  };

  private get editor() {
    return {
      running: this.session.state.running,
      editing: this.editing,
      edit: (id: string | undefined, isSent = false) => {
        this.editing = id;
        if (isSent) this.reading.jump();
        this.requestUpdate();
        if (id === undefined) this.composer.focusBox();
      },
    };
  }

  private entry(entry: Entry): unknown {
    return entryRow(entry, {
      ...{ state: this.session.state, status: this.session.status, open: this.open, editing: this.editing },
      toggle: (set, key) => this.toggle(set, key),
      edit: this.editor.edit,
    });
  }

  private toggle(set: Set<string>, key: string): void {
    if (!set.delete(key)) set.add(key);
    // What was opened stays where it is.
    const { log } = this;
    if (log.scrollHeight > log.clientHeight) this.reading.following = false;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      this.reading.settle();
      this.keep();
    });
  }
}

customElements.define('hooksmith-chat', Chat);
