/** The predicate on commands as such: what a line answers, in which words, and what an allow may cover. */
import assert from 'node:assert/strict';
import type { Command } from '../../src/shared/calls/toolFacts';
import { commandPattern } from '../../src/shell/commands/commandPattern';
import {
  allowCovers,
  allowingPattern,
  isCommandLine,
  judgeLine,
  mayBeAllowed,
  uncertaintyOf,
} from '../../src/shell/rules/commandMatch';

const command = (text: string, more: Partial<Command> = {}): Command => {
  const [program = '', ...args] = text.split(' ');
  return { program, args, text, ...more };
};
/** A word with this known beginning, and no more known of it. */
const open = (start: string | null = null) => ({ pieces: start === null ? [null] : [start, null] });
const lineOf = (...texts: string[]) => ({ commandLine: texts.join('; '), commands: texts.map((text) => command(text)) });

describe('what is a command line', () => {
  it('is any call of which a line, its commands, or what could be read of them is known', () => {
    assert.ok(isCommandLine({ commandLine: 'ls' }));
    assert.ok(isCommandLine({ commands: [] }));
    assert.ok(isCommandLine({ seenCommands: [] }));
    assert.ok(!isCommandLine({}));
  });
});

describe('the answer of a line', () => {
  it('names the pattern that matches, be it a text or leading words', () => {
    assert.deepEqual(judgeLine(lineOf('ls'), ['pwd', 'ls']), { answer: 'yes', pattern: 'ls' });
    assert.deepEqual(judgeLine(lineOf('git push -f'), [commandPattern('git push')]), { answer: 'yes', pattern: 'git push' });
    assert.deepEqual(judgeLine(lineOf('ls'), ['pwd']), { answer: 'no' });
    assert.deepEqual(judgeLine(lineOf(), ['pwd']), { answer: 'no' });
    assert.deepEqual(judgeLine({}, ['pwd']).answer, 'maybe');
  });
  it('is the surest of all commands: one that matches counts before those that might', () => {
    const commands = [command('git $X', { words: ['git', open()] }), command('git push')];
    assert.deepEqual(judgeLine({ commands }, ['git push*']), { answer: 'yes', pattern: 'git push*' });
  });
  it('names the first that might match, and why', () => {
    const commands = [command('git $X', { words: ['git', open()] }), command('npm $Y', { words: ['npm', open()] })];
    assert.deepEqual(judgeLine({ commands }, ['npm test', 'git push']), {
      answer: 'maybe',
      pattern: 'git push',
      reason: '`$X` in `git $X` is only known when it runs',
    });
  });
  it('counts what could be read of a line that could not be read whole', () => {
    const line = { commandLine: "ls; rm x '", seenCommands: [command('rm x')] };
    assert.equal(judgeLine(line, ['rm *']).answer, 'yes');
    assert.deepEqual(judgeLine(line, ['npm *']), { answer: 'maybe', reason: 'the command line could not be read to the end' });
  });
  it('may be anything where something of it may run anything, but for a cause that is left out', () => {
    const line = { ...lineOf('node -e x'), uncertainties: [{ kind: 'code' as const, reason: 'it runs code' }] };
    assert.deepEqual(judgeLine(line, ['rm *']), { answer: 'maybe', reason: 'it runs code' });
    assert.deepEqual(judgeLine(line, ['rm *'], 'code'), { answer: 'no' });
    // What could not be read to the end for that cause alone is known as far as it matters.
    const unread = { commandLine: 'node -e x', uncertainties: line.uncertainties };
    assert.deepEqual(judgeLine(unread, ['rm *'], 'code'), { answer: 'no' });
    const both = [...line.uncertainties, { kind: 'line' as const, reason: 'a variable names it' }];
    assert.equal(judgeLine({ ...line, uncertainties: both }, ['rm *'], 'code').reason, 'a variable names it');
  });
});

