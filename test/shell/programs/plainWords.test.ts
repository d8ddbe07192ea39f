/** Which language a program is given code in, and words of each that read nothing. */
import assert from 'node:assert/strict';
import { type Family, familyOf, safe } from '../../../src/shell/programs/plainWords';

describe('the language that a program is given', () => {
  const names: Readonly<Record<Family, string>> = {
    python: 'python python3 python3.11 ipython pypy pypy3 jython micropython graalpy',
    node: 'node nodejs node-18 node18.1 electron tsx ts-node babel-node deno bun qjs d8 mongo mongosh',
    ruby: 'ruby jruby ruby3.2 ruby-3 truffleruby irb pry',
    perl: 'perl perl5.36 perl-5',
    php: 'php php8.2 php-8 psysh',
    other:
      'xpython python3x pythonic nodemon xnode denox rubyx xruby xirb pryx perlx xperl phpx xphp psyshx lua sh vim R julia bunx xd8',
  };
  for (const [family, all] of Object.entries(names))
    for (const name of all.split(' ')) it(`is ${family}: ${name}`, () => assert.equal(familyOf(name), family));
});

describe('words that read nothing', () => {
  const known: Readonly<Record<Family, string>> = {
    python:
      'print sqrt upper lambda divmod append ValueError version environ statistics json hashlib timedelta finditer itertools',
    node: 'print sqrt const console Math Infinity map split toISOString encodeURIComponent',
    ruby: 'puts sqrt each strftime',
    perl: 'print sqrt say',
    php: 'echo sqrt phpversion',
    other: 'print sqrt disp',
  };
  for (const [family, all] of Object.entries(known))
    it(`are known: ${family}`, () => {
      for (const word of all.split(' ')) assert.ok(safe[family as Family].has(word), word);
    });
  // By these something is read, run or reached that nobody sees.
  const unknown: Readonly<Record<Family, string>> = {
    python: 'open exec eval getattr globals __import__ popen modules builtins linecache io pathlib subprocess',
    node: 'require import eval Function fs child_process loadEnvFile binding constructor Reflect globalThis fetch readFileSync',
    ruby: 'open eval system exec File IO Dir Kernel send method load require gets',
    perl: 'open eval system exec require sysopen readline qx',
    php: 'file readfile fopen include eval system exec file_get_contents',
    other: 'open read readLines source dofile system io',
  };
  for (const [family, all] of Object.entries(unknown))
    it(`are not: ${family}`, () => {
      for (const word of all.split(' ')) assert.ok(!safe[family as Family].has(word), word);
    });
  it('are none that is empty', () => {
    for (const words of Object.values(safe)) assert.ok(!words.has(''));
  });
});
