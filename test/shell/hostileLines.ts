/** Lines that are made to cost: what reading them takes is measured by `npm run bench`, that it ends and what comes of it is tested. */
import { decide } from '../../src/agent/tools/approval';
import { linksIn, withAliases } from '../../src/shell/paths/linkedPatterns';
import { judgeLine } from '../../src/shell/rules/commandMatch';
import { factsOf } from './disk';

/** As long as a line may be. */
export const longest = 100_000;
export const fill = (text: string, end = '') => text.repeat(Math.floor((longest - end.length) / text.length)) + end;
/** Different ones, so that a program which looks for any of them has to be told of each. */
const signs = Array.from({ length: 9000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
/** Each as long as a line may be. */
const hostileLines: Readonly<Record<string, string>> = {
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
  'an option as long as a line': `frobnicate -${'_'.repeat(90_000)} git push`,
  'programs that are told to run programs': fill('frobnicate --exec '),
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
  'one search with many actions': `find . ${'-exec a \\; '.repeat(1600)}`,
  'one search with many conditions': `find . ${'-name a -o '.repeat(1400)}-delete`,
  'a search of many folders': `find ${'. '.repeat(4000)}`,
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
  'too long': 'a'.repeat(longest + 1),
};

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

const full = Array.from({ length: 2000 }, (_, i) => `f${i}`);
const folders = Array.from({ length: 50 }, (_, i) => `d${i}`);
const names = (folder: string) => (folder === '/repo/project' ? folders : /\/d\d+$/.test(folder) ? full : undefined);
/** What it searches is found by other names too, where patterns name links. */
const links = linksIn(
  Array.from({ length: 10 }, (_, i) => `~/l${i}`),
  { cwd: '/repo/project', home: '/home/me', realPath: (path) => path.replace(/.*l(\d)$/, '/repo/project/d$1/d1') },
);
const found = Array.from({ length: 2000 }, (_, i) => `d1/some/folder/f${i}.ts`);
function searched(): ReturnType<typeof judgeLine> {
  const facts = factsOf(folders.map((name) => `grep -r x ${name}`).join(';'));
  const searches = folders.slice(0, 8).map((name) => ({ folder: `/repo/project/${name}`, found }));
  return judgeLine(withAliases({ ...facts, searches }, links), patterns);
}
/** What is read and judged: each line, and some of them again where folders hold many files. */
export const hostileWork: Readonly<Record<string, () => ReturnType<typeof judgeLine>>> = Object.fromEntries([
  ...Object.entries(hostileLines).map(([title, line]) => [title, () => judged(line)] as const),
  ...['cat */*;'.repeat(1500), 'cat d1/*;'.repeat(1500), 'ls d?/f1*;'.repeat(1500), 'find . -delete;'.repeat(1000)].map(
    (line) => [`${line.slice(0, line.indexOf(';'))} in folders of many files`, () => judged(line, { names })] as const,
  ),
  ['searches beneath links', searched],
]);
