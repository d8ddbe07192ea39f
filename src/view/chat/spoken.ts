/** What a screen reader is told as it happens; the log itself is read at leisure. */
import * as l10n from '@vscode/l10n';
import { html, LitElement } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { UnreadBy } from '../../shared/events/eventReaders';
import { continuation } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { todosIn } from '../../shared/events/todos';
import { textOf } from '../../shared/messages/messages';
import { inputSummary } from '../format';
import { progressOf } from './todoList';

/** Of a long answer the beginning is spoken. */
const mostSpoken = 500;

/** The words for an event, or empty where it passes in silence. */
export function spokenFor(event: HookEvent): string {
  switch (event.type) {
    case 'approval_requested': {
      const what = inputSummary(event.data.input);
      const who = event.data.guest ?? (event.branch === 'main' ? undefined : event.agentName);
      return who === undefined
        ? l10n.t('{0} waits for your decision: {1}', event.toolName, what)
        : l10n.t('{0} of the agent {1} waits for your decision: {2}', event.toolName, who, what);
    }
    case 'question_asked':
      return event.data.questions.map(({ question }) => l10n.t('The agent asks: {0}', question)).join(' ');
    case 'tool_settled': {
      const todos = todosIn(event);
      if (todos) return progressOf(todos);
      return l10n.t('{0}: {1}', event.toolName, event.data.outcome);
    }
    case 'message': {
      const text = event.branch === 'main' && event.input.role === 'assistant' ? textOf(event.input) : '';
      return text.length > mostSpoken ? `${text.slice(0, mostSpoken)} …` : text;
    }
    case 'run_done': {
      const strongest = event.data.signals[0];
      return continuation(event) ? l10n.t('{0}. Continue?', strongest?.message.replace(/\.$/, '') ?? '') : '';
    }
    case 'files_restored': {
      const { files, redo } = event.data;
      if (redo) return '';
      return l10n.t('Restored: {0}.', files.length === 1 ? l10n.t('1 file') : l10n.t('{0} files', files.length));
    }
    case 'compacted':
      return event.isError ? l10n.t('Not compacted: {0}', event.reason ?? '') : l10n.t('The conversation was compacted');
    case 'run_error':
      return l10n.t('Error: {0}', event.error?.message ?? event.reason ?? '');
    case 'after_run':
      return event.data.interrupted ? '' : l10n.t('The agent is done');
    default:
      event.type satisfies UnreadBy<'spoken'>;
      return '';
  }
}

/** A polite live region: each line is spoken once, and none cuts off the one before. */
export class Spoken extends LitElement {
  static override properties = { lines: { state: true } };
  private lines: { key: number; text: string }[] = [];
  private next = 0;

  protected override createRenderRoot(): this {
    return this;
  }

  say(text: string): void {
    if (text) this.lines = [...this.lines.slice(-9), { key: this.next++, text }];
  }

  protected override render(): unknown {
    const lines = repeat(
      this.lines,
      ({ key }) => key,
      ({ text }) => html`<div>${text}</div>`,
    );
    return html`<div class="sr" role="status" aria-live="polite" aria-atomic="false">${lines}</div>`;
  }
}

customElements.define('hooksmith-spoken', Spoken);
