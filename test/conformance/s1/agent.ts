/** Around the agent, and what goes through a whole run. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, fails, say, task } from '../rehearse';

export const agent = [
  behaviour(
    'S1-42',
    'T',
    'better',
    'an answer before the agent is one message, and afterAgent still hears of it',
    async (rehearse) => {
      const { events, logs, requests } = await rehearse({
        hooks: `export const cached = hook('beforeAgent', (ctx) => ctx.respond('cached'));
        export const after = hook('afterAgent', (ctx) => ctx.log(ctx.origin));`,
      });
      const messages = events.filter(({ type }) => type === 'message').map(({ input }) => (input as { role: string }).role);
      assert.deepEqual([messages, logs, requests], [['user', 'assistant'], ['hook'], []]);
    },
  ),

  behaviour(
    'S1-43',
    'T',
    'better',
    'what afterAgent answers replaces the response, for the caller and for the next request',
    async (rehearse) => {
      const run = await rehearse({
        hooks: `export const change = hook('afterAgent', (ctx) => ctx.modify({ response: 'replaced' }));`,
      });
      assert.equal(run.text, 'replaced');
      assert.deepEqual(
        run.history.map(({ role }) => role),
        ['user', 'assistant'],
      );
      assert.doesNotMatch(JSON.stringify(run.history), /done/);
      await run.send('again');
      assert.deepEqual(run.sent(1), ['go', 'replaced', 'again']);
    },
  ),

  behaviour('S1-44', 'T/C', 'same', 'afterAgent gets the last full response, or the error', async (rehearse) => {
    const after = `export const after = hook('afterAgent', (ctx) => ctx.log(ctx.response?.content[0].text, ctx.error?.message));`;
    const { logs } = await rehearse({ hooks: after });
    const failed = await rehearse({ hooks: after, turns: [fails('down')] });
    assert.deepEqual([logs, failed.logs], [['done undefined'], ['undefined down']]);
  }),

  behaviour(
    'S1-45',
    'T/C',
    'better',
    'a beforeAgent hook that throws ends the run denied with its message, in every kind of run alike',
    async (rehearse) => {
      const { status, error, types } = await rehearse({
        hooks: `export const broken = hook('beforeAgent', () => { throw new Error('boom'); });`,
      });
      assert.deepEqual([status, error, types('hook_error', 'run_abort')], ['denied', 'boom', ['hook_error', 'run_abort']]);
      const within = await rehearse({
        hooks: `export const broken = hook('beforeAgent', { agents: 'main/*' }, () => { throw new Error('boom'); });`,
        turns: [call('Agent', task('worker', 'go'))],
        agents: { worker: [say('never said')] },
      });
      assert.deepEqual([within.status, within.types('hook_error', 'run_done')], ['done', ['hook_error', 'run_done']]);
      assert.match(within.results[0]!, /^error: [\s\S]*boom/);
      assert.equal(within.requests.length, 2, 'the subagent asked no model');
    },
  ),

  behaviour(
    'S1-46',
    'T/C',
    'same',
    'an afterAgent hook that throws is reported after the answer, which stands',
    async (rehearse) => {
      const { text, status, event, types } = await rehearse({
        hooks: `export const broken = hook('afterAgent', () => { throw new Error('boom'); });`,
      });
      assert.deepEqual([text, status, event('hook_error').error!.message], ['done', 'done', 'boom']);
      assert.deepEqual(types('message', 'hook_error'), ['message', 'message', 'hook_error']);
    },
  ),

  behaviour(
    'S1-47',
    'T/C',
    'same',
    'beforeAgent fires once for each subagent; the own hooks of an agent stay with it',
    async (rehearse) => {
      const own = `export const own = hook('beforeAgent', { inherit: 'never' }, (ctx) => ctx.log('own', ctx.branch));`;
      const { logs } = await rehearse({
        hooks: `export const all = hook('beforeAgent', (ctx) => ctx.log('all', ctx.branch));`,
        turns: [call('Agent', task('worker', 'a'), 'Agent', task('helper', 'b'))],
        agents: { worker: [call('Agent', task('helper', 'c'))], helper: [] },
        own: { worker: own },
      });
      assert.deepEqual(logs.toSorted(), [
        'all main',
        'all main/helper',
        'all main/worker',
        'all main/worker/helper',
        'own main/worker',
      ]);
    },
  ),

  behaviour(
    'S1-48',
    'T/C',
    'better',
    'a hook is known by file and name, so equal names never clash and errors say where; what a file has opened it closes when it goes, the last first',
    async (rehearse) => {
      const same = (then: string) => `export const same = hook('preToolUse', () => { ${then} });`;
      const closes = `import { onUnload } from 'hooksmith'; onUnload(() => console.log('close 1')); onUnload(() => console.log('close 2'));`;
      const { hooks, event, core, printed } = await rehearse({
        hooks: { 'a.ts': closes + same(''), 'b.ts': same(`throw new Error('boom');`) },
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(hooks('pre_tool_use'), ['same continue', 'same error']);
      const { hook, file, line } = event('hook_error').data!;
      assert.equal(hook, 'same');
      assert.match(`${file}:${line}`, /b\.ts:\d+$/);
      await core.save('a.ts', `import { hook } from 'hooksmith'; ${same('')}`);
      assert.deepEqual(printed, ['close 2', 'close 1']);
    },
  ),

  behaviour(
    'S1-50',
    'T/C',
    'same',
    'what beforeAgent puts into ctx.state is there for tools, model and afterAgent; a missing key is undefined',
    async (rehearse) => {
      const { logs } = await rehearse({
        hooks: `export const set = hook('beforeAgent', (ctx) => { ctx.state.delete('none'); ctx.state.set('n', 1); });
        export const get = hook(['preModelCall', 'preToolUse', 'afterAgent'], (ctx) =>
          ctx.log(ctx.event, ctx.state.get('n'), ctx.state.get('none')));`,
        turns: [call('Echo', 'x')],
      });
      const line = (event: string) => `${event} 1 undefined`;
      assert.deepEqual(logs, ['preModelCall', 'preToolUse', 'preModelCall', 'afterAgent'].map(line));
    },
  ),

  behaviour('S1-51', 'C', 'same', 'the branch of a nested agent is its path', async (rehearse) => {
    const { events } = await rehearse({
      turns: [call('Agent', task('worker', 'a'))],
      agents: { worker: [call('Agent', task('helper', 'b'))], helper: [] },
    });
    const branches = events.filter(({ type }) => type === 'before_agent').map(({ branch }) => branch);
    assert.deepEqual(branches, ['main', 'main/worker', 'main/worker/helper']);
  }),

  behaviour(
    'S1-52',
    'T/C',
    'n/a',
    'there is no graph of nodes: an agent is one loop, and its steps have beforeStep and afterStep',
  ),

  behaviour(
    'S1-54',
    'T/C',
    'better',
    'a denial is marked as one for model, user and hooks; a judge that fails or returns nonsense denies',
    async (rehearse) => {
      for (const then of [`ctx.deny('by approval policy')`, `{ throw new Error('boom'); }`, `'yes'`]) {
        const { results, ran, event, logs } = await rehearse({
          hooks: `export const judge = policy((ctx) => ${then}); export const tell = hook('toolSettled', (ctx) => ctx.log(ctx.outcome, ctx.decidedBy.name));`,
          turns: [call('Echo', 'x')],
        });
        assert.match(results[0]!, /^error: Tool call denied: /);
        const { data, decidedBy } = event('tool_settled');
        assert.deepEqual([ran, data!.outcome, decidedBy!.name, logs], [[], 'denied', 'judge', ['denied judge']]);
      }
    },
  ),

  behaviour(
    'S1-55',
    'T/C',
    'same',
    'calls that the caller runs end the run once the others have run, with no result and no hook for them; an unknown tool beside them is an error of its own',
    async (rehearse) => {
      const see = `export const see = hook(['preToolUse', 'postToolUse', 'toolError', 'toolResultMessages'], (ctx) => ctx.log(ctx.event, ctx.toolName));`;
      const alone = await rehearse({ external: ['Look'], hooks: see, turns: [call('Look', 'a')] });
      assert.deepEqual([alone.status, alone.results, alone.ran, alone.logs], ['waiting', [], [], []]);
      const mixed = await rehearse({
        external: ['Look'],
        hooks: `${see} export const limit = stepLimit(1);`,
        turns: [call('Look', 'a', 'Echo', 'b', 'Loook', 'c'), say('never')],
        finalAnswer: true,
      });
      assert.deepEqual([mixed.ran, mixed.status, mixed.requests.length], [['Echo b'], 'waiting', 1]);
      assert.equal(mixed.results[0], 'b');
      assert.match(mixed.results[1]!, /^error: tool not found: Loook/);
      assert.equal(mixed.results.length, 2);
      assert.deepEqual(
        mixed.result.pending!.map(({ name }) => name),
        ['Look'],
      );
      assert.ok(!mixed.logs.some((line) => line.endsWith(' Look')));
    },
  ),
];
