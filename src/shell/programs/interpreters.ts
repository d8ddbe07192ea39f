/** Programs that run code in their words or on their input, and which of their options say so. Pure data. */
import { byNames } from './byNames';

export interface Interpreter {
  /** Letters, and long options, behind which code stands. */
  code: string;
  /** Letters and long options that take the next word, or what is attached. */
  valued?: string;
  /** Letters behind which the rest of the word is theirs, and only that: `perl -i.bak`. */
  attached?: string;
  /** With one of these no file is needed: what runs is named otherwise, or nothing is run. */
  instead?: string;
  /** Whether it reads code from its input where no file is named. */
  input?: true;
  /** Where it is fed something it may take that for code, though it needs none. */
  fed?: true;
  /** Subcommands with code in their words. */
  sub?: string;
  /** A word of code may stand where a file does. */
  bare?: true;
  /** Words in front of what it runs. */
  leads?: string;
  /** Its subcommands come first: without one it does nothing. */
  commands?: true;
  /** What it names by `-m`, and what that does with the words behind it. */
  modules?: ReadonlyMap<string, Module>;
}

/** `code`: its words hold code. `input`: it reads code. Else it runs the program that its words name, as the interpreter itself would. */
export interface Module {
  reads: 'code' | 'input' | 'program';
  /** Options behind which code stands, and those that take the next word. */
  code?: string;
  valued?: string;
}

const program: Module = { reads: 'program' };
const profiler: Module = { reads: 'program', valued: '-o -s --outfile --sort' };
const console: Module = { reads: 'input', code: '-c' };
const pythonModules = byNames<Module>({
  'timeit pyperf': { reads: 'code' },
  'code asyncio idlelib idlelib.idle idlelib.run IPython ptpython bpython': console,
  'pdb ipdb': { reads: 'program', code: '-c --command' },
  debugpy: { reads: 'program', code: '-c', valued: '--listen --connect --log-to --pid' },
  'profile cProfile': profiler,
  trace: { reads: 'program', valued: '-f --file -C --coverdir --ignore-module --ignore-dir' },
  coverage: { reads: 'program', valued: '--source --include --omit --rcfile --data-file --context --concurrency' },
  'runpy memory_profiler kernprof line_profiler scalene viztracer pyinstrument': program,
});

const nothing = '-h --help -v -V --version';
const lua: Interpreter = { code: '-e', valued: '-l', instead: '-v', input: true };
const node: Interpreter = {
  code: '-e --eval -p --print -pe',
  valued:
    '-r --require --import --loader --experimental-loader -C --conditions --env-file --env-file-if-exists --input-type --title --stack-trace-limit --test-name-pattern --test-reporter --test-reporter-destination --watch-path',
  leads: 'inspect',
  instead: `${nothing} --test --run --v8-options --completion-bash --build-snapshot --experimental-sea-config --prof-process --trace-config`,
  input: true,
};
const python: Interpreter = {
  code: '-c',
  valued: '-W -X -Q --check-hash-based-pycs',
  instead: `${nothing} -m --help-env --help-xoptions --help-all -VV`,
  input: true,
  modules: pythonModules,
};
const django: Interpreter = { code: '', sub: 'shell dbshell shell_plus', commands: true };
const lisp: Interpreter = {
  code: '-e --eval -x -E --print',
  valued: '-l --load -i --init -L',
  instead: nothing,
  input: true,
  bare: true,
};

