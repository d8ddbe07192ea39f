/** Registration and order. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { savedMeanwhile, turnsOf } from '../meanwhile';
import { fails } from '../rehearse';

export const registration = [
  behaviour('S3-01', 'T', 'same', 'first in, first out, each awaited before the next', async (rehearse) => {
    const { logs } = await rehearse({
      hooks: `const slow = (name) => hook('userMessage', async (ctx) => {
          ctx.log(name + ' begins'); await new Promise((resolve) => setTimeout(resolve, 5)); ctx.log(name + ' ends');
        });
        export const b = slow('b'); export const a = slow('a');`,
    });
    assert.deepEqual(logs, ['b begins', 'b ends', 'a begins', 'a ends']);
  }),

  behaviour(
    'S3-02',
    'T',
    'same',
    'a hook that is taken out no longer fires; taking it out again changes nothing',
    async (rehearse) => {
      const text = (names: string[]) =>
        [
          "import { hook } from 'hooksmith';",
          ...names.map((name) => `export const ${name} = hook('userMessage', () => {});`),
        ].join('\n');
      const rehearsed = await rehearse({ hooks: { 'hooks.ts': text(['a', 'b']).replace(/^.*\n/, '') } });
      await rehearsed.core.save('hooks.ts', text(['b']));
      await rehearsed.core.save('hooks.ts', text(['b']));
      assert.deepEqual(turnsOf(await rehearsed.send('again')), [['a', 'b'], ['b']]);
    },
  ),

  behaviour(
    'S3-03',
    'X',
    'better',
    'one function registered twice is two hooks, and each is taken out by itself',
    async (rehearse) => {
      const both = `const same = hook('userMessage', () => {}); export const a = same; export const b = same;`;
      const rehearsed = await rehearse({ hooks: both });
      await rehearsed.core.save('hooks.ts', `import { hook } from 'hooksmith'; ${both.replace('export const a', 'const a')}`);
      assert.deepEqual(turnsOf(await rehearsed.send('again')), [['a', 'b'], ['b']]);
    },
  ),

  behaviour(
    'S3-04',
    'X',
    'better',
    'a hook that is taken out while it runs makes none of the others miss its turn',
    async (rehearse) => {
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
