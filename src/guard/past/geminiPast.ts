/**
 * Gemini CLI's record of a session is a log of changes: a message is written anew where it has become another, `$rewindTo` takes one back with all that came
 * after it, and `$set` changes what is known of the session, its messages included. What holds in the end is found out first, by their ids alone.
 */
import { isObject, type JsonObject } from '../../shared/basics/json';

/** Where each message stands as it was written last, as line and place in it, in the order in which they were begun. */
type Standing = Map<string, string>;

export class GeminiMessages {
  private readonly standing: Standing = new Map();
  private held: Set<string> | undefined;

  /** Each line, in order, before any is asked for. */
  look(line: JsonObject, n: number): void {
    const { $rewindTo: back } = line;
    if (typeof back === 'string') return this.takeBack(back);
    for (const [at, { id }] of messagesIn(line).entries()) if (typeof id === 'string') this.standing.set(id, `${n} ${at}`);
  }

  /** One that is not there takes back all. */
  private takeBack(to: string): void {
    let isBack = !this.standing.has(to);
    for (const id of [...this.standing.keys()]) {
      isBack ||= id === to;
      if (isBack) this.standing.delete(id);
    }
  }

  /** What of a line holds; of one that is no message, what it says of the session. */
  *of(line: JsonObject, n: number): Generator<JsonObject, void> {
    this.held ??= new Set(this.standing.values());
    const { $set: set, $rewindTo: back } = line;
    if (back !== undefined) return;
    const about = isObject(set) ? set : line;
    if (line.type === undefined && typeof line.id !== 'string') {
      const { messages: _, ...rest } = about;
      yield rest;
    }
    for (const [at, message] of messagesIn(line).entries())
      if (typeof message.id !== 'string' || this.held.has(`${n} ${at}`)) yield message;
  }
}

/** Messages that a line writes, one or many. */
export function messagesIn(line: JsonObject): JsonObject[] {
  if (typeof line.id === 'string') return [line];
  const { messages } = isObject(line.$set) ? line.$set : line;
  return Array.isArray(messages) ? messages.filter(isObject) : line.type === undefined ? [] : [line];
}
