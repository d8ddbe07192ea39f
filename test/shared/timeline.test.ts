import assert from 'node:assert/strict';
import type { HookEvent } from '../../src/shared/events/events';
import type { StreamItem } from '../../src/shared/stream/stream';
import type { HookRecord } from '../../src/shared/verdicts/hookRecord';
import { noSkips } from '../../src/shared/verdicts/hookRecord';
import { hooksCell, skipsText } from '../../src/view/eventFacts';
import { RowList } from '../../src/view/timeline/rowList';
import { finderOf, noFilter, type TimelineFilter } from '../../src/view/timeline/timelineFilter';
import { TimelineRows } from '../../src/view/timeline/timelineRows';
import { foldTimeline, isHiddenRow, newTimeline, type TimelineState, visibleRows } from '../../src/view/timeline/timelineState';
import { type LooseFacts, madeEvent } from '../fixtures/events';

const make = (type: string, fields: LooseFacts = {}) => madeEvent(type, { timestamp: '2026-01-01T00:00:01.000Z', ...fields });
const fold = (...events: HookEvent[]) => {
  const state = newTimeline();
  const rows = events.map((event) => foldTimeline(state, { kind: 'event', event })!);
  return { state, rows };
};
const record = (name: string, decision: HookRecord['decision'] = 'continue', more: Partial<HookRecord> = {}): HookRecord => ({
  id: `h.ts#${name}`,
  file: 'h.ts',
  name,
  line: 1,
  kind: 'hook',
  version: 'v',
  priority: 0,
  startedAt: '',
  duration: 2,
  decision,
  ...more,
});

/** Indexes of the rows that a filter finds. */
const found = (state: TimelineState, part: Partial<TimelineFilter>) =>
  state.rows.filter(finderOf({ ...noFilter, ...part }, state) ?? (() => true)).map((row) => row.index);

