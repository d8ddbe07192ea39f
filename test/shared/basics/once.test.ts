import assert from 'node:assert/strict';
import { once, onceDone } from '../../../src/shared/basics/once';

describe('what is made once', () => {
  it('is made when it is first asked for, and kept, be it nothing', () => {
    let made = 0;
    const none = once(() => void made++);
    assert.equal(made, 0);
    none();
    none();
    assert.equal(made, 1);
  });

  it('is made anew where it failed, or came to what does not last', async () => {
    const comes = ['no', new Error('broken'), 'yes', 'never'];
    const asked = onceDone(
      async () => {
        const next = comes.shift();
        if (next instanceof Error) throw next;
        return next;
      },
      (value) => value === 'yes',
    );
    const both = [asked(), asked()];
    assert.deepEqual(await Promise.all(both), ['no', 'no']);
    await assert.rejects(asked(), /broken/);
    assert.equal(await asked(), 'yes');
    assert.equal(await asked(), 'yes');
    assert.deepEqual(comes, ['never']);
  });
});
