/** What stands for the fields that a `redacts` hook has not cleaned, at each event that holds them back. */
import assert from 'node:assert/strict';
import { group, hook } from 'hooksmith';
import type { JsonObject } from '../../../../src/shared/basics/json';
import { type EventName, eventNames, type HookPoint, hookPoints } from '../../../../src/shared/hooks/points';
import { noUsage, type Usage } from '../../../../src/shared/messages/messages';
import { bash, payloadOf, requestOf, run } from '../chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests return what the types forbid at some event
type Any = any;
const at = (event: EventName, handler: (ctx: Any) => unknown, options: JsonObject = {}) => (hook as Any)(event, options, handler);
const redacting = { redacts: true };
const fails = (event: EventName) => at(event, () => assert.fail('oops'), redacting);
const gone = '[withheld: the hook it, which redacts this, failed]';
const length = (value: unknown) => `[withheld: ${(typeof value === 'string' ? value : JSON.stringify(value)).length} characters]`;

async function failing(event: EventName, payload: JsonObject = {}) {
  const request = requestOf(event, payload);
  const before = structuredClone(request.payload);
  const outcome = await run({ it: fails(event) }, request);
  const changed = Object.entries(outcome.payload).filter(([name, value]) => {
    try {
      assert.deepEqual(value, (before as JsonObject)[name]);
      return false;
    } catch {
      return true;
    }
  });
  return { ...outcome, stands: Object.fromEntries(changed) };
}

