import assert from 'node:assert/strict';
import { quotedSubstitutions } from '../../../src/shell/syntax/quotedTexts';

describe('texts of a line that bash expands nowhere', () => {
  it('are those with a substitution, in single quotes or behind a backslash in double ones', () => {
    for (const [line, ...expected] of [
      ["a '$(x)'", '$(x)'],
      ["a '`x`' b '$(y)'", '`x`', '$(y)'],
      ["a 'x' '$x'"],
      ['a "$(x)" `x`'],
      ['a "\\$(x)"', '$(x)'],
      ['a "\\`x\\`"', '`x`'],
      ['a "say \\"\\$(x)\\""', 'say "$(x)"'],
      ["a \\'$(x)\\'"],
      ["a '\\$(x)'", '$(x)'],
      ["a '$(x)", '$(x)'],
      [''],
    ])
      assert.deepEqual(quotedSubstitutions(line!), expected, line);
  });
});
