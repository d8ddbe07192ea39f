/** The rows of the chat that are no tool calls. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AssistantEntry, CompactEntry, ErrorEntry, NoticeEntry, RetryEntry, UserEntry } from '../shared/conversationState';
import { decider } from '../shared/eventFacts';
import { pretty } from './format';
import { hookLink } from './hookChain';
import { post } from './host';
import { t } from './l10n';

const disclosure = (label: string, body: unknown, className: string) =>
  html`<details class=${className}><summary>${label}</summary>${body}</details>`;

export function userRow({ text, images, added, denied, byHook, branch }: UserEntry): TemplateResult {
  const by = denied ? decider(denied.by) : '';
  return html`<div class="user ${denied ? 'denied' : ''}">
    ${byHook ? html`<div class="dim">A hook goes on:</div>` : branch === 'main' ? nothing : html`<div class="dim">Task</div>`}
    <div class="text">${text}</div>
    ${images.map((image) => html`<img alt="Attached" src=${`data:${image.mediaType};base64,${image.data}`} />`)}
    ${
      added.length > 0
        ? disclosure(
            `${added.length} ${added.length === 1 ? 'note' : 'notes'} added by hooks`,
            html`<pre>${pretty(added.join('\n\n'))}</pre>`,
            'added',
          )
        : nothing
    }
    ${
      denied
        ? html`<div class="verdict">
          <i class="codicon codicon-circle-slash" aria-hidden="true"></i> Not sent${
            by
              ? html`, denied by ${denied.by?.file ? hookLink({ name: by, file: denied.by.file, line: denied.by.line }) : by}`
              : nothing
          }:
          ${pretty(denied.reason, 2000)}
        </div>`
        : nothing
    }
  </div>`;
}

export function assistantRow({ text, thinking, streaming, branch, agentName, taskId }: AssistantEntry): TemplateResult {
  return html`<div class="assistant">
    ${branch === 'main' || taskId ? nothing : html`<div class="dim">${agentName}</div>`}
    ${thinking ? disclosure(streaming && !text ? 'Thinking…' : 'Thinking', html`<div class="thought">${thinking}</div>`, 'thinking') : nothing}
    ${text ? html`<hooksmith-markdown .text=${text} .live=${streaming}></hooksmith-markdown>` : nothing}
  </div>`;
}

const levelIcons = { info: 'info', warning: 'warning', error: 'error' };

export function noticeRow({ level, text, hook, count, asks }: NoticeEntry, canAnswer: boolean): TemplateResult {
  return html`<div class="notice ${level}">
    <i class="codicon codicon-${levelIcons[level]}" aria-hidden="true"></i>
    <div>${
      hook ? html`Hook ${hookLink(hook)}: ` : nothing
    }${pretty(text, 4000)}${count > 1 ? html` <span class="dim">×${count}</span>` : nothing}${asks && canAnswer ? continueQuestion(asks) : nothing}</div>
  </div>`;
}

function continueQuestion(asks: 'limit' | 'cutOff'): TemplateResult {
  return html`<div class="question" role="group" aria-label=${t('Continue?')}>
    <div>${asks === 'limit' ? t('Continue? The limits count anew from here.') : t('Continue? The model goes on where it stopped.')}</div>
    <div class="buttons">
      <button class="primary" @click=${() => post({ type: 'retry' })}>${t('Continue')}</button>
      <button class="secondary" @click=${() => post({ type: 'declineContinue' })}>${t('Not Now')}</button>
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
          ? t('Compacted: the model now goes on from a summary, {0} messages became {1}.', messages, kept)
          : html`${t('Not compacted')}${by ? html` (${by.file ? hookLink({ name: who, file: by.file, line: by.line }) : who})` : nothing}: ${pretty(reason ?? '', 2000)}`
      }
      ${summary ? disclosure(t('Summary'), html`<hooksmith-markdown .text=${summary}></hooksmith-markdown>`, 'summary') : nothing}
    </div>
  </div>`;
}

export function retryRow({ attempt, status, message, until }: RetryEntry, now: number): TemplateResult {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return html`<div class="notice warning">
    <i class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true"></i>
    <div>
      The model did not answer${status ? ` (${status})` : ''}: ${pretty(message, 1000)}<br />
      <span class="dim">${seconds > 0 ? `Trying again in ${seconds} s` : 'Trying again'} · attempt ${attempt}</span>
    </div>
  </div>`;
}

export function errorRow({ text, detail }: ErrorEntry, canRetry: boolean): TemplateResult {
  return html`<div class="notice error run-error">
    <i class="codicon codicon-error" aria-hidden="true"></i>
    <div>
      ${pretty(text, 8000)} ${detail ? html`<span class="dim">${detail}</span>` : nothing}
      ${
        canRetry
          ? html`<div class="buttons"><button class="secondary"
        @click=${() => post({ type: 'retry' })}>Retry</button></div>`
          : nothing
      }
    </div>
  </div>`;
}
