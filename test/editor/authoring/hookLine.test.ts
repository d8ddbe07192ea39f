import assert from 'node:assert/strict';
import { hookLine } from '../../../src/editor/authoring/hookLine';

describe('the line of a hook in a text that may be newer than its version', () => {
  const at = (name: string, line: number, ...source: string[]) => hookLine(source, { name, line });
  const call = "hook('stop', () => undefined);";

  it('is its own as long as that names it', () => {
    assert.equal(at('guard', 2, '', `export const guard = ${call}`), 1);
    assert.equal(at('default', 1, `export default ${call}`), 0);
  });

  it('is where its export is now', () => {
    assert.equal(at('guard', 1, '// guard', 'log(guard);', `export const guard = ${call}`), 2);
    assert.equal(at('all[1][0]', 1, '', 'export const all = ['), 1);
    assert.equal(at('guard', 1, '', `const guard = ${call}`, 'export { guard };'), 1);
    assert.equal(at('guard', 1, '', `const mine = ${call}`, 'export { mine as guard };'), 1);
  });

  it('is none where that is gone, whatever stands at its place', () => {
    assert.equal(at('logCalls', 1, `export const typeErr = ${call}`), undefined);
    assert.equal(at('logCalls', 3, `export const typeErr = ${call}`), undefined);
    assert.equal(at('log', 1, '// log no more', `export const logAll = ${call}`), undefined);
    assert.equal(at('all[0]', 1, `export const calls = ${call}`), undefined);
  });

  it('is the first where no text names it', () => {
    assert.equal(at('(does not load)', 1, `export const typeErr = ${call}`), 0);
    assert.equal(at('more', 1, '', "export * from './_more';"), 0);
    assert.equal(at('default', 1, '', `module.exports = ${call}`), 0);
  });
});
