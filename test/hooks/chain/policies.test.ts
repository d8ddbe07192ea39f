/** The words of policies: when they are asked, what counts of several, and how it is said. */
import assert from 'node:assert/strict';
import { hook, policy } from 'hooksmith';
import type { JsonObject } from '../../../src/shared/basics/json';
import { factsOf } from '../../shell/disk';
import { bash, judge, requestOf, run } from './chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests return what the types forbid
type Any = any;
const says = (decision: JsonObject, options: JsonObject = {}) => (policy as Any)(options, () => decision);
const answers = (decision: JsonObject) => hook('preToolUse', () => decision as Any);

describe('policies: their words', () => {
  it('without a reason name the policy', async () => {
    const of = async (decision: JsonObject) => (await judge({ mine: says(decision) }, bash('ls'))).judgement;
    const by = { kind: 'policy', file: '/w/.hooksmith/hooks/test.ts', line: 1, name: 'mine' };
    assert.deepEqual(await of({ action: 'deny' }), { action: 'deny', reason: 'denied by policy mine', by });
    assert.deepEqual(await of({ action: 'ask' }), { action: 'ask', reason: 'asked by policy mine', by });
    assert.deepEqual(await of({ action: 'confine', ask: true }), { action: 'ask', reason: 'confined by policy mine', by });
    assert.equal(await of({ action: 'confine' }), undefined);
  });
  it('the first denial counts before any question, else the first question', async () => {
    const ask = says({ action: 'ask', reason: 'q' });
    const later = says({ action: 'ask', reason: 'later' });
    const deny = says({ action: 'deny', reason: 'no' });
    assert.equal((await judge({ ask, deny, later }, bash('ls'))).judgement?.reason, 'no');
    assert.equal((await judge({ deny, ask }, bash('ls'))).judgement?.reason, 'no');
    assert.equal((await judge({ ask, later }, bash('ls'))).judgement?.reason, 'q');
  });
  it('a question behind a pattern that only might match is put as it is; a denial becomes one', async () => {
    const line = requestOf('preToolUse', { ...factsOf('git $X') } as unknown as JsonObject);
    const match = { command: 'git push*' };
    const asked = await judge({ it: says({ action: 'ask', reason: 'q' }, { match }) }, line);
    assert.deepEqual([asked.judgement?.action, asked.judgement?.reason], ['ask', 'q']);
    const denied = await judge({ it: says({ action: 'deny', reason: 'no' }, { match }) }, line);
    assert.deepEqual(
      [denied.judgement?.action, denied.judgement?.reason, denied.hooks[0]!.reason],
      Array(1).fill('ask').concat(Array(2).fill('no (it only might match: `$X` in `git $X` is only known when it runs)')),
    );
    const plain = await judge({ it: says({ action: 'deny', reason: 'no' }) }, line);
    assert.deepEqual([plain.judgement?.action, plain.judgement?.reason], ['deny', 'no']);
    assert.deepEqual(
      [asked, denied, plain].map(({ hooks }) => hooks[0]!.mightMatch),
      [undefined, true, undefined],
    );
  });
  it('one that the stop of the run cut off denies', async () => {
    const signal = AbortSignal.abort();
    const { judgement } = await run({ mine: policy(() => new Promise(() => undefined)) }, bash('ls'), { signal });
    assert.equal(judgement?.reason, 'the run was stopped before policy mine had spoken');
  });
  it('the reason of a confinement is on its record, unless it only hides', async () => {
    const reasonOf = async (words: JsonObject) =>
      (await judge({ it: says({ action: 'confine', reason: 'why', ...words }) }, bash('ls'))).hooks[0]!.reason;
    assert.equal(await reasonOf({ denyRead: ['a'] }), 'why');
    assert.equal(await reasonOf({ denyRead: ['a'], hideOnly: true }), undefined);
  });
});

describe('policies: when they are asked', () => {
  const denies = says({ action: 'deny', reason: 'no' });
  const confines = says({ action: 'confine', denyRead: ['a'] });
  it('of a call that goes on, is answered or is failed by a hook', async () => {
    for (const decision of [{ action: 'respond', value: 'x' }, { action: 'fail', error: 'x' }, { action: 'ask' }])
      assert.equal((await run({ it: answers(decision), denies }, bash('ls'))).judgement?.reason, 'no', decision.action);
  });
  it('of no call that was denied or stopped, and at no other event', async () => {
    for (const decision of [
      { action: 'deny', reason: 'mine' },
      { action: 'stop', reason: 'mine' },
    ])
      assert.equal((await run({ it: answers(decision), denies }, bash('ls'))).judgement, undefined, decision.action);
    for (const event of ['permissionRequest', 'postToolUse', 'toolError'] as const)
      assert.equal((await run({ denies }, requestOf(event))).judgement, undefined, event);
  });
  it('with a context of their own, also after hooks', async () => {
    const looks = hook('preToolUse', () => undefined);
    const words = policy((ctx) => ctx.confine({ denyRead: ['a'] }));
    const { confined } = await run({ looks, words }, bash('ls'));
    assert.deepEqual(
      confined?.map((one) => one.words),
      [{ denyRead: ['a'] }],
    );
  });
  it('a confinement holds for a call that runs, and for no other', async () => {
    assert.equal((await run({ confines }, bash('ls'))).confined?.length, 1);
    assert.ok(!('confined' in (await run({ confines, denies }, bash('ls')))));
    assert.ok(!('confined' in (await run({ silent: policy(() => undefined) }, bash('ls')))));
    assert.ok(!('confined' in (await run({ confines, it: answers({ action: 'respond', value: 'x' }) }, bash('ls')))));
  });
});
