/** S1's documented modes (S1-01 to S1-10), as one hook of the chain. */
import assert from 'node:assert/strict';
import { group, hook } from 'hooksmith';
import type { DispatchResult } from '../../../../src/shared/hooks/dispatch';
import { bash, file, hooksOf, requestOf, run } from '../chaining';

type Member = 'error' | 'response' | 'nothing' | 'modify' | 'deny' | 'allow';
// biome-ignore lint/suspicious/noExplicitAny: members return any decision
const make = hook as any;

async function runGroup(modes: { continueOnError?: boolean; continueOnResponse?: boolean }, ...members: Member[]) {
  const ran: number[] = [];
  const hooks = members.map((kind, index) => {
    const n = index + 1;
    return make('preToolUse', {}, () => {
      ran.push(n);
      if (kind === 'error') throw new Error(`error ${n}`);
      if (kind === 'response') return { action: 'respond', value: `response ${n}` };
      if (kind === 'modify') return { action: 'modify', input: { [`n${n}`]: n } };
      if (kind === 'deny') return { action: 'deny', reason: `deny ${n}` };
      if (kind === 'allow') return { action: 'allow' };
    });
  });
  const result = await run({ it: group(modes, ...hooks) }, bash('ls'));
  return { ran, result, outcome: outcomeOf(result) };
}

const outcomeOf = ({ end }: DispatchResult) =>
  end.action === 'respond' ? end.value : end.action === 'deny' ? end.reason : end.action;

