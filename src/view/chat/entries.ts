/** The rows of the chat that are no tool calls. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { isCommand, type WayOut } from '../../shared/runs/waysOut';
import type {
  AssistantEntry,
  CompactEntry,
  ErrorEntry,
  NoticeEntry,
  Picture,
  RetryEntry,
  UserEntry,
} from '../conversation/conversationState';
import { decider } from '../eventFacts';
import { pretty } from '../format';
import { hookLink } from '../hookChain';
import { post } from '../host';
import './messageEditor';
import { messageParts } from './messageParts';

const chevron = html`<i class="codicon codicon-chevron-right" aria-hidden="true"></i>`;

const disclosure = (label: string, body: unknown, className: string) =>
  html`<details class=${className}><summary>${chevron}${label}</summary>${body}</details>`;

/** How the human's own messages are opened for editing. */
export interface UserRowState {
  canEdit: boolean;
  editing: boolean;
  edit(on: boolean, isSent?: boolean): void;
}

const goBack = (eventId: string): TemplateResult =>
  html`<button class="icon" aria-label=${l10n.t('Restore Checkpoint')} title=${l10n.t('Restore Checkpoint: files, conversation or both as they were before this message')}
      @click=${() => post({ type: 'restore', eventId })}><i class="codicon codicon-discard" aria-hidden="true"></i></button>
    <button class="icon" aria-label=${l10n.t('Fork from Here')} title=${l10n.t('Fork from Here: a new session that goes on from before this message')}
      @click=${() => post({ type: 'fork', eventId })}><i class="codicon codicon-repo-forked" aria-hidden="true"></i></button>`;

export function userRow(entry: UserEntry, { canEdit, editing, edit }: UserRowState): TemplateResult {
  const { text, images, parts, added, denied, byHook, branch, sentAs } = entry;
  const by = denied ? decider(denied.by) : '';
  if (editing && sentAs)
    return html`<hooksmith-message-editor .text=${text} .save=${l10n.t('Send')}
      .note=${l10n.t('Takes back this message and all that came after it. What tools did to files stays; the record keeps everything.')}
      .onSave=${(changed: string) => {
        post({ type: 'resend', eventId: sentAs, text: changed });
        edit(false, true);
      }}
      .onCancel=${() => edit(false)}></hooksmith-message-editor>`;
  return html`<div class="user ${denied ? 'denied' : ''}" role="group" aria-label=${byHook ? l10n.t('Message by a hook') : branch === 'main' ? l10n.t('Your message') : l10n.t('Task')}>
    ${byHook ? html`<div class="dim">${l10n.t('A hook goes on:')}</div>` : branch === 'main' ? nothing : html`<div class="dim">${l10n.t('Task')}</div>`}
    <div class="text">${text}</div>
    ${pictures(images, l10n.t('Attached picture'))} ${messageParts(parts)}
    ${
      sentAs && canEdit
        ? html`<div class="tools">${denied ? nothing : goBack(sentAs)}
        <button class="icon" aria-label=${l10n.t('Edit and Send Again')} title=${l10n.t('Edit and Send Again')}
          @click=${() => edit(true)}><i class="codicon codicon-edit" aria-hidden="true"></i></button></div>`
        : nothing
    }
    ${
      added.length > 0
        ? disclosure(
            added.length === 1 ? l10n.t('1 note added by hooks') : l10n.t('{0} notes added by hooks', added.length),
            html`<pre>${pretty(added.join('\n\n'))}</pre>`,
            'added',
          )
        : nothing
    }
    ${
      denied
        ? html`<div class="verdict"><i class="codicon codicon-circle-slash" aria-hidden="true"></i> ${l10n.t('Not sent')}${
            by
              ? html`, ${l10n.t('denied by')} ${denied.by?.file ? hookLink({ name: by, file: denied.by.file, line: denied.by.line }) : by}`
              : nothing
          }: ${pretty(denied.reason, 2000)}</div>`
        : nothing
    }
  </div>`;
}

export const pictures = (images: readonly Picture[], alt: string): unknown =>
  images.map((image) => html`<img alt=${alt} src=${`data:${image.mediaType};base64,${image.data}`} />`);

export interface AssistantRowState {
  thinkingOpen: boolean;
  toggleThinking(open: boolean): void;
}

