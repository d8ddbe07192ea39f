/**
 * What the chat shows: a fold of the stream of items, constant work for each. Entries keep their identity and place; `version` grows whenever one changes,
 * so that a view draws only what changed. The fold changes the state in place.
 */
import * as l10n from '@vscode/l10n';
import { foldFiles } from '../shared/checkpoints';
import { continuation, type EventOf, type HookEvent, type StreamItem } from '../shared/events';
import { blocksOf, type ContentBlock, contentOf, type Message, textOfBlocks } from '../shared/messages';
import { isDone } from '../shared/todos';
import { toldWords } from '../shared/toldWords';
import { unreachable } from '../shared/unreachable';
import {
  type AssistantEntry,
  add,
  type CompactEntry,
  type ConversationState,
  type ErrorEntry,
  entriesAt,
  type NoticeEntry,
  picturesOf,
  type RetryEntry,
  remove,
  speakerOf,
  type UserEntry,
} from './conversationState';
import {
  addTool,
  agentStarted,
  agentStopped,
  approvalRequested,
  approvalResolved,
  permissionRequest,
  preToolUse,
  questionAnswered,
  questionAsked,
  toolResult,
  toolSettled,
  toolStart,
  waitingIn,
} from './conversationTools';

/** Live output keeps its tail: at most this many characters, cut to half when passed. */
const maxLive = 65_536;

export function foldConversation(state: ConversationState, item: StreamItem): void {
  state.files = foldFiles(state.files, item);
  switch (item.kind) {
    case 'event':
      return foldEvent(state, item.event);
    case 'delta': {
      endRetry(state);
      const entry = streamingOf(state, item);
      if (item.delta.type === 'text') entry.text += item.delta.text;
      else entry.thinking += item.delta.text;
      entry.version++;
      return;
    }
    case 'deltaReset':
      dropStreaming(state, speakerOf(item));
      return;
    case 'toolOutput': {
      const tool = state.tools.get(item.toolCallId);
      if (!tool) return;
      tool.live += item.chunk;
      if (tool.live.length > maxLive) tool.live = tool.live.slice(-maxLive / 2);
      tool.version++;
      return;
    }
    case 'run':
      state.running = item.running;
      if (!item.running) endRun(state);
      return;
    case 'history':
      if (item.rewoundTo) rewind(state, item.rewoundTo);
      else if (item.redone) bringBack(state);
      else rewriteSpoken(state, speakerOf(item), item.messages.at(-1));
      return;
    case 'queue':
      state.queue = item.messages;
      return;
    case 'hookSet':
      return;
    default:
      unreachable(item);
  }
}

function foldEvent(state: ConversationState, event: HookEvent): void {
  switch (event.type) {
    case 'before_run':
      return beginRun(state);
    case 'after_run':
      return endRun(state, true);
    case 'user_message':
      return userMessage(state, event);
    case 'message':
      return message(state, event);
    case 'pre_tool_use':
      return preToolUse(state, event);
    case 'permission_request':
      return permissionRequest(state, event);
    case 'approval_requested':
      return approvalRequested(state, event);
    case 'approval_resolved':
      return approvalResolved(state, event);
    case 'tool_start':
      return toolStart(state, event);
    case 'question_asked':
      return questionAsked(state, event);
    case 'question_answered':
      return questionAnswered(state, event);
    case 'tool_error':
    case 'post_tool_use':
      return toolResult(state, event);
    case 'tool_settled':
      return toolSettled(state, event);
    case 'subagent_start':
      return agentStarted(state, event);
    case 'subagent_stop':
      return agentStopped(state, event);
    case 'model_retry':
      return modelRetry(state, event);
    case 'pre_compact':
      return preCompact(state, event);
    case 'compacted':
      return compacted(state, event);
    case 'handoff':
      return notice(state, event, {
        level: 'info',
        text: l10n.t('{0} goes on in place of {1}.', event.data.to, event.data.from),
      });
    case 'continue_declined':
      return endQuestion(state);
    case 'run_done':
      return runDone(state, event);
    case 'run_abort':
      return runAbort(state, event);
    case 'run_error':
      return runError(state, event);
    case 'hook_error':
      return hookError(state, event);
    case 'hooks_reloaded':
      return hooksReloaded(state, event);
    // They stand on the timeline alone.
    case 'session_start':
    case 'session_end':
    case 'before_agent':
    case 'before_step':
    case 'pre_model_call':
    case 'model_delta':
    case 'model_error':
    case 'post_model_call':
    case 'tool_result_messages':
    case 'after_step':
    case 'stop':
    case 'after_agent':
    case 'scope_register':
    case 'scope_unregister':
    case 'completion':
    case 'tools_reloaded':
    case 'tool_retry':
    case 'files_changed':
    case 'files_restored':
    case 'files_kept':
    case 'other':
      return;
    default:
      unreachable(event);
  }
}

