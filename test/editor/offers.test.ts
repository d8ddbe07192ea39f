/** What is offered in the message box, from several sources. */
import assert from 'node:assert/strict';
import { Offers } from '../../src/editor/offers';

describe('what several sources offer', () => {
  it('is there without the part of one that fails, which is told once until it offers again', async () => {
    const told: string[] = [];
    const offers = new Offers((why) => told.push(why));
    let fails = true;
    const list = () =>
      offers.of({
        first: async () => ['a', 'b'],
        broken: () => (fails ? Promise.reject(new Error('no such folder')) : Promise.resolve(['c'])),
        thrown: () => {
          if (fails) throw new Error('no server');
          return Promise.resolve(['d']);
        },
        last: async () => ['e'],
      });
    assert.deepEqual(await list(), ['a', 'b', 'e']);
    assert.deepEqual(await list(), ['a', 'b', 'e']);
    assert.deepEqual(told.sort(), ['no server', 'no such folder']);
    fails = false;
    assert.deepEqual(await list(), ['a', 'b', 'c', 'd', 'e']);
    fails = true;
    await list();
    assert.deepEqual(told.sort(), ['no server', 'no server', 'no such folder', 'no such folder']);
  });
});