describe('timeline', () => {
  it('makes a tree of runs and branches, one row for each event', () => {
    const { state, rows } = fold(
      make('before_run'),
      make('pre_tool_use', { toolCallId: 't1' }),
      make('before_agent', { branch: 'main/scout' }),
      make('message', { branch: 'main/scout' }),
      make('message', { branch: 'main/scout/deep' }),
      make('after_run'),
      make('before_run', { runId: 'r2' }),
      make('hooks_reloaded', { runId: '' }),
    );
    assert.deepEqual(
      rows.map((row) => row.level),
      [1, 2, 2, 3, 3, 2, 1, 1],
    );
    assert.equal(state.rows.length, 8);
    assert.equal(rows[3]!.parent, rows[2]);
    assert.equal(state.byToolCall.get('t1'), rows[1]);
  });

  it('keeps the rows of branches that run side by side together', () => {
    const { state } = fold(
      make('before_run'),
      make('before_agent', { branch: 'main/a' }),
      make('before_agent', { branch: 'main/b' }),
      make('message', { branch: 'main/a' }),
      make('message', { branch: 'main/b' }),
    );
    assert.deepEqual(
      visibleRows(state).map((row) => row.event.branch),
      ['main', 'main/a', 'main/a', 'main/b', 'main/b'],
    );
  });

  it('hides what stands beneath a collapsed row', () => {
    const { state, rows } = fold(
      make('before_run'),
      make('before_agent', { branch: 'main/a' }),
      make('message', { branch: 'main/a' }),
    );
    rows[0]!.collapsed = true;
    assert.deepEqual(visibleRows(state), [rows[0]]);
    assert.ok(isHiddenRow(rows[2]!));
  });

  it('finds rows by words anywhere in them, and by type', () => {
    const { state } = fold(
      make('pre_tool_use', {
        toolName: 'Bash',
        input: { command: 'rm -rf build' },
        reason: 'Too Dangerous',
        hooks: [record('no-rm', 'deny')],
      }),
      make('post_tool_use', { toolName: 'Read', output: 'hello' }),
    );
    assert.deepEqual(found(state, { text: 'dangerous NO-RM' }), [0]);
    assert.deepEqual(found(state, { text: 'build' }), [0]);
    assert.deepEqual(found(state, { text: 'build hello' }), []);
    assert.deepEqual(found(state, { type: 'post_tool_use' }), [1]);
    assert.deepEqual(found(state, { text: '  ' }), [0, 1]);
  });

  it('calls the agent on the main branch by its own name', () => {
    const { state } = fold(
      make('pre_tool_use', { agentName: 'claude' }),
      make('pre_tool_use', { agentName: 'scout', branch: 'main/scout' }),
    );
    assert.deepEqual([...state.branches.keys()], ['claude', 'main/scout']);
    assert.deepEqual(found(state, { branch: 'claude' }), [0]);
  });

  it('finds rows by tool, agent and outcome, combined', () => {
    const { state } = fold(
      make('pre_tool_use', { toolName: 'Bash', hooks: [record('a', 'deny')] }),
      make('pre_tool_use', { toolName: 'Bash', hooks: [record('a', 'modify', { changed: [{ field: 'input.x' }] })] }),
      make('pre_tool_use', { toolName: 'Bash', hooks: [record('a', 'deny', { shadow: true })] }),
      make('tool_error', { toolName: 'Read', branch: 'main/scout', isError: true }),
      make('tool_settled', { toolName: 'Bash', data: { outcome: 'rejected' } }),
    );
    assert.deepEqual(found(state, { outcome: 'denied' }), [0, 4]);
    assert.deepEqual(found(state, { outcome: 'decided' }), [0, 1]);
    assert.deepEqual(found(state, { outcome: 'changed', tool: 'Bash' }), [1]);
    assert.deepEqual(found(state, { outcome: 'failed', tool: 'Bash' }), []);
    assert.deepEqual(found(state, { branch: 'main/scout' }), [3]);
    assert.deepEqual(found(state, { hook: 'h.ts#a', outcome: 'denied' }), [0]);
    assert.deepEqual(state.hooks.get('h.ts#a'), { name: 'a', file: 'h.ts', count: 3 });
    assert.equal(state.outcomes.get('denied'), 2);
    assert.deepEqual(
      [...state.tools],
      [
        ['Bash', 4],
        ['Read', 1],
      ],
    );
  });

  it('places a tool’s time before the event that reports it', () => {
    const { rows } = fold(
      make('before_run', { timestamp: '2026-01-01T00:00:00.000Z' }),
      make('post_tool_use', { duration: 400 }),
    );
    assert.equal(rows[1]!.end - rows[1]!.start, 400);
    assert.equal(rows[1]!.end, Date.parse('2026-01-01T00:00:01.000Z'));
    assert.deepEqual(rows[0]!.run, {
      start: Date.parse('2026-01-01T00:00:00.000Z'),
      end: Date.parse('2026-01-01T00:00:01.000Z'),
    });
  });

  it('says what the hooks did and why some did not', () => {
    assert.equal(hooksCell(make('x', { hooks: [record('a'), record('b')] })), '2 ran');
    assert.equal(hooksCell(make('x', { hooks: [record('a'), record('b', 'deny', { shadow: true })] })), 'b: deny (shadow)');
    assert.equal(hooksCell(make('x')), '');
    assert.equal(skipsText(make('x', { skipped: { ...noSkips, tool: 2, match: 1 } })), '3 skipped: 2 by tool, 1 by match');
  });

  it('keeps every one of 100,000 events of many runs and branches', () => {
    const state = newTimeline();
    for (let i = 0; i < 100_000; i++) {
      const item: StreamItem = {
        kind: 'event',
        event: make('message', { runId: `r${i >> 8}`, branch: i % 3 ? 'main' : 'main/a' }),
      };
      foldTimeline(state, item);
    }
    assert.equal(visibleRows(state).length, 100_000);
  });

  it('finds rows by time: the latest run, minutes before the latest event, from and to', () => {
    const at = (second: number, runId: string) =>
      make('message', { runId, timestamp: new Date(2026, 0, 1, 12, 0, second).toISOString() });
    const { state } = fold(at(0, 'r1'), at(30, 'r1'), at(90, 'r2'));
    assert.deepEqual(found(state, { time: 'run' }), [2]);
    assert.deepEqual(found(state, { time: '1' }), [1, 2]);
    assert.deepEqual(found(state, { time: '5' }), [0, 1, 2]);
    assert.deepEqual(found(state, { time: 'custom', from: '2026-01-01T12:00:30', to: '2026-01-01T12:00:30' }), [1]);
    assert.deepEqual(found(state, { time: 'custom', from: '2026-01-01T12:00:30' }), [1, 2]);
    assert.deepEqual(found(state, { time: 'custom' }), [0, 1, 2]);
  });
});