function streamingOf(state: ConversationState, { branch, taskId }: { branch: string; taskId?: string }): AssistantEntry {
  const speaker = speakerOf({ branch, taskId });
  let entry = state.streaming.get(speaker);
  if (!entry) {
    entry = add<AssistantEntry>(
      state,
      { branch, taskId, agentName: branch.split('/').at(-1)! },
      { kind: 'assistant', text: '', thinking: '', streaming: true },
    );
    state.streaming.set(speaker, entry);
  }
  return entry;
}

function dropStreaming(state: ConversationState, speaker: string): void {
  const entry = state.streaming.get(speaker);
  if (!entry) return;
  state.streaming.delete(speaker);
  remove(state, entry);
}

function endRetry(state: ConversationState): void {
  if (!state.retry) return;
  remove(state, state.retry);
  state.retry = undefined;
}

/** Nothing streams, asks or runs between two runs. */
function settleLeftovers(state: ConversationState): void {
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
    tool.phase = 'interrupted';
    tool.approval = undefined;
    tool.questions = undefined;
    tool.version++;
  }
  state.open.clear();
  state.approvals.clear();
}

function beginRun(state: ConversationState): void {
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
function endRun(state: ConversationState, proper = false): void {
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

const main = { branch: 'main', agentName: 'main' };

function userMessage(state: ConversationState, event: EventOf<'user_message'>): void {
  const content = contentOf(event.input);
  if (event.branch === 'main') state.userMessages++;
  if (event.data?.decision !== 'deny') {
    state.accepted = { content, eventId: event.id };
    return;
  }
  state.accepted = undefined;
  const denied = { reason: event.reason ?? l10n.t('A hook refused this message.'), by: event.decidedBy };
  add<UserEntry>(state, event, {
    kind: 'user',
    text: textOfBlocks(content),
    images: picturesOf(content),
    added: [],
    denied,
    sentAs: event.id,
  });
}

function message(state: ConversationState, event: EventOf<'message'>): void {
  const blocks = contentOf(event.input);
  if (event.input.role === 'assistant') {
    assistantMessage(state, event, blocks);
    return;
  }
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  if (results.length > 0) {
    for (const result of results) {
      const tool = state.tools.get(result.tool_use_id);
      if (!tool) continue;
      const content =
        typeof result.content === 'string' ? [{ type: 'text' as const, text: result.content }] : (result.content ?? []);
      tool.output = textOfBlocks(content);
      tool.images = picturesOf(content);
      tool.isError = result.is_error === true;
      const own = tool.answer?.reason && toldWords(tool.toolName, tool.answer.reason);
      tool.added = blocks.flatMap((block) => (block.type === 'text' && block.text !== own ? [block.text] : []));
      tool.version++;
    }
    return;
  }
  // Hooks' context stands behind what the human wrote.
  const own = state.accepted ? blocks.slice(0, state.accepted.content.length) : blocks;
  const byHook = !state.accepted && event.branch === 'main';
  add<UserEntry>(state, event, {
    kind: 'user',
    text: textOfBlocks(own),
    images: picturesOf(own),
    added: blocks.slice(own.length).flatMap((block) => (block.type === 'text' ? [block.text] : [])),
    ...(byHook ? { byHook: true as const } : {}),
    ...(state.accepted && event.branch === 'main' ? { sentAs: state.accepted.eventId } : {}),
  });
  state.accepted = undefined;
}

function assistantMessage(state: ConversationState, event: HookEvent, blocks: ContentBlock[]): void {
  endRetry(state);
  const speaker = speakerOf(event);
  let entry = state.streaming.get(speaker);
  state.streaming.delete(speaker);
  if (entry) {
    // The message is the truth; what streamed may have been changed by a hook.
    Object.assign(entry, { text: '', thinking: '', streaming: false, agentName: event.agentName, id: event.id });
    entry.version++;
  }
  const streamed = entry;
  for (const block of blocks) {
    if (block.type === 'tool_use') {
      addTool(state, event, block.id, block.name, block.input);
      entry = undefined;
    } else if (block.type === 'text' || block.type === 'thinking') {
      entry ??= add<AssistantEntry>(state, event, { kind: 'assistant', text: '', thinking: '', streaming: false });
      if (block.type === 'text') entry.text += entry.text ? `\n\n${block.text}` : block.text;
      else entry.thinking += block.thinking;
      state.spoken.set(speaker, entry);
    }
  }
  if (streamed && streamed.text === '' && streamed.thinking === '') remove(state, streamed);
}

function modelRetry(state: ConversationState, event: EventOf<'model_retry'>): void {
  endRetry(state);
  const { waitMs, attempt, status, message: text } = event.data;
  state.retry = add<RetryEntry>(state, event, {
    kind: 'retry',
    attempt,
    status,
    message: text,
    until: Date.parse(event.timestamp) + waitMs,
  });
}

function runDone(state: ConversationState, event: EventOf<'run_done'>): void {
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
function endQuestion(state: ConversationState): void {
  const { question } = state;
  if (!question) return;
  state.question = undefined;
  question.asks = undefined;
  question.version++;
}

function preCompact(state: ConversationState, event: EventOf<'pre_compact'>): void {
  if (event.branch !== 'main') return;
  const { decision, messages, trigger } = event.data;
  state.compacting = decision !== 'deny';
  if (!state.compacting) summedUp(state, event, { messages, trigger, reason: event.reason ?? '' });
}

function compacted(state: ConversationState, event: EventOf<'compacted'>): void {
  if (event.branch !== 'main') return;
  state.compacting = false;
  const { messages, kept, trigger } = event.data;
  summedUp(state, event, {
    messages,
    trigger,
    ...(kept === undefined ? { reason: event.reason ?? '' } : { kept }),
    ...(event.output === undefined ? {} : { summary: event.output }),
  });
}

function summedUp(
  state: ConversationState,
  event: HookEvent,
  fields: Pick<CompactEntry, 'messages' | 'trigger' | 'reason' | 'kept' | 'summary'>,
): void {
  add<CompactEntry>(state, event, { kind: 'compact', ...fields, ...(event.decidedBy ? { by: event.decidedBy } : {}) });
}

function runAbort(state: ConversationState, event: EventOf<'run_abort'>): void {
  const denied = event.data.status === 'denied';
  const last = state.entries.at(-1);
  // The refused message says so itself.
  if (denied && last?.kind === 'user' && last.denied) return;
  const text = denied ? l10n.t('Refused: {0}', event.reason ?? l10n.t('a hook did not let the run begin')) : l10n.t('Stopped.');
  add<NoticeEntry>(state, event, { kind: 'notice', level: denied ? 'warning' : 'info', text, count: 1 });
}

function runError(state: ConversationState, event: EventOf<'run_error'>): void {
  const text = event.error?.message ?? event.reason ?? l10n.t('The run failed.');
  // Most messages begin with these already.
  const detail = [event.error?.status, event.error?.kind ?? event.error?.name]
    .filter((part) => part !== undefined && !text.includes(String(part)))
    .join(' ');
  const wantsKey = event.error?.kind === 'authentication_error';
  add<ErrorEntry>(state, event, { kind: 'error', text, ...(detail ? { detail } : {}), ...(wantsKey ? { wantsKey } : {}) });
}

function hookError(state: ConversationState, event: EventOf<'hook_error'>): void {
  const { hook, file, line } = event.data;
  const text = event.error.message;
  notice(state, event, {
    level: 'error',
    text,
    topic: `hook_error ${String(hook)} ${text}`,
    ...(file === undefined ? {} : { hook: { name: hook ?? file, file, line } }),
  });
}

function hooksReloaded(state: ConversationState, event: EventOf<'hooks_reloaded'>): void {
  // Before the first message there is nothing that a change of hooks could have affected.
  if (state.entries.length === 0) return;
  notice(state, event, { level: 'info', text: event.reason ?? l10n.t('Hooks reloaded.'), topic: 'hooks_reloaded' });
}

/** Adds a notice, or counts up the one that stands last if it is about the same. */
function notice(
  state: ConversationState,
  event: HookEvent,
  fields: Pick<NoticeEntry, 'level' | 'text' | 'topic' | 'hook'>,
): void {
  const entries = entriesAt(state, event);
  // A prompt that waits keeps its place at the end: what comes meanwhile stands above it.
  const prompts = [...state.open].filter((tool) => waitingIn({ entries: [tool] }).length > 0);
  const places = prompts.map((tool) => entries.lastIndexOf(tool)).filter((at) => at >= 0);
  const asking = Math.min(entries.length, ...places);
  const last = entries[asking - 1];
  if (last?.kind !== 'notice' || last.topic !== fields.topic) {
    const entry = add<NoticeEntry>(state, event, { kind: 'notice', count: 1, ...fields });
    entries.splice(asking, 0, ...entries.splice(entries.lastIndexOf(entry)));
    return;
  }
  last.text = fields.text;
  last.count++;
  last.version++;
}

/** The human took a message back: it and all that came after it is off the screen. */
function rewind(state: ConversationState, eventId: string): void {
  settleLeftovers(state);
  endQuestion(state);
  const at = state.entries.findIndex((entry) => entry.kind === 'user' && entry.sentAs === eventId);
  const { todos, runOpen } = state;
  state.takenBack.push({ entries: at >= 0 ? state.entries.splice(at) : [], todos, runOpen });
  state.todos = undefined;
  state.runOpen = false;
}

function bringBack(state: ConversationState): void {
  const last = state.takenBack.pop();
  if (!last) return;
  state.entries.push(...last.entries);
  state.todos = last.todos;
  state.runOpen = last.runOpen;
}

/** A stop or afterAgent hook changed the last answer. */
function rewriteSpoken(state: ConversationState, speaker: string, last: Message | undefined): void {
  const entry = state.spoken.get(speaker);
  if (!entry || last?.role !== 'assistant' || blocksOf(last).some((block) => block.type === 'tool_use')) return;
  const text = textOfBlocks(blocksOf(last));
  if (text === entry.text) return;
  entry.text = text;
  entry.version++;
}
