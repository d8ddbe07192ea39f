/** What observers get to see. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, fails } from '../rehearse';

export const observers = [
  behaviour(
    'S0-45',
    'T/C',
    'same',
    'observers get one event for each hook point, after its chain, with the values then in force',
    async (rehearse) => {
      const scene = {
        hooks: `export const change = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));
        export const all = observe(async ({ type, input }) => { await undefined; console.log(type, input?.text ?? ''); });`,
        turns: [call('Echo', 'x')],
      };
      const { printed, types, event } = await rehearse(scene);
      assert.deepEqual(
        printed.map((line) => line.split(' ')[0]),
        types(),
      );
      assert.deepEqual(
        printed.filter((line) => line.startsWith('pre_tool_use')),
        ['pre_tool_use changed'],
      );
      assert.deepEqual(event('pre_tool_use').input, { text: 'changed' });
      assert.deepEqual((await rehearse({ ...scene, stream: false })).types(), types());
    },
  ),

  behaviour('S0-46', 'C', 'same', 'each type of event carries its own facts', async (rehearse) => {
    const { event } = await rehearse({ turns: [call('Throw', 'x'), fails('down')] });
    const pre = event('pre_tool_use');
    assert.deepEqual([pre.agentName, pre.branch, pre.toolName, pre.input], ['main', 'main', 'Throw', { text: 'x' }]);
    const failed = event('tool_error');
    assert.deepEqual([failed.toolCallId, failed.error!.message, typeof failed.duration], [pre.toolCallId, 'x', 'number']);
    const post = event('post_tool_use');
    assert.deepEqual([post.output, post.isError, typeof post.duration], ['x', true, 'number']);
    const model = event('post_model_call');
    assert.deepEqual([typeof model.usage, typeof model.duration], ['object', 'number']);
    assert.equal(event('model_error').error!.message, 'down');
    for (const type of ['before_run', 'before_agent', 'after_run'] as const) assert.equal(event(type).input, 'go', type);
    const end = event('after_run');
    assert.deepEqual([end.error!.message, typeof end.duration], ['down', 'number']);
  }),

  behaviour(
    'S0-47',
    'T/C',
    'option',
    'observe() sees each event once its chain is done; a hook of many events sees it at its own place',
    async (rehearse) => {
      const { logs, hooks, printed } = await rehearse({
        hooks: `export const whole = observe(async ({ type, input }) => { await undefined; if (type === 'pre_tool_use') console.log(input.text); });
        const see = hook(['preToolUse', 'postToolUse'], { priority: 1 }, (ctx) => ctx.log(ctx.event, ctx.input.text));
        export const early = see;
        export const change = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([logs, printed], [['preToolUse x', 'postToolUse changed'], ['changed']]);
      assert.deepEqual(hooks(), ['early continue', 'change modify', 'early continue']);
    },
  ),
];
