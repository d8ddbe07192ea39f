/** What the chain records of each hook, which hooks it leaves out, and what it tells the outside on its way. */
import assert from 'node:assert/strict';
import { group, hook, policy } from 'hooksmith';
import type { JsonObject } from '../../../src/shared/basics/json';
import type { EventName } from '../../../src/shared/hooks/points';
import { bash, file, heldClock, requestOf, run } from './chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests return what the types forbid at some event
type Any = any;
const at = (event: EventName, handler: (ctx: Any) => unknown, options: JsonObject = {}) => (hook as Any)(event, options, handler);
const call = (decision: unknown, options: JsonObject = {}) => at('preToolUse', () => decision, options);
/** What a hook throws is its failure, which the chain takes: that it was called has to be seen from outside. */
let calls = 0;
const never = () => void calls++;
const noneWasCalled = () => {
  const found = calls;
  calls = 0;
  assert.equal(found, 0, 'one was called that is not to be');
};
describe('records', () => {
  const clock = heldClock();
  it('of a hook that decided say who it is, when, and what it said', async () => {
    const decides = (ctx: Any) => {
      ctx.log('a');
      clock.ms += 2.00049;
      return ctx.deny('no');
    };
    const it_ = at('preToolUse', decides, { priority: 7, name: 'Own' });
    const { hooks } = await run({ it: it_ }, bash('ls'));
    assert.deepEqual(hooks[0], {
      id: `${file}#it`,
      file,
      name: 'Own',
      line: 1,
      kind: 'hook',
      version: 'v1',
      priority: 7,
      startedAt: '1970-01-01T00:00:00.000Z',
      duration: 2,
      decision: 'deny',
      reason: 'no',
      logs: ['a'],
    });
  });
  it('of a hook with nothing to say have nothing more', async () => {
    const { duration: _, ...record } = (await run({ it: call(undefined) }, bash('ls'))).hooks[0]!;
    assert.deepEqual(Object.keys(record).sort(), [
      'decision',
      'file',
      'id',
      'kind',
      'line',
      'name',
      'priority',
      'startedAt',
      'version',
    ]);
    assert.equal(record.decision, 'continue');
  });
  it('tell the time that a hook took, in milliseconds, and of a group that of its members together', async () => {
    const slow = at('preToolUse', () => void (clock.ms += 1.2504));
    const { hooks } = await run({ one: slow, both: group({}, slow, slow) }, bash('ls'));
    assert.deepEqual(
      hooks.map(({ duration }) => duration),
      [1.25, 2.5],
    );
  });
  it('of what the call cannot take tell the error, and no change', async () => {
    for (const decision of [
      { action: 'modify', input: { command: 7 }, reason: 'why' },
      { action: 'redirect', toolName: 'Nowhere', input: {} },
    ]) {
      const { hooks } = await run({ it: call(decision, { onError: 'continue' }) }, bash('ls'));
      assert.deepEqual([hooks[0]!.decision, hooks[0]!.error?.name, hooks[0]!.changed], ['error', 'HookError', undefined]);
    }
  });
  it('of a policy that fails tell the error; one that stays silent has none', async () => {
    const policies = {
      fails: policy(() => assert.fail('broken')),
      silent: policy(() => undefined),
    };
    const { hooks } = await run(policies, bash('ls'));
    assert.deepEqual(
      hooks.map(({ decision, error, reason }) => [decision, error?.message, reason]),
      [
        ['error', 'broken', 'policy fails failed: broken'],
        ['continue', undefined, undefined],
      ],
    );
  });
});

