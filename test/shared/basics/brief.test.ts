import { strict as assert } from 'node:assert';
import { brief } from '../../../src/shared/basics/brief';

describe('a text cut short', () => {
  it('has as many characters as there is room for, the sign that it is cut among them', () => {
    assert.equal(brief('abcde', 5), 'abcde');
    assert.equal(brief('abcdef', 5), 'abcd…');
    assert.equal(brief('', 1), '');
  });

  it('has no half of a character', () => {
    assert.equal(brief('abc😀def', 5), 'abc…');
    assert.equal(brief('abc😀def', 6), 'abc😀…');
  });
});
