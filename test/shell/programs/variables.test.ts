import assert from 'node:assert/strict';
import { changesMeaning, isHarmlessAssignment, makeMayRun } from '../../../src/shell/programs/variables';

describe('an assignment', () => {
  const changes: [name: string, value: string | undefined][] = [
    ['CFLAGS', undefined],
    ['NODE_OPTIONS', undefined],
    ['CC', undefined],
    ['PAGER', 'sh'],
    ['GIT_EDITOR', 'vim'],
    ['PAGER_COMMAND', 'cat'],
    ['PYTHONPATH', 'lib'],
    ['PYTHONPATH', undefined],
    ['MAKEFLAGS', '-j4'],
    ['CFLAGS', '-fplugin=x.so'],
    ['CC', '/tmp/gcc'],
    ['CC', './gcc'],
    ['CC', 'gcc -wrapper x'],
    ['CC', 'gcc-x'],
    ['CC', 'gcc-'],
    ['CPP', 'cpp-12x'],
    ['ACC_CONFIG', 'gcc'],
    ['CXX', 'sh'],
    ['LD', 'cc'],
    ['CCACHE_DIR', 'gcc'],
  ];
  for (const [name, value] of changes)
    it(`may change what runs: ${name}=${value ?? '(not known)'}`, () => assert.equal(changesMeaning(name, value), true));

  const leaves: [name: string, value: string | undefined][] = [
    ...['', 'cat', 'true', ':'].map((value): [string, string] => ['GIT_PAGER', value]),
    ...['.', 'src', './src'].map((value): [string, string] => ['PYTHONPATH', value]),
    ['EDITOR', 'true'],
    ['CFLAGS', '-O2 -Wall'],
    ['NODE_OPTIONS', '--max-old-space-size=4096'],
    ['CC', 'gcc'],
    ['CC', 'gcc-12'],
    ['CXX', 'clang++-9'],
    ['CPP', 'cpp'],
    ['CI', undefined],
    ['COUNT', undefined],
  ];
  for (const [name, value] of leaves)
    it(`changes nothing of what runs: ${name}=${value ?? '(not known)'}`, () => assert.equal(changesMeaning(name, value), false));

  it('is covered by an allow where its name is harmless, or one of the shell’s own', () => {
    for (const name of ['NODE_ENV', 'PAGER', 'GIT_PAGER', 'EDITOR', 'GIT_EDITOR'])
      assert.ok(isHarmlessAssignment(name, false), name);
    for (const name of ['n', 'name2', 'my_name', 'http_proxy_count', 'use_npm_here']) {
      assert.ok(isHarmlessAssignment(name, true), name);
      assert.ok(!isHarmlessAssignment(name, false), `${name} of a command`);
    }
  });

  it('is covered by none where it is anybody’s else', () => {
    for (const name of [
      'PATH',
      'MYPAGER',
      'PAGERS',
      'GIT_EDITOR_X',
      'Name',
      'nAME',
      '_x',
      '2x',
      'x-y',
      'http_proxy',
      'npm_x',
      'pnpm_x',
      'yarn_x',
    ])
      assert.ok(!isHarmlessAssignment(name, true), name);
  });
});

