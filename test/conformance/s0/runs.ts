/** Around a run: its message, its agent, its end. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../fixtures/cli';
import { behaviour } from '../behaviour';
import { call, fails, type Scene } from '../rehearse';

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
      const signals = failed.result.signals.map(({ reason, message }) => [reason, message]);
      assert.deepEqual(signals, [['error', 'hook broken failed: boom']]);
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
    'without an answer beforeAgent lets the run go on; a denial after a change or an answer denies, and no later hook sees the answer',
    async (rehearse) => {
      const change = `export const change = hook('beforeAgent', (ctx) => ctx.modify({ system: 'changed' }));`;
      const { status, requests } = await rehearse({ hooks: change });
      assert.deepEqual([status, requests[0]!.system], ['done', 'changed']);
      const strict = `export const strict = hook('beforeAgent', (ctx) => { ctx.log('response' in ctx, JSON.stringify(ctx).includes('early')); return ctx.deny('no'); });`;
      const denied = await rehearse({ hooks: change + strict });
      assert.deepEqual([denied.status, denied.requests.length], ['denied', 0]);
      const early = `export const early = hook('beforeAgent', (ctx) => ctx.respond('early', { final: false }));`;
      const answered = await rehearse({ hooks: early + strict });
      assert.deepEqual([answered.status, answered.text, answered.logs], ['denied', '', ['false false']]);
      const alone = await rehearse({ hooks: `${early} export const later = hook('beforeAgent', (ctx) => ctx.log('later'));` });
      assert.deepEqual([alone.status, alone.text, alone.logs, alone.requests.length], ['done', 'early', ['later'], 0]);
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
    for (const event of [
      'beforeRun',
      'userMessage',
      'beforeAgent',
      'beforeStep',
      'preModelCall',
      'postModelCall',
      'stop',
      'afterAgent',
    ])
      for (const onError of ['', `onError: 'stop'`]) {
        const { types } = await rehearse({
          hooks: `export const broken = hook('${event}', { ${onError} }, () => { throw new Error('boom'); });`,
        });
        assert.deepEqual(types('hook_error', 'after_run').slice(-2), ['hook_error', 'after_run'], event);
        assert.equal(types('after_run').length, 1, event);
      }
    const scenes: Scene[] = [
      { turns: [fails('down')] },
      { turns: [call('Throw', 'x')], stopAt: 'tool_error' },
      { hooks: `export const broken = hook(['runDone', 'afterRun'], () => { throw new Error('boom'); });` },
    ];
    for (const scene of scenes) assert.equal((await rehearse(scene)).types('after_run').length, 1);
  }),

  behaviour(
    'S0-44',
    'T/C',
    'same',
    'going on with results from outside fires no userMessage, and the input of all else is empty; without a session or results it is an error',
    async (rehearse) => {
      const run = await rehearse({
        external: ['Look'],
        hooks: `export const see = hook(['beforeRun', 'userMessage', 'beforeAgent', 'afterAgent', 'afterRun'], (ctx) => ctx.log(ctx.event, ctx.input));`,
        turns: [call('Look', 'x')],
      });
      assert.equal(run.status, 'waiting');
      const { session, folder } = run.core;
      const before = run.logs.length;
      const id = session.openCalls[0]!;
      const result = await session.continue({ toolResults: new Map([[id, { content: 'seen' }]]) });
      assert.deepEqual([result.status, run.results], ['done', ['seen']]);
      assert.deepEqual(
        run.logs.slice(before),
        ['beforeRun', 'beforeAgent', 'afterAgent', 'afterRun'].map((event) => `${event} undefined`),
      );
      writeFileSync(join(folder, 'results.json'), '[]');
      writeFileSync(join(folder, 'ended.jsonl'), '');
      for (const args of [
        ['--results', 'results.json'],
        ['--session', 'none.jsonl', '--results', 'results.json'],
        ['--session', 'ended.jsonl'],
      ])
        assert.equal((await runCli(folder, ['run', ...args])).code, 2, args.join(' '));
    },
  ),
];
