import assert from 'node:assert/strict';
import { judgeLine } from '../../src/shell/commandMatch';
import { importsFile } from '../../src/shell/importedFiles';
import { factsOf } from './disk';

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
  it('is read within bounds', () => {
    let [steps, read] = [0, 0];
    const text = Array.from({ length: 2000 }, (_, i) => `import './f${i}.js'`).join('\n');
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
    assert.equal(found, false);
    assert.ok(read <= 60 && steps > read, `${read} files, ${steps} steps`);
  });
});
