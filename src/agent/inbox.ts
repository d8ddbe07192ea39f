/** Messages of the human that came while a run is on: they wait for its end, or steer it. */
import type { QueuedMessage } from '../shared/stream';

export class Inbox {
  constructor(
    private messages: readonly QueuedMessage[],
    private readonly changed: (messages: readonly QueuedMessage[]) => void,
  ) {}

  get all(): readonly QueuedMessage[] {
    return this.messages;
  }

  get(id: string): QueuedMessage | undefined {
    return this.messages.find((one) => one.id === id);
  }

  add(message: QueuedMessage): void {
    this.set([...this.messages, message]);
  }

  /** Replaces the message of this id; one that is gone stays gone. */
  change(id: string, change: Partial<QueuedMessage>): void {
    if (this.get(id)) this.set(this.messages.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  remove(id: string): void {
    if (this.get(id)) this.set(this.messages.filter((one) => one.id !== id));
  }

  clear(): void {
    if (this.messages.length > 0) this.set([]);
  }

  /** Takes the oldest message, or the oldest that steers. */
  take(which: 'any' | 'steering'): QueuedMessage | undefined {
    const next = this.messages.find(({ steers }) => which === 'any' || steers);
    if (next) this.remove(next.id);
    return next;
  }

  private set(messages: QueuedMessage[]): void {
    this.messages = messages;
    this.changed(messages);
  }
}
