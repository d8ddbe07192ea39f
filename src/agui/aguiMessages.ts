/** Messages in AG-UI's terms: streamed text and thinking, what became of them, tool calls and their results. */
import { type ContentPart, EventType } from '@ag-ui/core';
import type { JsonObject } from '../shared/basics/json';
import type { EventOf } from '../shared/events/events';
import type { LiveEvent } from '../shared/events/liveEvents';
import { type ContentBlock, contentOf, type ToolResultBlock, textOfBlocks } from '../shared/messages/messages';
import { speakerOf } from '../shared/runs/speaker';
import { type AguiEvent, type AguiMessage, type AguiTranslation, freshId, type Streamed } from './state';

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

export function delta(state: AguiTranslation, event: LiveEvent & { output: string }, kind: Kind): AguiEvent[] {
  const piece = event.output;
  const stream = state.streams.get(speakerOf(event)) ?? {};
  state.streams.set(speakerOf(event), stream);
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
export function resetDelta(state: AguiTranslation, event: LiveEvent, known: readonly AguiMessage[]): AguiEvent[] {
  const { stream, said } = closeStream(state, speakerOf(event));
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

export function eventsOfMessage(state: AguiTranslation, event: EventOf<'message'>, known: readonly AguiMessage[]): AguiEvent[] {
  const blocks = contentOf(event.input);
  if (event.input.role === 'assistant') return assistantMessage(state, event, blocks, known);
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
  event: EventOf<'message'>,
  blocks: ContentBlock[],
  known: readonly AguiMessage[],
): AguiEvent[] {
  const final = {
    thinking: blocks.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join('\n\n'),
    text: textOfBlocks(blocks),
  };
  const { stream, said } = closeStream(state, speakerOf(event), final);
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
  state.spoken.set(speakerOf(event), parentMessageId);
  for (const block of blocks) {
    if (block.type !== 'tool_use') continue;
    state.args.set(block.id, block.input);
    said.push({ type: EventType.TOOL_CALL_START, toolCallId: block.id, toolCallName: block.name, parentMessageId });
  }
  return said;
}

/** The input that the hooks left; what the model asked for, where no hook was asked. */
export function callArguments(
  state: AguiTranslation,
  { toolCallId, input }: { toolCallId: string; input?: JsonObject },
): AguiEvent[] {
  if (!state.args.has(toolCallId)) return [];
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

/** The human took a message back, or brought one back; or a stop or afterAgent hook changed the last answer. */
export function historyReplaced(
  state: AguiTranslation,
  event: LiveEvent & { type: 'history_replaced' },
  known: readonly AguiMessage[],
): AguiEvent[] {
  if (event.rewoundTo !== undefined) return takeBack(state, event.rewoundTo, known);
  if (event.redone !== undefined) return [messages([...known, ...(state.takenBack.pop() ?? [])])];
  const id = state.spoken.get(speakerOf(event));
  const last = event.output.at(-1);
  const shown = known.find((one) => one.id === id);
  if (!id || last?.role !== 'assistant' || shown?.role !== 'assistant' || shown.toolCalls) return [];
  const text = textOfBlocks(contentOf(last));
  return text === shown.content ? [] : [rewritten(known, id, text)];
}

function takeBack(state: AguiTranslation, eventId: string, known: readonly AguiMessage[]): AguiEvent[] {
  const last = state.before.get(eventId);
  const at = known.findLastIndex(({ id }) => id === last) + 1;
  // Its hooks may have left it out.
  if (!state.before.has(eventId) || (last !== undefined && at === 0)) return [];
  state.takenBack.push(known.slice(at));
  return [messages(known.slice(0, at))];
}
