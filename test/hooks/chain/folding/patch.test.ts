/** How `modify` changes a payload, and what the record keeps of it. */
import assert from 'node:assert/strict';
import { applyPatch } from '../../../../src/hooks/chain/folding/patch';
import type { JsonObject } from '../../../../src/shared/basics/json';
import { type EventName, hookPoints } from '../../../../src/shared/hooks/points';

const apply = (event: EventName, payload: JsonObject, patch: JsonObject, withBefore = true) =>
  applyPatch(payload, { action: 'modify', ...patch }, withBefore, hookPoints[event].patches);
const user = (content: unknown) => ({ role: 'user', content });
const words = (text: string) => ({ type: 'text', text });
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x' } };

describe('patch: what merges', () => {
  const payload = { input: { command: 'ls', timeout: 5 }, request: { model: 'm', tools: [1, 2], system: 's' } };
  it('takes the fields that are given, keeps the others, and removes one that is undefined', () => {
    const { payload: next, changed } = apply('preToolUse', payload, { input: { command: 'pwd', timeout: undefined, cwd: '/' } });
    assert.deepEqual(next, { ...payload, input: { command: 'pwd', cwd: '/' } });
    assert.ok(!('timeout' in (next.input as JsonObject)));
    assert.deepEqual(changed, [
      { field: 'input.command', before: 'ls', after: 'pwd' },
      { field: 'input.timeout', before: 5, after: undefined },
      { field: 'input.cwd', before: undefined, after: '/' },
    ]);
  });
  it('leaves the payload that it was given alone', () => {
    const before = structuredClone(payload);
    apply('preToolUse', payload, { input: { command: 'pwd' } });
    assert.deepEqual(payload, before);
  });
  it('goes one level deep', () => {
    const { payload: next } = apply('preToolUse', { input: { a: { b: 1, c: 2 } } }, { input: { a: { b: 3 } } });
    assert.deepEqual(next.input, { a: { b: 3 } });
  });
  it('into nothing is what is given', () =>
    assert.deepEqual(apply('afterAgent', {}, { response: { content: 'x' } }).payload.response, { content: 'x' }));
  it('tells of nothing that is as it was', () =>
    assert.deepEqual(apply('preToolUse', payload, { input: { command: 'ls', none: undefined } }).changed, []));
  it('tells of nothing that is the same again in another object', () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'a' }] }];
    assert.deepEqual(apply('beforeStep', { messages }, { messages: structuredClone(messages) }).changed, []);
    assert.deepEqual(apply('preToolUse', { input: { edits: [1] } }, { input: { edits: [1] } }).changed, []);
  });
  it('takes a field inside a value that is undefined for none', () => {
    const edits = [{ at: 1, deep: { to: 'b' } }];
    const given = [{ at: 1, all: undefined, deep: { to: 'b', why: undefined } }];
    assert.deepEqual(apply('preToolUse', { input: { edits } }, { input: { edits: given } }).changed, []);
    for (const other of [
      [{ at: 1, deep: {} }],
      [{ at: 1, deep: { to: 'b', why: null } }],
      [...edits, undefined],
      { 0: edits[0] },
    ])
      assert.equal(apply('preToolUse', { input: { edits } }, { input: { edits: other as never } }).changed.length, 1);
  });
  it('takes a hostile key for a field like any other', () => {
    const { payload: next } = apply(
      'preToolUse',
      { input: {} },
      { input: JSON.parse('{"__proto__": {"polluted": 1}, "toString": 2}') },
    );
    assert.deepEqual(Object.keys(next.input as object), ['__proto__', 'toString']);
    assert.equal((next.input as JsonObject).polluted, undefined);
    assert.equal(({} as JsonObject).polluted, undefined);
  });
  it('keeps former values only where they may be kept', () =>
    assert.deepEqual(apply('preToolUse', payload, { input: { command: 'pwd' } }, false).changed, [
      { field: 'input.command', after: 'pwd' },
    ]));
  it('a text stands for a value of the field’s own form', () => {
    assert.deepEqual(apply('postModelCall', { response: { id: 'r' } }, { response: 'x' }).payload.response, {
      id: 'r',
      content: [words('x')],
    });
    assert.deepEqual(apply('toolError', { error: { name: 'E', message: 'a' } }, { error: 'b' }).payload.error, {
      name: 'E',
      message: 'b',
    });
  });
});

