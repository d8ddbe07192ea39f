/** What a simple command does beyond being run, one thing at a time: as bash and the programs' own manuals have it. */
import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../src/shell/line/commandLine';
import type { Surroundings } from '../../../src/shell/line/surroundings';
import { verdict } from '../bypass';
import { around } from '../disk';

const read = (line: string, more: Partial<Surroundings> = {}) => parseCommandLine(line, { ...around, ...more });
const many = (count: number, text: (i: number) => string = (i) => `x${i}`) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');
const last = (line: string, more?: Partial<Surroundings>) => read(line, more).seenCommands.at(-1)!;
const runs = (program: string) => `what \`${program}\` runs is only known when it runs`;
const written = (program: string) => `what \`${program}\` runs is written by the line itself`;

/** What is not known of lines: `line:` or `code:` and why. */
const uncertain: Readonly<Record<string, readonly [line: string, ...uncertainties: string[]][]>> = {
  'a program that is not known is said once': [
    ['$X a', 'line:the program `$X` is only known when it runs'],
    ['"my tool" a', 'line:the program `my tool` is only known when it runs'],
    ["'' a", 'line:the program `` is only known when it runs'],
    ['./*.sh a', 'line:the program `./*.sh` is only known when it runs'],
  ],
  'a bare name is looked for in folders of programs': [
    ['echo x > bin/frob; frob', `line:${written('frob')}`],
    ['echo x > sbin/frob; frob', `line:${written('frob')}`],
    ['echo x > bin/other; frob'],
    ['echo x > src/frob; frob'],
    ['echo x > mybin/frob; frob'],
    ['echo x > binary/frob; frob'],
  ],
  'an interpreter in the words of a program that nobody knows may be given code': [
    ["frob sh -c 'x'", 'code:`frob` may run `sh` with code'],
    ["frob bash -ec 'x'", 'code:`frob` may run `bash` with code'],
    ["frob node -e 'x'", 'code:`frob` may run `node` with code'],
    // A file, and names of packages.
    ['frob sh run-ci.sh'],
    ['frob install awk jq'],
    ['frob sh'],
    [`frob ${many(250)}`],
  ],
  'commands of the shell that run a text or a file': [
    // Its words may come from elsewhere: of none nobody says more.
    ['eval', 'line:the script `` is only known when it runs'],
    ['trap'],
    ['trap -p'],
    ['trap -l'],
    ['trap -p EXIT'],
    ['trap - EXIT'],
    ['source', 'line:what `source` reads is only known when it runs'],
    ['source $X', 'line:what `source` reads is only known when it runs'],
    ['. "$X"', 'line:what `.` reads is only known when it runs'],
    ['source /dev/stdin', 'line:what `source` reads is only known when it runs'],
    ['echo x > a.sh; . ./a.sh', `line:${written('.')}`],
    ['echo x > a.sh; source a.sh', `line:${written('source')}`],
  ],
  'an option that is not known may be the subcommand': [
    ['docker $OPT run x ls', `line:${runs('docker')}`],
    ['docker "$OPT" run x ls', `line:${runs('docker')}`],
  ],
  'modules of Python, and words that are none': [
    ['echo x > setup.py; python -m pip install -r a.txt b', `code:${written('pip')}`],
    ['echo x > setup.py; pypy3 -m pip install -r a.txt b', `code:${written('pip')}`],
    ['echo x > setup.py; python -m pip list'],
    ['echo x > conftest.py; python x.py pytest'],
    ['echo x > Makefile; python x.py make'],
    ['echo x > Makefile; ls a b make'],
    ['echo x > Makefile; ls a make b'],
  ],
  'what a program runs of the project': [
    ['echo x > Makefile; make', `line:${written('make')}`],
    ['echo x > package.json; npm i', `line:${written('npm')}`],
    ['echo x > conftest.py; pytest', `line:${written('pytest')}`],
    ['echo x > Justfile; just x', `code:${written('just')}`],
    ['echo x > build.gradle; gradle build', `code:${written('gradle')}`],
    ['echo x > main.go; go run .', `code:${written('go')}`],
    ['echo x > Cargo.toml; cargo run', `code:${written('cargo')}`],
    ['echo x > some.config.js; frob', `code:${written('frob')}`],
    ['echo x > setup.py; pip install .', `code:${written('pip')}`],
    ['echo x > setup.py; pip --frob x install .', `code:${written('pip')}`],
    ['echo x > setup.py; pip list'],
    // Another file in its place.
    ['echo x > build.gradle; gradle -b other.gradle build'],
    ['echo x > build.xml; ant -f other.xml'],
    ['echo x > Justfile; just --justfile=other x'],
  ],
  'words that name a file of code: behind an option, or by their look': [
    ['echo x > j; just -f j', `code:${written('just')}`],
    ['echo x > j; just -f j k', `code:${written('just')}`],
    ['echo x > build/x.py; just build'],
    ['echo x > re-build/x.py; just re-build'],
    ['echo x > lint/x.py; just re-build lint'],
  ],
  'options behind which code is named': [
    ['gradle --init-script=$X', `code:${runs('gradle')}`],
    ['gradle "--init-script=$X" build', `code:${runs('gradle')}`],
    ['gradle -I "$X" build', `code:${runs('gradle')}`],
    ['java -cp "a-b=$X" M', `code:${runs('java')}`],
    ['ant -f "$X"', `code:${runs('ant')}`],
    ['ant -file "$X"', `code:${runs('ant')}`],
    ['ant -buildfile "$X"', `code:${runs('ant')}`],
    ['mvn -f "$X"', `code:${runs('mvn')}`],
    ['mvn --file "$X"', `code:${runs('mvn')}`],
    ["just --justfile <(echo 'a: x')", `code:${runs('just')}`],
    ["rake --rakefile=<(echo 'sh x')", `code:${runs('rake')}`],
    ['ninja -f<(echo x)', `code:${runs('ninja')}`],
    ['echo x | cmake -P /dev/stdin', `code:${runs('cmake')}`],
    ['go run /dev/fd/3 3<<< x', `code:${runs('go')}`],
    ['nox -f /dev/stdin', `code:${runs('nox')}`],
    ['pytest -c <(echo x)', `code:${runs('pytest')}`],
    ['sed --file=<(echo x) a', `code:${runs('sed')}`],
    ['expect -f <(echo x)', `code:${runs('expect')}`],
    ['emacs --batch --load=<(echo x)', `code:${runs('emacs')}`],
    ['bun run <(echo x)', `code:${runs('bun')}`],
    ['scp -F x a b:c', 'code:`-F` makes `scp` run another program'],
    ['vim <(git diff)'],
    ['sed -n 1p <(echo x)'],
    ['eslint <(echo x)'],
    ['just build-f "$X"'],
    ['mvn -fae "$X"'],
  ],
};

