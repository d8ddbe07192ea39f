/** Programs that run code: where it stands in their words or on their input, and where their words are all there is. */
import assert from 'node:assert/strict';
import { interpreterOf } from '../../../src/shell/programs/interpreters';
import { codeIn } from '../../../src/shell/running/hiddenCode';
import { literal } from '../../../src/shell/syntax/words';

const given = (line: string, kind: 'nothing' | 'unknown') => {
  const [name = '', ...args] = line.split(' ');
  return codeIn(name, args.map(literal), { kind })?.reason;
};
const lines = (text: string) => text.trim().split(/\s*[;\n]\s*/);

describe('an interpreter', () => {
  for (const line of lines(`
    python -c x; pypy -c x; ipython -c x; jython -c x; micropython -c x; graalpy -c x
    node -e x; node --eval x; node -p x; node --print x; node -pe x; nodejs -e x; electron -e x; tsx -e x
    ts-node -e x; ts-node -P y -e x; ts-node -r y -e x; babel-node -e x; babel-node --presets y -e x; babel-node -r y -e x
    coffee -e x; coffee --eval x; deno eval x; deno repl; bun -e x; bun --print x; bun exec x; bun repl
    perl -e x; perl -E x; perl -ne x; perl -I y -e x; ruby -e x; ruby -I y -e x; jruby -e x; jruby -J y -e x; truffleruby -e x; truffleruby -C y -e x
    rails runner x; rails c; rails dbconsole; artisan tinker; django-admin shell; manage.py dbshell; crystal eval x; crystal play; wp eval x; wp shell; drush ev x; drush php:cli
    php -r x; php -B x; php --process-end x; php -d y -r x; lua -e x; lua -l y -e x; luajit -e x; texlua -e x
    R -e x; R --args y -e x; Rscript -e x; julia -E x; julia -L y --eval x; octave --eval x; octave -p y --eval x; matlab -batch x
    elixir -e x; elixir --name y -e x; iex -e x; iex --cookie y -e x; erl -eval x; groovy -e x; groovy -cp y -e x; scala -e x; scala -cp y -e x
    scala-cli -e x; kotlin -expression x; kotlin -cp y -e x; swift -e x; swift repl; ghc -e x; ghci -e x; runghc -e x; sage -c x
    ocaml -e x; ocaml -I y -e x; sbcl --eval x; sbcl --core y --eval x; clisp -x x; clisp -M y -x x; guile -c x; guile -L y -c x
    racket -e x; racket -L y -e x; clojure -e x; clj -e x; bb -e x; nu -c x; nu --execute x; elvish -c x; xonsh -c x; osh -c x; wish -e x
    expect -c x; osascript -e x; osascript -l y -e x; mongosh --eval x; mongo --eval x; gnuplot -e x; dc -e x; dc --expression x
    emacs --eval x; emacs -l y --eval x; emacs -f x; emacsclient -e x; vim -c x f; vim f -S x; vim --servername y --remote-send x; kak -e x
    lldb -o x; lldb --source x; gdb -ex x; gdb --command x; bpftrace -e x; maxima -r x; maxima --batch-string x; gs -c x
    jrunscript -e x; jrunscript -cp y -e x; raku -e x; raku -I y -e x; hy -c x; janet -e x; janet -l y -e x; fennel --eval x; moon -e x
    tarantool -e x; qjs -e x; qjs -I y -e x; d8 -e x; gforth -e x; gforth --evaluate x; swipl -g x; swipl -s y -t x; csi -e x; csi -print x
    gsi -e x; gosh -e x; gosh -l y -e x; ecl --eval x; ccl -e x; abcl --eval x; wolframscript -code x; wolframscript -e x; pry --exec x
    blender --python-expr x; blender -b y --python-expr x; vim +x f; emacs +x f
    python -m timeit x; python -m pyperf x; python -m code -c x; python -m asyncio -c x; python -m IPython -c x; python -m pdb -c x f; python -m ipdb --command x f
    python -m debugpy --listen 1 -c x; python -m debugpy --log-to y -c x; python -m runpy -m timeit x; python -m cProfile -o y -m timeit x
    python -m profile -s y -m timeit x; python -m trace -f y -m timeit x; python -m coverage run --source y -m timeit x; python -m kernprof -m timeit x
  `))
    it(`is given code: ${line}`, () => assert.match(given(line, 'nothing') ?? '', /^`[^`]+` is given code$/));

  const reading = lines(`
    python; python -W y; pypy; node; node -r y; node --title y; tsx; ts-node -O y; babel-node -x y; coffee; perl; perl -I y; ruby; ruby -r y; jruby; jruby -J y; irb; truffleruby -I y
    php; php -d y; php --define y; lua; lua -l y; luajit; texlua; R; R --args y; Rscript; julia; julia --threads y; octave; octave --path y; matlab; elixir; elixir -r y; iex; iex --sname y
    erl; groovy; groovy --classpath y; scala; scala -classpath y; kotlin; kotlin -cp y; jshell; swift; ghci; runghc; ocaml; ocaml -I y; sbcl; clisp; clisp -i y; guile; guile -l y; racket; racket -i y
    clojure; clj; bb; nu; elvish; xonsh; osh; tclsh; wish; expect; osascript; osascript -s y; mongosh; mongo; gnuplot; m4; m4 -D y; dc; jrunscript; jrunscript -l y; jython; micropython
    graalpy; raku; raku -M y; hy; janet; janet -l y; fennel; moon; tarantool; qjs; qjs --include y; gforth; swipl; swipl -l y; csi; gsi; gosh; gosh -u y; ecl; ccl; abcl; maxima; pry; psysh
    python -m code; python -m asyncio; python -m idlelib; python -m idlelib.idle; python -m idlelib.run; python -m IPython; python -m ptpython; python -m bpython
  `);
  for (const line of reading)
    it(`reads code from its input: ${line}`, () => {
      assert.match(given(line, 'nothing') ?? '', /reads code from its input$/);
      assert.match(given(line, 'unknown') ?? '', /reads code from its input, which is only known when it runs$/);
    });
  for (const line of lines('vim f; hx; kak f; lldb; gdb f; d8'))
    it(`may take what it is fed for code: ${line}`, () => {
      assert.equal(given(line, 'nothing'), undefined);
      assert.match(given(line, 'unknown') ?? '', /is given code on its input$/);
    });

  // Only its version is asked for, or what runs is named otherwise; the same with a script.
  const versions = reading.flatMap((line) =>
    /^(tclsh|wish|lua|luajit|texlua|osascript)\b| /.test(line) ? [] : [`${line} --version`],
  );
  for (const line of [
    ...versions,
    ...lines(`
      deno --version; deno run x; bun run x; bun install; rails server; artisan migrate; crystal build x; wp plugin; drush status; scala-cli compile x; ghc x.hs; bpftrace --version
      python -m pytest; python -VV; python --help-env; python -m; node --test; node --prof-process; node --v8-options; coffee -c; ruby --copyright; php -f x; php -S x; php --ini; lua -v
      R -f x; R CMD; sbcl --script; sbcl --load; swift build; elixir -S; sage x; django-admin migrate; expect -f; hy -m; wolframscript x; jq .; emacs f; emacsclient f; gs f; blender -b y; tclsh x
      perl -Mre x; perl -Fe x; perl -i.bake x; perl -x/tme x; ruby -Ke x; ruby -x/tme x; jruby -Te x; truffleruby -We x; python -Xc x; python -Wc x; perl -I/e x; lua -le x; node -Ce x
      python -m pdb f; python -m trace -C c -m pytest; python -m trace --ignore-dir c f; python -m coverage run --rcfile c f; python -m coverage report; python -m cProfile --outfile c f
      python -m code f; python -m timeit --help; python -m scalene f; python -m debugpy --connect c f; python -m http.server; wish x; osascript x; m4 x
    `),
  ])
    it(`does what its words say: ${line}`, () => assert.equal(given(line, 'unknown'), undefined));
});

describe('the name of an interpreter', () => {
  for (const [known, ...names] of [
    ['python', 'python3', 'python3.12', 'python2.7'],
    ['pypy', 'pypy3'],
    ['ipython', 'ipython3'],
    ['perl', 'perl5.36.0', 'perl-5.36'],
    ['ruby', 'ruby3.2'],
    ['lua', 'lua5.4', 'lua-5.4'],
    ['php', 'php8.2'],
    ['node', 'node18', 'node-18'],
    ['tclsh', 'tclsh8.6'],
    ['guile', 'guile-3.0'],
    ['luajit', 'luajit-2.1.0'],
    ['vim', 'vi', 'view', 'vimdiff', 'gvim', 'ex', 'rvim', 'rview', 'vim.tiny', 'vim.basic'],
    ['emacs', 'emacs29', 'emacs-29.1', 'emacs-nox'],
  ] as const)
    it(`${known} is also ${names.join(', ')}`, () => {
      assert.ok(interpreterOf(known));
      for (const name of names) assert.equal(interpreterOf(name), interpreterOf(known), name);
    });
  it('is no part of another', () => {
    for (const name of [
      'xpython3',
      'python3-config',
      'mypython',
      'perldoc',
      'xperl5',
      'perl5x',
      'node-gyp',
      'vitest',
      'xvi',
      'views',
      'xemacs',
      'emacs/x',
      'python3.12-',
      'vim.',
    ])
      assert.equal(interpreterOf(name), undefined, name);
  });
});
