/** What a handler may return, field by field: taken as it is, or refused in words that name the field and what is accepted there. */
import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { acceptedBy } from '../../../../src/hooks/chain/words/acceptedDecisions';
import { confinementOf, type Decided, decisionMethods, readDecision } from '../../../../src/hooks/chain/words/decisions';
import type { JsonObject } from '../../../../src/shared/basics/json';
import type { EventName } from '../../../../src/shared/hooks/points';
import { waysOut } from '../../../../src/shared/runs/waysOut';

type Given = JsonObject & { action: string };
const hookOf = (...events: EventName[]) => acceptedBy({ kind: 'hook', events });
const ofPolicies = acceptedBy({ kind: 'policy', events: ['preToolUse'] });
const read = (event: EventName | EventName[], value: unknown) => readDecision(hookOf(...[event].flat()), value);
const judged = (value: unknown) => readDecision(ofPolicies, value);
const isRefused = (what: unknown, problem: string) => assert.equal(what, problem);
const isTaken = (what: unknown, given: Given) => assert.deepEqual(what, given);

describe('decisions: returning nothing', () => {
  for (const nothing of [undefined, null])
    it(`${nothing} goes on`, () => {
      assert.deepEqual(read('preToolUse', nothing), { action: 'continue' });
      assert.deepEqual(judged(nothing), { action: 'continue' });
    });
  it('a plain continue is as good, at events that only observe and for policies too', () => {
    isTaken(read('message', { action: 'continue' }), { action: 'continue' });
    isTaken(judged({ action: 'continue' }), { action: 'continue' });
  });
});

describe('decisions: what is no decision', () => {
  const accepted = 'modify, redirect, allow, ask, deny, respond, fail, stop';
  for (const [value, shown] of [
    ['no', 'string "no"'],
    [false, 'boolean false'],
    [[{ action: 'deny' }], 'an array'],
    [{ action: 3 }, 'an object'],
    [`x${'y'.repeat(60)}`, `string "x${'y'.repeat(38)}`],
    [() => 1, 'a function'],
    [new Map(), 'a Map'],
    [new Error('x'), 'an Error'],
    [Number.NaN, 'number NaN'],
    [10n, 'bigint 10'],
    [Symbol('x'), 'symbol Symbol(x)'],
  ] as const)
    it(`${shown} is shown short, with what is accepted`, () =>
      isRefused(
        read('preToolUse', value),
        `preToolUse returned ${shown}: return a decision, as in ctx.modify(…), or nothing. Accepted: ${accepted}`,
      ));
  it('names a policy as one, with its three', () => {
    isRefused(
      judged(1),
      'a policy returned number 1: return a decision, as in ctx.deny(…), or nothing. Accepted: deny, ask, confine',
    );
    isRefused(judged({ action: 'modify' }), "a policy does not accept 'modify'. Accepted: deny, ask, confine");
    isRefused(judged({ action: 'deney' }), "a policy does not accept 'deney': did you mean 'deny'? Accepted: deny, ask, confine");
  });
  it('says of an event that only observes that nothing is accepted', () =>
    isRefused(read('message', { action: 'deny' }), "message does not accept 'deny'. Accepted: nothing (it only observes)"));
  it('names a field that the decision does not have, the nearest that it has, and all of them', () => {
    isRefused(read('preToolUse', { action: 'ask', why: 'x' }), "ask at preToolUse has no field 'why'. It takes reason");
    isRefused(
      read('preToolUse', { action: 'allow', finl: true }),
      "allow at preToolUse has no field 'finl': did you mean 'final'? It takes reason, final",
    );
    isRefused(read('modelDelta', { action: 'drop', reason: 'x' }), "drop at modelDelta has no field 'reason'. It takes none");
    isRefused(judged({ action: 'deny', final: true }), "deny at a policy has no field 'final'. It takes reason");
    isRefused(
      read('preCompact', { action: 'modify', toString: 'x' }),
      "modify at preCompact has no field 'toString'. It takes instructions, metadata",
    );
  });
});