describe('what is not known of a command', () => {
  for (const [title, rows] of Object.entries(uncertain))
    describe(title, () => {
      for (const [line, ...expected] of rows)
        it(JSON.stringify(line.slice(0, 80)), () =>
          assert.deepEqual(
            read(line).uncertainties.map(({ kind, reason }) => `${kind}:${reason}`),
            expected,
          ),
        );
    });

  it('is what it runs, not its words, where a first one is filled in', () => {
    for (const line of ['gradle $X', 'just "$X"', 'mvn "$X"']) assert.ok(read(line).commands, line);
  });

  it('is all of it where nobody would read so much', () => {
    const why = (line: string) => read(line).uncertainties.map(({ reason }) => reason);
    assert.deepEqual(why(`: ${many(30_000, () => 'a')}`), ['it is too long to be read']);
    assert.deepEqual(why(`echo ${many(1000, () => 'a')}`), []);
    const nested = (depth: number) => `find . ${many(depth, () => '-exec find .')} -exec ls ';'`;
    assert.deepEqual(why(nested(12)), ['it is nested too deep to be read']);
    assert.deepEqual(why(nested(5)), []);
  });
});

describe('the words of a command', () => {
  const any = { pieces: [null], many: true };
  const quoted = { pieces: [null] };
  const operand = { pieces: [null], operand: true };
  const rows: [line: string, words: unknown, isDynamic: boolean][] = [
    ['ls a', undefined, false],
    ['ls $X', ['ls', any], true],
    ['ls "$X"', ['ls', quoted], true],
    ['ls *', ['ls', operand], false],
    ['ls *.ts', ['ls', { pieces: [null, '.ts'], operand: true }], false],
    ['ls a-*', ['ls', { pieces: ['a-', null], operand: true }], false],
    ['ls -x* *-', ['ls', { pieces: ['-x', null] }, { pieces: [null, '-'], operand: true }], true],
    ['ls $X*', ['ls', any], true],
    ['ls "$X"*', ['ls', quoted], true],
    ['xargs -I{} cp x{}y z', ['cp', { pieces: ['x', null, 'y'] }, 'z'], true],
    ['xargs -I{} echo "$X{}"', ['echo', quoted], true],
    // What stands on the input of xargs may begin with a dash; what find finds below a folder does not.
    ['ls | xargs -I{} rm {} a', ['rm', quoted, 'a'], true],
    ["find . -exec rm {} ';'", ['rm', operand], false],
    ["find . -exec cp {} out/{} ';'", ['cp', operand, { pieces: ['out/', null] }], true],
    ["find . -exec cp {} -o{} ';'", ['cp', operand, { pieces: ['-o', null] }], true],
    ["find . -exec rm {}$X ';'", ['rm', any], true],
    ['ls | xargs rm a', ['rm', 'a', any], true],
    // A name in the line that a glob finds once it is there.
    ['touch -- -rf; ls *', ['ls', quoted], true],
    ['touch ./-rf; ls *', ['ls', quoted], true],
  ];
  for (const [line, words, isDynamic] of rows)
    it(`are known so far: ${line}`, () => {
      const command = last(line);
      assert.deepEqual(command.words, words);
      assert.equal(command.dynamic, isDynamic ? true : undefined);
    });

  it('may be options where a glob finds such a name', () => {
    const names = (folder: string) =>
      new Map([
        ['/repo/project', ['a.ts', '-rf', 'sub']],
        ['/repo/project/sub', ['e.ts']],
      ]).get(folder);
    assert.equal(last('rm *', { names }).dynamic, true);
    assert.equal(last('cd sub && rm *', { names }).dynamic, undefined);
    // In one of the folders that it may be in.
    assert.equal(last('cd sub; rm *', { names }).dynamic, true);
  });

  it('mean nobody knows what where the line sets what programs are found by', () =>
    assert.equal(last('PATH=/x ls a').dynamic, true));

  it('may begin a command of a program that nobody knows, up to so many of them', () => {
    assert.deepEqual(
      last(`frob ${many(200)}`).mayRun,
      Array.from({ length: 200 }, (_, i) => i + 1),
    );
    assert.equal(last(`frob ${many(201)}`).mayRun, 'any');
    assert.equal(last(`frob ${many(250)}`).mayRun, 'any');
    assert.ok(!('mayRun' in last('ls')));
    assert.ok(!('mayRun' in last('frob')));
  });

  it('may be an alias of git’s settings where they are none of its own', () => {
    const mayBe = ['git', { pieces: [null], many: true }];
    assert.deepEqual(last('git co x').mayBe, mayBe);
    const [ls, git] = read('ls; git co x').seenCommands;
    assert.equal(ls!.mayBe, undefined);
    assert.deepEqual(git!.mayBe, mayBe);
    assert.equal(last('git status').mayBe, undefined);
  });
});

