/** Before a request and after its response. */
import assert from 'node:assert/strict';
import { until } from '../../fixtures/core';
import { behaviour } from '../behaviour';
import { call, say } from '../rehearse';

const addSystem = (text: string) =>
  `hook('preModelCall', (ctx) => ctx.modify({ request: { system: ctx.request.system + '${text}' } }));`;

export const model = [
  behaviour('S3-08', 'T', 'same', 'changes of the request are a pipeline; nothing returned changes nothing', async (rehearse) => {
    const { requests } = await rehearse({
      hooks: `export const a = ${addSystem('a')} export const quiet = hook('preModelCall', () => {}); export const b = ${addSystem('b')}`,
    });
    assert.equal(requests[0]!.system, 'You are a test.ab');
  }),

  behaviour(
    'S3-09',
    'T/C',
    'better',
    'an answer skips the model and the hooks behind it; hooks after the response see it; what is no answer, or has an unknown field, is the hook’s error and never dropped',
    async (rehearse) => {
      const { requests, hooks, text, event } = await rehearse({
        hooks: `export const cache = hook('preModelCall', (ctx) => ctx.respond('cached')); export const b = ${addSystem('b')}
        export const after = hook('postModelCall', () => {});`,
      });
      assert.deepEqual([requests.length, text], [0, 'cached']);
      assert.deepEqual(hooks(), ['cache respond', 'after continue']);
      assert.equal(event('pre_model_call').skipped.ended, 1);
      for (const [returned, said] of [
        [`{ action: 'respond' }`, /respond at preModelCall: 'value' must be text/],
        [`{ action: 'respond', value: null }`, /'value' must be text/],
        [`{ action: 'respond', value: 'x', respnse: 'y' }`, /has no field 'respnse'/],
        [`{ response: 'x' }`, /preModelCall returned an object: return a decision/],
      ] as const) {
        const wrong = await rehearse({ hooks: `export const cache = hook('preModelCall', () => (${returned}) as never);` });
        assert.match(wrong.error!, said);
        assert.equal(wrong.requests.length, 0);
      }
    },
  ),
  behaviour('S3-10', 'C', 'n/a', 'a hook returns one decision, so none has to win over another of the same hook'),

  behaviour(
    'S3-11',
    'T/C',
    'same',
    'steps count from 0, and the run’s signal reaches hooks and aborts there',
    async (rehearse) => {
      const run = await rehearse({
        hooks: `export const tell = hook('preModelCall', (ctx) => ctx.log(ctx.step, ctx.signal.aborted));
      export const waits = hook('userMessage', async (ctx) => {
        if (ctx.text !== 'wait') return;
        await undefined;
        console.log('began');
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        console.log('aborted', ctx.signal.aborted);
      });`,
        turns: [call('Echo', 'x'), call('Echo', 'y')],
      });
      assert.deepEqual(run.logs, ['0 false', '1 false', '2 false']);
      const waiting = run.core.session.send('wait');
      await until(() => run.printed.some((line) => line.endsWith('began')));
      await run.core.session.stop();
      assert.equal((await waiting).status, 'aborted');
      await until(() => run.printed.some((line) => line.endsWith('aborted true')));
    },
  ),

  behaviour('S3-12', 'X', 'same', 'a changed request lasts for that request', async (rehearse) => {
    const { requests } = await rehearse({
      hooks: `export const once = hook('preModelCall', (ctx) => ctx.step === 0 ? ctx.modify({ request: { system: 'Once.' } }) : undefined);`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(
      requests.map(({ system }) => system),
      ['Once.', 'You are a test.'],
    );
  }),

  behaviour(
    'S3-13',
    'X',
    'better',
    'a context cannot be changed in place: the assignment throws and says what to return',
    async (rehearse) => {
      const { event, ran } = await rehearse({
        hooks: `export const inPlace = hook('preToolUse', (ctx) => { ctx.input.text = 'changed'; });`,
        turns: [call('Echo', 'x')],
      });
      assert.match(event('hook_error').error!.message, /ctx is read-only: return ctx\.modify\(\{ input: … \}\) instead/);
      assert.deepEqual(ran, []);
    },
  ),

  behaviour('S3-14', 'T', 'same', 'changes of a response are a pipeline; the last one is kept and returned', async (rehearse) => {
    const add = (text: string) =>
      `hook('postModelCall', (ctx) => ctx.modify({ response: ctx.response.content[0].text + '${text}' }));`;
    const { text, history } = await rehearse({ hooks: `export const a = ${add('1')} export const b = ${add('2')}` });
    assert.equal(text, 'done12');
    assert.deepEqual(history.at(-1), { role: 'assistant', content: [{ type: 'text', text: 'done12' }] });
  }),

  behaviour('S3-15', 'X', 'same', 'tool calls that a hook adds to a response run', async (rehearse) => {
    const { ran, status } = await rehearse({
      hooks: `export const add = hook('postModelCall', (ctx) => ctx.step === 0 ? ctx.modify({ response: {
        content: [...ctx.response.content, { type: 'tool_use', id: 'toolu_added', name: 'Echo', input: { text: 'added' } }] } }) : undefined);`,
      turns: [say('only text')],
    });
    assert.deepEqual([ran, status], [['Echo added'], 'done']);
  }),
];
