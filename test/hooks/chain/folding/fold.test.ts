/** What each decision makes of a dispatch, whole: its end, its record, and what goes on. */
import assert from 'node:assert/strict';
import { hook } from 'hooksmith';
import type { JsonObject } from '../../../../src/shared/basics/json';
import type { ToolFacts } from '../../../../src/shared/calls/toolFacts';
import type { EventName } from '../../../../src/shared/hooks/points';
import { bash, file, requestOf, run, toolFacts } from '../chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests return what the types forbid at some event
type Any = any;
const at = (event: EventName, handler: (ctx: Any) => unknown, options: JsonObject = {}) => (hook as Any)(event, options, handler);
const returns = (event: EventName, decision: unknown, options: JsonObject = {}) => at(event, () => decision, options);
const by = (name = 'it', line = 1) => ({ kind: 'hook', file, line, name });

describe('fold: how a chain ends', () => {
  const ends: [EventName, JsonObject, JsonObject][] = [
    ['preToolUse', { action: 'deny', reason: 'no' }, { reason: 'no' }],
    ['preToolUse', { action: 'deny' }, { reason: 'deny by it' }],
    ['preToolUse', { action: 'deny', reason: '' }, { reason: 'deny by it' }],
    ['modelDelta', { action: 'drop' }, { reason: 'drop by it' }],
    ['preToolUse', { action: 'stop', reason: 'enough' }, { reason: 'enough' }],
    [
      'preToolUse',
      { action: 'stop', reason: 'enough', context: { n: 1 }, as: 'token_limit' },
      { reason: 'enough', context: { n: 1 }, as: 'token_limit' },
    ],
    ['preToolUse', { action: 'respond', value: 'x' }, { value: 'x', reason: 'respond by it' }],
    ['stop', { action: 'continueWith', message: 'more' }, { message: 'more', reason: 'continueWith by it' }],
    ['modelError', { action: 'retry', afterMs: 7 }, { afterMs: 7, reason: 'retry by it' }],
    ['modelError', { action: 'retry' }, { afterMs: 0, reason: 'retry by it' }],
    [
      'preToolUse',
      { action: 'fail', error: 'broken' },
      { error: { kind: 'hook', name: 'Error', message: 'broken' }, reason: 'broken' },
    ],
    [
      'preToolUse',
      { action: 'fail', error: { name: 'Own', message: 'broken' } },
      { error: { kind: 'hook', name: 'Own', message: 'broken' }, reason: 'broken' },
    ],
    [
      'preToolUse',
      { action: 'fail', error: { message: 'broken' } },
      { error: { kind: 'hook', name: 'Error', message: 'broken' }, reason: 'broken' },
    ],
  ];
  for (const [event, decision, expected] of ends)
    it(`${JSON.stringify(decision)} at ${event}, and no later hook has a turn`, async () => {
      let later = 0;
      const { end, skipped } = await run(
        { it: returns(event, decision), later: at(event, () => void later++) },
        requestOf(event),
      );
      assert.equal(later, 0);
      assert.deepEqual(end, { action: decision.action, by: by(), ...expected });
      assert.equal(skipped.ended, 1);
    });
  it('the name that a hook gives itself is the one that is told', async () => {
    const { end } = await run({ it: returns('preToolUse', { action: 'deny' }, { name: 'Own' }) }, bash('ls'));
    assert.deepEqual(end, { action: 'deny', by: by('Own'), reason: 'deny by Own' });
  });
  it('a vote says whose it is, and why', async () => {
    const { vote } = await run({ it: returns('preToolUse', { action: 'ask' }, { name: 'Own' }) }, bash('ls'));
    assert.deepEqual([vote?.by, vote?.reason], [by('Own'), 'ask by Own']);
  });
  it('an answer that is not final lets later hooks run, unseen by them; in shadow it stands for nothing', async () => {
    let seen: unknown = 'not called';
    const later = at('preToolUse', (ctx) => void (seen = ctx.output));
    const open = { action: 'respond', value: 'mine', final: false };
    const { end } = await run({ it: returns('preToolUse', open), later }, bash('ls'));
    assert.deepEqual([end.action, seen], ['respond', undefined]);
    const shadow = await run({ it: returns('preToolUse', open, { shadow: true }) }, bash('ls'));
    assert.equal(shadow.end.action, 'continue');
  });
});

