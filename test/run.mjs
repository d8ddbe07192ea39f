// `npm test`: set-up on a bare machine, then unit tests in plain Node, the suite in a real extension host, and the real workbench in Chromium.
// `npm test -- unit|host|e2e [--grep TEXT]` runs one kind. The last line reads `N passed, N failed, N skipped`.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bundle } from './harness/bundle.mjs';
import { slowness } from './harness/speed.cjs';
import { root } from './vscode/host.mjs';
import { setUp } from './vscode/start.mjs';

const args = process.argv.slice(2);
const named = ['unit', 'host', 'e2e'].filter((kind) => args.includes(kind));
const wanted = new Set(named.length > 0 ? named : ['unit', 'host', 'e2e']);
const grepAt = args.indexOf('--grep');
const grep = grepAt < 0 ? [] : ['--grep', args[grepAt + 1]];
const out = join(root, '.vscode-test', 'out');
const harness = join(root, 'test', 'harness');

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
setUp();
mkdirSync(out, { recursive: true });
process.env.HOOKSMITH_TIME_FACTOR = String(slowness());
console.log(`Time limits are those of an idle machine times ${process.env.HOOKSMITH_TIME_FACTOR}.`);
const { runStage } = await import('./harness/stage.mjs');
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const env = { ...inherited, HOOKSMITH_ROOT: root };

const stage = (name, stageArgs, output) =>
  runStage({
    name,
    command: process.execPath,
    args: stageArgs,
    cwd: root,
    env,
    results: join(out, `${name}.jsonl`),
    mayBeEmpty: grep.length > 0,
    output,
  });

/** Tests in plain Node, bundled one by one; `timeout` in ms. */
async function mochaStage(name, files, timeout, output) {
  if (files.length === 0) throw new Error(`no ${name} tests were found`);
  const outdir = join(out, name);
  rmSync(outdir, { recursive: true, force: true });
  await bundle(files, outdir, { sourcemap: 'inline', sourcesContent: false, external: ['vscode'] });
  const mocha = [join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'), '--reporter', join(harness, 'reporter.cjs')];
  const required = ['limits.cjs', 'leaks.cjs'].flatMap((file) => ['--require', join(harness, file)]);
  const which = ['--timeout', String(timeout), ...grep, join(outdir, '**', '*.test.js')];
  return stage(name, ['--enable-source-maps', ...mocha, ...required, ...which], output);
}

const tests = readdirSync(join(root, 'test'), { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('fixtures/') && !path.startsWith('vscode/suite/'))
  .sort();
const ofViews = tests.filter((path) => path.startsWith('view/'));
const ofWorkbench = tests.filter((path) => path.startsWith('vscode/'));
const ofNode = tests.filter((path) => !ofViews.includes(path) && !ofWorkbench.includes(path));

if (wanted.has('host') || wanted.has('e2e')) {
  const { ensureBrowser } = await import('./vscode/browser.mjs');
  const { ensureVsCode } = await import('./vscode/host.mjs');
  ensureBrowser();
  await ensureVsCode();
}

/** In the order in which they are begun: the longest first. */
const stages = [
  ['e2e', 'workbench', (output) => mochaStage('workbench', ofWorkbench, 120_000, output)],
  ['unit', 'unit', (output) => mochaStage('unit', ofNode, 30_000, output)],
  ['e2e', 'views', (output) => mochaStage('views', ofViews, 60_000, output)],
  ['host', 'host', (output) => stage('host', ['test/vscode/runSuite.mjs', ...grep], output)],
].filter(([kind]) => wanted.has(kind));
/** One more than two processors are busy with: an editor that starts waits now and then, and tests that wait do so often. */
const atOnce = availableParallelism() > 1 ? 3 : 1;

/** Whole reports, one after the other: the stage that has the word writes, the other's lines wait. */
let speaker;
/** Of stages that ended while another had the word. */
const over = [];
function reportOf(name) {
  const waiting = [];
  const speak = () => {
    speaker ??= waiting;
    if (speaker === waiting) for (const chunk of waiting.splice(0)) process.stdout.write(chunk);
  };
  waiting.push(`\n— ${name} —\n`);
  return {
    write: (chunk) => {
      waiting.push(chunk);
      speak();
    },
    end: () => {
      speak();
      if (speaker !== waiting) return void over.push(waiting);
      speaker = undefined;
      for (const chunk of over.splice(0).flat()) process.stdout.write(chunk);
    },
  };
}

const results = [];
await Promise.all(Array.from({ length: atOnce }, takeStages));

async function takeStages() {
  for (let next = stages.shift(); next; next = stages.shift()) {
    const [, name, run] = next;
    const report = reportOf(name);
    const began = Date.now();
    const result = await run(report).catch((error) => ({
      passed: 0,
      failed: 0,
      failures: [],
      skipped: 0,
      files: {},
      problems: [error.stack],
    }));
    for (const problem of result.problems) report.write(`✘ ${name}: ${problem}\n`);
    report.write(`${name} took ${Math.round((Date.now() - began) / 1000)} s; the longest: ${longest(result.files)}\n`);
    report.end();
    results.push({ ...result, name });
  }
}

function longest(files) {
  const sorted = Object.entries(files).sort(([, a], [, b]) => b - a);
  return sorted
    .slice(0, 5)
    .map(([file, ms]) => `${file.replace(/^.*\.vscode-test\/out\/\w+\//, '')} ${(ms / 1000).toFixed(1)} s`)
    .join(', ');
}

// Once more at the end: of a long log, the end is what is kept and read.
for (const { name, failures, problems } of results) {
  for (const { test, why } of failures) console.log(`\n✘ ${name}: ${test}\n${why.split('\n').slice(0, 30).join('\n')}`);
  for (const problem of problems) console.log(`\n✘ ${name}: ${problem}`);
}
const sum = (of) => results.reduce((total, result) => total + of(result), 0);
// A stage that fell over, hung or left something behind has failed whatever it counted.
const failed = sum((result) => result.failed + (result.problems.length > 0 ? 1 : 0));
console.log(`\n${sum((result) => result.passed)} passed, ${failed} failed, ${sum((result) => result.skipped)} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
