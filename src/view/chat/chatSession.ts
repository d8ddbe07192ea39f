/** A session as the chat has it: its conversation, its status, and what was sent that no run has taken up. */
import * as l10n from '@vscode/l10n';
import type { StreamItem } from '../../shared/stream/stream';
import type { Status, ToView } from '../../shared/views/viewProtocol';
import { foldConversation } from '../conversation/conversationFold';
import { type Entry, newConversation, type ToolEntry, type UserEntry } from '../conversation/conversationState';
import { begunAnswers } from '../prompts/begunAnswers';
import { spokenFor } from './spoken';

export class ChatSession {
  readonly id: string | undefined;
  readonly state = newConversation();
  status: Status | undefined;
  waiting: readonly string[] = [];

  /** Without `given`: none yet. */
  constructor(given?: ToView & { type: 'session' }) {
    this.id = given?.sessionId;
    if (!given) return;
    this.status = given.status;
    this.state.guest = given.status.guest !== undefined;
    for (const item of given.items) foldConversation(this.state, item);
    begunAnswers.openSession(given.sessionId, this.state);
  }

  /** What is to be said of it aloud, if anything. */
  take(item: StreamItem): string {
    foldConversation(this.state, item);
    if (item.kind === 'queue' && item.messages.length > 0) this.waiting = [];
    if (item.kind !== 'event') return '';
    const { event } = item;
    begunAnswers.heard(event, this.state);
    if (event.type === 'user_message' && event.branch === 'main') this.waiting = this.waiting.slice(1);
    return spokenFor(event);
  }

  /** What comes while a run is on is shown by the queue. */
  sent(text: string): void {
    if (!this.state.running) this.waiting = [...this.waiting, text];
  }

  notSent(): void {
    this.waiting = this.waiting.slice(0, -1);
  }

  get isEmpty(): boolean {
    return this.state.entries.length === 0 && this.waiting.length === 0;
  }

  readonly ownTexts = (): string[] => this.state.entries.flatMap((entry) => (isOwn(entry) && !entry.byHook ? [entry.text] : []));

  get title(): string {
    const first = this.state.entries.find(isOwn);
    const title = this.state.title || first?.text.split('\n')[0];
    return [this.status?.guest, title].filter(Boolean).join(': ') || l10n.t('New chat');
  }

  /** The calls in whose agents this one was made, the innermost first. */
  callsAbove({ taskId }: ToolEntry): ToolEntry[] {
    const above = taskId ? this.state.agents.get(taskId) : undefined;
    return above ? [above, ...this.callsAbove(above)] : [];
  }
}

/** A message of the human, or one that a hook wrote in its place. */
const isOwn = (entry: Entry): entry is UserEntry => entry.kind === 'user' && entry.branch === 'main';
