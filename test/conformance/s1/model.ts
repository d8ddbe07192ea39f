/** The way of one model call, and what limits a run. */
import assert from 'node:assert/strict';
import { eventNames, hookPoints } from '../../../src/shared/hooks/points';
import { behaviour } from '../behaviour';
import { call, fails, say } from '../rehearse';

/** All events at which a hook may stop the run. */
const stops = eventNames.filter((event) => hookPoints[event].decisions.some((action) => action === 'stop'));

export const model = [
  behaviour(
    'S1-31',
    'T/C',
    'same',
    'an answer before the model replaces the call and passes through postModelCall',
    async (rehearse) => {
      const { requests, text, types, logs } = await rehearse({
        hooks: `export const plugin = hook('preModelCall', { priority: 100 }, (ctx) => ctx.respond('cached'));
        export const own = hook('preModelCall', (ctx) => ctx.log('never'));
        export const post = hook('postModelCall', (ctx) => ctx.log(ctx.origin));`,
      });
      assert.deepEqual([requests, text, types('post_model_call'), logs], [[], 'cached', ['post_model_call'], ['hook']]);
    },
  ),

  behaviour(
    'S1-32',
    'T',
    'option',
    'ctx.modify changes the request for the model and for later hooks; in place nothing can be changed',
    async (rehearse) => {
      const { requests, logs } = await rehearse({
        hooks: `export const edit = hook('preModelCall', (ctx) => ctx.modify({ request: { temperature: 0.5 } }));
        export const later = hook('preModelCall', (ctx) => ctx.log(ctx.request.temperature));`,
      });
      assert.deepEqual([requests[0]!.temperature, logs], [0.5, ['0.5']]);
      for (const write of [`ctx.request.temperature = 0.9`, `ctx.request.messages.push({ role: 'user', content: 'more' })`]) {
        const inPlace = await rehearse({
          hooks: `export const edit = hook('preModelCall', { onError: 'continue' }, (ctx) => { ${write}; });
          export const later = hook('preModelCall', (ctx) => ctx.log(ctx.request.temperature, ctx.request.messages.length));`,
        });
        assert.match(inPlace.event('hook_error').error!.message, /ctx is read-only: return ctx\.modify\(/, write);
        assert.deepEqual(
          [inPlace.logs, inPlace.requests[0]!.temperature, inPlace.sent(0)],
          [['undefined 1'], undefined, ['go']],
          write,
        );
      }
    },
  ),

  behaviour(
    'S1-33',
    'T/C',
    'same',
    'an error before the model ends the run with it; the model is not called',
    async (rehearse) => {
      const { status, error, requests, types } = await rehearse({
        hooks: `export const broken = hook('preModelCall', () => { throw new Error('before error'); });`,
      });
      assert.deepEqual([status, requests, types('run_error')], ['error', [], ['run_error']]);
      assert.match(error!, /before error/);
    },
  ),

  behaviour(
    'S1-34',
    'T/C',
    'option',
    'modelDelta sees the answer as it streams and may change or drop each part',
    async (rehearse) => {
      const { core, types, text } = await rehearse({
        hooks: `export const loud = hook('modelDelta', (ctx) => ctx.modify({ text: ctx.delta.text.toUpperCase() }));`,
        turns: [say('one two three')],
      });
      const shown = core.items.flatMap((item) => (item.kind === 'delta' ? [item.delta.text] : []));
      assert.deepEqual([shown.join(''), text, types('model_delta').length], ['ONE TWO THREE', 'ONE TWO THREE', 1]);
      assert.ok(shown.length > 1, 'part by part');
      const dropped = await rehearse({
        hooks: `export const hush = hook('modelDelta', (ctx) => ctx.delta.text.includes('three') ? ctx.drop() : undefined);`,
        turns: [say('one two three')],
      });
      assert.match(dropped.text, /^one /);
      assert.doesNotMatch(dropped.text, /three/);
      assert.equal(dropped.streamed, dropped.text);
    },
  ),

  behaviour('S1-35', 'T', 'same', 'hooks get the error of a failed call and may answer in its place', async (rehearse) => {
    const { text, logs } = await rehearse({
      hooks: `export const answer = hook('modelError', (ctx) => { ctx.log(ctx.error.kind, ctx.error.message); return ctx.respond('recovered'); });`,
      turns: [fails('overloaded')],
    });
    assert.deepEqual([text, logs], ['recovered', ['api_error overloaded']]);
  }),

  behaviour('S1-36', 'C', 'better', 'a failing postModelCall hook is reported once and ends the run once', async (rehearse) => {
    const { types, status } = await rehearse({
      hooks: `export const broken = hook('postModelCall', () => { throw new Error('boom'); });`,
    });
    assert.deepEqual([types('hook_error', 'run_error'), status], [['hook_error', 'run_error'], 'error']);
  }),

  behaviour('S1-37', 'C', 'better', 'a stop ends the run in the same way wherever it comes from', async (rehearse) => {
    assert.ok(stops.length > 10);
    for (const point of stops) {
      const { result, types } = await rehearse({
        hooks: `export const halt = hook('${point}', (ctx) => ctx.stop('enough'));`,
        turns: point === 'modelError' ? [fails('down')] : [say('on it', call('Throw', 'x')), call('Echo', 'y')],
      });
      const [signal] = result.signals;
      assert.deepEqual([result.status, signal!.reason, signal!.message], ['stopped', 'stop_requested', 'enough'], point);
      assert.deepEqual(types('run_done', 'run_abort', 'run_error'), ['run_done'], point);
    }
  }),

  behaviour(
    'S1-38',
    'T',
    'same',
    'a retried tool runs again between one before- and one after-hook; a retried model call goes through its hooks again',
    async (rehearse) => {
      const tool = await rehearse({
        hooks: `export const see = hook(['preToolUse', 'postToolUse'], () => {});
        export const again = hook('toolError', (ctx) => ctx.state.get('tried') ? ctx.respond('given up') : (ctx.state.set('tried', 1), ctx.retry()));`,
        turns: [call('Throw', 'x')],
      });
      assert.deepEqual(
        [tool.ran, tool.hooks('pre_tool_use').length, tool.hooks('post_tool_use').length],
        [['Throw x', 'Throw x'], 1, 1],
      );
      assert.equal(tool.event('post_tool_use').isError, false);
      const calls = await rehearse({
        hooks: `export const see = hook('preModelCall', (ctx) => ctx.log(ctx.attempt)); export const again = hook('modelError', (ctx) => ctx.retry());`,
        turns: [fails('busy'), say('there')],
      });
      assert.deepEqual([calls.logs, calls.text], [['0', '1'], 'there']);
    },
  ),

  behaviour('S1-39', 'T/C', 'option', 'stepLimit caps the model calls; one that a hook answers counts too', async (rehearse) => {
    for (const answer of [
      '',
      `export const cached = hook('preModelCall', (ctx) => ctx.step === 0 ? ctx.respond({ content: [{ type: 'tool_use', id: 'c', name: 'Echo', input: { text: 'x' } }] }) : undefined);`,
    ]) {
      const { result, requests } = await rehearse({
        hooks: `export const limit = stepLimit(2); ${answer}`,
        turns: [call('Echo', 'a'), call('Echo', 'b'), call('Echo', 'c')],
      });
      assert.deepEqual([result.signals[0]!.reason, result.signals[0]!.message], ['steps_limit', 'Step limit reached: 2/2']);
      assert.equal(requests.length, answer ? 1 : 2);
    }
  }),

  behaviour(
    'S1-40',
    'T',
    'option',
    'a hook that stops at a tool call leaves it unrun and ends the run; one that takes the tools away has the model finish',
    async (rehearse) => {
      const turns = [call('Echo', 'a'), call('Echo', 'b')];
      const stopped = await rehearse({
        hooks: `export const limit = hook('preToolUse', (ctx) => ctx.step >= 1 ? ctx.stop('max tool iterations (1) exceeded') : undefined);`,
        turns,
      });
      assert.deepEqual([stopped.ran, stopped.status], [['Echo a'], 'stopped']);
      const finished = await rehearse({
        hooks: `export const limit = hook('preModelCall', (ctx) => ctx.step >= 1 ? ctx.modify({ request: { tools: [] } }) : undefined);`,
        turns: [call('Echo', 'a'), say('in short')],
      });
      assert.deepEqual([finished.requests[1]!.tools, finished.text, finished.status], [[], 'in short', 'done']);
    },
  ),

  behaviour('S1-41', 'T/C', 'same', 'a run that the user stops ends quietly, without an error', async (rehearse) => {
    const { status, error, types } = await rehearse({
      turns: [call('Echo', 'x')],
      human: () => new Promise(() => {}),
      stopAt: 'approval_requested',
    });
    assert.deepEqual([status, error, types('run_error', 'run_abort')], ['aborted', undefined, ['run_abort']]);
  }),
];
