import assert from 'node:assert/strict';
import { type Circumstances, decide, type Permissions } from '../../../src/agent/tools/approval';
import { reachOf, suggestRules } from '../../../src/shell/rules/ruleOffers';
import { allowingRule, restrictingRule, ruleDoubt, ruleProblem } from '../../../src/shell/rules/rules';
import { factsOf } from '../disk';

describe('rules on command lines', () => {
  it('restricts by one command, and says where it only might', () => {
    const rule = (line: string, ...rules: string[]) => restrictingRule(rules, factsOf(line));
    assert.deepEqual(rule('ls; git -C . push', 'Bash(rm*)', 'Bash(git push*)'), { rule: 'Bash(git push*)' });
    assert.deepEqual(rule('git $X', 'Bash(git push*)'), {
      rule: 'Bash(git push*)',
      uncertain: '`$X` in `git $X` is only known when it runs',
    });
    assert.equal(rule('git status', 'Bash(git push*)'), undefined);
    assert.deepEqual(rule('git status', 'Bash'), { rule: 'Bash' });
    assert.deepEqual(rule('git $X', 'Bash(git push*)', 'Bash(git*)'), { rule: 'Bash(git*)' });
  });
  it('restricts what begins with the words before `:*`, as other agents write it, and allows nothing by that', () => {
    const rule = 'Bash(git push:*)';
    for (const line of ['git push', 'ls; git -C . push origin', 'git push:x'])
      assert.deepEqual(restrictingRule([rule], factsOf(line)), { rule }, line);
    for (const line of ['git status', 'echo git push']) assert.equal(restrictingRule([rule], factsOf(line)), undefined, line);
    assert.equal(allowingRule([rule], factsOf('git push')), undefined);
    assert.deepEqual(restrictingRule(['Bash(curl http:*)'], factsOf('curl http://x')), { rule: 'Bash(curl http:*)' });
  });
  it('allows only what is known and covered whole', () => {
    const rule = (line: string, ...rules: string[]) => allowingRule(rules, factsOf(line));
    assert.equal(rule('git status && ls src', 'Bash(git status*)', 'Bash(ls *)'), 'Bash(git status*), Bash(ls *)');
    for (const line of [
      'git status && rm x',
      'git status $X',
      'git status > /etc/x',
      'FOO=1 git status',
      'eval "$X"',
      "git status '",
    ])
      assert.equal(rule(line, 'Bash(git status*)'), undefined, line);
    assert.equal(rule('git status $X', 'Bash'), 'Bash');
  });
  it('holds for any tool with a command line', () => {
    const facts = { ...factsOf('git -C x push'), toolName: 'Shell' };
    assert.deepEqual(restrictingRule(['Shell(git push*)'], facts), { rule: 'Shell(git push*)' });
    const { commandLine: _, commands: _c, seenCommands: _s, ...other } = facts;
    assert.equal(restrictingRule(['Shell(git push*)'], other), undefined);
  });
  it('allows by a whole tool no line that is not known', () => {
    assert.equal(allowingRule(['Bash'], factsOf('ls && npm test')), 'Bash');
    for (const line of ['$X', 'echo "', 'LD_PRELOAD=x ls', 'echo a > .git/config'])
      assert.equal(allowingRule(['Bash'], factsOf(line)), undefined, line);
  });
  it('offers a rule only where it would allow the call', () => {
    assert.deepEqual(suggestRules(factsOf('git status')), ['Bash(git status)', 'Bash(git status*)']);
    for (const line of ['git $X', 'git status; ls', 'git status > /etc/x', 'PATH=/x git status'])
      assert.deepEqual(suggestRules(factsOf(line)), [], line);
  });
  it('offers rules in steps, from the very line to what is alike', () => {
    const steps: [line: string, ...rules: string[]][] = [
      ['npm test', 'npm test', 'npm test*'],
      ['npm test -- --grep x', 'npm test -- --grep x', 'npm test*'],
      ['npm run test:unit', 'npm run test:unit', 'npm run test:unit*'],
      ['yarn lint --fix', 'yarn lint --fix', 'yarn lint*'],
      ['cargo test --all', 'cargo test --all', 'cargo test*'],
      ['ls -la src', 'ls -la src', 'ls *'],
      ['ls', 'ls'],
      // To the letter it would allow more than it shows.
      ['ls *.ts', 'ls *'],
      // What acts elsewhere, deletes or runs anything is offered to the letter alone.
      ['git push --force', 'git push --force'],
      ['npm run deploy', 'npm run deploy'],
      ['npm install left-pad', 'npm install left-pad'],
      ['npm publish', 'npm publish'],
      ['rm -rf build', 'rm -rf build'],
      ['node test.js', 'node test.js'],
      ['cat README.md', 'cat README.md'],
      ['docker run alpine', 'docker run alpine'],
      ['make deploy', 'make deploy'],
    ];
    for (const [line, ...rules] of steps)
      assert.deepEqual(
        suggestRules(factsOf(line)),
        rules.map((rule) => `Bash(${rule})`),
        line,
      );
  });
  it('every rule on offer allows the call, alone or with those in force', () => {
    const lines = [
      'npm test',
      'git -C sub status',
      '/usr/bin/git status',
      'timeout 5 npm test',
      'env X=1 npm test',
      'npm test && npm test -- --grep x',
      'npm test | cat',
      'git log > out.txt',
    ];
    for (const line of lines)
      for (const rule of suggestRules(factsOf(line))) assert.ok(allowingRule([rule], factsOf(line)), `${line}: ${rule}`);
    assert.deepEqual(suggestRules(factsOf('npm test && npm test -- --grep x')), ['Bash(npm test*)']);
    assert.deepEqual(suggestRules(factsOf('git status; npm test')), []);
    assert.deepEqual(suggestRules(factsOf('git status; npm test'), ['Bash(git status)']), ['Bash(npm test)', 'Bash(npm test*)']);
  });
  it('offers a path, and its folder within the workspace', () => {
    const { cwd } = factsOf('');
    const edits = (path: string) =>
      suggestRules({
        toolName: 'Edit',
        input: {},
        status: 'known',
        cwd,
        home: '/home/me',
        fieldPaths: {},
        paths: [path],
        pathsComplete: true,
      });
    assert.deepEqual(edits(`${cwd}/src/deep/a.ts`), [`Edit(${cwd}/src/deep/a.ts)`, 'Edit(src/deep/**)']);
    assert.deepEqual(edits(`${cwd}/a.ts`), [`Edit(${cwd}/a.ts)`]);
    assert.deepEqual(edits('/elsewhere/a.ts'), ['Edit(/elsewhere/a.ts)']);
    assert.deepEqual(edits(`${cwd}/src/.env`), [`Edit(${cwd}/src/.env)`]);
    assert.deepEqual(edits(`${cwd}/src/a*.ts`), []);
  });
  it('tells how far a rule would have reached', () => {
    const calls = ['npm test', 'npm test -- --grep x', 'npm testing', 'git push', 'npm test; rm x', 'npm test $X'].map((line) =>
      factsOf(line),
    );
    assert.deepEqual(reachOf(['Bash(npm test)', 'Bash(npm test*)'], [...calls, { ...calls[0]!, status: 'invalid' }]), [
      { rule: 'Bash(npm test)', matched: 1, of: 6 },
      { rule: 'Bash(npm test*)', matched: 3, of: 6 },
    ]);
  });
  it('refuses a rule with an empty pattern', () => {
    assert.match(ruleProblem('Bash()')!, /can never match/);
    assert.equal(ruleProblem('Bash(git*)'), undefined);
  });
});

