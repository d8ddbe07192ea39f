/** A recorded run as far as the record has told it: what it spent, what failed, how long it waited for a human. */

import type { JsonObject } from '../../shared/basics/json';
import type { UnreadBy } from '../../shared/events/eventReaders';
import type { EventOf, HookEvent } from '../../shared/events/events';
import type { Earlier } from '../../shared/hooks/dispatch';
import { addUsage, noUsage, type Usage } from '../../shared/messages/messages';
import { isWithheldText } from '../../shared/messages/withheld';
import type { ErrorFacts } from '../../shared/runs/errorFacts';

export class PastRun {
  usage: Usage = noUsage;
  costUsd = 0;
  errors: ErrorFacts[] = [];
  metadata: JsonObject = {};
  waitedMs = 0;
  /** What hooks asked a model, and it said, that no replayed hook has asked again yet. */
  private readonly completions: EventOf<'completion'>[] = [];
  private readonly waiting = new Set<string>();
  private waitingSince = 0;

  /** `earlier`: what the session's runs before it came to. */
  constructor(
    readonly createdAt: string,
    readonly earlier: Earlier,
  ) {}

  /** Before an event's own dispatch: what it tells of what happened until then. */
  before(event: HookEvent): void {
    if (event.type === 'post_model_call' && event.data.origin === 'provider') this.spent(event);
    if (event.type === 'completion') {
      this.spent(event);
      this.completions.push(event);
    }
    if (event.type === 'tool_error' || event.type === 'model_error') this.errors = [...this.errors, event.error];
  }

  /** After it. */
  after(event: HookEvent): void {
    switch (event.type) {
      case 'approval_requested':
        return this.waitsFor(event.data.id, event.timestamp);
      case 'approval_resolved':
        return this.waited(event.data.id, event.timestamp);
      case 'question_asked':
        return this.waitsFor(event.toolCallId, event.timestamp);
      case 'question_answered':
        return this.waited(event.toolCallId, event.timestamp);
      default:
        event.type satisfies UnreadBy<'pastRun'>;
        return;
    }
  }

  /** What a model said to a hook that asked it this; each answer is given once. */
  answerTo(prompt: string): EventOf<'completion'> | undefined {
    const at = this.completions.findIndex(({ input, output }) => input === prompt && !isWithheldText(output));
    return at < 0 ? undefined : this.completions.splice(at, 1)[0];
  }

  private spent({ usage, costUsd }: { usage?: Usage; costUsd?: number }): void {
    this.usage = addUsage(this.usage, usage ?? noUsage);
    this.costUsd += costUsd ?? 0;
  }

  private waitsFor(id: string, at: string): void {
    if (this.waiting.size === 0) this.waitingSince = Date.parse(at);
    this.waiting.add(id);
  }

  private waited(id: string, at: string): void {
    if (this.waiting.delete(id) && this.waiting.size === 0) this.waitedMs += Date.parse(at) - this.waitingSince;
  }
}