describe('decisions: of a hook that has several events', () => {
  it('are those that all of them accept, whichever is at hand', () => {
    const both: EventName[] = ['preToolUse', 'postToolUse'];
    isTaken(read(both, { action: 'stop', reason: 'x' }), { action: 'stop', reason: 'x' });
    isTaken(read(both, { action: 'modify', metadata: { a: 1 } }), { action: 'modify', metadata: { a: 1 } });
    isRefused(
      read(both, { action: 'deny', reason: 'no' }),
      "a hook of preToolUse and postToolUse does not accept 'deny'. Accepted: modify, stop",
    );
    isRefused(
      read(['preToolUse', 'message', 'postToolUse'], { action: 'deny' }),
      "a hook of preToolUse, message and postToolUse does not accept 'deny'. Accepted: nothing (it only observes)",
    );
  });
  it('change the fields that all of them may', () => {
    isRefused(
      read(['preToolUse', 'postToolUse'], { action: 'modify', input: {} }),
      "modify at a hook of preToolUse and postToolUse has no field 'input'. It takes metadata",
    );
    isTaken(read(['toolError', 'modelError'], { action: 'modify', error: 'x' }), { action: 'modify', error: 'x' });
  });
  it('answer with what may stand at each of them', () => {
    isTaken(read('toolError', { action: 'respond', value: 5 }), { action: 'respond', value: 5 });
    isRefused(
      read(['toolError', 'modelError'], { action: 'respond', value: 5 }),
      "respond at a hook of toolError and modelError: 'value' must be text, an array of content blocks, or a response with content, not number 5",
    );
  });
});

describe('decisions: the fields of each', () => {
  const flag = 'must be true or false';
  const text = (shown: string) => `must be text, not ${shown}`;
  const table: [EventName, string, Given[], [JsonObject, string, string][]][] = [
    [
      'preToolUse',
      'allow',
      [{ action: 'allow' }, { action: 'allow', reason: 'fine', final: false }],
      [
        [{ reason: 7 }, 'reason', text('number 7')],
        [{ reason: null }, 'reason', text('null')],
        [{ final: 'yes' }, 'final', flag],
      ],
    ],
    ['preToolUse', 'ask', [{ action: 'ask' }, { action: 'ask', reason: '' }], [[{ reason: {} }, 'reason', text('an object')]]],
    [
      'preToolUse',
      'deny',
      [{ action: 'deny' }, { action: 'deny', reason: 'no' }],
      [[{ reason: [] }, 'reason', text('an array')]],
    ],
    [
      'preToolUse',
      'respond',
      [
        { action: 'respond', value: null },
        { action: 'respond', value: 0, final: false },
      ],
      [
        [{}, 'value', 'must be given'],
        [{ value: 1, final: 1 }, 'final', flag],
      ],
    ],
    [
      'preToolUse',
      'fail',
      [
        { action: 'fail', error: 'broken' },
        { action: 'fail', error: { name: 'X', message: 'broken' } },
      ],
      [
        [{}, 'error', 'must be text or {name?, message}'],
        [{ error: { name: 'X' } }, 'error', 'must be text or {name?, message}'],
        [{ error: { message: 3 } }, 'error', 'must be text or {name?, message}'],
      ],
    ],
    [
      'preToolUse',
      'redirect',
      [{ action: 'redirect', toolName: 'Read', input: {} }],
      [
        [{ input: {} }, 'toolName', text('undefined')],
        [{ toolName: 'Read', input: [] }, 'input', 'must be an object'],
      ],
    ],
    [
      'preToolUse',
      'stop',
      [{ action: 'stop' }, { action: 'stop', reason: 'enough', context: { n: 1 }, as: 'token_limit' }],
      [
        [{ reason: true }, 'reason', text('boolean true')],
        [{ context: 'n' }, 'context', 'must be an object, not string "n"'],
        [
          { as: 'boredom' },
          'as',
          'must be one of error, stop_requested, user_requested, steps_limit, token_limit, time_limit, retry_limit, finish_reason, completed',
        ],
      ],
    ],
    [
      'modelError',
      'retry',
      [{ action: 'retry' }, { action: 'retry', afterMs: 0 }, { action: 'retry', afterMs: 250.5 }],
      [
        [{ afterMs: 1e12 }, 'afterMs', 'must be milliseconds, 0 or more, at most 2000000000'],
        [{ afterMs: -1 }, 'afterMs', 'must be milliseconds, 0 or more, at most 2000000000'],
        [{ afterMs: '5' }, 'afterMs', 'must be milliseconds, 0 or more, at most 2000000000'],
      ],
    ],
    [
      'stop',
      'continueWith',
      [{ action: 'continueWith', message: 'more' }],
      [
        [{}, 'message', text('undefined')],
        [{ message: '' }, 'message', 'must not be empty'],
      ],
    ],
  ];
  for (const [event, action, taken, refused] of table) {
    for (const given of taken) it(`takes ${JSON.stringify(given)}`, () => isTaken(read(event, given), given));
    for (const [fields, field, problem] of refused)
      it(`refuses ${action} with ${JSON.stringify(fields)}`, () =>
        isRefused(read(event, { action, ...fields }), `${action} at ${event}: '${field}' ${problem}`));
  }
});

