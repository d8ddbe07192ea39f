/** What of a folder a search comes to: only what it reads or names there is held against it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../../src/adapters/disk/diskFiles';
import { Toolbox } from '../../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import { bash } from '../../../src/tools/bash';

describe('what a search comes to', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-reach-')));
  before(() => {
    for (const file of ['.env', 'a.ts', 'secrets/key.txt', 'src/b.ts', 'src/.env', 'node_modules/x/index.ts']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), 'x');
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const registry = new ToolRegistry();
  registry.registerScope('built-in', [bash]);
  const found = (command: string): string[] | undefined => {
    const place = { cwd: folder, folders: [folder], home: '/home/me', files: diskFiles };
    const all = (new Toolbox(registry, place).facts('Bash', { command }).searches ?? []).map((one) => one.found);
    return all.includes(undefined) ? undefined : all.flatMap((one) => one!.map((path) => path.replace(`${folder}/`, ''))).sort();
  };
  const sources = ['a.ts', 'node_modules/x/index.ts', 'src/b.ts'];
  const files = ['.env', 'a.ts', 'node_modules/x/index.ts', 'secrets/key.txt', 'src/.env', 'src/b.ts'];

  for (const [line, expected] of Object.entries({
    "find . -name '*.ts'": sources,
    "find -name '*.ts'": sources,
    "find . -type f -name '*.ts' -not -path './node_modules/*'": ['a.ts', 'src/b.ts'],
    "find . -name node_modules -prune -o -name '*.ts' -print": ['a.ts', 'src/b.ts'],
    "find . -maxdepth 1 -name '*.ts'": ['a.ts'],
    "find . -name '*.ts' -delete": sources,
    'find . -name .env -delete': ['.env', 'src/.env'],
    "find . -name '*.ts' -o -name '.e*'": ['.env', 'a.ts', 'node_modules/x/index.ts', 'src/.env', 'src/b.ts'],
    'find . -type f': files,
    'find . -type f -name "$X"': files,
    "find . -name '*.ts'; find . -name '.env'": ['.env', 'a.ts', 'node_modules/x/index.ts', 'src/.env', 'src/b.ts'],
    "grep -rn x --include='*.ts' .": sources,
    "grep -rn x --include '*.ts' --include=.env": ['.env', 'a.ts', 'node_modules/x/index.ts', 'src/.env', 'src/b.ts'],
    'grep -rn x --exclude-dir=node_modules --exclude-dir=secrets --exclude=.env .': ['a.ts', 'src/b.ts'],
    "grep -rn x --include='[.]env' .": files,
    'grep -rn x --include="$X" .': files,
    "rg x -g '*.ts'": sources,
    "rg x -g '*.{ts,txt}'": ['a.ts', 'node_modules/x/index.ts', 'secrets/key.txt', 'src/b.ts'],
    "rg x --iglob '*.TS'": sources,
    "rg x -g '.e*'": ['.env', 'src/.env'],
    'du -sh .': [],
    'fd -e ts': sources,
    'fd -H env': ['.env', 'src/.env'],
  }))
    it(`${line}: ${expected.join(' ') || 'nothing'}`, () => assert.deepEqual(found(line), expected));

  it('is all of it, where it is told in another way, or only what is left out is told', () => {
    for (const line of ["rg x -g '!*.lock'", "rg x -g 'src/*'", 'rg x', 'grep -r x .', 'du -a', 'ls -aR', 'rg x -g "$X"'])
      for (const file of files) assert.ok(found(line)?.includes(file), `${line}: ${file}`);
  });

  it('is what git tracks, where it looks through that alone', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'core.excludesFile=', ...args], { cwd: folder, stdio: 'ignore' });
    git('init', '-q');
    git('add', 'a.ts', 'src/b.ts');
    for (const line of ['git grep x', 'git ls-files', 'git grep -e x', 'git status; git grep x'])
      assert.deepEqual(found(line), ['a.ts', 'src/b.ts'], line);
    assert.deepEqual(found('git grep x -- src'), ['b.ts']);
    assert.deepEqual(found('git -C src grep x'), ['b.ts']);
    for (const line of [
      'git grep x HEAD~3',
      'git grep --untracked x',
      'git grep --no-ind x',
      'git ls-files -co',
      'git ls-files --with-tree=HEAD~3',
      'git archive HEAD',
      'git add -A && git grep x',
      'for i in 1 2; do git grep x; git add -f .; done',
      'git pull && git ls-files',
      'GIT_DIR=/x git grep x',
      'git --git-dir /x grep x',
    ])
      assert.ok(found(line)?.includes('.env') ?? true, line);
    rmSync(join(folder, '.git'), { recursive: true });
    assert.ok(found('git grep x')!.includes('.env'), 'where nobody knows what is tracked');
  });

  it('is what a link leads to, whatever the link is called', () => {
    symlinkSync('secrets/key.txt', join(folder, 'link.ts'));
    assert.ok(found("find . -name '*.ts'")!.includes('secrets/key.txt'));
    rmSync(join(folder, 'link.ts'));
  });

  it('is told of a large folder too, where little of it is asked for; of one that nobody would look through, nothing is', () => {
    mkdirSync(join(folder, 'many'));
    for (let i = 0; i < 2100; i++) writeFileSync(join(folder, 'many', `${i}.txt`), '');
    assert.deepEqual(found("find . -name '*.ts'"), sources);
    assert.equal(found('find . -type f'), undefined);
    rmSync(join(folder, 'many'), { recursive: true });
  });
});
