import assert from 'node:assert/strict';
import { Burst, type FilesChange } from '../../../../src/hooks/parent/accepting/burst';

/** Looks at a change as soon as its turn has come; `lost` cannot be looked at, `none` concerns nothing. */
function bursts(apply: (all: FilesChange) => Promise<string> = async ({ files }) => files.join()) {
  const applied: string[][] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const burst = new Burst<string>({
    inTurn: (work) => {
      const result = turn.then(work);
      turn = result.catch(() => undefined);
      return result;
    },
    look: async (path) => {
      if (path === 'lost') throw new Error('unreadable');
      return path === 'none' ? undefined : [path];
    },
    apply: (all) => {
      applied.push(all.files);
      return apply(all);
    },
  });
  return { burst, applied };
}
const never = () => false;

describe('a burst of changes', () => {
  it('goes live together, as what all of them are told', async () => {
    const { burst, applied } = bursts();
    const names = Array.from({ length: 100 }, (_, n) => `f${n % 50}`);
    const told = await Promise.all(names.map((name) => burst.changed(name, never)));
    assert.ok(applied.length < 20, `${applied.length} times`);
    assert.deepEqual(new Set(applied.flat()), new Set(names));
    for (const [n, live] of told.entries()) assert.ok(live?.split(',').includes(names[n]!));
  });

  it('is over where the last concerns nothing, or cannot be looked at', async () => {
    const { burst, applied } = bursts();
    for (const last of ['none', 'lost']) {
      const [first, second] = await Promise.allSettled([burst.changed('a', never), burst.changed(last, never)]);
      assert.deepEqual(first, { status: 'fulfilled', value: 'a' });
      if (last === 'none') assert.deepEqual(second, { status: 'fulfilled', value: undefined });
      else assert.equal(second.status, 'rejected');
    }
    assert.deepEqual(applied, [['a'], ['a']]);
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
    await burst.changed('c', counted(false));
    assert.deepEqual([saved.at(-1), saved.some(Boolean), asked], [false, true, 3]);
  });
});
