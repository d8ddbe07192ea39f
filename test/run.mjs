// `npm test`: set-up on a bare machine, then unit tests in plain Node, the suite in a real extension host, and the real workbench in Chromium.
// `npm test -- unit|host|e2e [--grep TEXT]` runs one kind. The last line reads `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './vscode/host.mjs';
import { setUp } from './vscode/start.mjs';

const args = process.argv.slice(2);
const kinds = ['unit', 'host', 'e2e'].filter((kind) => args.includes(kind));
const wanted = kinds.length > 0 ? kinds : ['unit', 'host', 'e2e'];
const grepAt = args.indexOf('--grep');
const grep = grepAt < 0 ? [] : ['--grep', args[grepAt + 1]];
const out = join(root, '.vscode-test', 'out');
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const env = { ...inherited, HOOKSMITH_ROOT: root };
const total = { passed: 0, failed: 0, skipped: 0 };

function stage(name, command, stageArgs) {
  const results = join(out, `${name}.json`);
  rmSync(results, { force: true });
  console.log(`\n— ${name} —`);
  const { status } = spawnSync(command, stageArgs, { cwd: root, stdio: 'inherit', env: { ...env, HOOKSMITH_RESULTS: results } });
  const counts = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
  // A stage that fell over, or ran nothing, has failed whatever it counted.
  if ((status !== 0 && counts.failed === 0) || (grep.length === 0 && counts.passed + counts.failed + counts.skipped === 0))
    counts.failed++;
  for (const key of Object.keys(total)) total[key] += counts[key];
}

async function bundle(kind, entryPoints, outdir) {
  const esbuild = await import('esbuild');
  rmSync(outdir, { recursive: true, force: true });
  await esbuild.build({
    entryPoints,
    outdir,
    outbase: join(root, 'test'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    packages: 'external',
    external: ['vscode'],
    alias: { hooksmith: join(root, 'src/api/index.ts') },
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  if (entryPoints.length === 0) throw new Error(`no ${kind} tests were found`);
}

async function find(pattern, not = () => false) {
  const { globSync } = await import('node:fs').then((fs) => (fs.globSync ? fs : { globSync: walk }));
  return globSync(pattern, { cwd: root })
    .map((path) => join(root, path))
    .filter((path) => !not(path.replaceAll('\\', '/')));
}

function walk(pattern) {
  const base = pattern.split('/**')[0];
  return spawnSync(
    process.execPath,
    [
      '-e',
      `const fs=require('fs'),p=require('path');(function w(d){for(const e of fs.readdirSync(d,{withFileTypes:true})){const f=p.join(d,e.name);if(e.isDirectory())w(f);else if(f.endsWith('.test.ts'))console.log(f)}})(${JSON.stringify(base)})`,
    ],
    { cwd: root, encoding: 'utf8' },
  )
    .stdout.split('\n')
    .filter(Boolean);
}

setUp();
mkdirSync(out, { recursive: true });
const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
const reporter = ['--reporter', join(root, 'test', 'reporter.cjs')];
if (wanted.includes('unit')) {
  await bundle(
    'unit',
    await find(
      'test/**/*.test.ts',
      (path) => path.includes('/test/vscode/') || path.includes('/test/view/') || path.includes('/test/fixtures/'),
    ),
    join(out, 'unit'),
  );
  stage('unit', process.execPath, [
    '--enable-source-maps',
    mocha,
    ...reporter,
    ...grep,
    '--timeout',
    '30000',
    join(out, 'unit', '**', '*.test.js'),
  ]);
}
if (wanted.includes('host')) stage('host', process.execPath, ['test/vscode/runSuite.mjs', ...grep]);
if (wanted.includes('e2e')) {
  const { ensureBrowser } = await import('./vscode/browser.mjs');
  const { ensureVsCode } = await import('./vscode/host.mjs');
  ensureBrowser();
  await ensureVsCode();
  await bundle(
    'e2e',
    [...(await find('test/view/**/*.test.ts')), ...(await find('test/vscode/e2e/**/*.test.ts'))],
    join(out, 'e2e'),
  );
  stage('e2e', process.execPath, [
    '--enable-source-maps',
    mocha,
    ...reporter,
    ...grep,
    '--timeout',
    '120000',
    join(out, 'e2e', '**', '*.test.js'),
  ]);
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
