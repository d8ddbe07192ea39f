/** The package as npm makes and installs it: its command runs with nothing else beside it than what it depends on. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

type Manifest = Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;

describe('the npm package', function () {
  this.timeout(300_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-packed-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (program: string, args: string[], cwd: string) => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
      shell: process.platform === 'win32',
    });
    return { status, stdout, stderr };
  };

  it('installs from its tarball into an empty folder, and runs there with hooks', () => {
    // As it is built: a build of its own would take the place of what the other tests run.
    const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
    assert.equal(packed.status, 0, packed.stderr);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
    const place = join(folder, 'place');
    const local = join(folder, 'local');
    // What it depends on is taken from here, with what that has for this platform: nothing is fetched.
    const manifest = (name: string) => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as Manifest;
    const isHere = (name: string) => existsSync(join(root, 'node_modules', name));
    const dependencies = Object.keys(manifest('.').dependencies ?? {}).flatMap((name) => [
      name,
      ...Object.keys(manifest(join('node_modules', name)).optionalDependencies ?? {}).filter(isHere),
    ]);
    for (const name of dependencies) cpSync(join(root, 'node_modules', name), join(local, name), { recursive: true });
    mkdirSync(place);
    writeFileSync(
      join(place, 'package.json'),
      JSON.stringify({
        private: true,
        dependencies: Object.fromEntries([
          ['hooksmith', `file:${join(folder, tarball)}`],
          ...dependencies.map((name) => [name, `file:${join(local, name)}`]),
        ]),
      }),
    );
    const installed = run(
      'npm',
      ['install', '--offline', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund'],
      place,
    );
    assert.equal(installed.status, 0, installed.stderr);

    mkdirSync(join(place, '.hooksmith', 'hooks'), { recursive: true });
    writeFileSync(
      join(place, '.hooksmith', 'hooks', 'a.ts'),
      "import { denyCommands } from 'hooksmith';\nexport const noSudo = denyCommands('sudo');\n",
    );
    const command = join(place, 'node_modules', '.bin', process.platform === 'win32' ? 'hooksmith.cmd' : 'hooksmith');
    const { status, stdout, stderr } = run(
      command,
      [
        'run',
        '--json',
        '--approve',
        'always',
        '/call Bash {"command": "sudo ls"}\n/call Grep {"pattern": "noSudo", "path": "."}',
      ],
      place,
    );
    assert.equal(status, 0, stderr);
    const { text } = JSON.parse(stdout) as { text: string };
    assert.match(text, /command contains blocked pattern: sudo/);
    assert.match(text, /a\.ts/);

    writeFileSync(
      join(place, '.hooksmith', 'hooks', 'a.test.ts'),
      `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
import { noSudo } from './a.js';
test('sudo', async () => assert.equal((await runHooks(noSudo, toolCall('Bash', { command: 'sudo ls' }))).decision, 'deny'));
`,
    );
    const checked = run(command, ['check', '--test'], place);
    assert.deepEqual([checked.status, checked.stdout.trimEnd().split('\n').at(-1)], [0, '1 passed, 0 failed'], checked.stderr);
    // Other runners find the modules by the package's own exports.
    const own =
      "import { noSudo } from './own.mjs'; import { runHooks, toolCall } from 'hooksmith/testing'; console.log((await runHooks(noSudo, toolCall('Bash', { command: 'sudo ls' }))).decision)";
    writeFileSync(
      join(place, 'own.mjs'),
      "import { denyCommands } from 'hooksmith';\nexport const noSudo = denyCommands('sudo');\n",
    );
    writeFileSync(join(place, 'plain.mjs'), own);
    assert.equal(run(process.execPath, ['plain.mjs'], place).stdout.trim(), 'deny');

    // Its types hold, those of tool inputs too, with nothing beside it.
    const typed = `import { defineTool, hook, z } from 'hooksmith';
import type { HooksmithApi } from 'hooksmith/extension';
import { runHooks, toolCall, type Outcome } from 'hooksmith/testing';
export const patient = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.modify({ input: { timeout: 600_000 } }));
export const sum = defineTool({ name: 'Sum', description: 'Adds.', input: z.object({ a: z.number() }), run: ({ a }) => a.toFixed() });
export const outcome: Promise<Outcome> = runHooks(patient, toolCall('Bash', { command: 'ls' }));
export const wrong = (api: HooksmithApi) => api.addHook('preToolUse', (ctx) => ctx.dney('no'));
defineTool({ name: 'Sum', description: 'Adds.', input: z.object({ a: z.number() }), run: ({ b }) => b });
`;
    writeFileSync(join(place, 'typed.mts'), typed);
    for (const moduleResolution of [ts.ModuleResolutionKind.Bundler, ts.ModuleResolutionKind.NodeNext]) {
      const module = moduleResolution === ts.ModuleResolutionKind.NodeNext ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext;
      const options = { strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, types: [] };
      const program = ts.createProgram([join(place, 'typed.mts')], { ...options, module, moduleResolution });
      const found = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
      assert.equal(found.length, 2, found.join('\n'));
      assert.match(found[0]!, /'dney' does not exist/);
      assert.match(found[1]!, /'b' does not exist/);
    }
  });
});
