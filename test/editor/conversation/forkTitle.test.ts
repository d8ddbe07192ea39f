import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { forkTitle } from '../../../src/editor/conversation/forkTitle';

describe('the name of a forked session', () => {
  it('tells it from what it is from, and from other forks of that', () => {
    assert.equal(forkTitle('Mend it', ['Mend it']), 'Fork: Mend it');
    assert.equal(forkTitle('Mend it', ['Mend it', 'Fork: Mend it']), 'Fork 2: Mend it');
    assert.equal(forkTitle('Fork: Mend it', ['Mend it', 'Fork: Mend it', 'Fork 2: Mend it']), 'Fork 3: Mend it');
    assert.equal(forkTitle('Forks: all', []), 'Fork: Forks: all');
  });
});