describe('who decides a command line', () => {
  const inside: Circumstances = { tool: {}, inside: true, secret: false, sensitive: false };
  const verdict = (line: string, permissions: Partial<Permissions>) =>
    decide(factsOf(line), inside, { mode: 'bypass', allow: [], ask: [], deny: [], ...permissions });
  it('makes the deny of a rule that only might match an ask, before every allow', () => {
    const rules = { deny: ['Bash(git push*)'], allow: ['Bash'] };
    const certain = verdict('git push', rules);
    assert.deepEqual([certain.action, certain.reason], ['deny', 'denied by the rule Bash(git push*)']);
    const unsure = verdict('x=push; git $x', rules);
    assert.equal(unsure.action, 'ask');
    assert.match(unsure.reason, /^the rule Bash\(git push\*\) might deny it: `\$x` in `git \$x` is only known when it runs$/);
    assert.ok(unsure.action === 'ask' && unsure.forced);
    assert.equal(verdict('git status', rules).action, 'run');
  });
  it('denies a call of another tool by what it may name, though no field of it is known for a path', () => {
    const { commandLine: _, commands: __, seenCommands: ___, ...facts } = factsOf('ls');
    const rules = ['mcp__fs__move(secrets/**)'];
    const given = { ...facts, toolName: 'mcp__fs__move', paths: ['/repo/project/a'], likelyPaths: ['/repo/project/secrets/x'] };
    assert.deepEqual(restrictingRule(rules, given), { rule: rules[0] });
    assert.equal(restrictingRule(rules, { ...given, likelyPaths: ['/repo/project/b'] }), undefined);
  });
  it('allows a call of another tool by a rule on paths only where that covers what it may name besides', () => {
    const { commandLine: _, commands: __, seenCommands: ___, ...facts } = factsOf('ls');
    const rules = ['mcp__fs__move(src/**)'];
    const given = { ...facts, toolName: 'mcp__fs__move', paths: ['/repo/project/src/a'] };
    assert.equal(allowingRule(rules, given), rules[0]);
    assert.equal(allowingRule(rules, { ...given, likelyPaths: ['/repo/project/src/b'] }), rules[0]);
    assert.equal(allowingRule(rules, { ...given, likelyPaths: ['/etc/x'] }), undefined);
    assert.equal(allowingRule(rules, { ...given, pathsComplete: false }), undefined);
    assert.equal(allowingRule(['mcp__fs__*'], { ...given, likelyPaths: ['/etc/x'] }), 'mcp__fs__*');
  });
  it('offers what completes the rules in force', () => {
    const asked = verdict('git status; npm test', { mode: 'ask', allow: ['Bash(git status)'] });
    assert.deepEqual(asked.action === 'ask' && asked.suggestions, ['Bash(npm test)', 'Bash(npm test*)']);
    const both = verdict('git -C src status; git status', { mode: 'ask' });
    assert.deepEqual(both.action === 'ask' && both.suggestions, ['Bash(git status)', 'Bash(git status*)']);
  });
  it('asks by a rule that only might match', () => {
    assert.match(verdict('git $X', { ask: ['Bash(git push*)'] }).reason, /which might match: `\$X`/);
    assert.equal(verdict('git push', { ask: ['Bash(git push*)'] }).reason, 'asked by the rule Bash(git push*)');
  });
});

