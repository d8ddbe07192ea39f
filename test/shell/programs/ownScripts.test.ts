/** Each row of what programs run of a project is read by: without it a line would be read otherwise. */
import assert from 'node:assert/strict';
import { type OwnScript, ownScripts } from '../../../src/shell/programs/ownScripts';
import { judgeLine } from '../../../src/shell/rules/commandMatch';
import { factsOf } from '../disk';
import { apart, calm, readers, told } from '../lines/ownScripts';

const answer = (line: string) => judgeLine(factsOf(line), ['nothing-of-this-name*']).answer;

describe('what a program runs of its project', () => {
  const rows = ownScripts as Map<string, OwnScript>;
  const without = (name: string, line: string) => {
    const row = rows.get(name)!;
    rows.delete(name);
    try {
      return answer(line);
    } finally {
      rows.set(name, row);
    }
  };

  it('has a line for each row', () =>
    assert.deepEqual([...Object.keys(told), ...Object.keys(calm)].sort(), [...rows.keys()].sort()));
  for (const [lines, expected] of [
    [told, 'maybe'],
    [calm, 'no'],
  ] as const)
    for (const [name, line] of Object.entries(lines))
      it(`is told by the row of ${name}: ${line}`, () => {
        assert.equal(answer(line), expected);
        assert.notEqual(without(name, line), expected, 'as without the row');
      });

  it('is what it is given, where nobody knows the program', () => {
    assert.equal(answer('echo x > x.js && sometool x.js'), 'maybe');
    assert.equal(answer('echo x > eslint.config.js && sometool sub'), 'maybe');
  });
  for (const name of readers)
    it(`is its settings, and nothing that it reads: ${name}`, () => {
      assert.equal(answer(`echo x > x.js && ${name} x.js`), 'no');
      assert.equal(answer(`echo x > .${name}rc && ${name} x.js`), 'maybe');
    });
  for (const name of apart)
    it(`is none of its files: ${name}`, () => {
      for (const file of ['eslint.config.js', `.${name}rc`]) assert.equal(answer(`echo x > ${file} && ${name} sub`), 'no', file);
    });
});
