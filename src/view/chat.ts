/** The Chat view: folds the stream of items and draws what changed, once a frame. */
import './l10n';
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { StreamItem } from '../shared/stream';
import { isDone } from '../shared/todos';
import { unreachable } from '../shared/unreachable';
import type { SessionTab, Status, ToView } from '../shared/viewProtocol';
import { foldConversation } from './conversationFold';
import { type Entry, newConversation, type ToolEntry } from './conversationState';
import './approvalCard';
import { approvalStyles } from './approvalStyles';
import { adopt, baseStyles } from './baseStyles';
import { begunAnswers } from './begunAnswers';
import { changedFiles } from './changedFiles';
import { chatFocus } from './chatFocus';
import { chatFooter, chatHeader, emptyState, example, rehearsalBanner } from './chatFrame';
import { ChatPrompts } from './chatPrompts';
import { entryRow } from './chatRows';
import { chatStyles } from './chatStyles';
import type { Composer } from './composer';
import './composer';
import { codeColours } from './codeColours';
import { composerStyles } from './composerStyles';
import { listen, post } from './host';
import { keepFocus } from './keptFocus';
import { jumpButton, logEnd } from './logEnd';
import { LogScroll } from './logScroll';
import { OpenRows } from './openRows';
import './pendingApprovals';
import './markdown';
import { modeName, nextMode } from './modePicker';
import { promptStyles } from './promptStyles';
import { SecondHand } from './secondHand';
import { sessionTabs } from './sessionTabs';
import { shownBanner } from './shownBanner';
import { type Spoken, spokenFor } from './spoken';
import './spoken';
import { Toasts } from './toasts';
import { pinnedTodos } from './todoList';

class Chat extends LitElement {
  private state = newConversation();
  private status: Status | undefined;
  private sessionId: string | undefined;
  /** Sent, and not yet taken up by a run. */
  private waiting: string[] = [];
  private tabs: readonly SessionTab[] = [];
  private readonly open = new OpenRows();
  private readonly toasts = new Toasts(this);
  /** The human's own word; else it is open, but for while an approval needs the room, and when all is done. */
  private todosToggled: boolean | undefined;
  private filesOpen = false;
  /** The message that is open for editing: the key of an entry, or the id of one that waits. */
  private editing: string | undefined;
  private readonly reading = new LogScroll(
    this,
    () => this.prompts.element,
    () => this.keep(),
  );
  private readonly prompts = new ChatPrompts(this, {
    approvals: () => this.state.approvals,
    calls: () => this.state.open,
    jump: () => this.reading.jump(),
  });
  private frame = 0;

