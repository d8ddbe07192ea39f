/** Patterns on commands that can never match, and in which words that is said. */
import assert from 'node:assert/strict';
import { judgeLine } from '../../../src/shell/rules/commandMatch';
import { patternProblem, textPatternDoubt, textPatternProblem } from '../../../src/shell/rules/patternProblem';
import { factsOf } from '../disk';

const never = (pattern: string, why: string) => `the pattern ${JSON.stringify(pattern)} can never match: ${why}`;
const doubt = (pattern: string, why: string) => `the pattern ${JSON.stringify(pattern)} hardly ever matches: ${why}`;
const joins = (sign: string) => `${sign} joins or redirects commands, and each is compared by itself`;
const keyword = (word: string) => `${word} is a word of the shell, and the commands around it are compared by themselves`;
const dash = 'no program begins with a dash, and flags stand behind one';
const quotes = 'commands are compared without their quotes';
const assigned = 'what is assigned is no part of a command';
const empty = 'it is empty';
const blank = 'between the words of a command is one blank';
const ends = 'a command ends with a blank only where an empty word does';

describe('a pattern of words that can never match', () => {
  it('is text', () => assert.equal(patternProblem(5), 'a pattern on commands is text, not 5'));
  for (const [pattern, why] of [
    ['', empty],
    [' \t', empty],
    ['-rf', dash],
    [' -rf x', dash],
    ["'git push'", quotes],
    ['git"x"', quotes],
    ['`x`', quotes],
    ['A=1 git push', assigned],
    ['A+=1', assigned],
    ...'! { } if then elif else fi for while until do done case esac'
      .split(' ')
      .map((word) => [`${word} x`, keyword(word)] as const),
    ['/', 'it names no program'],
    ['git add && git commit', joins('&&')],
    ['a&&b', joins('&&')],
    ['a || b', joins('||')],
    ['a||b', joins('||')],
    ['a | b', joins('|')],
    ['a|b', joins('|')],
    ['a; b', joins(';')],
    ['a;', joins(';')],
    ['a & b', joins('&')],
    ['a &', joins('&')],
    ['a&', joins('&')],
    ['&a', joins('&')],
    ['|a', joins('|')],
    ['(a)', joins('(')],
    ['a (b', joins('(')],
    ['a )', joins(')')],
    [')a', joins(')')],
    ['<a', joins('<')],
    ['> a', joins('>')],
    ['a > b', joins('>')],
    ['a >b', joins('>')],
    ['a >> b', joins('>>')],
    ['a 2> b', joins('2>')],
    ['a 12>>b', joins('12>>')],
    ['a < b', joins('<')],
    ['a << b', joins('<<')],
    ['a <<< b', joins('<<<')],
    ['"a b" | c', joins('|')],
    ["'a' > b", joins('>')],
  ] as const)
    it(JSON.stringify(pattern), () => assert.equal(patternProblem(pattern), never(pattern, why)));
  for (const pattern of [
    'git push',
    'git commit -m "a && b"',
    "grep 'a|b'",
    'find . -exec',
    'echo "a\n;b"',
    'a->b',
    'a<b',
    'a(b)',
    'a&b',
    'ifx',
    'x-if',
    'docase y',
    'git A=1',
    'rm --x-y',
    '/bin/rm',
    'curl x?a=1',
    'git [a-z]*',
    'awk $1 ~ x',
  ])
    it(`is none: ${JSON.stringify(pattern)}`, () => assert.equal(patternProblem(pattern), undefined));
});

describe('a pattern on the text of a command that can never match', () => {
  const own = 'each command is compared by itself, from its program on';
  for (const [pattern, why] of [
    ['', empty],
    ['  ', empty],
    ['&& git push', own],
    [' | a', own],
    [';a', own],
    ['<a', own],
    ['>a', own],
    ['2>a', own],
    ['(a)', own],
    [')a', own],
    [' git', 'no command begins with a blank'],
    ['-rf *', dash],
    ['-*', dash],
    ['"git" push', quotes],
    ['`git`*', quotes],
    ['A=1 git', assigned],
    ['A=*', assigned],
    ['if *', keyword('if')],
    ['done', keyword('done')],
  ] as const)
    it(JSON.stringify(pattern), () => assert.equal(textPatternProblem(pattern), never(pattern, why)));
  for (const pattern of [
    'git push*',
    'git ',
    'git* ',
    'git  push',
    'make a && make b',
    'npm run x > y',
    'gh pr create --title a & b*',
    '*git push',
    '* -rf *',
    'if*',
    'i?',
    'do*ne',
    '?',
    'git*  push',
    'make a=b;c',
    'make a|b',
    'make *; x',
    'make * > x',
    'make >x',
    'x&&y',
    '*2>a',
    'a2>b',
    ...'sh bash ssh eval echo printf find test [ expr awk gawk mawk nawk sed grep egrep fgrep rg jq git node python python3.12 perl ruby php psql mysql sqlite3 xargs watch su sudo docker podman kubectl tmux /bin/sh'
      .split(' ')
      .map((name) => `${name} a | b`),
  ])
    it(`is none: ${JSON.stringify(pattern)}`, () => assert.equal(textPatternProblem(pattern), undefined));
});

