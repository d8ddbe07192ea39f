/** Rules as such: their form, the tools and paths that they name, and what several of them come to. */
import assert from 'node:assert/strict';
import type { ToolFacts } from '../../src/shared/calls/toolFacts';
import { allowingRule, asksInPlaceOf, deniedPaths, restrictingRule, ruleProblem } from '../../src/shell/rules/rules';
import { factsOf } from './disk';

const call = (toolName: string, paths: string[] = [], more: Partial<ToolFacts> = {}): ToolFacts => ({
  toolName,
  input: {},
  status: 'known',
  cwd: '/repo/project',
  home: '/home/me',
  fieldPaths: {},
  paths,
  pathsComplete: true,
  ...more,
});

describe('the form of a rule', () => {
  for (const rule of [
    'Bash',
    'mcp__github__*',
    'Bash(git status*)',
    'Edit(src/**)',
    'Bash(a\nb)',
    'Bash(echo x )',
    'Read((x))',
    'my.tool-2',
  ])
    it(`${JSON.stringify(rule)} is one`, () => assert.equal(ruleProblem(rule), undefined));
  for (const rule of ['', 'Bash (x)', 'Bash(x', 'Bash x', ' Bash', '!Bash(x)', 'Bash(x) y', '(x)'])
    it(`${JSON.stringify(rule)} is none, and applies to nothing`, () => {
      assert.equal(
        ruleProblem(rule),
        `'${rule}' is no rule: write Tool or Tool(pattern), as in Bash(git status*) or Edit(src/**)`,
      );
      assert.equal(restrictingRule([rule], call('Bash', ['/x'])), undefined);
      assert.equal(allowingRule([rule], call('Bash', ['/x'])), undefined);
    });
  for (const rule of ['Bash()', 'Edit(  )'])
    it(`${rule} can never match`, () => assert.equal(ruleProblem(rule), `'${rule}' can never match: its pattern is empty`));
  for (const rule of [
    'Bash("git push")',
    'Bash(&& rm *)',
    'Bash(-rf*)',
    'Bash(FOO=1 git push*)',
    'Bash(if *)',
    'Read("src/**")',
    "edit('src/**')",
    'Write(!src/**)',
    'Read($HOME/.ssh/**)',
    'Read(${workspaceFolder}/secrets)',
    'Glob(%USERPROFILE%/x)',
    'Read(file:///etc/**)',
    'LS(vscode-remote://x/y)',
  ])
    it(`${rule} can never match, and restricts all calls where it was meant to`, () => {
      assert.match(ruleProblem(rule)!, /can never match: /);
      assert.deepEqual(asksInPlaceOf([rule]), [rule.split('(')[0]]);
    });
  for (const rule of [
    'Bash(FOO*)',
    'Bash(*git push*)',
    'Bash([ -f x ])',
    'Read(/app/routes/$id.tsx)',
    'Read(src/$lib/**)',
    'Read($lib/**)',
    'Read(C:/x/**)',
    'Read(a, b.md)',
    'Read(!(a|b)/**)',
    'Agent("x")',
    'mcp__fs__read("x")',
  ])
    it(`${rule} may match`, () => assert.equal(ruleProblem(rule), undefined));
  for (const rule of ['Bash( sudo*)', 'Edit(src/** )', 'Edit(a\n)'])
    it(`${JSON.stringify(rule)} can never match`, () => assert.match(ruleProblem(rule)!, /a blank begins or ends its pattern$/));
});

describe('a member of a list that is no rule', () => {
  for (const [member, asks] of [
    ['Bash(sudo*', 'Bash'],
    ['Bash (sudo*)', 'Bash'],
    [' Bash(sudo*)', 'Bash'],
    ['!Bash(sudo*)', 'Bash'],
    ['Bash( sudo*)', 'Bash'],
    ['Bash()', 'Bash'],
    ['mcp__a-b__c d', 'mcp__a-b__c'],
    ['WebFetch(https://example.com)', 'WebFetch'],
    ['(sudo)', '*'],
    [7, '*'],
    [null, '*'],
    [{ tool: 'Bash' }, '*'],
  ] as const)
    it(`has all calls of ${asks} ask: ${JSON.stringify(member)}`, () => {
      assert.deepEqual(asksInPlaceOf(['Read', member, member]), [asks]);
      assert.equal(ruleProblem(asks), undefined);
    });
  it('does nothing where nothing is said', () => assert.deepEqual(asksInPlaceOf(['Bash(sudo*)', '', ' ']), []));
});

