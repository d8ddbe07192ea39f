/** What the human says while a run is on: it waits for the run's end, goes into the run, or is sent by hand. */
import type { ContentBlock } from '../shared/messages';
import type { QueuedMessage } from '../shared/stream';
import { Inbox } from './inbox';

interface Parts {
  /** Of an earlier life. */
  waiting: readonly QueuedMessage[];
  changed(messages: readonly QueuedMessage[]): void;
  newId(): string;
  isRunning(): boolean;
  /** Begins a run with it. */
  start(message: QueuedMessage): Promise<unknown>;
}

export class MessageQueue {
  readonly inbox: Inbox;
  /** The last run did not end well: what waits is not sent by itself. */
  holds = false;
  private readonly failureListeners = new Set<(error: Error) => void>();

  constructor(private readonly parts: Parts) {
    this.inbox = new Inbox(parts.waiting, (messages) => parts.changed(messages));
  }

  /** A run that began by itself, for which nobody waits, cannot go on. */
  onFailure(listener: (error: Error) => void): void {
    this.failureListeners.add(listener);
  }

  add(content: string | ContentBlock[], steers: boolean, model?: string): void {
    this.inbox.add({ id: this.parts.newId(), content, steers, ...(model === undefined ? {} : { model }) });
  }

  /** Lets a message steer the run that is on, or sends it where none is. */
  async send(id: string): Promise<unknown> {
    if (this.parts.isRunning()) return this.inbox.change(id, { steers: true });
    const message = this.inbox.take({ id });
    return message && this.parts.start(message);
  }

  /** A run has ended: what waited is next. */
  goOn(): void {
    const next = this.holds ? undefined : this.inbox.take('any');
    if (!next) return;
    this.parts.start(next).catch((error: Error) => {
      for (const failed of this.failureListeners) failed(error);
    });
  }
}
