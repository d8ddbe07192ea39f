/** Hooks at tool calls. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, say } from '../rehearse';

const strict = `export const strict = hook('preToolUse', { match: { text: 'bad' } }, (ctx) => ctx.deny('not that one'));`;

export const tools = [
  behaviour('S2-13', 'T/C', 'same', 'a blocked call does not run; the model sees an error with the reason', async (rehearse) => {
    const { ran, results } = await rehearse({ hooks: strict, turns: [call('Echo', 'bad')] });
    assert.deepEqual([ran, results], [[], ['error: Tool call denied: not that one']]);
  }),
  behaviour(
    'S2-14',
    'C',
    'better',
    'without a reason the model is told which hook denied, never the arguments',
    async (rehearse) => {
      const { results } = await rehearse({
        hooks: `export const gatekeeper = hook('preToolUse', () => ({ action: 'deny', reason: '' }));`,
        turns: [call('Echo', 'a private word')],
      });
      assert.match(results[0]!, /^error: [\s\S]*gatekeeper/);
      assert.doesNotMatch(results[0]!, /private word/);
    },
  ),
  behaviour('S2-15', 'C', 'better', 'the first denial ends the chain, and its reason counts', async (rehearse) => {
    const { results, hooks } = await rehearse({
      hooks: `export const one = hook('preToolUse', (ctx) => ctx.deny('first'));
        export const two = hook('preToolUse', (ctx) => ctx.deny('second'));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([results, hooks('pre_tool_use')], [['error: Tool call denied: first'], ['one deny']]);
  }),
  behaviour('S2-16', 'C', 'better', 'a denial is final: no later hook can lift it', async (rehearse) => {
    const { ran, hooks } = await rehearse({
      hooks: `export const one = hook('preToolUse', (ctx) => ctx.deny('no'));
        export const two = hook('preToolUse', (ctx) => ctx.allow('yes'));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([ran, hooks('pre_tool_use')], [[], ['one deny']]);
  }),

  behaviour('S2-17', 'C', 'option', '`respond` skips the tool and is its successful result', async (rehearse) => {
    const { ran, results } = await rehearse({
      hooks: `export const answer = hook('preToolUse', (ctx) => ctx.respond('known already'));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([ran, results], [[], ['known already']]);
  }),

  behaviour(
    'S2-18',
    'C',
    'option',
    'after a denied call the others of the batch run; after `stop` they are answered as skipped',
    async (rehearse) => {
      const turns = [call('Echo', 'a', 'Echo', 'bad', 'Echo', 'c')];
      const denied = await rehearse({ hooks: strict, turns });
      assert.deepEqual(denied.ran, ['Echo a', 'Echo c']);
      const stopped = await rehearse({ hooks: strict.replace('ctx.deny', 'ctx.stop'), turns });
      assert.equal(stopped.results.length, 3);
      assert.deepEqual(stopped.results.slice(1), [
        'error: Tool call skipped: not that one',
        'error: Tool call skipped: not that one',
      ]);
    },
  ),

  behaviour('S2-19', 'T/C', 'same', 'a blocked call starts nothing and meets no after-hook', async (rehearse) => {
    const { types, status } = await rehearse({ hooks: strict, turns: [call('Echo', 'bad')] });
    assert.deepEqual(types('pre_tool_use', 'tool_start', 'tool_error', 'post_tool_use', 'tool_settled', 'run_error'), [
      'pre_tool_use',
      'tool_settled',
    ]);
    assert.equal(status, 'done');
  }),
  behaviour(
    'S2-20',
    'C',
    'better',
    'a call that is blocked or fails is the model’s to deal with; the run can still end well',
    async (rehearse) => {
      const { status, results, text } = await rehearse({
        hooks: `export const no = hook('preToolUse', { match: { text: 'x' } }, (ctx) => ctx.deny('no'));`,
        turns: [call('Echo', 'x', 'Throw', 'y'), say('I go on')],
      });
      assert.deepEqual([status, text, results.length], ['done', 'I go on', 2]);
      assert.ok(results.every((result) => result.startsWith('error: ')));
    },
  ),

  behaviour('S2-21', 'C', 'option', '`redirect` runs another tool instead', async (rehearse) => {
    const { ran } = await rehearse({
      hooks: `export const other = hook('preToolUse', { tools: 'Echo' }, (ctx) => ctx.redirect('Look', { text: 'there' }));`,
      turns: [call('Echo', 'here')],
    });
    assert.deepEqual(ran, ['Look there']);
  }),

  behaviour('S2-22', 'C', 'same', 'hooks before and after also meet a tool that does not exist', async (rehearse) => {
    const { hooks, results } = await rehearse({
      hooks: `export const before = hook('preToolUse', () => {}); export const after = hook('postToolUse', () => {});`,
      turns: [call('Reed', 'x')],
    });
    assert.deepEqual(hooks(), ['before continue', 'after continue']);
    assert.match(results[0]!, /^error: tool not found: Reed/);
  }),

  behaviour('S2-23', 'C', 'same', 'missing arguments are an error that names them; the tool does not run', async (rehearse) => {
    const { results, ran, event, prompts } = await rehearse({ turns: [call('Echo', {}), call('Write', {})] });
    const [echo, write] = results;
    assert.match(echo!, /^error: .*\btext\b/s);
    assert.doesNotMatch(echo!, /\bmore\b/, 'what may be left out is not missing');
    for (const name of ['file_path', 'content']) assert.match(write!, new RegExp(`^error: [\\s\\S]*\\b${name}\\b`));
    assert.equal(event('tool_error').error?.kind, 'validation');
    assert.deepEqual([ran, prompts], [[], []]);
  }),

  behaviour(
    'S2-24',
    'T/C',
    'option',
    'a failed call is a result; a hook can make it end the run, or make a success of it',
    async (rehearse) => {
      const end = `export const end = hook('postToolUse', (ctx) => ctx.isError ? ctx.stop('it failed') : undefined);`;
      const turns = [call('Throw', 'broken')];
      assert.equal((await rehearse({ turns })).status, 'done');
      const stopped = await rehearse({ hooks: end, turns });
      assert.deepEqual([stopped.status, stopped.results], ['stopped', ['error: broken']]);
      const recovered = await rehearse({
        hooks: `export const recover = hook('toolError', (ctx) => ctx.respond('mended')); ${end}`,
        turns,
      });
      assert.deepEqual([recovered.status, recovered.results], ['done', ['mended']]);
    },
  ),
  behaviour('S2-25', 'C', 'better', 'state, metadata and stops of tool hooks last beyond the batch', async (rehearse) => {
    const { logs, status, result } = await rehearse({
      hooks: `export const set = hook('preToolUse', (ctx) => { ctx.state.set('seen', ctx.toolName); return ctx.modify({ metadata: { seen: 1 } }); });
        export const halt = hook('postToolUse', (ctx) => ctx.stop('enough'));
        export const tell = hook('afterRun', (ctx) => ctx.log(ctx.state.get('seen'), ctx.metadata.seen));`,
      turns: [call('Echo', 'x'), say('not reached')],
    });
    assert.deepEqual([logs, status, result.signals[0]!.message], [['Echo 1'], 'stopped', 'enough']);
  }),
  behaviour(
    'S2-26',
    'C',
    'better',
    'gates go in call order; neighbouring read-only calls then run together, a writing call alone',
    async (rehearse) => {
      const { logs, results, types } = await rehearse({
        hooks: `const order = []; export const gate = hook('preToolUse', (ctx) => { order.push(ctx.input.text); });
        export const tell = hook('afterRun', (ctx) => { for (const text of order) ctx.log(text); });`,
        turns: [call('Meet', 'a', 'Meet', 'b', 'Echo', 'c', 'Echo', 'd')],
      });
      assert.deepEqual(
        [logs, results],
        [
          ['a', 'b', 'c', 'd'],
          ['a', 'b', 'c', 'd'],
        ],
      );
      const [start, end] = ['tool_start', 'tool_settled'];
      assert.deepEqual(types('tool_start', 'tool_settled'), [start, start, end, end, start, end, start, end]);
    },
  ),
];
