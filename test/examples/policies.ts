/** Examples of policies, and of sets of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { call, type Examples, logsOf, outcomes } from './example';

const bash = (...commands: string[]) => commands.map((command) => call('Bash', { command })).join('\n');
const environment = readFileSync(join(root, 'test/fixtures/examples/_environment.ts'), 'utf8');

export const policyExamples: Examples = {
  'mock-tool-result': {
    prompts: [`${call('Read', { file_path: 'remote/a.txt' })}\n${call('Read', { file_path: 'local.txt' })}`],
    files: { 'local.txt': 'here' },
    check: (core) => {
      const outputs = core.events.flatMap((event) => (event.type === 'tool_settled' ? [String(event.output)] : []));
      assert.equal(outputs[0], 'contents of remote/a.txt');
      assert.match(outputs[1]!, /here/);
    },
  },
  'throw-to-end': {
    prompts: [bash('echo hi')],
    check: (core, [result]) => {
      assert.equal(result!.status, 'error');
      assert.match(result!.error!.message, /the audit log is full/);
      assert.ok(!core.events.some((event) => event.type === 'tool_start'));
    },
  },
  'run-id': {
    prompts: [call('LS', { path: '.' })],
    check: (core) => {
      const ids = logsOf(core);
      assert.deepEqual([ids.length, new Set(ids).size, ids[0]], [3, 1, core.event('before_run').runId]);
    },
  },
  'log-every-event': {
    prompts: [call('LS', { path: '.' })],
    check: (core) => {
      const { runId } = core.event('before_run');
      for (const type of ['before_run', 'pre_tool_use', 'tool_settled', 'after_run'])
        assert.ok(
          core.logs.some((line) => line.includes(`${runId} ${type}`)),
          `${type} in ${core.logs.join(' | ')}`,
        );
    },
  },
  'deny-commands': {
    prompts: [bash('echo $(sudo id)', 'env curl x', 'echo rsync')],
    check: (core) =>
      assert.deepEqual(outcomes(core), [
        'denied: command contains blocked pattern: sudo',
        'denied: command contains blocked pattern: curl',
        'ok: ',
      ]),
  },
  'require-command': {
    prompts: [bash('go test ./...', 'true # go build')],
    check: (core) => assert.deepEqual(outcomes(core), ['denied: use make instead of go test', 'ok: ']),
  },
  'allow-paths': {
    prompts: [`${call('Read', { file_path: 'src/a.ts' })}\n${call('Read', { file_path: 'src/../b.ts' })}`],
    files: { 'src/a.ts': '1', 'b.ts': '2' },
    check: (core) => assert.deepEqual(outcomes(core), ['ok: ', `denied: path not in allowed list: ${core.folder}/b.ts`]),
  },
  'deny-paths': {
    prompts: [`${call('Read', { file_path: 'app/.env' })}\n${bash('cat ~/.ssh/id_rsa')}\n${call('Read', { file_path: 'a.ts' })}`],
    files: { 'app/.env': 'KEY=1', 'a.ts': '2' },
    check: (core) =>
      assert.deepEqual(outcomes(core), [
        `denied: path is in denied list: ${core.folder}/app/.env`,
        `denied: path is in denied list: ${core.folder}/home/.ssh/id_rsa`,
        'ok: ',
      ]),
  },
  'git-only': {
    prompts: [bash('git --version', 'git --version && ls')],
    check: (core) => {
      assert.deepEqual(outcomes(core), ['ok: ', 'denied: Only git is available here.']);
      assert.equal(core.event('tool_settled').decidedBy?.name, 'git');
      assert.ok(!core.events.some((event) => event.type === 'approval_requested'));
    },
  },
  'audit-and-authorise': {
    prompts: [`${bash('echo hi')}\n${call('LS', { path: '.' })}`],
    check: (core) => {
      assert.deepEqual(outcomes(core), ['denied: Bash is for maintainers.', 'ok: ']);
      const lines = readFileSync(join(core.folder, 'audit.jsonl'), 'utf8').trim().split('\n');
      assert.deepEqual(
        lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome),
        ['denied', 'ok'],
      );
    },
  },
  'layered-policies': {
    prompts: [
      [
        bash('sudo ls', 'go build'),
        call('Write', { file_path: '/tmp/agent/a.txt', content: '1' }),
        call('Write', { file_path: 'b.txt', content: '2' }),
      ].join('\n'),
    ],
    check: (core) => {
      assert.deepEqual(outcomes(core), [
        'denied: command contains blocked pattern: sudo',
        'denied: use make instead of go build',
        'ok: ',
        `denied: path not in allowed list: ${core.folder}/b.txt`,
      ]);
      assert.equal(readFileSync(join(core.folder, 'sandbox/tmp/a.txt'), 'utf8'), '1');
    },
  },
  'environment-policies': {
    prompts: [call('LS', { path: 'src' })],
    files: { 'src/a.ts': '1' },
    helpers: ['_environment'],
    check: async (core) => {
      assert.deepEqual(outcomes(core), [`denied: path not in allowed list: ${core.folder}/src`]);
      await core.save('_environment.ts', environment.replace(/= 'production'/, "= 'development'"));
      await core.session.send(call('LS', { path: 'src' }));
      assert.equal(outcomes(core)[1], 'ok: ');
    },
  },
  sandbox: {
    prompts: [
      [
        bash('nc -l 80', 'rsync --version | head -1'),
        call('Write', { file_path: '/tmp/agent/hello.go', content: 'package main\n' }),
        call('Read', { file_path: 'project/.env' }),
        call('Read', { file_path: 'project/gone.txt' }),
      ].join('\n'),
    ],
    files: { 'project/.env': 'KEY=1' },
    check: (core) => {
      assert.equal(outcomes(core)[0], 'denied: command contains blocked pattern: nc');
      assert.equal(readFileSync(join(core.folder, 'project/tmp/hello.go'), 'utf8'), 'package main\n');
      assert.equal(outcomes(core)[3], `denied: path is in denied list: ${core.folder}/project/.env`);
      assert.match(logsOf(core, 'logFailures')[0]!, /^Read failed in \d+ ms$/);
      assert.equal(logsOf(core, 'logCalls').length, 5);
      assert.deepEqual(logsOf(core, 'summary'), ['completed: 2 turns, $0.0000']);
    },
  },
};
