import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../fixtures/core';

describe('a bundle whose compiled code is kept', () => {
  let folder: string;
  let kept: string;
  let bundle: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-kept-')));
    kept = join(folder, 'cache', 'hooksmith');
    bundle = join(folder, 'bundle.js');
    writeFileSync(join(folder, 'beside.js'), 'exports.word = "beside";');
    write('one');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (word: string) =>
    writeFileSync(
      bundle,
      `#!/usr/bin/env node\nconst late = () => new Error('x').stack.split('\\n')[1];\nmodule.exports = { word: ${JSON.stringify(word)}, beside: require('./beside').word, file: __filename, known: require.cache[__filename] === module, place: late() };`,
    );
  const mkdir = (path: string) => {
    mkdirSync(path);
    return path;
  };
  const run = (file = bundle): Record<string, unknown> => {
    const script = `const { runKept } = require(${JSON.stringify(join(root, 'dist', 'keptCode.js'))}); console.log(JSON.stringify(runKept(${JSON.stringify(file)}, ${JSON.stringify(kept)})));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
    assert.equal(stderr, '');
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const files = () => readdirSync(kept);
  const made = () => `${files()} ${files().map((name) => statSync(join(kept, name)).ino)}`;

  it('runs as `require` would run it, the second time by what was kept', () => {
    const first = run();
    assert.deepEqual({ ...first, place: '' }, { word: 'one', beside: 'beside', file: bundle, known: true, place: '' });
    assert.match(String(first.place), /bundle\.js:2:/);
    assert.equal(files().length, 1);
    const before = made();
    assert.deepEqual(run(), first);
    assert.equal(made(), before, 'nothing was compiled anew');
  });

  it('is the new one where the bundle has changed, and the old one goes', () => {
    run();
    const [before] = files();
    write('two!');
    assert.equal(run().word, 'two!');
    assert.equal(files().length, 1);
    assert.notEqual(files()[0], before);
  });

  it('keeps its own beside that of another install and of another engine, and lets go of what is old', () => {
    run();
    const [first] = files();
    const other = join(folder, 'other');
    cpSync(bundle, join(mkdir(other), 'bundle.js'));
    cpSync(join(folder, 'beside.js'), join(other, 'beside.js'));
    const ofAnotherEngine = first!.replace(process.version, 'v1.2.3');
    writeFileSync(join(kept, ofAnotherEngine), 'x');
    writeFileSync(join(kept, 'past-1.code'), 'x');
    utimesSync(join(kept, 'past-1.code'), 0, 0);
    writeFileSync(join(kept, 'notes.txt'), 'of somebody else');
    utimesSync(join(kept, 'notes.txt'), 0, 0);
    run(join(other, 'bundle.js'));
    const both = files();
    assert.equal(both.length, 4, both.join(' '));
    for (const name of [first!, ofAnotherEngine, 'notes.txt']) assert.ok(both.includes(name), `${name} is there still`);
    const before = made();
    run();
    run(join(other, 'bundle.js'));
    assert.equal(made(), before, 'both run by what was kept');
  });

  it('runs without it where it is broken, and where others could have written it', function () {
    if (process.platform === 'win32') this.skip();
    run();
    const path = join(kept, files()[0]!);
    writeFileSync(path, 'no code');
    assert.equal(run().word, 'one');
    assert.notEqual(readFileSync(path, 'utf8'), 'no code');
    chmodSync(path, 0o666);
    const before = made();
    assert.equal(run().word, 'one');
    assert.notEqual(made(), before, 'it was not believed');
  });

  it('runs where nothing can be kept', () => {
    mkdirSync(join(folder, 'cache'));
    writeFileSync(kept, 'a file in its place');
    assert.equal(run().word, 'one');
  });
});