describe('what is not known, in words', () => {
  const reasons = (...texts: string[]) => texts.map((reason) => ({ kind: 'line' as const, reason }));
  it('is nothing where all is, or where there is no line', () => {
    assert.equal(uncertaintyOf(lineOf('ls')), undefined);
    assert.equal(uncertaintyOf({}), undefined);
    assert.equal(uncertaintyOf({ commandLine: "'" }), 'the command line could not be read to the end');
  });
  it('is that of the line, then that of each command, each once', () => {
    const commands = [command('a $X', { words: ['a', open()] }), command('ls'), command('a $X', { words: ['a', open()] })];
    assert.equal(
      uncertaintyOf({ commands, uncertainties: reasons('first', 'first') }),
      'first; `$X` in `a $X` is only known when it runs',
    );
    assert.equal(uncertaintyOf({ commands }), '`$X` in `a $X` is only known when it runs');
    const seenCommands = [commands[0]!];
    assert.equal(
      uncertaintyOf({ seenCommands }),
      'the command line could not be read to the end; `$X` in `a $X` is only known when it runs',
    );
  });
  it('of many reasons tells four, and how many more there are', () => {
    assert.equal(uncertaintyOf({ commands: [], uncertainties: reasons('a', 'b', 'c', 'd') }), 'a; b; c; d');
    assert.equal(uncertaintyOf({ commands: [], uncertainties: reasons('a', 'b', 'c', 'd', 'e', 'f') }), 'a; b; c; d; and 2 more');
  });
  it('names each word once, and shortens what is long', () => {
    const one = command('a $X $X b $Y', { words: ['a', open(), open(), 'b', open()] });
    assert.equal(uncertaintyOf({ commands: [one] }), '`$X`, `$Y` in `a $X $X b $Y` is only known when it runs');
    const long = (n: number) => uncertaintyOf({ commands: [command(`a ${'x'.repeat(n)}`, { words: ['a', open()] })] });
    assert.equal(long(78), `\`${'x'.repeat(78)}\` in \`a ${'x'.repeat(78)}\` is only known when it runs`);
    assert.equal(long(80), `\`${'x'.repeat(80)}\` in \`a ${'x'.repeat(77)}…\` is only known when it runs`);
  });
  it('of words that are only given when it runs says so', () => {
    const fed = command('xargs', { program: 'rm', args: [], words: ['rm', open()] });
    assert.equal(uncertaintyOf({ commands: [fed] }), '`xargs` is given more words when it runs');
  });
  it('of what settings stand behind says that they know it', () => {
    const alias = command('git co x', { mayBe: ['git', open()] });
    assert.deepEqual(judgeLine({ commands: [alias] }, ['git push*']), {
      answer: 'maybe',
      pattern: 'git push*',
      reason: 'what `git co x` stands for is known to its settings',
    });
    const unknown = command('git $X y', { mayBe: ['git', open()], words: ['git', open(), 'y'] });
    assert.equal(judgeLine({ commands: [unknown] }, ['git push*']).reason, '`$X` in `git $X y` is only known when it runs');
  });
});

describe('a pattern and the program that it names', () => {
  for (const [pattern, text, answer] of [
    ['git push', 'git push', 'yes'],
    ['git push', '/usr/bin/git push', 'yes'],
    ['git push', './bin/git push', 'yes'],
    ['git push', 'mygit push', 'no'],
    ['git push', 'git.exe push', 'yes'],
    ['/usr/bin/git push', '/usr/bin/git push', 'yes'],
    ['gi?', 'git', 'yes'],
    ['?it status', 'git status', 'yes'],
    ['g*', 'git', 'yes'],
    ['* push', 'git push', 'yes'],
    ['git', 'git', 'yes'],
    ['git', 'git push', 'no'],
    ['git *', 'npm x', 'no'],
    ['Git *', 'git x', 'no'],
    ['make', 'Make', 'no'],
    ['.\\tool x', '.\\tool x', 'yes'],
    ['tool.sh x', 'tool.sh x', 'yes'],
  ] as const)
    it(`${pattern} ${answer === 'yes' ? 'matches' : 'does not match'} ${text}`, function () {
      if (process.platform !== 'linux') this.skip();
      assert.equal(judgeLine(lineOf(text), [pattern]).answer, answer);
    });
  it('may be any where the program is not known', () => {
    const one = command('$P push', { words: [open(), 'push'] });
    assert.equal(judgeLine({ commands: [one] }, ['git push']).answer, 'maybe');
    assert.equal(judgeLine({ commands: [command('gi$X push', { words: [open('gi'), 'push'] })] }, ['npm *']).answer, 'no');
  });
});

