/**
 * The one event stream in the terms of AG-UI: a fold, one HookEvent in, the AG-UI events that say the same out. What is only shown while it happens
 * (streamed text, live tool output) comes as HookEvents of its own types too, so that `beforeTranslate` hooks see one kind of thing.
 */
import {
  type Event as AguiEvent,
  type Message as AguiMessage,
  type ContentPart,
  EventType,
  PROTOCOL_VERSION,
  type TokenUsage,
} from '@ag-ui/core';
import { contentOf, textOfBlocks } from './conversationState';
import type { ApprovalRequest, HookEvent, StopSignal, StreamItem } from './events';
import { noSkips } from './events';
import type { ContentBlock, Message, ToolResultBlock, Usage } from './messages';
import { type QuestionRequest, questionsIn } from './questions';
import { type Todo, todosIn } from './todos';

export type { AguiEvent, AguiMessage };

interface Streamed {
  /** Of its text and of its thinking; each is one AG-UI message. */
  text?: { id: string; text: string };
  thinking?: { id: string; text: string };
  current?: 'text' | 'thinking';
}

export interface AguiTranslation {
  sessionId: string;
  nextId: number;
  /** What streams, by task or branch. */
  streams: Map<string, Streamed>;
  /** Arguments of calls whose hooks have not spoken yet. */
  args: Map<string, unknown>;
  /** Step that is open, by task or branch. */
  steps: Map<string, string>;
  /** Ids of the subagents at work, by task or branch. */
  subagents: Map<string, string>;
  /** Last message of each agent that spoke, by task or branch. */
  spoken: Map<string, string>;
  todos: Todo[];
  approvals: Map<string, ApprovalRequest>;
  questions: Map<string, QuestionRequest>;
}

export const newTranslation = (sessionId: string): AguiTranslation => ({
  sessionId,
  nextId: 0,
  streams: new Map(),
  args: new Map(),
  steps: new Map(),
  subagents: new Map(),
  spoken: new Map(),
  todos: [],
  approvals: new Map(),
  questions: new Map(),
});

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

const freshId = (state: AguiTranslation): string => `${state.sessionId}:${state.nextId++}`;

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

function beginThinking(messageId: string): AguiEvent[] {
  return [
    { type: EventType.REASONING_START, messageId },
    { type: EventType.REASONING_MESSAGE_START, messageId, role: 'reasoning' },
  ];
}
function endThinking(messageId: string): AguiEvent[] {
  return [
    { type: EventType.REASONING_MESSAGE_END, messageId },
    { type: EventType.REASONING_END, messageId },
  ];
}
const begin = {
  text: (messageId: string): AguiEvent[] => [{ type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' }],
  thinking: beginThinking,
};
const end = {
  text: (messageId: string): AguiEvent[] => [{ type: EventType.TEXT_MESSAGE_END, messageId }],
  thinking: endThinking,
};
const content = {
  text: (messageId: string, delta: string): AguiEvent => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }),
  thinking: (messageId: string, delta: string): AguiEvent => ({ type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta }),
};
type Kind = keyof typeof content;

function delta(state: AguiTranslation, event: HookEvent, kind: Kind): AguiEvent[] {
  const piece = String(event.output);
  const stream = state.streams.get(keyOf(event)) ?? {};
  state.streams.set(keyOf(event), stream);
  const said: AguiEvent[] = [];
  if (stream.current !== kind) {
    // Text after thinking after text goes on in the one message that its kind has.
    if (stream.current === 'thinking') said.push(...end.thinking(stream.thinking!.id));
    if (kind === 'thinking' || !stream.text) {
      stream[kind] = { id: freshId(state), text: '' };
      said.push(...begin[kind](stream[kind].id));
    }
    stream.current = kind;
  }
  const open = stream[kind]!;
  open.text += piece;
  return [...said, content[kind](open.id, piece)];
}

/** Ends what streams on the branch; what is missing of its `final` texts is sent before. */
function closeStream(state: AguiTranslation, key: string, final?: Record<Kind, string>): { stream: Streamed; said: AguiEvent[] } {
  const stream = state.streams.get(key) ?? {};
  state.streams.delete(key);
  const said: AguiEvent[] = [];
  for (const kind of ['thinking', 'text'] as const) {
    const open = stream[kind];
    if (!open || (kind === 'thinking' && stream.current !== 'thinking')) continue;
    if (final?.[kind].startsWith(open.text) && final[kind] !== open.text) {
      said.push(content[kind](open.id, final[kind].slice(open.text.length)));
      open.text = final[kind];
    }
    said.push(...end[kind](open.id));
  }
  return { stream, said };
}

/** A retry begins the answer anew: what was sent of it is taken back. */
function resetDelta(state: AguiTranslation, event: HookEvent, known: readonly AguiMessage[]): AguiEvent[] {
  const { stream, said } = closeStream(state, keyOf(event));
  const void_ = [stream.text?.id, stream.thinking?.id];
  return said.length > 0 ? [...said, messages(known.filter(({ id }) => !void_.includes(id)))] : [];
}

