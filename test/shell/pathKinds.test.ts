/** Kinds of paths: secrets, what configures a build, what is protected, and what lies inside of what. */
import assert from 'node:assert/strict';
import { isInside, isProtected, isSecretFile, needsAskInAcceptEdits, resolvePath } from '../../src/shell/paths/paths';

describe('files that hold secrets', () => {
  for (const name of [
    '.env',
    '.env.local',
    '.ENV',
    'id_rsa',
    'id_ed25519_work',
    'a.pem',
    'a.KEY',
    'x.ppk',
    'credentials',
    '.netrc',
    '.git-credentials',
  ])
    it(`${name} is one`, () => assert.ok(isSecretFile(`/w/${name}`)));
  for (const name of [
    'a.env',
    'id_rsa.pub',
    'my_id_rsa',
    'a.pem.txt',
    'a.keys',
    'mycredentials',
    'credentials.md',
    'my.netrc',
    '.netrc.bak',
    'pem',
  ])
    it(`${name} is none`, () => assert.ok(!isSecretFile(`/w/${name}`)));
});

describe('files that configure how code is built', () => {
  for (const path of [
    'package.json',
    'Makefile',
    'GNUmakefile',
    'vite.config.ts',
    'yarn.lock',
    'go.sum',
    '.github/x.yml',
    '.github',
    'package-lock.json',
  ])
    it(`${path} is one`, () => {
      assert.ok(needsAskInAcceptEdits(path));
      assert.ok(needsAskInAcceptEdits(`/w/${path}`));
    });
  for (const path of [
    'my-package.json',
    'package.json.bak',
    'makefiles',
    'config.ts',
    'x.config',
    'lock',
    'go.sum.bak',
    'a-package-lock.json',
    '.githubx/a',
    'my.github/a',
    'package-lock.jsonx',
  ])
    it(`${path} is none`, () => assert.ok(!needsAskInAcceptEdits(`/w/${path}`)));
});

describe('protected paths', () => {
  const places = { folders: ['/w'], home: '/home/u', platform: 'linux' };
  const starts = ['.config/fish', '.config/git', '.config/autostart', '.config/systemd', '.config/environment.d', '.config/zsh'];
  const editors = ['Code', 'Code - Insiders', 'Code - OSS', 'VSCodium', 'vscode', 'Cursor'];
  for (const folder of [
    ...starts,
    'Library/LaunchAgents',
    'Documents/WindowsPowerShell',
    'Documents/PowerShell',
    ...['.config', 'Library/Application Support', 'AppData/Roaming'].flatMap((base) => editors.map((name) => `${base}/${name}`)),
  ])
    it(`${folder} in the home folder, and what is beneath it`, () => {
      assert.ok(isProtected(`/home/u/${folder}`, places));
      assert.ok(isProtected(`/home/u/${folder}/deep/file`, places));
      assert.ok(!isProtected(`/home/u/${folder}x`, places));
      assert.ok(!isProtected(`/w/${folder}`, places));
    });
  it('what the system reads when it starts, on systems that have it', () => {
    for (const path of ['/etc/profile', '/etc/bash.bashrc', '/etc/zshenv', '/private/etc/profile.d/a', '/etc/gitconfig'])
      assert.ok(isProtected(path, places), path);
    assert.ok(!isProtected('/etc/profile', { ...places, platform: 'win32' }));
    for (const path of ['/srv/etc/profile', '/etc/hosts', '/srv/private/etc/profile'])
      assert.ok(!isProtected(path, places), path);
  });
  it('a workspace file by its own name alone', () => {
    assert.ok(isProtected('/w/a.code-workspace', places));
    assert.ok(!isProtected('/w/a.code-workspace/b', places));
    assert.ok(!isProtected('/', places));
  });
  it('names count below the folders of the workspace, not in the path to them', () => {
    const odd = { ...places, folders: ['/w/.git/tree'] };
    assert.ok(!isProtected('/w/.git/tree/src', odd));
    assert.ok(isProtected('/w/.git/tree/.git/config', odd));
    assert.ok(isProtected('/elsewhere/.git/config', odd));
  });
});

describe('what lies inside of a folder', () => {
  for (const [folder, path, platform, inside] of [
    ['/w', '/w/a', 'linux', true],
    ['/w', '/W/a', 'linux', false],
    ['/w', '/W/a', 'darwin', true],
    ['/w', '/wx', 'linux', false],
    ['/w\\x', '/w/x', 'linux', false],
    ['C:\\w', 'c:/W/a', 'win32', true],
    ['C:\\w', '\\\\?\\C:\\w\\a', 'win32', true],
    ['C:\\w', 'D:\\w\\a', 'win32', false],
    ['C:\\w\\.git', 'C:\\w\\.git.. \\config', 'win32', true],
    ['C:\\w\\.git', 'C:\\w\\.git::$INDEX_ALLOCATION\\config', 'win32', true],
    ['/w/.git', '/w/.git./config', 'linux', false],
  ] as const)
    it(`${path} in ${folder} on ${platform}: ${inside}`, () => assert.equal(isInside(folder, path, platform), inside));
});

describe('a path that is resolved', () => {
  const asked: string[] = [];
  const base = {
    cwd: '/w',
    home: '/home/u',
    realPath: (path: string) => {
      asked.push(path);
      return path.replace('/w/link', '/real/target');
    },
  };
  it('takes a step back from where a link leads, and asks for no more than that', () => {
    assert.equal(resolvePath('link/../x', base), '/real/x');
    assert.equal(resolvePath('a/./b//../c', base), '/w/a/c');
    asked.length = 0;
    assert.equal(resolvePath('../../x', base), '/x');
    assert.deepEqual(asked, ['/w', '/x']);
  });
  it('is a file of that name where a URI is none', () => {
    assert.equal(resolvePath('file://%zz', base), '/w/file:/%zz');
    assert.equal(resolvePath('my-file:x', base), '/w/my-file:x');
    assert.equal(resolvePath('file:///etc/hosts', base), '/etc/hosts');
  });
  it('is the root where no system would open it', () => {
    assert.equal(resolvePath('a'.repeat(4096), base), `/w/${'a'.repeat(4096)}`);
    assert.equal(resolvePath('a'.repeat(4097), base), '/');
  });
});