describe('fold: an answer in the place of a tool', () => {
  for (const event of ['preToolUse', 'toolError'] as const)
    it(`at ${event} whose blocks lack what their types have is the hook’s error`, async () => {
      const { hooks } = await run({ it: returns(event, { action: 'respond', value: [{ type: 'image' }] }) }, requestOf(event));
      assert.match(hooks[0]!.error?.message ?? '', /^made an output that no model takes: \[0\] is an image whose source/);
      const other = await run({ it: returns(event, { action: 'respond', value: [{ type: 'other' }] }) }, requestOf(event));
      assert.equal(other.hooks[0]!.decision, 'respond');
    });
});

describe('fold: recovery', () => {
  for (const [event, field, value] of [
    ['toolError', 'output', 'mine'],
    ['modelError', 'response', { content: 'mine' }],
  ] as const)
    for (const final of [undefined, false])
      it(`${event}: later hooks see an answer, final or not, and that it recovered`, async () => {
        let seen: unknown;
        const later = at(event, (ctx) => void (seen = { recovered: ctx.recovered, value: ctx[field] }));
        const { end, payload } = await run({ it: returns(event, { action: 'respond', value, final }), later }, requestOf(event));
        assert.equal(end.action, 'respond');
        assert.deepEqual(seen, { recovered: true, value: payload[field] });
        assert.notEqual(payload[field], undefined);
      });
  it('a stop after an answer ends it, and so does a retry where there is none', async () => {
    const answer = returns('toolError', { action: 'respond', value: 'mine' });
    const stopped = await run({ answer, it: returns('toolError', { action: 'stop', reason: 'no' }) }, requestOf('toolError'));
    assert.equal(stopped.end.action, 'stop');
    const again = await run({ it: returns('toolError', { action: 'retry' }), answer }, requestOf('toolError'));
    assert.deepEqual([again.end.action, again.skipped.ended], ['retry', 1]);
  });
});

describe('fold: what a change leaves', () => {
  it('metadata and context stand on the record beside the fields, and are handed on', async () => {
    const { hooks, metadata, context } = await run(
      { it: returns('postToolUse', { action: 'modify', output: 'new', metadata: { a: 1 }, context: 'c' }) },
      requestOf('postToolUse'),
    );
    assert.deepEqual(hooks[0]!.changed, [
      { field: 'output', before: 'secret', after: 'new' },
      { field: 'metadata', after: { a: 1 } },
      { field: 'context', after: 'c' },
    ]);
    assert.deepEqual([metadata, context, hooks[0]!.noEffect], [{ a: 1 }, ['c'], undefined]);
  });
  it('a context without a word, and metadata as they were, are no change', async () => {
    const { hooks, context } = await run(
      { it: returns('postToolUse', { action: 'modify', context: ' \n', metadata: {} }) },
      requestOf('postToolUse'),
    );
    assert.deepEqual([hooks[0]!.changed, hooks[0]!.noEffect, context], [[], 'it changes nothing', []]);
  });
  it('without them nothing is handed on', async () => {
    const { metadata, context } = await run(
      { it: returns('postToolUse', { action: 'modify', output: 'new' }) },
      requestOf('postToolUse'),
    );
    assert.deepEqual([metadata, context], [undefined, []]);
  });
  it('metadata alone is kept after an answer that stands, and so is not said to come to nothing', async () => {
    const { hooks, metadata } = await run(
      {
        answer: returns('preToolUse', { action: 'respond', value: 'x', final: false }),
        notes: returns('preToolUse', { action: 'modify', metadata: { a: 1 } }),
      },
      bash('ls'),
    );
    assert.deepEqual([metadata, hooks[1]!.noEffect], [{ a: 1 }, undefined]);
  });
  it('a redacting hook withholds what others made of the fields only where it changes one', async () => {
    const first = returns('postToolUse', { action: 'modify', output: 'told' });
    const withRedactor = async (patch: JsonObject) =>
      await run(
        { first, it: returns('postToolUse', { action: 'modify', ...patch }, { redacts: true }) },
        requestOf('postToolUse'),
      );
    assert.deepEqual((await withRedactor({ metadata: { a: 1 } })).hooks[0]!.changed, [
      { field: 'output', before: 'secret', after: 'told' },
    ]);
    const changed = await withRedactor({ output: 'clean' });
    assert.doesNotMatch(JSON.stringify(changed.hooks), /secret|told/);
    assert.equal(changed.redacted, true);
  });
  it('the core is asked about a tool only where its input changed', async () => {
    const asked: JsonObject[] = [];
    const count = async (name: string, input: JsonObject) => {
      asked.push(input);
      return toolFacts(name, input);
    };
    const change = (patch: JsonObject) =>
      run({ it: returns('preToolUse', { action: 'modify', ...patch }) }, bash('ls'), { toolFacts: count });
    await change({ metadata: { a: 1 } });
    await change({ input: {} });
    assert.deepEqual(asked, []);
    await change({ input: { command: 'pwd' } });
    assert.deepEqual(asked, [{ command: 'pwd' }]);
  });
});

