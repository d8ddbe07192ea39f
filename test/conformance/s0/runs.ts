/** Around a run: its message, its agent, its end. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, fails } from '../rehearse';

const ends = `export const agent = hook('afterAgent', (ctx) => ctx.log('afterAgent', ctx.response?.content[0].text));
  export const run = hook('afterRun', (ctx) => ctx.log('afterRun', ctx.status, ctx.input));`;
const answers = `export const cached = hook('beforeAgent', (ctx) => ctx.respond('from the cache'));`;

export const runs = [
  behaviour('S0-35', 'C', 'same', 'a run goes from beforeRun to afterRun in one fixed order', async (rehearse) => {
    const { types } = await rehearse({});
    const order = [
      'before_run',
      'user_message',
      'before_agent',
      'before_step',
      'after_step',
      'stop',
      'after_agent',
      'run_done',
      'after_run',
    ];
    assert.deepEqual(types(...order), order);
  }),

  behaviour(
    'S0-36',
    'T/C',
    'same',
    'a changed message is what the model, the session and the rest of the run get',
    async (rehearse) => {
      const { sent, history, logs } = await rehearse({
        hooks: `export const change = hook('userMessage', (ctx) => ctx.modify({ message: 'modified: ' + ctx.message.content }));
        export const input = hook(['beforeAgent', 'afterAgent', 'afterRun'], (ctx) => ctx.log(ctx.input));`,
        prompt: 'original',
      });
      const changed = 'modified: original';
      assert.deepEqual([sent(0), history[0]!.content, logs], [[changed], changed, [changed, changed, changed]]);
      const { core } = await rehearse({
        hooks: `export const redact = hook('userMessage', { redacts: true }, (ctx) => ctx.modify({ message: '***' }));`,
        prompt: 'the key is 12345',
      });
      assert.doesNotMatch(JSON.stringify(core.items), /12345/);
    },
  ),

  behaviour(
    'S0-37',
    'T/C',
    'better',
    'a denied message reaches neither model nor session; the run ends denied, and afterRun fires',
    async (rehearse) => {
      const { status, error, requests, history, types } = await rehearse({
        hooks: `export const strict = hook('userMessage', (ctx) => ctx.deny('not that'));`,
      });
      assert.deepEqual([status, error, requests, history], ['denied', 'not that', [], []]);
      assert.deepEqual(types('run_done', 'run_abort', 'after_run'), ['run_abort', 'after_run']);
    },
  ),

  behaviour(
    'S0-38',
    'T/C',
    'option',
    "a userMessage hook that throws denies the message; with onError 'stop' the run fails",
    async (rehearse) => {
      const broken = (options: string) =>
        `export const broken = hook('userMessage', { ${options} }, () => { throw new Error('boom'); });`;
      const denied = await rehearse({ hooks: broken('') });
      assert.deepEqual([denied.status, denied.error], ['denied', 'boom']);
      const failed = await rehearse({ hooks: broken(`onError: 'stop'`) });
      assert.deepEqual([failed.status, failed.error], ['error', 'hook broken failed: boom']);
    },
  ),

  behaviour(
    'S0-39',
    'T/C',
    'better',
    'an answer of beforeAgent replaces the model; it and the message are kept, and afterAgent may change it',
    async (rehearse) => {
      const { text, requests, history, logs } = await rehearse({
        hooks: `${answers} ${ends} export const change = hook('afterAgent', (ctx) => ctx.modify({ response: 'changed' }));`,
      });
      assert.deepEqual([text, requests], ['changed', []]);
      assert.deepEqual(
        history.map(({ role }) => role),
        ['user', 'assistant'],
      );
      assert.deepEqual(logs, ['afterAgent from the cache', 'afterRun done go']);
    },
  ),

  behaviour('S0-40', 'T/C', 'better', 'a denial of beforeAgent ends the run as denied, with its reason', async (rehearse) => {
    const { status, error, requests, logs, types } = await rehearse({
      hooks: `export const strict = hook('beforeAgent', (ctx) => ctx.deny('closed')); ${ends}`,
    });
    assert.deepEqual([status, error, requests], ['denied', 'closed', []]);
    assert.deepEqual(logs, ['afterAgent undefined', 'afterRun denied go']);
    assert.deepEqual(types('run_done', 'run_abort'), ['run_abort']);
  }),

  behaviour(
    'S0-41',
    'C',
    'same',
    'without an answer beforeAgent lets the run go on; a denial after a change denies',
    async (rehearse) => {
      const change = `export const change = hook('beforeAgent', (ctx) => ctx.modify({ system: 'changed' }));`;
      const { status, requests } = await rehearse({ hooks: change });
      assert.deepEqual([status, requests[0]!.system], ['done', 'changed']);
      const denied = await rehearse({ hooks: `${change} export const strict = hook('beforeAgent', (ctx) => ctx.deny('no'));` });
      assert.equal(denied.status, 'denied');
    },
  ),

  behaviour(
    'S0-42',
    'T/C',
    'better',
    'what afterAgent changes is kept in the session too; it also hears of failed runs, and its own failure is reported',
    async (rehearse) => {
      const changed = await rehearse({
        hooks: `export const change = hook('afterAgent', (ctx) => ctx.modify({ response: 'changed' }));`,
      });
      assert.equal(changed.text, 'changed');
      assert.match(JSON.stringify(changed.history.at(-1)), /changed/);
      const failed = await rehearse({
        hooks: `export const see = hook('afterAgent', (ctx) => ctx.log(ctx.error.message));
        export const broken = hook('afterAgent', () => { throw new Error('boom'); });`,
        turns: [fails('down')],
      });
      assert.deepEqual([failed.error, failed.logs, failed.event('hook_error').error!.message], ['down', ['down'], 'boom']);
    },
  ),

  behaviour('S0-43', 'C', 'better', 'afterRun fires exactly once for every run that began, whatever failed', async (rehearse) => {
    for (const event of ['userMessage', 'beforeAgent', 'beforeStep', 'preModelCall', 'afterAgent']) {
      const { types } = await rehearse({ hooks: `export const broken = hook('${event}', () => { throw new Error('boom'); });` });
      assert.deepEqual(types('after_run'), ['after_run'], event);
    }
  }),

  behaviour(
    'S0-44',
    'T/C',
    'same',
    'going on with a broken conversation fires no userMessage, and its input is empty',
    async (rehearse) => {
      const { core } = await rehearse({ turns: [call('Echo', 'x')] });
      const broken = core.events.slice(0, core.events.findIndex(({ type }) => type === 'tool_start') + 1);
      const next = await rehearse({
        turns: [call('Echo', 'x')],
        items: broken.map((event) => ({ kind: 'event' as const, event })),
        hooks: `export const see = hook(['beforeRun', 'beforeAgent', 'afterAgent', 'afterRun'], (ctx) => ctx.log(ctx.event, ctx.input));`,
        prompt: undefined,
      });
      assert.deepEqual(next.logs, ['beforeRun undefined', 'beforeAgent undefined', 'afterAgent undefined', 'afterRun undefined']);
      assert.deepEqual([next.types('user_message'), next.status], [[], 'done']);
    },
  ),
];