describe('a rule for a tool that is not there', () => {
  const tools = ['Bash', 'Read', 'Agent', 'Task', 'mcp__github__get_issue'];
  const doubt = (rule: string) => ruleDoubt(rule, tools, 'allow')?.text;
  const meant = (rule: string) => /: did you mean '(.*)'\?$/.exec(doubt(rule) ?? '')?.[1];

  it('is told where hardly any command has the text of one that restricts', () => {
    assert.match(ruleDoubt('Bash(git push && git pull)', tools, 'restrict')!.text, /hardly ever matches: && joins/);
    assert.equal(ruleDoubt('Bash(git push && git pull)', tools, 'allow'), undefined);
    assert.equal(ruleDoubt('Bash(git push*)', tools, 'restrict'), undefined);
  });
  it('is told with the one that may be meant, its pattern kept', () => {
    assert.equal(doubt('Bush(x)'), "'Bush(x)' is for no tool that there is: did you mean 'Bash(x)'?");
    assert.equal(meant('Taks'), 'Task');
    assert.deepEqual(ruleDoubt('Frobnicate(x)', tools, 'allow'), {
      text: "'Frobnicate(x)' is for no tool that there is",
      isSlip: false,
    });
    assert.equal(ruleDoubt('Bush', tools, 'restrict')?.isSlip, true);
    assert.equal(doubt('Frob*'), "'Frob*' is for no tool that there is");
  });
  it('is none where it names one in any case, by an older name or a wildcard', () => {
    for (const rule of ['bash(x)', 'Task', 'R*d', '*', 'mcp__github__*', 'mcp__GitHub__get_issue', 'not a rule'])
      assert.equal(doubt(rule), undefined, rule);
  });
  it('of an MCP server is told only where that server has tools', () => {
    for (const rule of ['mcp__gitlab__get_issue', 'mcp__gitlab__*', 'mcp__git*', 'mcp__*'])
      assert.equal(doubt(rule), undefined, rule);
    assert.equal(meant('mcp__github__get_isue'), 'mcp__github__get_issue');
    assert.equal(meant('mcp__github'), 'mcp__github__*');
    assert.equal(ruleDoubt('mcp__github', tools, 'restrict'), undefined);
    assert.equal(doubt('mcp__github__frob*'), "'mcp__github__frob*' is for no tool that there is");
  });
});