describe('fold: fields that a tool does not have', () => {
  const schema = {
    properties: {
      path: {},
      edits: { items: { properties: { from: {}, to: {} } } },
      view: { properties: { width: {} } },
      open: {},
    },
  };
  /** As a schema does: what it does not name is dropped, where it names anything. */
  const kept = (given: Any, { properties, items }: Any = {}): Any => {
    if (Array.isArray(given)) return given.map((one) => kept(one, items));
    if (typeof given !== 'object' || given === null || !properties) return given;
    return Object.fromEntries(
      Object.entries(given)
        .filter(([key]) => key in properties)
        .map(([key, value]) => [key, kept(value, properties[key])]),
    );
  };
  const strict = async (toolName: string, input: JsonObject): Promise<ToolFacts> => ({
    ...toolFacts('Echo', {}),
    toolName,
    input: toolName === 'Bare' ? {} : kept(input, schema),
    ...(toolName === 'Bare' ? {} : { declaration: { name: toolName, input_schema: schema } as Any }),
  });
  const problemOf = async (input: JsonObject, toolName = 'Mend') => {
    const request = requestOf('preToolUse', { toolName: 'Mend', input: { path: 'a' }, commandLine: undefined });
    const changed = await run({ it: returns('preToolUse', { action: 'modify', input }) }, request, { toolFacts: strict });
    const { hooks, payload } = await run({ it: returns('preToolUse', { action: 'redirect', toolName, input }) }, request, {
      toolFacts: strict,
    });
    const [direct, redirected] = [changed.hooks[0]!.error?.message, hooks[0]!.error?.message];
    if (toolName === 'Mend') assert.equal(direct?.replace('changed the input of ', ''), redirected?.replace('redirect to ', ''));
    return { problem: redirected, payload };
  };
  for (const [input, problem] of [
    [{ pth: 'a' }, "redirect to Mend: it has no field 'pth', did you mean 'path'?"],
    [{ wholly: 1 }, "redirect to Mend: it has no field 'wholly', but path, edits, view, open"],
    [
      { edits: [{ from: 'a' }, { form: 'a' }] },
      "redirect to Mend: it has no field 'edits[1].form', did you mean 'edits[1].from'?",
    ],
    [{ view: { widht: 1 } }, "redirect to Mend: it has no field 'view.widht', did you mean 'view.width'?"],
  ] as const)
    it(`are refused, and the nearest is named: ${JSON.stringify(input)}`, async () =>
      assert.equal((await problemOf(input)).problem, problem));
  for (const input of [
    { path: 'b' },
    { path: undefined, edits: [{ from: 'a', to: 'b' }] },
    { open: { any: { thing: 1 } } },
    { view: { width: 1, height: undefined } },
    { edits: [] },
  ])
    it(`are no others: ${JSON.stringify(input)}`, async () => {
      const { problem, payload } = await problemOf(input);
      assert.deepEqual([problem, payload.input], [undefined, kept(input, schema)]);
    });
  it('a tool without any says so', async () =>
    assert.equal((await problemOf({ a: 1 }, 'Bare')).problem, "redirect to Bare: it has no field 'a', but none at all"));
  describe('where its schema names some and lets others pass', () => {
    /** As tools of others do: their schema is kept to where they run. */
    const told = async (input: JsonObject, before: JsonObject = {}, more: JsonObject = {}) => {
      const loose = async (toolName: string, given: JsonObject): Promise<ToolFacts> => ({
        ...(await strict(toolName, {})),
        input: given,
        declaration: { name: toolName, input_schema: { ...schema, ...more } } as Any,
      });
      const request = requestOf('preToolUse', { toolName: 'Mend', input: { path: 'a', ...before }, commandLine: undefined });
      const { hooks } = await run({ it: returns('preToolUse', { action: 'modify', input }) }, request, { toolFacts: loose });
      return hooks[0]!.error?.message;
    };
    it('are refused all the same, at any depth', async () => {
      assert.equal(await told({ pth: 'a' }), "changed the input of Mend: it has no field 'pth', did you mean 'path'?");
      assert.match((await told({ edits: [{ form: 'a' }] }))!, /no field 'edits\[0\]\.form', did you mean 'edits\[0\]\.from'\?/);
      assert.match((await told({ constructor: 'a' } as JsonObject))!, /no field 'constructor'/);
      assert.match((await told({ pth: 'a' }, {}, { additionalProperties: false }))!, /no field 'pth'/);
      assert.equal(await told({ path: 'b', edits: [{ from: 'a' }], open: { any: 1 } }), undefined);
    });
    it('are not the hook’s where they stood there before', async () => {
      assert.equal(await told({ pth: 'b', path: 'b' }, { pth: 'a' }), undefined);
      assert.equal(await told({ edits: [{ form: 'b' }] }, { edits: [{ form: 'a' }] }), undefined);
      assert.match((await told({ edits: [{}, { form: 'b' }] }, { edits: [{ form: 'a' }] }))!, /no field 'edits\[1\]\.form'/);
    });
    for (const more of [{ additionalProperties: {} }, { additionalProperties: true }, { patternProperties: {} }, { allOf: [] }])
      it(`may be there where it says so: ${JSON.stringify(more)}`, async () =>
        assert.equal(await told({ pth: 'a' }, {}, more), undefined));
  });
  it('are the model’s own error, and not the hook’s, where its input was invalid already', async () => {
    const invalid = async (toolName: string, input: JsonObject): Promise<ToolFacts> => ({
      ...(await strict(toolName, input)),
      status: 'invalid',
      problem: 'bad',
    });
    const request = requestOf('preToolUse', { toolName: 'Mend', input: { path: 7 }, status: 'invalid' });
    const { hooks } = await run({ it: returns('preToolUse', { action: 'modify', input: { pth: 'a' } }) }, request, {
      toolFacts: invalid,
    });
    assert.equal(hooks[0]!.error, undefined);
  });
});

