import assert from 'node:assert/strict';
import type { HookEvent, HookRecord, StreamItem } from '../../src/shared/events';
import { noSkips } from '../../src/shared/events';
import {
  foldTimeline,
  hooksCell,
  isHidden,
  isLast,
  matches,
  newTimeline,
  noFilter,
  skipsText,
  visibleRows,
} from '../../src/shared/timeline';

let ids = 0;
const make = (type: string, fields: Partial<HookEvent> = {}): HookEvent => ({
  id: `ev${ids++}`,
  type,
  timestamp: '2026-01-01T00:00:01.000Z',
  sessionId: 's',
  runId: 'r1',
  agentName: 'main',
  branch: 'main',
  step: 0,
  hooks: [],
  skipped: noSkips,
  ...fields,
});
const fold = (...events: HookEvent[]) => {
  const state = newTimeline();
  const rows = events.map((event) => foldTimeline(state, { kind: 'event', event })!);
  return { state, rows };
};
const record = (name: string, decision = 'continue', more: Partial<HookRecord> = {}): HookRecord => ({
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
    const { state, rows } = fold(
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
    assert.equal(isLast(state, rows[3]!), false);
    assert.equal(isLast(state, rows[4]!), true);
  });

  it('hides what stands beneath a collapsed row', () => {
    const { state, rows } = fold(
      make('before_run'),
      make('before_agent', { branch: 'main/a' }),
      make('message', { branch: 'main/a' }),
    );
    rows[0]!.collapsed = true;
    assert.deepEqual(visibleRows(state), [rows[0]]);
    assert.ok(isHidden(rows[2]!));
  });

  it('finds rows by words anywhere in them, and by type', () => {
    const { rows } = fold(
      make('pre_tool_use', {
        toolName: 'Bash',
        input: { command: 'rm -rf build' },
        reason: 'Too Dangerous',
        hooks: [record('no-rm', 'deny')],
      }),
      make('post_tool_use', { toolName: 'Read', output: 'hello' }),
    );
    const found = (text: string, type = '') =>
      rows.filter((row) => matches(row, { ...noFilter, text, type })).map((row) => row.event.type);
    assert.deepEqual(found('dangerous NO-RM'), ['pre_tool_use']);
    assert.deepEqual(found('build'), ['pre_tool_use']);
    assert.deepEqual(found('build hello'), []);
    assert.deepEqual(found('', 'post_tool_use'), ['post_tool_use']);
    assert.deepEqual(found('  '), ['pre_tool_use', 'post_tool_use']);
  });

  it('finds rows by tool, agent and outcome, combined', () => {
    const { state, rows } = fold(
      make('pre_tool_use', { toolName: 'Bash', hooks: [record('a', 'deny')] }),
      make('pre_tool_use', { toolName: 'Bash', hooks: [record('a', 'modify', { changed: [{ field: 'input.x' }] })] }),
      make('pre_tool_use', { toolName: 'Bash', hooks: [record('a', 'deny', { shadow: true })] }),
      make('tool_error', { toolName: 'Read', branch: 'main/scout', isError: true }),
      make('tool_settled', { toolName: 'Bash', data: { outcome: 'rejected' } }),
    );
    const found = (part: Partial<typeof noFilter>) =>
      rows.filter((row) => matches(row, { ...noFilter, ...part })).map((row) => row.index);
    assert.deepEqual(found({ outcome: 'denied' }), [0, 4]);
    assert.deepEqual(found({ outcome: 'decided' }), [0, 1]);
    assert.deepEqual(found({ outcome: 'changed', tool: 'Bash' }), [1]);
    assert.deepEqual(found({ outcome: 'failed', tool: 'Bash' }), []);
    assert.deepEqual(found({ branch: 'main/scout' }), [3]);
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
});