export function assistantRow(entry: AssistantEntry, { thinkingOpen, toggleThinking }: AssistantRowState): TemplateResult {
  const { text, thinking, streaming, branch, agentName, taskId } = entry;
  return html`<div>
    ${branch === 'main' || taskId ? nothing : html`<div class="dim">${agentName}</div>`}
    ${
      thinking
        ? html`<details .open=${thinkingOpen}
            @toggle=${(event: Event) => toggleThinking((event.target as HTMLDetailsElement).open)}>
            <summary>${chevron}${streaming && !text ? l10n.t('Thinking…') : l10n.t('Thinking')}</summary>
            ${thinkingOpen ? html`<div class="thought">${thinking}</div>` : nothing}
          </details>`
        : nothing
    }
    ${text ? html`<hooksmith-markdown .text=${text} .live=${streaming}></hooksmith-markdown>` : nothing}
  </div>`;
}

export function noticeRow({ level, text, hook, count, asks, held }: NoticeEntry, canAnswer: boolean): TemplateResult {
  return html`<div class="notice ${level}">
    <i class="codicon codicon-${level}" aria-hidden="true"></i>
    <div>${
      hook ? html`${l10n.t('Hook')} ${hookLink(hook)}: ` : nothing
    }${pretty(text, 4000)}${count > 1 ? html` <span class="dim">×${count}</span>` : nothing}${held && canAnswer ? html` <button class="link" @click=${() => post({ type: 'command', command: 'hooksmith.reviewHookFiles' })}>${l10n.t('Review')}</button>` : nothing}${asks && canAnswer ? continueQuestion(asks) : nothing}</div>
  </div>`;
}

function continueQuestion(asks: 'limit' | 'cutOff'): TemplateResult {
  return html`<div role="group" aria-label=${l10n.t('Continue?')}>
    <div>${asks === 'limit' ? l10n.t('Continue? The limits count anew from here.') : l10n.t('Continue? The model goes on where it stopped.')}</div>
    <div class="buttons">
      <button class="primary" @click=${() => post({ type: 'retry' })}>${l10n.t('Continue')}</button>
      <button class="secondary" @click=${() => post({ type: 'declineContinue' })}>${l10n.t('Not Now')}</button>
    </div>
  </div>`;
}

export function compactRow({ messages, kept, summary, reason, by }: CompactEntry): TemplateResult {
  const done = kept !== undefined;
  const who = by ? decider(by) : '';
  return html`<div class="notice ${done ? 'info' : 'warning'}">
    <i class="codicon codicon-${done ? 'fold' : 'warning'}" aria-hidden="true"></i>
    <div>
      ${
        done
          ? l10n.t('Compacted: the model now goes on from a summary, {0} messages became {1}.', messages, kept)
          : html`${l10n.t('Not compacted')}${by ? html` (${by.file ? hookLink({ name: who, file: by.file, line: by.line }) : who})` : nothing}: ${pretty(reason ?? '', 2000)}`
      }
      ${summary ? disclosure(l10n.t('Summary'), html`<hooksmith-markdown .text=${summary}></hooksmith-markdown>`, 'summary') : nothing}
    </div>
  </div>`;
}

export function retryRow({ attempt, status, message, until }: RetryEntry, now: number): TemplateResult {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return html`<div class="notice warning">
    <i class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true"></i>
    <div>
      ${l10n.t('The model did not answer')}${status && !message.includes(String(status)) ? ` (${status})` : ''}: ${pretty(message, 1000)}<br />
      <span class="dim">${seconds > 0 ? l10n.t('Trying again in {0} s', seconds) : l10n.t('Trying again')} · ${l10n.t('attempt {0}', attempt)}</span>
    </div>
  </div>`;
}

const wayOutLabels = {
  'hooksmith.setApiKey': () => l10n.t('Set API Key'),
  'hooksmith.compact': () => l10n.t('Compact Conversation'),
  'hooksmith.chooseModel': () => l10n.t('Choose Model…'),
};

const wayOutButton = (way: WayOut) =>
  isCommand(way)
    ? html`<button class="secondary" @click=${() => post({ type: 'command', command: way })}>${wayOutLabels[way]()}</button>`
    : html`<button class="secondary" @click=${() => post({ type: 'openSetting', setting: way })}>${l10n.t('Open Setting')}</button>`;

export function errorRow({ text, detail, waysOut = [] }: ErrorEntry, canRetry: boolean): TemplateResult {
  return html`<div class="notice error run-error">
    <i class="codicon codicon-error" aria-hidden="true"></i>
    <div>
      ${pretty(text, 8000)} ${detail ? html`<span class="dim">${detail}</span>` : nothing}
      ${
        canRetry
          ? html`<div class="buttons">
              ${waysOut.map(wayOutButton)}
              <button class="secondary" @click=${() => post({ type: 'retry' })}>${l10n.t('Retry')}</button>
            </div>`
          : nothing
      }
    </div>
  </div>`;
}
