/** Options of the shell by which globs find more than they do without: in Bypass mode too, what they may find is asked for where it is protected. */
import assert from 'node:assert/strict';
import { readLine } from '../../src/shell/line/lineFacts';
import { verdict } from './bypass';

describe('globs that a line makes wider', () => {
  for (const line of [
    'cd t && shopt -s dotglob && rm *',
    'shopt -s dotglob; cp t/* .',
    'shopt -s nullglob dotglob; rm t/*',
    "sh''opt -s dot''glob; rm t/*",
    'shopt -s "$X"; rm t/*',
    "bash -O dotglob -c 'rm t/*'",
    'bash -O "$X" -c \'rm t/*\'',
    "zsh -o globdots -c 'rm t/*'",
    "zsh -c 'setopt glob_dots; rm t/*'",
    "zsh -c 'emulate ksh; rm t/*'",
    "bash -o pipefail -O dot''glob -c 'rm t/*'",
    "bash -oO pipefail dot''glob -c 'rm t/*'",
    "bash -o pipefail -O $X -c 'rm t/*'",
    "bash -o pipefail -o $X -c 'rm t/*'",
    "bash --rcfile a.ts -O dot''glob -c 'rm t/*'",
    "zsh -4 -c 'rm t/*'",
    "zsh -4c 'rm t/*'",
    "zsh --glob''-dots -c 'rm t/*'",
    "zsh -c 'set -4; rm t/*'",
    "zsh -c 'rm t/*(D)'",
    "zsh -c 'rm t/*(.ND)'",
    "ksh -G -c 'rm t/*'",
    "ksh -o glob''star -c 'rm t/*'",
    "tcsh -c 'set glob''dot; rm t/*'",
    "env BASH''OPTS=dot''glob bash -c 'rm t/*'",
    'export "BASH""OPTS=dot""glob"; bash -c \'rm t/*\'',
    'GLOBIGNORE=x; rm t/*',
    "BASHOPTS=dotglob bash -c 'rm t/*'",
    'shopt -s dotglob; for f in t/*; do rm "$f"; done',
    'shopt -s globstar; rm **/.npm*',
    'shopt -s globstar; rm **/.vscode',
    'shopt -s globstar dotglob; rm -f **',
    'shopt -s nocaseglob; rm t/.NPM*',
    'shopt -s extglob\nrm @(.npmrc)',
    'shopt -s extglob\nrm ?(.npmrc|x)',
    'shopt -s extglob\nrm t/@(x|.npmrc)',
    'shopt -s extglob\nrm t/+(.n*|y)',
    'shopt -s extglob\nrm t/@(x|@(.npmrc))',
    'shopt -s extglob\nrm t/.!(x)',
    'shopt -s extglob\nrm t/.!(n)*',
    'shopt -s extglob\nrm t/.!(n)rc',
    'shopt -s extglob\nrm t/.!(n)c!(n)',
    'shopt -s extglob\nrm t/.!(n)@(pmrc|x)',
  ])
    it(`asks for ${JSON.stringify(line)}`, () => assert.equal(verdict(line).action, 'ask'));

  for (const line of [
    'rm t/*',
    'shopt -s dotglob; rm u/*',
    'shopt -s extglob\nrm !(a|b)',
    'shopt -s nullglob; for f in t/*; do rm "$f"; done',
    'shopt -s globstar; rm u/**',
    'set -- $x; rm t/*',
    'set -euo pipefail; rm t/*',
    "bash -euo pipefail -c 'rm t/*'",
    "bash -o pipefail -o noglob -c 'rm t/*'",
    "bash -c 'rm t/*' -O dot''glob",
    "bash --norc --posix -lc 'rm t/*'",
    "zsh -fc 'rm t/*'",
    "zsh --no-rcs -c 'rm t/*'",
    "zsh -c 'rm t/*; f $(Date)'",
    "ksh -o pipefail -c 'rm t/*'",
    'set -euo pipefail; set -o errexit; rm t/*',
    'set -- dotfiles/a glob; rm t/*',
    'set dots.txt; rm t/*',
  ])
    it(`runs ${JSON.stringify(line)}`, () => assert.equal(verdict(line).action, 'run'));

  it('says that nobody knows what is found among too many', () => {
    const names = (folder: string) => (folder === '/w' ? Array.from({ length: 2000 }, (_, i) => `f${i}`) : undefined);
    const around = { cwd: '/w', home: '/home/me', realPath: (path: string) => path, names };
    assert.match(readLine('shopt -s dotglob; rm *', around).guarded?.join() ?? '', /any path \(by `rm`/);
    assert.match(
      readLine('rm .*', { ...around, names: (path) => names(path)?.map((name) => `.${name}`) }).guarded?.join() ?? '',
      /any path/,
    );
    // Some of more than are looked through begin with a dot.
    const disk = new Map([
      ['/w', [...names('/w')!, '.git', 'big', 'out']],
      ['/w/big', names('/w')!.map((name) => `.${name}`)],
      ['/w/out', []],
    ]);
    const guardedBy = (line: string) => readLine(line, { ...around, names: (path) => disk.get(path) }).guarded?.join() ?? '';
    for (const [name, ...lines] of [
      [
        'rm',
        'shopt -s dotglob; for f in *; do rm -rf "$f"; done',
        'shopt -s dotglob; set -- *; rm -rf "$@"',
        'shopt -s dotglob; a=(*); rm -rf "${a[@]}"',
        'shopt -s dotglob; for f in *; do rm -rf "${f%.bak}"; done',
        'shopt -s globstar dotglob; for f in **; do rm -rf "$f"; done',
        'shopt -s dotglob; echo * | xargs rm -rf',
        'echo big/.* | xargs rm',
        'cd big/.*/x; rm foo',
      ],
      ['>', '> big/.*/x', 'echo x >> big/.*/x'],
      ['find', 'find big/.* -delete'],
      ['cp', 'cp big/.* out', 'mytool -- cp big/.* out'],
    ] as const)
      for (const line of lines) assert.ok(guardedBy(line).includes(`any path (by \`${name}\``), line);
    for (const line of [
      'cd big/.*; rm foo',
      'sh big/.*; rm foo',
      'cat < big/.*/x; rm foo',
      'shopt -s dotglob; for f in *; do cat "$f"; done; rm foo',
      'for f in *; do rm "$f"; done',
      'rm -f big/*.log out/*',
    ])
      assert.equal(guardedBy(line), '', line);
    assert.equal(readLine('rm *', around).guarded, undefined);
    assert.equal(readLine('shopt -s dotglob; cat *', around).guarded, undefined);
  });

  it('looks at any depth where the line says so', () => {
    const disk = new Map([
      ['/w', ['a', 'd']],
      ['/w/d', ['e']],
      ['/w/d/e', ['f']],
    ]);
    const around = { cwd: '/w', home: '/home/me', realPath: (path: string) => path, names: (path: string) => disk.get(path) };
    assert.ok(readLine('shopt -s globstar; cat **/f', around).paths.includes('/w/d/e/f'));
    assert.ok(!readLine('cat **/f', around).paths.includes('/w/d/e/f'));
    assert.deepEqual(readLine('shopt -s globstar; cat d/**', around).paths, ['/w/d', '/w/d/e', '/w/d/e/f']);
  });
  it('takes groups that a name could make slow for more than they find, so that no name does, and none is missed', () => {
    const among = (...names: string[]) => ({ cwd: '/w', home: '/home/me', realPath: (path: string) => path, names: () => names });
    const found = (glob: string) =>
      readLine(`shopt -s extglob\nrm ${glob}`, among('aab', 'xb', 'xc'))
        .paths.map((path) => path.slice('/w/'.length))
        .sort();
    const [all, ofB] = [
      ['aab', 'xb', 'xc'],
      ['aab', 'xb'],
    ];
    assert.deepEqual(found('@(y|x)b'), ['xb'], 'no name makes this one slow');
    for (const glob of ['+(a*)b', '*(a|aa)b', '+(a|+(a*))b', '+(@(a|x))b', '!(a)b']) assert.deepEqual(found(glob), ofB, glob);
    // More of them, or of another form, than anyone looks at.
    for (const glob of ['@(a|b)'.repeat(17), '@(aa|(x))c']) assert.deepEqual(found(glob), all, glob);
    const long = 'a'.repeat(250);
    const slow = [
      '+(a*)b',
      `${'+('.repeat(20)}a*${')'.repeat(20)}b`,
      `${'+(a|aa)'.repeat(16)}b`,
      `${'!(a)*'.repeat(30)}b`,
      `${'@(a)*'.repeat(30)}b`,
    ];
    assert.ok(readLine(`shopt -s extglob\nrm ${slow.join(' ')}`, among(long)).paths.includes(`/w/${long}`));
  });
});
