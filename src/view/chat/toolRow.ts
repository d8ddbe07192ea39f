/** One tool call in the chat: what it is, how it stands, what the hooks did to it, what came out. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { unreachable } from '../../shared/basics/unreachable';
import type { ToolOutcome } from '../../shared/events/events';
import { todosOf } from '../../shared/events/todos';
import type { ShownIcon } from '../../shared/views/codicons';
import type { PausedAt } from '../../shared/views/viewProtocol';
import { confinementText } from '../confinementText';
import type { AgentWork, ToolEntry } from '../conversation/conversationState';
import { hookSummary } from '../conversation/conversationTools';
import { decider } from '../eventFacts';
import { duration, inputSummary, pretty, printedInTerminal, toldByPath } from '../format';
import { hookLink, hookRow } from '../hookChain';
import { post } from '../host';
import { agentWork, type WorkState } from './agentWork';
import { instructionLinks } from './instructionRows';
import { todoItems } from './todoList';

export interface ToolRowState {
  open: boolean;
  hooksOpen: boolean;
  /** A debugger holds its hooks. */
  paused?: PausedAt;
  /** Its prompt is the one that keys decide. */
  current: boolean;
  /** Now, milliseconds since 1970; for calls that run. */
  now: number;
  /** Paths below these folders are shown from there. */
  folders: readonly string[];
  toggle(): void;
  toggleHooks(): void;
  /** For a call that started an agent. */
  work: WorkState;
}

/** How a call stands, as its row says it. */
type Standing = ToolOutcome | 'interrupted' | 'untold' | 'outside' | 'waiting' | 'asks' | 'running' | 'paused';

const icons: Record<Standing, ShownIcon> = {
  ok: 'check',
  error: 'error',
  denied: 'circle-slash',
  rejected: 'circle-slash',
  skipped: 'debug-step-over',
  cancelled: 'debug-stop',
  interrupted: 'debug-disconnect',
  untold: 'debug-disconnect',
  outside: 'watch',
  asks: 'question',
  // A batch may have a hundred of them, and a turning one costs each frame.
  waiting: 'circle-large-outline',
  running: 'loading codicon-modifier-spin',
  paused: 'debug-pause',
};

const words: Record<Standing, () => string> = {
  ok: () => l10n.t('ok'),
  error: () => l10n.t('error'),
  denied: () => l10n.t('denied'),
  rejected: () => l10n.t('rejected'),
  skipped: () => l10n.t('skipped'),
  cancelled: () => l10n.t('cancelled'),
  interrupted: () => l10n.t('interrupted'),
  untold: () => l10n.t('end unknown'),
  outside: () => l10n.t('waits for its result'),
  waiting: () => l10n.t('waiting'),
  asks: () => l10n.t('asks you'),
  running: () => l10n.t('running'),
  paused: () => l10n.t('paused'),
};

function standingOf({ phase, outcome, refused, questions }: ToolEntry): Standing {
  const end = outcome ?? refused;
  if (end) return end;
  switch (phase) {
    case 'checking':
      return 'waiting';
    case 'approval':
      return 'asks';
    case 'running':
    // A call that settled without a word of how is shown as one that goes on.
    case 'settled':
      return questions ? 'asks' : 'running';
    case 'interrupted':
    case 'untold':
    case 'outside':
      return phase;
    default:
      return unreachable(phase);
  }
}

export function toolRow(entry: ToolEntry, row: ToolRowState): TemplateResult {
  const { toolCallId, phase, hooks, approval } = entry;
  const summary = hookSummary(hooks);
  const details = `details-${entry.key}`;
  return html`<div class="tool ${entry.outcome ?? entry.refused ?? phase}" data-tool-call=${toolCallId}>
    <div class="tool-line">
    <button class="tool-head" aria-expanded=${row.open} aria-controls=${details} @click=${row.toggle}>
      <i class="codicon codicon-chevron-${row.open ? 'down' : 'right'}" aria-hidden="true"></i>
      <span class="tool-name" title=${entry.toolName}>${entry.toolName}</span>
      <code class="tool-input ${toldByPath(entry.input) ? 'path' : ''}" title=${inputSummary(entry.input)}><bdi>${inputSummary(entry.input, row.folders)}</bdi></code>
      ${
        entry.confinement && !entry.confinement.hideOnly
          ? html`<i class="codicon codicon-lock" role="img" aria-label=${l10n.t('In the sandbox')} title=${confinementText(entry.confinement)}></i>`
          : nothing
      }
      ${status(entry, row)}
    </button>
    <button class="icon" aria-label=${l10n.t('Turn {0} into Hook…', entry.toolName)} title=${l10n.t('Turn into Hook…')}
      @click=${() => post({ type: 'turnIntoHook', toolCallId })}><i class="codicon codicon-zap" aria-hidden="true"></i></button>
    <button class="icon" aria-label=${l10n.t('Show {0} in Timeline', entry.toolName)} title=${l10n.t('Show in Timeline')}
      @click=${() => post({ type: 'showInTimeline', toolCallId })}><i class="codicon codicon-list-tree" aria-hidden="true"></i></button>
    </div>
    ${
      summary
        ? html`<button class="hook-summary" aria-expanded=${row.hooksOpen} @click=${row.toggleHooks}>
          <i class="codicon codicon-${row.hooksOpen ? 'chevron-down' : 'chevron-right'}" aria-hidden="true"></i>${summary}
        </button>`
        : nothing
    }
    ${row.hooksOpen ? html`<ol class="hooks">${hooks.map(({ record, event }) => hookRow(record, event))}</ol>` : nothing}
    ${row.paused ? pausedLine(row.paused) : nothing}
    ${verdict(entry)}
    ${entry.instructions ? html`<div class="verdict dim">${instructionLinks(l10n.t('Instructions'), entry.instructions)}</div>` : nothing}
    ${entry.questions ? html`<hooksmith-questions .request=${entry.questions}></hooksmith-questions>` : nothing}
    ${approval ? html`<hooksmith-approval .request=${approval} .current=${row.current}></hooksmith-approval>` : nothing}
    ${
      phase === 'running' && entry.live && !row.open
        ? html`<pre class="live">${printedInTerminal(entry.live.slice(-1200)).split('\n').slice(-6).join('\n')}</pre>`
        : nothing
    }
    ${hasWork(entry) ? agentWork(entry, row.work, row.folders) : nothing}
    <div id=${details}>${row.open ? body(entry) : nothing}</div>
  </div>`;
}

