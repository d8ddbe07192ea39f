/** How several hooks of one event work together. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call } from '../rehearse';

export const chain = [
  behaviour('S0-01', 'T', 'same', 'hooks of an event run in the order of registration', async (rehearse) => {
    const { hooks } = await rehearse({
      hooks: {
        'a.ts': `export const hook1 = hook('preToolUse', () => {}); export const hook2 = hook('preToolUse', () => {});`,
        'b.ts': `export const hook3 = hook('preToolUse', () => {});`,
      },
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(hooks('pre_tool_use'), ['hook1 continue', 'hook2 continue', 'hook3 continue']);
  }),

  behaviour('S0-02', 'T', 'same', 'events that nobody hooks change nothing', async (rehearse) => {
    const { status, text, hooks, results } = await rehearse({
      hooks: `export const one = hook('preToolUse', { enabled: false }, (ctx) => ctx.deny('no'));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([status, text, hooks(), results], ['done', 'done', [], ['x']]);
  }),

  behaviour(
    'S0-03',
    'T',
    'same',
    'returning nothing is no opinion: the call goes on unchanged and later hooks may deny',
    async (rehearse) => {
      const one = `export const quiet = hook('preToolUse', () => {});`;
      const { results } = await rehearse({ hooks: one, turns: [call('Echo', 'x')] });
      assert.deepEqual(results, ['x']);
      const denied = await rehearse({
        hooks: `${one} export const strict = hook('preToolUse', (ctx) => ctx.deny('no'));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(denied.results, ['error: Tool call denied: no']);
    },
  ),

  behaviour('S0-04', 'T', 'same', 'a denial ends the chain: later hooks and the tool do not run', async (rehearse) => {
    const { hooks, ran } = await rehearse({
      hooks: `export const hook1 = hook('preToolUse', (ctx) => ctx.deny('no'));
        export const hook2 = hook('preToolUse', (ctx) => ctx.allow());`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([hooks('pre_tool_use'), ran], [['hook1 deny'], []]);
  }),

  behaviour('S0-05', 'T', 'same', 'of several changes of one field the last one reaches the tool', async (rehearse) => {
    const { ran } = await rehearse({
      hooks: `export const hook1 = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'first' } }));
        export const hook2 = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'second' } }));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(ran, ['Echo second']);
  }),

  behaviour('S0-06', 'C', 'same', 'each hook sees what those before it changed', async (rehearse) => {
    const { ran } = await rehearse({
      hooks: `const add = (more) => hook('preToolUse', (ctx) => ctx.modify({ input: { text: ctx.input.text + more } }));
        export const hook1 = add('1'); export const hook2 = add('2');`,
      turns: [call('Echo', '0')],
    });
    assert.deepEqual(ran, ['Echo 012']);
  }),

  behaviour('S0-07', 'C', 'same', 'a denial drops the changes made before it', async (rehearse) => {
    const { event, ran, results } = await rehearse({
      hooks: `export const hook1 = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));
        export const hook2 = hook('preToolUse', (ctx) => ctx.deny('no'));`,
      turns: [call('Echo', 'x')],
    });
    // What the chain made of it, and not only what the core keeps of the call.
    assert.deepEqual(event('pre_tool_use').input, { text: 'x' });
    assert.deepEqual([event('tool_settled').input, ran, results], [{ text: 'x' }, [], ['error: Tool call denied: no']]);
    assert.equal(event('pre_tool_use').hooks[0]!.noEffect, 'dropped: hook2 denied');
    const [change] = event('pre_tool_use').hooks;
    assert.deepEqual(change!.changed, [{ field: 'input.text', before: 'x', after: 'changed' }]);
  }),
];
