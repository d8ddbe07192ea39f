import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { HookBuilder } from '../../../../src/hooks/parent/building/build';
import { findHookFiles, findSources, findTestFiles, hookFilesOf } from '../../../../src/hooks/parent/building/hookFiles';
import { type Disk, filesBelow } from '../../../../src/shared/basics/fileTree';

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
      'g.test.data.ts',
      'h.d.ts',
      'i.cjs',
      'node_modules/j.js',
      'a/_k.js',
      '_lib/l.ts',
      'a/_lib/b/m.ts',
      '_lib/n.test.ts',
    ])
      write(`hooks/${name}`);
    assert.deepEqual(found(), ['a/b/d.js', 'a/c.mts', 'b.ts', 'e.mjs']);
    assert.deepEqual(found(findTestFiles), ['_lib/n.test.ts', 'g.test.ts']);
    const sources = found((hooks) => findSources(hooks, ['a']));
    assert.deepEqual(sources, ['_f.ts', '_lib/l.ts', 'b.ts', 'e.mjs', 'i.cjs']);
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
    symlinkSync('gone', join(folder, 'hooks', '_lib'));
    assert.deepEqual(found(), ['a.ts', 'circle', 'policies']);
    assert.deepEqual(found(findTestFiles), []);
    symlinkSync('nowhere', join(folder, 'home'));
    const below = join(folder, 'home', '.hooksmith', 'hooks');
    assert.deepEqual(findHookFiles(below), [below]);
    assert.deepEqual(findHookFiles(join(folder, 'hooks', 'a.ts', 'hooks')), []);
  });

  it('are stood for by links that lead nowhere, such as to themselves', function () {
    if (process.platform === 'win32') this.skip();
    write('hooks/a.ts');
    symlinkSync('loop', join(folder, 'hooks', 'loop'));
    symlinkSync('loop.ts', join(folder, 'hooks', 'loop.ts'));
    symlinkSync('a.ts/below', join(folder, 'hooks', 'through'));
    symlinkSync('x'.repeat(300), join(folder, 'hooks', 'long'));
    symlinkSync('x'.repeat(300), join(folder, 'hooks', 'long.ts'));
    assert.deepEqual(found(), ['a.ts', 'long', 'long.ts', 'loop', 'loop.ts']);
    assert.deepEqual(found(findTestFiles), []);
  });

  it('are found in the folders of agents, behind links too', function () {
    if (process.platform === 'win32') this.skip();
    write('.hooksmith/hooks/a.ts');
    write('.hooksmith/agents/x/hooks/b.ts');
    write('.hooksmith/agents/x.md');
    write('shared/y/hooks/c.ts');
    symlinkSync(join(folder, 'shared', 'y'), join(folder, '.hooksmith', 'agents', 'y'));
    symlinkSync('loop', join(folder, '.hooksmith', 'agents', 'loop'));
    symlinkSync('loop.md', join(folder, '.hooksmith', 'agents', 'loop.md'));
    const names = hookFilesOf(folder).map((file) => relative(join(folder, '.hooksmith'), file));
    assert.deepEqual(names, ['hooks/a.ts', 'agents/loop/hooks', 'agents/x/hooks/b.ts', 'agents/y/hooks/c.ts']);
  });

  it('do not load where their folder cannot be read: what would guard is missed', async function () {
    if (process.platform === 'win32') this.skip();
    write('file');
    symlinkSync('hooks', join(folder, 'hooks'));
    assert.deepEqual(findHookFiles(join(folder, 'file')), []);
    assert.deepEqual(findHookFiles(join(folder, 'file', 'hooks')), [], 'there is none');
    assert.deepEqual(found(), [''], 'the folder itself');
    const closed = (path: string): Disk => ({
      ...{ lstatSync, realpathSync, statSync, join, dirname },
      readdirSync: (at, options) => {
        if (at === path) throw Object.assign(new Error('closed'), { code: 'EACCES' });
        return readdirSync(at, options);
      },
    });
    write('open/a.ts');
    write('open/closed/b.ts');
    const isWanted = () => true;
    const { files, unread } = filesBelow(closed(join(folder, 'open', 'closed')), join(folder, 'open'), { isWanted });
    assert.deepEqual([files, unread], [[join(folder, 'open', 'a.ts')], [join(folder, 'open', 'closed')]]);
    // Though one that could be read by now would be taken for its `index.ts`.
    write('open/index.ts');
    const builder = new HookBuilder();
    const built = await builder.buildAll([join(folder, 'open'), join(folder, 'open', 'a.ts')]);
    assert.match(built.get(join(folder, 'open'))!.problems[0]!.message, /it is a folder/);
    assert.equal(built.get(join(folder, 'open'))!.bundle, undefined);
    assert.ok(built.get(join(folder, 'open', 'a.ts'))!.bundle);
    await builder.dispose();
  });

  it('are those of other folders where one is taken away while it is looked through', () => {
    write('open/a.ts');
    write('open/taken/b.ts');
    const taken = join(folder, 'open', 'taken');
    const realpathSync_ = (path: string) => {
      if (path === taken) rmSync(taken, { recursive: true });
      return realpathSync(path);
    };
    const disk = { lstatSync, readdirSync, realpathSync: realpathSync_, statSync, join, dirname };
    const found = filesBelow(disk, join(folder, 'open'), { isWanted: () => true });
    assert.deepEqual(found, { files: [join(folder, 'open', 'a.ts')], unread: [] });
  });

  it('are looked for in so many folders, however many ways links make of a few', function () {
    if (process.platform === 'win32') this.skip();
    const names = [...'abcdefghijkl'];
    for (const name of names) write(`hooks/${name}/${name}.ts`);
    for (const name of names)
      for (const other of names) if (other !== name) symlinkSync(join('..', other), join(folder, 'hooks', name, `to-${other}`));
    const all = findHookFiles(join(folder, 'hooks'));
    assert.ok(all.length < 500, String(all.length));
    assert.ok(all.includes(join(folder, 'hooks')), 'that some are missing is told');
  });
});
