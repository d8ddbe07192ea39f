/**
 * A tool call that waits for the human. Nothing on it acts before the whole card has been in sight for half a second, anew for each request, so that a key
 * or click meant for something else decides nothing; it never takes the focus by itself.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { decider } from '../shared/eventFacts';
import type { ApprovalRequest, ApprovalScope } from '../shared/events';
import { isObject, type JsonObject } from '../shared/json';
import { effectiveInput } from './effectiveInput';
import { pretty } from './format';
import { hookLink } from './hookChain';
import { post } from './host';
import { t } from './l10n';

const armingMs = 500;
const scopes: [Exclude<ApprovalScope, 'once'>, string][] = [
  ['session', 'for This Session'],
  ['workspace', 'in This Workspace'],
  ['always', 'Always'],
];

export class ApprovalCard extends LitElement {
  static override properties = {
    request: { attribute: false },
    armed: { state: true },
    sent: { state: true },
    draft: { state: true },
    menuOpen: { state: true },
  };
  request!: ApprovalRequest;
  private armed = false;
  private sent = false;
  /** The text of the input while it is edited. */
  private draft: string | undefined;
  private menuOpen = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private inSight = false;
  private readonly observer = new IntersectionObserver(
    ([...entries]) => {
      this.inSight = entries.at(-1)!.intersectionRatio >= 0.99;
      this.arm();
    },
    { threshold: [0.5, 0.99, 1] },
  );
  private readonly onVisibility = () => this.arm();
  private readonly onOutside = (event: Event) => {
    if (this.menuOpen && !(event.target as Element | null)?.closest?.('.menu-anchor')) this.menuOpen = false;
  };

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
    document.addEventListener('visibilitychange', this.onVisibility);
    document.addEventListener('pointerdown', this.onOutside);
    document.addEventListener('scroll', this.onOutside, true);
    window.addEventListener('resize', this.onOutside);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.onVisibility);
    document.removeEventListener('pointerdown', this.onOutside);
    document.removeEventListener('scroll', this.onOutside, true);
    window.removeEventListener('resize', this.onOutside);
  }

  private arm(): void {
    clearTimeout(this.timer);
    this.armed = false;
    if (!this.inSight || document.visibilityState !== 'visible') return;
    this.timer = setTimeout(() => {
      this.armed = true;
    }, armingMs);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('request')) return;
    const before = changed.get('request') as ApprovalRequest | undefined;
    this.sent = false;
    this.menuOpen = false;
    if (before?.inputHash !== this.request.inputHash) this.draft = undefined;
    this.arm();
  }

  private get live(): boolean {
    return this.armed && !this.sent;
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

  /** What the human wrote for the agent so far. */
  get reason(): string {
    return this.querySelector<HTMLTextAreaElement>('.reason')?.value.trim() ?? '';
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
      return isObject(JSON.parse(this.draft ?? '')) ? undefined : 'The input must be a JSON object: { … }';
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
    const decided = decider(request.askedBy);
    const by = request.askedBy.name || request.askedBy.kind === 'human' ? decided : decided && `the ${decided}`;
    return html`<div class="approval-card" role="group" aria-label=${`Approve ${request.toolName}`}>
      <div class="approval-head"><i class="codicon codicon-shield" aria-hidden="true"></i> Approve ${request.toolName}?</div>
      <div class="approval-body" tabindex="0" aria-label="What would run">
        ${
          request.risk
            ? html`<div class="risk"><i class="codicon codicon-warning" aria-hidden="true"></i> ${pretty(request.risk, 2000)}</div>`
            : nothing
        }
        ${this.draft === undefined ? effectiveInput(request) : this.editor(this.draft)}
        <div class="why">
          ${pretty(request.reason, 2000)}
          <span class="dim"
            >${by ? html`Asked by ${request.askedBy.file ? hookLink({ name: by, file: request.askedBy.file, line: request.askedBy.line }) : by}` : nothing}
            ${request.branch === 'main' ? nothing : html` · ${t('agent {0}', request.branch)}`}</span
          >
        </div>
      </div>
      ${this.draft === undefined ? this.buttons() : this.editButtons()}
    </div>`;
  }

  private buttons(): TemplateResult {
    const { suggestions } = this.request;
    const dead = !this.live;
    return html`<div class="approval-foot">
      <div class="buttons">
        <span class="split menu-anchor">
          <button class="primary" ?disabled=${dead} @click=${() => this.allow()}>Allow</button
          ><button
            class="primary more"
            aria-label="More allow options"
            aria-haspopup="menu"
            aria-expanded=${this.menuOpen}
            title=${suggestions.length > 0 ? 'More allow options' : 'No rule is on offer for this call'}
            ?disabled=${dead || suggestions.length === 0}
            @click=${this.toggleMenu}
          >
            <i class="codicon codicon-chevron-down"></i>
          </button>
          ${this.menuOpen ? this.menu(suggestions) : nothing}
        </span>
        <button class="secondary" ?disabled=${dead} @click=${() => this.deny()}>Deny</button>
        <button class="secondary" ?disabled=${dead} @click=${this.beginEdit}>Edit Input</button>
      </div>
      <textarea
        class="reason"
        rows="1"
        aria-label="Reason for the agent"
        placeholder="Reason for the agent"
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          if (this.reason) this.deny();
        }}
      ></textarea>
    </div>`;
  }

  private readonly toggleMenu = async () => {
    this.menuOpen = !this.menuOpen;
    await this.updateComplete;
    this.placeMenu();
    this.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  };

  /** Above its button, or below where there is more room; always within the view. */
  private placeMenu(): void {
    const menu = this.querySelector<HTMLElement>('.menu');
    const anchor = this.querySelector('.menu-anchor')!.getBoundingClientRect();
    if (!menu) return;
    const gap = 2;
    const above = anchor.top - 2 * gap;
    const below = innerHeight - anchor.bottom - 2 * gap;
    const up = menu.offsetHeight <= above || above > below;
    menu.style.maxHeight = `${up ? above : below}px`;
    menu.style.left = `${Math.max(gap, Math.min(anchor.left, innerWidth - menu.offsetWidth - gap))}px`;
    menu.style.top = `${up ? Math.max(gap, anchor.top - gap - menu.offsetHeight) : anchor.bottom + gap}px`;
  }

  private menu(suggestions: string[]): TemplateResult {
    const pick = (scope: ApprovalScope, rule: string) => () => {
      this.menuOpen = false;
      this.allow(scope, rule);
    };
    return html`<div class="menu" role="menu" aria-label="More allow options" @keydown=${this.menuKeys}>
      ${suggestions.map((rule) =>
        scopes.map(
          ([scope, words]) =>
            html`<button role="menuitem" tabindex="-1"
              @click=${pick(scope, rule)}><span>Allow ${words}</span><code>${pretty(rule, 500)}</code></button>`,
        ),
      )}
    </div>`;
  }

  private readonly menuKeys = (event: KeyboardEvent) => {
    const items = [...this.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items.at(at - 1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      this.menuOpen = false;
      this.querySelector<HTMLElement>('.more')?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly beginEdit = async () => {
    if (!this.live) return;
    this.draft = JSON.stringify(this.request.input, null, 2);
    await this.updateComplete;
    this.querySelector<HTMLElement>('.json')?.focus();
  };

  private editor(draft: string): TemplateResult {
    const problem = this.problem;
    return html`<textarea
        class="json"
        spellcheck="false"
        aria-label="Input as JSON"
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby="json-problem"
        rows=${Math.min(16, draft.split('\n').length + 1)}
        .value=${draft}
        @input=${(event: Event) => {
          this.draft = (event.target as HTMLTextAreaElement).value;
        }}
        @keydown=${(event: KeyboardEvent) => {
          event.stopPropagation();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.submitEdit();
          if (event.key === 'Escape') this.draft = undefined;
        }}
      ></textarea>
      <div id="json-problem" class="error-text" role="alert">${problem ?? nothing}</div>`;
  }

  private editButtons(): TemplateResult {
    return html`<div class="approval-foot">
      <div class="buttons">
        <button class="primary" ?disabled=${!this.live || this.problem !== undefined}
          @click=${() => this.submitEdit()}>Use This Input</button>
        <button
          class="secondary"
          @click=${() => {
            this.draft = undefined;
          }}
        >
          Cancel
        </button>
      </div>
      <div class="dim">Hooks, policies and you judge it anew.</div>
    </div>`;
  }
}

customElements.define('hooksmith-approval', ApprovalCard);
