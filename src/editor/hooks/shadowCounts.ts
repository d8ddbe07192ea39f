/** What hooks in shadow would have decided: a fold of events. */
import { dataAt } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import type { HookRecord } from '../../shared/verdicts/hookRecord';

export interface WouldHave {
  event: HookEvent;
  record: HookRecord;
}

const mostKept = 200;

export class ShadowCounts {
  /** The latest last. */
  readonly decided: WouldHave[] = [];
  private readonly byHook = new Map<string, { ran: number; decided: number }>();

  /** True where a hook in shadow ran. */
  add(event: HookEvent): boolean {
    let ran = false;
    for (const record of event.hooks) {
      if (!record.shadow) continue;
      ran = true;
      const counts = this.byHook.get(record.id) ?? { ran: 0, decided: 0 };
      counts.ran++;
      if (record.decision !== 'continue') {
        counts.decided++;
        this.decided.push({ event, record });
        if (this.decided.length > mostKept) this.decided.shift();
      }
      this.byHook.set(record.id, counts);
    }
    return ran;
  }

  of(hookId: string): { ran: number; decided: number } | undefined {
    return this.byHook.get(hookId);
  }
}

/** The event as it was, and as the hook would have left it. */
export function sidesOf({ event, record }: WouldHave): { before: object; after: object } {
  const { input, output, reason } = event;
  const decision = dataAt(event, 'decision') ?? 'continue';
  const before = { decision, ...(reason === undefined ? {} : { reason }), input, output };
  const changed = Object.fromEntries((record.changed ?? []).map(({ field, after }) => [field, after]));
  const after = {
    ...before,
    decision: record.decision,
    ...(record.reason === undefined ? {} : { reason: record.reason }),
    by: { kind: record.kind, file: record.file, line: record.line, name: record.name },
    ...(record.error ? { error: record.error } : {}),
    ...(Object.keys(changed).length > 0 ? { changed } : {}),
  };
  return { before, after };
}
