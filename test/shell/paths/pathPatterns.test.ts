/** Path patterns as such: what they cover, what may lie beneath a folder, and how paths stand to one another. */
import assert from 'node:assert/strict';
import { absolutePath, coversPath, reachesBeneath, relativeTo, startingIn } from '../../../src/shell/paths/pathPatterns';

const base = { folder: '/w/p', home: '/home/u' };
const anywhere = { ...base, anyDepth: true };

describe('a path pattern covers', () => {
  const table: [pattern: string, covered: string[], other: string[]][] = [
    ['src', ['/w/p/src', '/w/p/src/a/b'], ['/w/p/srcs', '/w/p', '/w/src', '/w/p/a/src']],
    ['src/', ['/w/p/src', '/w/p/src/a'], ['/w/p/srcs']],
    ['./src', ['/w/p/src/a'], ['/w/p/.src']],
    ['src/../lib', ['/w/p/lib/a'], ['/w/p/src/a']],
    ['../q', ['/w/q', '/w/q/a'], ['/w/p/q']],
    ['/etc', ['/etc', '/etc/passwd'], ['/etcx', '/w/p/etc']],
    ['/', ['/', '/a'], []],
    ['~', ['/home/u', '/home/u/a'], ['/home/ux', '/w/p/~']],
    ['~/x', ['/home/u/x/y'], ['/home/u/y']],
    ['~x', ['/w/p/~x'], ['/home/u/x']],
    ['*.ts', ['/w/p/a.ts', '/w/p/.ts', '/w/p/.a.ts'], ['/w/p/a.tsx', '/w/p/d/a.ts', '/w/a.ts']],
    ['a?', ['/w/p/ab', '/w/p/a.'], ['/w/p/a', '/w/p/abc']],
    ['src/**', ['/w/p/src/a', '/w/p/src/a/.b/c'], ['/w/p/lib/a']],
    ['**/.env*', ['/w/p/.env', '/w/p/a/b/.env.local'], ['/w/p/env', '/w/.env']],
    ['**/keys/*.pem', ['/w/p/keys/a.pem', '/w/p/x/keys/b.pem'], ['/w/p/keys/a/b.pem']],
    ['/etc/*.conf', ['/etc/a.conf'], ['/etc/a/b.conf', '/w/p/etc/a.conf']],
    ['/*', ['/etc'], ['/etc/a', '/']],
    ['~/*/x', ['/home/u/a/x'], ['/home/u/x', '/w/p/a/x']],
    ['src/*/index.ts', ['/w/p/src/a/index.ts'], ['/w/p/src/index.ts', '/w/p/src/a/b/index.ts']],
    ['*.{ts,js}', ['/w/p/a.ts', '/w/p/a.js'], ['/w/p/a.md']],
    ['[ab].ts', ['/w/p/a.ts', '/w/p/[ab].ts'], ['/w/p/c.ts']],
    ['[!ab].ts', ['/w/p/c.ts', '/w/p/!.ts'], ['/w/p/a.ts', '/w/p/b.ts']],
    ['[^ab].ts', ['/w/p/c.ts', '/w/p/!.ts'], ['/w/p/a.ts', '/w/p/b.ts']],
    ['x/[!.]*', ['/w/p/x/a'], ['/w/p/x/.a', '/w/p/x/a/b']],
    ['a(1).ts', ['/w/p/a(1).ts'], ['/w/p/a1.ts']],
    ['a(1)*.ts', ['/w/p/a(1)x.ts'], ['/w/p/a1x.ts']],
    ['@(a|b).ts', ['/w/p/a.ts', '/w/p/b.ts'], ['/w/p/c.ts']],
    ['!a*', ['/w/p/!ab'], ['/w/p/b']],
    ['a b', ['/w/p/a b/c'], ['/w/p/a']],
  ];
  for (const [pattern, covered, other] of table)
    it(pattern, () => {
      for (const path of covered) assert.ok(coversPath(pattern, path, base), path);
      for (const path of other) assert.ok(!coversPath(pattern, path, base), path);
    });
  it('by the folder that it starts in as it is named, whatever signs are in that name', () => {
    const odd = { folder: '/w/[x]*' };
    assert.ok(coversPath('*.ts', '/w/[x]*/a.ts', odd));
    assert.ok(!coversPath('*.ts', '/w/x/a.ts', odd));
    assert.ok(coversPath('src/*.ts', '/w/[x]*/src/a.ts', odd));
  });
  it('the same where it is told with the folder that it starts in', () => {
    for (const folder of ['/w/p', '/w/[x]*', '/w/{a}', '/w/!(a)', '/w/a?'])
      for (const pattern of ['src', './src/*.ts', '../q/**', 'src/[ab]', '*', '**/x', '..', '.', '/w', '~/x', 'a(1)'])
        for (const path of ['src/a.ts', 'src/a', '../q/r', 'x', 'y/x', '../r', 'a(1)', 'src/b/c', '../../home/u/x']) {
          const whole = absolutePath(path, { folder });
          const told = startingIn([folder], [pattern]).some((one) => coversPath(one, whole, base));
          assert.equal(told, coversPath(pattern, whole, { ...base, folder }), `${pattern} in ${folder}: ${path}`);
        }
    assert.deepEqual(startingIn(['/a', '/b'], ['.env', 'x/y', '/z'], true), ['.env', '/a/x/y', '/b/x/y', '/z']);
  });
  it('no home where none is known', () => assert.ok(coversPath('~/x', '/w/p/~/x', { folder: '/w/p' })));
  it('paths that are not written plainly', () => {
    assert.ok(coversPath('src', '/w/p/./src//a', base));
    assert.ok(coversPath('src', '/w/p/lib/../src/a', base));
  });
  it('is asked again and again with one answer', () => {
    for (let twice = 0; twice < 2; twice++) {
      assert.ok(coversPath('[cd].ts', '/w/p/c.ts', base));
      assert.ok(!coversPath('[cd].ts', '/w/p/e.ts', base));
    }
  });
});

