import assert from 'node:assert/strict';
import { join } from 'node:path';
import { importsFile } from '../../../src/shell/code/importedFiles';
import { judgeLine } from '../../../src/shell/rules/commandMatch';
import { factsOf } from '../disk';

const texts: Readonly<Record<string, string>> = {
  '/repo/project/main.js': "const { go } = require('./lib');\nconst util = require('util');\ngo();",
  '/repo/project/app.mjs': "import { a } from './src/a.js';",
  '/repo/project/src/a.js': "export * from '../deep/b.js';",
  '/repo/project/main.py': 'import os\nimport helper\nfrom pkg.mod import f\nfrom . import near\n',
  '/repo/project/run.sh': '#!/bin/sh\n. ./env.sh\nsource more.sh\n./step.sh\nsh other.sh\n',
  '/repo/project/main.rb': "require_relative 'lib/x'\n",
  '/repo/project/loop.js': "require('./loop');",
};
const answer = (line: string) => judgeLine(factsOf(line, { text: (path) => texts[path] }), ['git push*']).answer;

describe('a script on disk that has loaded what the line writes', () => {
  for (const line of [
    'echo x > lib.js; node main.js',
    'echo x > lib/index.js; node main.js',
    'echo x > lib.js && node ./main.js arg',
    "cat > deep/b.js <<'E'\nx\nE\nnode app.mjs",
    'echo x > helper.py; python3 main.py',
    'echo x > pkg/mod.py; python3 main.py',
    'echo x > near.py; python3 main.py',
    'echo x > env.sh; sh run.sh',
    'echo x > env.sh; ./run.sh',
    'echo x > more.sh; bash run.sh',
    'echo x > step.sh; bash run.sh',
    'echo x > other.sh; bash run.sh',
    'echo x > lib/x.rb; ruby main.rb',
    'cp a.ts lib.js; node main.js',
  ])
    it(`is not known before it runs: ${JSON.stringify(line)}`, () => assert.equal(answer(line), 'maybe'));
  for (const line of [
    'node main.js',
    'echo x > util.js; node main.js',
    'echo x > lib.txt; node main.js',
    'echo x > src/lib.js; node main.js',
    'sed -i s/a/b/ lib.js; node main.js',
    'echo x > os2.py; python3 main.py',
    'echo x > c.sh; sh run.sh',
    'echo x > y.js; node loop.js',
  ])
    it(`has nothing to do with ${JSON.stringify(line)}`, () => assert.equal(answer(line), 'no'));
  for (const [script, text, file] of [
    ['main.py', 'import os, helper', 'helper.py'],
    ['main.py', 'if x: import helper', 'helper.py'],
    ['main.py', 'import os; import helper', 'helper.py'],
    ['main.py', 'import pkg.mod as m', 'pkg/mod.py'],
    ['main.py', 'from pkg import (\n  a,\n  mod,\n)', 'pkg/mod.py'],
    ['main.py', 'importlib.import_module("helper")', 'helper.py'],
    ['main.py', 'exec(open("helper.py").read())', 'helper.py'],
    ['main.py', 'from .sub import x', 'sub.py'],
    ['main.py', 'from .. import near', '../near.py'],
    ['main.py', 'subprocess.run(["python3", "helper.py"])', 'helper.py'],
    ['main.js', 'require(path.join(__dirname, "lib"))', 'lib.js'],
    ['main.js', 'require(path.join(__dirname, "a", "lib.js"))', 'a/lib.js'],
    ['main.js', 'require(__dirname + "/lib.js")', 'lib.js'],
    ['main.js', 'import x from "./lib.js"', 'lib.ts'],
    ['main.js', 'await import(`./lib.js`)', 'lib.js'],
    ['main.js', 'require("./data.json")', 'data.json'],
    ['main.js', 'require("./pkg")', 'pkg/package.json'],
    ['main.js', 'spawn("node", ["lib.js"])', 'lib.js'],
    ['main.js', 'new Worker(new URL("./lib.js", import.meta.url))', 'lib.js'],
    ['main.js', 'require("./lib")', 'lib/index.cjs'],
    ['main.js', 'require("./lib")', 'lib.node'],
    ['run.sh', '. "$(dirname "$0")/env.sh"', 'env.sh'],
    ['run.sh', 'source "$DIR/env.sh"', 'env.sh'],
    ['run.sh', 'source ${DIR}/env.sh', 'env.sh'],
    ['run.sh', 'if true; then . ./env.sh; fi', 'env.sh'],
    ['run.sh', 'bash -e other.sh', 'other.sh'],
    ['run.sh', 'exec ./step', 'step'],
    ['run.sh', 'node main.mjs', 'main.mjs'],
    ['run.sh', '"./step.sh"', 'step.sh'],
    ['run.sh', "'./step.sh' a", 'step.sh'],
    ['run.sh', '$PWD/step.sh', 'step.sh'],
    ['run.sh', 'python3 -u tool.py', 'tool.py'],
    ['run.sh', 'perl x.pl', 'x.pl'],
    ['run.sh', 'test -f x && ./step.sh', 'step.sh'],
    ['main.pl', 'require "./x.pl"', 'x.pl'],
    ['main.pl', 'use lib "."; use Foo;', 'Foo.pm'],
    ['main.php', 'include __DIR__ . "/x.php";', 'x.php'],
    ['main.rb', 'load "x.rb"', 'x.rb'],
    ['main.rb', 'require_relative "lib/x"', 'lib/x.rb'],
    ['main.lua', 'dofile("x.lua")', 'x.lua'],
  ] as const)
    it(`is read in ${script}: ${text}`, () => {
      const [own, other] = [`/r/project/${script}`, join('/r/project', file)];
      const texts = (path: string) => (path === own ? text : undefined);
      assert.ok(importsFile(own, other, texts, () => undefined));
      assert.ok(!importsFile(own, '/r/project/elsewhere/other.js', texts, () => undefined));
    });
  it('is any where more is loaded than is looked at, but no text', () => {
    const names = (n: number, ending = '') => Array.from({ length: n }, (_, i) => `import './f${i}${ending}';`).join('');
    const any = (text: string, file: string) =>
      importsFile(
        '/w/a.js',
        file,
        (path) => (path === '/w/a.js' ? text : undefined),
        () => undefined,
      );
    assert.ok(any(names(300), '/w/none.js'));
    assert.ok(any(names(500, '.js'), '/w/none.js'));
    assert.ok(!any(names(300), '/w/none.log'));
    assert.ok(!any(names(300, '.js'), '/w/none.js'));
  });
  it('is found behind many others', () => {
    const files: Record<string, string> = {
      '/w/a.js': "'./b'; './c'; './d'; './e'; './f'; './g';".replaceAll("'.", "import '."),
      '/w/g.js': "require('./lib')",
    };
    assert.ok(
      importsFile(
        '/w/a.js',
        '/w/lib.js',
        (path) => files[path],
        () => undefined,
      ),
    );
  });
  it('is read within bounds', () => {
    let [steps, read] = [0, 0];
    const text = Array.from({ length: 300 }, (_, i) => `import './f${i}.js'`).join('\n');
    const found = importsFile(
      '/w/a.js',
      '/w/none.js',
      () => {
        read++;
        return text;
      },
      (some) => {
        steps += some;
      },
    );
    assert.equal(found, true, 'beyond them it may be any');
    assert.ok(read <= 70 && steps > read, `${read} files, ${steps} steps`);
  });
});
