/** What is offered in the message box, from several sources. */
import assert from 'node:assert/strict';
import { Offers } from '../../../src/editor/conversation/offers';

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

  it('does not wait long for one that is slow: what it offered last stands for it, and it is asked once at a time', async () => {
    const offers = new Offers(() => undefined, 10);
    let asked = 0;
    let answer = (_: string[]): void => {};
    const list = () =>
      offers.of({
        quick: async () => ['a'],
        slow: () => {
          asked++;
          return new Promise<string[]>((resolve) => (answer = resolve));
        },
      });
    assert.deepEqual(await list(), ['a']);
    assert.deepEqual(await list(), ['a']);
    assert.equal(asked, 1);
    answer(['b']);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await list(), ['a', 'b'], 'as it was known last');
    assert.equal(asked, 2);
    answer(['c']);
    await new Promise((resolve) => setImmediate(resolve));
    const patient = new Offers(() => undefined, 2 ** 30);
    const waiting = patient.of({ slow: () => new Promise<string[]>((resolve) => (answer = resolve)) });
    answer(['d']);
    assert.deepEqual(await waiting, ['d']);
  });

  it('is told again, whole, when one that was not waited for has answered, though another never does', async () => {
    const offers = new Offers(() => undefined, 10);
    const told: string[][] = [];
    let answer = (_: string[]): void => {};
    const slow = () => new Promise<string[]>((resolve) => (answer = resolve));
    const first = await offers.of({ quick: async () => ['a'], slow, dead: () => new Promise<string[]>(() => undefined) }, (all) =>
      told.push(all),
    );
    assert.deepEqual([first, told], [['a'], []]);
    answer(['b']);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told, [['a', 'b']]);
    await offers.of({ quick: async () => ['a'] }, (all) => told.push(all));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(told.length, 1, 'all were in time');
  });
});
