/** Before a request and after its response. */
import assert from 'node:assert/strict';
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
    'same',
    'an answer skips the model and the hooks behind it; hooks after the response see it',
    async (rehearse) => {
      const { requests, hooks, text, event } = await rehearse({
        hooks: `export const cache = hook('preModelCall', (ctx) => ctx.respond('cached')); export const b = ${addSystem('b')}
        export const after = hook('postModelCall', () => {});`,
      });
      assert.deepEqual([requests.length, text], [0, 'cached']);
      assert.deepEqual(hooks(), ['cache respond', 'after continue']);
      assert.equal(event('pre_model_call').skipped.ended, 1);
      const empty = await rehearse({ hooks: `export const cache = hook('preModelCall', () => ({ action: 'respond' }));` });
      assert.match(empty.error!, /respond at preModelCall: 'value' must be text/);
    },
  ),
  behaviour('S3-10', 'C', 'n/a', 'a hook returns one decision, so none has to win over another of the same hook'),

  behaviour('S3-11', 'T/C', 'same', 'steps count from 0 and hooks get the run’s signal', async (rehearse) => {
    const { logs } = await rehearse({
      hooks: `export const tell = hook('preModelCall', (ctx) => ctx.log(ctx.step, ctx.signal instanceof AbortSignal));`,
      turns: [call('Echo', 'x'), call('Echo', 'y')],
    });
    assert.deepEqual(logs, ['0 true', '1 true', '2 true']);
  }),

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
