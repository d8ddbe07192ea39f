import assert from 'node:assert/strict';
import { decide } from '../../src/agent/approval';
import { matchesWildcard } from '../../src/shared/wildcards';
import { judgeLine } from '../../src/shell/commandMatch';
import { coversPath } from '../../src/shell/pathPatterns';
import { resolvePath } from '../../src/shell/paths';
import { factsOf } from './disk';

const n = 100_000;
const fill = (text: string, end = '') => text.repeat(Math.floor((n - end.length) / text.length)) + end;
/** Different ones, so that a program which looks for any of them has to be told of each. */
const signs = Array.from({ length: 9000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
/** Each as long as a line may be. */
const lines: Readonly<Record<string, string>> = {
  'deep ../': `cat ${'../'.repeat(33_000)}x`,
  'deep a/../': `cat ${'a/../'.repeat(19_000)}x`,
  'many ../ words': fill('cat ../../../x '),
  'thousands of cd': fill('cd a;'),
  'thousands of cd into other folders': Array.from({ length: 9000 }, (_, i) => `cd d${i}`).join(';'),
  'cd that may fail': fill('cd a || '),
  'open <(': fill('<('),
  'closed <(': fill('cat <(a) '),
  'nested <(': `${'<('.repeat(3000)}a${')'.repeat(3000)}`,
  'nested $(': `${'$('.repeat(3000)}a${')'.repeat(3000)}`,
  'open $(': fill('$('),
  'quoted $(': fill('"$('),
  backticks: fill('`'),
  brackets: fill('('),
  braces: fill('{a,b}'),
  'open braces': fill('{a,'),
  ranges: fill('{1..9999}'),
  heredocs: fill('cat <<A\nx\nA\n'),
  'heredocs of one line': fill('<<A '),
  'one huge heredoc': `cat <<A\n${'x$(a)\n'.repeat(15_000)}A\n`,
  'a huge heredoc in quotes': `cat > x <<'A'\n${'x$(a) {b} [c]\n'.repeat(80_000)}A\n`,
  'huge code on an input': `python <<'A'\n${Array.from({ length: 80_000 }, (_, i) => `mod${i}.x/y`).join('\n')}\nA\n`,
  'a heredoc of names that could stand in its place': `cat > x <<'A'\n${Array.from({ length: 45_000 }, (_, i) => `here-document-${i}`).join('\n')}\nA\n`,
  'a heredoc of all names that could stand in its place': `cat > x <<'A'\n${Array.from({ length: 45_000 }, (_, i) => `here-document-${i}-1`).join('\n')}\nA\n`,
  'many heredocs in quotes': "cat <<'A'\n".concat(`${'x;'.repeat(300)}\nA\n`, `cat <<'A'\n${'x;'.repeat(300)}\nA\n`.repeat(40)),
  'heredocs in quotes without an end': "cat <<'E1'\n".repeat(12_000),
  'groups in groups, each into a file': `${'{ echo a; '.repeat(2000)}${'} > b; '.repeat(2000)}`,
  'echoes in a pipe': fill('echo a|', 'a'),
  'scripts that the line writes and runs': fill('echo ls>a;sh a;'),
  'open quotes': fill("'"),
  'nested ifs': fill('if a; then '),
  'open arithmetic': fill('$(('),
  'long arithmetic': `echo $((1${'+1'.repeat(45_000)}))`,
  'long ternary': `echo $((1${'?1:1'.repeat(20_000)}))`,
  'nested ${': `${'${a:-'.repeat(5000)}${'}'.repeat(5000)}`,
  'deep names that are handed to code': Array.from({ length: 300 }, (_, i) => `echo ${'a/'.repeat(90)}${i}|python3`).join('|'),
  'deep code of all that two variables may hold': [
    ...Array.from({ length: 17 }, (_, i) => `x=${'a/'.repeat(140)}${i}; y=${'b/'.repeat(140)}${i}`),
    ...Array.from({ length: 60 }, (_, i) => `python3 -c "$x$y/${i}"`),
  ].join('\n'),
  'words that are split at what the line says': `IFS=,${signs};${Array.from({ length: 290 }, (_, i) => `x=a${i},b${i}`).join(';')};${'echo>$x;'.repeat(2500)}`,
  'signs to split at that are said again and again': `x=a,b;${`IFS=,${signs.slice(0, 60)};echo>$x;`.repeat(1300)}`,
  pipes: fill('a|', 'a'),
  ands: fill('a&&', 'a'),
  words: fill('a '),
  'one long word': `cat ${'a'.repeat(99_000)}`,
  assignments: fill('a=1 '),
  arrays: fill('a=('),
  subscripts: fill('a['),
  tests: `[[ ${'! '.repeat(45_000)}a ]]`,
  functions: fill('f(){ a;};'),
  coprocs: fill('coproc '),
  redirections: `a ${fill('>b ').slice(0, 90_000)}`,
  globs: `ls ${'*'.repeat(90_000)}`,
  'globs in folders': `ls ${'*/'.repeat(45_000)}`,
  'shells in shells': fill("bash -c '"),
  wrappers: fill('env '),
  'wrapper flags': `sudo ${'--x '.repeat(24_000)}ls`,
  'git flags': `git ${'--x '.repeat(24_000)}push`,
  'git settings': `git ${'-c a.b=c '.repeat(10_000)}push`,
  'flags that may take a value': `x ${'--x a '.repeat(15_000)}push`,
  'words in quotes': `echo ${'\'a\' "b" '.repeat(4000)}`,
  'values in values': `rm ${'${x:-'.repeat(200)}y${'}'.repeat(200)}`,
  'names that are changed again and again': `x0=a; ${Array.from({ length: 900 }, (_, i) => `x${i + 1}=$(echo $x${i} | sed s/a/b/)`).join('; ')}; rm $x900`,
  'loops that change names': `for f in *; do ${Array.from({ length: 900 }, (_, i) => `mv $f $(echo $f | sed s/a${i}/b/)`).join('; ')}; done`,
  'searches that are filtered': `find . | ${"grep 'a' | ".repeat(900)}xargs rm`,
  'many searches': Array.from({ length: 900 }, (_, i) => `find . -name a${i} | xargs rm`).join('; '),
  'code that compares names': `python3 -c "${"if x in ('.git', 'a'): y\n".repeat(4000)}"`,
  'sed script': `sed '${'s/a/b/;'.repeat(14_000)}' f`,
  'awk program': `awk '${'/a/{print "x"}'.repeat(7000)}' f`,
  'assignments of their own': 'a=b;'.repeat(3000),
  'links into links': 'ln -s x y;'.repeat(2000),
  'thousands of words for a program that nobody knows': `foo ${Array.from({ length: 8500 }, (_, i) => `f${i}`).join(' ')}`,
  'thousands of words behind options that may run them': `kubectl ${Array.from({ length: 180 }, () => `--exec a ${'b '.repeat(20)}`).join('')}`,
  'the same loop again and again': 'for f in a/*; do sed -i s/a/b/ "$f"; done;'.repeat(300),
  'lines that ask for a rule each': Array.from({ length: 1500 }, (_, i) => `npm test ${i}`).join(';'),
  'globs that find much': 'cat */*;'.repeat(1500),
  'walks through all there is': 'find . -delete;'.repeat(1000),
  'line ends': fill('\n'),
  'too long': 'a'.repeat(n + 1),
};

/** The processor time of this process in ms: what else the machine does is not counted. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What a hundred kilobytes cost at most: measured against work of a known size. */
function allowance(): number {
  const from = spent();
  let sum = 0;
  for (let i = 0; i < 20_000_000; i++) sum = (sum + i) % 1_000_003;
  assert.ok(sum >= 0);
  return Math.max(1, (spent() - from) / 25) * 150;
}

const patterns = ['git push*', 'a*b*c*d*e*f*g*x', 'npm run *'];
const rules = {
  mode: 'ask' as const,
  allow: ['Bash(npm test*)'],
  ask: ['Bash(docker *)'],
  deny: ['Bash(rm -rf*)', 'Bash(curl *)'],
};
const around = { tool: {}, inside: true, secret: false, sensitive: false };
/** Read and judged as a call of the agent's is. */
function judged(line: string, more: Parameters<typeof factsOf>[1] = {}): ReturnType<typeof judgeLine> {
  const facts = factsOf(line, more);
  decide(facts, around, rules);
  return judgeLine(facts, patterns);
}

describe('what reading a line costs', () => {
  for (const [title, line] of Object.entries(lines))
    it(`is bounded for ${title}`, () => {
      const most = allowance();
      const from = spent();
      const { answer } = judged(line);
      const took = spent() - from;
      assert.ok(took < most, `${Math.round(took)} ms of ${Math.round(most)}`);
      // What is only data is no part of what is read.
      if (line.length > n) assert.equal(answer, /heredoc in quotes$|heredoc of names/.test(title) ? 'no' : 'maybe');
    });

  it('says that a line is too long to be read', () => {
    const files = Array.from({ length: 6000 }, (_, i) => `f${i}`).join(' ');
    for (const line of [fill('cd a;'), fill('a '), 'a'.repeat(n + 1), `cat ${files}`]) {
      const { commands, uncertainties, pathsComplete } = factsOf(line);
      assert.deepEqual([commands, uncertainties?.[0]?.reason, pathsComplete], [undefined, 'it is too long to be read', false]);
    }
  });
  it('is bounded for folders of many files', () => {
    const many = Array.from({ length: 2000 }, (_, i) => `f${i}`);
    const folders = Array.from({ length: 50 }, (_, i) => `d${i}`);
    const names = (folder: string) => (folder === '/repo/project' ? folders : /\/d\d+$/.test(folder) ? many : undefined);
    for (const line of [
      'cat */*;'.repeat(1500),
      'cat d1/*;'.repeat(1500),
      'ls d?/f1*;'.repeat(1500),
      'find . -delete;'.repeat(1000),
    ]) {
      const most = allowance();
      const from = spent();
      judged(line, { names });
      const took = spent() - from;
      assert.ok(took < most, `${line.slice(0, 20)}: ${Math.round(took)} ms of ${Math.round(most)}`);
    }
  });
  it('is read all the same where many people write so much', () => {
    const range = (n: number, one: (i: number) => string, between = ' ') =>
      Array.from({ length: n }, (_, i) => one(i)).join(between);
    for (const line of [
      `git add ${range(2000, (i) => `packages/p${i % 40}/f${i}.ts`)}`,
      `npx prettier --write ${range(2000, (i) => `src/f${i}.ts`)} && git status`,
      range(
        50,
        (i) =>
          `mkdir -p o/${i}\ncp src/${i}.ts o/${i}/\nif [ -f x ]; then echo "${i}"; fi\nfor f in o/*; do sed -i s/a/b/ "$f"; done`,
        '\n',
      ),
      `git commit -m "${range(1000, (i) => `some words about src/a/b${i}.ts, and it's so`, '\n')}"`,
    ])
      assert.notEqual(factsOf(line).commands, undefined, line.slice(0, 40));
  });
  it('is bounded for the disk', () => {
    let asked = 0;
    const realPath = (path: string) => {
      asked++;
      return path;
    };
    factsOf(Array.from({ length: 3000 }, (_, i) => `cat d${i}/../e${i}`).join(';'), { realPath });
    assert.ok(asked <= 20_000, String(asked));
  });
  it('is bounded for paths and patterns', () => {
    const most = allowance();
    const from = spent();
    resolvePath('../'.repeat(300_000), { cwd: '/a/b', home: '/h', realPath: (path) => path });
    resolvePath('a/../'.repeat(200_000), { cwd: '/a/b', home: '/h', realPath: (path) => path });
    matchesWildcard('a'.repeat(n), `${'a*'.repeat(50)}b`, false);
    coversPath('**/*a*a*a*a*a*a*a*a*b', `/w/${'a'.repeat(5000)}`, { folder: '/w' });
    coversPath(`${'*/'.repeat(200)}x`, `/w/${'a/'.repeat(1000)}y`, { folder: '/w' });
    coversPath('{a,b}'.repeat(30), `/w/${'a'.repeat(30)}`, { folder: '/w' });
    const took = spent() - from;
    assert.ok(took < most * 8, `${Math.round(took)} ms of ${Math.round(most * 8)}`);
  });
});
