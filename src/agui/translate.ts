/**
 * The one event stream in the terms of AG-UI: a fold, one HookEvent in, the AG-UI events that say the same out. What is only shown while it happens
 * (streamed text, live tool output) comes as HookEvents of its own types too, so that `beforeTranslate` hooks see one kind of thing.
 */
import { EventType, PROTOCOL_VERSION, type TokenUsage } from '@ag-ui/core';
import type { ApprovalRequest, HookEvent, StopSignal, StreamItem } from '../shared/events';
import { noSkips } from '../shared/events';
import type { Usage } from '../shared/messages';
import { questionsIn } from '../shared/questions';
import { todosIn } from '../shared/todos';
import { callArguments, delta, historyReplaced, message, resetDelta } from './messages';
import { type AguiEvent, type AguiMessage, type AguiTranslation, freshId, keyOf, subagentOf } from './state';

/** The item as a HookEvent; live ones are `text_delta`, `thinking_delta`, `delta_reset`, `tool_output` and `history_replaced`. Undefined where AG-UI has no use for it. */
export function hookEventOf(item: StreamItem, sessionId: string, timestamp: string): HookEvent | undefined {
  const live = (type: string, branch: string, facts: Partial<HookEvent>, taskId?: string): HookEvent => ({
    id: '',
    type,
    timestamp,
    sessionId,
    runId: '',
    agentName: branch.split('/').at(-1)!,
    branch,
    step: 0,
    hooks: [],
    skipped: noSkips,
    ...(taskId ? { taskId } : {}),
    ...facts,
  });
  switch (item.kind) {
    case 'event':
      return item.event;
    case 'delta':
      return live(`${item.delta.type}_delta`, item.branch, { runId: item.runId, output: item.delta.text }, item.taskId);
    case 'deltaReset':
      return live('delta_reset', item.branch, { runId: item.runId }, item.taskId);
    case 'toolOutput':
      return live('tool_output', 'main', { toolCallId: item.toolCallId, output: item.chunk });
    case 'history':
      return live('history_replaced', item.branch, { output: item.messages }, item.taskId);
    default:
      return undefined;
  }
}

const isLive = ({ id }: HookEvent) => id === '';

/** `known` are the messages that have left so far: where one of them changes, all are sent anew. */
export function translate(state: AguiTranslation, event: HookEvent, known: readonly AguiMessage[]): AguiEvent[] {
  const said = translations.get(event.type)?.(state, event, known) ?? [];
  const all = isLive(event) ? said : withCustom(event, said);
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
function withCustom(event: HookEvent, said: AguiEvent[]): AguiEvent[] {
  const custom: AguiEvent = { type: EventType.CUSTOM, name: `hooksmith.${event.type}`, value: event };
  return said[0]?.type === EventType.RUN_STARTED ? [said[0], custom, ...said.slice(1)] : [custom, ...said];
}

type Translate = (state: AguiTranslation, event: HookEvent, known: readonly AguiMessage[]) => AguiEvent[];

const translations: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ['before_run', beginRun],
  ['after_run', endRun],
  ['before_step', (state, event) => [...endStep(state, event), ...beginStep(state, event)]],
  ['after_step', endStep],
  ['text_delta', (state, event) => delta(state, event, 'text')],
  ['thinking_delta', (state, event) => delta(state, event, 'thinking')],
  ['delta_reset', resetDelta],
  ['message', message],
  ['history_replaced', historyReplaced],
  ['pre_tool_use', callArguments],
  ['tool_settled', (state, event) => [...callArguments(state, event), ...todosChanged(state, event)]],
  [
    'tool_output',
    (_, { toolCallId, output }) => [
      { type: EventType.CUSTOM, name: 'hooksmith.tool_output', value: { toolCallId, chunk: output } },
    ],
  ],
  ['approval_requested', approvalRequested],
  ['approval_resolved', approvalResolved],
  ['question_asked', questionAsked],
  ['question_answered', questionAnswered],
  ['subagent_start', beginSubagent],
  ['subagent_stop', endSubagent],
]);