describe('the commands that a line runs', () => {
  const texts = (line: string) => read(line).commands?.map(({ text }) => text);
  for (const [line, ...inner] of [
    ["trap 'frob -p' EXIT", 'frob -p'],
    ["trap -- 'frob a' EXIT", 'frob a'],
    ["trap -- '-l; frob a' EXIT", '-l', 'frob a'],
    ['trap - EXIT'],
    ['trap -p EXIT'],
    ['trap -l'],
    ['trap'],
    ["find . -exec ';' -print"],
    ["eval -- 'frob a'", 'frob a'],
  ])
    it(line!, () => assert.deepEqual(texts(line!)?.slice(1), inner));
});

describe('the paths that a command names', () => {
  for (const [line, ...paths] of [
    // The last word of the command before.
    ['echo .git; cat $_', '.git'],
    ['pushd sub; popd; cat z', 'sub', 'z', 'sub/z'],
    ["sed 'r .env' a", 'a', '.env'],
    ["ed <<'E'\nw .git/config\nE", '.git/config'],
    // What is only said, in a language in which all is called by a name; magics of IPython are no calls.
    [`python -c "print('.git')"`],
    [`python3.11 -c "print('.git')"`],
    [`pypy -c "print('.git')"`],
    [`pypy3 -c "print('.git')"`],
    [`node -e "console.log('.git')"`],
    [`ipython -c "%cd '.git'"`, '.git'],
  ])
    it(JSON.stringify(line), () =>
      assert.deepEqual(read(line!).paths.sort(), paths.map((path) => `/repo/project/${path}`).sort()),
    );

  it('are not all there are where it is fed names', () => {
    for (const line of ['find . | cpio -o', 'cpio -o < list', 'ls -a | cpio -o']) assert.equal(read(line).complete, false, line);
    assert.equal(read('cpio -o').complete, true);
    assert.equal(read('find . | cpio -i').complete, true);
  });
});

describe('what a command writes, in Bypass mode', () => {
  for (const line of [
    'echo $(cat list); rm -rf $_',
    'echo "$(cat x)"; rm "$_"',
    'echo .git/config; rm -rf "$_"',
    'frob -- rm -r sub',
    'gawk -f x.awk | xargs rm',
    'awk 1 x | xargs rm',
    ...['awk', 'gawk', 'mawk', 'nawk'].map((awk) => `rm -rf "$(${awk} -v a=.g 'BEGIN{print a "it"}')"`),
    'node x | xargs rm',
    "trap -- '-l; rm -rf .git' EXIT",
  ])
    it(`asks for ${line}`, () => {
      const { action, by, reason } = verdict(line);
      assert.deepEqual([action, by.name], ['ask', 'protected path'], reason);
    });
  for (const line of ['frob rm -r sub', 'squawk x | xargs rm', 'awkward x | xargs rm', 'echo out; rm -rf $_'])
    it(`runs ${line}`, () => {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
    });
});