describe('fold: redirects', () => {
  const to = (toolName: string, input: JsonObject) => ({ action: 'redirect', toolName, input });
  it('change tool and input, and the record says from what; a redacting hook keeps it to itself', async () => {
    const { payload, hooks } = await run({ it: returns('preToolUse', to('Echo', { a: 1 })) }, bash('ls'));
    assert.deepEqual([payload.toolName, payload.input, payload.commandLine], ['Echo', { a: 1 }, undefined]);
    assert.deepEqual(hooks[0]!.changed, [
      { field: 'toolName', before: 'Bash', after: 'Echo' },
      { field: 'input', before: { command: 'ls' }, after: { a: 1 } },
    ]);
    const redacted = await run({ it: returns('preToolUse', to('Echo', {}), { redacts: true }) }, bash('ls'));
    assert.deepEqual(redacted.hooks[0]!.changed, [
      { field: 'toolName', after: 'Echo' },
      { field: 'input', after: {} },
    ]);
    assert.deepEqual(
      [redacted.redacted, (await run({ it: returns('preToolUse', to('Echo', {})) }, bash('ls'))).redacted],
      [true, undefined],
    );
  });
  it('in shadow are only recorded', async () => {
    const { payload, hooks } = await run({ it: returns('preToolUse', to('Echo', {}), { shadow: true }) }, bash('ls'));
    assert.deepEqual([payload.toolName, hooks[0]!.changed?.length], ['Bash', 2]);
  });
  for (const [decision, problem] of [
    [to('Nowhere', {}), 'redirect to Nowhere: tool not found: Nowhere'],
    [to('Bash', {}), 'redirect to Bash: command: expected string'],
  ] as const)
    it(`are the hook’s error where they cannot be: ${problem}`, async () => {
      const { hooks, payload } = await run({ it: returns('preToolUse', decision) }, bash('ls'));
      assert.equal(hooks[0]!.error?.message, problem);
      assert.equal(payload.toolName, 'Bash');
    });
});

