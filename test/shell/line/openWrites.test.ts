import assert from 'node:assert/strict';
import { verdict } from '../bypass';
import { asking, running } from '../lines/openWrites';

describe('files that are written by a word that is only known when the line runs, in Bypass mode', () => {
  for (const [title, lines] of Object.entries(asking))
    describe(title, () => {
      for (const line of lines)
        it(`asks for ${JSON.stringify(line)}`, () => {
          const { action, by, reason } = verdict(line, ['.vscode', 'src/c.ts']);
          assert.deepEqual([action, by.name], ['ask', 'protected path'], reason);
        });
    });
  it('asks where a variable may hold more than anyone would look through', () => {
    const many = (text: (i: number) => string) => Array.from({ length: 320 }, (_, i) => text(i)).join('; ');
    for (const line of [
      `${many((i) => `f=a${i}`)}; f=.git; rm -rf $f`,
      `${many((i) => `f=$(echo a${i})`)}; f=$(cat x); rm -rf $f`,
      `${many((i) => `a=a${i}; b=b${i}`)}; rm -rf $a$b`,
      `${many((i) => `a=a${i % 30}; b=b${i % 30}`)}; rm -rf $a$b`,
      `${many((i) => `f=a${i}`)}; f=.git; rm -rf "$(echo $f)"`,
      `for a in ${many((i) => `a${i}`).replaceAll(';', '')} .git; do rm -rf $a; done`,
    ])
      assert.equal(verdict(line).action, 'ask', line.slice(-60));
    assert.equal(verdict(`${many((i) => `f=a${i % 50}`)}; rm -rf $f`).action, 'run');
  });
  for (const line of running)
    it(`runs ${JSON.stringify(line)}`, () => {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
    });
});
