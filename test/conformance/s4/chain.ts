/** The chain before a tool. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, rejects, say } from '../rehearse';

const turns = [call('Echo', 'x')];
const before = (name: string, handler: string, options = '') =>
  `export const ${name} = hook('preToolUse', ${options} ${handler});\n`;
const change = (name: string, patch: string) => before(name, `(ctx) => ctx.modify({ input: ${patch} })`);
const deny = (name: string) => before(name, `(ctx) => ctx.deny('${name} says no')`);

export const chain = [
  behaviour(
    'S4-01',
    'T',
    'same',
    'nothing returned means continue; an unknown decision is a hook error that lists what is accepted',
    async (rehearse) => {
      const { hooks, event } = await rehearse({
        hooks:
          before('quiet', '() => {}') +
          before('plain', `() => ({ action: 'continue' })`) +
          before('odd', `() => ({ action: 'perhaps' })`),
        turns,
      });
      assert.deepEqual(hooks(), ['quiet continue', 'plain continue', 'odd error']);
      assert.match(event('hook_error').error!.message, /does not accept 'perhaps'.*allow, ask, deny/);
    },
  ),

  behaviour('S4-02', 'T', 'better', 'no opinion of any hook leaves the call to rules, mode and the human', async (rehearse) => {
    const { results, prompts } = await rehearse({ hooks: before('quiet', '() => {}'), turns, human: rejects });
    assert.deepEqual([results, prompts.length], [['error: The user rejected this tool call.'], 1]);
    const quiet = { hooks: before('quiet', '() => {}'), turns, human: rejects };
    const ruled = await rehearse({ ...quiet, permissions: { deny: ['Echo'] } });
    assert.deepEqual([ruled.results, ruled.prompts], [['error: Tool call denied: denied by the rule Echo'], []]);
    const allowed = await rehearse({ ...quiet, permissions: { allow: ['Echo'] } });
    assert.deepEqual([allowed.results, allowed.prompts], [['x'], []]);
    const planned = await rehearse({ ...quiet, permissions: { mode: 'plan' } });
    assert.deepEqual([planned.ran, planned.prompts], [[], []]);
  }),

  behaviour('S4-03', 'T', 'same', 'the first denial ends the chain with its reason', async (rehearse) => {
    const { hooks, results } = await rehearse({ hooks: deny('one') + deny('two'), turns });
    assert.deepEqual([hooks(), results], [['one deny'], ['error: Tool call denied: one says no']]);
  }),

  behaviour(
    'S4-04',
    'T',
    'option',
    '`allow` is a vote; with {final: true} it ends the hooks, and policies still judge',
    async (rehearse) => {
      const allow = (options: string) => before('sure', `(ctx) => ctx.allow('fine'${options})`);
      const vote = await rehearse({ hooks: allow('') + deny('later'), turns });
      assert.deepEqual(vote.hooks(), ['sure allow', 'later deny']);
      const final = await rehearse({ hooks: allow(', { final: true }') + deny('later'), turns });
      assert.deepEqual([final.hooks(), final.ran, final.prompts], [['sure allow'], ['Echo x'], []]);
      const judged = await rehearse({
        hooks: `${allow(', { final: true }')} export const judge = policy((ctx) => ctx.deny('never'));`,
        turns,
      });
      assert.deepEqual(judged.results, ['error: Tool call denied: never']);
    },
  ),

  behaviour('S4-05', 'T', 'same', 'a change is merged into the input that later hooks see', async (rehearse) => {
    const { logs } = await rehearse({
      hooks: change('one', '{ more: 1 }') + before('two', '(ctx) => ctx.log(ctx.input)'),
      turns,
    });
    assert.deepEqual(logs, [`{ text: 'x', more: 1 }`]);
  }),

  behaviour('S4-06', 'T', 'same', 'changes add up one level deep, and the later one wins', async (rehearse) => {
    const { event } = await rehearse({
      hooks:
        change('one', `{ more: { a: 1, b: 1 } }`) + change('two', `{ text: 'y', more: { a: 2 } }`) + before('three', '() => {}'),
      turns,
    });
    assert.deepEqual(event('tool_start').input, { text: 'y', more: { a: 2 } });
  }),

  behaviour('S4-07', 'C', 'same', 'the record of a hook holds only the fields that it changed', async (rehearse) => {
    const { event } = await rehearse({ hooks: change('one', '{ more: 1 }'), turns });
    const [record] = event('pre_tool_use').hooks;
    assert.deepEqual(
      record!.changed!.map(({ field, after }) => [field, after]),
      [['input.more', 1]],
    );
  }),

  behaviour('S4-08', 'C', 'same', 'a denial drops the changes made before it', async (rehearse) => {
    const { event } = await rehearse({ hooks: change('one', '{ more: 1 }') + deny('two'), turns });
    assert.deepEqual(event('pre_tool_use').input, { text: 'x' });
    assert.deepEqual(event('tool_settled').input, { text: 'x' });
    assert.equal(event('pre_tool_use').hooks[0]!.noEffect, 'dropped: two denied');
  }),

  behaviour('S4-09', 'C', 'same', 'an `allow` counts for the input as changed before it', async (rehearse) => {
    const { ran, prompts } = await rehearse({
      hooks: change('one', `{ text: 'changed' }`) + before('two', '(ctx) => ctx.allow()'),
      turns,
    });
    assert.deepEqual([ran, prompts], [['Echo changed'], []]);
  }),
  behaviour(
    'S4-10',
    'C',
    'better',
    'a decision that does not exist denies, with a hook error that says why',
    async (rehearse) => {
      const { ran, event } = await rehearse({
        hooks: `export const odd = hook('preToolUse', () => ({ action: 'approve' }));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(ran, []);
      assert.match(event('hook_error').error!.message, /does not accept 'approve'/);
    },
  ),
  behaviour('S4-11', 'C', 'better', 'the input cannot be edited in place, so no two see different ones', async (rehearse) => {
    const { ran, event } = await rehearse({
      hooks: `export const edits = hook('preToolUse', (ctx) => { ctx.input.text = 'y'; });`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([ran, event('pre_tool_use').input], [[], { text: 'x' }]);
    assert.match(event('hook_error').error!.message, /ctx\.modify/);
  }),
  behaviour(
    'S4-12',
    'C',
    'better',
    'a hook that throws or brings its process down denies; the editor and the run live on',
    async (rehearse) => {
      for (const [fate, told] of [
        [`throw new Error('boom')`, /^boom$/],
        ['process.exit(3)', /exited with code 3/],
        [`process.kill(process.pid, 'SIGKILL')`, /exited|killed|SIGKILL/],
      ] as const) {
        const rehearsed = await rehearse({
          hooks: `export const bad = hook('preToolUse', { match: { text: 'x' } }, () => { ${fate}; });`,
          turns: [call('Echo', 'x'), say('I go on'), call('Echo', 'y')],
        });
        const { ran, status, text, types, event } = rehearsed;
        assert.deepEqual([ran, status, text, types('hook_error')], [[], 'done', 'I go on', ['hook_error']], fate);
        assert.match(event('hook_error').error!.message, told);
        assert.match(rehearsed.results[0]!, /^error: Tool call denied: /, fate);
        await rehearsed.send('again');
        assert.deepEqual([rehearsed.ran, rehearsed.status], [['Echo y'], 'done'], fate);
      }
    },
  ),

  behaviour(
    'S4-13',
    'T/C',
    'same',
    'a denied call is told to the model with the reason, and the tool does not run',
    async (rehearse) => {
      const { ran, results } = await rehearse({ hooks: deny('one'), turns });
      assert.deepEqual([ran, results], [[], ['error: Tool call denied: one says no']]);
    },
  ),
  behaviour('S4-14', 'C', 'n/a', 'hooks are not asked over a wire protocol that knows allow and deny only'),
  behaviour('S4-15', 'C', 'better', 'a changed call keeps the fields that nobody changed', async (rehearse) => {
    const { event } = await rehearse({
      hooks: `export const more = hook('preToolUse', (ctx) => ctx.modify({ input: { more: 1 } }));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(event('post_tool_use').input, { text: 'x', more: 1 });
  }),

  behaviour('S4-16', 'C', 'same', 'a tool that fails is an error result with its text', async (rehearse) => {
    const { results } = await rehearse({ turns: [call('Throw', 'thrown'), call('Flaw', 'told')] });
    assert.deepEqual(results, ['error: thrown', 'error: told']);
  }),

  behaviour('S4-17', 'T/C', 'same', 'one event for each decision, with the input after the whole chain', async (rehearse) => {
    const { types, event } = await rehearse({ hooks: change('one', '{ more: 1 }') + change('two', `{ text: 'y' }`), turns });
    assert.deepEqual(types('pre_tool_use', 'tool_start', 'tool_settled'), ['pre_tool_use', 'tool_start', 'tool_settled']);
    const { input, requestedInput, toolName } = event('pre_tool_use');
    assert.deepEqual([toolName, input, requestedInput], ['Echo', { text: 'y', more: 1 }, { text: 'x' }]);
  }),
];
