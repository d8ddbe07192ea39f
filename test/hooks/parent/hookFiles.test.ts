import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findHookFiles, findTestFiles } from '../../../src/hooks/parent/hookFiles';

describe('the files below a folder of hooks', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-files-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  };
  const found = (find = findHookFiles) => find(join(folder, 'hooks')).map((file) => relative(join(folder, 'hooks'), file));

  it('are told by their names, at any depth', () => {
    for (const name of [
      'b.ts',
      'a/c.mts',
      'a/b/d.js',
      'e.mjs',
      '_f.ts',
      'g.test.ts',
      'h.d.ts',
      'i.cjs',
      'node_modules/j.js',
      'a/_k.js',
    ])
      write(`hooks/${name}`);
    assert.deepEqual(found(), ['a/b/d.js', 'a/c.mts', 'b.ts', 'e.mjs']);
    assert.deepEqual(found(findTestFiles), ['g.test.ts']);
    assert.deepEqual(findHookFiles(join(folder, 'nowhere')), []);
  });

  it('may be reached by links to files and folders, once where a link leads back up', function () {
    if (process.platform === 'win32') this.skip();
    write('hooks/a.ts');
    write('shared/policies/b.ts');
    write('other.ts');
    symlinkSync(join(folder, 'shared'), join(folder, 'hooks', 'shared'));
    symlinkSync(join(folder, 'other.ts'), join(folder, 'hooks', 'other.ts'));
    symlinkSync('..', join(folder, 'shared', 'policies', 'up'));
    symlinkSync('.', join(folder, 'hooks', 'self'));
    assert.deepEqual(found(), ['a.ts', 'other.ts', 'shared/policies/b.ts']);
  });

  it('are none where who reads them would wait for ever; a link to nothing is one that cannot be read', function () {
    if (process.platform === 'win32') this.skip();
    write('hooks/a.ts');
    execFileSync('mkfifo', [join(folder, 'hooks', 'pipe.ts')]);
    symlinkSync('pipe.ts', join(folder, 'hooks', 'link.ts'));
    symlinkSync('/dev/zero', join(folder, 'hooks', 'zero.ts'));
    symlinkSync('gone.ts', join(folder, 'hooks', 'broken.ts'));
    assert.deepEqual(found(), ['a.ts', 'broken.ts']);
  });

  it('are stood for by a folder that cannot be looked through', function () {
    if (process.platform === 'win32') this.skip();
    write('hooks/a.ts');
    symlinkSync('unmounted/policies', join(folder, 'hooks', 'policies'));
    symlinkSync('circle', join(folder, 'hooks', 'circle'));
    symlinkSync('gone.md', join(folder, 'hooks', 'notes.md'));
    assert.deepEqual(found(), ['a.ts', 'circle', 'policies']);
    assert.deepEqual(found(findTestFiles), []);
    symlinkSync('nowhere', join(folder, 'home'));
    const below = join(folder, 'home', '.hooksmith', 'hooks');
    assert.deepEqual(findHookFiles(below), [below]);
    assert.deepEqual(findHookFiles(join(folder, 'hooks', 'a.ts', 'hooks')), []);
  });
});
