import assert from 'node:assert/strict';
import { denyCommands, group, hook, policy, requireCommand } from 'hooksmith';
import type { JsonObject } from '../../../src/shared/basics/json';
import { factsOf } from '../../shell/disk';
import { judge, load, requestOf, run } from './chaining';

const bash = (command: string) => requestOf('preToolUse', { commands: undefined, ...factsOf(command) } as unknown as JsonObject);
const match = { command: 'git push*' };

describe('chain: lines that are only partly known', () => {
  const seen: unknown[] = [];
  const denies = policy({ match }, (ctx) => {
    seen.push(ctx.uncertain);
    return ctx.deny('Pushes need a human.');
  });
  const judged = async (line: string) => {
    seen.length = 0;
    return judge({ denies }, bash(line));
  };

  it('denies what matches', async () => {
    const { judgement } = await judged('git -C . push');
    assert.deepEqual([judgement?.action, judgement?.reason, seen], ['deny', 'Pushes need a human.', [undefined]]);
  });
  it('asks in place of a denial where it only might match, with what is not known', async () => {
    for (const line of ['x=push; git $x', 'echo push | xargs git', 'git pu*', 'eval "$X"']) {
      const { judgement, hooks } = await judged(line);
      assert.equal(judgement?.action, 'ask', line);
      assert.match(
        judgement!.reason,
        /^Pushes need a human\. \(it only might match: .* is (only known|given more words) when it runs\)$/,
      );
      assert.equal(typeof seen[0], 'string', line);
      assert.equal(hooks[0]!.reason, judgement!.reason);
    }
  });
  it('leaves out what cannot match', async () => {
    for (const line of ['git status', 'ls $X', 'git log "$X"']) assert.equal((await judged(line)).judgement, undefined, line);
  });
  it('keeps the denial of a policy that fails', async () => {
    const fails = policy({ match }, () => {
      throw new Error('broken');
    });
    assert.equal((await judge({ fails }, bash('git $X'))).judgement?.action, 'deny');
  });
  it('asks for what a policy or a hook asks, and says beside it that it only might match', async () => {
    const asks = policy({ match }, (ctx) => ctx.ask('Really?'));
    const votes = hook('preToolUse', { match }, (ctx) => ctx.ask('Really?'));
    for (const [line, uncertain] of [
      ['git $X', '`$X` in `git $X` is only known when it runs'],
      ['git push', undefined],
    ] as const) {
      const { judgement } = await judge({ asks }, bash(line));
      assert.deepEqual([judgement?.reason, judgement?.uncertain], ['Really?', uncertain]);
      const { vote } = await run({ votes }, bash(line));
      assert.deepEqual([vote?.reason, vote?.uncertain], ['Really?', uncertain]);
    }
  });
  it('runs a hook, whose denial stays one', async () => {
    const it = hook('preToolUse', { match }, (ctx) => ctx.deny(ctx.uncertain ?? 'certain'));
    const { end } = await run({ it }, bash('git $X'));
    assert.deepEqual([end.action, 'reason' in end && end.reason], ['deny', '`$X` in `git $X` is only known when it runs']);
  });
  it('has the record of whoever decided or failed say that it only might match', async () => {
    const why = '`$X` in `git $X` is only known when it runs';
    const of = async (exports: Record<string, unknown>, line = 'git $X') => {
      const { hooks } = await run(exports, bash(line));
      return hooks.map(({ decision, uncertain }) => [decision, uncertain]);
    };
    const denies = hook('preToolUse', { match }, (ctx) => ctx.deny('no'));
    assert.deepEqual(await of({ denies }), [['deny', why]]);
    assert.deepEqual(await of({ denies }, 'git push'), [['deny', undefined]]);
    assert.deepEqual(await of({ it: hook('preToolUse', (ctx) => ctx.deny('no')) }), [['deny', undefined]], 'no pattern');
    assert.deepEqual(await of({ it: hook('preToolUse', { match }, () => undefined) }), [['continue', undefined]]);
    const fails = hook('preToolUse', { match }, () => {
      throw new Error('broken');
    });
    assert.deepEqual(await of({ fails }), [['error', why]]);
    const sure = hook('preToolUse', (ctx) => ctx.ask('sure?'));
    assert.deepEqual(await of({ it: group({}, sure, denies) }), [['deny', why]]);
    assert.deepEqual(
      await of({
        it: group(
          {},
          hook('preToolUse', { match }, (ctx) => ctx.ask('x')),
          sure,
        ),
      }),
      [['ask', undefined]],
    );
    assert.deepEqual(await of({ it: group({}, fails, sure) }), [['error', why]]);
    assert.deepEqual(await of({ it: policy({ match }, (ctx) => ctx.ask('sure?')) }), [['ask', why]]);
  });
  it('keeps what a hook is to redact out of what is not known', async () => {
    const line = 'git "$(cat hidden-secret)"';
    const denies = hook('preToolUse', { match }, (ctx) => ctx.deny('no'));
    const cleans = hook('preToolUse', { redacts: true, priority: -1, match }, (ctx) =>
      ctx.modify({ input: { command: 'git "$X"' } }),
    );
    for (const exports of [{ denies, cleans }, { cleans }]) {
      const { hooks } = await run(exports, bash(line));
      assert.match(hooks[0]!.uncertain!, /withheld/);
      assert.doesNotMatch(JSON.stringify(hooks), /hidden-secret/);
    }
    assert.match((await run({ denies }, bash(line))).hooks[0]!.uncertain!, /hidden-secret/);
  });
  it('tells hooks without a pattern all that is not known', async () => {
    const lines = ['ls', 'ls $X', 'PATH=/x ls', 'ls $X; $Y'];
    const told: unknown[] = [];
    const it = hook('preToolUse', (ctx) => void told.push(ctx.uncertain));
    for (const line of lines) await run({ it }, bash(line));
    assert.deepEqual(told, [
      undefined,
      '`$X` in `ls $X` is only known when it runs',
      '`PATH` is set, which changes what programs do',
      'the program `$Y` is only known when it runs; `$X` in `ls $X` is only known when it runs',
    ]);
  });
  it('counts an allow without a pattern only where all of the line is known, and harmless', async () => {
    const it = hook('preToolUse', (ctx) => ctx.allow());
    const counts = async (line: string) => (await run({ it }, bash(line))).vote?.action === 'allow';
    for (const line of ['ls', 'npm test && echo done', 'echo a > out.txt']) assert.ok(await counts(line), line);
    for (const line of ['$X', 'eval "$X"', 'echo "', 'PATH=/x ls', 'echo a > /dev/tcp/x/1', 'echo a > .git/config'])
      assert.ok(!(await counts(line)), line);
  });
  it('counts an allow only where all of the line is known', async () => {
    const it = hook('preToolUse', { match: { command: 'echo *' } }, (ctx) => ctx.allow());
    const vote = async (line: string) => (await run({ it }, bash(line))).vote?.action;
    assert.equal(await vote('echo a > out.txt'), 'allow');
    assert.equal(await vote('f=~/.bashrc; echo evil >> $f'), undefined);
    assert.equal(await vote('echo a > /etc/x'), undefined);
  });
});

