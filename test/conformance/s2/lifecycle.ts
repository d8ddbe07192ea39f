/** The life of a run. */
import assert from 'node:assert/strict';
import { eventNames } from '../../../src/shared/hooks/points';
import { messagesProblem } from '../../../src/shared/messages/history';
import { behaviour } from '../behaviour';
import { call, fails, say } from '../rehearse';

const stopAt = (event: string) => `export const halt = hook('${event}', (ctx) => ctx.stop('stop now'));`;
const throwAt = (event: string) => `export const broken = hook('${event}', () => { throw new Error('boom'); });`;

export const lifecycle = [
  behaviour(
    'S2-27',
    'C',
    'same',
    'agent, steps, model calls, tool calls, stop, agent: always in this order',
    async (rehearse) => {
      const { types } = await rehearse({ turns: [call('Echo', 'x')] });
      const step = ['before_step', 'pre_model_call', 'post_model_call'];
      assert.deepEqual(
        types('before_agent', ...step, 'pre_tool_use', 'post_tool_use', 'after_step', 'stop', 'after_agent', 'after_run'),
        [
          'before_agent',
          ...step,
          'pre_tool_use',
          'post_tool_use',
          'after_step',
          ...step,
          'after_step',
          'stop',
          'after_agent',
          'after_run',
        ],
      );
    },
  ),

  behaviour(
    'S2-28',
    'T',
    'same',
    'a changed request reaches the model; the events show what holds after the hooks',
    async (rehearse) => {
      const { requests, text, event, types } = await rehearse({
        hooks: `export const before = hook('preModelCall', (ctx) => ctx.modify({ request: { model: 'hook-model' } }));
        export const after = hook('postModelCall', (ctx) => ctx.modify({ response: ctx.request.model }));`,
      });
      assert.deepEqual([requests[0]!.model, text], ['hook-model', 'hook-model']);
      assert.deepEqual(types('pre_model_call', 'post_model_call'), ['pre_model_call', 'post_model_call']);
      assert.deepEqual(event('pre_model_call').hooks[0]!.changed, [
        { field: 'request.model', before: 'rehearsal', after: 'hook-model' },
      ]);
    },
  ),

  behaviour('S2-29', 'T/C', 'same', 'stopped before the agent begins: no step, but stop and afterAgent', async (rehearse) => {
    const { requests, types, status } = await rehearse({ hooks: stopAt('beforeAgent') });
    assert.deepEqual([requests.length, status], [0, 'stopped']);
    assert.deepEqual(types('before_step', 'stop', 'after_agent', 'after_run'), ['stop', 'after_agent', 'after_run']);
  }),

  behaviour('S2-30', 'C', 'same', 'stopped before a step: the step does not run, afterStep is left out', async (rehearse) => {
    const { types } = await rehearse({ hooks: stopAt('beforeStep') });
    assert.deepEqual(types('before_step', 'pre_model_call', 'after_step', 'stop'), ['before_step', 'stop']);
  }),

  behaviour('S2-31', 'T/C', 'same', 'stop also fires at a natural end, with the reason completed', async (rehearse) => {
    const { logs } = await rehearse({ hooks: `export const end = hook('stop', (ctx) => ctx.log(ctx.reason));` });
    assert.deepEqual(logs, ['completed']);
  }),

  behaviour('S2-32', 'T/C', 'same', 'a beforeStep hook that throws ends the run in error, without a step', async (rehearse) => {
    const { status, requests, types, error } = await rehearse({ hooks: throwAt('beforeStep') });
    assert.deepEqual([status, requests.length], ['error', 0]);
    assert.deepEqual(types('after_step', 'run_error'), ['run_error']);
    assert.match(error!, /broken failed: boom/);
  }),

  behaviour(
    'S2-33',
    'T/C',
    'better',
    'a model that fails meets modelError, then postModelCall; the step has nothing to finish',
    async (rehearse) => {
      const { types, status } = await rehearse({ turns: [fails('driver boom')] });
      assert.equal(status, 'error');
      assert.deepEqual(types('model_error', 'post_model_call', 'after_step', 'run_error'), [
        'model_error',
        'post_model_call',
        'run_error',
      ]);
    },
  ),
  behaviour('S2-34', 'C', 'better', 'wherever a hook throws, the run ends in order and nothing escapes', async (rehearse) => {
    // All that a run whose model and tool fail once comes past; those of other occasions have rows of their own.
    const elsewhere = [
      'sessionStart',
      'sessionEnd',
      'preCompact',
      'runDone',
      'runAbort',
      'runError',
      'afterRun',
      'subagentStart',
    ];
    const others = [
      ...elsewhere,
      'subagentStop',
      'scopeRegister',
      'scopeUnregister',
      'beforeTranslate',
      'afterTranslate',
      'event',
    ];
    const thrown = eventNames.filter((event) => !others.includes(event));
    assert.ok(thrown.length > 15);
    for (const event of thrown) {
      const run = await rehearse({
        hooks: `export const mend = hook('modelError', { priority: -1 }, (ctx) => ctx.retry());
        export const bad = hook('${event}', { onError: 'stop' }, () => { throw new Error('boom'); });`,
        turns: [fails('down'), say('on it', call('Throw', 'x'))],
      });
      assert.deepEqual([run.status, run.types('run_error', 'after_run')], ['error', ['run_error', 'after_run']], event);
      assert.match(run.error!, /^hook bad failed: boom/, event);
      if (run.history.length > 0) assert.equal(messagesProblem([...run.history]), undefined, event);
    }
  }),
  behaviour(
    'S2-35',
    'C',
    'better',
    'a model error that a hook answers or retries leaves no trace on the run’s status',
    async (rehearse) => {
      for (const answer of [`ctx.respond('instead')`, `ctx.attempt === 0 ? ctx.retry() : undefined`]) {
        const { status, error, result } = await rehearse({
          hooks: `export const mend = hook('modelError', (ctx) => ${answer});`,
          turns: [fails('broken')],
        });
        assert.deepEqual([status, error, result.signals.map(({ reason }) => reason)], ['done', undefined, ['completed']]);
      }
    },
  ),

  behaviour(
    'S2-36',
    'T',
    'better',
    '`stop` keeps its message, says which hook it was, and loses no result of its step',
    async (rehearse) => {
      const { result, results, types } = await rehearse({ hooks: stopAt('postToolUse'), turns: [call('Echo', 'x')] });
      assert.deepEqual([result.status, results], ['stopped', ['x']]);
      const [strongest] = result.signals;
      assert.deepEqual([strongest!.reason, strongest!.message], ['stop_requested', 'stop now']);
      assert.match(strongest!.source, /^halt \(.*hooks\.ts:\d+\)$/);
      assert.deepEqual(types('run_error', 'run_done'), ['run_done']);
    },
  ),
  behaviour(
    'S2-37',
    'C',
    'better',
    'a stop is final; `continueWith` counts after a natural end only, at most eight times in a row',
    async (rehearse) => {
      const { status, requests } = await rehearse({
        hooks: `export const halt = hook('afterStep', (ctx) => ctx.stop('enough'));
        export const on = hook('stop', (ctx) => ctx.continueWith('go on'));`,
        turns: [call('Echo', 'x'), say('not reached')],
      });
      assert.deepEqual([status, requests.length], ['stopped', 1]);
      const capped = await rehearse({
        hooks: `export const on = hook('stop', (ctx) => ctx.continueWith('go on'));`,
        turns: Array.from({ length: 12 }, () => say('again')),
      });
      assert.deepEqual([capped.status, capped.requests.length], ['done', 9]);
    },
  ),
  behaviour('S2-38', 'C', 'better', 'where `continueWith` goes on, no signal lingers', async (rehearse) => {
    const { result } = await rehearse({
      hooks: `export const once = hook('stop', (ctx) => { if (ctx.turns < 2) return ctx.continueWith('go on'); });`,
      turns: [say('one'), say('two')],
    });
    assert.deepEqual([result.text, result.signals.map(({ reason }) => reason)], ['two', ['completed']]);
  }),

  behaviour(
    'S2-39',
    'T/C',
    'same',
    'of several signals the strongest is reported and all are kept, ties in their order; a stop hook may add one, which the run then reports',
    async (rehearse) => {
      const { result, event } = await rehearse({ hooks: stopAt('afterAgent') });
      assert.deepEqual(
        result.signals.map(({ reason }) => reason),
        ['stop_requested', 'completed'],
      );
      assert.deepEqual(event('after_run').data!.signals, result.signals);
      const adds = (name: string, reason: string) =>
        `export const ${name} = hook('stop', (ctx) => ctx.modify({ signal: { reason: '${reason}', message: '${name}' } }));`;
      const scrambled = [
        'finish_reason',
        'time_limit',
        'user_requested',
        'completed',
        'error',
        'retry_limit',
        'token_limit',
        'stop_requested',
      ];
      const many = await rehearse({
        hooks: `export const limit = stepLimit(1);${scrambled.map((reason, n) => adds(`s${n}`, reason)).join('')}${adds('tie', 'user_requested')}`,
        turns: [call('Echo', 'x')],
      });
      const { signals } = many.event('run_done').data;
      assert.deepEqual(
        signals.map(({ reason }) => reason),
        [
          'error',
          'stop_requested',
          'user_requested',
          'user_requested',
          'steps_limit',
          'token_limit',
          'time_limit',
          'retry_limit',
          'finish_reason',
          'completed',
        ],
      );
      assert.deepEqual(
        signals.filter(({ reason }) => reason === 'user_requested').map(({ message }) => message),
        ['s2', 'tie'],
      );
      assert.deepEqual(many.event('stop').data.signals, signals);
      assert.deepEqual(JSON.parse(JSON.stringify(many.result.signals)), signals);
    },
  ),

  behaviour(
    'S2-40',
    'T/C',
    'better',
    'done means that the agent ended by itself; every condition that ends it is `stopped`',
    async (rehearse) => {
      assert.equal((await rehearse({})).status, 'done');
      for (const ends of [
        `finishReasons(['tool_use'])`,
        'stepLimit(1)',
        'tokenLimit(1)',
        'timeLimit(1)',
        `hook('postToolUse', (ctx) => ctx.stop('enough'))`,
      ]) {
        let now = 0;
        const used = { ...(call('Echo', 'x') as { content: [] }), usage: { input_tokens: 5, output_tokens: 0 } };
        const { status } = await rehearse({ hooks: `export const ends = ${ends};`, turns: [used], now: () => (now += 200) });
        assert.equal(status, 'stopped', ends);
      }
      assert.equal((await rehearse({ hooks: `export const ends = finishReasons(['end_turn']);` })).status, 'stopped');
    },
  ),
];
