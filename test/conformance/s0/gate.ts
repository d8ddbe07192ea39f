/** Before a tool runs: denials, failing hooks, unknown tools, the human. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../fixtures/cli';
import { behaviour } from '../behaviour';
import { call, rejects } from '../rehearse';

const watchers = `export const error = hook('toolError', () => {}); export const post = hook('postToolUse', () => {});`;

export const gate = [
  behaviour('S0-08', 'T/C', 'same', 'a denial is an error result for the model, and the run goes on', async (rehearse) => {
    const { results, requests, status } = await rehearse({
      hooks: `export const strict = hook('preToolUse', (ctx) => ctx.deny('not today'));`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([results, requests.length, status], [['error: Tool call denied: not today'], 2, 'done']);
  }),

  behaviour('S0-09', 'T', 'same', 'a preToolUse hook that throws denies with its message', async (rehearse) => {
    const { results, status, error } = await rehearse({
      hooks: `export const broken = hook('preToolUse', () => { throw new Error('boom'); });`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([results, status, error], [['error: Tool call denied: boom'], 'done', undefined]);
  }),

  behaviour(
    'S0-10',
    'T/C',
    'better',
    'a denied call has no prompt and no after-hooks, but it leaves its event',
    async (rehearse) => {
      const { prompts, hooks, event, types } = await rehearse({
        hooks: `export const strict = hook('preToolUse', (ctx) => ctx.deny('no')); ${watchers}`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([prompts, hooks()], [[], ['strict deny']]);
      assert.deepEqual(types('pre_tool_use', 'tool_start', 'tool_error', 'post_tool_use'), ['pre_tool_use']);
      const { data, decidedBy, reason } = event('pre_tool_use');
      assert.deepEqual([data!.decision, decidedBy!.name, reason], ['deny', 'strict', 'no']);
    },
  ),

  behaviour('S0-11', 'C', 'same', 'preToolUse and toolError fire for a tool that does not exist', async (rehearse) => {
    const { results, hooks, event } = await rehearse({
      hooks: `export const pre = hook('preToolUse', () => {}); ${watchers}`,
      turns: [call('Reed', 'x')],
    });
    assert.match(results[0]!, /^error: tool not found: Reed/);
    assert.deepEqual(hooks(), ['pre continue', 'error continue', 'post continue']);
    assert.equal(event('tool_error').error!.kind, 'unknown_tool');
  }),

  behaviour('S0-12', 'C', 'same', 'the prompt comes after the hooks and shows the changed input', async (rehearse) => {
    const { prompts, types } = await rehearse({
      hooks: `export const change = hook('preToolUse', (ctx) => ctx.modify({ input: { text: 'changed' } }));`,
      turns: [call('Throw', 'x')],
    });
    assert.deepEqual([prompts[0]!.input, prompts[0]!.requestedInput], [{ text: 'changed' }, { text: 'x' }]);
    const order = ['pre_tool_use', 'approval_requested', 'tool_start', 'tool_error', 'post_tool_use'];
    assert.deepEqual(types(...order), order);
  }),

  behaviour('S0-13', 'T/C', 'same', 'a rejected call is an error result without after-hooks', async (rehearse) => {
    const { results, hooks, ran } = await rehearse({ hooks: watchers, turns: [call('Echo', 'x')], human: rejects });
    assert.deepEqual([results, hooks(), ran], [['error: The user rejected this tool call.'], [], []]);
  }),

  behaviour(
    'S0-14',
    'T',
    'option',
    'a tool asks from inside its run with ctx.confirm; what a no means is the tool’s to say, and its after-hooks run',
    async (rehearse) => {
      let refused = 0;
      const { results, prompts, hooks } = await rehearse({
        files: {
          '.hooksmith/tools/drop.ts': `import { defineTool, z } from 'hooksmith';
            export const drop = defineTool({ name: 'Drop', description: 'x', input: z.object({}), async run(_, ctx) {
              if (!(await ctx.confirm('Drop the table?'))) throw new Error('halted: rejected by the user');
              return 'dropped';
            } });`,
        },
        hooks: watchers,
        turns: [call('Drop', {}), call('Drop', {})],
        human: (request) =>
          request.confirms && !refused++
            ? { id: request.id, inputHash: request.inputHash, decision: 'deny' }
            : { id: request.id, inputHash: request.inputHash, decision: 'allow', scope: 'once' },
      });
      assert.deepEqual(results, ['error: halted: rejected by the user', 'dropped']);
      assert.deepEqual(
        prompts.map(({ confirms, reason }) => (confirms ? reason : 'call')),
        ['call', 'Drop the table?', 'call', 'Drop the table?'],
      );
      assert.deepEqual(hooks('tool_error'), ['error continue']);
      assert.deepEqual(hooks('post_tool_use'), ['post continue', 'post continue']);
    },
  ),

  behaviour('S0-15', 'T', 'better', 'where no human can be asked, what would be asked is denied', async (rehearse) => {
    const { core } = await rehearse({});
    const { stdout } = await runCli(core.folder, ['run', '/call Bash {"command": "echo x > made"}']);
    assert.match(stdout, /--approve always/);
    assert.equal(existsSync(join(core.folder, 'made')), false);
  }),

  behaviour(
    'S0-16',
    'T',
    'same',
    'one prompt for each call that needs one, none for the others of the batch',
    async (rehearse) => {
      const { prompts, types } = await rehearse({ turns: [call('LS', { path: '.' }, 'Echo', 'x', 'LS', { path: '.' })] });
      assert.deepEqual(
        prompts.map(({ toolName }) => toolName),
        ['Echo'],
      );
      assert.deepEqual(types('approval_requested', 'approval_resolved'), ['approval_requested', 'approval_resolved']);
    },
  ),
];
