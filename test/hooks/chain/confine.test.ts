import assert from 'node:assert/strict';
import { hook, policy } from 'hooksmith';
import { bash, judge, run } from './chaining';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is returned on purpose
const returns = (decision: any) => policy(() => decision);

describe('chain: policies that confine', () => {
  it('hands on the words of each, with who said them', async () => {
    const a = policy((ctx) => ctx.confine({ denyRead: ['secret'], hosts: ['example.com'], reason: 'no secrets' }));
    const b = policy({ name: 'bee' }, (ctx) => ctx.confine());
    const silent = policy(() => undefined);
    for (const result of [await run({ a, silent, b }, bash('ls')), await judge({ a, silent, b }, bash('ls'))]) {
      assert.equal(result.judgement, undefined);
      assert.deepEqual(
        result.confined?.map(({ by, reason, words }) => [by.name, reason, words]),
        [
          ['a', 'no secrets', { denyRead: ['secret'], hosts: ['example.com'] }],
          ['bee', 'confined by policy bee', {}],
        ],
      );
      assert.deepEqual(
        result.hooks.map(({ decision, words }) => [decision, words]),
        [
          ['confine', { denyRead: ['secret'], hosts: ['example.com'] }],
          ['continue', undefined],
          ['confine', {}],
        ],
      );
    }
  });
  it('takes a plain object', async () => {
    const { confined } = await judge({ it: returns({ action: 'confine', denyPrograms: ['sudo'] }) }, bash('ls'));
    assert.deepEqual(confined?.[0]?.words, { denyPrograms: ['sudo'] });
  });
  it('may ask besides', async () => {
    const { judgement, confined } = await judge({ it: returns({ action: 'confine', ask: true, reason: 'why' }) }, bash('ls'));
    assert.deepEqual([judgement?.action, judgement?.reason, confined?.length], ['ask', 'why', 1]);
  });
  it('is void beside a denial, where a hook answers, and in shadow', async () => {
    const confines = policy((ctx) => ctx.confine());
    const denies = policy((ctx) => ctx.deny('no'));
    assert.equal((await judge({ confines, denies }, bash('ls'))).confined, undefined);
    assert.equal((await run({ confines, it: hook('preToolUse', (ctx) => ctx.respond('text')) }, bash('ls'))).confined, undefined);
    assert.equal((await run({ confines, it: hook('preToolUse', (ctx) => ctx.deny('no')) }, bash('ls'))).confined, undefined);
    const shadow = policy({ shadow: true }, (ctx) => ctx.confine({ denyRead: ['a'] }));
    const { confined, hooks } = await judge({ shadow }, bash('ls'));
    assert.deepEqual([confined, hooks[0]!.decision, hooks[0]!.words], [undefined, 'confine', { denyRead: ['a'] }]);
  });
  it('is no decision of hooks', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const it = hook('preToolUse', () => ({ action: 'confine' }) as any);
    const { end, hooks } = await run({ it }, bash('ls'));
    assert.equal(end.action, 'deny');
    assert.match(hooks[0]!.error!.message, /preToolUse does not accept 'confine'/);
  });
  for (const [fields, problem] of [
    [{ denyRead: 'secret' }, /'denyRead' must be an array of patterns of paths/],
    [{ denyWrite: [1] }, /'denyWrite' must be an array of patterns of paths/],
    [{ denyRead: [''] }, /'denyRead' must be an array of patterns of paths/],
    [{ denyPrograms: ['rm -rf'] }, /'denyPrograms' must be an array of names of programs/],
    [{ hosts: ['https://example.com'] }, /'hosts' must be an array of names of hosts/],
    [{ denyReads: ['a'] }, /has no field 'denyReads': did you mean 'denyRead'/],
  ] as const)
    it(`a wrong word is an error, and the call denied: ${JSON.stringify(fields)}`, async () => {
      const { judgement, confined } = await judge({ it: returns({ action: 'confine', ...fields }) }, bash('ls'));
      assert.equal(judgement?.action, 'deny');
      assert.match(judgement!.reason, problem);
      assert.equal(confined, undefined);
    });
});
