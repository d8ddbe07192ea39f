import assert from 'node:assert/strict';
import { namesInCode } from '../../../src/shell/code/codeNames';
import { verdict } from '../bypass';
import { done, told } from '../lines/codeNames';

describe('protected names in code, in Bypass mode', () => {
  for (const line of done)
    it(`asks for ${JSON.stringify(line)}`, () => {
      const { action, by, reason } = verdict(line);
      assert.deepEqual([action, by.name], ['ask', 'protected path'], reason);
    });
  for (const line of told)
    it(`runs ${JSON.stringify(line)}`, () => {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
    });
  it('costs little in long code', () => {
    const code = "if (name !== '.git') write('a.ts'); // it's \"so\"\n".repeat(100_000);
    assert.ok(namesInCode(code, true).length > 0);
  });
});
