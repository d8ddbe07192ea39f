import assert from 'node:assert/strict';
import { Burst, type FilesChange } from '../../../../src/hooks/parent/accepting/burst';

/** `lost` cannot be looked at, `none` concerns nothing. */
function bursts(apply: (all: FilesChange) => Promise<string> = async ({ files }) => files.join()) {
  const applied: string[][] = [];
  const looked: string[][] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const burst = new Burst<string>({
    inTurn: (work) => {
      const result = turn.then(work);
      turn = result.catch(() => undefined);
      return result;
    },
    look: async (paths) => {
      looked.push([...paths]);
      if (paths.includes('lost')) throw new Error('unreadable');
      return new Map(paths.filter((path) => path !== 'none').map((path) => [path, [path]]));
    },
    apply: (all) => {
      applied.push(all.files);
      return apply(all);
    },
  });
  return { burst, applied, looked };
}
const never = () => false;

describe('a burst of changes', () => {
  it('is looked at, and goes live, together, as what all of them are told', async () => {
    const { burst, applied, looked } = bursts();
    const names = Array.from({ length: 100 }, (_, n) => `f${n % 50}`);
    const told = await Promise.all(names.map((name) => burst.changed(name, never)));
    assert.deepEqual([applied, looked], [[names.slice(0, 50)], [names.slice(0, 50)]]);
    assert.deepEqual(new Set(told), new Set([names.slice(0, 50).join()]));
  });

  it('is followed by what is told while it is looked at or goes live, which is one again', async () => {
    const more: Promise<unknown>[] = [];
    const { burst, applied } = bursts(async ({ files }) => {
      if (more.length === 0) more.push(...['a', 'c', 'd'].map((name) => burst.changed(name, never)));
      return files.join();
    });
    await Promise.all([burst.changed('a', never), burst.changed('b', never)]);
    await Promise.all(more);
    assert.deepEqual(applied, [
      ['a', 'b'],
      ['a', 'c', 'd'],
    ]);
  });

  it('goes on without one that concerns nothing, or cannot be looked at', async () => {
    const { burst, applied } = bursts();
    const all = ['a', 'none', 'b', 'lost', 'c'].map((name) => burst.changed(name, never));
    const told = await Promise.allSettled(all);
    assert.deepEqual(
      told.map((one) => (one.status === 'fulfilled' ? one.value : one.status)),
      ['a,b,c', undefined, 'a,b,c', 'rejected', 'a,b,c'],
    );
    assert.deepEqual(applied, [['a', 'b', 'c']]);
    assert.equal(await burst.changed('none', never), undefined);
    await assert.rejects(burst.changed('lost', never), /unreadable/);
    assert.equal(applied.length, 1);
  });

  it('tells each of a failure, and goes on', async () => {
    let fails = true;
    const { burst } = bursts(async ({ files }) => {
      if (fails) throw new Error('no host');
      return files.join();
    });
    const all = await Promise.allSettled([burst.changed('a', never), burst.changed('b', never)]);
    assert.deepEqual(
      all.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    fails = false;
    assert.equal(await burst.changed('c', never), 'c');
  });

  it('was saved by the human where one of its changes was', async () => {
    const saved: boolean[] = [];
    const { burst } = bursts(async (all) => {
      saved.push(all.saved());
      return '';
    });
    let asked = 0;
    const counted = (answer: boolean) => () => {
      asked++;
      return answer;
    };
    await Promise.all([burst.changed('a', counted(true)), burst.changed('b', counted(false))]);
    await Promise.all([burst.changed('c', counted(false)), burst.changed('none', counted(true))]);
    assert.deepEqual([saved, asked], [[true, false], 3]);
  });
});