describe('decisions: an answer in the model’s place', () => {
  for (const event of ['beforeAgent', 'preModelCall', 'modelError'] as const) {
    for (const value of [
      'text',
      [],
      [{ type: 'text', text: 'x' }],
      { content: 'x' },
      { content: [{ type: 'text' }], stop_reason: 'x' },
    ])
      it(`${event} takes ${JSON.stringify(value)}`, () =>
        isTaken(read(event, { action: 'respond', value, final: true }), { action: 'respond', value, final: true }));
    for (const [value, shown] of [
      [undefined, 'undefined'],
      [7, 'number 7'],
      [{}, 'an object'],
      [{ content: [{ text: 'x' }] }, 'an object'],
      [['x'], 'an array'],
      [[{ type: 1 }], 'an array'],
    ] as const)
      it(`${event} refuses ${JSON.stringify(value)}`, () =>
        isRefused(
          read(event, { action: 'respond', value }),
          `respond at ${event}: 'value' must be text, an array of content blocks, or a response with content, not ${shown}`,
        ));
    it(`${event} takes final as true or false alone`, () =>
      isRefused(
        read(event, { action: 'respond', value: 'x', final: 'no' }),
        `respond at ${event}: 'final' must be true or false`,
      ));
  }
});

describe('decisions: changes', () => {
  const message = { role: 'user', content: 'x' };
  const table: [EventName, string, unknown[], [unknown, string][]][] = [
    ['sessionStart', 'context', ['', 'c'], [[1, 'must be text, not number 1']]],
    ['beforeStep', 'system', ['s'], [[{}, 'must be text, not an object']]],
    ['modelDelta', 'text', [''], [[[], 'must be text, not an array']]],
    ['preCompact', 'instructions', ['brief'], [[false, 'must be text, not boolean false']]],
    ['preCompact', 'metadata', [{}], [['x', 'must be an object, not string "x"']]],
    [
      'userMessage',
      'message',
      ['x', message, { role: 'user', content: [] }],
      [
        [{ content: 'x' }, "must be text or a message with role 'user'"],
        [[], "must be text or a message with role 'user'"],
        [4, "must be text or a message with role 'user'"],
      ],
    ],
    [
      'beforeStep',
      'messages',
      [[], [message, { role: 'assistant', content: [{ type: 'text', text: 'y' }] }]],
      [
        [message, 'must be an array of messages, {role, content}'],
        [[message, 'x'], 'must be an array of messages, {role, content}'],
        [[{ role: 'system', content: 'x' }], 'must be an array of messages, {role, content}'],
        [[{ role: 'user' }], 'must be an array of messages, {role, content}'],
        [[{ role: 'user', content: ['x'] }], 'must be an array of messages, {role, content}'],
      ],
    ],
    ['postToolUse', 'isError', [true, false], [[1, 'must be true or false']]],
    ['postToolUse', 'output', [null, 0, { any: 'thing' }], []],
    ['preToolUse', 'input', [{ a: 1 }], [[null, 'must be an object, not null']]],
    ['preModelCall', 'request', [{ max_tokens: 1 }], [[3, 'must be an object, not number 3']]],
    ['beforeAgent', 'responseFormat', [{ type: 'object' }], [['json', 'must be an object, not string "json"']]],
    ['afterTranslate', 'event', [{ type: 'X' }], [['X', 'must be an object, not string "X"']]],
    [
      'postModelCall',
      'response',
      ['x', {}, { stop_reason: 'end_turn' }, { content: 'x' }, { content: [{ type: 'text' }] }],
      [
        [{ content: 5 }, 'must be text, or fields of a response with content as text or blocks'],
        [[], 'must be text, or fields of a response with content as text or blocks'],
      ],
    ],
    [
      'toolError',
      'error',
      [
        'x',
        {},
        { name: 'N', message: 'm', kind: 'tool', status: 5 },
        { kind: undefined, status: undefined },
        { waysOut: ['hooksmith.compact'] },
      ],
      [
        [7, 'must be text, an Error or {name?, message?, kind?, status?, waysOut?}, not number 7'],
        [{ message: undefined }, 'needs text as its message, not undefined'],
        [{ name: undefined }, 'needs text as its name, not undefined'],
        [{ kind: 7 }, 'needs text as its kind, not number 7'],
        [{ status: '429' }, 'needs a number as its status, not string "429"'],
        [{ mesage: 'x' }, "has no field 'error.mesage': did you mean 'message'? It takes name, message, kind, status, waysOut"],
        [{ wholly: 'x' }, "has no field 'error.wholly'. It takes name, message, kind, status, waysOut"],
        [{ waysOut: ['hooksmith.newHook'] }, `needs a list of ${waysOut.join(', ')} as its waysOut, not an array`],
      ],
    ],
    [
      'stop',
      'signal',
      ['why', { message: 'm' }, { reason: 'error', message: 'm', source: 's', context: {} }],
      [
        [7, 'must be text or {reason?, message, source?, context?}, not number 7'],
        [{ reason: 'error' }, 'must be text or {reason?, message, source?, context?}, not an object'],
        [
          { message: 'm', sauce: 's' },
          "has no field 'signal.sauce': did you mean 'source'? It takes reason, message, source, context",
        ],
        [
          { message: 'm', reason: 'boredom' },
          'has a reason that must be one of error, stop_requested, user_requested, steps_limit, token_limit, time_limit, retry_limit, finish_reason, completed',
        ],
        [{ message: 'm', source: 1 }, 'has text as its source'],
        [{ message: 'm', context: 'c' }, 'has an object as its context'],
      ],
    ],
  ];
  for (const [event, field, taken, refused] of table) {
    for (const value of taken)
      it(`${event} takes ${field}: ${JSON.stringify(value)}`, () =>
        isTaken(read(event, { action: 'modify', [field]: value }), { action: 'modify', [field]: value }));
    for (const [value, problem] of refused)
      it(`${event} refuses ${field}: ${JSON.stringify(value)}`, () =>
        isRefused(read(event, { action: 'modify', [field]: value }), `modify at ${event}: '${field}' ${problem}`));
  }
  it('leaves a field alone that is named and not given', () =>
    isTaken(read('preToolUse', { action: 'modify', input: undefined }), { action: 'modify', input: undefined }));
});

