/**
 * The one event stream in the terms of AG-UI: a fold, one HookEvent in, the AG-UI events that say the same out. What is only shown while it happens
 * (streamed text, live tool output) comes as HookEvents of its own types too, so that `beforeTranslate` hooks see one kind of thing.
 */
import { EventType, PROTOCOL_VERSION, type TokenUsage } from '@ag-ui/core';
import { unreachable } from '../shared/basics/unreachable';
import { typeOf } from '../shared/events/eventReading';
import type { EventOf, HookEvent } from '../shared/events/events';
import type { LiveEvent, LiveFacts, LiveType } from '../shared/events/liveEvents';
import { todosIn } from '../shared/events/todos';
import type { Usage } from '../shared/messages/messages';
import { speakerOf } from '../shared/runs/speaker';
import type { StreamItem } from '../shared/stream/stream';
import { noSkips } from '../shared/verdicts/hookRecord';
import { callArguments, delta, eventsOfMessage, historyReplaced, resetDelta } from './aguiMessages';
import { type AguiEvent, type AguiMessage, type AguiTranslation, freshId, subagentOf } from './state';

/** The item as a HookEvent; live ones are `text_delta`, `thinking_delta`, `delta_reset`, `tool_output` and `history_replaced`. Undefined where AG-UI has no use for it. */
export function hookEventOf(item: StreamItem, sessionId: string, timestamp: string): HookEvent | LiveEvent | undefined {
  const live = <T extends LiveType>(type: T, at: { branch: string; taskId?: string; runId?: string }, facts: LiveFacts[T]) =>
    ({
      id: '',
      type,
      timestamp,
      sessionId,
      runId: at.runId ?? '',
      agentName: at.branch.split('/').at(-1)!,
      branch: at.branch,
      step: 0,
      hooks: [],
      skipped: noSkips,
      ...(at.taskId ? { taskId: at.taskId } : {}),
      ...facts,
    }) as unknown as LiveEvent;
  switch (item.kind) {
    case 'event':
      return item.event;
    case 'delta':
      return live(item.delta.type === 'text' ? 'text_delta' : 'thinking_delta', item, { output: item.delta.text });
    case 'deltaReset':
      return live('delta_reset', item, {});
    case 'toolOutput':
      return live('tool_output', { branch: 'main' }, { toolCallId: item.toolCallId, output: item.chunk });
    case 'history':
      return live('history_replaced', item, { output: item.messages, rewoundTo: item.rewoundTo, redone: item.redone });
    case 'hookSet':
    case 'run':
    case 'queue':
      return undefined;
    default:
      return unreachable(item);
  }
}

const isLive = (event: HookEvent | LiveEvent): event is LiveEvent => event.id === '';

/** `known` are the messages that have left so far: where one of them changes, all are sent anew. `whole` is the event as hooks left it. */
export function translate(
  state: AguiTranslation,
  event: HookEvent | LiveEvent,
  known: readonly AguiMessage[],
  whole: object = event,
): AguiEvent[] {
  const said = translated(state, event, known);
  const all = isLive(event) ? said : withCustom(typeOf(event), whole, said);
  const timestamp = Date.parse(event.timestamp);
  const subagentRunId = subagentOf(state, event);
  return all.map((one) => ({
    ...one,
    timestamp,
    ...(subagentRunId && !('subagentRunId' in one) && !runScoped.has(one.type) ? { subagentRunId } : {}),
  }));
}

const runScoped: ReadonlySet<EventType> = new Set([
  EventType.RUN_STARTED,
  EventType.RUN_FINISHED,
  EventType.RUN_ERROR,
  EventType.STATE_SNAPSHOT,
  EventType.MESSAGES_SNAPSHOT,
]);

/** Every HookEvent goes along whole, inside its run. */
function withCustom(type: string, whole: object, said: AguiEvent[]): AguiEvent[] {
  const custom: AguiEvent = { type: EventType.CUSTOM, name: `hooksmith.${type}`, value: whole };
  return said[0]?.type === EventType.RUN_STARTED ? [said[0], custom, ...said.slice(1)] : [custom, ...said];
}

function translated(state: AguiTranslation, event: HookEvent | LiveEvent, known: readonly AguiMessage[]): AguiEvent[] {
  switch (event.type) {
    case 'before_run':
      return beginRun(state, event);
    case 'after_run':
      return endRun(state, event);
    case 'before_step':
      return [...endStep(state, event), ...beginStep(state, event)];
    case 'after_step':
      return endStep(state, event);
    case 'text_delta':
      return delta(state, event, 'text');
    case 'thinking_delta':
      return delta(state, event, 'thinking');
    case 'delta_reset':
      return resetDelta(state, event, known);
    case 'message':
      return eventsOfMessage(state, event, known);
    case 'history_replaced':
      return historyReplaced(state, event, known);
    case 'pre_tool_use':
      return callArguments(state, event);
    case 'tool_settled':
      return [...callArguments(state, event), ...todosChanged(state, event)];
    case 'tool_output': {
      const { toolCallId, output: chunk } = event;
      return [{ type: EventType.CUSTOM, name: 'hooksmith.tool_output', value: { toolCallId, chunk } }];
    }
    case 'approval_requested':
      return approvalRequested(state, event);
    case 'approval_resolved':
      return approvalResolved(state, event);
    case 'question_asked':
      return questionAsked(state, event);
    case 'question_answered':
      return questionAnswered(state, event);
    case 'subagent_start':
      return beginSubagent(state, event);
    case 'subagent_stop':
      return endSubagent(state, event);
    case 'user_message':
      if (event.branch === 'main') state.before.set(event.id, known.at(-1)?.id);
      return [];
    // AG-UI has no words of its own for these.
    case 'session_start':
    case 'session_end':
    case 'before_agent':
    case 'pre_model_call':
    case 'model_delta':
    case 'model_error':
    case 'post_model_call':
    case 'permission_request':
    case 'tool_error':
    case 'post_tool_use':
    case 'tool_result_messages':
    case 'pre_compact':
    case 'stop':
    case 'after_agent':
    case 'run_done':
    case 'run_abort':
    case 'run_error':
    case 'scope_register':
    case 'scope_unregister':
    case 'hook_error':
    case 'hooks_reloaded':
    case 'tools_reloaded':
    case 'tool_start':
    case 'tool_retry':
    case 'model_retry':
    case 'compacted':
    case 'completion':
    case 'handoff':
    case 'continue_declined':
    case 'files_changed':
    case 'files_restored':
    case 'files_kept':
    case 'conversation_restored':
    case 'instructions_loaded':
    case 'session_renamed':
    case 'other':
      return [];
    default:
      return unreachable(event);
  }
}

