/** Which processes are a stage's own. Who is taken for one is ended, so a stranger's never may be. */
import assert from 'node:assert/strict';
import { importModule } from '../fixtures/importModule';

interface Process {
  pid: number;
  parent: number;
  started: string;
  command: string;
}
type WatchTree = (root: number, mark: string, list: () => Process[]) => { alive(): Process[]; stop(): void };

describe('the processes of a stage', () => {
  /** Above what any system gives, so that no environment is read by these numbers. */
  const base = 2 ** 30;
  let watchTree: WatchTree;
  before(async () => {
    ({ watchTree } = await importModule<{ watchTree: WatchTree }>('test/harness/processes.mjs'));
  });

  /** What is seen as the stage's own at each of the `moments`, each a list of `[pid, parent, started]`; the first is when it began. */
  const seen = (...moments: [pid: number, parent: number, started: string][][]) => {
    let now = moments[0]!;
    const list = () =>
      now.map(([pid, parent, started]) => ({ pid: base + pid, parent: base + parent, started, command: `${pid}` }));
    const tree = watchTree(base + 10, 'mark', list);
    try {
      return moments.slice(1).map((moment) => {
        now = moment;
        return tree.alive().map(({ command }) => Number(command));
      });
    } finally {
      tree.stop();
    }
  };

  it('are its children and theirs, also once their parent is gone', () => {
    const stage: [number, number, string] = [10, 1, 'a'];
    assert.deepEqual(seen([stage], [[12, 11, 'c'], [11, 10, 'b'], stage, [20, 1, 'x']], [stage, [12, 1, 'c']], [[12, 1, 'c']]), [
      [12, 11],
      [12],
      [12],
    ]);
  });
  it('are not those that were given the number of one that is gone, nor their children', () => {
    const stage: [number, number, string] = [10, 1, 'a'];
    const stranger: [number, number, string] = [11, 1, 'late'];
    assert.deepEqual(seen([stage], [stage, [11, 10, 'b']], [stage], [stage, stranger, [13, 11, 'later']]), [[11], [], []]);
    assert.deepEqual(
      seen(
        [stage],
        [stage],
        [
          [10, 1, 'late'],
          [14, 10, 'later'],
        ],
      ),
      [[], []],
    );
  });
});
