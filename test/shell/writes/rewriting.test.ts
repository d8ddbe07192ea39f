/** What formatters, and version control beside git, write beneath a folder: the protected files among that, and the denied ones. */
import assert from 'node:assert/strict';
import { readLine } from '../../../src/shell/line/lineFacts';
import { isProtected } from '../../../src/shell/paths/paths';

const disk = new Map([
  ['/repo', ['.git', '.hg', '.vscode', '.hooksmith', '.husky', 'src', 'secrets', 'README.md', 'list']],
  ['/repo/.git', ['config.json']],
  ['/repo/.hg', ['hgrc']],
  ['/repo/.vscode', ['settings.json', 'rules.go']],
  ['/repo/.hooksmith', ['hooks']],
  ['/repo/.hooksmith/hooks', ['guard.ts']],
  ['/repo/.husky', ['pre-commit', 'x.sh']],
  ['/repo/secrets', ['key.json', 'key.txt']],
  ['/repo/src', ['a.ts', 'a.json', 'node_modules', 'sub']],
  ['/repo/src/node_modules', ['.npmrc', 'x.json']],
  ['/repo/src/sub', ['b.json', '.envrc']],
]);
const tracked = ['src/a.ts', 'src/a.json', '.vscode/settings.json'];
const around = {
  cwd: '/repo',
  folders: ['/repo'],
  home: '/home/me',
  realPath: (path: string) => path,
  names: (folder: string) => disk.get(folder),
  tracked: () => ({ folder: '/repo', files: tracked }),
};
/** The first protected file that a search comes to, or those that the line names. */
const written = (line: string): string[] => {
  const { paths, guarded = [] } = readLine(line, around);
  const found = guarded.map((one) => one.replace(/ \(by .*$/, ''));
  return [...new Set([...paths.filter((path) => isProtected(path, around)), ...found])].map((one) => one.replace('/repo/', ''));
};

describe('what is put in order, or checked out, where it lies', () => {
  const lines: Record<string, string[]> = {
    'prettier --write .': ['.vscode/settings.json'],
    'prettier -w': [],
    'prettier --check .': [],
    'prettier --write src': [],
    'prettier --write src .vscode': ['.vscode'],
    "prettier --write '**/*.json'": ['.vscode/settings.json'],
    "prettier --write './**/*.{md,json}'": ['.vscode/settings.json'],
    "prettier --write '{src,.vscode}/*.json'": ['.vscode/settings.json'],
    "prettier --write 'src/**/*.json'": [],
    "prettier --write '**/*.md' '!.vscode/**'": [],
    'prettier --write --config x.json src': [],
    [`prettier --write ${Array.from({ length: 20 }, (_, i) => `'d${i}/*.ts'`).join(' ')}`]: ['.vscode/settings.json'],
    'npx -y prettier@3 --write .': ['.vscode/settings.json'],
    'pnpm prettier --write .': ['.vscode/settings.json'],
    'yarn run prettier --write .': ['.vscode/settings.json'],
    'D=.; prettier --write $D': ['.vscode/settings.json'],
    'cd src && prettier --write .': [],
    'cd src && prettier --write ..': ['.vscode/settings.json'],
    'for f in $(git ls-files); do prettier --write "$f"; done': ['.vscode/settings.json'],
    'git ls-files | xargs prettier --write': ['.vscode/settings.json'],
    "git ls-files '*.ts' | xargs prettier --write": [],
    "find . -name 's*.json' -exec prettier --write {} +": ['.vscode/settings.json'],
    'git diff --name-only | xargs prettier --check': [],
    'eslint --fix': ['.hooksmith/hooks/guard.ts'],
    'eslint .': [],
    'npx @biomejs/biome check --write': ['.vscode/settings.json'],
    'biome check .': [],
    'biome rage --write': [],
    'deno fmt': ['.vscode/settings.json'],
    'deno fmt --check': [],
    'gofmt -w .': ['.vscode/rules.go'],
    'gofmt -l .': [],
    'black .': [],
    'shfmt -w .': [],
    'shfmt -w .husky': ['.husky'],
    'hg update': ['.vscode'],
    'hg -q revert --all': ['.vscode'],
    'hg revert src/a.ts': [],
    'hg revert src/sub': ['src/sub/.envrc'],
    'hg status': [],
    'svn up': ['.vscode'],
    'svn update -r 3 src/a.ts': [],
    'svn revert -R src': ['src/sub/.envrc'],
    'jj new main': ['.vscode'],
    'jj restore src/a.ts': [],
    'jj log': [],
    'p4 sync': ['.vscode'],
  };
  for (const [line, expected] of Object.entries(lines))
    it(`${line}: ${expected.join(', ') || 'nothing protected'}`, () => assert.deepEqual(written(line), expected));

  it('is searched for what is denied, in files of its kind alone', () => {
    const searched = (line: string) => {
      let all: string[] = [];
      readLine(line, {
        ...around,
        tree: (folder, _, taken) => {
          const beneath = ['secrets/key.json', 'secrets/key.txt', 'src/a.json'];
          all = folder === '/repo' ? beneath.filter((path) => taken?.takes(path, false) ?? true) : [];
          return all;
        },
      });
      return all;
    };
    assert.deepEqual(searched('prettier --write .'), ['secrets/key.json', 'src/a.json']);
    assert.deepEqual(searched("prettier --write '*/k*.json'"), ['secrets/key.json']);
    assert.deepEqual(searched('prettier --check .'), []);
  });
});
