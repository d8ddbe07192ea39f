/**
 * What has left as AG-UI, after its hooks: it lets pass only what the protocol allows next, closes what a run leaves open, and gives whoever comes late a
 * beginning that says the same as what was missed.
 */
import { EventType } from '@ag-ui/core';
import type { AguiEvent, AguiMessage } from './state';

/** Between two runs the protocol allows nothing; this many events wait for the next. */
const mostHeld = 200;

interface Open {
  start: AguiEvent;
  /** What it carries so far. */
  text: string;
}

export interface AguiLedger {
  threadId: string;
  messages: AguiMessage[];
  state: AguiEvent | undefined;
  run: (AguiEvent & { type: EventType.RUN_STARTED }) | undefined;
  isRunning: boolean;
  /** What was begun and not ended, in order. */
  open: Map<string, Open>;
  held: AguiEvent[];
}

export const newLedger = (threadId: string): AguiLedger => ({
  threadId,
  messages: [],
  state: undefined,
  run: undefined,
  isRunning: false,
  open: new Map(),
  held: [],
});

interface Bracket {
  kind: 'text' | 'call' | 'span' | 'reasoning' | 'step' | 'subagent';
  /** Field that names it. */
  id: 'messageId' | 'toolCallId' | 'stepName' | 'subagentRunId';
  end: EventType;
}
const text: Bracket = { kind: 'text', id: 'messageId', end: EventType.TEXT_MESSAGE_END };
const call: Bracket = { kind: 'call', id: 'toolCallId', end: EventType.TOOL_CALL_END };
const span: Bracket = { kind: 'span', id: 'messageId', end: EventType.REASONING_END };
const reasoning: Bracket = { kind: 'reasoning', id: 'messageId', end: EventType.REASONING_MESSAGE_END };
const step: Bracket = { kind: 'step', id: 'stepName', end: EventType.STEP_FINISHED };
const subagent: Bracket = { kind: 'subagent', id: 'subagentRunId', end: EventType.SUBAGENT_FINISHED };

const starts: ReadonlyMap<EventType, Bracket> = new Map([
  [EventType.TEXT_MESSAGE_START, text],
  [EventType.TOOL_CALL_START, call],
  [EventType.REASONING_START, span],
  [EventType.REASONING_MESSAGE_START, reasoning],
  [EventType.STEP_STARTED, step],
  [EventType.SUBAGENT_STARTED, subagent],
]);
const continues: ReadonlyMap<EventType, Bracket> = new Map([
  [EventType.TEXT_MESSAGE_CONTENT, text],
  [EventType.TOOL_CALL_ARGS, call],
  [EventType.REASONING_MESSAGE_CONTENT, reasoning],
]);
const ends: ReadonlyMap<EventType, Bracket> = new Map([
  ...[text, call, span, reasoning, step, subagent].map((bracket) => [bracket.end, bracket] as const),
  [EventType.SUBAGENT_ERROR, subagent],
]);
const contentOf: ReadonlyMap<Bracket['kind'], EventType> = new Map([
  ['text', EventType.TEXT_MESSAGE_CONTENT],
  ['call', EventType.TOOL_CALL_ARGS],
  ['reasoning', EventType.REASONING_MESSAGE_CONTENT],
]);
/** They stand for themselves, within a run. */
const single: ReadonlySet<EventType> = new Set([
  EventType.TOOL_CALL_RESULT,
  EventType.STATE_SNAPSHOT,
  EventType.MESSAGES_SNAPSHOT,
  EventType.CUSTOM,
  EventType.RAW,
]);

const field = (event: AguiEvent, name: Bracket['id'] | 'delta'): string =>
  String((event as { [N in typeof name]?: unknown })[name]);
const ownerOf = (event: AguiEvent): string | undefined => ('subagentRunId' in event ? event.subagentRunId : undefined);
const keyOf = ({ kind, id }: Bracket, event: AguiEvent): string =>
  `${kind} ${kind === 'step' ? `${ownerOf(event) ?? ''} ` : ''}${field(event, id)}`;

/** Takes one event in; gives what may be sent now, in order. */
export function enter(ledger: AguiLedger, event: AguiEvent): AguiEvent[] {
  if (event.type === EventType.RUN_STARTED) {
    const said = ledger.isRunning ? [...closing(ledger), finished(ledger)] : [];
    ledger.run = event;
    ledger.isRunning = true;
    return [...said, event, ...ledger.held.splice(0)];
  }
  if (!ledger.isRunning) return outside(ledger, event);
  if (event.type === EventType.RUN_FINISHED || event.type === EventType.RUN_ERROR) {
    const said = [...closing(ledger), event];
    ledger.isRunning = false;
    return said;
  }
  const bracket = starts.get(event.type) ?? continues.get(event.type) ?? ends.get(event.type);
  if (bracket) {
    const key = keyOf(bracket, event);
    if (ledger.open.has(key) === starts.has(event.type)) return [];
    if (starts.has(event.type)) ledger.open.set(key, { start: event, text: '' });
    else if (ends.has(event.type)) ledger.open.delete(key);
    else ledger.open.get(key)!.text += field(event, 'delta');
  } else if (!single.has(event.type)) return [];
  record(ledger, event);
  return [event];
}

