/** Which calls of a history still lack their result, and what joins it. */
import assert from 'node:assert/strict';
import { appendMessage, messagesProblem, readMessages, unansweredCalls } from '../../src/shared/messages/history';
import type { ContentBlock, Message } from '../../src/shared/messages/messages';

const user = (...content: ContentBlock[]): Message => ({ role: 'user', content });
const assistant = (...content: ContentBlock[]): Message => ({ role: 'assistant', content });
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const use = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'Echo', input: {} });
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });

describe('calls without a result', () => {
  const of = (...history: Message[]) => unansweredCalls(history).map(({ id }) => id);

  it('are those of the last answer, in call order', () => {
    assert.deepEqual(of(), []);
    assert.deepEqual(of(user(text('a'))), []);
    assert.deepEqual(of(assistant(use('1'))), ['1'], 'the first message counts');
    assert.deepEqual(of(user(text('a')), assistant(text('b'))), []);
    assert.deepEqual(of(user(text('a')), assistant(use('1'), use('2'))), ['1', '2']);
    assert.deepEqual(of(user(text('a')), assistant(use('1'), use('2')), user(text('c'), result('2'))), ['1']);
    assert.deepEqual(of(user(text('a')), assistant(use('1')), user(result('1'))), []);
    assert.deepEqual(of(assistant(use('1')), user(text('a')), assistant(text('b'))), [], 'an earlier answer is over');
  });

  it('are found wherever after it their results stand', () => {
    assert.deepEqual(of(assistant(use('1'), use('2')), user(text('a')), user(result('1'))), ['2']);
    assert.deepEqual(of(user(result('1')), assistant(use('1'))), ['1'], 'a result before the call is none of it');
  });
});

describe('a message that joins a history', () => {
  it('stands for itself where the last is another’s, or there is none', () => {
    assert.deepEqual(appendMessage([], user(text('a'))), [user(text('a'))]);
    const history = [user(text('a'))];
    assert.deepEqual(appendMessage(history, assistant(text('b'))), [user(text('a')), assistant(text('b'))]);
    assert.equal(history.length, 1, 'the list that was given stays');
  });

  it('becomes one with the last of its role; only the user’s results go first', () => {
    const history = [user(text('a')), assistant(text('b'))];
    assert.deepEqual(appendMessage(history, assistant(use('1'), text('c'))), [
      user(text('a')),
      assistant(text('b'), use('1'), text('c')),
    ]);
    assert.deepEqual(appendMessage([user(text('a'))], user(result('1'))), [user(result('1'), text('a'))]);
  });
});

describe('a list of messages', () => {
  const rows: [string, unknown, string][] = [
    ['no message', [null], "messages[0].role must be 'user' or 'assistant'"],
    ['a text for a message', ['x'], "messages[0].role must be 'user' or 'assistant'"],
    ['another role', [user(text('a')), { role: 'tool', content: 'x' }], "messages[1].role must be 'user' or 'assistant'"],
    ['a call with an empty id', [user(text('a')), assistant(use(''))], 'messages[1].content[0] is a tool_use without id or name'],
    [
      'a call without a name',
      [user(text('a')), assistant({ type: 'tool_use', id: '1', input: {} } as never)],
      'messages[1].content[0] is a tool_use without id or name',
    ],
    [
      'a result of nothing',
      [user({ type: 'tool_result', content: 'x' } as never)],
      'messages[0].content[0] is a tool_result without tool_use_id',
    ],
  ];
  for (const [name, list, problem] of rows) it(`is refused with ${name}`, () => assert.equal(messagesProblem(list), problem));

  it('has no problem where it is sound', () =>
    assert.equal(messagesProblem([user(text('a')), assistant(use('1')), user(result('1'))]), undefined));

  it('lets an open call be answered once, but never twice', () => {
    const list = (...results: ContentBlock[]) => [user(text('a')), assistant(use('1')), user(text('b'), ...results)];
    const open = new Set(['1']);
    assert.ok(Array.isArray(readMessages(list(), open)));
    assert.ok(Array.isArray(readMessages(list(result('1')), open)));
    assert.match(readMessages(list(result('1'), result('1')), open) as string, /not 2/);
  });
});
