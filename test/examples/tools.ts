/** Examples at tool calls. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, type Examples, outcomes } from './example';

export const toolExamples: Examples = {
  'deny-tool': {
    prompts: [call('Bash', { command: 'echo hi' })],
    check: (core) => assert.deepEqual(outcomes(core), ['denied: There is no shell here. Use Read, Grep and Edit.']),
  },
  'block-with-feedback': {
    prompts: [call('Bash', { command: 'cd . && npm install left-pad' })],
    check: (core) => assert.match(JSON.stringify(core.session.history), /Dependencies are frozen this week/),
  },
  'redact-input': {
    prompts: [call('Write', { file_path: 'env.txt', content: 'KEY=sk-abc-123\n' })],
    check: (core) => assert.equal(readFileSync(join(core.folder, 'env.txt'), 'utf8'), 'KEY=[key]\n'),
  },
  'redact-result': {
    prompts: [call('Bash', { command: 'printf "sk-%s" abc-123' })],
    check: (core) => {
      const shown = core.items.filter((item) => item.kind !== 'event' || item.event.type !== 'message');
      assert.doesNotMatch(JSON.stringify(shown), /sk-abc/);
      assert.match(JSON.stringify(core.session.history), /\[key\]/);
    },
  },
  'recover-flaky-tool': {
    prompts: [call('Bash', { command: 'curl -s http://127.0.0.1:1/status' })],
    check: (core) => {
      assert.match(String(core.event('post_tool_use').output), /^The service cannot be reached \(ToolError\)/);
      assert.equal(core.event('tool_settled').data?.outcome, 'ok');
    },
  },
  'cached-answer-before-tool': {
    prompts: ['find it twice'],
    files: { 'a.txt': '1' },
    script: {
      turns: [
        { content: [{ type: 'tool_use', name: 'Glob', input: { pattern: '*.txt' } }] },
        { content: [{ type: 'tool_use', name: 'Glob', input: { pattern: '*.txt' } }] },
        { content: [{ type: 'text', text: 'done' }] },
      ],
    },
    check: (core) => {
      const results = core.events.filter((event) => event.type === 'post_tool_use');
      assert.deepEqual(
        results.map((event) => event.data?.origin),
        ['tool', 'hook'],
      );
      assert.equal(results[0]!.output, results[1]!.output);
    },
  },
  'enrich-arguments': {
    prompts: [call('Bash', { command: 'echo hi' })],
    check: (core) =>
      assert.deepEqual(core.event('tool_start').input, {
        command: 'echo hi',
        timeout: 60_000,
        description: 'main, step 1',
      }),
  },
  'post-process-result': {
    prompts: [call('Bash', { command: "printf '\\033[31mred\\033[0m'" })],
    check: (core) => assert.equal(core.event('post_tool_use').output, 'red'),
  },
  'tool-result-messages': {
    prompts: [call('Glob', { pattern: '*.txt' })],
    files: { 'a.txt': '1', 'b.txt': '2' },
    check: (core) => {
      const content = JSON.stringify(core.session.history[2]!.content);
      assert.match(content, /2 files: /);
      assert.match(content, /Read only those that you need/);
    },
  },
  'permission-by-error': {
    prompts: [call('Bash', { command: 'echo hi' })],
    check: (core) => {
      assert.equal(core.event('tool_error').error?.message, 'Bash is not permitted here.');
      assert.equal(core.event('tool_settled').data?.outcome, 'error');
      assert.equal(core.event('run_done').type, 'run_done');
    },
  },
  'classify-tool-error': {
    prompts: [`${call('Bash', { cmd: 'ls' })}\n${call('Reed', {})}`],
    check: (core) => {
      const history = JSON.stringify(core.session.history);
      assert.match(history, /Bad arguments for Bash: /);
      assert.match(history, /Do not guess names\./);
    },
  },
  'working-directory': {
    prompts: [call('Bash', { command: 'cat name' })],
    files: { 'packages/app/name': 'the app' },
    check: (core) => assert.equal(core.event('post_tool_use').output, 'the app'),
  },
  'rate-limit': {
    prompts: [[1, 2, 3, 4].map((n) => call('Bash', { command: `echo ${n}` })).join('\n')],
    check: (core) => assert.equal(outcomes(core)[3], 'denied: rate limit exceeded for Bash'),
  },
  'rate-limit-by-hand': {
    prompts: [[1, 2, 3].map(() => call('LS', { path: '.' })).join('\n'), call('LS', { path: '.' })],
    check: (core) => assert.deepEqual(outcomes(core), ['ok: ', 'ok: ', 'denied: rate limit exceeded for LS', 'ok: ']),
  },
  'redirect-path': {
    prompts: [call('Write', { file_path: '/tmp/notes/a.txt', content: 'kept' })],
    check: (core) => assert.equal(readFileSync(join(core.folder, 'scratch/notes/a.txt'), 'utf8'), 'kept'),
  },
};
