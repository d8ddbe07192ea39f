/** What the records say of decisions and changes that come to nothing, and what they leave alone. */
import assert from 'node:assert/strict';
import { group, hook, policy } from 'hooksmith';
import type { JsonObject } from '../../../../src/shared/basics/json';
import type { EventName } from '../../../../src/shared/hooks/points';
import { bash, requestOf, run, toolFacts } from '../chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests return what the types forbid at some event
type Any = any;
const returns = (event: EventName, decision: unknown, options: JsonObject = {}) => (hook as Any)(event, options, () => decision);
const call = (decision: unknown) => returns('preToolUse', decision);
const change = { action: 'modify', input: { timeout: 9 } };

async function effects(event: EventName, hooks: Record<string, unknown>, payload: JsonObject = {}) {
  const outcome = await run(hooks, event === 'preToolUse' ? bash('ls') : requestOf(event, payload));
  return { ...outcome, said: Object.fromEntries(outcome.hooks.map(({ name, noEffect }) => [name, noEffect])) };
}

describe('no effect: what nobody asks for any more', () => {
  for (const [event, patch, end, why] of [
    ['beforeAgent', { system: 'mine' }, { action: 'respond', value: 'x' }, 'later answered, so no model is asked'],
    [
      'beforeAgent',
      { responseFormat: { type: 'object' } },
      { action: 'respond', value: 'x' },
      'later answered, so no model is asked',
    ],
    ['modelError', { error: 'mine' }, { action: 'respond', value: 'x' }, 'later answered in its place'],
    ['modelError', { error: 'mine' }, { action: 'retry' }, 'later had it tried again'],
    ['toolError', { error: 'mine' }, { action: 'retry' }, 'later had it tried again'],
    ['stop', { response: 'mine' }, { action: 'continueWith', message: 'x' }, 'later keeps the agent going'],
    ['stop', { signal: 'mine', response: 'mine' }, { action: 'continueWith', message: 'x' }, 'later keeps the agent going'],
  ] as [EventName, JsonObject, JsonObject, string][])
    it(`${Object.keys(patch).join(' and ')} at ${event}, where a later hook has a ${end.action}, say so`, async () => {
      const first = returns(event, { action: 'modify', ...patch });
      const later = returns(event, end);
      const told = async (hooks: JsonObject) => (await effects(event, hooks)).said.first;
      assert.equal(await told({ first, later }), why);
      assert.equal(await told({ first }), undefined, 'alone it counts');
      const noted = returns(event, { action: 'modify', ...patch, metadata: { m: 1 } });
      assert.equal(await told({ first: noted, later }), undefined, 'the metadata stay');
      const shadow = returns(event, { action: 'modify', ...patch }, { shadow: true });
      assert.equal(await told({ first: shadow, later }), undefined);
    });
});

