import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gitChanges } from '../../../src/adapters/disk/gitChanges';

describe('@changes', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-changes-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { stdio: 'pipe' });
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const committed = (files: Record<string, string>) => {
    git('init', '-q');
    for (const [name, text] of Object.entries(files)) put(name, text);
    git('add', '.');
    git('commit', '-qm', 'first');
  };
  const shown = async () => undefined;
  const read = (hides: (path: string) => Promise<string | undefined> = shown) =>
    gitChanges(() => [folder]).read('changes', hides);

  it('is what changed since the last commit, staged or not, and the names of new files', async () => {
    committed({ 'a.ts': 'one\n', 'b.ts': 'b\n' });
    assert.equal((await read())!.text, 'Nothing has changed.');
    put('a.ts', 'two\n');
    put('b.ts', 'c\n');
    put('new.ts', 'n');
    git('add', 'b.ts');
    const { kind, text, note } = (await read())!;
    assert.equal(kind, 'changes');
    assert.match(text, /-one\n\+two/);
    assert.match(text, /-b\n\+c/);
    assert.match(text, /New files, not added yet:\nnew\.ts/);
    assert.equal(note, undefined);
  });

  it('leaves out what may not be shown, under any name, and says how much', async () => {
    committed({ 'kept/übung.ts': 'SECRET one\n', 'open.ts': 'o\n' });
    put('kept/übung.ts', 'SECRET two\n');
    put('open.ts', 'p\n');
    put('kept/new.ts', 'n');
    const { text, note } = (await read(async (path) => (path.startsWith(join(folder, 'kept')) ? 'denied' : undefined)))!;
    assert.match(text, /\+p/);
    assert.doesNotMatch(text, /SECRET|kept/);
    assert.equal(note, '2 files are left out');
  });

  it('runs nothing that the repository names, and knows a repository without a commit', async () => {
    git('init', '-q');
    put('.gitattributes', '*.ts diff=mine\n');
    put('a.ts', 'one\n');
    git('add', '.');
    git('config', 'diff.mine.textconv', 'touch made;cat');
    git('config', 'diff.mine.command', 'touch made');
    git('config', 'core.fsmonitor', 'touch made');
    assert.match((await read())!.text, /\+one/);
    assert.throws(() => execFileSync('ls', [join(folder, 'made')], { stdio: 'pipe' }));
  });

  it('is nothing else, and says where there is no repository', async () => {
    assert.equal(await gitChanges(() => [folder]).read('change', shown), undefined);
    await assert.rejects(read(), /no workspace folder is in a git repository/);
  });
});
