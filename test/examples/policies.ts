/** Examples of policies, and of sets of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { call, type Examples, logsOf, outcomes } from './example';

const bash = (...commands: string[]) => commands.map((command) => call('Bash', { command })).join('\n');

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
    prompts: [`${bash('git --version', 'git --version && ls', 'ls')}\n${call('LS', { path: '.' })}`],
    check: (core) => {
      const decided = core.all('tool_settled').map(({ decidedBy }) => decidedBy?.name ?? decidedBy?.kind);
      assert.deepEqual(decided, ['git', 'human', 'human', 'default']);
      assert.deepEqual(new Set(outcomes(core)), new Set(['ok: ']));
      const [record] = core.event('pre_tool_use').hooks;
      assert.deepEqual([record!.decision, record!.reason], ['allow', 'git commands are always allowed']);
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
        bash('sudo ls', 'go build', 'true /tmp/agent/a.txt'),
        call('Write', { file_path: '/tmp/agent/a.txt', content: '1' }),
        call('Write', { file_path: 'b.txt', content: '2' }),
      ].join('\n'),
    ],
    check: (core) => {
      assert.deepEqual(outcomes(core), [
        'denied: command contains blocked pattern: sudo',
        'denied: use make instead of go build',
        'ok: ',
        'ok: ',
        `denied: path not in allowed list: ${core.folder}/b.txt`,
      ]);
      const redirected = join(core.folder, 'sandbox/tmp/a.txt');
      assert.equal(readFileSync(redirected, 'utf8'), '1');
      const logs = logsOf(core, 'log');
      assert.equal(logs.length, 2);
      assert.ok(logs[1]!.includes(redirected), logs[1]);
    },
  },
  'environment-policies': {
    prompts: [`${call('LS', { path: 'src' })}\n${bash('rm -rf build', 'sudo ls')}`],
    files: { 'src/a.ts': '1' },
    environment: ['ENV'],
    start: async () => {
      process.env.ENV = 'production';
      return () => {
        delete process.env.ENV;
      };
    },
    check: async (core, [first]) => {
      assert.equal(first!.status, 'done');
      const noSudo = 'denied: command contains blocked pattern: sudo';
      const production = [
        `denied: path not in allowed list: ${core.folder}/src`,
        'denied: command contains blocked pattern: rm -rf',
        noSudo,
      ];
      assert.deepEqual(outcomes(core), production);
      process.env.ENV = 'development';
      core.host.restart();
      await core.session.send(`${call('LS', { path: 'src' })}\n${bash('rm -rf build', 'sudo ls')}`);
      assert.deepEqual(outcomes(core).slice(production.length), ['ok: ', 'ok: ', noSudo]);
    },
  },
  sandbox: {
    prompts: [
      [
        bash('nc -l 80', 'git --version', 'npm run build', 'echo rsync'),
        call('Write', { file_path: '/tmp/agent/hello.go', content: 'package main\n' }),
        call('Read', { file_path: '.env' }),
        call('Read', { file_path: '/etc/hosts' }),
        call('Write', { file_path: '../out.txt', content: '1' }),
        call('Read', { file_path: 'gone.txt' }),
      ].join('\n'),
    ],
    files: { '.env': 'KEY=1' },
    check: (core) => {
      const all = outcomes(core);
      assert.deepEqual(all.slice(0, -1), [
        'denied: command contains blocked pattern: nc',
        'ok: ',
        'denied: use make instead of npm run',
        'ok: ',
        'ok: ',
        `denied: path is in denied list: ${core.folder}/.env`,
        'denied: path is in denied list: /etc/hosts',
        `denied: path not in allowed list: ${dirname(core.folder)}/out.txt`,
      ]);
      assert.match(all.at(-1)!, /^error: /);
      const redirected = join(core.folder, 'tmp/hello.go');
      assert.equal(readFileSync(redirected, 'utf8'), 'package main\n');
      const logs = logsOf(core, 'logCalls');
      assert.deepEqual(
        logs.map((line) => line.split(':')[0]),
        ['[TOOL] Bash', '[TOOL] Bash', '[TOOL] Write', '[TOOL] Read'],
      );
      assert.ok(logs[2]!.includes(redirected), logs[2]);
      assert.equal(logsOf(core, 'logFailures').length, 1);
      assert.match(logsOf(core, 'logFailures')[0]!, /^\[ERROR\] Read failed in \d+ ms$/);
      assert.deepEqual(logsOf(core, 'summary'), ['[SESSION END] session: completed, 2 turns, $0.0000']);
      assert.deepEqual(
        core.event('before_step').hooks.map(({ name }) => name),
        ['timeLimit(300)'],
      );
    },
  },
};
