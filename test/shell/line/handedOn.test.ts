/** What commands are handed when they run, and scripts that are made of it, in Bypass mode. */
import assert from 'node:assert/strict';
import { verdict } from '../bypass';
import { factsOf } from '../disk';

describe('names that a command is handed', () => {
  for (const line of [
    'cat list | xargs rm.exe -rf',
    'cat list | xargs -I{} rm -rf "$D/{}"',
    'cat list | xargs rm -rf x:::y',
    'find . | xargs -I{} sort -o {} a.ts',
    'echo .git/config | xargs -I{} sort --output={} x',
    'echo config | xargs -I{} sort --output=.git/{} x',
    'D=.git; echo config | xargs -I{} sort --output=$D/{} x',
    // From the words behind `:::`, or a file behind `::::`.
    'parallel rm ::: .git',
    'parallel rm ::: a ::: .git',
    'parallel rm :::: list',
    'parallel rm ::::+ list',
    // From a file that an option names.
    'xargs -a list rm -rf',
    'xargs -ra list rm -rf',
    'xargs --arg-file list rm -rf',
    'parallel -a list rm',
    "rush -i list 'rm {}'",
    // To a script, in its words or as its parameters.
    'sh -c \'rm -rf ".$0"\' git',
    'sh -c \'rm -rf ".$1"\' _ git',
    'sh -c \'rm -rf "$@"\' _ "$(cat list)"',
    'sh -c \'rm -rf "$1"\' _ .g*',
    'find . | xargs -I{} eval rm -rf {}',
    "find . | xargs -I{} sh -c '(rm {})'",
    'find . | xargs sh -c \'ls; rm "$1"\' _',
    "find . -exec sh -c 'rm \"$0\"' {} ';'",
    "find . | xargs -I{} sh -c 'echo x > {}'",
    "find . | xargs -I{} sh -c 'cat < {} > {}.bak'",
    "find . | xargs -I{} sh -c 'cat {} > out/x; echo x > {}'",
    "find . | xargs -I{} sh -c 'cat a.ts >out/x >{}'",
    ...['"$1"', '$1', '|$1', '>"$1"', '&$1', ' ${1}', ' ./$1', ' $@', ' $*', ' "$x"', '| "$1"'].map(
      (target) => `find . | xargs sh -c 'echo x >${target}' _`,
    ),
    // Scripts that the line writes.
    "printf 'rm -rf $(cat list)\\n' > out/s; sh out/s",
    "printf 'rm -rf $(cat list) #!python\\n' > out/s; sh out/s",
    "printf '#!/bin/sh\\nrm -rf $(cat list)\\n' > out/s; sh out/s",
  ])
    it(`asks for ${line}`, () => {
      const { action, by, reason } = verdict(line);
      assert.deepEqual([action, by.name], ['ask', 'protected path'], reason);
    });
  for (const line of [
    'find . | xargs -I{} sort -o out/x {}',
    'parallel rm ::: out',
    'parallel rm ::: out ::: a.ts',
    'echo out | xargs -i rm -rf {}',
    'echo out | xargs -E x-a rm -rf',
    'echo out | xargs -E x--arg-file rm -rf',
    'sh -c \'rm -rf "$0"\' out',
    'sh -c \'rm -rf "$1"\' _ *.ts',
    "find . | xargs -I{} sh -c 'rm -rf out; echo {}'",
    "find . | xargs -I{} sh -c 'cat {} > out/x'",
    "find . | xargs -I{} sh -c 'cat a.ts > out/y; echo {}'",
    'find . | xargs sh -c \'cat "$@"\' _',
    'find . | xargs sh -c \'cat "$1" > out/y\' _',
    'find . | xargs sh -c \'rm out; ls "$1"\' _',
    'find t -name y | xargs -I{} rm {}',
    "printf '#!/usr/bin/env python3\\nrm -rf $(cat list)\\n' > out/s; chmod +x out/s; out/s",
  ])
    it(`runs ${line}`, () => {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
    });
  it('says what writes them', () => {
    assert.match(verdict("find . | xargs sh -c 'echo x > $1' _").reason, /\(by `>`, which writes what is found\)/);
    assert.match(verdict("find . | xargs sh -c '/bin/rm $1' _").reason, /\(by `rm`, which writes what is found\)/);
    assert.match(verdict("find . | xargs sh -c 'x rm.exe $1' _").reason, /\(by `rm`, which writes what is found\)/);
  });
});

describe('a script in words', () => {
  const reasonsOf = (line: string) => (factsOf(line).uncertainties ?? []).map(({ reason }) => reason);
  for (const [line, script] of [
    ['eval rm $X', 'rm $X'],
    ['eval ls "$X" a', 'ls $X a'],
    ['eval ls *.ts', 'ls *.ts'],
    ['eval "$X"', '$X'],
    ["find . | xargs -I{} sh -c 'cat {}'", 'cat {}'],
  ] as const)
    it(`is only known when it runs: ${line}`, () =>
      assert.deepEqual(reasonsOf(line), [`the script \`${script}\` is only known when it runs`]));
  it('is read where all of it stands there', () => {
    for (const line of ['eval ls src a.ts', "sh -c 'cat a.ts'", `${'eval '.repeat(8)}cat a.ts`]) {
      assert.deepEqual(reasonsOf(line), [], line);
      assert.equal(factsOf(line).pathsComplete, true, line);
    }
    assert.equal(factsOf("find . | xargs -I{} sh -c 'cat a.ts; echo {}'").pathsComplete, false);
    assert.equal(factsOf("find . | xargs -I{} sh -c 'cat a.ts'").pathsComplete, false);
  });
  it('is read no deeper than anyone would write', () => {
    const last = (line: string) => reasonsOf(line).at(-1);
    assert.equal(last(`${'eval '.repeat(9)}ls`), 'it is nested too deep to be read');
    assert.equal(last(`${'eval '.repeat(10)}$X`), 'it is nested too deep to be read');
    assert.equal(last(`${'eval '.repeat(9)}$X`), 'the script `$X` is only known when it runs');
  });
});