function outside(ledger: AguiLedger, event: AguiEvent): AguiEvent[] {
  const isList = event.type === EventType.MESSAGES_SNAPSHOT;
  if (isList) ledger.held = ledger.held.filter(({ type }) => type !== event.type);
  if (isList || event.type === EventType.CUSTOM) ledger.held = [...ledger.held.slice(-mostHeld + 1), event];
  if (isList || event.type === EventType.STATE_SNAPSHOT) record(ledger, event);
  return [];
}

function closing(ledger: AguiLedger): AguiEvent[] {
  const said = [...ledger.open].reverse().map(([, { start }]) => endOf(start));
  ledger.open.clear();
  return said;
}

function endOf(start: AguiEvent): AguiEvent {
  const bracket = starts.get(start.type)!;
  const owner = ownerOf(start);
  return {
    type: bracket.end,
    [bracket.id]: field(start, bracket.id),
    ...(owner ? { subagentRunId: owner } : {}),
  } as unknown as AguiEvent;
}

/** The end of a run that did not say itself how it ended. */
export const finished = ({ run, threadId }: AguiLedger): AguiEvent => ({
  type: EventType.RUN_FINISHED,
  threadId: run?.threadId ?? threadId,
  runId: run?.runId ?? threadId,
});

/** Keeps the messages as a client has them. */
function record(ledger: AguiLedger, event: AguiEvent): void {
  const { messages } = ledger;
  const owner = ownerOf(event);
  const by = owner ? { subagentRunId: owner } : {};
  const change = (id: string, make: (one: AguiMessage) => AguiMessage) => {
    const at = messages.findLastIndex((one) => one.id === id);
    if (at >= 0) messages[at] = make(messages[at]!);
  };
  switch (event.type) {
    case EventType.TEXT_MESSAGE_START:
      messages.push({ id: event.messageId, role: event.role ?? 'assistant', content: '', ...by } as AguiMessage);
      break;
    case EventType.REASONING_MESSAGE_START:
      messages.push({ id: event.messageId, role: 'reasoning', content: '', ...by });
      break;
    case EventType.TEXT_MESSAGE_CONTENT:
    case EventType.REASONING_MESSAGE_CONTENT:
      change(event.messageId, (one) => ({ ...one, content: `${String(one.content ?? '')}${event.delta}` }) as AguiMessage);
      break;
    case EventType.TOOL_CALL_START: {
      const id = event.parentMessageId ?? event.toolCallId;
      if (!messages.some((one) => one.id === id)) messages.push({ id, role: 'assistant', ...by });
      const made = { id: event.toolCallId, type: 'function' as const, function: { name: event.toolCallName, arguments: '' } };
      change(id, (one) => (one.role === 'assistant' ? { ...one, toolCalls: [...(one.toolCalls ?? []), made] } : one));
      break;
    }
    case EventType.TOOL_CALL_ARGS: {
      const has = (one: AguiMessage) => one.role === 'assistant' && one.toolCalls?.some(({ id }) => id === event.toolCallId);
      const at = messages.findLastIndex(has);
      const one = messages[at];
      if (one?.role !== 'assistant') break;
      const toolCalls = one.toolCalls!.map((made) =>
        made.id === event.toolCallId
          ? { ...made, function: { ...made.function, arguments: made.function.arguments + event.delta } }
          : made,
      );
      messages[at] = { ...one, toolCalls };
      break;
    }
    case EventType.TOOL_CALL_RESULT:
      messages.push({ id: event.messageId, role: 'tool', toolCallId: event.toolCallId, content: event.content, ...by });
      break;
    case EventType.MESSAGES_SNAPSHOT:
      ledger.messages = [...event.messages];
      break;
    case EventType.STATE_SNAPSHOT:
      ledger.state = event;
  }
}

/** What a client that comes now is told first; between two runs it is a whole run that restates the conversation. */
export function beginning(ledger: AguiLedger): AguiEvent[] {
  const { run, threadId, state, open, isRunning } = ledger;
  return [
    run ?? { type: EventType.RUN_STARTED, threadId, runId: threadId },
    ...(state ? [state] : []),
    { type: EventType.MESSAGES_SNAPSHOT, messages: settledMessages(ledger) },
    ...[...open.values()].flatMap((one) => reopened(one)),
    ...(isRunning ? [] : [finished(ledger)]),
  ];
}

function reopened({ start, text: soFar }: Open): AguiEvent[] {
  const { kind, id } = starts.get(start.type)!;
  const type = contentOf.get(kind);
  if (!type || soFar === '') return [start];
  const owner = ownerOf(start);
  return [
    start,
    { type, [id]: field(start, id), delta: soFar, ...(owner ? { subagentRunId: owner } : {}) } as unknown as AguiEvent,
  ];
}

/** What is still open is begun anew after the snapshot, so it must not be in it. */
function settledMessages({ messages, open }: AguiLedger): AguiMessage[] {
  return messages.flatMap((one): AguiMessage[] => {
    if (open.has(`text ${one.id}`) || open.has(`reasoning ${one.id}`)) return [];
    if (one.role !== 'assistant' || !one.toolCalls) return [one];
    const toolCalls = one.toolCalls.filter(({ id }) => !open.has(`call ${id}`));
    if (toolCalls.length > 0) return [{ ...one, toolCalls }];
    const { toolCalls: _, ...rest } = one;
    return rest.content ? [rest] : [];
  });
}
