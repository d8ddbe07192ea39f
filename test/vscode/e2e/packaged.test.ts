/** The package for this platform: what is in it, whose it is, how large, and that it does its main job where people install it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { importModule } from '../../fixtures/importModule';
import { until } from '../../fixtures/limits';
import { press, useWorkbench } from '../workbench';

interface Notices {
  packageOf(input: string): string | undefined;
  isFine(licence?: string): boolean;
  notices(folders: Iterable<string>): string;
}
interface Natives {
  targets: string[];
  ownTarget: string;
  nativePackages(target: string): string[];
}
const root = process.env.HOOKSMITH_ROOT!;
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

describe('the package', function () {
  this.timeout(300_000);
  const workbenches = useWorkbench();
  let out: string;
  let staged: string;
  let natives: Natives;
  before(async () => {
    natives = await importModule('test/packaging/natives.mjs');
    out = mkdtempSync(join(tmpdir(), 'hooksmith-package-'));
    const home = join(root, '.vscode-test', 'package');
    mkdirSync(home, { recursive: true });
    staged = mkdtempSync(join(home, 'test-'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'test', 'packaging', 'package.mjs'), natives.ownTarget, '--out', out, '--stage', staged],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
  });
  after(() => {
    for (const folder of [out, staged]) rmSync(folder, { recursive: true, force: true });
  });
  const stage = (...path: string[]) => join(staged, ...path);

  it('is one file for this platform, no larger than its page says', () => {
    const files = readdirSync(out);
    const { version } = JSON.parse(read('package.json')) as { version: string };
    assert.deepEqual(files, [`hooksmith-${version}-${natives.ownTarget}.vsix`]);
    const said = Number(/at most (\d+) MB/.exec(read('media', 'reference', 'packaging.md'))![1]);
    assert.ok(statSync(join(out, files[0]!)).size <= said * 1e6);
  });

  it('carries the programs of this platform, and none of another', () => {
    assert.deepEqual(readdirSync(stage('dist', 'node_modules', '@esbuild')), [natives.ownTarget]);
    assert.ok(existsSync(stage('dist', 'bin', process.platform === 'win32' ? 'rg.exe' : 'rg')));
    assert.equal(existsSync(stage('dist', 'vendor', 'seccomp')), process.platform === 'linux');
  });

  it('has scripts that the engine keeps as one byte for each letter', () => {
    const scripts = readdirSync(stage('dist')).filter((name) => name.endsWith('.js'));
    assert.deepEqual(
      scripts.filter((name) => /[^\0-\xff]/.test(readFileSync(stage('dist', name), 'utf8'))),
      [],
    );
  });

  it('loads what it has in files of their own from there: none of them is left unasked for', () => {
    const late = readdirSync(stage('dist', 'late'));
    const ofNode = [...readdirSync(stage('dist')), ...late.map((name) => join('late', name))].filter((name) =>
      name.endsWith('.js'),
    );
    const texts = ofNode.map((name) => readFileSync(stage('dist', name), 'utf8'));
    const isAsked = (name: string) => texts.some((text) => text.includes(`"./late/${name}"`) || text.includes(`"./${name}"`));
    assert.deepEqual(
      late.filter((name) => !isAsked(name)),
      [],
    );
  });

  it('names every platform that the lock file knows the programs of', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { integrity?: string }> };
    for (const target of natives.targets)
      for (const name of natives.nativePackages(target)) assert.ok(packages[`node_modules/${name}`]?.integrity, name);
  });

  it('says whose work it carries: what is bundled, and what lies beside it', () => {
    const told = readFileSync(stage('dist', 'ThirdPartyNotices.txt'), 'utf8');
    for (const name of ['zod', 'lit', 'dompurify', 'shiki', '@anthropic-ai/sdk', 'typescript', 'esbuild', '@vscode/codicons'])
      assert.match(told, new RegExp(`^${name} \\d+\\.\\d+`, 'm'), name);
    assert.doesNotMatch(told, /^(mocha|playwright-core|@biomejs\/biome) \d/m);
    assert.match(told, /Permission is hereby granted, free of charge/);
  });

  it('takes no package of a licence that nobody has looked at', async () => {
    const { notices, isFine, packageOf } = await importModule<Notices>('test/packaging/notices.mjs');
    assert.deepEqual(
      ['MIT', '(BSD-3-Clause OR GPL-2.0)', 'MIT AND ISC', 'GPL-3.0', 'MIT AND GPL-3.0', undefined].map((one) => isFine(one)),
      [true, true, true, false, false, false],
    );
    assert.equal(packageOf('node_modules/a/node_modules/@b/c/lib/x.js'), 'node_modules/a/node_modules/@b/c');
    assert.equal(packageOf('src/extension.ts'), undefined);
    assert.throws(() => notices([join(root, 'test', 'fixtures', 'workspace')]), /its licence, none, is not among/);
  });

  it('has all texts of the manifest', () => {
    const texts = JSON.parse(readFileSync(stage('package.nls.json'), 'utf8')) as Record<string, string>;
    const used = [...readFileSync(stage('package.json'), 'utf8').matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name!);
    assert.ok(used.length > 50);
    for (const name of used) assert.ok(texts[name], name);
  });

  it('is installed into a VS Code that has never seen it, runs a call that a human allows, and takes a hook that is saved', async () => {
    const packaged = join(out, readdirSync(out)[0]!);
    const workbench = await workbenches.open({ packaged, builtIn: 'all' });
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });

    // Its shell, and a human's word.
    await workbench.send(chat, '/call Bash {"command": "touch made-by-the-package"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await log.getByText('Bash answered').waitFor();
    assert.ok(existsSync(join(workbench.folder, 'made-by-the-package')));
    // ripgrep, of this platform.
    await workbench.send(chat, '/call Grep {"pattern": "greet", "path": "src", "output_mode": "files_with_matches"}');
    await until(async () => /Grep answered[\s\S]*src\/greet\.js/.test(await log.innerText()));

    // esbuild, of this platform: a hook is live on save.
    await workbench.editAndSave(
      'guard.ts',
      "import { policy } from 'hooksmith';\nexport const no = policy({ tools: 'LS' }, (ctx) => ctx.deny('not by this package'));\n",
    );
    await workbench.openChat();
    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('not by this package').first().waitFor();

    // Texts of the manifest are those of package.nls.json.
    await workbench.page.getByRole('button', { name: /^Hooks( | .* )Section/ }).waitFor();
    await workbench.screenshot('packaged');
  });
});
