/** Short notices over the message box, each once at a time, however often it is given; those that only inform go by themselves. */
import * as l10n from '@vscode/l10n';
import { html, type ReactiveControllerHost } from 'lit';

interface Notice {
  level: 'info' | 'warning' | 'error';
  text: string;
}

const shownMs = 8000;
const most = 3;

export class Toasts {
  private notices: Notice[] = [];

  constructor(private readonly host: ReactiveControllerHost) {}

  add(notice: Notice): void {
    const others = this.notices.filter(({ level, text }) => level !== notice.level || text !== notice.text);
    this.notices = [...others.slice(1 - most), notice];
    if (notice.level === 'info') setTimeout(() => this.dismiss(notice), shownMs);
    this.host.requestUpdate();
  }

  clear(): void {
    this.notices = [];
  }

  render(): unknown {
    return this.notices.map(
      (notice) => html`<div class="toast" role="alert">
          <i class="codicon codicon-${notice.level}" aria-hidden="true"></i><span>${notice.text}</span>
          <button class="icon" aria-label=${l10n.t('Dismiss')}
            @click=${() => this.dismiss(notice)}><i class="codicon codicon-close" aria-hidden="true"></i></button>
        </div>`,
    );
  }

  private dismiss(notice: Notice): void {
    this.notices = this.notices.filter((other) => other !== notice);
    this.host.requestUpdate();
  }
}
