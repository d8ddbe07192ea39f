/** What a fault was tried on and what came of it: one row of the report. */
import assert from 'node:assert/strict';
import { messagesProblem } from '../../src/shared/messages/history';
import { blocksOf, type Message, toolUsesOf } from '../../src/shared/messages/messages';
import type { StreamItem } from '../../src/shared/stream/stream';

export class Tally {
  tried = 0;
  readonly broken: string[] = [];
  /** What else there is to say, as `name: value`. */
  readonly figures: Record<string, number | string> = {};

  constructor(readonly fault: string) {}

  /** One try: what it throws is a promise that was broken. */
  async try(name: string, one: () => unknown): Promise<void> {
    this.tried++;
    try {
      await one();
    } catch (thrown) {
      this.broken.push(`${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }

  count(figure: string, by = 1): void {
    this.figures[figure] = Number(this.figures[figure] ?? 0) + by;
  }
}

/** How often each fault is tried: a share of what the report does. */
export type Share = number;
export const times = (most: number, share: Share): number => Math.max(3, Math.round(most * share));

/** A history that the API would take, with one result for each call. */
export function assertHistory(history: readonly Message[]): void {
  if (history.length === 0) return;
  assert.equal(messagesProblem(history), undefined);
  const calls = history.flatMap((message) => toolUsesOf(message).map(({ id }) => id));
  const results = history.flatMap((message) =>
    blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])),
  );
  assert.deepEqual([...results].sort(), [...calls].sort(), 'each call has one result');
}

/** Whoever ran was decided: `ran` are the ids of calls whose tool began. */
export function assertDecided(items: readonly StreamItem[], ran: readonly string[], allowed: ReadonlySet<string>): void {
  for (const id of ran) assert.ok(allowed.has(id), `${id} ran and nobody had allowed it`);
  assert.equal(new Set(ran).size, ran.length, 'no call ran twice');
  const settled = items.flatMap((item) =>
    item.kind === 'event' && item.event.type === 'tool_settled' ? [item.event.toolCallId] : [],
  );
  assert.equal(new Set(settled).size, settled.length, 'no call is settled twice');
}
