/** The rules that an approval offers: each to the letter, with how far it would have reached, for this session, this workspace or always. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { ApprovalRequest, ApprovalScope } from '../../shared/calls/approvals';
import { pretty } from '../format';

type Lasting = Exclude<ApprovalScope, 'once'>;
const scopes: readonly [Lasting, () => string][] = [
  ['session', () => l10n.t('Allow for This Session')],
  ['workspace', () => l10n.t('Allow in This Workspace')],
  ['always', () => l10n.t('Allow Always')],
];

/** Opens at `.menu-anchor` of its host, which the button `.more` of it does. */
export class RuleMenu implements ReactiveController {
  isOpen = false;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly pick: (scope: Lasting, rule: string) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('pointerdown', this.left);
    document.addEventListener('scroll', this.moved, true);
    window.addEventListener('resize', this.moved);
  }

  hostDisconnected(): void {
    document.removeEventListener('pointerdown', this.left);
    document.removeEventListener('scroll', this.moved, true);
    window.removeEventListener('resize', this.moved);
  }

  close(): void {
    this.isOpen = false;
    this.host.requestUpdate();
  }

  readonly toggle = async (): Promise<void> => {
    this.isOpen = !this.isOpen;
    this.host.requestUpdate();
    await this.host.updateComplete;
    this.place();
    this.items[0]?.focus({ preventScroll: true });
  };

  /** While it is dead it decides nothing, and stays for when it lives. */
  render(request: ApprovalRequest, dead: boolean): unknown {
    if (!this.isOpen) return nothing;
    const pick = (scope: Lasting, rule: string) => {
      if (dead) return;
      this.close();
      this.pick(scope, rule);
    };
    return html`<div class="menu" role="menu" aria-label=${l10n.t('More allow options')} @keydown=${this.keys}>
      ${request.suggestions.map((rule) =>
        scopes.map(
          ([scope, words]) =>
            html`<button role="menuitem" tabindex="-1" aria-disabled=${dead}
              @click=${() => pick(scope, rule)}><span>${words()}</span><code>${pretty(rule, 500)}</code>${reachLine(request, rule)}</button>`,
        ),
      )}
    </div>`;
  }

  private get anchor(): HTMLElement {
    return this.host.querySelector('.menu-anchor')!;
  }

  private get items(): HTMLElement[] {
    return [...this.host.querySelectorAll<HTMLElement>('[role=menuitem]')];
  }

  private place(): void {
    const menu = this.host.querySelector<HTMLElement>('.menu');
    if (menu) placeMenu(menu, this.anchor.getBoundingClientRect());
  }

  private isWithin({ target }: Event): boolean {
    return target instanceof Node && this.anchor.contains(target);
  }

  private readonly left = (event: Event) => {
    if (this.isOpen && !this.isWithin(event)) this.close();
  };

  /** It goes along with its button, and is gone where that is out of sight. */
  private readonly moved = (event: Event) => {
    if (!this.isOpen || this.isWithin(event)) return;
    const sight = this.host.closest('.log')!.getBoundingClientRect();
    const { top, bottom } = this.anchor.getBoundingClientRect();
    if (top < sight.top || bottom > sight.bottom) this.close();
    else this.place();
  };

  private readonly keys = (event: KeyboardEvent) => {
    const { items } = this;
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
    else if (event.key === 'ArrowUp') items.at(at - 1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      this.close();
      this.host.querySelector<HTMLElement>('.more')?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function reachLine({ reach, toolName, input }: ApprovalRequest, rule: string): unknown {
  const found = reach?.find((one) => one.rule === rule);
  if (!found) return nothing;
  const { matched, of } = found;
  return html`<small>${
    typeof input.command === 'string'
      ? l10n.t('{0} of your last {1} commands', matched, of)
      : l10n.t('{0} of your last {1} calls of {2}', matched, of, toolName)
  }</small>`;
}

/** Above its button, or below where there is more room; always within the view. */
function placeMenu(menu: HTMLElement, anchor: DOMRect): void {
  const gap = 2;
  const above = anchor.top - 2 * gap;
  const below = innerHeight - anchor.bottom - 2 * gap;
  const up = menu.offsetHeight <= above || above > below;
  menu.style.maxHeight = `${up ? above : below}px`;
  menu.style.left = `${Math.max(gap, Math.min(anchor.left, innerWidth - menu.offsetWidth - gap))}px`;
  menu.style.top = `${up ? Math.max(gap, anchor.top - gap - menu.offsetHeight) : anchor.bottom + gap}px`;
}
