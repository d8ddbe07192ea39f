/**
 * What the chat shows: a fold of the stream of items, constant work for each. Entries keep their identity and place; `version` grows whenever one changes,
 * so that a view draws only what changed. The fold changes the state in place.
 */
import * as l10n from '@vscode/l10n';
import { unreachable } from '../../shared/basics/unreachable';
import type { HookEvent } from '../../shared/events/events';
import { isPassing, type PassingEvent } from '../../shared/events/passingEvents';
import { speakerOf } from '../../shared/runs/speaker';
import { foldFiles } from '../../shared/stream/checkpoints';
import type { StreamItem } from '../../shared/stream/stream';
import { dropStreaming, foldMessage, foldUserMessage, rewriteSpoken, streamingOf } from './conversationMessages';
import {
  compacted,
  hookError,
  hooksReloaded,
  instructionsLoaded,
  modelRetry,
  notice,
  preCompact,
  tellFailures,
} from './conversationNotices';
import { beginRun, bringBack, endQuestion, endRun, rewind, runAbort, runDone, runError } from './conversationRuns';
import { type ConversationState, endRetry } from './conversationState';
import {
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
} from './conversationTools';
import { foldGuest } from './guestConversation';

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
  foldGuest(state, event);
  // It stands on the timeline alone.
  if (isPassing(event)) return;
  const isAnswer = event.type === 'message';
  if (!isAnswer && event.type !== 'hook_error') tellFailures(state, event);
  foldShown(state, event);
  if (isAnswer) tellFailures(state, event);
}

function foldShown(state: ConversationState, event: Exclude<HookEvent, PassingEvent>): void {
  switch (event.type) {
    case 'before_run':
      return beginRun(state);
    case 'after_run':
      return endRun(state, true);
    case 'user_message':
      return foldUserMessage(state, event);
    case 'message':
      return foldMessage(state, event);
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
      // What a hook asks is no part of the conversation.
      return event.data.hook === undefined ? modelRetry(state, event) : undefined;
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
    case 'session_renamed':
      state.title = event.data.title;
      return;
    case 'instructions_loaded':
      return instructionsLoaded(state, event);
    default:
      unreachable(event);
  }
}