  constructor() {
    super();
    new SecondHand(this, () => {
      const { running, retry, open } = this.state;
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
    void import('./questionForm');
  }

  private get log(): HTMLElement {
    return this.querySelector<HTMLElement>('.log')!;
  }

  private get composer(): Composer {
    return this.querySelector<Composer>('hooksmith-composer')!;
  }

  private receive(message: ToView): void {
    switch (message.type) {
      case 'session':
        if (this.sessionId !== message.sessionId) {
          this.sessionId = message.sessionId;
          this.composer.openSession(message.sessionId);
          this.reading.jump();
          this.toasts.clear();
        }
        this.open.clear();
        this.waiting = [];
        this.state = newConversation();
        this.status = message.status;
        this.state.guest = message.status.guest !== undefined;
        for (const item of message.items) foldConversation(this.state, item);
        begunAnswers.openSession(message.sessionId, this.state);
        this.recall(message.sessionId);
        break;
      case 'items':
        for (const item of message.items) this.fold(item);
        this.reading.came();
        break;
      case 'status':
        this.status = message.status;
        break;
      case 'notice':
        this.toasts.add(message);
        // What could not be sent waits no longer.
        if (message.level === 'error' && !this.state.running) this.waiting = [];
        break;
      case 'focus':
        this.composer.focusBox(message.offered && !this.composer.isEmpty ? undefined : message.text);
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
        this.waiting.pop();
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
    if (this.status) codeColours.choose(this.status.codeTheme);
    this.soon();
  }

  private fold(item: StreamItem): void {
    foldConversation(this.state, item);
    if (item.kind === 'queue' && item.messages.length > 0) this.waiting = [];
    if (item.kind !== 'event') return;
    const { event } = item;
    begunAnswers.heard(event, this.state);
    if (event.type === 'user_message' && event.branch === 'main') this.waiting.shift();
    this.say(spokenFor(event));
  }

  private say(words: string): void {
    this.querySelector<Spoken>('hooksmith-spoken')?.say(words);
  }

  /** Draws once a frame, however much arrives. */
  private soon(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.requestUpdate();
    });
  }

  private async reveal(toolCallId: string): Promise<void> {
    const entry = this.state.tools.get(toolCallId);
    if (!entry) return;
    this.open.body.add(entry.key);
    let top = entry;
    for (let above = this.callAbove(top); above; above = this.callAbove(top)) {
      this.open.work.add(above.key);
      top = above;
    }
    this.reading.reach(this.state.entries.indexOf(top));
    await this.updateComplete;
    const row = this.querySelector(`[data-key="${entry.key}"]`);
    row?.scrollIntoView({ block: 'center' });
    this.reading.settle();
    row?.classList.add('flash');
    setTimeout(() => row?.classList.remove('flash'), 1300);
  }

  /** The call whose agent made this one. */
  private callAbove({ taskId }: ToolEntry): ToolEntry | undefined {
    return taskId ? this.state.agents.get(taskId) : undefined;
  }

  private keys(event: KeyboardEvent): void {
    // What the message box took is not for a prompt as well.
    if (event.defaultPrevented) return;
    if (event.key === '.' && (event.ctrlKey || event.metaKey) && this.status) {
      event.preventDefault();
      const mode = nextMode(this.status.mode);
      post({ type: 'setMode', mode });
      // For Bypass the editor asks, in a dialog of its own.
      if (mode !== 'bypass') this.say(l10n.t('Mode: {0}', modeName(mode)));
      return;
    }
    if (this.composer.isEmpty) this.prompts.take(event);
  }

  private keep(): void {
    if (this.sessionId) this.open.keep(this.sessionId, this.state, this.reading.position());
  }

  private recall(sessionId: string): void {
    const at = this.open.recall(sessionId, this.state);
    if (at) this.reading.restore(at, at.index);
  }

  protected override render(): unknown {
    const { state, status } = this;
    const empty = state.entries.length === 0 && this.waiting.length === 0;
    const from = this.reading.from(state.entries.length);
    return html`
      ${chatHeader(this.titleOf())} ${sessionTabs(this.tabs)} ${status?.shownFile ? shownBanner(status.shownFile, status.guest) : nothing}
      ${status?.rehearsal && !status.readOnly ? rehearsalBanner(empty, status.modelProblem, () => this.composer.focusBox(example)) : nothing}
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
        ${logEnd(state, status, this.waiting, this.editor)}
        </div>
      </div>
      ${this.reading.following ? nothing : jumpButton(state, this.reading)}
      ${
        state.approvals.size > 1
          ? html`<hooksmith-pending .requests=${[...state.approvals.values()].flatMap(({ approval }) => approval ?? [])} .onNext=${this.prompts.showNext}></hooksmith-pending>`
          : nothing
      }
      ${this.toasts.render()}
      ${status?.readOnly ? nothing : changedFiles(state.files, { open: this.filesOpen, toggle: this.toggleFiles, running: state.running, folders: status?.folders ?? [] })}
      ${pinnedTodos(state.todos, this.todosOpen, this.toggleTodos)}
      <hooksmith-composer
        .running=${state.running && !status?.readOnly}
        .status=${status}
        .onProblem=${(text: string) => this.toasts.add({ level: 'warning', text })}
        .readOnly=${status?.readOnly === true}
        .placeholder=${status?.readOnly ? l10n.t('This session is only shown') : status?.rehearsal ? example : l10n.t('Ask the agent…')}
        .sent=${() => state.entries.flatMap((entry) => (entry.kind === 'user' && entry.branch === 'main' && !entry.byHook ? [entry.text] : []))}
        .onSend=${this.sent}
      ></hooksmith-composer>
      ${status ? chatFooter(status, !empty && !state.running && !status.readOnly) : nothing}
      <hooksmith-spoken></hooksmith-spoken>
    `;
  }

  private get todosOpen(): boolean {
    const { todos, approvals } = this.state;
    return this.todosToggled ?? (approvals.size === 0 && !todos?.every(isDone));
  }

  private readonly toggleTodos = () => {
    this.todosToggled = !this.todosOpen;
    this.requestUpdate();
  };

  private readonly offered = (text: string) => {
    post({ type: 'send', text });
    this.sent(text);
    this.requestUpdate();
  };

  private readonly toggleFiles = () => {
    this.filesOpen = !this.filesOpen;
    this.requestUpdate();
  };

  private readonly sent = (text: string) => {
    // What comes while a run is on is shown by the queue.
    if (!this.state.running) this.waiting.push(text);
    this.reading.jump();
  };

  private titleOf(): string {
    const first = this.state.entries.find((entry) => entry.kind === 'user' && entry.branch === 'main');
    const title = this.state.title || (first?.kind === 'user' && first.text.split('\n')[0]);
    return [this.status?.guest, title].filter(Boolean).join(': ') || l10n.t('New chat');
  }

  private get editor() {
    return {
      running: this.state.running,
      editing: this.editing,
      edit: (id: string | undefined) => {
        this.editing = id;
        this.requestUpdate();
        if (id === undefined) this.composer.focusBox();
      },
    };
  }

  private entry(entry: Entry): unknown {
    return entryRow(entry, {
      ...{ state: this.state, status: this.status, open: this.open, editing: this.editing },
      toggle: (set, key) => this.toggle(set, key),
      edit: (id) => this.editor.edit(id),
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
