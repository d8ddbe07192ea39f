/** Messages of the human that came while a run is on: they wait for its end, or steer it. */
import type { QueuedMessage } from '../../shared/stream/stream';

export class Inbox {
  constructor(
    private messages: readonly QueuedMessage[],
    /** Told who waits, and which waits no longer since a run is to hear it. */
    private readonly changed: (messages: readonly QueuedMessage[], taken?: QueuedMessage) => void,
  ) {}

  get all(): readonly QueuedMessage[] {
    return this.messages;
  }

  private get(id: string): QueuedMessage | undefined {
    return this.messages.find((one) => one.id === id);
  }

  add(message: QueuedMessage): void {
    this.set([...this.messages, message]);
  }

  /** Before all others, and no longer into the run that is on. */
  putBack(message: QueuedMessage): void {
    this.set([{ ...message, steers: false }, ...this.messages]);
  }

  /** Replaces the message of this id; one that is gone stays gone. */
  change(id: string, change: Partial<QueuedMessage>): void {
    if (this.get(id)) this.set(this.messages.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  remove(id: string): void {
    if (this.get(id)) this.set(this.messages.filter((one) => one.id !== id));
  }

  clear(): void {
    if (this.messages.length > 0) this.leave([]);
  }

  /** Takes the oldest message, or the oldest that steers, or the one of an id. Where that cannot be told, it waits on. */
  take(which: 'any' | 'steering' | { id: string }): QueuedMessage | undefined {
    const next = this.messages.find(({ id, steers }) => which === 'any' || (which === 'steering' ? steers : id === which.id));
    if (next)
      this.leave(
        this.messages.filter((one) => one !== next),
        next,
      );
    return next;
  }

  /** Only these wait on; where that cannot be told, all do. */
  private leave(messages: readonly QueuedMessage[], taken?: QueuedMessage): void {
    const before = this.messages;
    try {
      this.set(messages, taken);
    } catch (error) {
      try {
        this.set(before);
      } catch {
        // It is `error` too.
      }
      throw error;
    }
  }

  private set(messages: readonly QueuedMessage[], taken?: QueuedMessage): void {
    this.messages = messages;
    this.changed(messages, taken);
  }
}
