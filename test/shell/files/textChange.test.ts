/** What we say that `grep`, `sed`, `tr` and `cut` make of names, held against what they make of them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { grepFilter } from '../../../src/shell/files/grepFilter';
import { textChange } from '../../../src/shell/files/textChange';
import { literal } from '../../../src/shell/syntax/words';
import { seeded } from '../../fixtures/seeded';

/** A larger number looks further: `HOOKSMITH_FUZZ=5000`. */
const count = Number(process.env.HOOKSMITH_FUZZ ?? 250);
const names =
  './.git/config .npmrc src/a.ts ./src/.gitx .GIT /abs/.git foo+bar a|b (x) x [z] a^b a$ \\x ^a {2} a,b ab\tab -v a\rb';
const lines = names.split(' ');
const atoms =
  'a . git \\. ^ $ * + ? | ( ) \\( \\) \\| \\+ \\? [a-z] [^.] []a] [[:alpha:]] [^/] \\/ / \\b \\w {1} x \\< - [_] \\$ \\^ \\* \\[ ] } \\1 ^. \\\\';
const texts = ',x,&,\\1,.g,\\&,a\\/b,$,$1,$&,\\n,(,\\\\,.git'.split(',');

describe('names that go through', function () {
  // What is written here is GNU's.
  if (process.platform !== 'linux') return;
  this.timeout(60_000 + count * 100);
  const next = seeded(20261122);
  const pick = <T>(all: readonly T[]): T => all[next(all.length)]!;
  const some = <T>(all: readonly T[]): T[] => all.filter(() => next(5) === 0);
  const pattern = () => Array.from({ length: 1 + next(4) }, () => pick(atoms.split(' '))).join('');
  const ran = (name: string, args: string[]) => {
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const { stdout, status } = spawnSync(name, args, { input: lines.map((line) => `${line}\n`).join(''), encoding: 'utf8', env });
    return { out: stdout.split('\n').slice(0, -1), status };
  };
  const each = (calls: () => [string, string[]], agrees: (name: string, args: string[]) => boolean) => {
    const read = Array.from({ length: count }, calls).filter(([name, args]) => agrees(name, args));
    assert.ok(read.length > count / 8, `${read.length} of ${count} were read`);
  };

  it('grep are no fewer than those that do', () =>
    each(
      () => [
        pick(['grep', 'egrep', 'fgrep']),
        [
          ...some(['-E', '-F', '-i', '-v', '-w', '-x', '-a']),
          ...(next(4) === 0 ? ['-e', pattern(), '-e', pattern()] : [pattern()]),
        ],
      ],
      (name, args) => {
        const stays = grepFilter(name, args.map(literal));
        if (!stays) return false;
        for (const line of ran(name, args).out) assert.ok(stays(line), `${name} ${JSON.stringify(args)} lets through ${line}`);
        return true;
      },
    ));

  it('sed become what they do', () =>
    each(
      () => {
        const step = (sign: string) => `s${sign}${pattern()}${sign}${pick(texts)}${sign}${pick(['', 'g', 'i', 'gi'])}`;
        const script = Array.from({ length: next(4) === 0 ? 2 : 1 }, () => step(pick(['/', '|', '#', ',', '_']))).join(';');
        return ['sed', [...some(['-E']), script]];
      },
      (name, args) => {
        const change = textChange(name, args.map(literal));
        const { out, status } = ran(name, args);
        if (!change || status !== 0) return false;
        assert.deepEqual(
          lines.map((line) => change.of(line)),
          out,
          JSON.stringify(args),
        );
        return true;
      },
    ));

  it('tr and cut become what they do', () => {
    const sets = 'a a-z A-Z x . [:upper:] [:lower:] [a-z] abc -a a- / git xyz z-a [a*] \\056 é [=a=] a-c. .g'.split(' ');
    each(
      () =>
        next(2) === 0
          ? [
              'tr',
              pick([
                [pick(sets), pick(sets)],
                ['-d', pick(sets)],
                ['-s', pick(sets)],
                ['-t', pick(sets), pick(sets)],
              ]),
            ]
          : ['cut', ['-d', pick(['.', '/', 'a', '-']), '-f', pick(['1', '2', '1-', '2-', '1-2', '-2', '1,2', '3'])]],
      (name, args) => {
        const change = textChange(name, args.map(literal));
        const { out, status } = ran(name, args);
        if (!change || status !== 0) return false;
        assert.deepEqual(
          lines.map((line) => change.of(line)),
          out,
          `${name} ${JSON.stringify(args)}`,
        );
        return true;
      },
    );
  });
});

describe('patterns that names could make slow', () => {
  const stays = (pattern: string) => grepFilter('grep', ['-E', pattern].map(literal));
  const change = (pattern: string, flags = '') => textChange('sed', ['-E', `s/${pattern}/x/${flags}`].map(literal));

  it('are read with few repetitions, and none of a group or a repetition', () => {
    for (const one of ['a*b', 'a*a*b', 'a?a?a?a?aaaab', '.*.*x', '[a-z]*[a-z]*1', `${'a'.repeat(198)}*b`])
      assert.ok(stays(one) && change(one), one);
    for (const one of [
      'a*a*a*b',
      'a+a*a+b',
      'a?a?a?a?a?b',
      `${'a?'.repeat(40)}${'a'.repeat(40)}`,
      '(a)*b',
      '(a|a)+b',
      'a*+b',
      'a*?b',
      'a**',
      'a?*',
      'a{9}',
    ])
      assert.deepEqual([stays(one), change(one)], [undefined, undefined], one);
    assert.equal(stays('a'.repeat(201)), undefined);
  });

  it('are held against no more of a name than takes no time: of a longer one nobody says what becomes of it', () => {
    for (const [one, most] of [
      ['a*b', 2000],
      ['a?a?a?a?aaaab', 2000],
      ['a*a*b', 150],
      ['.*.*x', 150],
      ['[a-z]*[a-z]*1', 150],
    ] as const) {
      const [longest, longer] = ['a'.repeat(most), 'a'.repeat(most + 1)];
      assert.deepEqual(
        [stays(one)?.(longest), stays(one)?.(longer), stays(one)?.('a'.repeat(100_000))],
        [false, true, true],
        one,
      );
      for (const flags of ['', 'g'])
        assert.deepEqual(
          [longest, longer].map((name) => change(one, flags)?.of(name)),
          [longest, undefined],
          one,
        );
    }
  });
});
