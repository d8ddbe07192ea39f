import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { isIgnored, readIgnoreFile } from '../../../src/shell/paths/gitignore';

const outer = `# comment
*.log
!keep.log
/build
dist/
docs/*.pdf
**/cache
a/**/z
\\#odd
trailing\\ 
name with blank
[Tt]mp?
{x,y}
deep/inner.txt
`;
const inner = '!again.log\n/only-here\n*.tmp\n';

/** Files, and what git says of them. */
const table: [path: string, ignored: boolean][] = [
  ['a.log', true],
  ['sub/a.log', true],
  ['keep.log', false],
  ['sub/keep.log', false],
  ['sub/again.log', false],
  ['again.log', true],
  ['build', true],
  ['sub/build', false],
  ['dist/x', true],
  ['sub/dist/x', true],
  ['docs/a.pdf', true],
  ['docs/sub/a.pdf', false],
  ['sub/docs/a.pdf', false],
  ['cache', true],
  ['sub/cache/deep', true],
  ['a/z', true],
  ['a/b/c/z', true],
  ['b/z', false],
  ['#odd', true],
  ['name with blank', true],
  ['Tmp1', true],
  ['tmpX', true],
  ['tmp', false],
  ['x', false],
  ['{x,y}', true],
  ['deep/inner.txt', true],
  ['sub/deep/inner.txt', false],
  ['sub/only-here', true],
  ['only-here', false],
  ['sub/x.tmp', true],
  ['x.tmp', false],
  ['src/main.ts', false],
];

describe('what .gitignore files leave out', () => {
  const files = [readIgnoreFile('/ws', outer), readIgnoreFile('/ws/sub', inner)];
  const ours = (path: string) => {
    const parts = path.split('/');
    return parts.some((_, n) => {
      const at = `/ws/${parts.slice(0, n + 1).join('/')}`;
      return isIgnored(at, n < parts.length - 1, path.startsWith('sub/') && n > 0 ? files : files.slice(0, 1));
    });
  };

  it('is read as git reads it', () => {
    for (const [path, ignored] of table) assert.equal(ours(path), ignored, path);
  });

  it('and git agrees with the table', function () {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-ignore-')));
    try {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
      try {
        git('init', '-q');
      } catch {
        this.skip();
      }
      writeFileSync(join(folder, '.gitignore'), outer);
      mkdirSync(join(folder, 'sub'));
      writeFileSync(join(folder, 'sub', '.gitignore'), inner);
      for (const [path, ignored] of table) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), '');
        let said = true;
        try {
          git('-c', 'core.excludesFile=', 'check-ignore', '-q', path);
        } catch {
          said = false;
        }
        assert.equal(said, ignored, path);
        rmSync(join(folder, path.split('/')[0] === 'sub' ? path : path.split('/')[0]!), { recursive: true, force: true });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