function beginRun(state: AguiTranslation, { runId }: EventOf<'before_run'>): AguiEvent[] {
  for (const map of [state.streams, state.args, state.steps, state.subagents, state.approvals, state.questions]) map.clear();
  state.takenBack = [];
  return [{ type: EventType.RUN_STARTED, threadId: state.sessionId, runId, protocolVersion: PROTOCOL_VERSION }, snapshot(state)];
}

function endRun(state: AguiTranslation, { runId, data, error, usage }: EventOf<'after_run'>): AguiEvent[] {
  const { status, signals, response } = data;
  const used = { usage: [tokens(usage)] };
  if (status === 'error')
    return [
      { type: EventType.RUN_ERROR, message: error?.message ?? 'The run failed.', code: error?.kind ?? error?.name, ...used },
    ];
  return [
    {
      type: EventType.RUN_FINISHED,
      threadId: state.sessionId,
      runId,
      result: { status, response, reason: signals[0]?.message },
      outcome: status === 'aborted' ? { type: 'cancelled' } : { type: 'success' },
      ...used,
    },
  ];
}

function tokens({
  input_tokens,
  output_tokens,
  cache_read_input_tokens = 0,
  cache_creation_input_tokens = 0,
}: Usage): TokenUsage {
  const inputTokens = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
  return {
    inputTokens,
    outputTokens: output_tokens,
    totalTokens: inputTokens + output_tokens,
    cachedInputTokens: cache_read_input_tokens,
    cacheWriteInputTokens: cache_creation_input_tokens,
  };
}

function beginStep(state: AguiTranslation, event: HookEvent): AguiEvent[] {
  const stepName = `step ${event.step}`;
  state.steps.set(speakerOf(event), stepName);
  return [{ type: EventType.STEP_STARTED, stepName }];
}

function endStep(state: AguiTranslation, event: HookEvent): AguiEvent[] {
  const stepName = state.steps.get(speakerOf(event));
  if (stepName === undefined) return [];
  state.steps.delete(speakerOf(event));
  return [{ type: EventType.STEP_FINISHED, stepName }];
}

const snapshot = ({ todos, approvals, questions }: AguiTranslation): AguiEvent => ({
  type: EventType.STATE_SNAPSHOT,
  snapshot: { todos, approvals: [...approvals.values()], questions: [...questions.values()] },
});

function todosChanged(state: AguiTranslation, event: EventOf<'tool_settled'>): AguiEvent[] {
  const todos = event.branch === 'main' ? todosIn(event) : undefined;
  if (!todos) return [];
  state.todos = todos;
  return [snapshot(state)];
}

function approvalRequested(state: AguiTranslation, { data: request }: EventOf<'approval_requested'>): AguiEvent[] {
  state.approvals.set(request.id, request);
  return [snapshot(state)];
}

function approvalResolved(state: AguiTranslation, { data }: EventOf<'approval_resolved'>): AguiEvent[] {
  return state.approvals.delete(data.id) ? [snapshot(state)] : [];
}

function questionAsked(state: AguiTranslation, { data: request }: EventOf<'question_asked'>): AguiEvent[] {
  state.questions.set(request.toolCallId, request);
  return [snapshot(state)];
}

function questionAnswered(state: AguiTranslation, { toolCallId }: EventOf<'question_answered'>): AguiEvent[] {
  return state.questions.delete(toolCallId) ? [snapshot(state)] : [];
}

function beginSubagent(state: AguiTranslation, event: EventOf<'subagent_start'>): AguiEvent[] {
  const subagentRunId = freshId(state);
  const parent = event.branch.split('/').slice(0, -1).join('/');
  const parentSubagentRunId = state.subagents.get(parent);
  state.subagents.set(speakerOf(event), subagentRunId);
  return [
    {
      type: EventType.SUBAGENT_STARTED,
      subagentRunId,
      name: event.agentName,
      description: event.input,
      ...(parentSubagentRunId ? { parentSubagentRunId } : {}),
      parentToolCallId: event.toolCallId,
    },
  ];
}

function endSubagent(state: AguiTranslation, event: EventOf<'subagent_stop'>): AguiEvent[] {
  const subagentRunId = subagentOf(state, event);
  if (!subagentRunId) return [];
  const said = endStep(state, event);
  state.subagents.delete(speakerOf(event));
  for (const one of said) Object.assign(one, { subagentRunId });
  return [
    ...said,
    event.error
      ? { type: EventType.SUBAGENT_ERROR, subagentRunId, message: event.error.message }
      : { type: EventType.SUBAGENT_FINISHED, subagentRunId, result: event.output, outcome: { type: 'success' } },
  ];
}
