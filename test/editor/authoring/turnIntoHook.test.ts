import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IntentAt, intentsFor } from '../../../src/editor/authoring/hookIntents';
import { type Scope, scopesOf } from '../../../src/editor/authoring/hookScopes';
import { hookText } from '../../../src/editor/authoring/hookText';
import { PastEvents } from '../../../src/editor/authoring/pastEvents';
import { runTestFile, type TestResult } from '../../../src/hooks/testing/runTests';
import type { JsonObject } from '../../../src/shared/basics/json';
import type { HookEvent } from '../../../src/shared/events/events';
import { Core, root, SharedHost } from '../../fixtures/core';
import { type LooseFacts, madeEvent } from '../../fixtures/events';

const eventOf = (type: string, more: LooseFacts = {}) => madeEvent(type, more);
const bash = (command: string) => eventOf('pre_tool_use', { toolName: 'Bash', input: { command } });

describe('turning an event into a hook', () => {
  const host = new SharedHost();
  let core: Core | undefined;
  after(() => host.dispose());
  afterEach(async () => {
    await core?.stop();
    core = undefined;
  });
  const factsOf = (event: HookEvent) => core!.toolbox.facts(event.toolName!, event.input as JsonObject);
  const shown = (scopes: Scope[]) => scopes.map(({ kind, shown }) => `${kind} ${shown}`);
  const at = (event: HookEvent, intent: string): IntentAt => intentsFor(event).find((one) => one.intent === intent)!;

  it('generalises a command in steps, each of which covers the call it was made from', async () => {
    core = await Core.start({ host });
    const steps = (command: string) => shown(scopesOf(factsOf(bash(command))));
    assert.deepEqual(steps('git push origin main'), ['this git push origin main', 'words git push*', 'program git', 'tool Bash']);
    assert.deepEqual(steps('cd src && npm run build'), [
      'this npm run build',
      'words npm run build*',
      'program npm',
      'tool Bash',
    ]);
    assert.deepEqual(steps('ls'), ['program ls', 'tool Bash']);
    assert.deepEqual(steps('rm -rf build'), ['this rm -rf build', 'program rm', 'tool Bash']);
    // What only a word in quotes can hold is met by it all the same.
    for (const line of ['npm run x ">" y', 'gh pr create --title "a & b"', 'npm publish ""', 'npm run "a  b"'])
      assert.equal(steps(line)[0]!.split(' ')[0], 'this', line);
    assert.deepEqual(steps('/usr/bin/git -C x push'), ['this git -C x push', 'program git', 'tool Bash']);
  });

  it('generalises paths to their folder and ending, other inputs to any', async () => {
    core = await Core.start({ host });
    const steps = (toolName: string, input: object) => shown(scopesOf(factsOf(eventOf('pre_tool_use', { toolName, input }))));
    assert.deepEqual(steps('Write', { file_path: 'src/a/b.ts', content: '' }), [
      'file src/a/b.ts',
      'folder src/a/**',
      'ending **/*.ts',
      'tool Write',
    ]);
    assert.deepEqual(steps('Write', { file_path: '/etc/hosts', content: '' }), ['file /etc/hosts', 'tool Write']);
    assert.deepEqual(steps('mcp__git__log', { n: 1 }), ['tool mcp__git__log', 'server mcp__git__*']);
  });

  for (const input of [
    { command: 'git push origin main' },
    { command: 'echo a; FOO=1 sudo /usr/bin/git -C x push "a b"' },
    { command: 'for i in 1 2; do rm -rf "$i"; done' },
    { command: 'sh -c \'npm run test -- --grep "x*y"\'' },
    { command: `echo ${'x'.repeat(400)}` },
    { command: 'if then (' },
    { command: 'echo "a  b" "; c \'d\'"' },
    { command: 'npm run x ">" y' },
    { command: 'gh pr create --title "a & b"' },
    { command: 'npm publish ""' },
    { command: 'npm publish "  "' },
  ])
    it(`meets the call again with each step: ${input.command.slice(0, 40)}`, async () => {
      core = await Core.start({ host });
      const event = eventOf('pre_tool_use', { toolName: 'Bash', input });
      const facts = factsOf(event);
      const past = new PastEvents([event, bash('something-else')], (toolName, given) => core!.toolbox.facts(toolName, given));
      for (const scope of scopesOf(facts))
        assert.ok(past.count(at(event, 'ask'), scope).met >= 1, `${scope.kind} ${scope.shown}`);
    });

  it('counts what would have been met among the calls that were recorded', async () => {
    core = await Core.start({ host });
    const event = bash('git push origin main');
    const events = [
      event,
      bash('git push'),
      bash('git status'),
      bash('ls'),
      eventOf('user_message', { input: { role: 'user', content: 'x' } }),
    ];
    const past = new PastEvents(events, (toolName, input) => core!.toolbox.facts(toolName, input));
    const counts = scopesOf(factsOf(event)).map((scope) => past.count(at(event, 'ask'), scope));
    assert.deepEqual(
      counts.map(({ met, of }) => `${met}/${of}`),
      ['1/4', '2/4', '3/4', '4/4'],
    );
  });

  const evil = "x' }, () => 1); process.exit(1); /* */ ../../../boom `${1}`\n*/ boom";
  const madeOf: [string, LooseFacts][] = [
    ['pre_tool_use', { toolName: 'Bash', input: { command: 'git push origin main' } }],
    ['post_tool_use', { toolName: 'Write', input: { file_path: 'src/a.ts', content: 'x' }, output: 'ok' }],
    ['tool_settled', { toolName: 'Read', input: { file_path: 'src/a.ts' } }],
    ['user_message', { input: { role: 'user', content: 'x' } }],
    ['pre_tool_use', { toolName: evil, input: { [evil]: evil, command: evil } }],
    ['pre_tool_use', { toolName: 'Bash', input: { command: evil } }],
    ['pre_tool_use', { toolName: 'Bash', input: { command: 'git log --format="a  b; c" "\'x\'"' } }],
    ...[
      'session_start',
      'before_run',
      'before_agent',
      'before_step',
      'pre_model_call',
      'model_error',
      'post_model_call',
      'message',
      'after_step',
      'pre_compact',
      'stop',
      'after_agent',
      'run_done',
      'after_run',
      'subagent_start',
      'scope_register',
      'hooks_reloaded',
      'model_retry',
    ].map((type): [string, LooseFacts] => [type, {}]),
  ];
  for (const [type, more] of madeOf)
    it(`writes hooks that load and tests that pass for ${type} ${(more.toolName ?? '').slice(0, 10)} ${JSON.stringify(more.input ?? '').slice(0, 20)}`, async () => {
      core = await Core.start({ host });
      const event = eventOf(type, more);
      const scopes = event.toolName === undefined ? [undefined] : scopesOf(factsOf(event));
      const files: Record<string, string> = {};
      const expected: string[] = [];
      for (const intent of intentsFor(event))
        for (const scope of scopes) {
          const made = hookText(event, intent, scope, (file) => `${file}.ts` in files);
          assert.match(made.file, /^[a-z0-9-]+$/);
          files[`${made.file}.ts`] = made.code;
          expected.push(`${made.name} ${intent.kind} ${intent.point}`);
          const line = made.code.split('\n')[made.line]!;
          assert.ok(intent.intent === 'redact' ? line.startsWith('const secret') : line === '  ', `${made.line}: ${line}`);
        }
      await core.stop();
      core = await Core.start({ host, hooks: files });
      assert.deepEqual(core.loaded.problems, []);
      assert.deepEqual(
        core.host.descriptions.map(({ name, kind, events }) => `${name} ${kind} ${events}`).sort(),
        expected.sort(),
      );
    });

  it('writes no file whose name is taken', () => {
    const event = bash('git push');
    const taken = new Set(['ask-before-git-push', 'ask-before-git-push-2']);
    const { file, name } = hookText(
      event,
      at(event, 'ask'),
      { kind: 'words', shown: 'git push*', tools: 'Bash', match: { command: 'git push*' } },
      (one) => taken.has(one),
    );
    assert.deepEqual([file, name], ['ask-before-git-push-3', 'askBeforeGitPush3']);
  });
});

