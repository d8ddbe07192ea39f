/** Which rows the reader has opened, and where the reader is: kept under names that hold over a reload, when the entries are made anew. */
import type { ConversationState, Entry } from '../conversation/conversationState';
import { remember, rememberedText } from '../host';
import type { Anchor } from './logScroll';

interface Kept {
  sessionId: string;
  body: string[];
  hooks: string[];
  work: string[];
  at?: { id: string; offset: number };
}

export class OpenRows {
  readonly body = new Set<string>();
  readonly hooks = new Set<string>();
  readonly work = new Set<string>();

  clear(): void {
    for (const keys of [this.body, this.hooks, this.work]) keys.clear();
  }

  keep(sessionId: string, state: ConversationState, anchor: Anchor | undefined): void {
    const ids = new Map(everyEntry(state).map(({ key, id }) => [key, id]));
    const named = (keys: ReadonlySet<string>) => [...keys].flatMap((key) => ids.get(key) ?? []);
    const id = anchor && ids.get(anchor.key);
    const kept: Kept = {
      sessionId,
      body: named(this.body),
      hooks: named(this.hooks),
      work: named(this.work),
      ...(id ? { at: { id, offset: anchor.offset } } : {}),
    };
    remember({ rows: JSON.stringify(kept) });
  }

  /** Opens again what was open in this session; says where the reader was, if not at the end. */
  recall(sessionId: string, state: ConversationState): (Anchor & { index: number }) | undefined {
    const text = rememberedText('rows');
    const kept = text ? (JSON.parse(text) as Kept) : undefined;
    if (kept?.sessionId !== sessionId) return undefined;
    for (const { key, id } of everyEntry(state)) {
      if (!id) continue;
      for (const part of ['body', 'hooks', 'work'] as const) if (kept[part].includes(id)) this[part].add(key);
    }
    const index = kept.at ? state.entries.findIndex(({ id }) => id === kept.at!.id) : -1;
    return kept.at && index >= 0 ? { key: state.entries[index]!.key, offset: kept.at.offset, index } : undefined;
  }
}

/** Those of the conversation, and the tool calls of agents at work. */
const everyEntry = (state: ConversationState): Entry[] => [...state.entries, ...state.tools.values()];
