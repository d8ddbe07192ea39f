/** How several callbacks of one set work together. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, type Rehearse, say } from '../rehearse';

type Member = 'error' | 'response' | 'nothing';

const bodies: Record<Member, string> = {
  error: `throw new Error('error ' + n);`,
  response: `return ctx.respond('response ' + n);`,
  nothing: '',
};

/** The members that ran, and what the model got as the tool's result. */
async function grouped(rehearse: Rehearse, modes: object, ...members: Member[]): Promise<[string[], string]> {
  return (await groupedWithErrors(rehearse, modes, ...members)).slice(0, 2) as [string[], string];
}

/** And what was reported of the members that failed. */
async function groupedWithErrors(
  rehearse: Rehearse,
  modes: object,
  ...members: Member[]
): Promise<[string[], string, (string | undefined)[]]> {
  const hooks = members.map((member, index) => `member(${index + 1}, (ctx, n) => { ${bodies[member]} })`);
  const { logs, results, events } = await rehearse({
    hooks: `const member = (n, then) => hook('preToolUse', (ctx) => { ctx.log(n); return then(ctx, n); });
      export const all = group(${JSON.stringify(modes)}, ${hooks.join(', ')});`,
    turns: [call('Echo', 'x')],
  });
  return [logs, results[0]!, events.filter(({ type }) => type === 'hook_error').map(({ error }) => error?.message)];
}

const onError = { continueOnError: true };
const onResponse = { continueOnResponse: true };
const denied = (reason: string) => `error: Tool call denied: ${reason}`;

export const chain = [
  behaviour('S1-01', 'T', 'same', 'the first error ends the chain and counts', async (rehearse) => {
    assert.deepEqual(await grouped(rehearse, {}, 'error', 'response', 'nothing'), [['1'], denied('error 1')]);
  }),

  behaviour('S1-02', 'T', 'same', 'the first answer ends the chain and counts', async (rehearse) => {
    assert.deepEqual(await grouped(rehearse, {}, 'response', 'error', 'nothing'), [['1'], 'response 1']);
  }),

  behaviour('S1-03', 'T', 'option', 'group with continueOnError: all run, the first error counts', async (rehearse) => {
    assert.deepEqual(await grouped(rehearse, onError, 'error', 'error', 'nothing'), [['1', '2', '3'], denied('error 1')]);
  }),

  behaviour('S1-04', 'T', 'option', 'group with continueOnResponse: all run, the last answer counts', async (rehearse) => {
    assert.deepEqual(await grouped(rehearse, onResponse, 'response', 'response', 'nothing'), [['1', '2', '3'], 'response 2']);
  }),

  behaviour('S1-05', 'T', 'option', 'group with both: all run, the answer counts and the error is reported', async (rehearse) => {
    const both = { ...onError, ...onResponse };
    assert.deepEqual(await groupedWithErrors(rehearse, both, 'error', 'response', 'nothing'), [
      ['1', '2', '3'],
      'response 2',
      ['error 1'],
    ]);
  }),

  behaviour('S1-06', 'T', 'option', 'group with continueOnError alone: an answer still ends it', async (rehearse) => {
    assert.deepEqual(await groupedWithErrors(rehearse, onError, 'error', 'response', 'nothing'), [
      ['1', '2'],
      'response 2',
      ['error 1'],
    ]);
  }),

  behaviour(
    'S1-07',
    'T/C',
    'option',
    'group with continueOnResponse alone: an error ends it, the answer is lost',
    async (rehearse) => {
      assert.deepEqual(await grouped(rehearse, onResponse, 'response', 'error', 'nothing'), [['1', '2'], denied('error 2')]);
    },
  ),

  behaviour('S1-08', 'C', 'same', 'returning nothing is no opinion', async (rehearse) => {
    assert.deepEqual(await grouped(rehearse, {}, 'nothing', 'nothing'), [['1', '2'], 'x']);
  }),

  behaviour('S1-09', 'C', 'better', 'a callback that returns nothing undoes no change and no answer', async (rehearse) => {
    assert.deepEqual(await grouped(rehearse, onResponse, 'response', 'nothing'), [['1', '2'], 'response 1']);
    const { ran } = await rehearse({
      hooks: `export const sanitise = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'clean' } }));
        export const log = hook('preToolUse', () => {});`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(ran, ['Echo clean']);
  }),

  behaviour(
    'S1-10',
    'T',
    'same',
    'after a tool too, what one callback changed outlives a later one that returns nothing',
    async (rehearse) => {
      const { results } = await rehearse({
        hooks: `export const change = hook('postToolUse', (ctx) => ctx.modify({ output: 'changed', isError: true }));
        export const log = hook('postToolUse', () => {});`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(results, ['error: changed']);
    },
  ),

  behaviour('S1-11', 'T', 'option', 'ctx.state carries values to later hooks and to the after-hooks', async (rehearse) => {
    const { logs } = await rehearse({
      hooks: `export const before = hook('preToolUse', (ctx) => ctx.state.set('who', 'before'));
        export const later = hook(['preToolUse', 'postToolUse'], (ctx) => ctx.log(ctx.event, ctx.state.get('who')));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(logs, ['preToolUse before', 'postToolUse before']);
  }),

  behaviour('S1-12', 'T', 'same', 'whatever a callback throws is an error, and group treats it as one', async (rehearse) => {
    const { results, event } = await rehearse({
      hooks: `export const all = group({ continueOnError: true },
        hook('preToolUse', async () => { throw 'not even an Error'; }),
        hook('preToolUse', (ctx) => ctx.log('still runs')));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(results, [denied('not even an Error')]);
    assert.deepEqual(event('pre_tool_use').hooks[0]!.logs, ['still runs']);
  }),

  behaviour(
    'S1-13',
    'T',
    'better',
    'a handler that is no function is a diagnostic; until it is mended tool calls are denied',
    async (rehearse) => {
      const rehearsed = await rehearse({
        broken: true,
        hooks: `export const wrong = hook('preToolUse', {}, 'not a function'); export const right = hook('beforeAgent', () => {});`,
        turns: [call('Echo', 'x'), say('denied'), call('Echo', 'y')],
      });
      const { core, hooks, results } = rehearsed;
      assert.match(core.loaded.problems[0]!.message, /wrong.*function/s);
      assert.equal(hooks()[0], 'right continue');
      assert.match(results[0]!, /^error: Tool call denied: /);
      await core.save('hooks.ts', `import { hook } from 'hooksmith'; export const wrong = hook('preToolUse', {}, () => {});`);
      const mended = await rehearsed.send('again');
      assert.deepEqual([mended.results[1], mended.ran], ['y', ['Echo y']]);
    },
  ),
];