describe('group', () => {
  it('keeps the answer to a failed call where a later member stops the run', async () => {
    const error = { kind: 'tool', name: 'Error', message: 'Exit code 3' };
    const answers = make('toolError', () => ({ action: 'respond', value: 'recovered' }));
    const stops = make('toolError', () => ({ action: 'stop', reason: 'halt' }));
    const request = requestOf('toolError', { ...bash('exit 3').payload, error, original: error });
    const { end, payload } = await run({ it: group({ continueOnResponse: true }, answers, stops) }, request);
    assert.deepEqual([end.action, payload.recovered, payload.output], ['stop', true, 'recovered']);
    const alone = await run({ it: group({ continueOnResponse: true }, stops, answers) }, request);
    assert.deepEqual([alone.end.action, alone.payload.recovered], ['stop', undefined]);
  });

  const both = { continueOnError: true, continueOnResponse: true };
  const cases: [string, Parameters<typeof runGroup>[0], Member[], number[], string][] = [
    ['S1-01: an error ends it', {}, ['error', 'response', 'nothing'], [1], 'error 1'],
    ['S1-02: an answer ends it', {}, ['response', 'error', 'nothing'], [1], 'response 1'],
    [
      'S1-03: goes on after errors, the first one counts',
      { continueOnError: true },
      ['error', 'error', 'nothing'],
      [1, 2, 3],
      'error 1',
    ],
    [
      'S1-04: goes on after answers, the last one counts',
      { continueOnResponse: true },
      ['response', 'response', 'nothing'],
      [1, 2, 3],
      'response 2',
    ],
    ['S1-05: with both modes the answer counts', both, ['error', 'response', 'nothing'], [1, 2, 3], 'response 2'],
    [
      'S1-06: an answer ends it although errors do not',
      { continueOnError: true },
      ['error', 'response', 'nothing'],
      [1, 2],
      'response 2',
    ],
    [
      'S1-07: an error ends it although answers do not',
      { continueOnResponse: true },
      ['response', 'error', 'nothing'],
      [1, 2],
      'error 2',
    ],
    ['S1-08: nothing returned is no opinion', {}, ['nothing', 'nothing'], [1, 2], 'continue'],
    [
      'S1-09: nothing returned erases no answer',
      { continueOnResponse: true },
      ['response', 'nothing', 'nothing'],
      [1, 2, 3],
      'response 1',
    ],
    ['a change ends nothing', {}, ['modify', 'response', 'nothing'], [1, 2], 'response 2'],
    ['a denial always ends it', both, ['deny', 'response'], [1], 'deny 1'],
  ];
  for (const [what, modes, members, ran, outcome] of cases) {
    it(what, async () => {
      const it = await runGroup(modes, ...members);
      assert.deepEqual([it.ran, it.outcome], [ran, outcome]);
    });
  }

  it('is one hook with one record, and tells of the error that an answer outlived', async () => {
    const { result } = await runGroup(both, 'error', 'response');
    assert.equal(result.hooks.length, 1);
    const [{ id, name, decision, error }] = result.hooks as [DispatchResult['hooks'][0]];
    assert.deepEqual([id, name, decision, error?.message], [`${file}#it`, 'it', 'respond', 'error 1']);
  });

  it('shows later members what earlier ones changed, and keeps all changes', async () => {
    const seen: unknown[] = [];
    const { payload, hooks } = await run(
      {
        it: group(
          {},
          make('preToolUse', {}, () => ({ action: 'modify', input: { a: 1 } })),
          // biome-ignore lint/suspicious/noExplicitAny: as above
          make('preToolUse', {}, (ctx: any) => {
            seen.push(ctx.input.a);
            return { action: 'modify', input: { b: 2 }, metadata: { m: 1 } };
          }),
        ),
      },
      bash('ls'),
    );
    assert.deepEqual(seen, [1]);
    assert.deepEqual(payload.input, { command: 'ls', a: 1, b: 2 });
    assert.deepEqual(
      [hooks[0]!.decision, hooks[0]!.changed!.map((change) => change.field)],
      ['modify', ['input.a', 'input.b', 'metadata']],
    );
  });

  it('leaves no change behind where it fails', async () => {
    const member = (result: unknown) => make('postToolUse', {}, () => result);
    const request = { ...bash('ls'), event: 'postToolUse' as const };
    const { end, payload, context, metadata } = await run(
      { it: group({}, member({ action: 'modify', output: 'x', context: 'c', metadata: { a: 1 } }), member('nonsense')) },
      request,
    );
    assert.deepEqual([end.action, payload.output, context, metadata], ['continue', undefined, [], undefined]);
  });

  it('counts votes of members, and a change by one voids the allow of another', async () => {
    assert.equal((await runGroup({}, 'allow', 'nothing')).result.vote?.action, 'allow');
    assert.equal((await runGroup({}, 'allow', 'modify')).result.vote, undefined);
  });

  it('honours the filters, the shadow and the priority of its members', async () => {
    const seen: string[] = [];
    const { end, hooks } = await run(
      {
        it: group(
          {},
          make('preToolUse', { tools: 'Read' }, () => seen.push('never')),
          make('preToolUse', { shadow: true, priority: 150 }, () => ({ action: 'deny' })),
          make('preToolUse', {}, () => void seen.push('last')),
        ),
        first: make('preToolUse', { priority: 100 }, () => void seen.push('first')),
      },
      bash('ls'),
    );
    assert.deepEqual(seen, ['last', 'first']);
    assert.deepEqual([end.action, hooks.length, hooks[0]!.priority], ['continue', 2, 150]);
  });

  it('tells the reason of the decision that it tells, and each change once', async () => {
    const shadow = make('preToolUse', { shadow: true }, () => ({ action: 'deny', reason: 'secret' }));
    const change = (n: number, more = {}) => make('preToolUse', more, () => ({ action: 'modify', input: { n } }));
    const recordOf = async (modes: object, ...members: unknown[]) =>
      (await run({ it: (group as never as typeof make)(modes, ...members) }, bash('ls'))).hooks[0]!;
    const counted = await recordOf({}, shadow, change(1));
    assert.deepEqual([counted.decision, counted.reason, counted.shadow], ['modify', undefined, undefined]);
    const answered = await recordOf(
      {},
      shadow,
      make('preToolUse', {}, () => ({ action: 'respond', value: 'x' })),
    );
    assert.deepEqual([answered.decision, answered.reason], ['respond', undefined]);
    const failed = await recordOf(
      {},
      shadow,
      make('preToolUse', {}, () => {
        throw new Error('no');
      }),
    );
    assert.notEqual(failed.reason, 'secret');
    const tried = await recordOf({}, change(1, { shadow: true }), shadow);
    assert.deepEqual([tried.decision, tried.changed?.length, tried.reason], ['deny', 1, 'secret']);
  });

  it('blames the group where a member took the process down', async () => {
    const started: string[] = [];
    const exports = {
      it: group(
        {},
        make('preToolUse', {}, () => undefined),
      ),
    };
    await run(exports, bash('ls'), { began: (one) => void started.push(one.id) });
    assert.deepEqual(started, [`${file}#it`]);
    const died = { id: `${file}#it`, startedAt: 1e12, durationMs: 7, error: { name: 'HostError', message: 'it died' } };
    const { end } = await run(exports, bash('ls'), {}, { died });
    assert.equal(end.action === 'deny' && end.reason, 'it died');
  });

  it('ends at a stop and at a vote that is final, whatever its modes', async () => {
    let later = 0;
    const members = (decision: unknown) => [make('preToolUse', {}, () => decision), make('preToolUse', {}, () => void later++)];
    const stopped = await run({ it: group(both, ...members({ action: 'stop', reason: 'enough' })) }, bash('ls'));
    assert.deepEqual([stopped.end.action, stopped.hooks[0]!.error], ['stop', undefined]);
    const final = await run({ it: group({}, ...members({ action: 'allow', final: true })) }, bash('ls'));
    assert.deepEqual([final.vote?.action, final.hooks[0]!.error], ['allow', undefined]);
    assert.equal(later, 0);
    const asked = await run(
      {
        it: group(
          {},
          make('preToolUse', {}, () => ({ action: 'ask' })),
          make('preToolUse', {}, () => ({ action: 'deny' })),
        ),
      },
      bash('ls'),
    );
    assert.equal(asked.end.action, 'deny');
  });
  it('is run by its members alone', () => {
    const [one] = hooksOf({
      it: group(
        {},
        make('preToolUse', {}, () => undefined),
      ),
    });
    assert.throws(() => one!.handler({} as never, ''), /a group is run by the chain/);
  });
});