const hasWork = (entry: ToolEntry): entry is ToolEntry & { work: AgentWork } => entry.work !== undefined;

function status(entry: ToolEntry, { now, paused }: ToolRowState): TemplateResult {
  const { phase, outcome, startedAt, duration: took, questions } = entry;
  const standing = paused ? 'paused' : standingOf(entry);
  const time = questions ? undefined : phase === 'running' && startedAt ? now - startedAt : took;
  return html`<span class="status">
    <i class="codicon codicon-${icons[standing]}" aria-hidden="true"></i>
    <span class="word">${words[standing]()}</span>
    ${
      time !== undefined && time >= 0 && (phase === 'running' ? time > 1000 : outcome === 'ok' || outcome === 'error')
        ? html`<span class="dim">${phase === 'running' ? `${Math.floor(time / 1000)} s` : duration(time)}</span>`
        : nothing
    }
  </span>`;
}

/** Where the debugger stands; the run waits for it. */
export function pausedLine({ file, name, line }: PausedAt): TemplateResult {
  const at = file && line ? hookLink({ name: `${name}:${line}`, file, line }) : undefined;
  return html`<div class="paused"><i class="codicon codicon-debug-pause" aria-hidden="true"></i>
    ${l10n.t('Paused in the debugger')}${at ? html` ${l10n.t('at')} ${at}` : nothing}</div>`;
}

/** Why a call did not run, or was left to its agent's own prompt, in the row itself. */
function verdict({ reason, decidedBy, ...entry }: ToolEntry): TemplateResult | typeof nothing {
  const outcome = entry.outcome ?? entry.refused;
  if (outcome === 'ok' || outcome === 'error') return nothing;
  if (!outcome && (!entry.asked || entry.approval)) return nothing;
  const became = outcome ? words[outcome]() : l10n.t('asked');
  const by = decider(decidedBy);
  if (!by && !reason) return nothing;
  // The reason in the record is for the model.
  if (decidedBy?.kind === 'mode' && decidedBy.name === 'plan')
    return html`<div class="verdict">${l10n.t('Plan mode: {0} would act. Switch the mode below when it shall.', entry.toolName)}</div>`;
  const who = decidedBy?.file ? hookLink({ name: by, file: decidedBy.file, line: decidedBy.line }) : by;
  // That it denied was nobody's decision; what went wrong stands below the row.
  if (entry.hooks.some(({ record }) => record.error && record.file === decidedBy?.file && record.name === decidedBy.name))
    return html`<div class="verdict">${became}, ${l10n.t('since this failed:')} ${who}</div>`;
  // A rule's reason is the rule.
  const why = decidedBy?.kind === 'rule' ? undefined : reason;
  return html`<div class="verdict">${
    by ? html`${became} ${l10n.t('by')} ${who}` : nothing
  }${by && why ? ': ' : nothing}${why ? pretty(why, 2000) : nothing}</div>`;
}

function body(entry: ToolEntry): TemplateResult {
  const { input, requestedInput, requestedTool, answer, added, images } = entry;
  const output = entry.output ?? entry.live;
  const todos = todosOf(entry);
  return html`<div class="tool-body">
    ${requestedTool ? html`<div class="dim">${l10n.t('The model asked for {0}.', requestedTool)}</div>` : nothing}
    ${
      requestedInput
        ? html`<div class="part">${l10n.t('Requested input')}</div>
          <pre class="was" tabindex="0">${pretty(requestedInput)}</pre>
          <div class="part">${l10n.t('Effective input')}</div>`
        : html`<div class="part">${l10n.t('Input')}</div>`
    }
    ${todos ? todoItems(todos) : html`<pre tabindex="0">${pretty(input)}</pre>`}
    ${entry.confinement ? html`<div class="dim confined"><i class="codicon codicon-lock" aria-hidden="true"></i> ${pretty(confinementText(entry.confinement), 2000)}</div>` : nothing}
    ${answer ? html`<div class="dim">${l10n.t('You answered: {0}', answer.decision)}${answer.scope ? `, ${answer.scope}` : ''}${answer.rule ? ` (${answer.rule})` : ''}${answer.reason ? html`: ${pretty(answer.reason, 2000)}` : nothing}</div>` : nothing}
    ${output || images.length > 0 ? html`<div class="part">${entry.isError ? l10n.t('Error') : l10n.t('Output')}</div>` : nothing}
    ${output ? html`<pre class=${entry.isError ? 'error-text' : ''} tabindex="0">${printedInTerminal(output)}</pre>` : nothing}
    ${images.map((image) => html`<img alt=${l10n.t('Image from the tool')} src=${`data:${image.mediaType};base64,${image.data}`} />`)}
    ${added.length > 0 ? html`<div class="part">${l10n.t('Added by hooks')}</div><pre tabindex="0">${pretty(added.join('\n\n'))}</pre>` : nothing}
    <div class="row-links">
      ${output ? html`<button class="link" @click=${() => post({ type: 'copy', text: output })}>${l10n.t('Copy Output')}</button>` : nothing}
    </div>
  </div>`;
}