describe('a pattern without a slash, at any depth', () => {
  const table: [pattern: string, covered: string[], other: string[]][] = [
    ['secrets', ['/w/p/secrets', '/w/p/a/secrets/b', '/secrets'], ['/w/p/secretsx']],
    ['secrets/', ['/w/p/a/secrets/b'], ['/w/p/secretsx']],
    ['*.pem', ['/w/p/a/b.pem', '/x.pem/y'], ['/w/p/a.pems']],
    ['**/secrets', ['/w/p/secrets', '/w/p/a/secrets/b', '/secrets/x'], ['/w/p/secretsx']],
    ['**/*.pem', ['/w/p/a/b.pem', '/w/p/a.pem/b'], ['/w/p/a.pems']],
    // What the workspace itself lies in is none of its names.
    ['w', ['/w/p/w', '/w/q', '/x/w/a'], ['/w/p', '/w/p/a']],
    ['p', ['/w/p/a/p'], ['/w/p', '/w/p/a']],
    ['?', ['/w/p/a'], ['/w/p/aa', '/w/p']],
    ['src/x', ['/w/p/src/x'], ['/w/p/a/src/x']],
    ['~', ['/home/u/x'], ['/w/p/a/~']],
    ['.', ['/w/p/a'], ['/w/q']],
    ['..', ['/w/q'], ['/v']],
    ['/', ['/anything'], []],
  ];
  for (const [pattern, covered, other] of table)
    it(pattern, () => {
      for (const path of covered) assert.ok(coversPath(pattern, path, anywhere), path);
      for (const path of other) assert.ok(!coversPath(pattern, path, anywhere), path);
    });
  it('in each folder of the workspace alike', () => {
    const both = { ...anywhere, folders: ['/w/p', '/w/q', '/w/q/w/r'] };
    for (const path of ['/w/q/a', '/w/p/a']) assert.ok(!coversPath('w', path, both), path);
    for (const path of ['/w/q/w/r/a', '/w/s']) assert.ok(coversPath('w', path, both), path);
  });
});

describe('what a pattern may cover beneath a folder', () => {
  const table: [pattern: string, folder: string, reaches: boolean, withoutDots: boolean][] = [
    ['src/a', '/w/p/src', true, true],
    ['src/a', '/w/p', true, true],
    ['src/a', '/w/p/lib', false, false],
    ['src', '/w/p/src', true, true],
    ['src', '/w/p/src/deep', false, false],
    ['src/**', '/w/p/src/deep', true, true],
    ['src/*.ts', '/w/p', true, true],
    ['src/*.ts', '/w/p/lib', false, false],
    ['*.ts', '/w/p/lib', true, true],
    ['*.ts', '/v', false, false],
    ['/*.ts', '/v', true, true],
    ['.ssh/id', '/w/p', true, false],
    ['.ssh/id', '/w/p/.ssh', true, true],
    ['a/.b/c', '/w/p/a', true, false],
    ['~/.ssh', '/home/u', true, false],
    ['~/x*', '/home', true, true],
    ['../q/**', '/w', true, true],
  ];
  for (const [pattern, folder, reaches, withoutDots] of table)
    it(`${pattern} beneath ${folder}`, () => {
      assert.equal(reachesBeneath(pattern, folder, base, true), reaches);
      assert.equal(reachesBeneath(pattern, folder, base, false), withoutDots);
    });
  it('a name at any depth may be beneath any folder, a hidden one where such are shown', () => {
    assert.ok(reachesBeneath('secrets', '/v', anywhere, false));
    assert.ok(reachesBeneath('.env*/', '/v', anywhere, true));
    assert.ok(!reachesBeneath('.env*', '/v', anywhere, false));
    assert.ok(!reachesBeneath('src/x', '/v', anywhere, true));
    assert.ok(!reachesBeneath('~', '/v', anywhere, true));
  });
});

describe('paths to one another', () => {
  for (const [folder, path, below] of [
    ['/w', '/w', ''],
    ['/w/', '/w', ''],
    ['/w', '/w/a/b', 'a/b'],
    ['/w', '/wx', undefined],
    ['/w/a', '/w', undefined],
    ['/', '/a', 'a'],
    ['/w/./x/..', '/w//a', 'a'],
    ['/w', '/W/a', process.platform === 'linux' ? undefined : 'a'],
  ] as const)
    it(`${path} below ${folder} is ${below}`, () => assert.equal(relativeTo(folder, path), below));
  for (const [path, absolute] of [
    ['a', '/w/p/a'],
    ['./a/../b', '/w/p/b'],
    ['../../../x', '/x'],
    ['/a//b/./c/..', '/a/b'],
    ['~', '/home/u'],
    ['~/a', '/home/u/a'],
    ['~a', '/w/p/~a'],
    ['a/~', '/w/p/a/~'],
    ['C:/a/../b', 'C:/b'],
    ['xC:/a', '/w/p/xC:/a'],
    ['C:a', '/w/p/C:a'],
    ['', '/w/p'],
  ] as const)
    it(`'${path}' is ${absolute}`, () => assert.equal(absolutePath(path, base), absolute));
  it('a backslash is a letter of a name where the system has it so', function () {
    if (process.platform === 'win32') this.skip();
    assert.equal(absolutePath('a\\b', base), '/w/p/a\\b');
    assert.ok(!coversPath('a/b', '/w/p/a\\b', base));
  });
});