describe('a pattern that meets a word in quotes', () => {
  for (const [pattern, line] of [
    ['echo a  b', 'echo "a  b"'],
    ['gh pr create --title a & b*', 'gh pr create --title "a & b"'],
    ['npm run x > y', 'npm run x ">" y'],
    ['npm run x 2>&1', "npm run x '2>&1'"],
    ['make a; b', 'make "a; b"'],
    ['make a &', "make 'a &'"],
    ['git push ', 'git push ""'],
    ['git push* ', 'git push "a "'],
    ['make a|| b ', 'make "a|| b "'],
    ['make  ', 'make " "'],
  ] as const)
    it(`is not said to match never: ${JSON.stringify(pattern)}`, () => {
      assert.equal(judgeLine(factsOf(line), [pattern]).answer, 'yes');
      assert.equal(textPatternProblem(pattern), undefined);
      assert.notEqual(textPatternDoubt(pattern), undefined);
    });
});

describe('a pattern on the text of a command that hardly ever matches', () => {
  for (const [pattern, why] of [
    ['make *; x', `${joins(';')}; only a word in quotes could hold it`],
    ['make * > x', `${joins('>')}; only a word in quotes could hold it`],
    ['*make && x', `${joins('&&')}; only a word in quotes could hold it`],
    ['make a && make b', `${joins('&&')}; only a word in quotes could hold it`],
    ['make a || b', `${joins('||')}; only a word in quotes could hold it`],
    ['git2 a | b*', `${joins('|')}; only a word in quotes could hold it`],
    ['make; x', `${joins(';')}; only a word in quotes could hold it`],
    ['make ;', `${joins(';')}; only a word in quotes could hold it`],
    ['make &', `${joins('&')}; only a word in quotes could hold it`],
    ['make > x', `${joins('>')}; only a word in quotes could hold it`],
    ['make 2>&1', `${joins('2>&1')}; only a word in quotes could hold it`],
    ['make >> x', `${joins('>>')}; only a word in quotes could hold it`],
    ['make < x', `${joins('<')}; only a word in quotes could hold it`],
    ['make << x', `${joins('<<')}; only a word in quotes could hold it`],
    ['make <<< x', `${joins('<<<')}; only a word in quotes could hold it`],
    ['make &> x', `${joins('&>')}; only a word in quotes could hold it`],
    ['xgit a | b', `${joins('|')}; only a word in quotes could hold it`],
    ['git add * && git commit*', `${joins('&&')}; only a word in quotes could hold it`],
    ['git push; git pull', `${joins(';')}; only a word in quotes could hold it`],
    ['docker build . && /usr/bin/docker push*', `${joins('&&')}; only a word in quotes could hold it`],
    ['gits a | b', `${joins('|')}; only a word in quotes could hold it`],
    ['git*  push', blank],
    ['git  push', blank],
    ['git \tpush*', blank],
    ['git ', ends],
    ['git* ', ends],
    ['git * a \t b', blank],
    ['git commit "x"', quotes],
    ["git commit 'x' *", quotes],
    ["'x'", quotes],
  ] as const)
    it(JSON.stringify(pattern), () => assert.equal(textPatternDoubt(pattern), doubt(pattern, why)));
  for (const pattern of [
    'git push*',
    'git * | x',
    'git submodule foreach make && make git',
    '/bin/sh * | x',
    'git commit "a b"',
    'git \'x"',
    'a"x"',
    'git "x"y',
    '  git',
    'make a;b',
  ])
    it(`is none: ${JSON.stringify(pattern)}`, () => assert.equal(textPatternDoubt(pattern), undefined));
});
