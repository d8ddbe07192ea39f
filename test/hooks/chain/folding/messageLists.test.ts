import assert from 'node:assert/strict';
import { checkAnswer, checkMessages } from '../../../../src/hooks/chain/folding/messageLists';
import type { JsonObject } from '../../../../src/shared/basics/json';

const text = (role: 'user' | 'assistant', words: string) => ({ role, content: words });
const use = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const thinking = (signature: string) => ({ type: 'thinking', thinking: 'hm', signature });
const asked = [text('user', 'go')];
/** Two of the user's in a row: a model takes them as one. */
const neighbours = [text('user', 'a'), text('user', 'b')];
const joins = (messages: unknown) => {
  assert.ok(Array.isArray(messages));
  assert.equal(messages.length, 1);
  assert.match(JSON.stringify(messages), /a.*b/);
};
const nonsense = [{ role: 'user', content: [result('nobody-asked')] }];
const refused = (made: unknown, what: RegExp) => {
  assert.equal(typeof made, 'string', JSON.stringify(made));
  assert.match(made as string, what);
};

describe('messages that hooks make', () => {
  for (const event of ['beforeStep', 'afterStep'] as const)
    it(`are told at ${event} as a model takes them, or what is wrong with them`, () => {
      const before: JsonObject = { messages: neighbours, attempt: 1 };
      const same = { ...before };
      assert.equal(checkMessages(event, before, same), same);
      const made = checkMessages(event, before, { messages: [...neighbours], attempt: 1 }) as JsonObject;
      joins(made.messages);
      assert.equal(made.attempt, 1);
      refused(checkMessages(event, before, { messages: nonsense }), /^made messages that no model accepts: /);
    });

  it('are refused at preModelCall where another field of the request is nothing that a model takes', () => {
    const before = { request: { model: 'm', max_tokens: 5, messages: asked, system: 's', odd: 1 } };
    const made = (change: JsonObject) => checkMessages('preModelCall', before, { request: { ...before.request, ...change } });
    for (const [change, what] of [
      [{ model: '' }, 'model must be the name of a model'],
      [{ model: undefined }, 'model must be the name of a model'],
      [{ max_tokens: '5' }, 'max_tokens must be a number of tokens'],
      [{ max_tokens: 0 }, 'max_tokens must be a number of tokens'],
      [{ system: ['s'] }, 'system must be text'],
      [{ temperature: 'hot' }, 'temperature must be a number'],
      [{ tools: {} }, 'tools must be an array of tools, each with a name'],
      [{ tools: ['Read'] }, 'tools must be an array of tools, each with a name'],
      [{ stream: false }, 'stream is not set by hooks: whoever asks the model has chosen it'],
      [{ maxTokens: 5 }, "it has no field 'maxTokens': did you mean 'max_tokens'?"],
    ] as const)
      assert.equal(made(change), `made a request that no model accepts: ${what}`);
    for (const change of [
      { system: undefined, tools: undefined, temperature: undefined },
      { model: 'other', max_tokens: 1, temperature: 0, tools: [{ name: 'Read' }], system: '' },
      { top_k: 3, odd: 2, constructor: 1 },
    ])
      assert.equal(typeof made(change), 'object');
  });

  it('may leave a call waiting that waited before, and no other', () => {
    const waits = [...asked, { role: 'assistant', content: [use('one')] }];
    const made = (before: unknown, messages: unknown) => checkMessages('beforeStep', { messages: before }, { messages });
    assert.notEqual(typeof made(waits, [...waits]), 'string');
    refused(made(asked, waits), /no model accepts/);
  });

  it('are those of a request, whose other fields stay', () => {
    const before: JsonObject = { request: { model: 'm', messages: neighbours }, attempt: 2 };
    const other = { ...before, request: { model: 'n', messages: neighbours } };
    assert.equal(checkMessages('preModelCall', before, other), other);
    const made = checkMessages('preModelCall', before, { request: { model: 'n', messages: [...neighbours] }, attempt: 2 }) as {
      request: JsonObject;
      attempt: number;
    };
    joins(made.request.messages);
    assert.deepEqual([made.request.model, made.attempt], ['n', 2]);
    refused(checkMessages('preModelCall', before, { request: { messages: nonsense } }), /no model accepts/);
  });

  it('are the message of a user as the hook made it', () => {
    const message = { role: 'user', content: [{ type: 'text', text: '' }] };
    const before: JsonObject = { message };
    const same = { message };
    assert.equal(checkMessages('userMessage', before, same), same);
    const next = { message: text('user', 'other') };
    assert.equal(checkMessages('userMessage', before, next), next);
    refused(checkMessages('userMessage', before, { message: nonsense[0] }), /no model accepts/);
  });

  it('answer a call with exactly one result of its own, in the user’s words', () => {
    const before: JsonObject = { toolCallId: 'one', messages: [{ role: 'user', content: [result('one')] }] };
    const check = (messages: unknown[]) => checkMessages('toolResultMessages', before, { ...before, messages });
    const same = { ...before };
    assert.equal(checkMessages('toolResultMessages', before, same), same);
    const none = { ...before, messages: [] };
    assert.equal(checkMessages('toolResultMessages', before, none), none);
    const made = check([{ role: 'user', content: [result('one')] }, text('user', 'and more')]) as { messages: JsonObject[] };
    assert.equal(made.messages.length, 1);
    assert.match(JSON.stringify(made.messages), /"tool_use_id":"one".*and more/);
    for (const [messages, what] of [
      [[{ role: 'assistant', content: [result('one')] }], /they are the user’s/],
      [[{ role: 'user', content: [result('one')] }, text('assistant', 'done')], /they are the user’s/],
      [[text('user', 'no result')], /exactly one tool_result for one; what was there is kept: /],
      [[{ role: 'user', content: [result('two')] }], /exactly one tool_result for one/],
    ] as const)
      refused(check([...messages]), what);
  });

  it('are left alone at events that have none', () => {
    const next = { message: 'whatever' };
    assert.equal(checkMessages('postToolUse', {}, next), next);
  });

  it('hold no output whose blocks lack what their types have', () => {
    const [whole, broken] = [[{ type: 'text', text: 'x' }], [{ type: 'text', text: 'x' }, { type: 'image' }]];
    const at = (output: unknown) => checkMessages('postToolUse', { output: broken }, { output });
    for (const output of ['x', 3, null, [], whole, [{ type: 'other' }, { type: 'text' }]])
      assert.deepEqual(at(output), { output });
    refused(at([...broken]), /^made an output that no model takes: \[1\] is an image whose source is neither/);
    const same = { output: broken, isError: true };
    assert.equal(checkMessages('postToolUse', { output: broken }, same), same);
  });
});

