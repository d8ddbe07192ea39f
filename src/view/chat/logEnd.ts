/** What stands at the end of the conversation: what was sent and waits, the agent at work, and the way back down. */
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Status } from '../../shared/views/viewProtocol';
import type { ConversationState } from '../conversation/conversationState';
import type { LogScroll } from './logScroll';
import { type QueueState, queuedRow } from './queue';
import { pausedLine } from './toolRow';

/** `waiting` is what was sent and is not taken up yet. */
export function logEnd(
  state: ConversationState,
  status: Status | undefined,
  waiting: readonly string[],
  editor: QueueState,
): unknown {
  return html`${waiting.map(
    (text) =>
      html`<div class="entry"><div class="user waiting"><div class="text">${text}</div><span class="dim">${l10n.t('Waiting')}</span></div></div>`,
  )}
        ${worksUnseen(state) ? workingLine(state, status) : nothing}
        ${repeat(
          state.queue,
          ({ id }) => id,
          (message) => html`<div class="entry">${queuedRow(message, editor)}</div>`,
        )}`;
}

/** The agent is at work and nothing on screen shows it. */
const worksUnseen = ({ running, streaming, retry, open }: ConversationState): boolean =>
  running && streaming.size === 0 && !retry && open.size === 0;

const workingLine = ({ compacting }: ConversationState, status: Status | undefined): unknown =>
  status?.paused && status.paused.toolCallIds.length === 0
    ? html`<div class="working">${pausedLine(status.paused)}</div>`
    : html`<div class="working"><i class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true"></i> ${compacting ? l10n.t('Compacting the conversation…') : l10n.t('Working…')}</div>`;

/**
 * Stands while the reader is elsewhere. Who has the approval before them is where they are wanted: only what came meanwhile lies elsewhere then, and what they
 * sent, which waits below it.
 */
export function jumpButton({ approvals, queue }: ConversationState, reading: LogScroll): unknown {
  const { unseen, promptInSight, onward } = reading;
  const queued = reading.goesOn && queue.length > 0;
  if (!queued && (reading.following || (approvals.size > 0 && promptInSight && !unseen))) return nothing;
  return html`<div class="jump"><button class="secondary" @click=${onward}>${
    approvals.size > 0 && !promptInSight && !queued
      ? l10n.t('Jump to the waiting approval')
      : queued || unseen
        ? html`<i class="codicon codicon-arrow-down" aria-hidden="true"></i> ${queued && !unseen ? l10n.t('Queued: {0}', queue.length) : l10n.t('New messages')}`
        : l10n.t('Jump to latest')
  }</button></div>`;
}
