/** Several calls at once, limits, and calls that the caller runs itself. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call } from '../rehearse';

export const loop = [
  behaviour(
    'S0-56',
    'T',
    'better',
    'what only reads runs concurrently, hooks never do, and results keep call order',
    async (rehearse) => {
      const { results, logs } = await rehearse({
        hooks: `export const slow = hook('preToolUse', async (ctx) => {
          ctx.log('in', ctx.input.text);
          await new Promise((resolve) => setTimeout(resolve, 5));
          ctx.log('out', ctx.input.text);
        });`,
        turns: [call('Meet', 'a', 'Meet', 'b')],
      });
      assert.deepEqual(
        [results, logs],
        [
          ['a', 'b'],
          ['in a', 'out a', 'in b', 'out b'],
        ],
      );
    },
  ),

  behaviour(
    'S0-57',
    'T/C',
    'option',
    'stepLimit ends the run in order: the limit is its signal, and no call is left without a result',
    async (rehearse) => {
      const turns = [call('Echo', 'a'), call('Echo', 'b'), call('Echo', 'c')];
      const { result, requests, results } = await rehearse({ hooks: 'export const limit = stepLimit(2);', turns });
      assert.deepEqual([requests.length, results, result.signals[0]!.reason], [2, ['a', 'b'], 'steps_limit']);
      const unlimited = await rehearse({ hooks: 'export const none = guards({ maxSteps: null });', turns });
      assert.equal(unlimited.status, 'done');
    },
  ),

  behaviour(
    'S0-58',
    'T/C',
    'better',
    'a limit ends the run in order; going on is a run of its own that counts anew, and not to costs no model call',
    async (rehearse) => {
      const run = await rehearse({
        hooks: `export const limit = stepLimit(2); export const see = hook('preModelCall', (ctx) => ctx.log(ctx.step));`,
        turns: [call('Echo', 'a'), call('Echo', 'b'), call('Echo', 'c')],
      });
      assert.deepEqual([run.status, run.requests.length, run.results], ['stopped', 2, ['a', 'b']]);
      await run.send(undefined);
      assert.deepEqual([run.status, run.results, run.logs], ['done', ['a', 'b', 'c'], ['0', '1', '0', '1']]);
    },
  ),

  behaviour(
    'S0-59',
    'T',
    'better',
    'a stop at postModelCall keeps the call and runs neither tool nor tool hook; it is answered as skipped, never left open',
    async (rehearse) => {
      const { ran, hooks, results, status } = await rehearse({
        hooks: `export const manual = hook('postModelCall', (ctx) => ctx.stop('the caller runs the tools'));
        export const tool = hook(['preToolUse', 'postToolUse'], () => {});`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([ran, hooks(), status], [[], ['manual stop'], 'stopped']);
      assert.deepEqual(results, ['error: Tool call skipped: the caller runs the tools']);
    },
  ),
];
