/** The way of one tool call. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call } from '../rehearse';

const change = `export const change = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));`;
const blocks = (text: string) =>
  `[{ role: 'user', content: [{ ...ctx.defaultMessages[0].content[0], content: '${text}' }, { type: 'text', text: 'note' }] }]`;

export const tools = [
  behaviour(
    'S1-14',
    'T/C',
    'same',
    'hooks, then policies, then the human, then the tool, then the after-hooks and the messages',
    async (rehearse) => {
      const { types, hooks } = await rehearse({
        hooks: `export const judge = policy(() => {});
        export const low = hook('preToolUse', () => {}); export const high = hook('preToolUse', { priority: 100 }, () => {});
        export const after = hook('postToolUse', () => {}); export const messages = hook('toolResultMessages', () => {});`,
        turns: [call('Echo', 'x')],
      });
      const order = [
        'pre_tool_use',
        'permission_request',
        'approval_requested',
        'tool_start',
        'post_tool_use',
        'tool_result_messages',
      ];
      assert.deepEqual(types(...order), order);
      assert.deepEqual(
        hooks().map((line) => line.split(' ')[0]),
        ['high', 'low', 'judge', 'after', 'messages'],
      );
    },
  ),

  behaviour('S1-15', 'T', 'same', 'the tool, the policies and the after-hooks see the changed input', async (rehearse) => {
    const { ran, logs } = await rehearse({
      hooks: `${change} export const judge = policy((ctx) => ctx.log('judge', ctx.input.text));
        export const after = hook('postToolUse', (ctx) => ctx.log('after', ctx.input.text));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([ran, logs], [['Echo changed'], ['judge changed', 'after changed']]);
  }),

  behaviour(
    'S1-16',
    'D/C',
    'better',
    'writing into ctx throws and says to return ctx.modify: no change gets lost unseen',
    async (rehearse) => {
      const { ran, results } = await rehearse({
        hooks: `export const redact = hook('preToolUse', (ctx) => { ctx.input.text = 'changed'; });`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(ran, []);
      assert.match(results[0]!, /ctx is read-only: return ctx\.modify\(\{ input: … \}\) instead/);
    },
  ),

  behaviour(
    'S1-17',
    'C',
    'better',
    'one decision does one thing: an answer with a changed input is a hook error',
    async (rehearse) => {
      const { results } = await rehearse({
        hooks: `export const both = hook('preToolUse', () => ({ action: 'respond', value: 'cached', input: { text: 'changed' } }));`,
        turns: [call('Echo', 'x')],
      });
      assert.match(results[0]!, /respond at preToolUse has no field 'input'/);
    },
  ),

  behaviour(
    'S1-18',
    'T/C',
    'better',
    'an answer skips the tool and its prompt, never the policies or the after-hooks',
    async (rehearse) => {
      const answer = `export const cached = hook('preToolUse', (ctx) => ctx.respond('cached'));`;
      const { ran, prompts, results } = await rehearse({
        hooks: `${answer} export const after = hook('postToolUse', (ctx) => ctx.modify({ output: ctx.output + ', from a ' + ctx.origin }));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([ran, prompts, results], [[], [], ['cached, from a hook']]);
      const denied = await rehearse({
        hooks: `${answer} export const judge = policy((ctx) => ctx.deny('no'));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual(denied.results, ['error: Tool call denied: no']);
    },
  ),

  behaviour(
    'S1-19',
    'T/C',
    'same',
    'a hook that throws before a tool denies that call alone, with its message',
    async (rehearse) => {
      const { results, ran, hooks, status } = await rehearse({
        hooks: `export const broken = hook('preToolUse', (ctx) => { if (ctx.input.text === 'x') throw new Error('boom'); });
        export const after = hook('postToolUse', () => {});`,
        turns: [call('Echo', 'x', 'Echo', 'y')],
      });
      assert.deepEqual([results, ran, status], [['error: Tool call denied: boom', 'y'], ['Echo y'], 'done']);
      assert.deepEqual(hooks('post_tool_use'), ['after continue']);
    },
  ),

  behaviour('S1-20', 'T/C', 'same', 'an after-hook may turn a failure into a result; a stop stands', async (rehearse) => {
    const clear = `export const clear = hook('postToolUse', (ctx) => ctx.modify({ output: 'all well', isError: false }));`;
    const cleared = await rehearse({ hooks: clear, turns: [call('Throw', 'x')] });
    assert.deepEqual([cleared.results, cleared.status], [['all well'], 'done']);
    const stopped = await rehearse({
      hooks: `${clear} export const halt = hook('toolError', (ctx) => ctx.stop('enough'));`,
      turns: [call('Throw', 'x')],
    });
    assert.equal(stopped.status, 'stopped');
  }),

  behaviour(
    'S1-21',
    'C',
    'better',
    'a result that is an error stays one: hooks that only look on do not clear it',
    async (rehearse) => {
      const { results } = await rehearse({
        hooks: `export const look = hook('postToolUse', () => {});`,
        turns: [call('Flaw', 'half done')],
      });
      assert.deepEqual(results, ['error: half done']);
    },
  ),

  behaviour('S1-22', 'C', 'better', 'a hook that returns nothing never switches another one off', async (rehearse) => {
    const { results } = await rehearse({
      hooks: `export const plugin = hook('postToolUse', { priority: 100 }, () => {});
        export const own = hook('postToolUse', (ctx) => ctx.modify({ output: 'changed' }));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(results, ['changed']);
  }),

  behaviour(
    'S1-23',
    'T/C',
    'better',
    'toolResultMessages replaces the message; nothing, a failure or a lost result keep the default and are reported',
    async (rehearse) => {
      const shape = (then: string) => ({
        hooks: `export const shape = hook('toolResultMessages', (ctx) => ${then});`,
        turns: [call('Echo', 'x')],
      });
      const shaped = await rehearse(shape(`ctx.modify({ messages: ${blocks('shaped')} })`));
      assert.deepEqual([shaped.results, shaped.sent(1).at(-1)], [['shaped'], 'note']);
      for (const none of ['undefined', 'ctx.modify({ messages: [] })'])
        assert.deepEqual((await rehearse(shape(none))).results, ['x']);
      for (const wrong of [
        `{ throw new Error('boom'); }`,
        `ctx.modify({ messages: 'text' })`,
        `ctx.modify({ messages: [{ role: 'user', content: 'lost' }] })`,
      ]) {
        const kept = await rehearse(shape(wrong));
        assert.deepEqual([kept.results, kept.types('hook_error')], [['x'], ['hook_error']], wrong);
      }
    },
  ),

  behaviour(
    'S1-24',
    'T/C',
    'better',
    'a policy that denies makes an error result; one that asks puts the call to the human',
    async (rehearse) => {
      const judge = (then: string) => ({
        hooks: `export const judge = policy((ctx) => ${then}); export const after = hook('postToolUse', () => {});`,
      });
      const denied = await rehearse({ ...judge(`ctx.deny('no')`), turns: [call('LS', { path: '.' })] });
      assert.deepEqual(
        [denied.results, denied.prompts, denied.hooks('post_tool_use')],
        [['error: Tool call denied: no'], [], []],
      );
      const asked = await rehearse({ ...judge(`ctx.ask('sure?')`), turns: [call('LS', { path: '.' })] });
      assert.deepEqual([asked.prompts.length, asked.prompts[0]!.reason], [1, 'sure?']);
      const unknown = await rehearse({ ...judge(`({ action: 'maybe' })`), turns: [call('LS', { path: '.' })] });
      assert.match(unknown.results[0]!, /a policy does not accept 'maybe'/);
    },
  ),

  behaviour(
    'S1-25',
    'T/C',
    'better',
    'hooks see calls of unknown tools too, and the result names the nearest tools',
    async (rehearse) => {
      const { results, hooks, logs } = await rehearse({
        hooks: `export const pre = hook('preToolUse', (ctx) => ctx.log(ctx.status));`,
        turns: [call('Ehco', 'x', '', 'x')],
      });
      assert.match(results[0]!, /^error: tool not found: Ehco\. Did you mean Echo/);
      assert.match(results[1]!, /^error: /);
      assert.deepEqual(
        [hooks(), logs],
        [
          ['pre continue', 'pre continue'],
          ['unknown', 'unknown'],
        ],
      );
    },
  ),
];
