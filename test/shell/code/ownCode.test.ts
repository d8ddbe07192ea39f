import assert from 'node:assert/strict';
import { judgeLine } from '../../../src/shell/rules/commandMatch';
import { verdict } from '../bypass';
import { factsOf } from '../disk';
import { apart, naming, running } from '../lines/ownCode';

const answer = (line: string) => judgeLine(factsOf(line), ['nothing-of-this-name*']);

describe('code that a line writes itself', () => {
  for (const line of naming)
    it(`asks in Bypass mode for what it names: ${JSON.stringify(line)}`, () => {
      const { action, by, reason } = verdict(line);
      assert.deepEqual([action, by.name], ['ask', 'protected path'], reason);
      assert.equal(answer(line).answer, 'maybe');
    });
  for (const line of running)
    it(`is not known before it runs: ${JSON.stringify(line)}`, () => {
      assert.equal(answer(line).answer, 'maybe');
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
    });
  for (const line of apart)
    it(`is not what runs: ${JSON.stringify(line)}`, () => {
      const { answer: one, reason } = answer(line);
      assert.equal(one, 'no', reason);
      const { action, reason: why } = verdict(line);
      assert.equal(action, 'run', why);
    });
  it('runs where it names nothing that is protected', () => {
    for (const line of [
      "cat > x.sh <<'E'\necho hi\nE\nsh x.sh",
      "cat > x.py <<'E'\nprint('hello')\nE\npython x.py",
      'echo date | sh',
    ]) {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
      assert.equal(answer(line).answer, 'maybe');
    }
  });
  it('is read in scripts that run scripts, so deep as scripts in words are', () => {
    const scripts = Array.from({ length: 12 }, (_, i) => `echo 'sh s${i + 1}.sh' > s${i}.sh`).reverse();
    assert.equal(verdict(`echo 'rm -rf .git' > s1.sh; echo 'sh s1.sh' > s0.sh; sh s0.sh`).action, 'ask');
    assert.equal(verdict(`${scripts.join('; ')}; sh s0.sh`).action, 'ask');
    assert.equal(verdict("echo 'sh a.sh' > a.sh; sh a.sh").action, 'ask');
  });
});
