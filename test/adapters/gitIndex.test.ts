import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../src/adapters/diskFiles';
import { namesIn, trackedFiles } from '../../src/adapters/gitIndex';
import { Toolbox } from '../../src/agent/toolbox';
import { ToolRegistry } from '../../src/agent/toolRegistry';
import { bash } from '../../src/tools/bash';

describe('what a repository tracks', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-index-')));
  const repository = join(base, 'work');
  const names = ['.vscode/tasks.json', 'a', 'deep/one/b', 'deep/two/b', `long/${'x'.repeat(200)}`, 'é.txt'];
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: repository, stdio: 'pipe' });
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

  it('is another of each work tree', () => {
    git('worktree', 'add', '-q', '../other');
    assert.deepEqual(trackedFiles(join(base, 'other/deep')), { folder: join(base, 'other'), files: names });
  });

  it('is not known of an index that is none, that is broken off, or that is larger than anyone reads', () => {
    for (const bad of ['', 'DIRC', 'x'.repeat(100), 'DIRC\0\0\0\x02\0\0\0\x01', `DIRC\0\0\0\x02\0\0\0\x01${'x'.repeat(70)}`])
      assert.equal(namesIn(Buffer.from(bad, 'latin1')), undefined, JSON.stringify(bad.slice(0, 20)));
    mkdirSync(join(base, 'large/.git'), { recursive: true });
    writeFileSync(join(base, 'large/.git/index'), '');
    truncateSync(join(base, 'large/.git/index'), 5 * 1024 * 1024);
    assert.equal(diskFiles.tracked!(join(base, 'large')), undefined);
    mkdirSync(join(base, 'odd'));
    writeFileSync(join(base, 'odd/.git'), 'gitdir: nowhere');
    assert.equal(diskFiles.tracked!(join(base, 'odd')), undefined);
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