describe('decisions: an Error', () => {
  const own = Object.assign(new RangeError('too far'), { kind: 'far', status: 7, code: 'X' });
  const foreign: Error = runInNewContext("new TypeError('from elsewhere')");
  it('as a change of an error is its fields, those of another kind left out, also where it was made in another realm', () => {
    isTaken(read('toolError', { action: 'modify', error: own }), {
      action: 'modify',
      error: { name: 'RangeError', message: 'too far', kind: 'far', status: 7 },
    });
    isTaken(read('toolError', { action: 'modify', error: foreign }), {
      action: 'modify',
      error: { name: 'TypeError', message: 'from elsewhere' },
    });
    const odd = Object.assign(new Error('m'), { kind: 3, status: '5' });
    isTaken(read('toolError', { action: 'modify', error: odd }), { action: 'modify', error: { name: 'Error', message: 'm' } });
  });
  it('as a tool’s output or answer is its text', () => {
    isTaken(read('postToolUse', { action: 'modify', output: own }), { action: 'modify', output: 'too far' });
    isTaken(read('preToolUse', { action: 'respond', value: foreign }), { action: 'respond', value: 'from elsewhere' });
    isTaken(read('preToolUse', { action: 'fail', error: own }), {
      action: 'fail',
      error: { name: 'RangeError', message: 'too far', kind: 'far', status: 7 },
    });
  });
  it('is not changed itself', () => {
    const given = { action: 'modify', error: own };
    read('toolError', given);
    assert.equal(given.error, own);
  });
});

