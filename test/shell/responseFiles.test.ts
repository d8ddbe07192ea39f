import assert from 'node:assert/strict';
import { factsOf } from './disk';

describe('a file of words that a compiler, or what works on what it makes, is given', () => {
  for (const line of [
    'nm @list',
    'x86_64-linux-gnu-objdump -d @list',
    'gcc-12 -c @opts',
    'ld.gold @x',
    'javac @sources',
    'rustc @args',
  ])
    it(`may name any path: ${line}`, () => assert.equal(factsOf(line).pathsComplete, false));
  for (const line of ['npm pack @types/node', 'git show HEAD@{1}', 'nm a.o', 'gcc -c a.c -DX=@y', 'mail me @home'])
    it(`is none in: ${line}`, () => assert.equal(factsOf(line).pathsComplete, true));
});
