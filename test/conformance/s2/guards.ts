/** Guards, Stop, subagents, skills. */
import assert from 'node:assert/strict';
import type { Human } from '../../fixtures/core';
import { behaviour } from '../behaviour';
import { call, say, type Turn, task } from '../rehearse';

const steps = (count: number): Turn[] => Array.from({ length: count }, (_, index) => call('Echo', `${index}`));
const used = (tokens: number): Turn => ({
  ...(call('Echo', 'x') as { content: [] }),
  usage: { input_tokens: tokens, output_tokens: 0 },
});

export const guards = [
  behaviour(
    'S2-41',
    'T',
    'same',
    '20 steps, 32768 tokens, 300 seconds, no finish reasons; null turns one off',
    async (rehearse) => {
      const { event, hooks } = await rehearse({
        hooks: `export const usual = guards(); export const ends = finishReasons(['refusal']); export const fewer = guards({ maxTokens: null, maxSeconds: null });`,
      });
      assert.deepEqual(
        event('before_step').hooks.map(({ name, priority }) => `${name} ${priority}`),
        ['stepLimit(20) 200', 'tokenLimit(32768) 200', 'timeLimit(300) 200', 'stepLimit(20) 200'],
      );
      assert.deepEqual(hooks('after_step'), ['finishReasons(refusal) continue']);
      assert.equal(event('after_step').hooks[0]!.priority, -200);
    },
  ),

  behaviour('S2-42', 'T/C', 'same', 'ten steps at a limit of ten: `Step limit reached: 10/10`', async (rehearse) => {
    const { result, requests } = await rehearse({ hooks: `export const steps = stepLimit(10);`, turns: steps(12) });
    const [strongest] = result.signals;
    assert.deepEqual([requests.length, strongest!.reason, strongest!.message], [10, 'steps_limit', 'Step limit reached: 10/10']);
    assert.match(strongest!.source, /^stepLimit\(10\) /);
    assert.deepEqual(strongest!.context, { currentSteps: 10, maxSteps: 10 });
  }),

  behaviour(
    'S2-43',
    'T/C',
    'same',
    'tokens are compared between steps; a limit of 0 stops before the first',
    async (rehearse) => {
      const over = await rehearse({ hooks: `export const tokens = tokenLimit(100);`, turns: [used(60), used(70)] });
      assert.equal(over.result.signals[0]!.message, 'Token limit reached: 130/100');
      assert.deepEqual(over.result.signals[0]!.context, { totalTokens: 130, maxTotalTokens: 100 });
      const none = await rehearse({ hooks: `export const tokens = tokenLimit(0);` });
      assert.deepEqual([none.requests.length, none.result.signals[0]!.reason], [0, 'token_limit']);
    },
  ),

  behaviour(
    'S2-44',
    'T/C',
    'same',
    'seconds are told with two decimals; time is the run’s, whenever the guard was loaded',
    async (rehearse) => {
      let now = 0;
      const run = await rehearse({
        hooks: `export const time = timeLimit(1);`,
        turns: steps(40),
        now: () => (now += 50),
      });
      const { result } = run;
      const asked = run.requests.length;
      assert.match(result.signals[0]!.message, /^Execution time limit reached: \d\.\d\ds\/1\.00s$/);
      assert.equal(result.signals[0]!.reason, 'time_limit');
      assert.equal(result.signals[0]!.context!.maxSeconds, 1);
      now += 60_000;
      await run.send('again');
      assert.ok(run.requests.length > asked, 'the next run has its own time');
      assert.match(run.result.signals[0]!.message, /^Execution time limit reached: [12]\.\d\ds\/1\.00s$/);
    },
  ),

  behaviour(
    'S2-45',
    'T/C',
    'same',
    'a listed finish reason stops the run after its step; an empty list never does',
    async (rehearse) => {
      const { result } = await rehearse({ hooks: `export const ends = finishReasons(['end_turn', 'pause_turn']);` });
      assert.equal(result.signals[0]!.message, 'Finish reason "end_turn" matched stop condition');
      assert.equal(result.signals[0]!.reason, 'finish_reason');
      assert.deepEqual(result.signals[0]!.context, { finishReason: 'end_turn', stopReasons: ['end_turn', 'pause_turn'] });
      assert.equal((await rehearse({ hooks: `export const ends = finishReasons([]);` })).status, 'done');
    },
  ),

  behaviour('S2-46', 'T/C', 'same', 'Stop ends the run at once, with one signal of the user’s', async (rehearse) => {
    let stop: (() => Promise<void>) | undefined;
    const waits: Human = (_, signal) => {
      const stopped = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      void stop!();
      return stopped;
    };
    const rehearsed = await rehearse({ turns: [say('ready'), call('Echo', 'x')], human: waits });
    stop = () => rehearsed.core.session.stop();
    const { result, requests, ran } = await rehearsed.send('again');
    assert.deepEqual([result.status, requests.length, ran], ['aborted', 2, []]);
    assert.deepEqual(
      result.signals.map(({ reason }) => reason),
      ['user_requested'],
    );
  }),

  behaviour(
    'S2-47',
    'T/C',
    'better',
    'a subagent is under the hooks and guards of its parent, three deep at most; only its answer reaches the parent',
    async (rehearse) => {
      const deeper = (text: string) => call('Agent', task('worker', text));
      const { results, logs, history, status } = await rehearse({
        hooks: `export const limit = stepLimit(2); export const see = hook('preToolUse', (ctx) => ctx.log(ctx.branch, ctx.toolName));`,
        turns: [deeper('a')],
        agents: { worker: [call('Echo', '1'), call('Echo', '2'), call('Echo', '3')] },
      });
      assert.deepEqual([status, logs], ['done', ['main Agent', 'main/worker Echo', 'main/worker Echo']]);
      assert.match(results[0]!, /Step limit reached: 2\/2/);
      assert.equal(history.length, 4);
      const nested = await rehearse({
        turns: [deeper('a')],
        agents: { worker: [deeper('b'), deeper('c'), deeper('d'), say('3'), say('2'), say('1')] },
      });
      assert.equal(Math.max(...nested.events.map(({ branch }) => branch.split('/').length - 1)), 3);
      assert.ok(nested.events.some(({ error }) => /nested 3 deep at most/.test(error?.message ?? '')));
    },
  ),

  behaviour('S2-48', 'T', 'option', 'a hook keeps an allow list in the run’s state', async (rehearse) => {
    const { ran, results } = await rehearse({
      hooks: `export const load = hook('postToolUse', { tools: 'Look' }, (ctx) => ctx.state.set('tools', ['Look']));
        export const skill = hook('preToolUse', (ctx) => {
          const listed = ctx.state.get('tools');
          if (listed && !listed.includes(ctx.toolName)) return ctx.deny(ctx.toolName + ' is not part of this skill');
        });`,
      turns: [call('Echo', 'before'), call('Look', 'skill'), call('Echo', 'after'), call('Look', 'more')],
    });
    assert.deepEqual(ran, ['Echo before', 'Look skill', 'Look more']);
    assert.equal(results[2], 'error: Tool call denied: Echo is not part of this skill');
  }),
];
