/** Throws, Stop, limits. */
import assert from 'node:assert/strict';
import { messagesProblem } from '../../../src/shared/messages/history';
import { behaviour } from '../behaviour';
import { call, fails, say } from '../rehearse';

const throwAt = (event: string, options = '{}') =>
  `export const broken = hook('${event}', ${options}, () => { throw new Error('boom'); });`;

export const ends = [
  behaviour('S3-31', 'T/C', 'option', "with onError: 'stop' a hook that throws ends the run in runError", async (rehearse) => {
    for (const event of [
      'beforeRun',
      'userMessage',
      'beforeAgent',
      'beforeStep',
      'preModelCall',
      'modelError',
      'postModelCall',
      'message',
      'permissionRequest',
      'preToolUse',
      'toolError',
      'postToolUse',
      'toolResultMessages',
      'toolSettled',
      'afterStep',
      'stop',
      'afterAgent',
    ]) {
      const { status, error, types } = await rehearse({
        hooks: throwAt(event, `{ onError: 'stop' }`),
        turns: event === 'modelError' ? [fails('down')] : [call('Throw', 'x')],
      });
      assert.deepEqual([event, status, types('run_error', 'run_done')], [event, 'error', ['run_error']]);
      assert.match(error!, /broken failed: boom/);
    }
  }),

  behaviour('S3-32', 'X', 'better', 'a throw before the run is reported, and the run goes on', async (rehearse) => {
    const { status, types } = await rehearse({ hooks: throwAt('beforeRun') });
    assert.deepEqual([status, types('hook_error', 'run_done', 'run_error')], ['done', ['hook_error', 'run_done']]);
  }),

  behaviour('S3-33', 'X', 'better', 'a throw after the run does not make it fail as well', async (rehearse) => {
    const { status, types } = await rehearse({ hooks: throwAt('runDone') });
    assert.deepEqual(
      [status, types('hook_error', 'run_done', 'run_error', 'after_run')],
      ['done', ['hook_error', 'run_done', 'after_run']],
    );
  }),

  behaviour(
    'S3-34',
    'X',
    'better',
    'whatever throws around a tool call, the call is answered and the next message works',
    async (rehearse) => {
      for (const event of ['preToolUse', 'permissionRequest', 'toolError', 'postToolUse', 'toolResultMessages', 'toolSettled']) {
        const rehearsed = await rehearse({
          hooks: throwAt(event, `{ onError: '${event === 'preToolUse' ? 'deny' : 'stop'}' }`),
          turns: [call(event === 'toolError' ? 'Throw' : 'Echo', 'x'), say('first'), say('second')],
        });
        assert.ok(rehearsed.types('hook_error').length > 0, event);
        assert.equal(messagesProblem([...rehearsed.history]), undefined, event);
        assert.equal(rehearsed.results.length, 1, event);
        const before = rehearsed.requests.length;
        await rehearsed.send('more');
        assert.deepEqual([rehearsed.status, rehearsed.requests.length > before], ['done', true], event);
        assert.equal(messagesProblem([...rehearsed.requests.at(-1)!.messages]), undefined, event);
      }
    },
  ),

  behaviour(
    'S3-35',
    'T',
    'same',
    'beforeRun comes before the user’s message; each message is told as it enters the history',
    async (rehearse) => {
      const { logs, types } = await rehearse({
        hooks: `export const tell = hook('message', (ctx) => ctx.log(ctx.index, ctx.message.role));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(logs, ['0 user', '1 assistant', '2 user', '3 assistant']);
      assert.equal(types('before_run', 'message')[0], 'before_run');
    },
  ),

  behaviour(
    'S3-36',
    'T/C',
    'same',
    'a run that is stopped as it begins asks no model and ends in runAbort alone; its message is kept',
    async (rehearse) => {
      const { core, requests, types } = await rehearse({ turns: [say('first')] });
      const before = requests.length;
      const sent = core.session.send('second');
      await core.session.stop();
      assert.deepEqual([(await sent).status, requests.length - before], ['aborted', 0]);
      assert.deepEqual(types('run_abort', 'run_error', 'run_done'), ['run_done', 'run_abort']);
      assert.equal(core.session.history.at(-1)!.content, 'second');
    },
  ),

  behaviour('S3-37', 'X', 'better', 'Stop reaches the tool that runs, and those after it do not start', async (rehearse) => {
    const rehearsed = await rehearse({
      turns: [say('ready'), call('Bash', { command: 'echo begun; sleep 60' }, 'Echo', 'never')],
    });
    const { core } = rehearsed;
    core.session.onItem((item) => {
      if (item.kind === 'toolOutput') void core.session.stop();
    });
    const { status, results, ran } = await rehearsed.send('go on');
    assert.deepEqual([status, ran, results.length], ['aborted', [], 2]);
    assert.match(results[0]!, /cancelled/);
  }),

  behaviour(
    'S3-38',
    'X',
    'better',
    'an error stays an error though Stop is pressed with it; after the end Stop changes nothing',
    async (rehearse) => {
      const rehearsed = await rehearse({ turns: [say('ready'), fails('down')] });
      const { core } = rehearsed;
      const stopAt = (type: string) =>
        core.session.onItem((item) => {
          if (item.kind === 'event' && item.event.type === type) void core.session.stop();
        });
      const listening = stopAt('model_error');
      const { status, error } = await rehearsed.send('fail');
      assert.deepEqual([status, error], ['error', 'down']);
      listening.dispose();
      stopAt('after_agent');
      assert.equal((await rehearsed.send('end well')).status, 'done');
    },
  ),

  behaviour(
    'S3-39',
    'T/X',
    'option',
    'a step limit lets the last batch run and ends as stopped; a limit of 0 asks no model',
    async (rehearse) => {
      const turns = [call('Echo', '1'), call('Echo', '2'), call('Echo', '3')];
      const { requests, ran, status, result } = await rehearse({ hooks: `export const steps = stepLimit(2);`, turns });
      assert.deepEqual([requests.length, ran, status], [2, ['Echo 1', 'Echo 2'], 'stopped']);
      assert.equal(result.signals[0]!.message, 'Step limit reached: 2/2');
      assert.equal((await rehearse({ hooks: `export const steps = stepLimit(0);`, turns })).requests.length, 0);
    },
  ),

  behaviour('S3-40', 'X', 'same', 'calls of one response run in order; the loop ends where there is none', async (rehearse) => {
    const odd = { ...(call('Echo', 'a', 'Echo', 'b', 'Echo', 'c') as { content: [] }), stop_reason: 'end_turn' };
    const { ran, requests } = await rehearse({ turns: [odd] });
    assert.deepEqual([ran, requests.length], [['Echo a', 'Echo b', 'Echo c'], 2]);
  }),
];
