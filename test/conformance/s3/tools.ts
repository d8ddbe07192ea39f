/** Before a tool runs, its result, its error. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call } from '../rehearse';

const withoutEcho = `export const without = hook('preModelCall', (ctx) => ctx.modify({ request: { tools: ctx.request.tools.filter((tool) => tool.name !== 'Echo') } }));`;

export const tools = [
  behaviour('S3-16', 'C', 'n/a', 'a hook returns one decision, so none has to win over another of the same hook'),

  behaviour(
    'S3-17',
    'T/C',
    'same',
    'an answer skips later hooks and the tool; hooks after the result still run',
    async (rehearse) => {
      const { ran, hooks, results } = await rehearse({
        hooks: `export const cache = hook('preToolUse', (ctx) => ctx.respond('cached')); export const later = hook('preToolUse', () => {});
        export const after = hook('postToolUse', (ctx) => ctx.modify({ output: ctx.output + ', ' + ctx.origin }));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([ran, hooks(), results], [[], ['cache respond', 'after modify'], ['cached, hook']]);
    },
  ),

  behaviour(
    'S3-18',
    'T',
    'same',
    '`fail` skips the tool; error hooks run, the model gets the error, the run goes on',
    async (rehearse) => {
      const { ran, hooks, results, status } = await rehearse({
        hooks: `export const check = hook('preToolUse', (ctx) => ctx.fail('Not permitted')); export const error = hook('toolError', () => {});`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([ran, hooks()], [[], ['check fail', 'error continue']]);
      assert.deepEqual([results, status], [['error: Not permitted'], 'done']);
    },
  ),

  behaviour(
    'S3-19',
    'X',
    'better',
    'an answer without a value, or an error without a message, is a hook error',
    async (rehearse) => {
      const returned = (decision: string) =>
        rehearse({ hooks: `export const odd = hook('preToolUse', () => (${decision}));`, turns: [call('Echo', 'x')] });
      const answer = await returned(`{ action: 'respond', value: undefined }`);
      assert.match(answer.results[0]!, /^error: Tool call denied: .*respond at preToolUse: 'value' must be given$/);
      const error = await returned(`{ action: 'fail', error: undefined }`);
      assert.match(error.results[0]!, /fail at preToolUse: 'error' must be text or \{name\?, message\}$/);
    },
  ),

  behaviour('S3-20', 'T', 'same', 'changed arguments reach later hooks and the tool', async (rehearse) => {
    const { ran, logs } = await rehearse({
      hooks: `export const change = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));
        export const later = hook('preToolUse', (ctx) => ctx.log(ctx.input.text));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([ran, logs], [['Echo changed'], ['changed']]);
  }),

  behaviour(
    'S3-21',
    'X',
    'better',
    '`redirect` runs another tool; later hooks see what ran and what was asked for',
    async (rehearse) => {
      const { ran, logs } = await rehearse({
        hooks: `export const other = hook('preToolUse', { tools: 'Echo' }, (ctx) => ctx.redirect('Look', { text: 'there' }));
        export const after = hook('postToolUse', (ctx) => ctx.log(ctx.toolName, ctx.input.text, ctx.requestedInput.text));`,
        turns: [call('Echo', 'here')],
      });
      assert.deepEqual([ran, logs], [['Look there'], ['Look there here']]);
    },
  ),

  behaviour(
    'S3-22',
    'T/C',
    'better',
    'an unknown tool meets preToolUse too, as unknown; its error names near ones',
    async (rehearse) => {
      const { logs, event } = await rehearse({
        hooks: `export const before = hook('preToolUse', (ctx) => ctx.log(ctx.status)); export const error = hook('toolError', (ctx) => ctx.log(ctx.error.kind, ctx.scope));`,
        turns: [call('Ecco', 'x')],
      });
      assert.deepEqual(logs, ['unknown', 'unknown_tool undefined']);
      assert.match(event('tool_error').error!.message, /tool not found: Ecco.*Echo/s);
    },
  ),

  behaviour(
    'S3-23',
    'T/C',
    'same',
    'a disabled tool meets preToolUse, then toolError with its declaration and scope',
    async (rehearse) => {
      const { logs, results, ran } = await rehearse({
        hooks: `${withoutEcho} export const before = hook('preToolUse', (ctx) => ctx.log(ctx.status));
        export const error = hook('toolError', (ctx) => ctx.log(ctx.error.kind, ctx.declaration.name, ctx.scope));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([logs, ran], [['disabled', 'disabled Echo built-in'], []]);
      assert.deepEqual(results, ['error: tool Echo is not offered in this step']);
    },
  ),

  behaviour('S3-24', 'X', 'same', 'a hook can answer for a disabled tool', async (rehearse) => {
    const { results, ran } = await rehearse({
      hooks: `${withoutEcho} export const answer = hook('preToolUse', (ctx) => ctx.respond('known'));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([results, ran], [['known'], []]);
  }),

  behaviour('S3-25', 'T', 'same', 'changes of a result are a pipeline, and all hooks run', async (rehearse) => {
    const { results } = await rehearse({
      hooks: `export const add = hook('postToolUse', (ctx) => ctx.modify({ output: String(Number(ctx.output) + 1) }));
        export const double = hook('postToolUse', (ctx) => ctx.modify({ output: String(Number(ctx.output) * 2) }));`,
      turns: [call('Echo', '5')],
    });
    assert.deepEqual(results, ['12']);
  }),

  behaviour('S3-26', 'T', 'same', 'changes of an error are a pipeline, and all hooks run', async (rehearse) => {
    const wrap = (name: string) =>
      `export const ${name} = hook('toolError', (ctx) => ctx.modify({ error: { message: '${name} wrap of: ' + ctx.error.message } }));`;
    const { results } = await rehearse({ hooks: wrap('first') + wrap('second'), turns: [call('Throw', 'boom')] });
    assert.deepEqual(results, ['error: second wrap of: first wrap of: boom']);
  }),

  behaviour('S3-27', 'X', 'better', 'an error hook can make a success of it', async (rehearse) => {
    const { results, event } = await rehearse({
      hooks: `export const recover = hook('toolError', (ctx) => ctx.respond('recovered'));`,
      turns: [call('Throw', 'boom')],
    });
    assert.deepEqual([results, event('tool_settled').data!.outcome], [['recovered'], 'ok']);
  }),

  behaviour('S3-28', 'X', 'better', 'of an error only its message reaches the model', async (rehearse) => {
    const { results } = await rehearse({
      hooks: `export const check = hook('preToolUse', (ctx) => ctx.fail({ name: 'HttpError', message: 'status 500', body: 'secret' }));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(results, ['error: status 500']);
  }),

  behaviour(
    'S3-29',
    'T',
    'better',
    'a tool that returns nothing says so in words, which every model takes; null is told as null',
    async (rehearse) => {
      const tool = (name: string, value: string) =>
        `export const ${name} = defineTool({ name: '${name}', description: 'x', input: z.object({}), run: () => ${value} });`;
      const { results, status } = await rehearse({
        files: {
          '.hooksmith/tools/t.ts': `import { defineTool, z } from 'hooksmith'; ${tool('Nothing', 'undefined')} ${tool('Null', 'null')}`,
        },
        turns: [call('Nothing', {}), call('Null', {})],
      });
      assert.deepEqual([results, status], [['(no output)', 'null'], 'done']);
    },
  ),

  behaviour(
    'S3-30',
    'X',
    'better',
    'a result with a cycle is a hook error, and the tool’s own result stays',
    async (rehearse) => {
      const { results, status, types } = await rehearse({
        hooks: `export const knot = hook('postToolUse', (ctx) => { const output = {}; output.self = output; return ctx.modify({ output }); });`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([results, status, types('hook_error')], [['x'], 'done', ['hook_error']]);
    },
  ),
];
