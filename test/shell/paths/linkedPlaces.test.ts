/** Where paths lie behind links and mounts: each place is looked up once, the deepest counts, and a mount is gone behind what it holds for. */
import assert from 'node:assert/strict';
import { LinkedPlaces } from '../../../src/shell/paths/linkedPlaces';

function places() {
  const told = { looked: 0, changed: 0 };
  const them = new LinkedPlaces({
    realPath: (path) => path.replace('/linked', '/real'),
    spend: (steps) => (told.looked += steps),
    changed: () => (told.changed += 1),
  });
  return { them, told };
}

describe('places behind links', () => {
  it('are looked up once, until links are added', () => {
    const { them, told } = places();
    assert.equal(them.realPath('/linked/x'), '/real/x');
    assert.equal(them.realPath('/linked/x'), '/real/x');
    assert.deepEqual(told, { looked: 1, changed: 0 });
    them.add([['/real/x', '/linked/y']]);
    assert.equal(them.realPath('/linked/x/z'), '/real/y/z');
    assert.deepEqual(told, { looked: 2, changed: 1 });
    assert.equal(them.realPath('/real/xy'), '/real/xy');
  });

  const outer = ['/m', '/outer'] as const;
  const inner = ['/m/deep', '/inner'] as const;
  for (const links of [
    [outer, inner],
    [inner, outer],
  ])
    it(`are told by the deepest, in the order of ${links.map(([at]) => at)}`, () => {
      const { them } = places();
      them.add(links);
      assert.equal(them.realPath('/m/x'), '/outer/x');
      assert.equal(them.realPath('/m/deep/x'), '/inner/x');
    });

  it('are where the root leads, too', () => {
    const { them } = places();
    them.add([['/', '/disk']]);
    assert.equal(them.realPath('/x'), '/disk/x');
  });

  it('are full at 32 links', () => {
    const { them } = places();
    for (let n = 0; n < 32; n++) {
      assert.equal(them.isFull, false, `${n}`);
      them.add([[`/l${n}`, '/x']]);
    }
    assert.equal(them.isFull, true);
  });

  it('are mounted while something runs, and links stay', () => {
    const { them, told } = places();
    them.add([['/l', '/x']]);
    const during = () => {
      assert.equal(them.realPath('/m/a'), '/here/a');
      assert.equal(them.realPath('/l/a'), '/x/a');
      throw new Error('over');
    };
    assert.throws(() => them.mounted([['/m', '/here']], during), /over/);
    assert.equal(them.realPath('/m/a'), '/m/a');
    assert.equal(them.realPath('/l/a'), '/x/a');
    const { changed } = told;
    them.mounted([], () => undefined);
    assert.equal(told.changed, changed);
  });
});
