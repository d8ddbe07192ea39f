import assert from 'node:assert/strict';
import { readToolResults } from '../../../src/shared/messages/broughtResults';

describe('results from outside', () => {
  it('are read by the ids of their calls, as blocks of the Messages API, too', () => {
    const content = [{ type: 'text', text: 'x' }];
    assert.deepEqual(
      readToolResults([{ tool_use_id: 'a' }, { type: 'tool_result', tool_use_id: 'b', content, is_error: true }]),
      new Map<string, unknown>([
        ['a', { content: '', isError: false }],
        ['b', { content, isError: true }],
      ]),
    );
    assert.deepEqual(readToolResults([]), new Map());
  });

  for (const [given, what] of [
    [{ tool_use_id: 'a' }, 'it must be an array'],
    [[null], '[0] must be an object'],
    [[{ tool_use_id: 'a', contnt: 'x' }], "[0] has no field 'contnt': did you mean 'content'?"],
    [[{ tool_use_id: 'a', zzzzzzz: 'x' }], "[0] has no field 'zzzzzzz'"],
    [[{ content: 'x' }], '[0] is a tool_result without tool_use_id'],
    [[{ tool_use_id: 'a' }, { tool_use_id: 'b', content: [{ type: 'text' }] }], '[1].content[0] is a text block without text'],
    [[{ tool_use_id: 'a', type: 'text' }], "[0].type must be 'tool_result'"],
    [[{ tool_use_id: 'a', is_error: 'no' }], '[0].is_error must be true or false'],
    [[{ tool_use_id: 'a' }, { tool_use_id: 'a' }], 'the call a has more than one result'],
  ] as const)
    it(`are refused where ${what}`, () => assert.equal(readToolResults(given), what));
});
