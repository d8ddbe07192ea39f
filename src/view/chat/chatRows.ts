/** The rows of the chat, each drawn anew only where something of it changed. */
import { guard } from 'lit/directives/guard.js';
import { unreachable } from '../../shared/basics/unreachable';
import type { Status } from '../../shared/views/viewProtocol';
import type { ConversationState, Entry } from '../conversation/conversationState';
import { assistantRow, compactRow, errorRow, noticeRow, retryRow, userRow } from './entries';
import { instructionsRow } from './instructionRows';
import type { OpenRows } from './openRows';
import { toolRow } from './toolRow';

/** What rows need to know of the chat around them. */
export interface ChatRows {
  state: ConversationState;
  status: Status | undefined;
  open: OpenRows;
  /** The id of the event as which the message was sent that is being edited. */
  editing: string | undefined;
  toggle(set: Set<string>, key: string): void;
  edit(id: string | undefined, isSent?: boolean): void;
}

export function entryRow(entry: Entry, chat: ChatRows): unknown {
  const { state, status, open: opened } = chat;
  switch (entry.kind) {
    case 'user': {
      const editing = entry.sentAs !== undefined && chat.editing === entry.sentAs;
      return guard([entry, entry.version, editing, status?.readOnly], () =>
        userRow(entry, {
          canEdit: status?.readOnly !== true,
          editing,
          edit: (on, isSent) => chat.edit(on ? entry.sentAs : undefined, isSent),
        }),
      );
    }
    case 'assistant':
      return guard([entry, entry.version, opened.body.has(entry.key)], () =>
        assistantRow(entry, {
          thinkingOpen: opened.body.has(entry.key),
          toggleThinking: (open) => opened.body.has(entry.key) !== open && chat.toggle(opened.body, entry.key),
        }),
      );
    case 'notice':
      return guard([entry, entry.version, status?.readOnly], () => noticeRow(entry, status?.readOnly !== true));
    case 'instructions':
      return guard([entry], () => instructionsRow(entry));
    case 'compact':
      return guard([entry, entry.version], () => compactRow(entry));
    case 'retry':
      return retryRow(entry, Date.now());
    case 'error': {
      const canRetry = !state.running && entry === state.entries.findLast(({ kind }) => kind !== 'notice') && !status?.readOnly;
      return guard([entry, entry.version, canRetry], () => errorRow(entry, canRetry));
    }
    case 'tool': {
      const open = opened.body.has(entry.key);
      const hooksOpen = opened.hooks.has(entry.key);
      const now = entry.phase === 'running' ? Date.now() : 0;
      const held = status?.paused;
      const paused = held?.toolCallIds.includes(entry.toolCallId) ? held : undefined;
      const folders = status?.folders ?? [];
      const row = {
        folders,
        paused,
        open,
        hooksOpen,
        now,
        current: entry.approval !== undefined && entry.approval.id === [...state.approvals.keys()][0],
        toggle: () => chat.toggle(opened.body, entry.key),
        toggleHooks: () => chat.toggle(opened.hooks, entry.key),
        work: {
          open: opened.work.has(entry.key),
          toggle: () => chat.toggle(opened.work, entry.key),
          row: (inner: Entry) => entryRow(inner, chat),
        },
      };
      // What an agent does changes beneath its call; those rows guard themselves.
      if (entry.work) return toolRow(entry, row);
      return guard([entry, entry.version, open, hooksOpen, paused, row.current, folders.join('\n'), Math.floor(now / 1000)], () =>
        toolRow(entry, row),
      );
    }
    default:
      return unreachable(entry);
  }
}