describe('the tool of a rule', () => {
  it('is found whatever its case, by any of its names, and by wildcards', () => {
    const facts = call('TaskOutput', [], { aliases: ['BashOutput', 'Other'] });
    for (const rule of ['TaskOutput', 'taskoutput', 'bashoutput', 'Other', 'Task*', 'Bash*', '*'])
      assert.deepEqual(restrictingRule([rule], facts), { rule }, rule);
    for (const rule of ['Task', 'askOutput', 'Bash']) assert.equal(restrictingRule([rule], facts), undefined, rule);
  });
  it('is any of an MCP server that a rule names alone, where it denies or asks', () => {
    const facts = call('mcp__my-server__do_it');
    for (const rule of ['mcp__my-server', 'MCP__My-Server', 'mcp__my-server__*', 'mcp__*', 'mcp__my-server__do_it']) {
      assert.deepEqual(restrictingRule([rule], facts), { rule }, rule);
      assert.equal(allowingRule([rule], facts), /[*]|do_it$/.test(rule) ? rule : undefined, rule);
    }
    for (const rule of ['mcp__my', 'mcp__my-', 'mcp__my_server', 'mcp__', 'my-server'])
      assert.equal(restrictingRule([rule], facts), undefined, rule);
  });
  it('is allowed by an older name only where that name is written out', () => {
    const facts = call('TaskOutput', [], { aliases: ['BashOutput'] });
    for (const rule of ['TaskOutput', 'BashOutput', 'Task*']) assert.equal(allowingRule([rule], facts), rule, rule);
    assert.equal(allowingRule(['Bash*'], facts), undefined);
    assert.equal(allowingRule(['Bash*', 'BashOutput'], facts), 'BashOutput');
  });
});

describe('rules on paths', () => {
  const edit = (...paths: string[]) =>
    call(
      'Edit',
      paths.map((path) => `/repo/project/${path}`),
    );
  it('restrict where one path is covered, by the first rule that covers one', () => {
    assert.deepEqual(restrictingRule(['Edit(lib/**)', 'Edit(src/**)'], edit('a', 'src/b')), { rule: 'Edit(src/**)' });
    assert.equal(restrictingRule(['Edit(src/**)'], edit('a')), undefined);
    assert.equal(restrictingRule(['Write(src/**)'], edit('src/b')), undefined);
    assert.deepEqual(restrictingRule(['Edit(src/**)', 'Edit'], edit('src/b')), { rule: 'Edit' });
    assert.deepEqual(restrictingRule(['Edit(~/x)'], call('Edit', ['/home/me/x/y'])), { rule: 'Edit(~/x)' });
  });
  it('allow where each path is covered, each by some rule, and name those once', () => {
    const rules = ['Edit(src/**)', 'Edit(docs/**)', 'Edit(src/a)'];
    assert.equal(allowingRule(rules, edit('src/a', 'docs/b', 'src/c')), 'Edit(src/**), Edit(docs/**)');
    assert.equal(allowingRule(rules, edit('src/a', 'lib/b')), undefined);
    assert.equal(allowingRule(rules, edit()), undefined);
    assert.equal(allowingRule(['Edit'], edit()), 'Edit');
    assert.equal(allowingRule([], edit('src/a')), undefined);
  });
  it('may restrict a call of which nobody knows what the pattern would be compared with', () => {
    for (const [facts, name] of [
      [call('Agent'), 'Agent'],
      [call('mcp__a__b'), 'mcp__a__b'],
      [call('mcp__a__b', ['/x'], { pathsComplete: false }), 'mcp__a__b'],
      [call('Edit', ['/x'], { pathsComplete: false }), 'Edit'],
      [call('Edit'), 'Edit'],
    ] as const)
      assert.deepEqual(restrictingRule([`${name}(y)`], facts), {
        rule: `${name}(y)`,
        uncertain: `not all that this call of ${name} names can be compared with its pattern`,
      });
    assert.equal(restrictingRule(['mcp__a__b(y)'], call('mcp__a__b', ['/x'])), undefined);
    assert.equal(allowingRule(['Agent(y)'], call('Agent')), undefined);
  });
  it('deny what any of the tools at work may not be shown', () => {
    const rules = ['Read(secret/**)', 'Grep(logs)', 'Bash(rm*)', 'Read', 'Grep', 'Old(x)'];
    assert.deepEqual(deniedPaths(rules, [{ toolName: 'Grep' }, { toolName: 'Read', aliases: ['Old'] }]), [
      'logs',
      'secret/**',
      'x',
    ]);
    assert.deepEqual(deniedPaths(rules, [{ toolName: 'Grep' }]), ['logs']);
    assert.deepEqual(deniedPaths(rules, []), []);
  });
});

describe('rules on command lines, by tool', () => {
  it('of other tools do not count', () => {
    assert.equal(restrictingRule(['Other(ls*)', 'Other'], factsOf('ls')), undefined);
    assert.equal(allowingRule(['Other(ls*)', 'Other'], factsOf('ls')), undefined);
  });
  it('of a pattern say first what is certain, then what is not', () => {
    assert.deepEqual(restrictingRule(['Bash(git push*)', 'Bash(git pull*)', 'Bash(git $*)'], factsOf('git $X')), {
      rule: 'Bash(git push*)',
      uncertain: '`$X` in `git $X` is only known when it runs',
    });
    assert.deepEqual(restrictingRule(['Bash(git push*)', 'Bash(ls*)'], factsOf('git $X; ls')), { rule: 'Bash(ls*)' });
  });
  it('allow each command by some rule, or not at all', () => {
    assert.equal(allowingRule(['Bash(ls*)', 'Bash(pwd)'], factsOf('ls && pwd && ls -l')), 'Bash(ls*), Bash(pwd)');
    assert.equal(allowingRule(['Bash(ls*)'], factsOf('ls && pwd')), undefined);
    assert.equal(allowingRule(['Bash(ls*)'], factsOf('')), undefined);
  });
});
