import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../../src/adapters/disk/diskFiles';
import { namesIn, trackedFiles } from '../../../src/adapters/disk/gitIndex';
import { Toolbox } from '../../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import { bash } from '../../../src/tools/bash';

describe('what a repository tracks', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-index-')));
  const repository = join(base, 'first');
  const names = ['.vscode/tasks.json', 'a', 'deep/one/b', 'deep/two/b', `long/${'x'.repeat(200)}`, 'é.txt'];
  const gitIn = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd, stdio: 'pipe' });
  const git = (...args: string[]) => gitIn(repository, ...args);
  const copy = (name: string) => {
    gitIn(base, 'clone', '-q', repository, name);
    return join(base, name);
  };
  const write = (name: string) => {
    mkdirSync(dirname(join(repository, name)), { recursive: true });
    writeFileSync(join(repository, name), name);
  };

  before(() => {
    mkdirSync(repository);
    for (const name of names) write(name);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'x');
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  const told = (folder: string) => trackedFiles(folder)?.files;

  it('is read from its index, of whatever version', () => {
    for (const version of ['2', '3', '4', '2']) {
      git('update-index', '--index-version', version);
      // Of the third version are only those with such flags.
      git('update-index', version === '3' ? '--skip-worktree' : '--no-skip-worktree', 'a');
      assert.deepEqual(told(repository), names, version);
    }
  });

  it('is that of the repository around a folder', () => {
    assert.deepEqual(trackedFiles(join(repository, 'deep/one')), { folder: repository, files: names });
    assert.deepEqual(trackedFiles(join(repository, 'deep/nowhere')), { folder: repository, files: names });
    assert.equal(told(base), undefined);
  });

  it('is read again once it has changed', () => {
    write('later');
    git('add', 'later');
    assert.deepEqual(told(repository), [...names.slice(0, 4), 'later', ...names.slice(4)]);
    git('rm', '-qf', 'later');
    assert.deepEqual(told(repository), names);
  });

  it('is another of each work tree, of a submodule, and behind a link', () => {
    git('worktree', 'add', '-q', '../other');
    assert.deepEqual(trackedFiles(join(base, 'other/deep')), { folder: join(base, 'other'), files: names });
    const outer = copy('outer');
    gitIn(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository, 'sub');
    assert.deepEqual(trackedFiles(join(outer, 'sub/deep')), { folder: join(outer, 'sub'), files: names });
    assert.deepEqual(told(outer), ['.gitmodules', ...names.slice(0, -1), 'sub', names.at(-1)]);
    mkdirSync(join(base, 'linked'));
    symlinkSync('../first/.git', join(base, 'linked/.git'));
    assert.deepEqual(told(join(base, 'linked')), names);
  });

  it('is read whatever hashes it has', () => {
    const folder = join(base, 'sha256');
    cpSync(repository, folder, { recursive: true, filter: (from) => !from.endsWith('.git') });
    gitIn(folder, 'init', '-q', '--object-format=sha256');
    for (const version of ['2', '4']) {
      gitIn(folder, 'add', '-A');
      gitIn(folder, 'update-index', '--index-version', version);
      assert.deepEqual(told(folder), names, version);
    }
  });

  it('is not known of an index that lists only some of it, or where none is yet', () => {
    const split = copy('split');
    gitIn(split, 'update-index', '--split-index');
    assert.equal(told(split), undefined);
    const sparse = copy('sparse');
    gitIn(sparse, 'sparse-checkout', 'set', '--cone', '--no-sparse-index', 'deep/one');
    assert.deepEqual(told(sparse), names);
    gitIn(sparse, 'sparse-checkout', 'reapply', '--sparse-index');
    assert.equal(told(sparse), undefined);
    git('clone', '-q', '--no-checkout', '.', '../bare');
    assert.equal(told(join(base, 'bare')), undefined);
  });

  it('is not known where the repository has its files elsewhere, or another one is named for all', () => {
    const elsewhere = copy('elsewhere');
    gitIn(elsewhere, 'config', 'core.worktree', '../work');
    assert.equal(told(elsewhere), undefined);
    for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) {
      process.env[name] = join(base, 'other');
      try {
        assert.equal(told(repository), undefined, name);
      } finally {
        delete process.env[name];
      }
    }
    assert.deepEqual(told(repository), names);
  });

  it('is not known of an index that is none, that is broken off, or that is larger than anyone reads', () => {
    for (const bad of ['', 'DIRC', 'x'.repeat(100), 'DIRC\0\0\0\x02\0\0\0\x01', `DIRC\0\0\0\x02\0\0\0\x01${'x'.repeat(70)}`])
      assert.equal(namesIn(Buffer.from(bad, 'latin1')), undefined, JSON.stringify(bad.slice(0, 20)));
    const index = readFileSync(join(repository, '.git/index'));
    for (const length of [index.length - 1, index.length - 20, index.length - 40, 200, 80])
      assert.equal(namesIn(index.subarray(0, length)), undefined, String(length));
    // A folder, a name of another length, and one that begins with more of the name before than that has.
    const bent = (at: number, byte: number) => {
      const copy = Buffer.from(index);
      copy[at] = byte;
      return namesIn(copy);
    };
    const [mode, length] = [12 + 26, 12 + 61];
    assert.deepEqual(bent(mode, index[mode]!), names);
    assert.equal(bent(mode, 0x41), undefined);
    assert.equal(bent(length, index[length]! + 1), undefined);
    const entry = (cut: number, name: string) =>
      Buffer.concat([
        Buffer.alloc(26),
        Buffer.from([0x81, 0xa4]),
        Buffer.alloc(32),
        Buffer.from([0, name.length, cut]),
        Buffer.from(`${name}\0`),
      ]);
    const short = (cut: number) =>
      namesIn(Buffer.concat([Buffer.from('DIRC\0\0\0\x04\0\0\0\x02'), entry(0, 'a'), entry(cut, 'b'), Buffer.alloc(20)]));
    assert.deepEqual(short(1), ['a', 'b']);
    assert.equal(short(2), undefined);
    const large = copy('large');
    const grow = (bytes: number) => {
      const part = Buffer.alloc(8 + bytes);
      part.write('ZZZZ');
      part.writeUInt32BE(bytes, 4);
      writeFileSync(join(large, '.git/index'), Buffer.concat([index.subarray(0, -20), part, index.subarray(-20)]));
    };
    grow(1000);
    assert.deepEqual(told(large), names);
    // In its place, by a program that writes it over.
    gitIn(join(base, 'other'), 'rm', '-q', '--cached', 'a');
    writeFileSync(join(large, '.git/index'), readFileSync(join(repository, '.git/worktrees/other/index')));
    assert.deepEqual(
      told(large),
      names.filter((name) => name !== 'a'),
    );
    grow(20 * 1024 * 1024);
    assert.equal(told(large), undefined);
    for (const text of ['gitdir: nowhere', 'nothing']) {
      mkdirSync(join(base, text));
      writeFileSync(join(base, text, '.git'), text);
      assert.equal(told(join(base, text)), undefined);
    }
    mkdirSync(join(base, 'folder/.git/index'), { recursive: true });
    assert.equal(diskFiles.tracked!(join(base, 'folder')), undefined);
  });

  it('is a part of what a command line is told to do', () => {
    const registry = new ToolRegistry();
    registry.registerScope('built-in', [bash]);
    const toolbox = new Toolbox(registry, { cwd: repository, folders: [repository], home: base, files: diskFiles });
    const { guarded, searches } = toolbox.facts('Bash', { command: 'git pull && git diff' });
    assert.deepEqual(guarded, [`${repository}/.vscode/tasks.json (by \`git\`, which may write all that the repository tracks)`]);
    assert.deepEqual(searches, [{ folder: repository, found: names }]);
  });
});
