/**
 * A tool call that waits for the human. Nothing on it acts before the whole card has been in sight for half a second, anew for each request, so that a key
 * or click meant for something else decides nothing; it never takes the focus by itself.
 */
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { isObject, type JsonObject } from '../../shared/basics/json';
import type { ApprovalRequest, ApprovalScope } from '../../shared/calls/approvals';
import { confinementText } from '../confinementText';
import { decider } from '../eventFacts';
import { pretty } from '../format';
import { hookLink } from '../hookChain';
import { post } from '../host';
import { Arming } from './arming';
import { begunAnswers } from './begunAnswers';
import { effectiveInput } from './effectiveInput';
import { RuleMenu } from './ruleMenu';

/** Characters of a reason that fit into its place in the narrowest sidebar: a longer one scrolls, by keys too. */
const unscrolledReason = 80;

export class ApprovalCard extends LitElement {
  static override properties = {
    request: { attribute: false },
    current: { type: Boolean },
    sent: { state: true },
    draft: { state: true },
    words: { state: true },
  };
  request!: ApprovalRequest;
  /** The keys decide this one: it is the oldest that waits. */
  current = false;
  private sent = false;
  /** The text of the input while it is edited. */
  private draft: string | undefined;
  /** The human changed the input that has just come. */
  private edited = false;
  /** What the human made of the input was not accepted, and why is told in the place of the reason. */
  private turnedDown = false;
  /** What the human wrote for the agent so far; it outlasts the edit of the input, which takes its place. */
  private words = '';
  private readonly arming = new Arming(this);
  private readonly menu = new RuleMenu(this, (scope, rule) => this.allow(scope, rule));

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('request')) return;
    const before = changed.get('request') as ApprovalRequest | undefined;
    // Told again without a change: what the human is about to press stays as it is.
    if (before && JSON.stringify(before) === JSON.stringify(this.request)) return;
    const wasSent = this.sent;
    this.sent = false;
    this.menu.close();
    if (before?.id !== this.request.id) {
      const { words, edit } = begunAnswers.of(this.request);
      this.words = words;
      this.draft = edit;
      this.turnedDown = false;
    } else if (before.inputHash !== this.request.inputHash) {
      this.edited = this.draft !== undefined;
      this.draft = undefined;
      this.begun();
    } else if (wasSent && this.draft !== undefined) this.turnedDown = true;
    this.arming.again();
  }

  /** Who edits the input, has done so, or writes to the agent, goes on to decide it: the buttons, which live in sight only, come along. */
  protected override updated(changed: PropertyValues): void {
    const typed = !changed.has('request') && (changed.has('draft') || changed.has('words'));
    if (this.edited || typed) this.scrollIntoView({ block: 'nearest' });
    this.edited = false;
    // The focus went with the button that was pressed: it goes back to the text that needs mending.
    if (changed.has('request') && this.turnedDown && this.draft !== undefined && this.contains(document.activeElement))
      this.querySelector<HTMLElement>('.json')?.focus({ preventScroll: true });
  }

  /** Its buttons live in sight only: who comes to it by keyboard finds them alive. */
  private readonly showWhole = ({ target }: Event) => {
    if (!this.menu.isOpen && (target as Element).matches(':focus-visible')) this.scrollIntoView({ block: 'nearest' });
  };

  /** Outlasts the card: another session may take its place, or the view be closed. */
  private begun(): void {
    begunAnswers.keep(this.request, this.words, this.draft);
  }

  get live(): boolean {
    return this.arming.armed && !this.sent;
  }

  private get named(): { id: string; inputHash: string } {
    return { id: this.request.id, inputHash: this.request.inputHash };
  }

  /** Does nothing while the card is dead. */
  allow(scope: ApprovalScope = 'once', rule?: string): void {
    if (!this.live || this.draft !== undefined) return;
    this.sent = true;
    post({ type: 'approve', ...this.named, scope, ...(rule ? { rule } : {}) });
  }

  get reason(): string {
    return this.words.trim();
  }

  /** What the human wrote goes to the agent beside the result. Does nothing while the card is dead. */
  private allowAndTell(): void {
    const { reason } = this;
    if (!this.live || this.draft !== undefined || !reason) return;
    this.sent = true;
    post({ type: 'approve', ...this.named, scope: 'once', message: reason });
  }

  /** Does nothing while the card is dead. */
  deny(): void {
    if (!this.live) return;
    this.sent = true;
    const { reason } = this;
    post({ type: 'deny', ...this.named, ...(reason ? { reason } : {}) });
  }

  private get problem(): string | undefined {
    try {
      return isObject(JSON.parse(this.draft ?? '')) ? undefined : l10n.t('The input must be a JSON object: { … }');
    } catch (error) {
      return (error as Error).message;
    }
  }

  private submitEdit(): void {
    if (!this.live || this.draft === undefined || this.problem) return;
    this.sent = true;
    post({ type: 'editInput', ...this.named, input: JSON.parse(this.draft) as JsonObject });
  }

  protected override render(): unknown {
    const { request } = this;
    return html`<div class="approval-card" role="group" aria-label=${l10n.t('Approve {0}', request.toolName)} @focusin=${this.showWhole}>
      <div class="approval-head"><i class="codicon codicon-shield" aria-hidden="true"></i> ${request.guest ? l10n.t('{0} asks: approve {1}?', request.guest, request.toolName) : l10n.t('Approve {0}?', request.toolName)}
        <button class="link turn" title=${l10n.t('Turn into Hook…')} @click=${() => post({ type: 'turnIntoHook', toolCallId: request.toolCallId })}><i class="codicon codicon-zap" aria-hidden="true"></i><span>${l10n.t('Turn into Hook…')}</span></button></div>
      <div class="approval-body" tabindex="0" role="group" aria-label=${l10n.t('What would run')}>
        ${
          request.risk
            ? html`<div class="risk"><i class="codicon codicon-warning" aria-hidden="true"></i> ${pretty(request.risk, 2000)}</div>`
            : nothing
        }
        ${this.draft === undefined ? effectiveInput(request) : this.editor(this.draft)}
        ${
          request.confinement && !request.unconfined
            ? html`<div class="confined"><i class="codicon codicon-lock" aria-hidden="true"></i> ${pretty(confinementText(request.confinement), 2000)}</div>`
            : nothing
        }
      </div>
      ${this.why()}
      ${this.draft === undefined ? this.buttons() : this.editButtons()}
    </div>`;
  }

  /** Beside what scrolls: whoever presses Allow has it before their eyes, however long the command. */
  private why(): TemplateResult {
    const { request } = this;
    const by = decider(request.askedBy);
    return html`<div class=${this.turnedDown && this.draft !== undefined ? 'why error-text' : 'why'} tabindex=${request.reason.length + (request.uncertain?.length ?? 0) > unscrolledReason ? 0 : nothing}>
      ${pretty(request.reason, 2000)}
      <span class="dim"
        >${by ? html`${l10n.t('Asked by:')} ${request.askedBy.file ? hookLink({ name: by, file: request.askedBy.file, line: request.askedBy.line }) : by}` : nothing}
        ${request.uncertain ? html`(${l10n.t('it only might match:')} ${pretty(request.uncertain, 500)})` : nothing}
        ${request.branch === 'main' ? nothing : html` · ${l10n.t('agent {0}', request.branch)}`}</span
      >
    </div>`;
  }

  private buttons(): TemplateResult {
    const { suggestions } = this.request;
    const dead = !this.live;
    return html`<div class="approval-foot">
      <div class="buttons">
        <span class="split menu-anchor">
          <button class="primary" ?disabled=${dead} @click=${() => this.allow()}>${this.request.unconfined ? l10n.t('Run Without Sandbox') : l10n.t('Allow')}</button
          ><button
            class="primary more"
            aria-label=${l10n.t('More allow options')}
            aria-haspopup="menu"
            aria-expanded=${this.menu.isOpen}
            title=${suggestions.length > 0 ? l10n.t('More allow options') : l10n.t('No rule is on offer for this call')}
            ?disabled=${dead || suggestions.length === 0}
            @click=${this.menu.toggle}
          >
            <i class="codicon codicon-chevron-down" aria-hidden="true"></i>
          </button>
          ${this.menu.render(this.request, dead)}
        </span>
        <button class="secondary" ?disabled=${dead} @click=${() => this.deny()}>${l10n.t('Deny')}</button>
        ${
          this.request.confirms
            ? nothing
            : html`<button class="secondary edit-input" ?disabled=${dead} @click=${this.beginEdit}>${l10n.t('Edit Input')}</button>`
        }
      </div>
      <div class="words"><textarea
        class="reason"
        rows="1"
        aria-label=${l10n.t('Reason for the agent')}
        placeholder=${l10n.t('Reason for the agent')}
        .value=${this.words}
        @input=${(event: Event) => {
          this.words = (event.target as HTMLTextAreaElement).value;
          this.begun();
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          if (this.reason) this.deny();
        }}
      ></textarea>
      ${
        this.request.confirms || !this.reason
          ? nothing
          : html`<button class="secondary" ?disabled=${dead}
              title=${l10n.t('Lets it run, and gives these words to the agent beside the result')}
              @click=${() => this.allowAndTell()}>${l10n.t('Allow and Tell It')}</button>`
      }</div>
      ${this.current ? html`<div class="keys dim">${l10n.t('Ctrl+Enter allows, Ctrl+Alt+Enter denies')}</div>` : nothing}
    </div>`;
  }

  private readonly beginEdit = async () => {
    if (!this.live) return;
    this.draft = JSON.stringify(this.request.input, null, 2);
    this.turnedDown = false;
    this.begun();
    await this.updateComplete;
    this.querySelector<HTMLElement>('.json')?.focus();
  };

  private readonly endEdit = async () => {
    this.draft = undefined;
    this.begun();
    await this.updateComplete;
    this.querySelector<HTMLElement>('.edit-input')?.focus();
  };

  private editor(draft: string): TemplateResult {
    const problem = this.problem;
    return html`<textarea
        class="json"
        spellcheck="false"
        aria-label=${l10n.t('Input as JSON')}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby="json-problem"
        .value=${draft}
        @input=${(event: Event) => {
          this.draft = (event.target as HTMLTextAreaElement).value;
          this.turnedDown = false;
          this.begun();
        }}
        @keydown=${(event: KeyboardEvent) => {
          const submits = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (!submits && event.key !== 'Escape') return;
          // Taken: the same key decides no prompt. All others are the editor's as well.
          event.preventDefault();
          if (submits) this.submitEdit();
          else void this.endEdit();
        }}
      ></textarea>
      <div id="json-problem" class="error-text" role="alert">${problem ?? nothing}</div>`;
  }

  private editButtons(): TemplateResult {
    return html`<div class="approval-foot">
      <div class="buttons">
        <button class="primary" ?disabled=${!this.live || this.problem !== undefined}
          @click=${() => this.submitEdit()}>${l10n.t('Use This Input')}</button>
        <button class="secondary" @click=${this.endEdit}>${l10n.t('Cancel')}</button>
      </div>
      <div class="dim">${l10n.t('Hooks, policies and you judge it anew.')}</div>
    </div>`;
  }
}

customElements.define('hooksmith-approval', ApprovalCard);