describe('records: groups', () => {
  afterEach(noneWasCalled);
  it('tell the last that a member decided, and all that members logged', async () => {
    const says = (text: string, decision?: unknown) =>
      at('preToolUse', (ctx) => {
        ctx.log(text);
        return decision;
      });
    const change = { action: 'modify', input: { timeout: 1 } };
    const { hooks } = await run({ it: group({}, says('a', change), says('b'), call(undefined)) }, bash('ls'));
    assert.deepEqual([hooks[0]!.decision, hooks[0]!.logs], ['modify', ['a', 'b']]);
    const quiet = await run({ it: group({}, call(undefined), call(undefined)) }, bash('ls'));
    assert.deepEqual([quiet.hooks[0]!.decision, 'logs' in quiet.hooks[0]!], ['continue', false]);
    const later = await run({ it: group({}, call(undefined), says('b')) }, bash('ls'));
    assert.deepEqual(later.hooks[0]!.logs, ['b']);
  });
  it('say why what members decided came to nothing, and no more where one of them counts', async () => {
    const same = call({ action: 'modify', input: { command: 'ls' } });
    const nothing = await run({ it: group({}, same) }, bash('ls'));
    assert.deepEqual([nothing.hooks[0]!.decision, nothing.hooks[0]!.noEffect], ['modify', 'it changes nothing']);
    for (const members of [
      [same, call({ action: 'modify', input: { timeout: 1 } })],
      [call({ action: 'modify', input: { timeout: 1 } }), same],
    ]) {
      const { hooks } = await run({ it: group({}, ...members) }, bash('ls'));
      assert.deepEqual([hooks[0]!.decision, hooks[0]!.noEffect, hooks[0]!.changed?.length], ['modify', undefined, 1]);
    }
    const uncovered = at('preToolUse', () => ({ action: 'allow', reason: 'fine' }), { match: { command: 'ls*' } });
    const allowed = await run({ it: group({}, uncovered) }, bash('ls && rm x'));
    assert.equal(allowed.hooks[0]!.noEffect, 'it does not cover every command of the line');
    assert.equal(allowed.vote, undefined);
  });
  it('mark what a member only tried in shadow, and keep its change apart from those that were made', async () => {
    const tried = at('preToolUse', () => ({ action: 'modify', input: { timeout: 2 } }), { shadow: true });
    const made = call({ action: 'modify', input: { timeout: 1 } });
    const only = await run({ it: group({}, tried, call(undefined)) }, bash('ls'));
    assert.deepEqual([only.hooks[0]!.decision, only.hooks[0]!.shadow], ['modify', true]);
    for (const members of [
      [tried, made],
      [made, tried],
    ]) {
      const { hooks } = await run({ it: group({}, ...members) }, bash('ls'));
      assert.deepEqual([hooks[0]!.shadow, hooks[0]!.changed?.map(({ after }) => after)], [undefined, [1]]);
    }
    const denies = await run(
      {
        it: group(
          {},
          at('preToolUse', () => ({ action: 'deny', reason: 'no' }), { shadow: true }),
        ),
      },
      bash('ls'),
    );
    assert.deepEqual([denies.end.action, denies.hooks[0]!.decision, denies.hooks[0]!.shadow], ['continue', 'deny', true]);
  });
  it('without a member that ran are that of a hook that did nothing', async () => {
    const { hooks, end } = await run({ it: group({}, at('preToolUse', never, { tools: 'Read' })) }, bash('ls'));
    assert.deepEqual(
      [end.action, hooks[0]!.decision, hooks[0]!.duration, 'logs' in hooks[0]!],
      ['continue', 'continue', 0, false],
    );
  });
  it('of a failure keep what other hooks had voted and told before', async () => {
    const before = { ask: call({ action: 'ask', reason: 'hm' }) };
    const failing = group(
      {},
      call({ action: 'allow' }),
      at('preToolUse', () => assert.fail('broken'), { onError: 'continue' }),
    );
    const { vote, hooks } = await run({ ...before, failing }, bash('ls'));
    assert.deepEqual([vote?.reason, hooks[1]!.decision], ['hm', 'error']);
    const told = await run(
      {
        tells: at('postToolUse', () => ({ action: 'modify', context: 'c' })),
        failing: group(
          {},
          at('postToolUse', () => assert.fail('broken')),
        ),
      },
      requestOf('postToolUse'),
    );
    assert.deepEqual(told.context, ['c']);
  });
  it('a member whose change the call cannot take fails it', async () => {
    const bad = call({ action: 'modify', input: { command: 7 } });
    const { end, hooks } = await run({ it: group({}, bad, at('preToolUse', never)) }, bash('ls'));
    assert.deepEqual([end.action, hooks[0]!.error?.name, hooks[0]!.changed], ['deny', 'HookError', undefined]);
  });
  it('none is called any more when the run is stopped, and the gate stays shut', async () => {
    const abort = new AbortController();
    const waits = at('preToolUse', () => {
      abort.abort();
      return new Promise(() => undefined);
    });
    const { end } = await run({ it: group({}, waits, at('preToolUse', never)) }, bash('ls'), { signal: abort.signal });
    assert.deepEqual(end, {
      action: 'deny',
      by: { kind: 'human' },
      reason: 'the run was stopped before its hooks had decided',
      abandoned: 'its hooks had decided',
    });
  });
  it('no member runs again where the process died in one of them', async () => {
    const died = { id: `${file}#it`, startedAt: 1e12, durationMs: 7, error: { name: 'HostError', message: 'it died' } };
    const exports = { it: group({ continueOnError: true }, at('preToolUse', never), at('preToolUse', never)) };
    const { end } = await run(exports, bash('ls'), {}, { died });
    assert.equal(end.action === 'deny' && end.reason, 'it died');
  });
});

