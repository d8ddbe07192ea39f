import assert from 'node:assert/strict';
import { transformed } from '../../src/shell/syntax/parameterText';
import { verdict } from './bypass';
import { factsOf } from './disk';

const range = (n: number, one: (i: number) => string, between = ';') =>
  Array.from({ length: n }, (_, i) => one(i + 1)).join(between);
const eight = (name: string) => `$${name}`.repeat(8);
const growing = `a="ls;ls;ls;ls;"; b=${eight('a')}; c=${eight('b')}; d=${eight('c')}; e=${eight('d')}; f=${eight('e')}`;

describe('short lines that cost much to read', () => {
  const lines: Readonly<Record<string, string>> = {
    'a script that variables make long': `a="((((((((("; b=${eight('a')}; c=${eight('b')}; d=${eight('c')}; e=${eight('d')}; eval "$e"`,
    'a script of a shell that variables make long': `${growing}; sh -c "$f"`,
    'a script that escapes make long': `sh -c $'${'\\x28'.repeat(13_000)}'`,
    'many scripts of variables': `a=${'"((((((((((((((((((((" '.trim()}; b=${eight('a')}; c=${eight('b')}; ${'eval "$c";'.repeat(900)}`,
    'texts that grow': `${growing}; g=${eight('f')}; h=${eight('g')}; i=${eight('h')}; j=${eight('i')}; k=${eight('j')}; l=${eight('k')}`,
    'a word of many variables with many values': `${range(300, (i) => `a=${i}`)}; rm ${'$a'.repeat(5000)}`,
    'many writes by a variable with many values': `${range(300, (i) => `a=${i}`)}; ${'>$a;'.repeat(2500)}`,
    'many writes in many folders': `${range(60, (i) => `cd d${i} || true`)}; ${range(60, (i) => `a=${i}`)}; ${'>$a;'.repeat(1000)}`,
    'many copies of a file of many texts': `${range(300, (i) => `echo 'ls ${i}' >> x.sh`)}; ${range(300, (i) => `cp x.sh y${i}`)}`,
    'patterns on long texts': `x=${'a'.repeat(2000)}${'b'.repeat(2000)}; ${'rm "${x##*a*b*c}";'.repeat(200)}`,
    'a text that takes the place of each sign': `a=${'x'.repeat(4000)}; rm \${a//x/${'y'.repeat(40_000)}}`,
  };
  for (const [title, line] of Object.entries(lines))
    it(`are given up: ${title}`, () => {
      const { uncertainties, guarded } = factsOf(line);
      assert.ok(
        uncertainties?.some(({ reason }) => reason === 'it is too long to be read'),
        JSON.stringify(uncertainties?.slice(0, 3)),
      );
      assert.ok(guarded?.length);
    });

  it('spend what patterns on long texts cost', () => {
    let steps = 0;
    const spend = (more: number) => (steps += more);
    const text = `${'a'.repeat(2000)}${'b'.repeat(2000)}`;
    for (const operation of ['##*a*b*c', '%%c*a*b*', '//*a*b*c/', '/#*c*/']) {
      const before = steps;
      transformed(text, operation, spend);
      assert.ok(steps > before + 1000, operation);
    }
    steps = 0;
    assert.equal(transformed('/home/me/src/a.test.ts', '##*/', spend), 'a.test.ts');
    assert.ok(steps < 1, String(steps));
  });
  it('are taken apart as the shell does it', () => {
    const made = (text: string, operation: string) => transformed(text, operation, () => {});
    assert.deepEqual(
      [
        ['a.b.c.d', '#*.*.'],
        ['a.b.c.d', '##*.*.'],
        ['a.b.c.d', '%.*.*'],
        ['a.b.c.d', '%%.*.*'],
        ['xaxbxcx', '/a*b*c/-'],
        ['xabcabcx', '/a*b*c/-'],
        ['xabcabcx', '//a?c/-'],
        ['a1b2', '##a*1*'],
        ['a1b2', '##a**1*'],
        ['aab', '##*a*b*c'],
      ].map(([text, operation]) => made(text!, operation!)),
      ['c.d', 'd', 'a.b', 'a', 'x-x', 'x-x', 'x--x', '', '', 'aab'],
    );
  });
});

