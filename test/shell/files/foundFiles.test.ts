import assert from 'node:assert/strict';
import { readLine } from '../../../src/shell/line/lineFacts';
import type { Surroundings } from '../../../src/shell/line/surroundings';

const root = '/repo/project';
/** A disk of the files that are given, as paths beneath the workspace. */
function around(files: readonly string[]): Surroundings {
  const disk = new Map<string, string[]>();
  for (const file of files) {
    const parts = file.split('/');
    for (const i of parts.keys()) {
      const folder = [root, ...parts.slice(0, i)].join('/');
      const inside = disk.get(folder) ?? [];
      if (!inside.includes(parts[i]!)) disk.set(folder, [...inside, parts[i]!]);
    }
  }
  return {
    cwd: root,
    home: '/home/me',
    realPath: (path) => path,
    names: (folder) => disk.get(folder),
    folders: [root],
  };
}

const plain = ['src/a.ts', 'src/b.md', 'README.md'];
const hooks = around([...plain, '.hooksmith/hooks/guard.ts', 'node_modules/x/index.js']);
const packages = around([
  ...plain,
  'packages/a/.vscode/settings.json',
  'packages/a/.hooksmith/hooks/guard.ts',
  'apps/b.c/.git/config',
]);
const objects = Array.from(
  { length: 600 },
  (_, i) => `.git/objects/${(i % 256).toString(16)}/${i.toString(16).padStart(38, '0')}`,
);
const large = around([...plain, '.git/config', '.git/hooks/pre-commit', ...objects]);
const wide = around([...plain, ...Array.from({ length: 900 }, (_, i) => `packages/p${i}/src/x.ts`)]);
/** As much as a project of some size has, and nothing hidden far down. */
const many = around(Array.from({ length: 900 }, (_, i) => `src/d${i % 30}/${i % 7 ? `f${i}.ts` : `FILE${i}`}`));

const guarded = (line: string, disk: Surroundings) => readLine(line, disk).guarded ?? [];