describe('fold: a hook that fails', () => {
  const fails = (event: EventName, options: JsonObject = {}) => at(event, () => assert.fail('broken'), options);
  const error = { name: 'AssertionError', message: 'broken' };
  it('ends as its onError says, in words that name it', async () => {
    const denied = await run({ it: fails('preToolUse') }, bash('ls'));
    assert.deepEqual(denied.end, { action: 'deny', by: by(), reason: 'broken' });
    const { end } = await run({ it: fails('preToolUse', { onError: 'stop', name: 'Own' }) }, bash('ls'));
    assert.equal(end.action, 'error');
    const { line: _, column: __, ...told } = (end as Any).error;
    assert.deepEqual([told, (end as Any).reason], [{ ...error, message: 'hook Own failed: broken' }, 'broken']);
    const asked = await run({ it: fails('permissionRequest') }, requestOf('permissionRequest'));
    assert.deepEqual([asked.end.action, asked.vote?.reason], ['continue', 'hook it failed: broken']);
    const goes = await run({ it: fails('afterStep') }, requestOf('afterStep'));
    assert.deepEqual([goes.end.action, goes.vote], ['continue', undefined]);
  });
  it('ends the run where its onError stops, also where it redacts', async () => {
    const { end } = await run({ it: fails('preToolUse', { redacts: true, onError: 'stop' }) }, bash('ls'));
    assert.equal(end.action, 'error');
  });
  it('closes where nothing can stand for what it would have cleaned', async () => {
    for (const onError of ['continue', 'ask']) {
      const { end, vote } = await run({ it: fails('preToolUse', { redacts: true, onError }) }, bash('ls'));
      assert.deepEqual([end, vote], [{ action: 'deny', by: by(), reason: 'broken' }, undefined]);
    }
    const { end } = await run({ it: fails('modelDelta', { redacts: true }) }, requestOf('modelDelta'));
    assert.deepEqual(end, { action: 'drop', by: by(), reason: 'broken' });
  });
});

describe('fold: a run that is stopped while hooks decide', () => {
  const stopped = async (event: EventName, first: Record<string, unknown> = {}, signal = AbortSignal.abort()) => {
    let calls = 0;
    const result = await run({ ...first, it: at(event, () => void calls++) }, requestOf(event), { signal });
    assert.equal(calls, 0, `called at ${event} after the stop`);
    return result;
  };
  const abandoned = 'its hooks had decided';
  const human = { action: 'deny', by: { kind: 'human' }, reason: `the run was stopped before ${abandoned}`, abandoned };
  it('does not pass a gate, and leaves out what observes', async () => {
    for (const event of ['preToolUse', 'userMessage', 'beforeAgent'] as const)
      assert.deepEqual((await stopped(event)).end, human);
    for (const event of ['afterStep', 'beforeStep', 'permissionRequest'] as const)
      assert.deepEqual((await stopped(event)).end, { action: 'continue' });
  });
  it('keeps what a hook had decided', async () => {
    const abort = new AbortController();
    const first = at('preToolUse', () => {
      abort.abort();
      return { action: 'deny', reason: 'mine' };
    });
    const { end } = await stopped('preToolUse', { first }, abort.signal);
    assert.deepEqual(end, { action: 'deny', by: by('first'), reason: 'mine' });
  });
});