describe('an answer in the place of the model’s', () => {
  const payload: JsonObject = { request: { messages: asked } };

  it('may be words, or calls with ids of their own', () => {
    assert.equal(checkAnswer('preModelCall', payload, 'just words'), undefined);
    assert.equal(checkAnswer('preModelCall', payload, { content: [{ type: 'text', text: 'x' }] }), undefined);
    assert.equal(checkAnswer('preModelCall', payload, [{ type: 'text', text: 'x' }, use('new')]), undefined);
    refused(
      checkAnswer('preModelCall', payload, [null, 'odd', { type: 'text', text: 'x' }]),
      /content\[0\] must be a content block/,
    );
    assert.equal(checkAnswer('beforeAgent', {}, [{ type: 'text', text: 'x' }]), undefined);
  });

  it('has no id that another call has', () => {
    refused(
      checkAnswer('preModelCall', payload, [{ type: 'text', text: 'x' }, use('a'), use('a')]),
      /^made an answer that no model gives: /,
    );
    const before = [...asked, { role: 'assistant', content: [use('a')] }, { role: 'user', content: [result('a')] }];
    refused(checkAnswer('preModelCall', { request: { messages: before } }, { content: [use('a')] }), /no model gives/);
  });

  const usage = { input_tokens: 1, output_tokens: 2 };
  for (const [field, what] of [
    [{ contnt: 'x' }, "it has no field 'contnt': did you mean 'content'?"],
    [{ stopReason: 'end_turn' }, "it has no field 'stopReason': did you mean 'stop_reason'?"],
    [{ role: 'user' }, "role must be 'assistant'"],
    [{ content: undefined }, 'content must be text or content blocks'],
    [{ stop_reason: 5 }, 'stop_reason must be text or null'],
    [{ usage: { input_tokens: 5 } }, 'usage must be an object with input_tokens and output_tokens'],
    [{ usage: null }, 'usage must be an object with input_tokens and output_tokens'],
    [{ id: 1 }, 'id must be text'],
    [{ model: 1 }, 'model must be the name of a model'],
    [{ type: 'x' }, "type must be 'message'"],
    [{ stop_sequence: 1 }, 'stop_sequence must be text or null'],
  ] as [JsonObject, string][])
    it(`has the fields of one: ${what}`, () => {
      const problem = `made an answer that no model gives: ${what}`;
      const before = { role: 'assistant', content: [], stop_reason: 'end_turn', usage };
      for (const event of ['postModelCall', 'stop', 'afterAgent'] as const) {
        const at = (response: unknown) => checkMessages(event, { ...payload, response: before }, { ...payload, response });
        assert.equal(at({ ...before, ...field }), problem);
        // What was there before is not the hook's.
        const odd = { ...before, ...field };
        const next = { ...payload, response: { ...odd, stop_reason: field.stop_reason ?? 'refusal' } };
        assert.equal(checkMessages(event, { ...payload, response: odd }, next), next);
      }
      // One without content is no answer, which is said before.
      const answer = 'content' in field ? undefined : { content: 'x', ...field };
      for (const event of ['beforeAgent', 'preModelCall', 'modelError'] as const)
        assert.equal(checkAnswer(event, payload, answer), answer && problem);
    });
  for (const [block, what] of [
    [{ type: 'text' }, 'is a text block without text'],
    [{ type: 'tool_use', id: 'a', name: 'Read' }, 'is a tool_use whose input is no object'],
    [{ type: 'tool_result', tool_use_id: 'a' }, 'is a tool_result, which only the user gives'],
    [{ type: 'image' }, 'is an image whose source is neither'],
  ] as [JsonObject, string][])
    it(`has no block that ${what}, but for those that the model made`, () => {
      const broken = new RegExp(`^made an answer that no model gives: content\\[0\\] ${what}`);
      for (const event of ['postModelCall', 'stop', 'afterAgent'] as const) {
        const before = { content: [block], stop_reason: 'end_turn' };
        const at = (response: JsonObject) =>
          checkMessages(event, { ...payload, response: before }, { ...payload, response: { ...before, ...response } });
        refused(at({ content: [block] }), broken);
        if (block.type === 'text') assert.equal(typeof at({ stop_reason: 'refusal' }), 'object');
      }
      for (const event of ['beforeAgent', 'preModelCall', 'modelError'] as const) {
        refused(checkAnswer(event, payload, [block]), broken);
        refused(checkAnswer(event, payload, { content: [block] }), broken);
      }
    });
  it('may have each of them', () => {
    const response = {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: 'x',
      stop_reason: null,
      stop_sequence: null,
      model: 'm',
      usage,
    };
    assert.equal(checkAnswer('preModelCall', payload, response), undefined);
    const next = { ...payload, response };
    assert.equal(checkMessages('afterAgent', { ...payload, response: undefined }, next), next);
    // A model's own says more than that, and what it said can be changed.
    const own = { ...response, container: null, context_management: null, stop_details: null, service_tier: 'standard' };
    assert.equal(checkAnswer('preModelCall', payload, own), undefined);
    const more = { ...payload, response: { ...response, contents: 2 } };
    assert.equal(checkMessages('afterAgent', { ...payload, response: { ...response, contents: 1 } }, more), more);
  });

  it('is not blamed for what was wrong before it', () => {
    assert.equal(checkAnswer('preModelCall', { request: { messages: nonsense } }, [use('a')]), undefined);
  });

  it('calls nothing where nobody would run it', () => {
    refused(checkAnswer('beforeAgent', {}, { content: [use('a')] }), /which nobody would run/);
    for (const event of ['stop', 'afterAgent'] as const) {
      const said = { content: [{ type: 'text', text: 'done' }, use('known')] };
      const at = (before: unknown, response: unknown) => checkMessages(event, { response: before }, { response });
      refused(
        at(said, { content: [use('known'), use('new')] }),
        /^made a call of Bash, which nobody would run: the agent has ended$/,
      );
      refused(at(undefined, { content: [use('new')] }), /which nobody would run/);
      for (const next of [{ content: [use('known')] }, { content: 'words' }, undefined])
        assert.deepEqual(at(said, next), { response: next });
      assert.deepEqual(at(said, said), { response: said });
    }
  });

  it('keeps what the model thought as it is, or leaves it out whole', () => {
    const before = { content: [thinking('one'), thinking('two'), { type: 'text', text: 'x' }] };
    const at = (response: unknown, was: unknown = before) =>
      checkMessages('postModelCall', { ...payload, response: was }, { ...payload, response });
    for (const content of [[thinking('one')], [{ type: 'text', text: 'y' }], [thinking('two'), { type: 'text', text: 'y' }]])
      assert.deepEqual(at({ content }), { ...payload, response: { content } });
    refused(at({ content: [thinking('one'), thinking('mine')] }), /^changed a thinking block: /);
    // Where there was none, a hook may bring its own.
    const brought = { content: [thinking('mine')] };
    assert.deepEqual(at(brought, { content: [] }), { ...payload, response: brought });
    assert.deepEqual(at(brought, null), { ...payload, response: brought });
    const same = { ...payload, response: before };
    assert.equal(checkMessages('postModelCall', same, same), same);
    refused(at({ content: [use('a'), use('a')] }), /no model gives/);
  });
});