describe('chain: who has a turn', () => {
  afterEach(noneWasCalled);
  it('not those that the dispatch leaves out', async () => {
    const request = { ...bash('ls'), except: [`${file}#it`] };
    const { hooks } = await run({ it: at('preToolUse', never), other: call(undefined) }, request);
    assert.deepEqual(
      hooks.map(({ name }) => name),
      ['other'],
    );
  });
  it('not those that had begun in a process that died, hooks and policies: they stand as having done nothing', async () => {
    const began = [`${file}#it`, `${file}#its`];
    const exports = { it: at('preToolUse', never), its: policy(never), other: call({ action: 'ask' }) };
    const { hooks, vote, judgement } = await run(exports, bash('ls'), {}, { began });
    assert.deepEqual(
      hooks.map(({ name, decision }) => [name, decision]),
      [
        ['it', 'continue'],
        ['other', 'ask'],
        ['its', 'continue'],
      ],
    );
    for (const at of [0, 2]) assert.deepEqual([hooks[at]!.duration, 'logs' in hooks[at]!], [0, false]);
    assert.deepEqual([vote?.action, judgement], ['ask', undefined]);
  });
  it('after a redirect those that were skipped for the tool before, counted once', async () => {
    const { skipped, hooks } = await run(
      {
        reads: at('preToolUse', never, { tools: 'Read' }),
        echoes: call(undefined, { tools: 'Echo' }),
        to: call({ action: 'redirect', toolName: 'Echo', input: {} }, { tools: 'Bash' }),
        quiet: policy({ tools: 'Read' }, never),
      },
      bash('ls'),
    );
    assert.deepEqual(
      hooks.map(({ name }) => name),
      ['to', 'echoes'],
    );
    assert.deepEqual(skipped, { disabled: 0, tool: 2, match: 0, agent: 0, ended: 0 });
  });
  it('an answer stands where the run is stopped after it', async () => {
    const abort = new AbortController();
    const answers = at('toolError', () => {
      abort.abort();
      return { action: 'respond', value: 'mine' };
    });
    const { end } = await run({ answers, later: at('toolError', never) }, requestOf('toolError'), { signal: abort.signal });
    assert.deepEqual([end.action, (end as Any).value], ['respond', 'mine']);
  });
});

describe('chain: what the outside is told on the way', () => {
  const clock = heldClock();
  it('is how far it came, after a hook that decided, logged or was slow, and after no other', async () => {
    const toldOf = async (handler: (ctx: Any) => unknown) => {
      const { env } = await run({ it: at('preToolUse', handler) }, bash('ls'));
      return env.progress;
    };
    assert.equal((await toldOf(() => undefined)).length, 0);
    assert.equal((await toldOf((ctx) => ctx.log('a'))).length, 1);
    assert.equal((await toldOf(() => void (clock.ms += 5))).length, 0);
    assert.equal((await toldOf(() => void (clock.ms += 5.001))).length, 1);
    const [told] = await toldOf((ctx) => ctx.ask('hm'));
    assert.deepEqual(told!.ranIds, [`${file}#it`]);
    assert.deepEqual((told!.carried as Any).votes[0].reason, 'hm');
  });
  it('is before that that no hook’s time passes, and before what is left of its words is withheld', async () => {
    const told: string[] = [];
    const env = {
      began: () => void told.push('began'),
      carries: () => void told.push('carries'),
      progressed: () => void told.push('progressed'),
    };
    await run({ a: call({ action: 'ask' }), b: call(undefined) }, bash('ls'), env);
    assert.deepEqual(told.splice(0), ['began', 'carries', 'progressed', 'began']);
    const later = at('toolResultMessages', () => undefined, { redacts: true });
    await run({ it: at('postToolUse', (ctx) => ctx.log('a')), later }, requestOf('postToolUse'), env);
    assert.deepEqual(told, ['began', 'carries', 'progressed', 'carries']);
  });
  it('is each end, told or not', async () => {
    let ended = 0;
    await run({ a: call(undefined), b: call({ action: 'ask' }) }, bash('ls'), { ended: () => ended++ });
    assert.equal(ended, 2);
  });
});
