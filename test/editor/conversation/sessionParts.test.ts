/** A long session for the timeline: its end as the whole tree would show it, and all the rest in parts. */
import assert from 'node:assert/strict';
import { mostAtOnce, SessionParts } from '../../../src/editor/conversation/sessionParts';
import type { StreamItem } from '../../../src/shared/stream/stream';
import { foldTimeline, newTimeline, visibleRows } from '../../../src/view/timeline/timelineState';
import { Stream } from '../../view/samples';

/** Runs of agents that work at the same time, subagents of one name among them, and events of no run in between. */
function session(count: number, seed: number): StreamItem[] {
  let state = seed;
  const roll = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
  const stream = new Stream();
  return Array.from({ length: count }, (_, n) => {
    const runId = `r${Math.floor((n * 3) / count) + roll(2)}`;
    const scout = { branch: 'main/scout', taskId: `task${roll(2)}`, toolCallId: `t${roll(4)}` };
    const kinds: (() => StreamItem)[] = [
      () => stream.event('message', { runId }),
      () => stream.event('pre_tool_use', { runId, toolCallId: `t${roll(4)}`, toolName: 'Bash', duration: roll(50) }),
      () => stream.event('subagent_start', { runId, ...scout }),
      () => stream.event('post_tool_use', { runId, ...scout, toolName: 'Bash', duration: roll(50) }),
      () => stream.event('message', { runId, branch: 'main/scout/deep' }),
      () => stream.event('hooks_reloaded', { runId: '' }),
    ];
    return kinds[n % 97 === 0 ? 5 : roll(5)]!();
  });
}
const longOf = (items: StreamItem[]): SessionParts => SessionParts.of(items, 1) ?? assert.fail('it is not long');

describe('a long session for the timeline', () => {
  it('is one of many events', () => {
    assert.equal(SessionParts.of(session(mostAtOnce, 1), 1), undefined);
    assert.equal(longOf(session(mostAtOnce + 1, 1)).long.events, mostAtOnce + 1);
  });

  for (const seed of [1, 2, 3, 4])
    it(`shows the last rows of the whole tree, ${seed}`, () => {
      const items = session(3_000, seed);
      const state = newTimeline();
      for (const item of items) foldTimeline(state, item);
      const whole = visibleRows(state);
      const { end } = longOf(items).long;
      assert.ok(end.length >= 100);
      const rows = whole.slice(-end.length);
      assert.deepEqual(
        end.map(({ event, index, level }) => ({ event, index, level })),
        rows.map(({ event, index, level }) => ({ event, index, level })),
      );
      for (const [at, { run }] of rows.entries()) {
        const near = end[at]!.run;
        assert.equal(near === undefined, run === undefined);
        if (near && run) assert.ok(near.start >= run.start && near.end <= run.end && near.end > near.start);
      }
    });

  it('shows less at once of events that are large, and one at least', () => {
    const stream = new Stream();
    const large = 'x'.repeat(300_000);
    const items = Array.from({ length: 1_001 }, (_, n) => stream.event('message', n < 1_000 ? {} : { input: large + large }));
    assert.equal(longOf(items).long.end.length, 1);
  });

  it('gives every event once, in order, each part in memory of its own', () => {
    const items = session(3_000, 7);
    const parts = longOf(items);
    const events: unknown[] = [];
    let count = 0;
    for (let at = 0; at < parts.long.events; count++) {
      const part = parts.part(at);
      assert.equal(part.from, at);
      assert.equal(part.events.buffer.byteLength, part.events.byteLength);
      events.push(...JSON.parse(new TextDecoder().decode(part.events)));
      at = part.next;
    }
    assert.ok(count > 1);
    assert.deepEqual(
      events,
      items.map((item) => item.kind === 'event' && item.event),
    );
  });
});