describe('protected paths behind what is read of a line, in Bypass mode', () => {
  const lines: Readonly<Record<string, string>> = {
    'more words than are read': `cat ${range(6000, (i) => `f${i}`, ' ')}; rm -rf .git`,
    'more text than is read': `rm -rf .git #${'a'.repeat(100_000)}`,
    'more folders than are read': `x=.git; ${range(6000, (i) => `cat d${i}/x`)}; echo "$x" | xargs rm -rf`,
    'more open writes than are looked at': `${'>$z;'.repeat(500)} x=$(cat list); echo "$x" | xargs rm -rf`,
    'more values than are kept, and a part of the name': `${range(300, (i) => `a=x${i}`)}; a=.g; rm -rf "$a"it`,
    'values of values': `${range(300, (i) => `a=x${i}`)}; a=.git; b=\${a:0:2}; rm -rf "\${b}it"`,
    'more folders than are followed': `${range(16, (i) => `d=/${i}`)}; d=/home/me; cd "$d" && rm .bashrc`,
    'more folders than it may be in': `${range(6, (i) => `cd d${i}`)}; cd /home/me; rm .bashrc`,
    'more wrappers than are opened': `${'env '.repeat(12)}rm -rf .git`,
    'more scripts in scripts than are opened': `${'eval '.repeat(12)}rm -rf .git`,
    'more scripts than a few': `${range(5, (i) => `a="ls ${i}"`)}; a="rm -rf .git"; eval "$a"`,
    'more scripts than are kept': `${range(300, (i) => `a="ls ${i}"`)}; a="rm -rf .git"; eval "$a"`,
    'more texts of one file than a few': `${range(60, (i) => `echo 'ls ${i}' >> x.sh`)}; echo 'rm -rf .git' >> x.sh; sh x.sh`,
    'a folder behind more values than are kept': `${range(300, (i) => `d=/${i % 5}x`)}; ${range(300, (i) => `d=/${i}`)}; d=/home/me; cd "$d" && rm .bashrc`,
    'a pattern of many stars': 'x=.git; y=vscode; rm -rf "${x##*a*b*c*d*e}" ".${y%%*a*b*c*d*e}"',
    'a name cut out of a long text': `x=${'a'.repeat(5000)}/.git; rm -rf "\${x##*/}"`,
  };
  for (const [title, line] of Object.entries(lines))
    it(`are asked for: ${title}`, () => assert.equal(verdict(line).action, 'ask'));

  for (const [title, line] of Object.entries({
    'a long text': `x='${'some words. '.repeat(2000)}'; gh pr create --body "$x"`,
    'many values': `for f in ${range(200, (i) => `src/f${i}.ts`, ' ')}; do sed -i s/a/b/ "$f"; echo "\${f%.ts}.js"; done`,
    'many folders': `for d in ${range(30, (i) => `p${i}`, ' ')}; do (cd "$d" && rm -rf node_modules && npm ci); done`,
    'many changes of folder': `${range(9, (i) => `cd p${i}; npm ci; rm -rf node_modules dist; cd ..`)}`,
    'parts of paths': `for f in src/*.ts; do mv "$f" "out/$(basename "\${f%.ts}").js"; done; x=/a/b/c.tar.gz; echo "\${x##*/}" "\${x%%.*}"`,
    'scripts of a loop': `for t in ${range(12, (i) => `t${i}`, ' ')}; do eval "npm run $t"; done`,
    'a script in variables': 'cmd="npm run build"; eval "$cmd"; sh -c "$cmd"',
  }))
    it(`are not asked for: ${title}`, () => {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
    });
});