describe('patch: what replaces', () => {
  it('stands as given', () => {
    const { payload, changed } = apply('postToolUse', { output: { a: 1 }, isError: false }, { output: { b: 2 }, isError: true });
    assert.deepEqual(payload, { output: { b: 2 }, isError: true });
    assert.deepEqual(changed, [
      { field: 'output', before: { a: 1 }, after: { b: 2 } },
      { field: 'isError', before: false, after: true },
    ]);
  });
  it('a field that is named and not given stays', () =>
    assert.deepEqual(apply('postToolUse', { output: 1 }, { output: undefined }), { payload: { output: 1 }, changed: [] }));
  it('no messages stand for the default: one for the other is no change', () => {
    const defaultMessages = [user('a')];
    const told = (messages: unknown, next: unknown) =>
      apply('toolResultMessages', { defaultMessages, ...(messages ? { messages } : {}) }, { messages: next }).changed;
    for (const same of [[], defaultMessages]) assert.deepEqual(told(undefined, same), []);
    for (const same of [[], defaultMessages])
      assert.deepEqual(told([user('b')], same), [{ field: 'messages', before: [user('b')], after: same }]);
    assert.equal(apply('beforeStep', { messages: [user('a')] }, { messages: [] }).changed.length, 1);
  });
  it('text for the conversation is no field of the event', () =>
    assert.deepEqual(apply('postToolUse', { output: 1 }, { context: 'c' }), { payload: { output: 1 }, changed: [] }));
  it('of message lists and tools what differs is told, other lists as they are', () => {
    const list = [user('a'), user('b'), user('b'), user('c')];
    for (const [to, before, after] of [
      [[...list, user('d')], [], [user('d')]],
      [list.slice(2), [user('a'), user('b')], []],
      [[user('a'), user('x'), user('b'), user('c')], [user('b')], [user('x')]],
      [[user('a'), user('b'), user('c'), user('b')], list.slice(2), [user('c'), user('b')]],
    ])
      assert.deepEqual(apply('beforeStep', { messages: list }, { messages: to }).changed, [{ field: 'messages', before, after }]);
    const { changed } = apply('preModelCall', { request: { tools: [1, 2] } }, { request: { tools: [2], stop_sequences: ['x'] } });
    assert.deepEqual(changed, [
      { field: 'request.tools', before: [1], after: [] },
      { field: 'request.stop_sequences', before: undefined, after: ['x'] },
    ]);
    const { changed: own } = apply(
      'preToolUse',
      { input: { tools: [1] } },
      { input: { toolsOf: [1], messages: [2], tools: [1, 3] } },
    );
    assert.deepEqual(
      own.map(({ after }) => after),
      [[1], [2], [1, 3]],
    );
  });
});

describe('patch: the text of a message', () => {
  const texts: [string, unknown, unknown][] = [
    ['a plain one', 'old', 'new'],
    ['the only block', [words('old')], [words('new')]],
    ['before a picture', [words('old'), picture], [words('new'), picture]],
    ['between pictures', [picture, words('old'), picture], [picture, words('new'), picture]],
    ['several texts become one', [picture, words('a'), picture, words('b')], [picture, words('new'), picture]],
    ['none so far: after all else', [picture, picture], [picture, picture, words('new')]],
  ];
  for (const [what, content, expected] of texts)
    it(`is changed in its place: ${what}`, () => {
      const { payload } = apply('userMessage', { message: user(content) }, { text: 'new' });
      assert.deepEqual(payload.message, user(expected));
    });
  it('is recorded as text', () =>
    assert.deepEqual(apply('userMessage', { message: user([words('old'), picture]) }, { text: 'new' }).changed, [
      { field: 'text', before: 'old', after: 'new' },
    ]));
  it('is that of the message that the same patch brings, in whatever order they are named', () => {
    const message = user([picture, words('theirs')]);
    for (const patch of [
      { text: 'new', message },
      { message, text: 'new' },
    ])
      assert.deepEqual(apply('userMessage', { message: user('old') }, patch).payload.message, user([picture, words('new')]));
  });
  it('that is empty keeps what was there', () =>
    assert.deepEqual(apply('userMessage', { message: user('old') }, { text: '' }), {
      payload: { message: user('old') },
      changed: [],
    }));
  it('a whole message in text is the user’s', () => {
    const { payload, changed } = apply('userMessage', { message: user([picture]) }, { message: 'new' });
    assert.deepEqual(payload.message, user('new'));
    assert.deepEqual(changed, [{ field: 'message', before: user([picture]), after: user('new') }]);
  });
});

describe('patch: deltas, signals and translated events', () => {
  const delta = { type: 'text', text: 'old', index: 0 };
  it('the text of a delta may become empty', () => {
    const { payload, changed } = apply('modelDelta', { delta }, { text: '' });
    assert.deepEqual(payload, { delta: { ...delta, text: '' } });
    assert.deepEqual(changed, [{ field: 'text', before: 'old', after: '' }]);
  });
  it('another field of a delta’s event is not its text', () =>
    assert.deepEqual(apply('modelDelta', { delta }, { metadata: { a: 1 } }).payload, { delta, metadata: { a: 1 } }));
  it('a signal is one more, and the strongest gives the reason', () => {
    const done = { reason: 'completed', message: 'done', source: 'main' };
    const error = { reason: 'error', message: 'bad', source: 'hook' };
    const { payload, changed } = apply('stop', { reason: 'completed', signals: [done] }, { signal: error });
    assert.deepEqual(payload, { reason: 'error', signals: [error, done] });
    assert.deepEqual(changed, [{ field: 'signal', before: undefined, after: error }]);
  });
  for (const [event, field] of [
    ['beforeTranslate', 'hookEvent'],
    ['afterTranslate', 'aguiEvent'],
  ] as const)
    it(`${event}: the event is replaced under the name by which hooks read it`, () => {
      const { payload, changed } = apply(event, { [field]: { type: 'A', x: 1 } }, { event: { type: 'B' } });
      assert.deepEqual(payload, { [field]: { type: 'B' } });
      assert.deepEqual(changed, [{ field: 'event', before: { type: 'A', x: 1 }, after: { type: 'B' } }]);
    });
});
