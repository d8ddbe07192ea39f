/** Registration and order. */
import assert from 'node:assert/strict';
import { remoteHook } from '../../../src/hooks/chain/calling/addedHook';
import { behaviour } from '../behaviour';
import { savedMeanwhile, turnsOf } from '../meanwhile';
import { fails, type Rehearsed } from '../rehearse';

/** As another extension adds one. */
const added = ({ core }: Rehearsed, n: number, handler: () => unknown, name: string) =>
  core.host.addRemote(remoteHook(['userMessage', { name }, handler], { file: 'extension', line: 1, n }));

export const registration = [
  behaviour('S3-01', 'T', 'same', 'first in, first out, each awaited before the next', async (rehearse) => {
    const { logs } = await rehearse({
      hooks: `const order = [];
        const slow = (name) => hook('userMessage', async () => {
          order.push(name + ' begins'); await new Promise((resolve) => setTimeout(resolve, 5)); order.push(name + ' ends');
        });
        export const b = slow('b'); export const a = slow('a');
        export const tell = hook('afterRun', (ctx) => { for (const line of order) ctx.log(line); });`,
    });
    assert.deepEqual(logs, ['b begins', 'b ends', 'a begins', 'a ends']);
  }),

  behaviour(
    'S3-02',
    'T',
    'same',
    'a hook that is disposed of no longer fires; to dispose of it again is harmless',
    async (rehearse) => {
      const rehearsed = await rehearse({});
      const [a, b] = ['a', 'b'].map((name, n) => added(rehearsed, n, () => undefined, name));
      await rehearsed.send('one');
      await a!.dispose();
      await a!.dispose();
      await rehearsed.send('two');
      await b!.dispose();
      await rehearsed.send('three');
      assert.deepEqual(turnsOf(rehearsed), [['a', 'b'], ['b']]);
    },
  ),

  behaviour(
    'S3-03',
    'X',
    'better',
    'one function registered twice is two hooks, and each disposer takes out its own, however often it is called',
    async (rehearse) => {
      const rehearsed = await rehearse({});
      const same = () => undefined;
      const [a, b] = ['a', 'b'].map((name, n) => added(rehearsed, n, same, name));
      await rehearsed.send('one');
      await a!.dispose();
      await a!.dispose();
      await rehearsed.send('two');
      await b!.dispose();
      assert.deepEqual(turnsOf(rehearsed), [['a', 'b'], ['b']]);
    },
  ),

  behaviour(
    'S3-04',
    'X',
    'better',
    'a hook that is taken out while it runs, by itself too, makes none of the others miss its turn',
    async (rehearse) => {
      const rehearsed = await rehearse({});
      const hooks: { dispose(): Promise<void> }[] = [];
      hooks.push(added(rehearsed, 0, () => void hooks[0]!.dispose(), 'a'));
      hooks.push(...['b', 'c'].map((name, n) => added(rehearsed, n + 1, () => undefined, name)));
      await rehearsed.send('one');
      await rehearsed.send('two');
      for (const one of hooks) await one.dispose();
      assert.deepEqual(turnsOf(rehearsed), [
        ['a', 'b', 'c'],
        ['b', 'c'],
      ]);
      const [b, c] = ['b', 'c'].map((name) => `export const ${name} = hook('userMessage', () => {});`);
      const first = await savedMeanwhile(rehearse, `${b}${c}`, c!);
      assert.deepEqual(turnsOf(await first.send('again')), [
        ['slow', 'b', 'c'],
        ['slow', 'c'],
      ]);
    },
  ),

  behaviour('S3-05', 'X', 'better', 'a hook that is added while others run begins with the next event', async (rehearse) => {
    const first = await savedMeanwhile(rehearse, '', `export const added = hook('userMessage', () => {});`);
    assert.deepEqual(turnsOf(first), [['slow']]);
    assert.deepEqual(turnsOf(await first.send('again')), [['slow'], ['slow', 'added']]);
  }),

  behaviour('S3-06', 'T', 'better', 'an observer that throws is reported; the others and the run go on', async (rehearse) => {
    const { status, hooks, types } = await rehearse({
      hooks: `export const a = hook('beforeRun', () => { throw new Error('boom'); }); export const b = hook('beforeRun', () => {});`,
    });
    assert.deepEqual([status, hooks('before_run'), types('hook_error')], ['done', ['a error', 'b continue'], ['hook_error']]);
  }),

  behaviour(
    'S3-07',
    'T/C',
    'same',
    'what throws at the end of a failed run keeps neither the others nor the error back',
    async (rehearse) => {
      const { hooks, error } = await rehearse({
        hooks: `export const a = hook('runError', () => { throw new Error('boom'); }); export const b = hook('runError', () => {});`,
        turns: [fails('down')],
      });
      assert.deepEqual([hooks('run_error'), error], [['a error', 'b continue'], 'down']);
    },
  ),
];
