/** Messages that wait: typed while the agent works, to be changed, taken back or let into the run. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { textOfBlocks } from '../../shared/messages/messages';
import { splitParts } from '../../shared/messages/promptParts';
import type { QueuedMessage } from '../../shared/stream/stream';
import type { Codicon } from '../../shared/views/codicons';
import { post } from '../host';
import './messageEditor';
import { messageParts } from './messageParts';

export interface QueueState {
  running: boolean;
  /** The id of the message that is being edited. */
  editing: string | undefined;
  edit(id: string | undefined): void;
}

export function queuedRow({ id, content, steers }: QueuedMessage, { running, editing, edit }: QueueState): TemplateResult {
  const { own: text, parts } = splitParts(typeof content === 'string' ? content : textOfBlocks(content));
  const images = typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length;
  const state = steers && running ? l10n.t('Goes in before the next step') : running ? l10n.t('Queued') : l10n.t('Not sent yet');
  if (editing === id)
    return html`<hooksmith-message-editor .text=${text} .save=${l10n.t('Save')}
      .onSave=${(changed: string) => {
        post({ type: 'changeQueued', id, text: changed });
        edit(undefined);
      }}
      .onCancel=${() => edit(undefined)}></hooksmith-message-editor>`;
  return html`<div class="user waiting" role="group" aria-label=${l10n.t('Queued message')}>
    <div class="text">${text}</div>
    ${images > 0 ? html`<div class="dim">${images === 1 ? l10n.t('1 picture') : l10n.t('{0} pictures', images)}</div>` : nothing}
    ${messageParts(parts)}
    <div class="waiting-line">
      <span class="dim"><i class="codicon codicon-${steers && running ? 'arrow-right' : 'clock'}" aria-hidden="true"></i> ${state}</span>
      ${
        steers && running
          ? nothing
          : iconButton(running ? l10n.t('Send into This Run') : l10n.t('Send Now'), 'send', () =>
              post({ type: 'sendQueued', id }),
            )
      }
      ${iconButton(l10n.t('Edit'), 'edit', () => edit(id))} ${iconButton(l10n.t('Remove'), 'close', () => post({ type: 'dropQueued', id }))}
    </div>
  </div>`;
}

const iconButton = (label: string, icon: Codicon, click: () => void): TemplateResult =>
  html`<button class="icon" aria-label=${label} title=${label} @click=${click}><i class="codicon codicon-${icon}" aria-hidden="true"></i></button>`;