describe('decisions: the words of a confinement', () => {
  const [reads, writes] = ["patterns of paths, such as 'secrets/**'", "patterns of paths, such as 'dist/**'"];
  const programs = "names of programs, such as 'curl', without arguments";
  const hosts = "names of hosts, such as 'example.com'";
  const lists = "arrays of patterns of paths, such as ['src/**']";
  for (const fields of [
    {},
    { denyRead: [], denyWrite: ['a'], denyPrograms: ['curl', 'g++'], hosts: ['example.com', '*.example.com'] },
    { onlyPaths: [['src'], []], hideOnly: true, ask: false, reason: 'why' },
  ])
    it(`takes ${JSON.stringify(fields)}`, () =>
      isTaken(judged({ action: 'confine', ...fields }), { action: 'confine', ...fields }));
  for (const [fields, problem] of [
    [{ denyRead: 'secret' }, `'denyRead' must be an array of ${reads}, not string "secret"`],
    [{ denyRead: [' '] }, `'denyRead' must be an array of ${reads}: element 0 is an empty text`],
    [{ denyWrite: ['a', 1] }, `'denyWrite' must be an array of ${writes}: element 1 is number 1`],
    [{ denyPrograms: [''] }, `'denyPrograms' must be an array of ${programs}: element 0 is an empty text`],
    [{ denyPrograms: ['nc', 'rm -rf'] }, `'denyPrograms' must be an array of ${programs}: element 1 is string "rm -rf"`],
    [{ hosts: {} }, `'hosts' must be an array of ${hosts}, not an object`],
    [{ hosts: ['a.example', ''] }, `'hosts' must be an array of ${hosts}: element 1 is an empty text`],
    [{ hosts: ['a.example', 'b.example/x'] }, `'hosts' must be an array of ${hosts}: element 1 is string "b.example/x"`],
    [{ hosts: ['a b'] }, `'hosts' must be an array of ${hosts}: element 0 is string "a b"`],
    [{ onlyPaths: ['src'] }, `'onlyPaths' must be an array of ${lists}: element 0 is string "src"`],
    [{ onlyPaths: 'src' }, `'onlyPaths' must be an array of ${lists}, not string "src"`],
    [{ onlyPaths: [['a'], undefined] }, `'onlyPaths' must be an array of ${lists}: element 1 is undefined`],
    [
      { onlyPaths: [['a'], ['b', '']] },
      `'onlyPaths' must be an array of ${lists}: element 1 is an array whose element 1 is an empty text`,
    ],
    [{ hideOnly: 1 }, "'hideOnly' must be true or false"],
    [{ ask: 'yes' }, "'ask' must be true or false"],
    [{ reason: 1 }, "'reason' must be text, not number 1"],
  ] as const)
    it(`refuses ${JSON.stringify(fields)}`, () =>
      isRefused(judged({ action: 'confine', ...fields }), `confine at a policy: ${problem}`));

  it('are apart from its reason and its question, and without what was not said', () => {
    const of = (fields: JsonObject) => confinementOf({ action: 'confine', ...fields } as Decided);
    assert.deepEqual(of({ denyRead: ['a'], hideOnly: false, hosts: undefined, reason: 'why', ask: true }), {
      words: { denyRead: ['a'] },
      ask: true,
    });
    assert.deepEqual(of({ hideOnly: true }), { words: { hideOnly: true }, ask: false });
  });
});