describe('denyCommands and requireCommand', () => {
  const verdict = async (made: ReturnType<typeof policy>, line: string) =>
    (await judge({ made }, bash(line))).judgement?.action ?? 'pass';
  const table = (title: string, made: ReturnType<typeof policy>, cases: Record<'deny' | 'ask' | 'pass', string[]>) =>
    describe(title, () => {
      for (const [expected, lines] of Object.entries(cases))
        for (const line of lines) it(`${expected}: ${line}`, async () => assert.equal(await verdict(made, line), expected));
    });
  table("denyCommands('git push', 'npm*')", denyCommands('git push', 'npm*'), {
    deny: ['git push', 'git -C x push', 'git --no-pager push', 'git -c a=b push', 'npm', 'npmx y', '/usr/bin/git push -f'],
    ask: ['git $X', 'git "$X" origin', 'echo push | xargs git', 'git pu*', '$X', 'git -C $DIR status', 'alias x=y'],
    pass: ['git log push', 'git --no-pager log push', 'git -C push status', 'git -C "$DIR" status', 'git stash push', 'pnpm x'],
  });
  table("denyCommands('git pu* --force')", denyCommands('git pu* --force'), {
    deny: ['git push --force', 'git pull -f', 'git push origin -f'],
    ask: ['git push $X', 'git push "$X"'],
    pass: ['git push', 'git status --force', 'git push src/*.ts', 'git push *.ts'],
  });
  table("requireCommand('make', 'go build')", requireCommand('make', 'go build'), {
    deny: ['go build ./...', 'go -C x build'],
    ask: ['go "$X"'],
    pass: ['go test', 'make'],
  });

  describe('and the sandbox', () => {
    const said = async (made: ReturnType<typeof policy>, line: string) => {
      const { judgement, confined } = await judge({ made }, bash(line));
      return [judgement?.action, confined?.map(({ words }) => words)];
    };
    const hideOnly = true;
    for (const [title, made, line, expected] of [
      [
        'hides bare names from a line that is known',
        denyCommands('sudo', 'nc'),
        'make x',
        [undefined, [{ denyPrograms: ['sudo', 'nc'], hideOnly }]],
      ],
      ['confines one that is not', denyCommands('sudo'), '$X', [undefined, [{ denyPrograms: ['sudo'] }]]],
      ['asks for what it cannot hide', denyCommands('rm -rf'), '$X', ['ask', undefined]],
      ['does both', denyCommands('rm -rf', '/usr/bin/sudo'), '$X', ['ask', [{ denyPrograms: ['sudo'], hideOnly }]]],
      [
        'does not ask for an argument of another program',
        denyCommands('rm -rf', 'sudo'),
        'git $X',
        [undefined, [{ denyPrograms: ['sudo'], hideOnly }]],
      ],
      ['denies as before', denyCommands('sudo'), 'sudo ls; $X', ['deny', undefined]],
      [
        'hides what a script may run, asked or not',
        denyCommands({ patterns: ['sudo'], opaque: 'ignore' }),
        'python3 -c "$X"',
        [undefined, [{ denyPrograms: ['sudo'], hideOnly }]],
      ],
      [
        'hides no program of which an option is denied',
        denyCommands('kubectl -n prod', 'git -C x'),
        'ls',
        [undefined, undefined],
      ],
      ['asks for an option of it that may be in a line', denyCommands('git -C x'), '$X', ['ask', undefined]],
      ['has no part in what else is to be used', requireCommand('make', 'go'), '$X', ['ask', undefined]],
    ] as const)
      it(title, async () => assert.deepEqual(await said(made, line), expected));
  });

  it('names the pattern and what is not known', async () => {
    const { judgement } = await judge({ it: denyCommands('git push') }, bash('git $X'));
    assert.equal(
      judgement?.reason,
      'the command may contain the blocked pattern git push: `$X` in `git $X` is only known when it runs',
    );
    const { judgement: other } = await judge({ it: requireCommand('make', 'go build') }, bash('eval "$X"'));
    assert.equal(other?.reason, 'it may use go build instead of make: the script `$X` is only known when it runs');
  });

  const unjoined = ['', ' ', '&&', 'a && b', 'a | b', 'a; b', '> x', 'rm > x', 'a &', '| sh', '(a)', 'FOO=1 x', 'x 2>&1'];
  for (const pattern of [...unjoined, '"rm"', "'git' push", '`rm`', '-rf', '--', '-', '! rm', 'if rm', '{ rm', 'rm/'])
    it(`refuses the pattern ${JSON.stringify(pattern)}, which can never match`, () => {
      for (const made of [denyCommands(pattern), requireCommand('x', pattern), denyCommands({ patterns: ['ok', pattern] })]) {
        const { problems, broken, hooks } = load({ made });
        assert.match(problems[0]!.message, /^made: the pattern .* can never match/);
        assert.deepEqual([broken.length, hooks.length], [1, 0]);
      }
    });
  for (const pattern of [
    'rm -rf',
    'nc',
    'git push*',
    'rm -rf /',
    '*',
    "echo 'a && b'",
    'find . -name *.ts',
    'a.b?c',
    'rm -rf $HOME',
  ])
    it(`takes the pattern ${JSON.stringify(pattern)}`, () =>
      assert.deepEqual(load({ made: denyCommands(pattern) }).problems, []));
  const others = ['"rm"*', '-rf', '--', '! rm', 'then rm'];
  for (const pattern of ['', ' ', '&& rm', '| sh', '> x', ' git push', 'FOO=1 x', '2> x', ...others])
    it(`refuses match.command ${JSON.stringify(pattern)}, which can never match`, () => {
      const match = { command: ['ok', pattern] };
      for (const made of [policy({ match }, () => undefined), hook('preToolUse', { match }, () => undefined)]) {
        const { problems, broken, hooks } = load({ made });
        assert.match(
          problems[0]!.message,
          /option 'match\.command': (the pattern .* can never match|has an empty pattern, which matches nothing)/,
        );
        assert.deepEqual([broken.length, hooks.length], [1, 0]);
      }
    });
  for (const pattern of [
    'cd * && git push*',
    'cd *; rm *',
    'rm * > x',
    'git * push  x',
    'git * "push"',
    'git  push*',
    'git push* ',
    'rm > x',
    'a && b',
    'cd x; rm',
    'rm | sh*',
    'rm 2> x',
  ])
    it(`says of match.command ${JSON.stringify(pattern)} that it hardly ever matches`, () => {
      const { problems, hooks } = load({ made: policy({ match: { command: pattern } }, () => undefined) });
      assert.match(problems.map(({ message }) => message).join(), /hardly ever matches/);
      assert.equal(hooks.length, 1);
    });
  it('takes patterns with signs of the shell for programs that take them', () => {
    for (const command of [
      'find * -exec rm {} ;',
      'sh -c * && *',
      'bash -c a && b',
      'ssh host a | b',
      'ifconfig*',
      'if*',
      '/usr/bin/*',
      'git-*',
    ])
      assert.deepEqual(load({ it: policy({ match: { command } }, () => undefined) }).problems, [], command);
  });
  it('takes patterns that may match', () => {
    for (const command of ['git push*', '*&&*', '*', '/usr/bin/x', "echo 'a > b'*", '?it'])
      assert.deepEqual(load({ made: policy({ match: { command } }, () => undefined) }).problems, [], command);
  });
  it('refuses options that it does not know', () => {
    // biome-ignore lint/suspicious/noExplicitAny: what the compiler would refuse
    const given: any[] = [{ patterns: ['a'], opaqe: 'ignore' }, { patterns: 'a' }, { patterns: ['a'], opaque: 'no' }, {}];
    for (const options of given) assert.equal(load({ made: denyCommands(options) }).broken.length, 1, JSON.stringify(options));
  });
  it('holds for any tool with a command line, and for no other', async () => {
    const made = denyCommands('sudo');
    const call = (payload: JsonObject) =>
      judge({ made }, requestOf('preToolUse', { commands: undefined, commandLine: undefined, ...payload }));
    const facts = factsOf('sudo ls') as unknown as JsonObject;
    assert.equal((await call({ ...facts, toolName: 'Shell' })).judgement?.action, 'deny');
    assert.equal((await call({ toolName: 'Start', input: { command: 'sudo ls' } })).judgement, undefined);
  });
});
