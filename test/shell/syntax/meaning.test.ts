/** Words that a line puts together of what it says itself: the paths that they come to are known, unless something else may be in a variable. */
import assert from 'node:assert/strict';
import { factsOf } from '../disk';

const pathsOf = (line: string) => {
  const { paths, pathsComplete } = factsOf(line);
  return pathsComplete ? paths.map((path) => path.replace('/repo/project/', '')) : 'unknown';
};

describe('a word of what the line says itself', () => {
  for (const [line, paths] of [
    ['d=src; cat "$d/c.ts"', ['src/c.ts']],
    ['d=src && cat $d/c.ts', ['src/c.ts']],
    ['export d=src; cat "$d/c.ts"', ['src/c.ts']],
    ['d=~/x; cat "$d"', ['/home/me/x']],
    ['d=src; f=$d/c.ts; cat "$f"', ['src/c.ts']],
    ['d=src; if [ 1 ]; then cat "$d/c.ts"; fi', ['src/c.ts']],
    ['d=src; f() { cat "$d/x"; }; f', ['src/x']],
    ['d=src; echo x > "$d/x"', ['src/x']],
    ['d=src; cd "$d" && cat x', ['src', 'src/x']],
    ['d=src; trap "rm -f a" EXIT; cat "$d/x"', ['a', 'src/x']],
    ['d=src; [ -d "$d" ] && ls "$d"', ['src']],
    ['for f in a b; do cat "$f" "x/$f"; done', ['a', 'x/a', 'b', 'x/b']],
    ['for f in src/*; do cat "$f"; done', ['src/c.ts', 'src/d.js']],
    ['for f in *.ts; do mv "$f" "${f%.ts}.js"; done', ['a.ts', 'a.js', 'b.ts', 'b.js']],
    ['for f in src/*.ts; do cp "$f" "o/$(basename "$f" .ts).js"; done', ['src/c.ts', 'o/c.js']],
    ['for d in src sub; do (cd "$d" && cat x); done', ['src', 'src/x', 'sub', 'sub/x']],
    ['i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done', []],
    ['for ((i=0;i<3;i++)); do echo "$i" $i; done', []],
    ['for i in $(seq 1 3); do head -n $i a.ts; done', ['a.ts']],
    ['n=$(wc -l < a.ts); echo $n', ['a.ts']],
    ['while IFS=, read -r a b; do echo "$a"; done < a.ts', ['a.ts']],
    ['diff <(sort a.ts) <(sort b.ts)', ['a.ts', 'b.ts']],
  ] as const)
    it(`is a path: ${line}`, () => assert.deepEqual(pathsOf(line), paths));

  // Each sets the variable otherwise, or where nobody knows whether it is set.
  for (const line of [
    'cat "$d"',
    'cat "$d"; d=src',
    'd=src cat "$d"',
    'false && d=src; cat "$d"',
    'true || d=src && cat "$d"',
    '(d=src); cat "$d"',
    'd=src | x; cat "$d"',
    'd=src & cat "$d"',
    'if x; then d=src; else cat "$d"; fi',
    'case x in a) d=src;; *) cat "$d";; esac',
    'while x; do d=src; done; cat "$d"',
    'f() { d=src; }; cat "$d"',
    'f() { cat "$d"; }; d=src; f',
    'd=src; d=sub; cat "$d"',
    'd=src; d+=x; cat "$d"',
    'd=src; d=(sub); cat "$d"',
    'd=src; for d in sub; do x; done; cat "$d"',
    'for f in a; do cat "$f"; f=b; done',
    'd=src; read d; cat "$d"',
    'd=src; command read d; cat "$d"',
    'd=src; printf -v d x; cat "$d"',
    'd=src; unset d; cat "$d"',
    'd=src; getopts x d; cat "$d"',
    'd=src; declare -n e=d; e=x; cat "$d"',
    'd=src; eval "$X"; cat "$d"',
    'd=src; . ./x; cat "$d"',
    'd=src; $x d; cat "$d"',
    'd=src; trap "d=x" DEBUG; cat "$d"',
    'd=src; exec {d}< a; cat "$d"',
    'd=src; : ${d:=x}; cat "$d"',
    'd=src; sh -c \'cat "$d"\'',
    'd=src; cat "${!d}"',
    "d='src x'; cat $d",
    "d='*'; cat $d",
    'IFS=:; d=a:b; cat $d',
    'SECONDS=src; cat "$SECONDS"',
    'for f in src/*; do cat $f; done',
    'for f in "$@"; do cat "$f"; done',
    'for f in a $X; do cat "$f"; done',
    'for n in $(seq -f x%g 1); do cat "$n"; done',
    'wc() { echo x; }; n=$(wc -l); cat "$n"',
    'basename() { echo x; }; f=a; cat "$(basename "$f")"',
    'tar cf x -T <(echo a)',
    'sed -f <(echo r x) a.ts',
  ])
    it(`is not known: ${line}`, () => assert.equal(pathsOf(line), 'unknown'));

  it('is read once for each name of a loop, but for many', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `f${i}`).join(' ');
    assert.equal(factsOf(`for f in ${many(40)}; do cat "$f"; done`).paths.length, 40);
    assert.equal(pathsOf(`for f in ${many(60)}; do cat "$f"; done`), 'unknown');
    const nested = 'a b c d e f g h';
    assert.equal(pathsOf(`for x in ${nested}; do for y in ${nested}; do cat "$x/$y"; done; done`), 'unknown');
  });
  it('stays as it is written for those who look at the commands', () => {
    const { commands } = factsOf('for f in a b; do git "$f"; done');
    assert.deepEqual(
      commands?.map(({ text, dynamic }) => [text, dynamic]),
      [['git $f', true]],
    );
  });
});