describe('the test of a hook that was made from an event', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-turned-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  for (const [type, more] of [
    ['pre_tool_use', { toolName: 'Bash', input: { command: 'git push origin main' } }],
    ['tool_error', { toolName: 'Write', input: { file_path: 'src/a.ts', content: "it's `x`" } }],
    ['user_message', { input: { role: 'user', content: 'x' } }],
    ['before_agent', {}],
    ['pre_model_call', {}],
    ['stop', {}],
  ] as const)
    it(`passes for each intent at ${type}, and fails where the hook does nothing`, async () => {
      const core = await Core.start({});
      const event = eventOf(type, more as LooseFacts);
      const scopes =
        event.toolName === undefined
          ? [undefined]
          : scopesOf(core.toolbox.facts(event.toolName, event.input as JsonObject)).slice(0, 1);
      await core.stop();
      const hooks = join(folder, '.hooksmith', 'hooks');
      mkdirSync(hooks, { recursive: true });
      for (const intent of intentsFor(event)) {
        const made = hookText(event, intent, scopes[0]);
        writeFileSync(join(hooks, `${made.file}.ts`), made.code);
        writeFileSync(join(hooks, `${made.file}.test.ts`), made.test!);
        const run = async () => {
          const results: TestResult[] = [];
          await runTestFile(join(hooks, `${made.file}.test.ts`), {
            dist: join(root, 'dist'),
            cwd: folder,
            onResult: (result) => results.push(result),
          });
          return results;
        };
        const results = await run();
        assert.ok(results.length > 0);
        assert.deepEqual(
          results.filter(({ status }) => status !== 'passed').map(({ failure }) => failure?.message),
          [],
          `${intent.intent}: ${made.code}\n${made.test}`,
        );
        writeFileSync(join(hooks, `${made.file}.ts`), made.code.replace(/=> \{\n/, '=> {\n  if (1 + 1 === 2) return;\n'));
        if (intent.intent !== 'redact')
          assert.ok(
            (await run()).some(({ status }) => status === 'failed'),
            intent.intent,
          );
      }
    });
});
