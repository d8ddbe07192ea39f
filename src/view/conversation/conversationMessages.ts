/** What the human and the agents say, as it streams and as it is kept: its part of the conversation's fold. */
import * as l10n from '@vscode/l10n';
import { toldWords } from '../../shared/calls/toldWords';
import type { EventOf, HookEvent } from '../../shared/events/events';
import { instructionName } from '../../shared/messages/instructions';
import { blocksOf, type ContentBlock, contentOf, type Message, textOfBlocks } from '../../shared/messages/messages';
import { splitParts } from '../../shared/messages/promptParts';
import { speakerOf } from '../../shared/runs/speaker';
import {
  type AssistantEntry,
  add,
  type ConversationState,
  endRetry,
  picturesOf,
  remove,
  type UserEntry,
} from './conversationState';
import { addTool } from './conversationTools';

export function streamingOf(state: ConversationState, { branch, taskId }: { branch: string; taskId?: string }): AssistantEntry {
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

export function dropStreaming(state: ConversationState, speaker: string): void {
  const entry = state.streaming.get(speaker);
  if (!entry) return;
  state.streaming.delete(speaker);
  remove(state, entry);
}

export function foldUserMessage(state: ConversationState, event: EventOf<'user_message'>): void {
  const content = contentOf(event.input);
  if (event.branch === 'main') state.userMessages++;
  // Its loop is not ours: no message follows.
  if (state.guest && !state.runOpen && event.data?.decision !== 'deny') {
    add<UserEntry>(state, event, { kind: 'user', ...saidIn(content), images: picturesOf(content), added: [] });
    return;
  }
  if (event.data?.decision !== 'deny') {
    state.accepted = { content, eventId: event.id };
    return;
  }
  state.accepted = undefined;
  const denied = { reason: event.reason ?? l10n.t('A hook refused this message.'), by: event.decidedBy };
  add<UserEntry>(state, event, {
    kind: 'user',
    ...saidIn(content),
    images: picturesOf(content),
    added: [],
    denied,
    sentAs: event.id,
  });
}

/** The human's own words, and what went with them. */
function saidIn(content: readonly ContentBlock[]): Pick<UserEntry, 'text' | 'parts'> {
  const { own, parts } = splitParts(textOfBlocks(content));
  return { text: own, parts };
}

export function foldMessage(state: ConversationState, event: EventOf<'message'>): void {
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
      tool.added = blocks.flatMap((block) =>
        block.type === 'text' && block.text !== own && instructionName(block.text) === undefined ? [block.text] : [],
      );
      tool.version++;
    }
    return;
  }
  // Hooks' context stands behind what the human wrote.
  const own = state.accepted ? blocks.slice(0, state.accepted.content.length) : blocks;
  const byHook = !state.accepted && event.branch === 'main';
  add<UserEntry>(state, event, {
    kind: 'user',
    ...saidIn(own),
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

/** A stop or afterAgent hook changed the last answer. */
export function rewriteSpoken(state: ConversationState, speaker: string, last: Message | undefined): void {
  const entry = state.spoken.get(speaker);
  if (!entry || last?.role !== 'assistant' || blocksOf(last).some((block) => block.type === 'tool_use')) return;
  const text = textOfBlocks(blocksOf(last));
  if (text === entry.text) return;
  entry.text = text;
  entry.version++;
}
