import assert from 'node:assert/strict';
import { withoutBlanks } from '../../../src/agent/model/blankText';
import type { Message } from '../../../src/shared/messages/messages';

const text = (words: string) => ({ type: 'text' as const, text: words });
const user = (...content: Message['content'] & object[]): Message => ({ role: 'user', content });
const assistant = (...content: Message['content'] & object[]): Message => ({ role: 'assistant', content });

describe('texts without a word', () => {
  it('are nowhere in what goes to a model; what says something stays the very message', () => {
    const call = { type: 'tool_use' as const, id: 'a', name: 'Bash', input: {} };
    const fine = [user(text('go')), assistant(text('hm'), call)];
    assert.equal(withoutBlanks(fine), fine);
    const read = withoutBlanks([
      ...fine,
      user({ type: 'tool_result', tool_use_id: 'a', content: [text(''), text('out')] }, text('  \n')),
      assistant(text(''), { ...call, id: 'b' }),
      user({ type: 'tool_result', tool_use_id: 'b', content: '' }),
    ]);
    assert.deepEqual(read.slice(2), [
      user({ type: 'tool_result', tool_use_id: 'a', content: [text('out')] }),
      assistant({ ...call, id: 'b' }),
      user({ type: 'tool_result', tool_use_id: 'b', content: '' }),
    ]);
    assert.equal(read[0], fine[0]);
  });

  it('are no error either: one must say something', () => {
    const failed = (content?: string | object[]) =>
      user({ type: 'tool_result', tool_use_id: 'a', content, is_error: true } as never);
    for (const content of ['', ' \n', [text('')], [], undefined])
      assert.deepEqual(withoutBlanks([failed(content)]), [failed('(no text)')]);
    const fine = [failed('no'), failed([text('no')])];
    assert.equal(withoutBlanks(fine), fine);
    assert.deepEqual(withoutBlanks([failed([text(' '), text('no')])]), [failed([text('no')])]);
  });

  it('leave no message without content: an answer of none goes, and what stood around it is joined', () => {
    const thought = { type: 'thinking' as const, thinking: 'x', signature: 's' };
    for (const empty of [
      assistant(text('')),
      assistant(),
      assistant(thought, text(' ')),
      { role: 'assistant', content: '' } as Message,
    ])
      assert.deepEqual(withoutBlanks([user(text('go')), empty, user(text('on'))]), [user(text('go'), text('on'))]);
    assert.deepEqual(withoutBlanks([user(text(' ')), assistant(text('a')), { role: 'user', content: '' }]), [
      { role: 'user', content: '(no text)' },
      assistant(text('a')),
      { role: 'user', content: '(no text)' },
    ]);
  });
});
