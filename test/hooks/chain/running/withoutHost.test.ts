import assert from 'node:assert/strict';
import { hook, policy } from '../../../../src/api';
import { abandoned, failClosed, notJudged, type Unanswered, untouched } from '../../../../src/hooks/chain/running/withoutHost';
import type { JsonObject } from '../../../../src/shared/basics/json';
import type { DispatchRequest } from '../../../../src/shared/hooks/dispatch';
import { bash, hooksOf, requestOf, run, toolFacts } from '../chaining';

const never = () => {
  throw new Error('a handler of a host that is gone was called');
};
const unanswered = (request: DispatchRequest, exports: Record<string, unknown>, more: Partial<Unanswered> = {}): Unanswered => ({
  ...{ request, hooks: hooksOf(exports), hookSet: 'set-9', toolFacts, now: () => 0 },
  ...more,
});

describe('a dispatch without a host', () => {
  it('leaves everything as it was where no hook listens', () => {
    const request = bash('ls');
    const skipped = { disabled: 0, tool: 2, match: 0, agent: 0, ended: 0 };
    const result = untouched(request, 'set-9', skipped);
    assert.deepEqual(result, {
      end: { action: 'continue' },
      payload: request.payload,
      context: [],
      hooks: [],
      skipped,
      hookSet: 'set-9',
    });
    assert.deepEqual(untouched(request, 'set-9').skipped, { disabled: 0, tool: 0, match: 0, agent: 0, ended: 0 });
  });

  it('is judged by nobody, which denies', () => {
    assert.deepEqual(notJudged('the host is down', 'set-9'), {
      judgement: { action: 'deny', by: { kind: 'policy', name: 'hook host' }, reason: 'the host is down' },
      hooks: [],
      hookSet: 'set-9',
    });
  });
});

describe('a dispatch that the host does not answer', () => {
  it('denies a tool call that no hook would have judged', async () => {
    const result = await failClosed(unanswered(bash('ls'), {}), 'the host is down');
    assert.deepEqual(result.end, { action: 'deny', by: { kind: 'policy', name: 'hook host' }, reason: 'the host is down' });
    assert.equal(result.hookSet, 'set-9');
  });

  it('denies it too where each hook would let its own failure pass, and takes back what they had come to', async () => {
    const exports = {
      first: hook('preToolUse', { onError: 'continue', priority: 9 }, (ctx) => ctx.allow()),
      says: hook('preToolUse', { priority: 8 }, (ctx) => ctx.modify({ metadata: { seen: true } })),
      last: hook('preToolUse', { onError: 'continue' }, () => undefined),
    };
    const request = bash('ls');
    const whole = await run(exports, request);
    assert.equal(whole.vote?.action, 'allow');
    assert.deepEqual(whole.metadata, { seen: true });
    const progress = whole.env.progress.at(-1)!;
    const result = await failClosed(unanswered(request, exports, { resume: { progress } as never }), 'the host is down');
    assert.equal(result.end.action, 'deny');
    assert.deepEqual([result.vote, result.judgement, result.context, result.metadata], [undefined, undefined, [], undefined]);
  });

  it('fails each hook that would have run, by name and by its own onError; others are left out as ever', async () => {
    const result = await failClosed(
      unanswered(bash('ls'), {
        lets: hook('preToolUse', { onError: 'continue', priority: 9 }, never),
        reads: hook('preToolUse', { tools: 'Read', priority: 8 }, never),
        denies: hook('preToolUse', { onError: 'deny', priority: 7 }, never),
        after: hook('preToolUse', { priority: 6 }, never),
      }),
      'it died',
    );
    assert.deepEqual(
      result.hooks.map(({ name, decision, error }) => [name, decision, error?.name, error?.message]),
      [
        ['lets', 'error', 'HostError', 'it died'],
        ['denies', 'error', 'HostError', 'it died'],
      ],
    );
    assert.equal(result.end.action, 'deny');
    // It is the hook’s own denial.
    const { by, reason } = result.end as { by: { name: string }; reason: string };
    assert.deepEqual([by.name, reason], ['denies', 'it died']);
    assert.deepEqual(result.skipped, { disabled: 0, tool: 1, match: 0, agent: 0, ended: 1 });
  });

  it('knows which policy would have been asked by the facts of the call that would run', async () => {
    const asked: unknown[] = [];
    const becomes = hook('preToolUse', { priority: 9 }, (ctx) => ctx.modify({ input: { command: 'git push' } }));
    const exports = {
      becomes,
      guard: policy({ match: { command: 'git push' } }, never),
      other: policy({ match: { command: 'ls' } }, never),
    };
    const request = bash('ls');
    const progress = (await run({ becomes }, request)).env.progress.at(-1)!;
    const result = await failClosed(
      unanswered(request, exports, {
        resume: { progress } as never,
        toolFacts: (name, input) => {
          asked.push([name, input]);
          return toolFacts(name, input);
        },
      }),
      'it died',
    );
    assert.equal(result.end.action, 'deny');
    assert.ok(
      result.hooks.some(({ name }) => name === 'guard'),
      JSON.stringify(result.hooks),
    );
    assert.ok(!result.hooks.some(({ name }) => name === 'other'));
  });

  it('denies by a policy that cannot be asked', async () => {
    const result = await failClosed(unanswered(bash('ls'), { guard: policy(never) }), 'it died');
    assert.equal(result.end.action, 'deny');
    assert.deepEqual(
      result.hooks.map(({ name, kind }) => [name, kind]),
      [['guard', 'policy']],
    );
  });

  it('goes on elsewhere: no call hangs on it', async () => {
    const request = requestOf('postModelCall');
    const result = await failClosed(
      unanswered(request, { looks: hook('postModelCall', { onError: 'continue' }, never) }),
      'it died',
    );
    assert.deepEqual(result.end, { action: 'continue' });
    assert.equal(result.hooks[0]?.error?.message, 'it died');
  });

  it('withholds what a hook that redacts did not see', async () => {
    const redacts = hook('postToolUse', { redacts: true }, never);
    const result = await failClosed(unanswered(requestOf('postToolUse'), { redacts }), 'it died');
    assert.notEqual((result.payload as JsonObject).output, 'secret');
    const open = await failClosed(unanswered(requestOf('postToolUse'), {}), 'it died');
    assert.equal((open.payload as JsonObject).output, 'secret');
  });
});

describe('a dispatch of a run that was stopped', () => {
  it('opens no gate, and waits for no handler', async () => {
    const result = await abandoned(unanswered(bash('ls'), { gate: hook('preToolUse', never), guard: policy(never) }));
    assert.equal(result.end.action, 'deny');
    assert.equal(result.hookSet, 'set-9');
  });

  it('leaves the rest out elsewhere', async () => {
    const result = await abandoned(unanswered(requestOf('postModelCall'), { looks: hook('postModelCall', never) }));
    assert.equal(result.end.action, 'continue');
    assert.deepEqual(
      result.hooks.filter(({ decision }) => decision === 'continue'),
      [],
    );
  });
});