describe('decisions: as methods of a context', () => {
  const methods = (event: EventName, kind: 'hook' | 'policy' = 'hook') =>
    decisionMethods(kind === 'policy' ? ofPolicies : hookOf(event)) as unknown as Record<
      string,
      (...args: unknown[]) => JsonObject
    >;
  it('are those that the event accepts, and continue; those of a policy are its own', () => {
    assert.deepEqual(Object.keys(methods('message')), ['continue']);
    assert.deepEqual(Object.keys(methods('modelDelta')), ['modify', 'drop', 'stop', 'continue']);
    assert.deepEqual(Object.keys(methods('preToolUse', 'policy')), ['deny', 'ask', 'confine', 'continue']);
  });
  it('refuse what is no object where fields are to be', () => {
    for (const given of [[], 'x', 5, true, null]) {
      const refused = (action: string) => ({
        name: 'TypeError',
        message: new RegExp(`^ctx\\.${action} takes an object of fields`),
      });
      assert.throws(() => methods('preToolUse').modify!(given), refused('modify'));
      assert.throws(() => methods('preToolUse').allow!('fine', given), refused('allow'));
      assert.throws(() => methods('preToolUse').respond!('x', given), refused('respond'));
      assert.throws(() => methods('modelError').retry!(given), refused('retry'));
      assert.throws(() => methods('preToolUse', 'policy').confine!(given), refused('confine'));
    }
  });
  it('make the decision that a plain object would be', () => {
    const tool = methods('preToolUse');
    for (const [made, plain] of [
      [tool.continue!(), { action: 'continue' }],
      [tool.modify!({ input: { a: 1 } }), { action: 'modify', input: { a: 1 } }],
      [tool.respond!('x'), { action: 'respond', value: 'x' }],
      [tool.respond!('x', { final: false }), { action: 'respond', value: 'x', final: false }],
      [tool.fail!('x'), { action: 'fail', error: 'x' }],
      [tool.redirect!('Read', { a: 1 }), { action: 'redirect', toolName: 'Read', input: { a: 1 } }],
      [tool.allow!('fine', { final: true }), { action: 'allow', reason: 'fine', final: true }],
      [tool.ask!('hm'), { action: 'ask', reason: 'hm' }],
      [tool.deny!('no'), { action: 'deny', reason: 'no' }],
      [tool.stop!('enough'), { action: 'stop', reason: 'enough' }],
      [tool.stop!('enough', { n: 1 }, 'error'), { action: 'stop', reason: 'enough', context: { n: 1 }, as: 'error' }],
      [methods('modelError').retry!({ afterMs: 5 }), { action: 'retry', afterMs: 5 }],
      [methods('modelError').retry!(), { action: 'retry' }],
      [methods('modelDelta').drop!(), { action: 'drop' }],
      [methods('stop').continueWith!('more'), { action: 'continueWith', message: 'more' }],
      [methods('preToolUse', 'policy').confine!({ denyRead: ['a'] }), { action: 'confine', denyRead: ['a'] }],
      [methods('preToolUse', 'policy').confine!(), { action: 'confine' }],
    ] as const)
      assert.deepEqual(made, plain);
  });
  it('keep their own action whatever a patch says', () =>
    assert.deepEqual(methods('preToolUse').modify!({ action: 'allow' }), { action: 'modify' }));
});
