import assert from 'node:assert/strict';
import { changesMeaning, isHarmlessAssignment } from '../../src/shell/programs/variables';

describe('an assignment', () => {
  const changes: [name: string, value: string | undefined][] = [
    ['CFLAGS', undefined],
    ['NODE_OPTIONS', undefined],
    ['CC', undefined],
    ['PAGER', 'sh'],
    ['GIT_EDITOR', 'vim'],
    ['PAGER_COMMAND', 'cat'],
    ['PYTHONPATH', 'lib'],
    ['PYTHONPATH', undefined],
    ['MAKEFLAGS', '-j4'],
    ['CFLAGS', '-fplugin=x.so'],
    ['CC', '/tmp/gcc'],
    ['CC', './gcc'],
    ['CC', 'gcc -wrapper x'],
    ['CC', 'gcc-x'],
    ['CC', 'gcc-'],
    ['CPP', 'cpp-12x'],
    ['ACC_CONFIG', 'gcc'],
    ['CXX', 'sh'],
    ['LD', 'cc'],
    ['CCACHE_DIR', 'gcc'],
  ];
  for (const [name, value] of changes)
    it(`may change what runs: ${name}=${value ?? '(not known)'}`, () => assert.equal(changesMeaning(name, value), true));

  const leaves: [name: string, value: string | undefined][] = [
    ...['', 'cat', 'true', ':'].map((value): [string, string] => ['GIT_PAGER', value]),
    ...['.', 'src', './src'].map((value): [string, string] => ['PYTHONPATH', value]),
    ['EDITOR', 'true'],
    ['CFLAGS', '-O2 -Wall'],
    ['NODE_OPTIONS', '--max-old-space-size=4096'],
    ['CC', 'gcc'],
    ['CC', 'gcc-12'],
    ['CXX', 'clang++-9'],
    ['CPP', 'cpp'],
    ['CI', undefined],
    ['COUNT', undefined],
  ];
  for (const [name, value] of leaves)
    it(`changes nothing of what runs: ${name}=${value ?? '(not known)'}`, () => assert.equal(changesMeaning(name, value), false));

  it('is covered by an allow where its name is harmless, or one of the shell’s own', () => {
    for (const name of ['NODE_ENV', 'PAGER', 'GIT_PAGER', 'EDITOR', 'GIT_EDITOR'])
      assert.ok(isHarmlessAssignment(name, false), name);
    for (const name of ['n', 'name2', 'my_name', 'http_proxy_count', 'use_npm_here']) {
      assert.ok(isHarmlessAssignment(name, true), name);
      assert.ok(!isHarmlessAssignment(name, false), `${name} of a command`);
    }
  });

  it('is covered by none where it is anybody’s else', () => {
    for (const name of [
      'PATH',
      'MYPAGER',
      'PAGERS',
      'GIT_EDITOR_X',
      'Name',
      'nAME',
      '_x',
      '2x',
      'x-y',
      'http_proxy',
      'npm_x',
      'pnpm_x',
      'yarn_x',
    ])
      assert.ok(!isHarmlessAssignment(name, true), name);
  });
});