describe('a variable that a program is started with', () => {
  const shown = (name: string, value: string | undefined) => `${name}=${value ?? '(not known)'}`;
  const each = (names: string, value: string): [string, string][] => names.split(' ').map((name) => [name, value]);

  const leaves: [name: string, value: string | undefined][] = [
    // Names that change nothing, whatever they hold.
    ...each(
      'NODE_ENV NODE_DEBUG CI FORCE_COLOR LC_ALL TZ DEBUG VERBOSE LOG_LEVEL PORT NEXT_TELEMETRY_DISABLED DEBIAN_FRONTEND RUST_LOG CARGO_TERM_COLOR CARGO_INCREMENTAL',
      './x',
    ),
    ...each('CARGO_BUILD_JOBS CARGO_NET_OFFLINE GOOS GO111MODULE CGO_ENABLED PYTHONUNBUFFERED PYTHONUTF8', './x'),
    ...each('PYTHONFAULTHANDLER PIP_NO_INPUT GIT_TERMINAL_PROMPT GIT_AUTHOR_NAME GIT_COMMITTER_DATE', './x'),
    ...each('RAILS_ENV MIX_ENV TEST HUSKY OMP_NUM_THREADS NPM_CONFIG_LOGLEVEL npm_config_fund', './x'),
    ...each('TS_NODE_TRANSPILE_ONLY YARN_ENABLE_SCRIPTS DOCKER_BUILDKIT DOTNET_NOLOGO PLAYWRIGHT_HTML_OPEN', './x'),
    ...each('PUBLIC_PATH ASSETS_PATH ASSET_PATH DATABASE_PATH PUPPETEER_SKIP_CHROMIUM_DOWNLOAD HOMEBREW_NO_ANALYTICS', './x'),
    // Names of data.
    ...each('OUT OUTPUT_DIR FILE INPUT_FILE DATABASE_URL TOKEN MSG O MY_FILE_PATH LOGS_PATHS', './x'),
    ...each('SQL BODY', 'a; rm x'),
    // Numbers, words of yes and no, and addresses are no programs, nor are documents.
    ...['yes', 'No', 'true', 'off', 'n', '', '1', '1.2b', 'https://x/y', 'git+ssh://x'].map((value): [string, string] => [
      'X_BIN',
      value,
    ]),
    ...'a.json a.jsonc a.jsonl a.csv a.txt x/a.md ./a.yml a.yaml /a.xml a.htm a.html a.jpg a.jpeg a.db a.sqlite a.sqlite3 a.tgz a.gz a.tar ~/a+b.pem A.PNG'
      .split(' ')
      .map((value): [string, string] => ['X_BIN', value]),
    ['X', undefined],
    ['X', 'a'],
    ['X', 'a-b'],
    ['X', 'a/./b'],
    ['X', 'a -- b'],
    ['X', 'a; b'],
    ['X', 'a; b = c'],
    ['X', 'a & b'],
    ['X', 'a;crush'],
    ['ARGS', '-v --all'],
    ['TEST_ARGS', '-v'],
    ['XBIN', 'x'],
    ['X_BINX', 'x'],
    ['ZIPS', 'x'],
    ['XZIP', 'x'],
    // What says only which one.
    ['NODE_VERSION', '18.1'],
    ['NODE_VERSION', undefined],
    ['DOCKER_IMAGE', 'a/b:c@d'],
    ['DOCKER_TAG', ''],
    ['NVM_VERSION', '18'],
    ['SSH_HOST', './x'],
    ['SSH_KEY', undefined],
  ];
  for (const [name, value] of leaves)
    it(`changes nothing of what runs: ${shown(name, value)}`, () => assert.equal(changesMeaning(name, value, false), false));

  const changes: [name: string, value: string | undefined][] = [
    ...each('XVERBOSE VERBOSEX MY_OUTX XFILEX', './x'),
    ...each(
      'PATH LD_PRELOAD GIT_SSH PS4 NPM_CONFIG_PREFIX npm_config_prefix PYTHONSTARTUP MAKEFLAGS DOCKER_HOST XDG_CONFIG_HOME',
      'x',
    ),
    ...each(
      'GZIP UNZIP ZIPINFO BZIP BZIP2 TERMINAL MAILER DIFFTOOL X_PATH X_PATHS X_BIN X_BINS X_BINARY X_EXE X_HOOK X_HOOKS',
      'x',
    ),
    ...each('X_PROGRAM X_INTERPRETER X_SCRIPT X_STARTUP X_STARTUP_FILE_X X_ENTRYPOINT X_RUN_AS_NODE', 'x'),
    ['X_BIN', undefined],
    ...[
      'yes1',
      'a1',
      '1 x',
      '1/x',
      'x https://x',
      'https:/x',
      '-1://x',
      'a.sh',
      'a.jsonx',
      'a b.json',
      'json',
      'a.json x',
      '(a.json',
    ].map((value): [string, string] => ['X_BIN', value]),
    ...['./x', '../x', '/x', '~/x', '-x', '--x', 'a -x', '`x`', '$(x)', '${x}', '<(x)'].map((value): [string, string] => [
      'X',
      value,
    ]),
    ...[
      'a; rm x',
      'a && ./x',
      'a;../x',
      'a|/x',
      'a&~/x',
      'a | sh',
      'a;bash',
      'a;zsh',
      'a;dash',
      'a;ksh',
      'a;fish',
      'a;eval',
      'a\nb c',
    ].map((value): [string, string] => ['X', value]),
    // What an option of code or a file is among.
    ...['-e x', '-c x', '-ve x', '-I x', '-o x', '-v;x', '--exec x'].map((value): [string, string] => ['ARGS', value]),
    ['ARGSX', '-v'],
    ['MYARGS', '-v'],
    ['X_ARGS_X', '-v'],
    ['NODE_VERSION', './x'],
    ['NODE_VERSION', 'a b'],
    ['NODE_VERSION', '-x'],
    ['NODE_VERSIONS', '1'],
    // To these it may be a folder.
    ['NVM_VERSION', 'a/b'],
    ['NVM_VERSION', 'a:b'],
    ['PYENV_VERSION', undefined],
    ['SSH_HOSTS', 'x'],
    ['SSH_AUTH_SOCK', 'x'],
    ['ENV', 'prodx'],
    ['ENV', 'xprod'],
    ['ENV', './test'],
    ['ENV', 'stag'],
  ];
  for (const [name, value] of changes)
    it(`may change what runs: ${shown(name, value)}`, () => assert.equal(changesMeaning(name, value, false), true));

  it('is no program where it stays in the shell', () => {
    for (const [name, value] of [...each('X_BIN ZIP', 'x'), ...each('X', './x')])
      assert.equal(changesMeaning(name, value), false, name);
  });
  it('is where something is deployed, by a word for that', () => {
    for (const value of ' prod production dev development test testing stage staging local ci qa uat preview'.split(' '))
      assert.equal(changesMeaning('ENV', value), false, value);
  });

  describe('is flags', () => {
    const variables =
      'CFLAGS FLAGS GOFLAGS LDFLAGS NODE_OPTIONS MOCHA_OPTS PYTEST_ADDOPTS MAVEN_OPTS GRADLE_OPTS JAVA_OPTS JAVA_OPTIONS _JAVA_OPTIONS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS ANT_OPTS SBT_OPTS'.split(
        ' ',
      );
    for (const name of variables)
      it(`of ${name}`, () => {
        // Only what is said of flags at all is judged by their value.
        assert.equal(makeMayRun(name, '-O2 -g'), false);
        assert.equal(changesMeaning(name, '-O2 -g'), false);
        if (name !== 'FLAGS') assert.equal(changesMeaning(name, '--plugin=x'), true);
      });
    it('of none that is called otherwise', () => {
      for (const name of ['NODE_OPTIONS_X', 'XNODE_OPTIONS', 'MAVEN_OPTSX', 'FLAGSX'])
        assert.ok(makeMayRun(name, '-O2 -g'), name);
    });
    it('that run, load or replace something', () => {
      for (const value of [
        ...['-toolexec=x', '-C linker=x', '-fplugin=x', '-wrapper x', '-specs=x', '-javaagent:x', '-agentlib:x', '--require x'],
        ...[
          '--import x',
          '--loader x',
          '-Xclang -load',
          '--eval x',
          '--inspect',
          '--config x',
          '--init x',
          '--script x',
          '--shell x',
        ],
        ...['--env-file=x', '-classpath x', '--class-path x', '--module-path=x', '--patch-module=x', '-cp x', '@x', '-fuse-ld=x'],
        ...[
          '--ld-path=x',
          '$X',
          '`x`',
          '-o=/x',
          '../x',
          '-Dmy.class=x',
          '-Dmypath=x',
          '-Durl=x',
          '-overlay=x.json',
          '-modfile=x',
        ],
        ...['-vettool=x', '-ldflags=-extld=x', '--snapshot-blob x', '--test-reporter=x'],
        ...['-B x', '-b x', '-R x', '-r x', '-P x', '-p x', 'a -rx', '-XX:x', '-Xbootx', '-Xm', '-Xmz1', '-Xssx'],
      ])
        assert.equal(changesMeaning('JAVA_OPTS', value), true, value);
    });
    it('that do not', () => {
      for (const value of [
        '-O2 -Wall',
        '-g',
        '-DNDEBUG',
        '-Xmx2g',
        '-Xms1g',
        '-Xmn1g',
        '-Xss4m',
        '-mod=vendor',
        '--bail -t 5',
        'a-b',
        '-march=native',
        '-std=c++20',
      ])
        assert.equal(changesMeaning('JAVA_OPTS', value), false, value);
    });
  });
});