const messages = (list: readonly AguiMessage[]): AguiEvent => ({ type: EventType.MESSAGES_SNAPSHOT, messages: [...list] });

/** All messages, with another text in one of them; without it where it has none left. */
const rewritten = (known: readonly AguiMessage[], id: string, text: string): AguiEvent =>
  messages(
    known.flatMap((one) => {
      if (one.id !== id || (one.role !== 'assistant' && one.role !== 'reasoning')) return [one];
      if (text === '' && !('toolCalls' in one && one.toolCalls)) return [];
      return [{ ...one, content: text }];
    }),
  );

function message(state: AguiTranslation, event: HookEvent, known: readonly AguiMessage[]): AguiEvent[] {
  const blocks = contentOf(event.input);
  if ((event.input as Message | undefined)?.role === 'assistant') return assistantMessage(state, event, blocks, known);
  const results = blocks.filter((block) => block.type === 'tool_result');
  if (results.length > 0) return results.flatMap((result) => toolResult(state, result));
  const messageId = freshId(state);
  return [
    { type: EventType.TEXT_MESSAGE_START, messageId, role: 'user' },
    content.text(messageId, textOfBlocks(blocks)),
    ...end.text(messageId),
  ];
}

function assistantMessage(
  state: AguiTranslation,
  event: HookEvent,
  blocks: ContentBlock[],
  known: readonly AguiMessage[],
): AguiEvent[] {
  const final = {
    thinking: blocks.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join('\n\n'),
    text: textOfBlocks(blocks),
  };
  const { stream, said } = closeStream(state, keyOf(event), final);
  let list = known;
  for (const kind of ['thinking', 'text'] as const) {
    const streamed = stream[kind];
    if (!streamed && final[kind] !== '') {
      const id = freshId(state);
      stream[kind] = { id, text: final[kind] };
      said.push(...begin[kind](id), content[kind](id, final[kind]), ...end[kind](id));
    } else if (streamed && streamed.text !== final[kind]) {
      // The message is the truth; what streamed may have been changed by a hook.
      const corrected = rewritten(list, streamed.id, final[kind]);
      if (corrected.type === EventType.MESSAGES_SNAPSHOT) list = corrected.messages;
      said.push(corrected);
    }
  }
  const parentMessageId = stream.text?.id ?? freshId(state);
  state.spoken.set(keyOf(event), parentMessageId);
  for (const block of blocks) {
    if (block.type !== 'tool_use') continue;
    state.args.set(block.id, block.input);
    said.push({ type: EventType.TOOL_CALL_START, toolCallId: block.id, toolCallName: block.name, parentMessageId });
  }
  return said;
}

/** The input that the hooks left; what the model asked for, where no hook was asked. */
function callArguments(state: AguiTranslation, { toolCallId, input }: Pick<HookEvent, 'toolCallId' | 'input'>): AguiEvent[] {
  if (!toolCallId || !state.args.has(toolCallId)) return [];
  const args = input ?? state.args.get(toolCallId);
  state.args.delete(toolCallId);
  return [
    { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(args) },
    { type: EventType.TOOL_CALL_END, toolCallId },
  ];
}

function toolResult(state: AguiTranslation, { tool_use_id: toolCallId, content: result }: ToolResultBlock): AguiEvent[] {
  return [
    ...callArguments(state, { toolCallId }),
    {
      type: EventType.TOOL_CALL_RESULT,
      messageId: freshId(state),
      toolCallId,
      role: 'tool',
      content: typeof result === 'string' ? result : result.map(partOf),
    },
  ];
}

function partOf(block: Exclude<ToolResultBlock['content'], string>[number]): ContentPart {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const { source } = block;
  return source.type === 'url'
    ? { type: 'image', source: { type: 'url', value: source.url } }
    : { type: 'image', source: { type: 'data', value: source.data, mimeType: source.media_type } };
}

/** A stop or afterAgent hook changed the last answer. */
function historyReplaced(state: AguiTranslation, event: HookEvent, known: readonly AguiMessage[]): AguiEvent[] {
  const id = state.spoken.get(keyOf(event));
  const last = (event.output as Message[]).at(-1);
  const shown = known.find((one) => one.id === id);
  if (!id || last?.role !== 'assistant' || shown?.role !== 'assistant' || shown.toolCalls) return [];
  const text = textOfBlocks(contentOf(last));
  return text === shown.content ? [] : [rewritten(known, id, text)];
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

/** Subagents of one branch may follow each other, and with ids of their own run side by side. */
const keyOf = ({ taskId, branch }: HookEvent) => taskId ?? branch;
const subagentOf = (state: AguiTranslation, event: HookEvent): string | undefined => state.subagents.get(keyOf(event));

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