describe('withhold: what stands where a redacting hook fails', () => {
  it('stands where a group fails of which some member redacts, before or after the one that fails', async () => {
    const clean = at('postToolUse', (ctx) => ctx.modify({ output: ctx.output.replace('hunter2', '***') }), redacting);
    const elsewhere = at('postToolUse', (ctx) => ctx.modify({ output: 'none' }), { ...redacting, tools: 'Read' });
    const oops = at('postToolUse', () => assert.fail('oops'));
    const outputOf = async (...members: Any[]) =>
      (await run({ it: (group as Any)({}, ...members) }, requestOf('postToolUse', { ...bash('cat x'), output: 'a hunter2' })))
        .payload.output;
    assert.match(String(await outputOf(clean, oops)), /^\[withheld: the hook it\[1\]/);
    assert.match(String(await outputOf(oops, clean)), /^\[withheld: the hook it\[0\]/);
    assert.equal(await outputOf(elsewhere, oops), 'a hunter2', 'that one has nothing to say of it');
    assert.equal(await outputOf(oops), 'a hunter2');
  });

  const usage = { ...noUsage, input_tokens: 7 };
  const answer = (its: Usage) => ({
    role: 'assistant',
    content: [{ type: 'text', text: gone }],
    stop_reason: 'end_turn',
    usage: its,
  });
  const error = { kind: 'tool', name: 'OwnError', message: 'hunter2', status: 7 };
  const cases: [EventName, JsonObject, JsonObject][] = [
    ['postToolUse', { output: 'hunter2' }, { output: gone }],
    ['postToolUse', { output: undefined }, {}],
    ['beforeAgent', { system: 'hunter2' }, { system: gone }],
    ['userMessage', { message: { role: 'user', content: 'hunter2' } }, { message: { role: 'user', content: gone } }],
    ['postModelCall', { response: { role: 'assistant', content: [], usage } }, { response: answer(usage) }],
    ['stop', { response: { role: 'assistant', content: [] } }, { response: answer(noUsage) }],
    ['afterAgent', { response: undefined }, {}],
    [
      'preToolUse',
      { input: { command: 'hunter2', timeout: 5 } },
      // Of what was read out of it nothing is left, either.
      { input: { command: gone, timeout: gone }, commandLine: undefined, commands: undefined, pathsComplete: false },
    ],
    [
      'toolError',
      { error, original: { ...error, message: 'first' }, output: 'hunter2' },
      {
        error: { kind: 'tool', status: 7, name: 'Withheld', message: gone },
        original: { kind: 'tool', status: 7, name: 'Withheld', message: gone },
        output: gone,
      },
    ],
    ['modelError', { error: { ...error, kind: 'api' } }, { error: { kind: 'api', status: 7, name: 'Withheld', message: gone } }],
  ];
  for (const [event, payload, stands] of cases)
    it(`${event}: ${JSON.stringify(payload)}, and nothing else is touched`, async () => {
      const outcome = await failing(event, payload);
      assert.deepEqual(outcome.stands, stands);
      assert.equal(outcome.redacted, true);
    });
  it('toolResultMessages: the one result that has to remain, an error', async () => {
    const result = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call-1', content: gone, is_error: true }],
    };
    assert.deepEqual((await failing('toolResultMessages')).stands, { messages: [result] });
  });
  it('closes a gate only where nothing can stand for it', async () => {
    const closing: string[] = [];
    for (const event of eventNames.filter((name) => 'redacts' in hookPoints[name])) {
      const { end } = await run(
        { it: at(event, () => assert.fail('oops'), { ...redacting, onError: 'continue' }) },
        requestOf(event),
      );
      if (end.action !== 'continue') closing.push(`${event} ${end.action}`);
    }
    assert.deepEqual(closing, ['modelDelta drop', 'preToolUse deny', 'beforeTranslate drop', 'afterTranslate drop']);
  });
  it('changes nothing, and ends as ever, at events whose values were shown before', async () => {
    for (const event of eventNames.filter((name) => !('redacts' in hookPoints[name]))) {
      const point: HookPoint = hookPoints[event];
      const { end, payload, redacted } = await run({ it: fails(event) }, requestOf(event));
      assert.deepEqual(payload, requestOf(event).payload, event);
      assert.equal(redacted, undefined, event);
      assert.equal(end.action, { deny: 'deny', stop: 'error', ask: 'continue', continue: 'continue' }[point.onError], event);
    }
  });
});

describe('withhold: what a redacting hook did not clean', () => {
  const output = 'hunter2';
  const decides = (decision: unknown, options: JsonObject = redacting) => at('postToolUse', () => decision, options);
  const outcomeOf = (exports: Record<string, unknown>) => run(exports, requestOf('postToolUse', { output }));
  const stop = { action: 'stop', reason: 'no' };
  it('is told by its length where the hook decided otherwise, or had no turn', async () => {
    assert.equal((await outcomeOf({ it: decides(stop) })).payload.output, length(output));
    assert.equal((await outcomeOf({ no: decides(stop, {}), it: decides(undefined) })).payload.output, length(output));
  });
  it('is shown where the hook looked and left it, in shadow, or would not have run', async () => {
    assert.equal((await outcomeOf({ it: decides(undefined), no: decides(stop, {}) })).payload.output, output);
    assert.equal((await outcomeOf({ it: decides(stop, { ...redacting, shadow: true }) })).payload.output, output);
    assert.equal(
      (await outcomeOf({ no: decides(stop, {}), it: decides(undefined, { ...redacting, tools: 'Read' }) })).payload.output,
      output,
    );
    const shadowed = { ...redacting, shadow: true };
    assert.equal((await outcomeOf({ no: decides(stop, {}), it: decides(undefined, shadowed) })).payload.output, output);
  });
  it('keeps the answer that stands for a failure', async () => {
    const answers = at('toolError', () => ({ action: 'respond', value: 'mine' }), redacting);
    const error = { kind: 'tool', name: 'E', message: 'hunter2' };
    const { end, payload } = await run({ answers }, requestOf('toolError', { error, original: error, output: 'hunter2' }));
    assert.deepEqual([(end as Any).value, payload.output], ['mine', 'mine']);
    assert.doesNotMatch(JSON.stringify([payload.error, payload.original]), /hunter2/);
  });
  it('an allow that is final leaves the call as it is; a denial does not show it', async () => {
    const call = async (decision: unknown) =>
      run({ first: at('preToolUse', () => decision), it: at('preToolUse', () => undefined, redacting) }, bash('echo hunter2'));
    assert.deepEqual((await call({ action: 'allow', final: true })).payload.input, { command: 'echo hunter2' });
    const denied = await call({ action: 'deny', reason: 'no' });
    assert.deepEqual(denied.payload.input, { command: length('echo hunter2') });
    assert.equal(denied.end.action, 'deny');
  });
  it('an answer before it stands, and the input is withheld all the same', async () => {
    const answers = at('preToolUse', () => ({ action: 'respond', value: 'x', final: false }), redacting);
    const { end, payload } = await run({ answers }, bash('echo hunter2'));
    assert.deepEqual([end.action, payload.input], ['respond', { command: length('echo hunter2') }]);
  });
  it('does not go on where the run was stopped before it was cleaned', async () => {
    const called: EventName[] = [];
    const stopped = (event: EventName) =>
      run({ it: at(event, () => void called.push(event), redacting) }, requestOf(event), { signal: AbortSignal.abort() });
    const { end } = await stopped('modelDelta');
    const abandoned = 'its hooks had cleaned it';
    const reason = `the run was stopped before ${abandoned}`;
    assert.deepEqual(end, { action: 'drop', by: { kind: 'human' }, reason, abandoned });
    const shown = await stopped('postToolUse');
    assert.deepEqual([shown.end.action, shown.payload.output], ['continue', length(payloadOf('postToolUse').output)]);
    assert.deepEqual(called, []);
  });
});

describe('withhold: records', () => {
  const change = at('postToolUse', () => ({ action: 'modify', output: 'hunter2', metadata: { a: 1 }, context: 'c' }));
  it('of hooks before keep name and length of what they made, their metadata and context', async () => {
    const { hooks } = await run({ change, it: fails('postToolUse') }, requestOf('postToolUse'));
    assert.deepEqual(hooks[0]!.changed, [
      { field: 'output', after: length('hunter2') },
      { field: 'metadata', after: { a: 1 } },
      { field: 'context', after: 'c' },
    ]);
  });
  describe('what hooks say beside the value', () => {
    const secret = 'hunter2-swordfish';
    const quoteGone = 'withheld: it quotes what a later hook is to redact';
    const says = at('postToolUse', (ctx) =>
      ctx.modify({
        context: `seen: ${ctx.output}`,
        metadata: { whole: ctx.output, parts: [{ of: `${ctx.output}!`, n: 7 }], plain: 'fine' },
      }),
    );
    const cleans = at(
      'postToolUse',
      (ctx) => ctx.modify({ output: 'clean', context: 'one key', metadata: { keys: 1 } }),
      redacting,
    );
    const withheldParts = { whole: quoteGone, parts: [{ of: quoteGone, n: 7 }], plain: 'fine' };
    const outcomeOf = (exports: Record<string, unknown>, metadata: JsonObject = {}) =>
      run(exports, requestOf('postToolUse', { output: secret }, { metadata }));
    it('is withheld where it quotes it: in the record, for the model and in the metadata', async () => {
      const outcome = await outcomeOf({ says, cleans }, { before: `from ${secret}` });
      assert.deepEqual(outcome.hooks[0]!.changed, [
        { field: 'metadata', after: withheldParts },
        { field: 'context', after: quoteGone },
      ]);
      assert.deepEqual(outcome.context, [quoteGone, 'one key']);
      assert.deepEqual(outcome.metadata, { before: `from ${secret}`, ...withheldParts, keys: 1 });
    });
    it('is withheld where it quotes what another hook had made of it, or what none changed any more', async () => {
      const other = at('postToolUse', (ctx) => ctx.modify({ output: `other ${ctx.output.length}-${'x'.repeat(9)}` }));
      const later = at('postToolUse', () => ({ action: 'modify', output: 'short' }));
      const outcome = await outcomeOf({ says, other, also: says, later, cleans });
      assert.doesNotMatch(JSON.stringify([outcome.hooks, outcome.context, outcome.metadata]), /hunter2|xxxxxx/);
    });
    it('is withheld of a hook in shadow, and where the redacting hook fails, stops or has no turn', async () => {
      for (const exports of [
        { says: at('postToolUse', says.handler, { shadow: true }), cleans },
        { says, cleans: fails('postToolUse') },
        { says, cleans: at('postToolUse', () => ({ action: 'stop', reason: 'no' }), redacting) },
        { says, stops: at('postToolUse', () => ({ action: 'stop', reason: 'no' })), cleans },
      ]) {
        const { hooks, context, metadata } = await outcomeOf(exports);
        assert.doesNotMatch(JSON.stringify([hooks, context, metadata]), /hunter2/);
        assert.equal(hooks[0]!.changed?.[1]?.after, quoteGone);
      }
    });
    it('is kept where nothing is redacted', async () => {
      const { context, metadata } = await outcomeOf({ says, looks: at('postToolUse', () => undefined, redacting) });
      assert.deepEqual([context, metadata?.whole], [[`seen: ${secret}`], secret]);
    });
    it('is withheld where it quotes the messages of a result', async () => {
      const messages = [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call-1', content: secret }] }];
      const notes = at('toolResultMessages', (ctx) => ctx.modify({ metadata: { said: JSON.stringify(ctx.defaultMessages) } }));
      const { metadata } = await run(
        { notes, it: fails('toolResultMessages') },
        requestOf('toolResultMessages', { defaultMessages: messages }),
      );
      assert.deepEqual(metadata, { said: quoteGone });
    });
  });
  it('of hooks that changed nothing are as they were, and that of the redacting hook shows what it made', async () => {
    const quiet = at('postToolUse', () => undefined);
    const it_ = at('postToolUse', () => ({ action: 'modify', output: 'clean' }), redacting);
    const { hooks } = await run({ quiet, change, it: it_ }, requestOf('postToolUse'));
    assert.equal(hooks[0]!.changed, undefined);
    assert.deepEqual(hooks[2]!.changed, [{ field: 'output', after: 'clean' }]);
  });
});