function beginRun(state: AguiTranslation, { runId }: HookEvent): AguiEvent[] {
  for (const map of [state.streams, state.args, state.steps, state.subagents, state.approvals, state.questions]) map.clear();
  return [{ type: EventType.RUN_STARTED, threadId: state.sessionId, runId, protocolVersion: PROTOCOL_VERSION }, snapshot(state)];
}

function endRun(state: AguiTranslation, { runId, data, error, usage }: HookEvent): AguiEvent[] {
  const status = data?.status;
  const used = usage ? { usage: [tokens(usage)] } : {};
  if (status === 'error')
    return [
      { type: EventType.RUN_ERROR, message: error?.message ?? 'The run failed.', code: error?.kind ?? error?.name, ...used },
    ];
  const signals = data?.signals as StopSignal[] | undefined;
  return [
    {
      type: EventType.RUN_FINISHED,
      threadId: state.sessionId,
      runId,
      result: { status, response: data?.response, reason: signals?.[0]?.message },
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
  state.steps.set(keyOf(event), stepName);
  return [{ type: EventType.STEP_STARTED, stepName }];
}

function endStep(state: AguiTranslation, event: HookEvent): AguiEvent[] {
  const stepName = state.steps.get(keyOf(event));
  if (stepName === undefined) return [];
  state.steps.delete(keyOf(event));
  return [{ type: EventType.STEP_FINISHED, stepName }];
}

const snapshot = ({ todos, approvals, questions }: AguiTranslation): AguiEvent => ({
  type: EventType.STATE_SNAPSHOT,
  snapshot: { todos, approvals: [...approvals.values()], questions: [...questions.values()] },
});

function todosChanged(state: AguiTranslation, event: HookEvent): AguiEvent[] {
  const todos = event.branch === 'main' ? todosIn(event) : undefined;
  if (!todos) return [];
  state.todos = todos;
  return [snapshot(state)];
}

function approvalRequested(state: AguiTranslation, { data }: HookEvent): AguiEvent[] {
  const request = data as unknown as ApprovalRequest;
  state.approvals.set(request.id, request);
  return [snapshot(state)];
}

function approvalResolved(state: AguiTranslation, { data }: HookEvent): AguiEvent[] {
  return state.approvals.delete(String(data?.id)) ? [snapshot(state)] : [];
}

function questionAsked(state: AguiTranslation, event: HookEvent): AguiEvent[] {
  const request = questionsIn(event);
  if (!request) return [];
  state.questions.set(request.toolCallId, request);
  return [snapshot(state)];
}

function questionAnswered(state: AguiTranslation, { toolCallId = '' }: HookEvent): AguiEvent[] {
  return state.questions.delete(toolCallId) ? [snapshot(state)] : [];
}

function beginSubagent(state: AguiTranslation, event: HookEvent): AguiEvent[] {
  const subagentRunId = freshId(state);
  const parent = event.branch.split('/').slice(0, -1).join('/');
  const parentSubagentRunId = state.subagents.get(parent);
  state.subagents.set(keyOf(event), subagentRunId);
  return [
    {
      type: EventType.SUBAGENT_STARTED,
      subagentRunId,
      name: event.agentName,
      ...(typeof event.input === 'string' ? { description: event.input } : {}),
      ...(parentSubagentRunId ? { parentSubagentRunId } : {}),
      ...(event.toolCallId ? { parentToolCallId: event.toolCallId } : {}),
    },
  ];
}

function endSubagent(state: AguiTranslation, event: HookEvent): AguiEvent[] {
  const subagentRunId = subagentOf(state, event);
  if (!subagentRunId) return [];
  const said = endStep(state, event);
  state.subagents.delete(keyOf(event));
  for (const one of said) Object.assign(one, { subagentRunId });
  return [
    ...said,
    event.error
      ? { type: EventType.SUBAGENT_ERROR, subagentRunId, message: event.error.message }
      : { type: EventType.SUBAGENT_FINISHED, subagentRunId, result: event.output, outcome: { type: 'success' } },
  ];
}
