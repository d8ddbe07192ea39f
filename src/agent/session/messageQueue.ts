/** What the human says while a run is on: it waits for the run's end, goes into the run, or is sent by hand. */

import { Listeners } from '../../shared/basics/listeners';
import type { ContentBlock } from '../../shared/messages/messages';
import type { QueuedMessage } from '../../shared/stream/stream';
import { Inbox } from './inbox';

interface Parts {
  /** Of an earlier life. */
  waiting: readonly QueuedMessage[];
  changed(messages: readonly QueuedMessage[], taken?: QueuedMessage): void;
  newId(): string;
  isRunning(): boolean;
  /** Begins a run with it. */
  start(message: QueuedMessage): Promise<unknown>;
}

export class MessageQueue {
  readonly inbox: Inbox;
  /** The last run did not end well: what waits is not sent by itself. */
  holds = false;
  /** A run has it, and nobody has heard it yet. */
  private taken: QueuedMessage | undefined;
  private readonly failureListeners = new Listeners<[Error]>();

  constructor(private readonly parts: Parts) {
    this.inbox = new Inbox(parts.waiting, (...now) => parts.changed(...now));
  }

  /** A run that began by itself, for which nobody waits, cannot go on. */
  onFailure(listener: (error: Error) => void): void {
    this.failureListeners.add(listener);
  }

  add(content: string | ContentBlock[], steers: boolean, model?: string): void {
    this.inbox.add(this.made(content, steers, model));
  }

  /** Begins a run with a message that waits no longer, or never did. */
  begin(content: string | ContentBlock[], model?: string): Promise<unknown> {
    return this.start(this.made(content, false, model));
  }

  /** Lets a message steer the run that is on, or sends it where none is. */
  async send(id: string): Promise<unknown> {
    if (this.parts.isRunning()) return this.inbox.change(id, { steers: true });
    return this.start(this.inbox.take({ id }));
  }

  /** The next message that steers the run that is on. */
  steer(): QueuedMessage | undefined {
    this.taken = this.inbox.take('steering');
    return this.taken;
  }

  /** What the run has taken is in the history, or was refused. */
  heard(): void {
    this.taken = undefined;
  }

  /** A run has ended; where it `failed` before its message was heard, that waits again, before all others. */
  ended(failed: boolean): void {
    const { taken } = this;
    this.taken = undefined;
    if (!failed || !taken) return;
    try {
      this.inbox.putBack(taken);
    } catch {
      // It is shown all the same, and the run has failed for the same reason.
    }
  }

  /** Nobody waits for what waited and is next: why it cannot be sent is told to whoever listens. */
  goOn(): void {
    if (this.holds) return;
    this.next().catch((error: Error) => this.failureListeners.tell(error));
  }

  private async next(): Promise<unknown> {
    return this.start(this.inbox.take('any'));
  }

  private async start(message: QueuedMessage | undefined): Promise<unknown> {
    this.taken = message;
    return message && this.parts.start(message);
  }

  private made(content: string | ContentBlock[], steers: boolean, model?: string): QueuedMessage {
    return { id: this.parts.newId(), content, steers, ...(model === undefined ? {} : { model }) };
  }
}
