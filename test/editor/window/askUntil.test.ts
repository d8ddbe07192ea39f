import assert from 'node:assert/strict';
import { askUntil } from '../../../src/editor/window/askUntil';

describe('asking a window that may let a request fall', () => {
  const asking = (ask: (asked: number) => Promise<unknown>, isDone: (asked: number) => boolean, times = 5) => {
    let asked = 0;
    const answer = askUntil({ ask: () => ask(++asked), isDone: () => isDone(asked), every: 1, times });
    return answer.then((done) => ({ done, asked }));
  };

  it('asks no more once it is done', async () => {
    assert.deepEqual(
      await asking(
        async () => undefined,
        () => true,
      ),
      { done: true, asked: 0 },
    );
    assert.deepEqual(
      await asking(
        async () => undefined,
        (asked) => asked === 1,
      ),
      { done: true, asked: 1 },
    );
  });

  it('asks again where a request fell, failed, or never answers', async () => {
    const requests = [async () => null, () => Promise.reject(new Error('no such view')), () => new Promise(() => undefined)];
    const { done, asked } = await asking(
      (asked) => (requests[asked - 1] ?? (async () => undefined))(),
      (asked) => asked === 4,
    );
    assert.deepEqual({ done, asked }, { done: true, asked: 4 });
  });

  it('gives up in the end', async () => {
    assert.deepEqual(
      await asking(
        async () => undefined,
        () => false,
      ),
      { done: false, asked: 5 },
    );
  });
});