/** Deterministic, so that a failure comes again. */
function dice(): (most: number) => number {
  let seed = 7;
  return (most) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
}

describe('rows of the timeline', () => {
  it('are those of the tree after every event, wherever it stands and whatever is folded', () => {
    const roll = dice();
    const state = newTimeline();
    const rows = new TimelineRows(state, noFilter);
    const branches = ['main', 'main/a', 'main/b', 'main/a/deep'];
    for (let i = 0; i < 1500; i++) {
      const row = foldTimeline(state, {
        kind: 'event',
        event: make('message', { runId: roll(9) === 0 ? '' : `r${i >> 9}`, branch: branches[roll(4)]! }),
      })!;
      rows.add(row);
      if (roll(40) === 0) {
        const one = state.rows[roll(state.rows.length)]!;
        if (one.children.length > 0) rows.fold(one, !one.collapsed);
      }
      if (i % 50 === 0) assert.deepEqual(rows.list.slice(0, Number.POSITIVE_INFINITY), visibleRows(state));
    }
    assert.deepEqual(rows.list.slice(0, Number.POSITIVE_INFINITY), visibleRows(state));
  });

  it('cost a small, bounded work for each event and each window, of 100,000 with branches side by side', () => {
    const state = newTimeline();
    const rows = new TimelineRows(state, noFilter);
    let worst = 0;
    const counted = (run: () => void) => {
      const before = rows.list.work;
      run();
      worst = Math.max(worst, rows.list.work - before);
    };
    for (let i = 0; i < 100_000; i++) {
      const row = foldTimeline(state, {
        kind: 'event',
        event: make('message', { runId: 'r1', branch: i === 0 ? 'main' : `main/${'abc'[i % 3]}` }),
      })!;
      counted(() => rows.add(row));
    }
    assert.equal(rows.list.length, 100_000);
    for (const at of [0, 33_333, 50_000, 99_950]) {
      counted(() => rows.list.slice(at, at + 50));
      counted(() => assert.equal(rows.list.indexOf(rows.list.at(at)!), at));
    }
    assert.ok(worst < 2_500, `${worst} rows and blocks were touched at worst`);
  });

  it('that a filter finds come in order, some at a time, and new ones join them', () => {
    const state = newTimeline();
    const fold = (count: number) => {
      for (let i = 0; i < count; i++) rows.add(foldTimeline(state, { kind: 'event', event: make(i % 10 ? 'message' : 'stop') })!);
    };
    const rows = new TimelineRows(state, noFilter);
    fold(1000);
    rows.narrow({ ...noFilter, type: 'stop' });
    assert.ok(rows.searching && rows.flat);
    rows.search(300);
    assert.equal(rows.list.length, 30);
    fold(20);
    assert.equal(rows.list.length, 30, 'what is new waits for its turn');
    while (rows.searching) rows.search(300);
    assert.equal(rows.list.length, 102);
    fold(10);
    assert.equal(rows.list.length, 103, 'and is found at once when all was seen');
    rows.narrow(noFilter);
    assert.equal(rows.list.length, 1030);
  });

  it('move on to the next run with the filter for the latest', () => {
    const state = newTimeline();
    const rows = new TimelineRows(state, { ...noFilter, time: 'run' });
    const add = (runId: string) => rows.add(foldTimeline(state, { kind: 'event', event: make('message', { runId }) })!);
    add('r1');
    add('r1');
    add('r2');
    rows.search(10);
    assert.deepEqual(
      rows.list.slice(0, 9).map((row) => row.event.runId),
      ['r2'],
    );
  });

  it('find their index in a list that grew in the middle', () => {
    const rows = Array.from({ length: 3000 }, (_, n) => ({ n }));
    const list = RowList.of(rows.slice(0, 10));
    for (const row of rows.slice(10)) list.insertAfter(rows[4]!, row);
    const all = list.slice(0, 3000);
    assert.equal(all.length, 3000);
    for (const [index, row] of all.entries()) assert.equal(list.indexOf(row), index);
    assert.equal(list.last, rows[9]);
    assert.equal(list.indexOf({ n: -1 }), -1);
  });
});
