/** What the stream says about a conversation: one reducer, item by item, for the session at work as for one that comes back. */

import { unreachable } from '../../shared/basics/unreachable';
import type { BuiltInName } from '../../shared/calls/toolNames';
import { continuation, decisionOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { isPassing } from '../../shared/events/passingEvents';
import { type Earlier, nothingEarlier } from '../../shared/hooks/dispatch';
import { appendMessage, unansweredCalls } from '../../shared/messages/history';
import { type Message, textOf, tokensUsed, toolUsesOf } from '../../shared/messages/messages';
import { splitParts } from '../../shared/messages/promptParts';
import { isWithheld } from '../../shared/messages/withheld';
import { type FilesState, foldFiles, noFiles } from '../../shared/stream/checkpoints';
import { inAll, nothingSpent, type Sums, spentAfter } from '../../shared/stream/spent';
import type { QueuedMessage, StreamItem } from '../../shared/stream/stream';
import { isLastWord } from '../context/ending';
import type { Refused } from '../context/openCalls';
import { type UnendedRun, unendedAfter } from '../loop/unendedRun';
import { mended } from './mendedHistory';

const longestTitle = 200;
const handoff: BuiltInName = 'Handoff';

/** With what its runs came to: milliseconds that they took leave out waiting for the human. */
export interface SessionState extends Earlier {
  /** As the record has it: what `redacts` hooks hold back stands as marks. */
  history: Message[];
  messageCount: number;
  /** As the human named it. */
  title?: string;
  /** The first line of what the human said first. */
  firstWords?: string;
  /** Who has the conversation, where it was handed over. */
  agent?: string;
  /** Who had it when each message of the human came, by its event's id. */
  agentAt: Map<string, string | undefined>;
  /** What the sums are of. */
  spent: Sums;
  /** What was wrong with the history as it was kept: it was mended. */
  mended?: string;
  /** What the last request and its answer took of the context window. */
  contextTokens?: number;
  /** Calls that had begun and never settled. */
  interrupted: Set<string>;
  /** Calls that were denied at their prompt and never settled. */
  refused: Map<string, Refused>;
  /** Calls whose prompts stand: one of ours, or several that run side by side elsewhere. */
  pending: Set<string>;
  /** Calls whose questions stand: asking them again does no harm. */
  asked: Set<string>;
  /** Calls of its agents whose prompts or questions stand. */
  askedByAgents: Set<string>;
  /** A run began and has not ended: if it is not on, the process died in it. */
  broken: boolean;
  /** The last run, until it has told of its end. */
  unended?: UnendedRun;
  /** Hooks have let it through, or have the agent go on with it, and the history has it not: the process died between. */
  unheard?: Message;
  /** Who is to have the conversation once the step is done. */
  handedTo?: string;
  /** Why the model's last answer ended, until the history has it. */
  stopReason?: string | null;
  /** The agent has said its last word, and its run has not ended. */
  answered?: boolean;
  /** The last run ended at a limit, or in the middle of an answer. */
  endedShort?: 'limit' | 'cutOff';
  /** What waits for the run. */
  queue: readonly QueuedMessage[];
  /** It waits no longer, and its hooks have not been asked yet. */
  taken?: QueuedMessage;
  /** What agents did to files, and the checkpoints before it. */
  files: FilesState;
  /** What was taken back with a message and can be brought back, last first, until a run begins. */
  takenBack: Rewindable[];
}

/** What of the state goes and comes with the conversation. */
type Rewindable = Pick<
  SessionState,
  'history' | 'agent' | 'contextTokens' | 'pending' | 'interrupted' | 'refused' | 'asked' | 'broken' | 'answered' | 'endedShort'
>;

export const newSessionState = (): SessionState => ({
  ...nothingEarlier,
  spent: nothingSpent,
  history: [],
  messageCount: 0,
  agentAt: new Map(),
  interrupted: new Set(),
  refused: new Map(),
  pending: new Set(),
  asked: new Set(),
  askedByAgents: new Set(),
  broken: false,
  queue: [],
  files: noFiles,
  takenBack: [],
});

/** A session as it comes back from its items: what is wrong with its history is mended. */
export function foldSession(items: Iterable<StreamItem>): SessionState {
  const state = newSessionState();
  for (const item of items) foldItem(state, item);
  catchUp(state);
  // Where no run is to go on with, nobody asks again.
  if (!state.broken) state.pending.clear();
  const { history, problem } = mended(state.history);
  state.history = history;
  state.mended = problem;
  // Calls whose inputs were never recorded cannot be made again.
  for (const call of unansweredCalls(state.history)) if (isWithheld(call.input)) state.interrupted.add(call.id);
  return state;
}

/** Changes the state in place. */
export function foldItem(state: SessionState, item: StreamItem): void {
  state.files = foldFiles(state.files, item);
  switch (item.kind) {
    case 'queue':
      state.queue = item.messages;
      state.taken = item.taken ?? state.taken;
      if (state.queue.some(({ id }) => id === state.taken?.id)) state.taken = undefined;
      return;
    case 'history':
      if (item.branch !== 'main') return;
      if (item.rewoundTo) forget(state, item.rewoundTo);
      if (item.redone) Object.assign(state, state.takenBack.pop());
      state.history = item.messages;
      return;
    case 'event':
      state.spent = spentAfter(state.spent, item.event);
      state.unended = unendedAfter(state.unended, item.event);
      Object.assign(state, inAll(state.spent));
      if (item.event.branch === 'main') follow(state, item.event);
      else followAgents(state, item.event);
      return;
    case 'hookSet':
    case 'run':
    case 'delta':
    case 'deltaReset':
    case 'toolOutput':
      return;
    default:
      unreachable(item);
  }
}

/** The human took back a message: what stood after it is no more. */
function forget(state: SessionState, eventId: string): void {
  const { history, agent, contextTokens, pending, interrupted, refused, asked, broken, answered, endedShort } = state;
  state.takenBack.push({ history, agent, contextTokens, pending, interrupted, refused, asked, broken, answered, endedShort });
  state.agent = state.agentAt.get(eventId);
  state.contextTokens = undefined;
  state.pending = new Set();
  state.interrupted = new Set();
  state.refused = new Map();
  state.asked = new Set();
  state.broken = false;
  state.answered = false;
  state.unheard = undefined;
  state.handedTo = undefined;
  state.taken = undefined;
  state.endedShort = undefined;
}

/** What the process that died was about to do: to tell the model what the human said, or to have another agent go on. */
function catchUp(state: SessionState): void {
  if (state.unheard) state.history = appendMessage(state.history, state.unheard);
  state.agent = state.handedTo ?? state.agent;
  state.unheard = undefined;
  state.handedTo = undefined;
}

function followAgents({ askedByAgents }: SessionState, event: HookEvent): void {
  if (event.type === 'approval_requested' || event.type === 'question_asked') askedByAgents.add(event.toolCallId);
  if (event.type === 'approval_resolved' || event.type === 'question_answered') askedByAgents.delete(event.toolCallId);
}

/** A run has told how it ended. */
function over(state: SessionState): void {
  state.broken = false;
  state.answered = false;
  state.taken = undefined;
  state.pending.clear();
  state.askedByAgents.clear();
}

/** What the conversation's own agent is about. */
function follow(state: SessionState, event: HookEvent): void {
  if (event.type === 'post_model_call') state.stopReason = event.data.response?.stop_reason;
  if (event.type === 'stop' && event.data.message !== undefined) {
    state.unheard = { role: 'user', content: event.data.message };
    state.answered = false;
  }
  if (isPassing(event)) return;
  switch (event.type) {
    case 'before_run':
      state.takenBack = [];
      catchUp(state);
      // Before its message is let through, a run has nothing to go on with.
      state.broken = event.input === undefined;
      state.answered &&= state.broken;
      state.pending.clear();
      state.askedByAgents.clear();
      state.endedShort = undefined;
      return;
    case 'run_done':
      state.endedShort = continuation(event);
      over(state);
      return;
    case 'run_abort':
    case 'run_error':
    case 'after_run':
      over(state);
      return;
    case 'compacted':
      if (!event.isError) state.contextTokens = undefined;
      return;
    case 'message':
      if (event.usage) state.contextTokens = tokensUsed(event.usage) || state.contextTokens;
      state.history = appendMessage(state.history, event.input);
      state.unheard = undefined;
      state.answered =
        event.input.role === 'assistant' && toolUsesOf(event.input).length === 0 && isLastWord(state.stopReason ?? 'end_turn');
      state.stopReason = undefined;
      state.messageCount++;
      return;
    case 'user_message':
      state.agentAt.set(event.id, state.agent);
      state.taken = undefined;
      state.unheard = decisionOf(event) === undefined ? event.input : undefined;
      state.broken ||= state.unheard !== undefined;
      state.firstWords ||= splitParts(textOf(event.input)).own.split('\n', 1)[0]!.slice(0, longestTitle);
      return;
    case 'session_renamed':
      state.title = event.data.title;
      return;
    case 'handoff':
      state.agent = event.data.to;
      state.handedTo = undefined;
      return;
    case 'tool_start':
      state.interrupted.add(event.toolCallId);
      return;
    case 'tool_settled':
      // It takes effect when the step ends. A hook's answer in its place hands over nothing.
      if (event.toolName === handoff && event.data.outcome === 'ok' && state.interrupted.has(event.toolCallId))
        state.handedTo = String(event.input.agent);
      state.interrupted.delete(event.toolCallId);
      state.refused.delete(event.toolCallId);
      state.asked.delete(event.toolCallId);
      return;
    case 'question_asked':
      state.interrupted.delete(event.toolCallId);
      state.asked.add(event.toolCallId);
      return;
    case 'question_answered':
      state.asked.delete(event.toolCallId);
      state.interrupted.add(event.toolCallId);
      return;
    case 'approval_requested':
      state.pending.add(event.toolCallId);
      return;
    case 'approval_resolved':
      state.pending.delete(event.toolCallId);
      if (event.data.decision === 'deny')
        state.refused.set(event.toolCallId, { by: event.decidedBy ?? { kind: 'human' }, reason: event.data.reason });
      return;
    // They say nothing of where the conversation stands.
    case 'pre_tool_use':
    case 'permission_request':
    case 'tool_error':
    case 'post_tool_use':
    case 'pre_compact':
    case 'subagent_start':
    case 'subagent_stop':
    case 'hook_error':
    case 'hooks_reloaded':
    case 'model_retry':
    case 'continue_declined':
    case 'instructions_loaded':
      return;
    default:
      unreachable(event);
  }
}
