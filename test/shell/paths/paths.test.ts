import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { diskFiles } from '../../../src/adapters/disk/diskFiles';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import { parseCommandLine } from '../../../src/shell/line/commandLine';
import { isInside, isProtected, isSecretFile, needsAskInAcceptEdits, resolvePath } from '../../../src/shell/paths/paths';
import { builtIns } from '../../fixtures/builtIns';

describe('paths', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-paths-')));
  const [cwd, home] = [join(base, 'work'), join(base, 'home')];
  const around = { cwd, home, realPath: diskFiles.realPath, names: diskFiles.names! };
  before(() => {
    for (const folder of ['work/src/deep', 'work/.git', 'home/.ssh', 'outside/inner'])
      mkdirSync(join(base, folder), { recursive: true });
    for (const file of ['work/src/a.ts', 'outside/secret.txt', 'outside/inner/x', 'home/.ssh/id_rsa'])
      writeFileSync(join(base, file), '');
    const links: [target: string, link: string][] = [
      ['../outside', 'work/out'],
      ['../outside/inner', 'work/inner'],
      ['src', 'work/s'],
      ['../home/.ssh/id_rsa', 'work/notes.txt'],
      ['../outside/new.txt', 'work/new'],
      ['.git', 'work/plain'],
    ];
    for (const [target, link] of links) symlinkSync(target, join(base, link));
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  const resolved: [given: string, real: string][] = [
    ['src/a.ts', 'work/src/a.ts'],
    ['./src/./a.ts', 'work/src/a.ts'],
    ['src/../src/a.ts', 'work/src/a.ts'],
    ['src//deep/', 'work/src/deep'],
    ['', 'work'],
    ['.', 'work'],
    ['..', ''],
    ['../outside/secret.txt', 'outside/secret.txt'],
    ['~', 'home'],
    ['~/x', 'home/x'],
    ['~/.ssh/../x', 'home/x'],
    ['~x', 'work/~x'],
    ['src/~', 'work/src/~'],
    ['out', 'outside'],
    ['out/secret.txt', 'outside/secret.txt'],
    ['out/made/later.txt', 'outside/made/later.txt'],
    ['s/a.ts', 'work/src/a.ts'],
    ['notes.txt', 'home/.ssh/id_rsa'],
    ['new', 'outside/new.txt'],
    ['plain/hooks/pre-commit', 'work/.git/hooks/pre-commit'],
    ['out/../x', 'x'],
    ['inner/../secret.txt', 'outside/secret.txt'],
    ['s/../b', 'work/b'],
    ['gone/../src/a.ts', 'work/src/a.ts'],
  ];
  for (const [given, real] of resolved) {
    it(`resolves '${given}' to ${real || 'the folder above'}`, () => assert.equal(resolvePath(given, around), join(base, real)));
  }
  it('resolves file: URIs, their case ignored', () => {
    const uri = pathToFileURL(join(cwd, 'src', 'a.ts')).href;
    assert.equal(resolvePath(uri, around), join(cwd, 'src/a.ts'));
    assert.equal(resolvePath(uri.replace('file:', 'FILE:'), around), join(cwd, 'src/a.ts'));
  });

  for (const [folder, path, expected, platform] of [
    ['/a/b', '/a/b', true],
    ['/a/b', '/a/b/c', true],
    ['/a/b', '/a/bc', false],
    ['/a/b/', '/a/b/c', true],
    ['/a/b', '/a', false],
    ['/', '/a', true],
    ['/a', '/A/b', false],
    ['/a', '/A/b', true, 'darwin'],
    ['C:\\a', 'c:\\A\\b', true, 'win32'],
    ['C:\\a', 'C:\\ab', false, 'win32'],
    ['C:\\', 'C:\\x', true, 'win32'],
    ['C:\\a', 'D:\\a\\b', false, 'win32'],
    ['C:\\a', 'C:/a/b', true, 'win32'],
  ] as [string, string, boolean, string?][]) {
    it(`says ${path} is ${expected ? '' : 'not '}inside ${folder}${platform ? ` on ${platform}` : ''}`, () =>
      assert.equal(isInside(folder, path, platform ?? 'linux'), expected));
  }

  const places = { folders: ['/w'], home: '/home/me', platform: 'linux' };
  const protectedPaths = [
    '/w/.hooksmith/hooks/a.ts',
    '/w/.hooksmith',
    '/home/me/.hooksmith/hooks/a.ts',
    '/w/.claude/settings.json',
    '/w/sub/.claude/x',
    '/w/.vscode/tasks.json',
    '/w/x.code-workspace',
    '/w/.mcp.json',
    '/w/.git/hooks/pre-commit',
    '/w/sub/.git/config',
    '/w/.husky/pre-commit',
    '/w/.envrc',
    '/w/.npmrc',
    '/home/me/.bashrc',
    '/home/me/.zshenv',
    '/home/me/.profile',
    '/home/me/.bash_aliases',
    '/home/me/.ssh/authorized_keys',
    '/home/me/.config/fish/config.fish',
    '/home/me/.cache/hooksmith/commandLine.code',
    '/home/me/.config/Code/User/settings.json',
    '/home/me/.config/VSCodium/User/settings.json',
    '/home/me/.vscode-server/data/x',
    '/home/me/.vscode/argv.json',
    '/etc/profile.d/x.sh',
    '/elsewhere/repo/.git/hooks/x',
    '/home/me/.gitconfig',
    '/home/me/.config/git/config',
  ];
  for (const path of protectedPaths) it(`protects ${path}`, () => assert.equal(isProtected(path, places), true));
  for (const path of [
    '/w/src/a.ts',
    '/w/git/x',
    '/w/.github/x',
    '/w/.gitignore',
    '/w/vscode/x',
    '/w/.bashrc',
    '/w/hooksmith',
    '/home/me/x',
    '/home/me/.config/other/x',
    '/w/code-workspace',
    '/etc/hosts',
    '/w/.env',
  ])
    it(`does not protect ${path}`, () => assert.equal(isProtected(path, places), false));
  for (const [path, platform, expected] of [
    ['C:\\w\\.GIT\\hooks\\x', 'win32', true],
    ['C:\\w\\.git.\\config', 'win32', true],
    ['C:\\w\\.git \\config', 'win32', true],
    ['C:\\w\\.git::$INDEX_ALLOCATION\\config', 'win32', true],
    ['C:\\Users\\me\\AppData\\Roaming\\Code\\User\\settings.json', 'win32', true],
    ['C:\\w\\src', 'win32', false],
  ] as [string, string, boolean][])
    it(`${expected ? 'protects' : 'does not protect'} ${path} on Windows`, () =>
      assert.equal(isProtected(path, { folders: ['C:\\w'], home: 'C:\\Users\\me', platform }), expected));
  it('protects by any spelling on macOS, and the editor’s data folders', () => {
    for (const name of ['.gi\u200ct/config', '.hu\u017fky/x', '.VſCODE/settings.json', '.huſKy/x', '\ufeff.git/x'])
      assert.ok(isProtected(`/w/${name}`, { folders: ['/w'], home: '/Users/me', platform: 'darwin' }), name);
    const mac = { folders: ['/w'], home: '/Users/me', platform: 'darwin' };
    for (const path of [
      '/w/.Git/config',
      '/Users/me/Library/Application Support/Code/User/x',
      '/private/etc/zshrc',
      '/Users/me/.ZSHRC',
    ])
      assert.equal(isProtected(path, mac), true, path);
    assert.equal(isProtected('/data/code/x', { ...places, appFolders: ['/data/code'] }), true);
  });
  it('does not protect a workspace because of where it lies', () =>
    assert.equal(isProtected('/srv/.vscode/project/src/a.ts', { ...places, folders: ['/srv/.vscode/project'] }), false));

  for (const path of [
    'package.json',
    'sub/package.json',
    'package-lock.json',
    'yarn.lock',
    'Cargo.lock',
    'Gemfile.lock',
    'go.sum',
    'Makefile',
    'makefile',
    'GNUmakefile',
    'vite.config.ts',
    '.github/workflows/ci.yml',
  ])
    it(`asks for ${path} in Accept edits mode`, () => assert.equal(needsAskInAcceptEdits(`/w/${path}`), true));
  for (const path of ['src/a.ts', 'config.ts', 'makefile.md', 'src/lock.ts', 'github/x'])
    it(`does not ask for ${path} in Accept edits mode`, () => assert.equal(needsAskInAcceptEdits(`/w/${path}`), false));
  for (const [path, expected] of [
    ['.env', true],
    ['.env.local', true],
    ['.env-prod', true],
    ['id_rsa', true],
    ['id_ed25519_work', true],
    ['id_rsa.pub', false],
    ['a.PEM', true],
    ['a.key', true],
    ['.netrc', true],
    ['env.ts', false],
    ['keys.ts', false],
  ] as [string, boolean][])
    it(`${expected ? 'knows' : 'does not take'} ${path} as a secret`, () => assert.equal(isSecretFile(`/w/${path}`), expected));

  const lines: [line: string, ...paths: string[]][] = [
    ['cat out/secret.txt', 'outside/secret.txt'],
    ['cat inner/../secret.txt', 'outside/secret.txt'],
    ['cat note*', 'home/.ssh/id_rsa'],
    ['cat o*/secret.txt', 'outside/secret.txt'],
    ['echo x > new', 'outside/new.txt'],
    ['cd out && cat secret.txt', 'outside', 'outside/secret.txt'],
    ['cd s && cat ../x', 'work/src', 'work/x'],
    ['cat *nner/x', 'outside/inner/x'],
  ];
  for (const [line, ...expected] of lines) {
    it(`follows links in ${line}`, () =>
      assert.deepEqual(parseCommandLine(line, around).paths.sort(), expected.map((path) => join(base, path)).sort()));
  }
  it('does not vouch for .. behind a link that cd went through', () =>
    assert.equal(parseCommandLine('cd out && cd .. && cat x', around).complete, false));

  describe('of tool calls', () => {
    const registry = new ToolRegistry();
    registry.registerScope('built-in', builtIns);
    const facts = (name: string, input: object) =>
      registry.facts(name, input as Record<string, unknown>, { cwd, home, files: diskFiles });
    it('come from path fields, the workspace folder where none is given, and command lines', () => {
      assert.deepEqual(facts('Read', { file_path: 'out/secret.txt' }).paths, [join(base, 'outside/secret.txt')]);
      assert.deepEqual(facts('Grep', { pattern: 'x' }).paths, [cwd]);
      assert.deepEqual(facts('Diagnostics', {}).paths, [cwd]);
      assert.deepEqual(facts('Bash', { command: 'cat note*' }).paths, [join(home, '.ssh/id_rsa')]);
    });
    it('are none for a web address in a uri, and a path all the same where a tool would take it for one', () => {
      const input = z.object({ uri: z.string().optional(), place: z.string().meta({ format: 'path' }).optional() });
      registry.registerScope('mcp', [
        { name: 'mcp__a__get', description: '', input, readOnly: true, scope: 'mcp', run: async () => ({ content: '' }) },
      ]);
      assert.deepEqual(facts('mcp__a__get', { uri: 'https://host/x' }).fieldPaths, {});
      assert.deepEqual(facts('mcp__a__get', { uri: 'file:///etc/x', place: 'out' }).fieldPaths, {
        uri: '/etc/x',
        place: join(base, 'outside'),
      });
      assert.deepEqual(facts('mcp__a__get', {}).paths, [cwd]);
      assert.deepEqual(facts('Read', { file_path: 'https://../../outside/secret.txt' }).paths, [
        join(base, 'outside/secret.txt'),
      ]);
    });
    it('look at the disk a bounded number of times, however a path winds', () => {
      let looks = 0;
      const realPath = (path: string) => {
        looks++;
        return path;
      };
      const at = { cwd: '/w', home: '/h', realPath };
      assert.equal(resolvePath(`${'../'.repeat(1000)}etc/passwd`, at), '/etc/passwd');
      assert.ok(looks < 5, `${looks} looks`);
      assert.equal(resolvePath(`${'a/../'.repeat(50)}b`, at), '/w/b');
      looks = 0;
      // No system opens such a path: it is judged as one outside of all folders.
      assert.equal(resolvePath(`${'a/../'.repeat(50_000)}b`, at), '/');
      assert.equal(resolvePath(`${'../'.repeat(50_000)}w/b`, at), '/');
      assert.equal(looks, 0);
    });
    it('say what is wrong with a call', () => {
      assert.match(facts('Raed', {}).problem!, /^tool not found: Raed\. Did you mean Read/);
      assert.match(facts('Read', { file_path: 1 }).problem!, /^invalid input for Read: file_path: /);
      assert.equal(facts('KillShell', { shell_id: 'command_1' }).toolName, 'TaskStop');
      for (const name of ['read', 'READ', 'ReAd']) assert.equal(facts(name, { file_path: 'a' }).toolName, 'Read');
      assert.equal(facts('bashoutput', { bash_id: 'command_1' }).toolName, 'TaskOutput');
      assert.equal(facts('task', { subagent_type: 'a', prompt: 'b' }).toolName, 'Agent');
      assert.deepEqual(facts('KillShell', { shell_id: 'command_1' }).input, { task_id: 'command_1' });
      assert.equal(facts('__proto__', {}).status, 'unknown');
    });
    it('declares each tool with a plain JSON schema', () => {
      for (const { name, input_schema } of registry.declarations()) {
        assert.equal(input_schema.type, 'object', name);
        assert.ok(!('$schema' in input_schema), name);
      }
    });
  });
});
