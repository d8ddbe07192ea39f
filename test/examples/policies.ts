/** Examples of policies, and of sets of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { call, type Examples, logsOf, outcomes } from './example';

const bash = (...commands: string[]) => commands.map((command) => call('Bash', { command })).join('\n');
const environment = readFileSync(join(root, 'test/fixtures/examples/_environment.ts'), 'utf8');

export const policyExamples: Examples = {
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