describe('options that may or may not take the word behind them', () => {
  const answer = (text: string, pattern: string) => judgeLine(lineOf(text), [pattern]).answer;
  it('leave each word behind them a possible subcommand', () => {
    for (const text of ['x --foo publish --b y', 'x --foo publish --b y --c y --d y --e y', `x ${'--a y '.repeat(30)}publish`])
      assert.equal(answer(text, 'x publish*'), 'maybe', text);
    assert.equal(answer('x --foo y', 'x publish*'), 'no');
    assert.equal(answer('x --foo y --b y --c y --d y --e y', 'z publish*'), 'no');
  });
  it('may be as many as a line holds', () => {
    assert.equal(answer(`git ${'-c a.b=c '.repeat(10_000)}push`, 'git push*'), 'yes');
    assert.equal(answer(`x ${'--a '.repeat(20_000)}push`, 'x push*'), 'maybe');
  });
  it('give no allow', () => {
    const many = command(`x run ${'--a y '.repeat(30)}`.trim());
    assert.equal(allowingPattern(many, ['x publish*']), undefined);
  });
});

describe('what an allow covers', () => {
  it('may be allowed only where all is known, and nothing stands against it', () => {
    assert.ok(mayBeAllowed(lineOf('ls')));
    assert.ok(mayBeAllowed({ ...lineOf('ls'), uncertainties: [], allowBars: [] }));
    assert.ok(!mayBeAllowed({ commandLine: 'ls' }));
    assert.ok(!mayBeAllowed({ ...lineOf('ls'), uncertainties: [{ kind: 'code', reason: 'x' }] }));
    assert.ok(!mayBeAllowed({ ...lineOf('ls'), allowBars: ['x'] as never }));
  });
  it('needs each command to match where there are patterns', () => {
    assert.ok(allowCovers(lineOf('ls', 'pwd')));
    assert.ok(allowCovers(lineOf('ls', 'pwd'), ['ls', 'pwd']));
    assert.ok(!allowCovers(lineOf('ls', 'rm x'), ['ls', 'pwd']));
    assert.ok(!allowCovers({ ...lineOf('ls'), commands: undefined }, ['ls']));
  });
  it('is named by the pattern that covers the command', () => {
    assert.equal(allowingPattern(command('git status'), ['ls*', 'git st*', 'git *']), 'git st*');
    assert.equal(allowingPattern(command('git status'), ['ls*']), undefined);
    assert.equal(allowingPattern(command('/bin/git status'), ['git status']), 'git status');
  });
  it('is no command whose meaning, or a word that may be an option, is only known when it runs', () => {
    assert.equal(allowingPattern(command('git status', { dynamic: true }), ['git*']), undefined);
    assert.equal(allowingPattern(command('git status $X', { words: ['git', 'status', open()] }), ['git*']), undefined);
    const operand = { pieces: [null], operand: true as const };
    assert.equal(allowingPattern(command('cat a b', { words: ['cat', operand as never] }), ['cat *']), 'cat *');
    assert.equal(allowingPattern(command('cat a b', { words: ['cat', operand as never, open()] }), ['cat *']), undefined);
  });
  it('is nothing that settings stand behind, nor a program from elsewhere under a base name', () => {
    assert.equal(allowingPattern(command('git co', { mayBe: ['git', 'push'] }), ['git push']), undefined);
    assert.equal(allowingPattern(command('./git status'), ['git status']), undefined);
    assert.equal(allowingPattern(command('./git status'), ['./git status']), './git status');
  });
  it('is not what an option takes to another place, wherever that stands', () => {
    for (const line of [
      'npm --prefix .. test',
      'npm test --prefix ..',
      'npm test --prefix=/x',
      'npm test -C ../y',
      'npm test --prefix=a=b/../..',
      'npm --prefix=a=b/../.. test',
    ])
      assert.equal(allowingPattern(command(line), ['npm test']), undefined, line);
    for (const line of ['npm test --prefix packages/a', 'npm test --silent', 'npm --prefix a test'])
      assert.equal(allowingPattern(command(line), ['npm test']), 'npm test', line);
  });
});