export const interpreters = byNames<Interpreter>({
  'python pypy ipython': python,
  'node nodejs electron': node,
  tsx: { ...node, leads: 'watch' },
  'ts-node': { ...node, valued: `${node.valued} -P --project -O --compiler-options -T` },
  'babel-node': { ...node, valued: `${node.valued} -x -b --presets --plugins` },
  coffee: { code: '-e --eval', instead: `${nothing} -c --compile -o`, input: true },
  deno: { code: '', sub: 'eval repl', commands: true, instead: nothing },
  bun: { code: '-e --eval -p --print', sub: 'repl exec', commands: true },
  perl: { code: '-e -E', valued: '-I', attached: 'FiDCVdxMm', instead: `${nothing}`, input: true },
  ruby: { code: '-e', valued: '-I -r -C -E', attached: 'FiTWKx0', instead: `${nothing} --copyright`, input: true },
  jruby: { code: '-e', valued: '-I -r -C -E -J', attached: 'FiTWKx0', instead: nothing, input: true },
  irb: { code: '', instead: nothing, input: true },
  erb: { code: '', valued: '-r -T -E -U -S -P', instead: nothing, input: true },
  tcc: { code: '', valued: '-o -I -L -l -B -D -U', instead: `${nothing} -c`, input: true },
  rails: { code: '', sub: 'runner r console c dbconsole db', commands: true },
  php: {
    code: '-r -B -R -E --run --process-begin --process-code --process-end',
    valued: '-d -c -z -F -S -t --define --server --docroot',
    instead: `${nothing} -f --file -S --server -i --info -m --modules --ini -l --syntax-check --rf --rc --re --ri`,
    input: true,
  },
  brew: { code: '', sub: 'ruby irb', commands: true },
  nix: { code: '', sub: 'repl', commands: true },
  artisan: { code: '', sub: 'tinker', commands: true },
  'django-admin manage.py': django,
  sage: { code: '-c', instead: nothing, input: true },
  'lua luajit texlua': lua,
  R: { code: '-e', valued: '--args', instead: `${nothing} -f --file CMD`, input: true },
  Rscript: { code: '-e', instead: nothing, input: true },
  julia: { code: '-e -E --eval --print', valued: '-L --load -J -p -t --threads -C', instead: nothing, input: true },
  'octave octave-cli': { code: '--eval --eval-file', valued: '-p --path', instead: nothing, input: true },
  matlab: { code: '-r -batch', instead: nothing, input: true },
  elixir: {
    code: '-e --eval --rpc-eval',
    valued: '-r -S --name --sname --cookie -pa -pz',
    instead: `${nothing} -S`,
    input: true,
  },
  iex: { code: '-e --eval --rpc-eval', valued: '-r --name --sname --cookie', instead: nothing, input: true },
  erl: { code: '-eval -run -s', instead: nothing, input: true },
  groovy: { code: '-e', valued: '-cp --classpath', instead: nothing, input: true },
  scala: { code: '-e', valued: '-cp -classpath', instead: nothing, input: true },
  'scala-cli': { code: '-e --execute-script', commands: true },
  kotlin: { code: '-e -expression', valued: '-cp -classpath', instead: nothing, input: true },
  kotlinc: { code: '-e -expression', instead: 'any' },
  jshell: { code: '', instead: nothing, input: true },
  swift: { code: '-e', sub: 'repl', instead: `${nothing} build test run package`, input: true },
  ghc: { code: '-e' },
  ghci: { code: '-e', instead: nothing, input: true },
  mix: { code: '', sub: 'eval', commands: true },
  stack: { code: '', sub: 'eval ghci repl', commands: true },
  cabal: { code: '', sub: 'repl v2-repl new-repl', commands: true },
  'runhaskell runghc': { code: '-e', instead: nothing, input: true },
  ocaml: { code: '-e', valued: '-I', instead: nothing, input: true },
  sbcl: { code: '--eval', valued: '--load --core', instead: `${nothing} --script --load`, input: true },
  clisp: { code: '-x', valued: '-i -M', instead: nothing, input: true },
  'scheme petite chez': { code: '', instead: `${nothing} --script --program`, input: true },
  'mit-scheme': { code: '--eval', valued: '--load --args', instead: nothing, input: true },
  ros: { code: '-e --eval', instead: nothing },
  gp: { code: '', instead: nothing, input: true },
  'littler jimsh': { code: '-e', instead: nothing, input: true },
  guile: { code: '-c', valued: '-L -l -e', instead: nothing, input: true },
  'racket clojure clj bb': lisp,
  ...Object.fromEntries(['babashka', 'joker', 'planck', 'nbb', 'lumo'].map((name) => [name, lisp])),
  lein: { code: '', sub: 'exec repl', commands: true },
  'rust-script': { code: '-e --expr -l --loop', valued: '-d --dep -D --debug', instead: nothing },
  mysqlsh: { code: '-e --execute', instead: 'any' },
  csharp: { code: '-e', instead: nothing, input: true },
  nu: { code: '-c --commands -e --execute', instead: nothing, input: true },
  ...Object.fromEntries(
    'elvish xonsh osh ysh oil rc es ion murex brush sash scsh execlineb'
      .split(' ')
      .map((name) => [name, { code: '-c', instead: nothing, input: true } as const]),
  ),
  tclsh: { code: '', input: true },
  wish: { code: '-e', input: true },
  expect: { code: '-c', instead: `${nothing} -f`, input: true },
  osascript: { code: '-e', valued: '-l -s', instead: '', input: true },
  'mongosh mongo': { code: '--eval', instead: nothing, input: true },
  gnuplot: { code: '-e', instead: nothing, input: true },
  m4: { code: '', valued: '-D -I -U', instead: nothing, input: true },
  dc: { code: '-e --expression', instead: nothing, input: true },
  jq: { code: '', instead: 'any' },
  emacs: { code: '--eval --execute -eval -execute -f --funcall -funcall', valued: '-l --load --script', instead: 'any' },
  emacsclient: { code: '-e --eval', instead: 'any' },
  vim: { code: '-c --cmd -S -s -u --remote-send --remote-expr', valued: '-p --server --servername', instead: 'any', fed: true },
  nvim: {
    code: '-c --cmd -S -s -u --remote-send --remote-expr',
    valued: '-p --server --servername -l',
    instead: 'any',
    fed: true,
  },
  hx: { code: '', instead: 'any', fed: true },
  kak: { code: '-e -E', instead: 'any', fed: true },
  lldb: { code: '-o -O -s -S --one-line --one-line-before-file --source --source-before-file', instead: 'any', fed: true },
  gdb: {
    code: '-ex -iex -x -ix --eval-command --init-eval-command --command --init-command -eval-command -command',
    instead: 'any',
    fed: true,
  },
  'bpftrace stap': { code: '-e -c', instead: nothing },
  slsh: { code: '-e', instead: nothing, input: true },
  scilab: { code: '-e', valued: '-f', instead: `${nothing} -f`, input: true },
  gprolog: { code: '--query-goal --init-goal --entry-goal', instead: nothing, input: true },
  'tdbtool scanmem debugfs': { code: '-R -c', instead: 'any', fed: true },
  maxima: { code: '--batch-string -r', instead: nothing, input: true },
  gs: { code: '-c', instead: 'any' },
  gimp: { code: '-b --batch', instead: 'any' },
  amm: { code: '-c --code', instead: nothing, input: true },
  rdmd: { code: '--eval --loop', valued: '-I -L', instead: nothing },
  flask: { code: '', valued: '--app -A --env-file -e', sub: 'shell', commands: true },
  scrapy: { code: '-c', sub: 'shell', commands: true },
  jrunscript: { code: '-e -f', valued: '-cp -classpath -l', instead: nothing, input: true },
  'jython micropython graalpy': python,
  truffleruby: { code: '-e', valued: '-I -r -C', attached: 'FiTWKx0', instead: nothing, input: true },
  raku: { code: '-e', valued: '-I -M', instead: nothing, input: true },
  crystal: { code: '', sub: 'eval play', commands: true },
  hy: { code: '-c', instead: `${nothing} -m`, input: true },
  janet: { code: '-e', valued: '-l', instead: nothing, input: true },
  fennel: { code: '-e --eval', instead: nothing, input: true },
  'moon tarantool': { code: '-e', instead: nothing, input: true },
  qjs: { code: '-e --eval', valued: '-I --include', instead: nothing, input: true },
  d8: { code: '-e', instead: 'any', fed: true },
  gforth: { code: '-e --evaluate', instead: nothing, input: true },
  swipl: { code: '-g -t --goal', valued: '-s -l', instead: nothing, input: true },
  csi: { code: '-e -eval -p -print -P', instead: nothing, input: true },
  gsi: { code: '-e', instead: nothing, input: true },
  gosh: { code: '-e', valued: '-l -I -u', instead: nothing, input: true },
  ecl: { code: '--eval -eval', instead: nothing, input: true },
  ccl: { code: '--eval -e', instead: nothing, input: true },
  abcl: { code: '--eval', instead: nothing, input: true },
  wolframscript: { code: '-code -c -e -expression', instead: `${nothing} -file -f` },
  pry: { code: '-e --exec', instead: nothing, input: true },
  zx: { code: '-e --eval', instead: nothing, input: true },
  psysh: { code: '', instead: nothing, input: true },
  wp: { code: '--exec', sub: 'eval eval-file shell', commands: true },
  drush: { code: '', sub: 'php:eval eval ev php-eval php:cli', commands: true },
  blender: { code: '--python-expr', valued: '-b --background -P --python', instead: 'any' },
});

const others: readonly [RegExp, string][] = [
  [/^(python|pypy|ipython)\d[\d.]*$/, 'python'],
  [/^(perl|ruby|lua|php|node|tclsh|guile|luajit)-?\d[\d.]*$/, ''],
  [/^(vi|view|vimdiff|gvim|ex|rvim|rview|vim\.\w+)$/, 'vim'],
  [/^emacs-?[\w.]+$/, 'emacs'],
];

/** The interpreter that a program is, under whatever version it goes by. */
export function interpreterOf(name: string): Interpreter | undefined {
  const known = interpreters.get(name);
  if (known) return known;
  const other = others.find(([form]) => form.test(name));
  return other && interpreters.get(other[1] || name.replace(/-?\d[\d.]*$/, ''));
}
