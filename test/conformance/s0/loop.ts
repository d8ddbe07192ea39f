/** Several calls at once, limits, and calls that the caller runs itself. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, fails, say } from '../rehearse';

export const loop = [
  behaviour(
    'S0-56',
    'T',
    'better',
    'what only reads runs concurrently, hooks never do, and results keep call order',
    async (rehearse) => {
      const { results, logs } = await rehearse({
        hooks: `const order = [];
        export const slow = hook('preToolUse', async (ctx) => {
          order.push('in ' + ctx.input.text);
          await new Promise((resolve) => setTimeout(resolve, 5));
          order.push('out ' + ctx.input.text);
        });
        export const tell = hook('afterRun', (ctx) => { for (const line of order) ctx.log(line); });`,
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
      const { result, requests, results, types } = await rehearse({ hooks: 'export const limit = stepLimit(2);', turns });
      assert.deepEqual([requests.length, results, result.signals[0]!.reason], [2, ['a', 'b'], 'steps_limit']);
      assert.deepEqual([result.status, types('run_done', 'run_abort', 'run_error')], ['stopped', ['run_done']]);
      const unlimited = await rehearse({ hooks: 'export const none = guards({ maxSteps: null });', turns });
      assert.equal(unlimited.status, 'done');
    },
  ),

  behaviour(
    'S0-58',
    'T/C',
    'option',
    'past a limit one goes on in a run of its own that counts anew; or not, and one last model call without tools, which hooks see, ends it with words',
    async (rehearse) => {
      const hooks = `export const limit = stepLimit(2); export const see = hook(['preModelCall', 'postModelCall'], (ctx) => ctx.log(ctx.event, ctx.step));`;
      const turns = [call('Echo', 'a'), call('Echo', 'b'), call('Echo', 'c')];
      const run = await rehearse({ hooks, turns });
      assert.deepEqual([run.status, run.requests.length, run.results], ['stopped', 2, ['a', 'b']]);
      await run.send(undefined);
      assert.deepEqual([run.status, run.results], ['done', ['a', 'b', 'c']]);
      const declined = await rehearse({ hooks, turns: [...turns.slice(0, 2), say('as far as I got')] });
      const before = declined.logs.length;
      const last = await declined.core.session.conclude();
      assert.deepEqual([last.text, declined.requests.length, declined.requests[2]!.tools], ['as far as I got', 3, undefined]);
      assert.deepEqual(declined.logs.slice(before), ['preModelCall 0', 'postModelCall 0']);
      assert.match(JSON.stringify(declined.requests[2]!.messages.at(-1)), /The user does not go on past the limit/);
      const failed = await rehearse({ hooks, turns: [...turns.slice(0, 2), fails('down')], finalAnswer: true });
      assert.deepEqual([failed.status, failed.requests.length, failed.result.signals[0]!.reason], ['stopped', 3, 'steps_limit']);
    },
  ),

  behaviour(
    'S0-59',
    'T',
    'same',
    'where the caller answers the calls, the run ends as waiting with the call pending and kept; no tool and no hook of tools runs, and going on takes the results',
    async (rehearse) => {
      const run = await rehearse({
        external: ['*'],
        hooks: `export const tool = hook(['preToolUse', 'postToolUse', 'toolResultMessages', 'toolSettled'], (ctx) => ctx.log(ctx.event));
        export const gate = policy((ctx) => ctx.deny('no'));`,
        turns: [call('Echo', 'x')],
      });
      const { pending } = run.result;
      assert.deepEqual([run.status, pending?.map(({ name, input }) => [name, input])], ['waiting', [['Echo', { text: 'x' }]]]);
      assert.deepEqual([run.ran, run.logs, run.types('pre_tool_use')], [[], [], []]);
      assert.equal(run.history.at(-1)!.role, 'assistant');
      assert.match(JSON.stringify(run.history.at(-1)), /tool_use/);
      const result = await run.core.session.continue({ toolResults: new Map([[pending![0]!.id, { content: 'brought' }]]) });
      assert.deepEqual([result.status, run.results, run.ran, run.logs], ['done', ['brought'], [], []]);
    },
  ),
];