describe('no effect: after an answer that stands', () => {
  const answer = call({ action: 'respond', value: 'mine', final: false });
  for (const later of [
    { action: 'respond', value: 'theirs' },
    { action: 'fail', error: 'broken' },
    { action: 'redirect', toolName: 'Echo', input: {} },
    { action: 'ask' },
    { action: 'allow' },
    change,
  ])
    it(`${later.action} comes to nothing, and says whose answer it is`, async () => {
      const { said, end, vote, payload } = await effects('preToolUse', { first: answer, later: call(later) });
      assert.deepEqual([end.action, (end as Any).value, vote], ['respond', 'mine', undefined]);
      assert.equal(said.later, 'first has answered already, and the first answer stands');
      assert.equal(payload.toolName, 'Bash');
    });
  it('a change leaves the input, what policies judge and the metadata as they were', async () => {
    const later = call({ action: 'modify', input: { command: 'pwd' }, metadata: { q: 1 } });
    const judge = policy((ctx) => (ctx.input.command === 'pwd' ? ctx.deny('no pwd') : undefined));
    const { payload, metadata, judgement, end, said } = await effects('preToolUse', { first: answer, later, judge });
    assert.deepEqual([payload.input, metadata, judgement, end.action], [{ command: 'ls' }, undefined, undefined, 'respond']);
    assert.equal(said.first, undefined);
    const noted = await effects('preToolUse', { first: answer, later: call({ action: 'modify', metadata: { q: 1 } }) });
    assert.deepEqual([noted.metadata, noted.said.later], [{ q: 1 }, undefined], 'metadata alone says nothing of the call');
  });
  it('what is to be redacted is cleaned all the same, and is said to be', async () => {
    const clean = returns('preToolUse', { action: 'modify', input: { command: 'KEY' } }, { redacts: true });
    const { payload, said, end } = await effects('preToolUse', { first: answer, clean });
    assert.deepEqual([payload.input, said.clean, end.action], [{ command: 'KEY' }, undefined, 'respond']);
  });
  it('the answer itself comes to nothing where a hook or a policy denies the call, or a hook ends the run', async () => {
    for (const [later, why] of [
      [call({ action: 'deny', reason: 'no' }), 'dropped: later denied'],
      [call({ action: 'stop', reason: 'no' }), 'dropped: later ended it'],
      [policy((ctx) => ctx.deny('no')), 'dropped: later denied'],
    ] as const)
      assert.deepEqual((await effects('preToolUse', { first: answer, later })).said, { first: why, later: undefined });
    const fails = await effects('preToolUse', {
      it: call({ action: 'fail', error: 'x' }),
      judge: policy((ctx) => ctx.deny('no')),
    });
    assert.equal(fails.said.it, 'dropped: judge denied');
  });
  it('words on whether and how the tool runs come to nothing, those of policies and of hooks before it', async () => {
    const why = 'it has answered, so the tool does not run';
    for (const answering of [
      { action: 'respond', value: 'mine' },
      { action: 'respond', value: 'mine', final: false },
      { action: 'fail', error: 'x' },
    ]) {
      const { said } = await effects('preToolUse', {
        asks: call({ action: 'ask' }),
        allows: call({ action: 'allow' }),
        it: call(answering),
        judge: policy((ctx) => ctx.ask('hm')),
        walls: policy((ctx) => ctx.confine({})),
        silent: policy(() => undefined),
        shown: policy({ shadow: true }, (ctx) => ctx.ask('hm')),
      });
      assert.deepEqual(said, {
        asks: why,
        allows: why,
        it: undefined,
        judge: why,
        walls: why,
        silent: undefined,
        shown: undefined,
      });
    }
  });
  it('and so they do where there is no tool to run: a denial alone counts', async () => {
    const why = 'no tool runs: command: expected string';
    const words = {
      asks: call({ action: 'ask' }),
      allows: call({ action: 'allow' }),
      changes: call({ action: 'modify', metadata: { a: 1 } }),
      judge: policy((ctx) => ctx.ask('hm')),
      walls: policy((ctx) => ctx.confine({})),
    };
    const saidOf = async (hooks: Record<string, unknown>, input: JsonObject) => {
      const { hooks: records } = await run(hooks, requestOf('preToolUse', { ...toolFacts('Bash', input), toolCallId: 't' }));
      return Object.fromEntries(records.map(({ name, noEffect }) => [name, noEffect]));
    };
    assert.deepEqual(await saidOf(words, {}), { asks: why, allows: why, changes: undefined, judge: why, walls: why });
    const mends = call({ action: 'modify', input: { command: 'ls' } });
    assert.equal((await saidOf({ mends, ...words }, {})).allows, undefined, 'a hook made it one that runs');
    const never = policy((ctx) => ctx.deny('never'));
    assert.equal((await saidOf({ ...words, never }, {})).asks, undefined, 'the policy denied it');
  });
  it('a denial and a stop count', async () => {
    for (const later of [
      { action: 'deny', reason: 'no' },
      { action: 'stop', reason: 'no' },
    ]) {
      const { said, end } = await effects('preToolUse', { first: answer, later: call(later) });
      assert.deepEqual([end.action, said.later], [later.action, undefined]);
    }
  });
});

describe('no effect: votes before a change of the input', () => {
  for (const [what, later] of [
    ['a change', call(change)],
    ['a redirect', call({ action: 'redirect', toolName: 'Echo', input: {} })],
  ] as const)
    it(`${what} voids an allow and leaves an ask`, async () => {
      const { said, vote } = await effects('preToolUse', {
        asks: call({ action: 'ask', reason: 'hm' }),
        allows: call({ action: 'allow' }),
        later,
      });
      assert.deepEqual([vote?.action, vote?.reason], ['ask', 'hm']);
      assert.equal(said.asks, undefined);
      assert.equal(said.allows, `later ${what === 'a change' ? 'changed the input' : 'redirected the call'} after it`);
    });
  it('its own change, and one of metadata or context alone, leave an allow', async () => {
    let turn = 0;
    const both = group(
      {},
      (hook as Any)('preToolUse', () => (turn++ === 0 ? change : undefined)),
      call({ action: 'allow' }),
    );
    assert.equal((await effects('preToolUse', { both })).vote?.action, 'allow');
    const { vote, said } = await effects('preToolUse', {
      allows: call({ action: 'allow' }),
      notes: call({ action: 'modify', metadata: { a: 1 } }),
    });
    assert.deepEqual([vote?.action, said.allows], ['allow', undefined]);
  });
});

