/** Where a word ends that the end of a pipe touches, as bash has it. */
import assert from 'node:assert/strict';
import { parseLine } from '../../../src/shell/syntax/parseLine';

const wordsOf = (line: string): string[] => {
  const { command } = parseLine(line).commands[0] as unknown as { command: { name: { text: string }; args: { text: string }[] } };
  return [command.name.text, ...command.args.map(({ text }) => text)];
};

describe('the end of a pipe', () => {
  for (const [line, ...words] of [
    ['a --file=<(b c) d', 'a', '--file=<(b c)', 'd'],
    ['a x<(b)y z', 'a', 'x<(b)y', 'z'],
    ['a <(b)<(c)', 'a', '<(b)<(c)'],
    ['a "x"<(b) c', 'a', '"x"<(b)', 'c'],
    ['a $x>(b)', 'a', '$x>(b)'],
    ['./a<(b) c', './a<(b)', 'c'],
    ['a <(b --c=<(d))', 'a', '<(b --c=<(d))'],
  ] as const)
    it(`is of the word that it touches: ${line}`, () => assert.deepEqual(wordsOf(line), words));
  it('is a word of its own between blanks', () => {
    assert.deepEqual(wordsOf('a <(b) <(c) >x'), ['a', '<(b)', '<(c)']);
    assert.deepEqual(wordsOf('a "(x" <(b)'), ['a', '"(x"', '<(b)']);
  });
});
