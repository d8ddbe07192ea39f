/** After a tool ran, or failed. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call } from '../rehearse';

const recovers = (text: string) => `hook('toolError', (ctx) => ctx.respond('${text}'))`;

export const results = [
  behaviour(
    'S0-17',
    'T',
    'same',
    'the model gets what postToolUse hooks make of the output, one after the other',
    async (rehearse) => {
      const { results } = await rehearse({
        hooks: `const add = (more) => hook('postToolUse', (ctx) => ctx.modify({ output: ctx.output + more }));
        export const hook1 = add(' and'); export const hook2 = add(' more');`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(results, ['x and more']);
    },
  ),

  behaviour(
    'S0-18',
    'C',
    'better',
    'after-hooks see the input that ran and, beside it, the one the model asked for',
    async (rehearse) => {
      const { logs } = await rehearse({
        hooks: `export const pre = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));
        export const after = hook(['toolError', 'postToolUse'], (ctx) => ctx.log(ctx.event, ctx.input.text, ctx.requestedInput.text));`,
        turns: [call('Throw', 'x')],
      });
      assert.deepEqual(logs, ['toolError changed x', 'postToolUse changed x']);
    },
  ),

  behaviour(
    'S0-19',
    'C',
    'better',
    'a postToolUse hook that throws or denies is reported, and the others still run',
    async (rehearse) => {
      const { results, events, status } = await rehearse({
        hooks: `export const hook1 = hook('postToolUse', (ctx) => ctx.modify({ output: 'kept' }));
        export const hook2 = hook('postToolUse', () => { throw new Error('boom'); });
        export const hook3 = hook('postToolUse', () => ({ action: 'deny', reason: 'no' }));
        export const hook4 = hook('postToolUse', (ctx) => ctx.modify({ output: ctx.output + ' to the end' }));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([results, status], [['kept to the end'], 'done']);
      const errors = events.filter(({ type }) => type === 'hook_error').map(({ error }) => error!.message);
      assert.equal(errors[0], 'boom');
      assert.match(errors[1]!, /postToolUse does not accept 'deny'/);
    },
  ),

  behaviour(
    'S0-20',
    'C',
    'better',
    'a new text leaves an error an error; postToolUse may also set isError itself',
    async (rehearse) => {
      const { results } = await rehearse({
        hooks: `export const text = hook('postToolUse', (ctx) => ctx.modify({ output: 'told: ' + ctx.output }));
        export const clear = hook('postToolUse', (ctx) => ctx.input.text === 'fine' ? ctx.modify({ isError: false }) : undefined);`,
        turns: [call('Flaw', 'bad', 'Flaw', 'fine')],
      });
      assert.deepEqual(results, ['error: told: bad', 'told: fine']);
    },
  ),

  behaviour('S0-21', 'T', 'same', 'toolError recovers a failed call: its answer is no error any more', async (rehearse) => {
    const { results, event } = await rehearse({
      hooks: `export const recover = hook('toolError', (ctx) => ctx.respond('recovered from: ' + ctx.error.message));`,
      turns: [call('Throw', 'tool failed')],
    });
    assert.deepEqual(results, ['recovered from: tool failed']);
    const { isError, data } = event('post_tool_use');
    assert.deepEqual([isError, data!.recovered], [false, true]);
  }),

  behaviour(
    'S0-22',
    'T/C',
    'same',
    'the first recovery counts; later hooks still run and see the original error',
    async (rehearse) => {
      const { results, logs } = await rehearse({
        hooks: `export const hook1 = ${recovers('first recovery')};
        export const hook2 = hook('toolError', (ctx) => { ctx.log(ctx.original.message); return ctx.respond('second recovery'); });`,
        turns: [call('Throw', 'tool failed')],
      });
      assert.deepEqual([results, logs], [['first recovery'], ['tool failed']]);
    },
  ),

  behaviour(
    'S0-23',
    'C',
    'better',
    'a later hook that fails does not undo a recovery, and its failure is reported',
    async (rehearse) => {
      const { results, event } = await rehearse({
        hooks: `export const hook1 = ${recovers('recovered')}; export const hook2 = hook('toolError', () => { throw new Error('boom'); });`,
        turns: [call('Throw', 'tool failed')],
      });
      assert.deepEqual([results, event('hook_error').error!.message], [['recovered'], 'boom']);
    },
  ),

  behaviour(
    'S0-24',
    'T',
    'same',
    'a result that a tool marks as an error goes through toolError, with output and duration',
    async (rehearse) => {
      const { logs } = await rehearse({
        hooks: `export const error = hook('toolError', (ctx) => ctx.log(ctx.error.name, ctx.output, typeof ctx.durationMs));`,
        turns: [call('Flaw', 'not quite')],
      });
      assert.deepEqual(logs, ['ToolError not quite number']);
    },
  ),
];
