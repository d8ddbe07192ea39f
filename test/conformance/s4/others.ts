/** After tools, at prompts, at the end. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, fails, say, task } from '../rehearse';

const prompt = (name: string, handler: string) => `export const ${name} = hook('userMessage', ${handler});\n`;

export const others = [
  behaviour(
    'S4-18',
    'T/C',
    'better',
    'postToolUse hooks all run, see what ran and what was asked for, and may change the result',
    async (rehearse) => {
      const { logs, results } = await rehearse({
        hooks: `export const before = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));
        export const one = hook('postToolUse', (ctx) => { ctx.log(ctx.input.text, ctx.requestedInput.text); return ctx.modify({ output: ctx.output + '!' }); });
        export const two = hook('postToolUse', (ctx) => ctx.log(ctx.output, ctx.isError, typeof ctx.durationMs));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([logs, results], [['changed x', 'changed! false number'], ['changed!']]);
    },
  ),
  behaviour('S4-19', 'C', 'better', 'a denied call never meets postToolUse; toolSettled tells how it ended', async (rehearse) => {
    const { types, logs } = await rehearse({
      hooks: `export const no = hook('preToolUse', (ctx) => ctx.deny('no'));
        export const end = hook('toolSettled', (ctx) => ctx.log(ctx.outcome, ctx.decidedBy.name));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([types('post_tool_use', 'tool_settled'), logs], [['tool_settled'], ['denied no']]);
  }),

  behaviour(
    'S4-20',
    'T/C',
    'better',
    'stop fires whenever the agent ends, sessionEnd once however often the session is ended; one that throws keeps none of the others back',
    async (rehearse) => {
      const rehearsed = await rehearse({
        hooks: `export const broken = hook(['stop', 'sessionEnd'], () => { throw new Error('boom'); });
        export const metrics = hook('stop', (ctx) => ctx.log(ctx.reason, ctx.turns, ctx.costUsd));
        export const closed = hook('sessionEnd', (ctx) => ctx.log('closed', ctx.reason));`,
        turns: [say('one'), say('two')],
      });
      assert.equal((await rehearsed.send('again')).status, 'done');
      await rehearsed.core.session.end('exit');
      await rehearsed.core.session.end('exit');
      assert.deepEqual(rehearsed.logs, ['completed 1 0', 'completed 1 0', 'closed exit']);
    },
  ),

  behaviour('S4-21', 'T/C', 'same', 'completed, limits, the user, error: each run has its own reason', async (rehearse) => {
    const rehearsed = await rehearse({
      hooks: `export const limit = stepLimit(1); export const tell = hook('stop', (ctx) => ctx.log(ctx.reason));`,
      turns: [call('Echo', 'x'), fails('down'), say('well')],
    });
    await rehearsed.send('fail');
    await rehearsed.send('end well');
    assert.deepEqual(rehearsed.logs, ['steps_limit', 'error', 'completed']);
    const stopped = await rehearse({
      hooks: `export const tell = hook('stop', (ctx) => ctx.log(ctx.reason));`,
      turns: [call('Echo', 'x'), say('well')],
      stopAt: 'post_tool_use',
    });
    assert.deepEqual([stopped.status, stopped.logs], ['aborted', ['user_requested']]);
  }),

  behaviour(
    'S4-22',
    'T/C',
    'better',
    'preCompact hooks all run in order and may change the instructions, or keep the conversation as it is',
    async (rehearse) => {
      const add = (name: string) =>
        `export const ${name} = hook('preCompact', (ctx) => ctx.modify({ instructions: (ctx.instructions ?? '') + '${name}.' }));`;
      const turns = [say('1'), say('2'), say('summary')];
      const played = await rehearse({ hooks: add('one') + add('two'), turns });
      await played.send('more');
      assert.equal((await played.core.session.compact()).kind, 'compacted');
      assert.deepEqual(played.hooks('pre_compact'), ['one modify', 'two modify']);
      assert.match(played.sent(played.requests.length - 1).at(-1)!, /one\.two\./);
      const kept = await rehearse({ hooks: `export const keep = hook('preCompact', (ctx) => ctx.deny('not now'));`, turns });
      await kept.send('more');
      assert.deepEqual(await kept.core.session.compact(), { kind: 'kept', reason: 'not now' });
    },
  ),

  behaviour(
    'S4-23',
    'T/C/D',
    'better',
    'subagentStop tells task, result and cost, and hooks of the parent see the calls of its subagents',
    async (rehearse) => {
      const { logs, events } = await rehearse({
        hooks: `export const see = hook('preToolUse', { agents: 'main/*' }, (ctx) => ctx.log(ctx.branch, ctx.toolName));
        export const end = hook('subagentStop', (ctx) => ctx.log(ctx.task, ctx.result, typeof ctx.durationMs, ctx.usage.output_tokens, ctx.costUsd));`,
        turns: [call('Agent', task('worker', 'the task'))],
        agents: { worker: [call('Echo', 'x'), { ...say('the answer'), usage: { input_tokens: 3, output_tokens: 7 } }] },
        costUsd: ({ output_tokens }) => output_tokens * 0.5,
      });
      assert.deepEqual(logs, ['main/worker Echo', 'the task the answer number 7 3.5']);
      assert.equal(events.filter(({ type }) => type === 'subagent_stop').length, 1);
    },
  ),

  behaviour('S4-24', 'T', 'same', 'changes of the prompt are a pipeline', async (rehearse) => {
    const add = (name: string) => prompt(name, `(ctx) => ctx.modify({ message: ctx.message.content + ' [${name}]' })`);
    const { sent } = await rehearse({ hooks: add('hook1') + add('hook2'), prompt: 'Base' });
    assert.deepEqual(sent(0), ['Base [hook1] [hook2]']);
  }),

  behaviour(
    'S4-25',
    'T',
    'better',
    'an empty text leaves the prompt as it was, as nothing returned does; but a hook may deny one',
    async (rehearse) => {
      const quiet = await rehearse({ hooks: prompt('quiet', '() => {}'), prompt: 'Base' });
      assert.deepEqual(quiet.sent(0), ['Base']);
      const empty = await rehearse({ hooks: prompt('blank', `(ctx) => ctx.modify({ text: '' })`), prompt: 'Base' });
      assert.deepEqual(empty.sent(0), ['Base']);
      assert.match(empty.event('user_message').hooks[0]!.noEffect!, /an empty text keeps what was there/);
      const denied = await rehearse({ hooks: prompt('strict', `(ctx) => ctx.deny('not like this')`), prompt: 'Base' });
      assert.deepEqual([denied.status, denied.error, denied.requests.length], ['denied', 'not like this', 0]);
    },
  ),

  behaviour(
    'S4-26',
    'T/C',
    'same',
    'metadata of several hooks is merged in order and known to all that follows',
    async (rehearse) => {
      const { logs } = await rehearse({
        hooks:
          prompt('one', '(ctx) => ctx.modify({ metadata: { length: 1, from: "one" } })') +
          prompt('none', '() => {}') +
          prompt('two', '(ctx) => ctx.modify({ metadata: { from: "two" } })') +
          `export const tell = hook('preModelCall', (ctx) => ctx.log(ctx.metadata));`,
      });
      assert.deepEqual(logs, [`{ length: 1, from: 'two' }`]);
    },
  ),

  behaviour('S4-27', 'T', 'same', 'hooks of several exports, arrays and files add up', async (rehearse) => {
    const { hooks } = await rehearse({
      hooks: {
        'a.ts': `${prompt('one', '() => {}')}export const more = [hook('userMessage', () => {}), hook('userMessage', () => {})];`,
        'b.ts': prompt('two', '() => {}'),
      },
    });
    assert.deepEqual(hooks(), ['one continue', 'more[0] continue', 'more[1] continue', 'two continue']);
  }),

  behaviour(
    'S4-28',
    'T/C',
    'option',
    'a limit ends the run with its result and its signal; one per session keeps the next run from its first step, and a stricter one per run holds beside it',
    async (rehearse) => {
      const rehearsed = await rehearse({
        hooks: `export const limit = stepLimit(2);`,
        turns: [call('Echo', '1'), call('Echo', '2'), say('fresh')],
      });
      assert.deepEqual([rehearsed.status, rehearsed.result.signals[0]!.message], ['stopped', 'Step limit reached: 2/2']);
      assert.deepEqual(rehearsed.result.signals[0]!.context, { currentSteps: 2, maxSteps: 2 });
      assert.deepEqual(rehearsed.results, ['1', '2']);
      assert.equal((await rehearsed.send('again')).text, 'fresh');
      const all = await rehearse({
        hooks: `export const each = stepLimit(2); export const all = stepLimit(3, { per: 'session' });`,
        turns: [call('Echo', '1'), call('Echo', '2'), call('Echo', '3')],
      });
      assert.deepEqual([all.requests.length, all.result.signals[0]!.message], [2, 'Step limit reached: 2/2']);
      await all.send('again');
      assert.deepEqual([all.requests.length, all.result.signals[0]!.message], [3, 'Step limit reached: 3/3']);
      await all.send('once more');
      assert.deepEqual([all.requests.length, all.status], [3, 'stopped']);
    },
  ),
  behaviour('S4-29', 'T', 'n/a', 'a conversation is not closed for messages: New Chat leaves it, and opening it again goes on'),

  behaviour('S4-30', 'T', 'same', 'an observer that throws keeps no event from the others', async (rehearse) => {
    const { printed, types } = await rehearse({
      hooks: `export const broken = observe(() => { throw new Error('boom'); }); export const audit = observe(async (event) => { await undefined; console.log(event.type); });`,
    });
    assert.deepEqual(
      printed.filter((line) => !/^observer: /.test(line)),
      types(),
    );
    assert.ok(printed.some((line) => /^observer: .*boom/.test(line)));
  }),
];