describe('no effect: changes before the step is left out', () => {
  const stops = { action: 'stop', reason: 'enough' };
  for (const [event, patch] of [
    ['beforeAgent', { system: 'new' }],
    ['preModelCall', { request: { max_tokens: 1 } }],
    ['preToolUse', { input: { timeout: 9 } }],
  ] as const)
    it(`${event}: a stop drops them`, async () => {
      const { said, payload, metadata } = await effects(event, {
        first: returns(event, { action: 'modify', ...patch, metadata: { a: 1 } }),
        second: returns(event, stops),
      });
      assert.deepEqual(said, { first: 'dropped: second ended it', second: undefined });
      assert.deepEqual([payload, metadata], [(event === 'preToolUse' ? bash('ls') : requestOf(event)).payload, undefined]);
    });
  for (const last of [stops, { action: 'deny', reason: 'no' }])
    it(`a ${last.action} never brings back what was cleaned: that change stands`, async () => {
      const clean = returns('preToolUse', { action: 'modify', input: { command: 'KEY' } }, { redacts: true });
      const { said, payload, metadata } = await effects('preToolUse', {
        first: call({ action: 'modify', metadata: { a: 1 } }),
        clean,
        last: call(last),
      });
      assert.deepEqual([payload.input, metadata], [{ command: 'KEY' }, undefined]);
      assert.match(said.first!, /^dropped: last/);
      assert.equal(said.clean, undefined);
    });
  for (const [event, patch] of [
    ['beforeStep', { system: 'new' }],
    ['postToolUse', { output: 'new' }],
    ['afterStep', { metadata: { a: 1 } }],
  ] as const)
    it(`${event}: a stop keeps them`, async () => {
      const { said, payload, metadata } = await effects(event, {
        first: returns(event, { action: 'modify', ...patch }),
        second: returns(event, stops),
      });
      assert.equal(said.first, undefined);
      assert.deepEqual({ ...payload, metadata, ...patch }, { ...payload, metadata });
    });
  it('a hook that fails where a failure stops drops them too', async () => {
    const fails = (hook as Any)('preModelCall', () => assert.fail('broken'));
    const first = returns('preModelCall', { action: 'modify', request: { max_tokens: 1 } });
    const { said, end } = await effects('preModelCall', { first, fails });
    assert.deepEqual([end.action, said.first], ['error', 'dropped: fails ended it']);
  });
  it('a denial drops them, names who denied, and says nothing of hooks that changed nothing or only would have', async () => {
    const { said } = await effects('preToolUse', {
      first: call(change),
      same: call({ action: 'modify', input: {} }),
      shadow: returns('preToolUse', change, { shadow: true }),
      quiet: call(undefined),
      denies: call({ action: 'deny', reason: 'no' }),
    });
    assert.deepEqual(said, {
      first: 'dropped: denies denied',
      same: 'it changes nothing',
      shadow: undefined,
      quiet: undefined,
      denies: undefined,
    });
  });
  it('a run that the human stops drops them', async () => {
    const abort = new AbortController();
    const stopped = (hook as Any)('preToolUse', () => {
      abort.abort();
      return new Promise(() => undefined);
    });
    const { hooks, end } = await run({ first: call(change), stopped }, bash('ls'), { signal: abort.signal });
    assert.equal(end.action, 'deny');
    assert.equal(hooks[0]!.noEffect, 'dropped: human denied');
  });
  it('an answer, a failure and going on keep them', async () => {
    for (const last of [{ action: 'respond', value: 'x' }, { action: 'fail', error: 'x' }, undefined])
      assert.equal((await effects('preToolUse', { first: call(change), last: call(last) })).said.first, undefined);
  });
});

describe('no effect: what the core bars', () => {
  it('is said in the core’s words, for that decision alone', async () => {
    const request = { ...bash('ls'), bars: { allow: 'the mode forbids it' } };
    const { hooks, vote } = await run({ a: call({ action: 'allow' }), b: call({ action: 'ask' }) }, request);
    assert.deepEqual(
      hooks.map(({ noEffect }) => noEffect),
      ['the mode forbids it', undefined],
    );
    assert.equal(vote?.action, 'ask');
  });
  it('an allow of what is no command line needs no pattern', async () => {
    const read = requestOf('preToolUse', toolFacts('Read', { file_path: 'a' }) as unknown as JsonObject);
    const { vote } = await run({ a: call({ action: 'allow' }) }, read);
    assert.equal(vote?.action, 'allow');
  });
});
