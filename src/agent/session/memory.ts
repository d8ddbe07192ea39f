/** What the model is sent: it knows what `redacts` hooks keep from the record, and what was taken back. */
import type { Message } from '../../shared/messages/messages';
import { mended } from './mendedHistory';

export class Memory {
  /** What it was before each rewind that can be taken back. */
  private readonly earlier: Message[][] = [];

  constructor(public history: Message[]) {}

  rewind(history: Message[]): void {
    this.earlier.push(this.history);
    this.history = history;
  }

  /** What the last rewind took. After a restart only the record has it. */
  redo(recorded: Message[]): void {
    const earlier = this.earlier.pop();
    if (earlier) this.history = earlier;
    else this.recall(recorded);
  }

  /** What the record holds, mended as all that comes back. */
  recall(recorded: Message[]): void {
    this.history = mended(recorded).history;
  }

  /** A run has begun: what was taken back comes back no more. */
  goOn(): void {
    this.earlier.length = 0;
  }
}