describe('what a command finds and another writes', () => {
  const asks: readonly [Surroundings, RegExp, readonly string[]][] = [
    [
      hooks,
      /guard\.ts|\.hooksmith /,
      [
        "find . -name '*.ts' -o -name '*.js' | xargs sed -i s/a/b/",
        'find . -name guard.ts -delete -o -name zzz -print',
        'find . -name zzz -print -o -name guard.ts -delete',
        'find . -name guard.ts -or -name zzz | xargs rm',
        'find . -type d -name node_modules -prune -o -type f -exec sed -i s/a/b/ {} +',
        "find . -type f ! \\( -name '*.md' -o -name '*.txt' \\) -delete",
        "find . -not \\( -name '*.md' -or -type d \\) -a -delete",
        'find . \\( \\( -name guard.ts \\) -o -name b \\) -delete',
        'find . -newer x -prune -o -name guard.ts -exec rm {} +',
        'find . -name .hooksmith -prune -o -name zzz , -name guard.ts -delete',
        // Deleting goes from below, where nothing is left out.
        'find . -name .hooksmith -prune -o -name guard.ts -delete',
        "find . -name '[!a]*.ts' -delete",
        "find . -path '*/hooks/[g-h]uard.ts' -delete",
        'find . -regex ".*guard.*" -delete',
        'find . $MORE -delete',
        "find . -name '*.ts' -exec grep -q foo {} \\; -exec rm {} \\;",
        "find . -name '*.ts' -exec sudo rm {} +",
        "find . -name '*.ts' -exec env A=1 nice sed -i s/a/b/ {} +",
        "find . -name '*.ts' -ok /bin/rm {} \\;",
        "find . -name '*.ts' -exec sh -c 'rm \"$1\"' _ {} \\;",
        "find . -name '*.ts' | xargs sudo rm",
        "find . -name '*.ts' | xargs -n1 timeout 5 rm",
        "find . -name '*.ts' | xargs sh -c 'rm \"$@\"' _",
        "find . -name '*.ts' | xargs -I{} sh -c 'rm {}'",
        "find . -name '*.ts' | parallel rm",
        "find . -name '*.ts' | grep -v x | xargs rm",
        "find . -name '*.ts' | { xargs rm; }",
        "find . -name '*.ts' | { f() { echo x; }; xargs rm; }",
        "find . -name '*.ts' | { x=$(echo y); xargs rm; }",
        "find . -name '*.ts' | rm $(cat)",
        "find . -name '*.ts' | { x=$(sort -u); rm $x; }",
        "find . -name '*.ts' | echo $(xargs rm)",
        'find . -name guard.ts -newer $(git log | head -1) | xargs rm',
        'find . -name guard.ts -newer $(find src -name a.ts) | xargs rm',
        "grep -rl foo --include='*.ts' --include='*.tsx' . | xargs sed -i s/foo/bar/",
        "grep -rl foo --include '*.md' --include 'guard*' . | xargs sed -i s/foo/bar/",
        "git ls-files '*.ts' | xargs sed -i s/a/b/",
      ],
    ],
    [
      packages,
      /packages\/a\/\.|apps\/b\.c\/\.git/,
      [
        'find . -name settings.json -delete',
        'find packages -name settings.json -delete',
        'find packages -mindepth 4 -maxdepth 4 -type f -delete',
        "find . -name '*.ts' | xargs sed -i s/a/b/",
        'find . -name config -delete',
        'grep -rl x . | xargs sed -i s/a/b/',
      ],
    ],
    [large, /\.git\/(config|hooks\/pre-commit)/, ['find . -name config -delete', "find . -name 'pre-*' -exec rm {} +"]],
    [large, /more is found than/, ["find . -path './.git/objects/ff/*' -delete"]],
    [wide, /more is found than/, ['find . -name settings.json -delete']],
  ];
  for (const [disk, what, lines] of asks)
    for (const line of lines) it(`asks for ${line}`, () => assert.match(guarded(line, disk).join(), what));

  const runs: readonly [Surroundings, readonly string[]][] = [
    [
      hooks,
      [
        "find . -name '*.md' -delete",
        "find . -name '*.md' -o -name '*.tmp' | xargs rm",
        'find . -name .hooksmith -prune -o -name node_modules -prune -o -type f -exec sed -i s/a/b/ {} +',
        "find . \\( -name .hooksmith -o -name node_modules \\) -prune -o -name '*.ts' -exec sed -i s/a/b/ {} +",
        'find . -path ./.hooksmith -prune -o -type f -print | xargs sed -i s/a/b/',
        "find . ! -path './.hooksmith/*' -name '*.ts' -exec sed -i s/a/b/ {} +",
        "find . -name '*.ts' -exec grep -q foo {} \\; -print",
        "find . -name '*.ts' -print -o -name zzz -delete",
        'find . -maxdepth 1 -type f -delete',
        "grep -rl foo --include='*.md' --include='*.txt' . | xargs sed -i s/foo/bar/",
        'find . ; xargs cat < list',
        'find . ; xargs rm',
        'find . && ls | xargs rm',
        'find . | while read f; do t=$(mktemp); rm $t; done',
        'find . ; echo a.ts | xargs rm',
        "git ls-files '*.md' | xargs sed -i s/a/b/",
        'git ls-files src | xargs sed -i s/a/b/',
      ],
    ],
    [
      packages,
      ["find . -name '*.tmp' -delete", 'find src -type f -delete', 'find packages -maxdepth 1 -name settings.json -delete'],
    ],
    [
      large,
      [
        "find . -name '*.pyc' -delete",
        "find . -name '*.ts' | xargs sed -i s/a/b/",
        "find . -type f -not -path './.git/*' -exec sed -i s/a/b/ {} +",
        'find . -path ./.git -prune -o -type f -exec sed -i s/a/b/ {} +',
        "find . -name '__pycache__' -exec rm -rf {} +",
      ],
    ],
    [
      many,
      [
        'grep -rl a src | xargs sed -i s/a/b/',
        "find src -name '*.ts' -exec sed -i s/a/b/ {} +",
        "git ls-files '*.ts' | xargs sed -i s/a/b/",
        'find . -type f -newer x -delete',
      ],
    ],
    [wide, ["find . -name '*.pyc' -delete", 'find . -name node_modules -prune -exec rm -rf {} +']],
  ];
  for (const [disk, lines] of runs) for (const line of lines) it(`runs ${line}`, () => assert.deepEqual(guarded(line, disk), []));

  it('costs no more than a line may, whatever its pattern or number of actions', () => {
    const long = around([`${'a'.repeat(2000)}.ts`, '.hooksmith/hooks/guard.ts']);
    assert.deepEqual(guarded(`find . -name '${'*a'.repeat(20)}*x' -delete`, long), []);
    assert.match(guarded(`find . -path '${'*'.repeat(30)}guard${'?*'.repeat(3)}' -delete`, long).join(), /guard\.ts/);
    const actions = readLine(`find . -name x ${'-exec rm {} + '.repeat(2000)}`, wide);
    assert.match(JSON.stringify(actions.uncertainties), /too long/);
  });

  it('looks into nothing that the expression leaves out', () => {
    const seen: string[] = [];
    const names = (folder: string) => {
      seen.push(folder);
      return large.names!(folder);
    };
    guarded('find . -path ./.git -prune -o -type f -exec sed -i s/a/b/ {} +', { ...large, names });
    assert.deepEqual(
      seen.filter((folder) => folder.startsWith(`${root}/.git/`)),
      [],
    );
  });
});
