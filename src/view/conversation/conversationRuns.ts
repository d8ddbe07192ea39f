/** How runs begin and end, and how the human takes them back: its part of the conversation's fold. */
import * as l10n from '@vscode/l10n';
import { continuation } from '../../shared/events/eventReading';
import type { EventOf } from '../../shared/events/events';
import { isDone } from '../../shared/events/todos';
import { add, type ConversationState, type ErrorEntry, endRetry, type NoticeEntry, remove } from './conversationState';

const main = { branch: 'main', agentName: 'main' };

/** Nothing streams, asks or runs between two runs. */
export function settleLeftovers(state: ConversationState): void {
  for (const { work } of state.agents.values()) if (work?.status === 'running') work.status = 'interrupted';
  endRetry(state);
  state.compacting = false;
  for (const entry of state.streaming.values()) {
    entry.streaming = false;
    entry.version++;
    if (entry.text === '' && entry.thinking === '') remove(state, entry);
  }
  state.streaming.clear();
  for (const tool of state.open) {
    tool.phase = state.guest ? 'untold' : 'interrupted';
    tool.approval = undefined;
    tool.questions = undefined;
    tool.version++;
  }
  state.open.clear();
  state.approvals.clear();
}

export function beginRun(state: ConversationState): void {
  state.takenBack = [];
  settleLeftovers(state);
  endQuestion(state);
  const last = state.entries.at(-1);
  if (last?.kind === 'error' && last.interrupted) state.entries.pop();
  // A list that is done with makes room.
  if (state.todos?.every(isDone)) state.todos = undefined;
  state.running = true;
  state.runOpen = true;
}

/** `proper` where the run said itself that it is over. */
export function endRun(state: ConversationState, proper = false): void {
  const waited = [...state.approvals.values()].find(({ branch }) => branch !== 'main');
  settleLeftovers(state);
  if (!proper && state.runOpen) {
    const interrupted = l10n.t('The last run was interrupted: Hooksmith ended in the middle of it.');
    // The conversation's own prompts stand again; an agent's work cannot be gone on with.
    const lost =
      waited &&
      l10n.t(
        'The agent {0} waited for your decision on {1}, which did not run; its task ends there.',
        waited.agentName,
        waited.toolName,
      );
    add<ErrorEntry>(state, main, { kind: 'error', text: [interrupted, lost].filter(Boolean).join(' '), interrupted: true });
  }
  state.runOpen = false;
  if (proper) state.running = false;
}

export function runDone(state: ConversationState, event: EventOf<'run_done'>): void {
  if (event.branch !== 'main') return;
  if (event.data.status === 'waiting') return awaitResults(state, event);
  if (event.data.status !== 'stopped') return;
  const first = event.data.signals[0];
  const entry = add<NoticeEntry>(state, event, {
    kind: 'notice',
    level: 'warning',
    text: l10n.t('Stopped: {0}', first?.message ?? event.reason ?? l10n.t('a hook ended the run')),
    count: 1,
  });
  const asks = continuation(event);
  if (!asks) return;
  entry.asks = asks;
  state.question = entry;
}

/** Others answer the calls that are open: they stay so until their results are brought. */
function awaitResults(state: ConversationState, event: EventOf<'run_done'>): void {
  const calls = [...state.open].filter(({ branch }) => branch === 'main');
  for (const call of calls) {
    call.phase = 'outside';
    call.version++;
    state.open.delete(call);
  }
  const names = calls.map(({ toolName }) => toolName).join(', ');
  add<NoticeEntry>(state, event, {
    kind: 'notice',
    level: 'info',
    text: l10n.t('Waits for results from outside: {0}', names || event.reason || ''),
    count: 1,
  });
}

/** Another run begins, or the human has said no: the question is asked once. */
export function endQuestion(state: ConversationState): void {
  const { question } = state;
  if (!question) return;
  state.question = undefined;
  question.asks = undefined;
  question.version++;
}

export function runAbort(state: ConversationState, event: EventOf<'run_abort'>): void {
  const denied = event.data.status === 'denied';
  const last = state.entries.at(-1);
  // The refused message says so itself.
  if (denied && last?.kind === 'user' && last.denied) return;
  const text = denied ? l10n.t('Refused: {0}', event.reason ?? l10n.t('a hook did not let the run begin')) : l10n.t('Stopped.');
  add<NoticeEntry>(state, event, { kind: 'notice', level: denied ? 'warning' : 'info', text, count: 1 });
}

export function runError(state: ConversationState, event: EventOf<'run_error'>): void {
  const said = event.error?.message ?? event.reason ?? l10n.t('The run failed.');
  // Elsewhere it goes on a sentence.
  const text = said.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
  // Most messages begin with these already.
  const detail = [event.error?.status, event.error?.kind ?? event.error?.name]
    .filter((part) => part !== undefined && !text.includes(String(part)))
    .join(' ');
  add<ErrorEntry>(state, event, { kind: 'error', text, ...(detail ? { detail } : {}), waysOut: event.error?.waysOut });
}

/** The human took a message back: it and all that came after it is off the screen. */
export function rewind(state: ConversationState, eventId: string): void {
  settleLeftovers(state);
  endQuestion(state);
  const at = state.entries.findIndex((entry) => entry.kind === 'user' && entry.sentAs === eventId);
  const { todos, runOpen } = state;
  state.takenBack.push({ entries: at >= 0 ? state.entries.splice(at) : [], todos, runOpen });
  state.todos = undefined;
  state.runOpen = false;
}

export function bringBack(state: ConversationState): void {
  const last = state.takenBack.pop();
  if (!last) return;
  state.entries.push(...last.entries);
  state.todos = last.todos;
  state.runOpen = last.runOpen;
}
