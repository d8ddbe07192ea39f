/** `hooksmith check --coverage`: what tests and recorded sessions have reached of each hook, and which hooks saw each call. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallCoverage, HookCoverage } from '../../src/cli/hookCoverage';
import { type CliExit, runCli } from '../fixtures/cli';

const guard = `import { hook, policy } from 'hooksmith';

/** What it is for. */

export const judge = policy({ tools: 'Bash' }, (ctx) => {
  const [first] = ctx.commands ?? [];
  if (first?.program === 'git') {
    return ctx.ask('a human pushes');
  }
  return first?.program === 'ls' ? ctx.deny('no lists') : undefined;
});
export const louder = hook('preToolUse', { tools: 'Bash' }, (ctx) => {
  if (ctx.input.command === 'echo hi') return ctx.modify({ input: { command: 'echo HI' } });
});
`;
const tests = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
import * as guard from './guard.js';

it('asks', async () => {
  assert.equal((await runHooks(guard, toolCall('Bash', { command: 'git push' }))).decision, 'ask');
});
`;

describe('hooksmith check --coverage', () => {
  let folder: string;
  const checks = new Map<string, Promise<CliExit>>();
  /** Each has a compiler of its own, which takes seconds: those with the same arguments are one. */
  const check = (...args: string[]) => {
    const known = checks.get(args.join(' ')) ?? runCli(folder, ['check', '--coverage', ...args]);
    checks.set(args.join(' '), known);
    return known;
  };
  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-coverage-')));
    const hooks = join(folder, '.hooksmith', 'hooks');
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, 'guard.ts'), guard);
    writeFileSync(join(hooks, 'guard.test.ts'), tests);
    const calls = '/call Bash {"command": "echo hi"}\n/call TodoWrite {"todos": []}';
    const ran = await runCli(folder, ['run', '--approve', 'always', '--session', 's.jsonl', calls]);
    assert.equal(ran.code, 0, ran.stderr);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('tells which lines and outcomes of each hook the tests and the sessions reached, to the decision', async () => {
    const { code, stdout, stderr } = await check('--test', '--session', 's.jsonl', '--json');
    assert.equal(code, 0, stderr);
    const { coverage } = JSON.parse(stdout) as { coverage: { hooks: HookCoverage[] } };
    const told = coverage.hooks.map(({ name, missed, outcomes, decided }) => ({
      ...{ name, missed, decided },
      outcomes: outcomes.map(({ decision, line, by }) => `${decision} ${line} ${by.join()}`),
    }));
    assert.deepEqual(told, [
      { name: 'judge', missed: [], decided: { continue: 1 }, outcomes: ['ask 8 tests', 'deny 10 '] },
      { name: 'louder', missed: [], decided: { modify: 1 }, outcomes: ['modify 13 sessions'] },
    ]);
  });

  it('names the lines that nothing reached', async () => {
    const { coverage } = JSON.parse((await check('--session', 's.jsonl', '--json')).stdout) as {
      coverage: { hooks: HookCoverage[] };
    };
    assert.deepEqual(coverage.hooks.find(({ name }) => name === 'judge')?.missed, [8, 9]);
  });

  it('tells what the sessions of another agent reach of the hooks as they are', async () => {
    const about = { cwd: folder, sessionId: 'theirs', timestamp: '2026-10-01T10:00:00.000Z' };
    const line = (uuid: string, role: string, content: unknown) =>
      `${JSON.stringify({ ...about, type: role, uuid, message: { role, content } })}\n`;
    const use = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'git push' } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'pushed' };
    writeFileSync(
      join(folder, 'theirs.jsonl'),
      line('1', 'user', 'Push it') + line('2', 'assistant', [use]) + line('3', 'user', [result]),
    );
    const { code, stdout, stderr } = await check('--session', 'theirs.jsonl', '--session', 's.jsonl', '--json');
    assert.equal(code, 0, stderr);
    const { coverage } = JSON.parse(stdout) as { coverage: { hooks: HookCoverage[]; calls: CallCoverage[] } };
    assert.deepEqual(
      coverage.hooks.map(({ name, missed, decided }) => [name, missed, decided]),
      [
        ['judge', [], { continue: 1 }],
        ['louder', [], { modify: 1 }],
      ],
    );
    assert.doesNotMatch(JSON.stringify(coverage.calls), /git push/);
    const replayed = await runCli(folder, ['replay', 'theirs.jsonl']);
    assert.match(replayed.stdout, /1 of \d+ decisions would change/);
  });

  it('tells for each tool call of a session which hooks saw it', async () => {
    const { coverage } = JSON.parse((await check('--session', 's.jsonl', '--json')).stdout) as {
      coverage: { calls: CallCoverage[] };
    };
    const told = coverage.calls.map(({ toolName, gates }) => [toolName, gates.map(({ name }) => name).sort()]);
    assert.deepEqual(told, [
      ['Bash', ['judge', 'louder']],
      ['TodoWrite', []],
    ]);
  });

  it('keeps the last line, and says it in words', async () => {
    const lines = (await check('--test', '--session', 's.jsonl')).stdout.trimEnd().split('\n');
    assert.equal(lines.at(-1), '1 passed, 0 failed');
    assert.match(lines.at(-2)!, /^\d+ of \d+ lines, 2 of 3 outcomes reached, 1 of 2 tool calls seen by a hook$/);
    assert.ok(
      lines.some((line) => /guard\.ts:5: judge: .*; ask by tests; deny never \(line 10\); recorded 1× continue$/.test(line)),
    );
    assert.ok(lines.includes('s.jsonl: TodoWrite: no hook saw it'));
    assert.match((await check()).stdout, /files, 0 errors, \d+ warnings\n$/);
  });

  it('counts a line on which a handler begins as reached where the handler ran, however its file was loaded', async () => {
    const hooks = join(folder, 'lines', '.hooksmith', 'hooks');
    mkdirSync(hooks, { recursive: true });
    writeFileSync(
      join(hooks, 'short.ts'),
      `import { hook } from 'hooksmith';
export const never = hook('preToolUse', { tools: 'Edit' }, (ctx) => ctx.deny('no edits'));
export const long = hook('preToolUse', { tools: 'Edit' }, (ctx) => {
  return ctx.deny('no edits');
});
export const short = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.commands.some(() => true) ? ctx.deny('no') : undefined);
`,
    );
    const test = (load: string) => `import { it } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
${load}
it('runs', async () => void (await runHooks(short, toolCall('Bash', { command: 'ls' }))));
`;
    for (const load of ["import * as short from './short.js';", "const short = await import('./short.js');"]) {
      writeFileSync(join(hooks, 'short.test.ts'), test(load));
      const { stdout } = await runCli(folder, ['check', '--coverage', '--test', '--json', 'lines']);
      const { coverage, passed } = JSON.parse(stdout) as { coverage: { hooks: HookCoverage[] }; passed: number };
      assert.deepEqual(
        [passed, ...coverage.hooks.map(({ name, lines, missed }) => [name, lines, missed])],
        [1, ['never', 1, [2]], ['long', 3, [3, 4, 5]], ['short', 1, []]],
      );
    }
  });

  it('says where there is nothing to say anything of', async () => {
    const none = await check();
    assert.match(none.stderr, /^nothing has run that could reach a line: coverage is that of tests \(--test\) and of sessions/m);
    assert.match(none.stdout, /guard\.ts:5: judge: nothing loaded it; ask never \(line 8\)/);
    const some = await check('--session', 's.jsonl', '--json');
    assert.equal(some.stderr, '');
    mkdirSync(join(folder, 'empty'));
    const empty = await runCli(folder, ['check', 'empty', '--test']);
    assert.deepEqual(
      [empty.code, empty.stderr],
      [
        0,
        'no hook files in empty: they are found in DIR, or in hooks/ of its .hooksmith\nno tests in empty: they are *.test.ts beside hook files\n',
      ],
    );
    assert.match(empty.stdout, /^0 files, 0 errors, 0 warnings\n0 passed, 0 failed\n$/);
  });
});
