import assert from 'node:assert/strict';
import { mended } from '../../../src/agent/session/mendedHistory';
import { readMessages, unansweredCalls } from '../../../src/shared/messages/history';
import type { ContentBlock, Message } from '../../../src/shared/messages/messages';

const user = (...content: ContentBlock[]): Message => ({ role: 'user', content });
const assistant = (...content: ContentBlock[]): Message => ({ role: 'assistant', content });
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const use = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'Echo', input: {} });
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });

describe('a history from elsewhere', () => {
  it('that is whole stays as it is, calls at its end that wait included', () => {
    for (const history of [[], [user(text('a')), assistant(use('1'), use('2')), user(result('1'))]])
      assert.deepEqual(mended(history), { history });
  });

  const broken: [string, Message[], Message[]][] = [
    ['begins with the assistant', [assistant(text('a')), user(text('b'))], [user(text('b'))]],
    ['has the assistant alone', [assistant(text('a'))], []],
    ['has empty messages', [user(text('a')), { role: 'assistant', content: '' }, user(text('b'))], [user(text('a'), text('b'))]],
    [
      'has a call without a result',
      [user(text('a')), assistant(use('1')), user(text('b')), assistant(text('c'))],
      [
        user(text('a')),
        assistant(use('1')),
        user({ type: 'tool_result', tool_use_id: '1', content: 'No result of this call was kept.', is_error: true }, text('b')),
        assistant(text('c')),
      ],
    ],
    [
      'has two results of a call, and one of none',
      [user(text('a')), assistant(use('1')), user(result('1'), result('1'), result('2'))],
      [user(text('a')), assistant(use('1')), user(result('1'))],
    ],
    [
      'has one id twice',
      [user(text('a')), assistant(use('1')), user(result('1')), assistant(use('1')), user(result('1')), assistant(text('b'))],
      [user(text('a')), assistant(use('1')), user(result('1')), assistant(text('b'))],
    ],
    [
      'has blocks that are none',
      [user(text('a'), { no: 'type' } as never), assistant(text('b'))],
      [user(text('a')), assistant(text('b'))],
    ],
  ];
  for (const [name, history, wanted] of broken)
    it(`that ${name} is mended, and what was wrong is told`, () => {
      const { history: made, problem } = mended(history);
      assert.deepEqual(made, wanted);
      assert.ok(problem);
      if (made.length > 0) assert.equal(typeof readMessages(made, new Set(unansweredCalls(made).map(({ id }) => id))), 'object');
    });
});