describe('a variable that make is given', () => {
  const runs: [name: string, value: string | undefined, said?: string][] = [
    ['X', undefined],
    ['TEST', undefined],
    ['XCI', undefined],
    ['OUT', undefined, 'a;b'],
    ['CI', undefined, './x'],
    ...[';', '|', '&', '`', '$', '<', '>', '\n'].map((sign): [string, string] => ['OUT', `a${sign}b`]),
    ['CC', './x'],
    ['CC', 'gcc-x'],
    ['CXX', 'x'],
    ['CPP', 'sh'],
    ...'AR AS LD NM FC LEX YACC TEX RM CP MV MKDIR INSTALL INSTALL_PROGRAM SED AWK PYTHON PYTHON3 PERL NODE NPM PIP PIP3 GO GIT DOCKER CURL SSH SUDO SH CMD RUN TOOL PROG LAUNCHER CROSS_COMPILE X_CMD X_COMMAND X_BIN X_TOOL X_EXE X_RUNNER X_EXEC'
      .split(' ')
      .map((name): [string, string] => [name, 'x']),
    ['ARGS', '-c x'],
    ['ARGS', '--exec'],
    ['X', 'a b'],
    ['X', 'a/b'],
    ['X', './a'],
    ['X', '/a'],
    ['X', '~/a'],
    ['X', 'a/b.sh'],
    ['X', '-v'],
    ['MYARGS', '-v'],
  ];
  for (const [name, value, said] of runs)
    it(`may be run: ${name}=${JSON.stringify(value)} ${said ?? ''}`, () => assert.equal(makeMayRun(name, value, said), true));

  const lies: [name: string, value: string | undefined, said?: string][] = [
    ['CI', undefined],
    ['OUT', undefined],
    ['OUT', undefined, 'a'],
    ['VERBOSE', undefined, 'a'],
    ['CC', 'gcc'],
    ['CXX', 'clang++-15'],
    ['CPP', 'cpp'],
    ['V', '1'],
    ['X', 'yes'],
    ['X', 'word'],
    ['X', 'a/b.txt'],
    ['X', 'a.b-c'],
    ['X', '%a/b'],
    ['OUT', './x'],
    ['CFLAGS', '-fplugin=x'],
    ['XRM', 'x'],
    ['RMX', 'x'],
    ['X_CMDS', 'x'],
    ['ARGS', '-v --all'],
    ['ARGS', 'a b'],
    ['TEST_ARGS', '-v'],
    ['XCC', 'gcc-x'],
    ['CCX', 'gcc-x'],
  ];
  for (const [name, value, said] of lies)
    it(`is data: ${name}=${JSON.stringify(value)} ${said ?? ''}`, () => assert.equal(makeMayRun(name, value, said), false));
});
