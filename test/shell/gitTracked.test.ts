/** What git writes and shows of the files that it tracks, where no word names them. */
import assert from 'node:assert/strict';
import { around, factsOf } from './disk';

const files = ['.vscode/tasks.json', 'a.ts', 'secrets/key.txt', 'src/c.ts', 'src/.npmrc', 'src/d.js'];
const facts = (line: string, tracked: readonly string[] = files) =>
  factsOf(line, { ...around, tracked: () => ({ folder: '/repo/project', files: tracked }) });

/** The first protected file that it may write. */
const written = (line: string, tracked?: readonly string[]): string =>
  (facts(line, tracked).guarded ?? [])
    .map((one) =>
      one
        .replace('/repo/project/', '')
        .replace(/ \(by `\w+`, which may write (all that the repository tracks|anything in .*)\)$/, ''),
    )
    .join('; ');
const shown = (line: string): string =>
  (facts(line).searches ?? [])
    .flatMap(({ found = [] }) => found)
    .map((one) => one.replace('/repo/project/', ''))
    .join(' ');

describe('tracked files that git writes', () => {
  const all = '.vscode/tasks.json';
  const lines: Readonly<Record<string, string>> = {
    'git pull': all,
    'git pull --rebase origin main': all,
    'git merge x': all,
    'git merge --abort': all,
    'git merge --quit': '',
    'git rebase main': all,
    'git rebase --show-current-patch': '',
    'git cherry-pick abc': all,
    'git revert HEAD': all,
    'git am --abort': all,
    'git am --quit': '',
    'git reset --hard': all,
    'git reset HEAD~1': '',
    'git reset': '',
    'git stash': all,
    'git stash pop': all,
    'git stash list': '',
    'git stash show -p': '',
    'git checkout main': all,
    'git checkout -': all,
    'git checkout': '',
    'git checkout -f': all,
    'git switch --discard-changes --detach': all,
    'git stash -- a.ts': '',
    'git stash push -m x -- src': 'src/.npmrc',
    'git lfs pull': all,
    'git lfs checkout': all,
    'git lfs checkout src': 'src/.npmrc',
    'git lfs fetch': '',
    'git read-tree -um HEAD': '.vscode',
    'git read-tree HEAD': '',
    'git sparse-checkout disable': '.vscode',
    'git sparse-checkout list': '',
    'git checkout -b topic': '',
    'git checkout -b topic origin/main': all,
    'git checkout .': all,
    'git checkout -- .': all,
    'git checkout -- src': 'src/.npmrc',
    'git checkout -- src/c.ts': '',
    'git checkout src/c.ts': '',
    'git checkout -- "$X"': all,
    'git switch main': all,
    'git switch -': all,
    'git switch -c topic': '',
    'git switch -c topic main': all,
    'git restore .': all,
    'git restore src': 'src/.npmrc',
    'git restore src/c.ts': '',
    'git restore a.ts': '',
    "git restore ':/'": all,
    "git restore -- . ':!.vscode'": 'src/.npmrc',
    "git restore -- . ':!.vscode' ':(exclude)src'": '',
    "git restore '*.json'": all,
    "git restore '*.ts'": '',
    "git restore 's*'": all,
    'git restore --staged .': '',
    'git restore --staged --worktree .': all,
    'git rm -r src': 'src/.npmrc',
    'git rm -r --cached .': '',
    'git rm a.ts': '',
    'git bisect start HEAD v1': all,
    'git bisect log': '',
    'git -C src pull': all,
    'git co main': all,
    'git absorb': '',
    'git $X': all,
    'git --no-pager "$X" x': all,
    'c=pull; git $c': all,
    'c=status; git $c': '',
    'c="restore src"; git $c': 'src/.npmrc',
    'c="restore ."; (cd src && git $c)': 'src/.npmrc',
    'for c in fetch merge; do git $c; done': all,
    'for c in fetch status; do git -C "$PWD" $c; done': '',
    'g() { git "$@"; }; g pull': all,
    'g() { git "$@"; }; g status': '',
    'alias g=git; g pull': all,
    'alias g=git; g status': '',
    'alias gp="git pull"; gp --rebase': all,
    'cd src && git restore .': 'src/.npmrc',
    'gh pr checkout 12': all,
    'gh pr -R o/r checkout 12': all,
    'gh pr view 12': '',
    'gh repo sync': all,
    'glab mr checkout 3': all,
    'hub pr checkout 3': all,
    'hub pull': all,
    'git status': '',
    'git fetch': '',
    'git push': '',
    'git add -A': '',
    "git commit -am 'x'": '',
    'git branch -d x': '',
    'git log -p': '',
  };
  for (const [line, expected] of Object.entries(lines))
    it(`${line}: ${expected || 'none'}`, () => {
      const [first = ''] = written(line).split('; ');
      // From inside of it, the line may be in either folder.
      assert.ok(first === expected || (line.startsWith('cd') && written(line).includes(expected)), written(line));
    });

  it('are those alone that it names to others', () => {
    const disk = new Map([
      ['/repo/project', ['.vscode', 'src']],
      ['/repo/project/.vscode', ['tasks.json']],
      ['/repo/project/src', ['.npmrc', 'c.ts']],
    ]);
    const found = (line: string, tracked: readonly string[]) => {
      const more = { names: (folder: string) => disk.get(folder), tracked: () => ({ folder: '/repo/project', files: tracked }) };
      return (factsOf(line, more).guarded ?? []).map((one) => one.replace('/repo/project/', '').replace(/ \(.*/, ''));
    };
    for (const names of ['git ls-files', 'git grep -li foo', 'git diff --name-only', 'git ls-tree -r --name-only HEAD']) {
      assert.deepEqual(found(`${names} | xargs rm`, ['src/c.ts']), [], names);
      assert.deepEqual(found(`${names} | xargs rm`, ['.vscode/tasks.json', 'src/c.ts']), ['.vscode/tasks.json'], names);
    }
    // In a column of a text, they may be any.
    for (const line of [
      'git ls-tree -r HEAD | cut -f2',
      'git diff --numstat | cut -f3',
      "git rev-list --objects HEAD | cut -d' ' -f2",
    ])
      assert.deepEqual(found(`${line} | xargs rm`, ['src/c.ts']), ['any path'], line);
    assert.deepEqual(found('git -C src ls-files | xargs -I{} rm src/{}', ['src/.npmrc']), ['src/.npmrc']);
    assert.deepEqual(found('git ls-files -o | xargs rm', ['src/c.ts']), ['.vscode']);
    assert.deepEqual(found('git grep -l --untracked x | xargs rm', ['src/c.ts']), ['.vscode']);
    assert.deepEqual(found('git status -s | cut -c4- | xargs rm', ['src/c.ts']).length, 1);
  });

  it('are no matter where none of them is protected', () => assert.equal(written('git pull', ['a.ts', 'src/c.ts']), ''));

  it('are any where nobody can say what is tracked, as far as its words do not say', () => {
    const disk = new Map([
      ['/repo', ['.git', 'project']],
      ['/repo/project', ['src', 'vendor']],
      ['/repo/project/src', ['.npmrc', 'c.ts']],
      ['/repo/project/vendor', ['x']],
      ['/repo/project/vendor/x', ['.git', 'a.ts']],
    ]);
    const told = (line: string) => {
      const { guarded } = factsOf(line, { names: (folder) => disk.get(folder), tracked: () => undefined });
      return guarded?.map((one) => one.replace(/ \(by .*/, ''));
    };
    const lines: Readonly<Record<string, string>> = {
      'git pull': '/repo/project/.vscode',
      'git checkout src': '/repo/project/src/.npmrc',
      'git checkout -- src vendor': '/repo/project/src/.npmrc',
      "git checkout -- '*.ts'": '/repo/project/.vscode',
      'git checkout -- "$X"': '/repo/project/.vscode',
      'git -C vendor pull': '/repo/project/.vscode',
      'git -C vendor/x pull': '/repo/project/vendor/x/.git',
      'git grep -l x | xargs rm': '/repo/project/src/.npmrc',
      'git init -q && git pull https://host.example/x main': '/repo/project/.vscode',
    };
    for (const [line, path] of Object.entries(lines)) assert.deepEqual(told(line), [path], line);
    for (const line of ['git checkout -- src/c.ts', 'git checkout src/c.ts', 'git fetch', 'git grep -l x -- src/c.ts | xargs rm'])
      assert.equal(told(line), undefined, line);
  });

  it('are any of another repository than the one around', () => {
    for (const line of [
      'git --git-dir=/x/.git pull',
      'git --git-dir /x/.git --work-tree . checkout main',
      'git --work-tree=/x checkout -- a.ts',
      'git -c core.worktree=/x reset --hard',
      'GIT_DIR=/x/.git git pull',
      'GIT_DIR="$X" git pull',
      'export GIT_WORK_TREE=/x; git checkout .',
      'env GIT_INDEX_FILE=/x git checkout .',
      'declare -x GIT_DIR=/x; git stash',
      'read GIT_DIR; export GIT_DIR; git stash',
      'git --git-dir=/x/.git ls-files | xargs rm',
      'GIT_DIR=/x/.git git ls-files | xargs rm',
    ])
      assert.match(facts(line, ['a.ts']).guarded?.join() ?? '', /^any path \(by `(git|rm)`/, line);
    for (const line of ['git --git-dir=/x/.git status', 'git --no-pager -c user.name=x pull', 'GIT_EDITOR=true git merge x'])
      assert.equal(facts(line, ['a.ts']).guarded, undefined, line);
  });

  it('are those that start a shell too, of a repository that holds them', () => {
    const told = (folder: string, ...files: string[]) =>
      factsOf(`cd ${folder}; git pull`, { tracked: (at) => ({ folder: at, files: at === folder ? files : [] }) }).guarded;
    assert.match(told('/home/me', 'x/.bashrc', '.bashrc')?.join() ?? '', /^\/home\/me\/\.bashrc \(by `git`/);
    assert.match(told('/home/me/.config', 'x', 'fish/x.fish')?.join() ?? '', /^\/home\/me\/\.config\/fish\/x\.fish /);
    assert.match(told('/home/me/.config/fish/conf.d', 'x.fish')?.join() ?? '', /^\/home\/me\/\.config\/fish\/conf\.d\/x\.fish /);
    assert.equal(told('/home/me/dotfiles', '.bashrc'), undefined);
  });

  it('are told among many', () => {
    const many = Array.from({ length: 30_000 }, (_, i) => `src/f${i}.ts`);
    assert.equal(written('git pull', many), '');
    assert.equal(written('git pull', [...many, 'x/.husky/pre-commit']), 'x/.husky/pre-commit');
    assert.equal(written('git pull', [...many, 'x.code-workspace']), 'x.code-workspace');
  });
});

describe('tracked files that git shows', () => {
  const all = files.join(' ');
  const src = 'src/c.ts src/.npmrc src/d.js';
  const lines: Readonly<Record<string, string>> = {
    'git diff': all,
    'git diff HEAD~1': all,
    'git checkout-index -a --prefix=/tmp/x/': all,
    'git checkout-index --prefix=/tmp/x/ -- src/c.ts': 'src/c.ts',
    'git checkout-index -a': '',
    'git clone . y': all,
    'git clone ./ y': all,
    'git clone "$PWD" y': all,
    'git clone --depth 1 file:///repo/project y': all,
    'git clone "$X" y': all,
    'git clone https://host.example/x': '',
    'git clone git@host.example:a/b.git src': '',
    'git clone -b main --depth 1 https://host.example/x /tmp/x': '',
    'git clone -b main ~/copy y': all,
    'git clone ../other y': '',
    'git request-pull -p a b': all,
    'git request-pull a b': '',
    'git send-email HEAD~1': all,
    'git unpack-file abc': all,
    'git merge-tree a b': all,
    'git diff main..topic': all,
    'git diff --cached': all,
    'git diff src': src,
    'git diff -- src': src,
    'git diff HEAD -- src/c.ts': 'src/c.ts',
    'git diff --stat': '',
    'git diff --name-only main': '',
    'git diff --stat -p': all,
    'git diff --no-index a.ts b.ts': '',
    "git diff -- . ':!secrets'": `.vscode/tasks.json a.ts ${src}`,
    "git diff -- ':(exclude)secrets'": `.vscode/tasks.json a.ts ${src}`,
    "git diff -- ':^secrets/' '*.ts'": 'a.ts src/c.ts',
    "git diff -- ':!s*'": all,
    "git diff -- ':(top)a.ts'": all,
    'git diff -- "$X"': all,
    'git show': all,
    'git show HEAD': all,
    'git show abc123 -- src': src,
    'git show HEAD:src/c.ts': '',
    'git show --stat HEAD': '',
    'git show -s HEAD': '',
    'git log': '',
    'git log --oneline -5': '',
    'git log -p': all,
    'git log -p -3 src': src,
    'git log --patch --stat': all,
    'git stash show': '',
    'git stash show -p': all,
    'git stash show -p stash@{1}': all,
    'git cat-file -p abc123': all,
    'git cat-file -t abc123': '',
    'git cat-file -p HEAD:a.ts': '',
    'git cat-file -p "$X"': all,
    'git cat-file --batch': all,
    'git cat-file --batch-check': '',
    'git format-patch -1': all,
    'git bundle create x main': all,
    'git bundle verify x': '',
    'git worktree add ../x': all,
    'git worktree list': '',
    'git add -p': all,
    'git add -A': '',
    'git commit -v': all,
    'git commit -m v': '',
    "git commit -am '-p'": '',
    'git-diff': all,
    'git d': all,
    'git flow': '',
    'git -C src diff -- c.ts': 'src/c.ts',
    'git status': '',
    'git blame a.ts': '',
  };
  for (const [line, expected] of Object.entries(lines))
    it(`${line}: ${expected || 'none'}`, () => assert.equal(shown(line), expected));

  it('are not known where nobody can say what is tracked, or it is more than anyone would list', () => {
    const many = Array.from({ length: 20_001 }, (_, i) => `src/f${i}.ts`);
    assert.deepEqual(facts('git diff', many).searches, [{ folder: '/repo/project' }]);
    const searched = (line: string) =>
      factsOf(line, { tracked: () => undefined }).searches?.map(({ folder, found }) => [folder, found]);
    assert.deepEqual(searched('git diff'), [['/repo/project', undefined]]);
    assert.deepEqual(searched('git diff -- src'), [['/repo/project/src', undefined]]);
    assert.deepEqual(searched("git diff -- . ':!secrets'"), [['/repo/project', undefined]]);
    assert.equal(searched('git diff --stat'), undefined);
  });

  it('are those of another repository where one is named', () => {
    for (const line of ['git --git-dir=/x/.git show', 'GIT_DIR=/x/.git git show', 'export GIT_DIR=/x; git diff -- a.ts'])
      assert.deepEqual(facts(line).searches?.[0], { folder: '/' }, line);
  });
});
