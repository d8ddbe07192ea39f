/** A text as one word of a shell's line is read as that text. */
import assert from 'node:assert/strict';
import { shellWord } from '../../../src/shared/basics/shellWord';
import { parseCommandLine } from '../../../src/shell/line/commandLine';
import { around } from '../../shell/disk';

describe('a word of a shell line', () => {
  for (const text of ['plain', '', 'two words', "it's", "''", '$(x) `y` $HOME ~ * ?', 'a\\b "c" \n;&|', '-rf'])
    it(`is ${JSON.stringify(text)}, and nothing else`, () => {
      const { commands } = parseCommandLine(`echo ${shellWord(text)}`, around);
      assert.deepEqual(
        commands?.map(({ args }) => args),
        [[text]],
      );
    });
});
