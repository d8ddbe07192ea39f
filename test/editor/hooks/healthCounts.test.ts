/** Which calls passed the hooks, which hooks fail or are slow, and what those in shadow would have decided. */
import assert from 'node:assert/strict';
import { HealthCounts } from '../../../src/editor/hooks/healthCounts';
import { HookCounts } from '../../../src/editor/hooks/hookCounts';
import { ShadowCounts, sidesOf } from '../../../src/editor/hooks/shadowCounts';
import type { HookEvent } from '../../../src/shared/events/events';
import type { HookRecord } from '../../../src/shared/verdicts/hookRecord';

const record = (name: string, more: Partial<HookRecord> = {}): HookRecord => ({
  ...{
    id: `/a.ts#${name}`,
    file: '/a.ts',
    name,
    line: 3,
    kind: 'policy',
    version: 'v',
    priority: 0,
    startedAt: '',
    duration: 1,
    decision: 'continue',
  },
  ...more,
});
let n = 0;
const event = (type: string, toolCallId: string, hooks: HookRecord[] = [], data: object = {}): HookEvent =>
  ({ id: `ev${++n}`, type, toolCallId, toolName: 'Bash', input: { command: 'ls' }, hooks, data }) as unknown as HookEvent;

describe('the health of hooks', () => {
  it('counts each call once, the hooks that had their say on it, and those that ran past them', () => {
    const counts = new HealthCounts();
    for (const id of ['a', 'b', 'c']) {
      counts.add(event('pre_tool_use', id, [record('one'), record('two')]));
      counts.add(event('tool_start', id));
      counts.add(event('post_tool_use', id, [record('after')]));
    }
    const { calls, passed, bypassed, hooks } = counts.health;
    assert.deepEqual({ calls, passed, bypassed, hooks }, { calls: 3, passed: 3, bypassed: 0, hooks: 2 });
    counts.add(event('tool_start', 'past'));
    const after = counts.health;
    assert.deepEqual([after.calls, after.passed, after.bypassed], [4, 3, 1]);
  });

  it('forgets what a file failed at once another version of it is live, and no sooner', () => {
    const health = new HealthCounts();
    const counts = new HookCounts();
    const tell = (given: HookEvent) => [health.add(given), counts.add(given)];
    const failing = () => [health.health.failing.length, counts.of('/a.ts#broken')!.failures];
    const reload = (files: string[], more: object = {}) =>
      event('hooks_reloaded', '', [], { files, held: [], hooks: 1, problems: [], durationMs: 1, ...more });
    const failed = record('broken', { decision: 'error', error: { name: 'E', message: 'it broke', line: 7 } });
    tell(event('pre_tool_use', 'a', [failed]));
    const problem = { file: '/a.ts', line: 1, column: 1, message: 'm', severity: 'error' };
    tell(reload(['/b.ts']));
    tell(reload(['/a.ts'], { problems: [problem] }));
    tell(reload(['/a.ts'], { held: ['/a.ts'] }));
    assert.deepEqual(failing(), [1, 1]);
    assert.deepEqual(tell(reload(['/a.ts'])), [true, true]);
    assert.deepEqual(failing(), [0, 0]);
    tell(event('pre_tool_use', 'b', [failed]));
    assert.deepEqual(failing(), [1, 1]);
  });

  it('names those that fail, and the slowest first', () => {
    const counts = new HealthCounts();
    counts.add(
      event('pre_tool_use', 'a', [record('quick'), record('slow', { duration: 40 }), record('slower', { duration: 90 })]),
    );
    counts.add(
      event('pre_tool_use', 'b', [record('broken', { decision: 'error', error: { name: 'E', message: 'it broke', line: 7 } })]),
    );
    const { slowest, failing } = counts.health;
    assert.deepEqual(
      slowest.map(({ name }) => name),
      ['slower', 'slow'],
    );
    assert.deepEqual(failing, [{ id: '/a.ts#broken', name: 'broken', file: '/a.ts', line: 7, failures: 1, message: 'it broke' }]);
  });
});

describe('hooks in shadow', () => {
  it('are told by what they would have decided, beside what was', () => {
    const counts = new ShadowCounts();
    assert.equal(counts.add(event('pre_tool_use', 'a', [record('real', { decision: 'deny' })])), false);
    counts.add(event('pre_tool_use', 'b', [record('new', { shadow: true })]));
    counts.add(
      event('pre_tool_use', 'c', [record('new', { shadow: true, decision: 'deny', reason: 'not that' })], {
        decision: undefined,
      }),
    );
    assert.deepEqual(counts.of('/a.ts#new'), { ran: 2, decided: 1 });
    assert.equal(counts.decided.length, 1);
    const { before, after } = sidesOf(counts.decided[0]!);
    assert.deepEqual(before, { decision: 'continue', input: { command: 'ls' }, output: undefined });
    assert.equal((after as { decision: string }).decision, 'deny');
    assert.equal((after as { reason: string }).reason, 'not that');
  });
});
