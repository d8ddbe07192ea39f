// `npm test`: set-up on a bare machine, then unit tests in plain Node, the suite in a real extension host, and the real workbench in Chromium.
// `npm test -- unit|host|e2e|views [--grep TEXT]` runs one kind; the views are of `e2e` too. The last line reads `N passed, N failed, N skipped`.
// HOOKSMITH_MINUTES bounds it: files of tests that no lane has come to by then are named, and counted as skipped.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { bundle } from './harness/bundle.mjs';
import { slowness } from './harness/speed.cjs';
import { root } from './vscode/host.mjs';
import { setUp } from './vscode/start.mjs';

const args = process.argv.slice(2);
const known = ['unit', 'host', 'e2e', 'views'];
const named = known.filter((word) => args.includes(word));
const wanted = named.length > 0 ? named : known;
const grepAt = args.indexOf('--grep');
const grep = grepAt < 0 ? [] : ['--grep', args[grepAt + 1]];
const out = join(root, '.vscode-test', 'out');
const harness = join(root, 'test', 'harness');

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
setUp();
mkdirSync(out, { recursive: true });
/** One more than the processors, since an editor that starts waits now and then, and tests that wait do so often; each may take 2 GB. */
const lanesHere = () =>
  availableParallelism() > 1 ? Math.max(1, Math.min(availableParallelism() + 1, Math.floor(totalmem() / 2e9))) : 1;
const atOnce = Number(process.env.HOOKSMITH_LANES) || lanesHere();
process.env.HOOKSMITH_TIME_FACTOR = String(slowness(atOnce));
console.log(`Time limits are those of an idle machine times ${process.env.HOOKSMITH_TIME_FACTOR}.`);
const { runStage } = await import('./harness/stage.mjs');
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const until = Date.now() + (Number(process.env.HOOKSMITH_MINUTES) || Infinity) * 60_000;
const env = { ...inherited, HOOKSMITH_ROOT: root, ...(until < Infinity ? { HOOKSMITH_UNTIL: String(until) } : {}) };

const stage = (name, { args: stageArgs, queue, mayBeEmpty = grep.length > 0 }, output) =>
  runStage({
    name,
    command: process.execPath,
    args: stageArgs,
    cwd: root,
    env: queue ? { ...env, HOOKSMITH_QUEUE: queue } : env,
    results: join(out, `${name.replaceAll(' ', '-')}.jsonl`),
    mayBeEmpty,
    output,
  });

/** A kind of tests that one process runs. Of each kind: the words that ask for it, its lanes so far, and whether it is given no more of them. */
function oneLane(words, name, stageArgs) {
  return {
    words,
    name,
    lanes: 0,
    over: false,
    left: () => 0,
    passedBy: () => [],
    run: (lane, output) => stage(lane, { args: stageArgs }, output),
  };
}

/**
 * Tests in plain Node, bundled one by one, which several processes share (`lane.cjs`); `timeout` in ms. With `late` a file is loaded when a lane comes to it,
 * and not all of them before the first.
 */
function manyLanes(words, name, files, timeout, late = false) {
  if (files.length === 0) throw new Error(`no ${name} tests were found`);
  const outdir = join(out, name);
  const queue = join(out, `${name}.queue`);
  const mocha = [join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'), '--reporter', join(harness, 'reporter.cjs')];
  const parts = ['limits.cjs', 'leaks.cjs', ...(late ? ['late.cjs'] : []), 'lane.cjs'];
  const required = parts.flatMap((file) => ['--require', join(harness, file)]);
  const bundled = files.map((file) => join(outdir, file.replace(/\.ts$/, '.js')));
  const laneArgs = ['--enable-source-maps', ...mocha, ...required, '--timeout', String(timeout), ...grep];
  const prepare = async () => {
    for (const folder of [outdir, queue]) rmSync(folder, { recursive: true, force: true });
    await bundle(files, outdir, { sourcemap: 'inline', sourcesContent: false, external: ['vscode'] });
    mkdirSync(queue);
  };
  /** From both ends: many short files are done where a bounded run ends before the long ones are, and no long one is begun last. */
  const orders = [bundled.toReversed(), bundled];
  let ready;
  let begun = 0;
  const taken = () => new Set(ready && existsSync(queue) ? readdirSync(queue) : []);
  return {
    words,
    name,
    lanes: 0,
    over: false,
    /** Of the files that no lane has come to, as far as is known. */
    left: () => files.length - taken().size,
    /** Those that no lane has come to. */
    passedBy() {
      const names = taken();
      return files.filter((_file, at) => !names.has(relative(root, bundled[at]).replace(/[\\/]/g, '+')));
    },
    run: async (lane, output) => {
      ready ??= prepare();
      await ready;
      const args = [...laneArgs, ...orders[begun++ % 2]];
      return stage(lane, { args, queue, mayBeEmpty: true }, output);
    },
  };
}

/** In bytes; of a test that is called as its folder is, with all that it puts together from there. */
function sizeOf(path) {
  const folder = join(root, 'test', dirname(path));
  const parts =
    basename(folder) === basename(path, '.test.ts')
      ? readdirSync(folder, { recursive: true })
          .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
          .map((name) => join(folder, name))
      : [];
  return [join(root, 'test', path), ...parts].reduce((sum, one) => sum + statSync(one).size, 0);
}

const tests = readdirSync(join(root, 'test'), { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('fixtures/') && !path.startsWith('vscode/suite/'))
  // The longest first, as far as their length tells how long they take.
  .map((path) => ({ path, size: sizeOf(path) }))
  .sort((a, b) => b.size - a.size)
  .map(({ path }) => path);
const ofViews = tests.filter((path) => path.startsWith('view/'));
const ofWorkbench = tests.filter((path) => path.startsWith('vscode/'));
const ofNode = tests.filter((path) => !ofViews.includes(path) && !ofWorkbench.includes(path));

if (wanted.some((word) => word !== 'unit')) {
  const { ensureBrowser } = await import('./vscode/browser.mjs');
  const { ensureVsCode } = await import('./vscode/host.mjs');
  ensureBrowser();
  if (wanted.some((word) => word === 'host' || word === 'e2e')) await ensureVsCode();
}

/** In the order in which they are begun. What covers most is never among what a bounded run did not come to. */
const kinds = [
  manyLanes(['unit'], 'unit', ofNode, 30_000, true),
  manyLanes(['e2e'], 'workbench', ofWorkbench, 120_000),
  manyLanes(['e2e', 'views'], 'views', ofViews, 60_000),
  oneLane(['host'], 'host', ['test/vscode/runSuite.mjs', ...grep]),
].filter((kind) => kind.words.some((word) => wanted.includes(word)));

/** Whole reports, one after the other: the stage that has the word writes, the other's lines wait. */
let speaker;
/** Of stages that ended while another had the word. */
const over = [];
function reportOf(name) {
  const waiting = [];
  let hasEnded = false;
  const speak = () => {
    speaker ??= waiting;
    if (speaker === waiting) for (const chunk of waiting.splice(0)) process.stdout.write(chunk);
  };
  waiting.push(`\n— ${name} —\n`);
  return {
    write: (chunk) => {
      if (!hasEnded) waiting.push(chunk);
      else if (speaker) over.push([chunk]);
      else process.stdout.write(chunk);
      if (!hasEnded) speak();
    },
    end: () => {
      speak();
      hasEnded = true;
      if (speaker !== waiting) return void over.push(waiting);
      speaker = undefined;
      for (const chunk of over.splice(0).flat()) process.stdout.write(chunk);
    },
  };
}

const results = [];
await Promise.all(Array.from({ length: atOnce }, takeLanes));
for (const { name, passedBy } of kinds) {
  const its = results.filter((result) => result.of === name);
  const ran = its.reduce((sum, { passed, failed, skipped }) => sum + passed + failed + skipped, 0);
  if (ran === 0 && grep.length === 0 && passedBy().length === 0) its[0].problems.push('it ran no test');
}

/** What nobody has begun, then another lane of what takes longest. A lane that ended came to all that was left, or fell over. */
function nextKind() {
  return kinds.find(({ lanes }) => lanes === 0) ?? kinds.find((kind) => !kind.over && kind.left() > 0 && Date.now() < until);
}

async function takeLanes() {
  for (let kind = nextKind(); kind; kind = nextKind()) {
    const name = ++kind.lanes === 1 ? kind.name : `${kind.name} ${kind.lanes}`;
    const report = reportOf(name);
    const began = Date.now();
    const result = await kind.run(name, report).catch((error) => ({
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
    results.push({ ...result, name, of: kind.name });
    kind.over = true;
  }
}

function longest(files) {
  const sorted = Object.entries(files).sort(([, a], [, b]) => b - a);
  return sorted
    .slice(0, 5)
    .map(([file, ms]) => `${file.replace(/^.*\.vscode-test\/out\/\w+\//, '')} ${(ms / 1000).toFixed(1)} s`)
    .join(', ');
}

const passedBy = until < Infinity && Date.now() >= until ? kinds.flatMap((kind) => kind.passedBy()) : [];
if (passedBy.length > 0)
  console.log(
    `\nThe ${process.env.HOOKSMITH_MINUTES} minutes of HOOKSMITH_MINUTES were over before these were begun: ${passedBy.join(', ')}`,
  );
// Once more at the end: of a long log, the end is what is kept and read.
for (const { name, failures, problems } of results) {
  for (const { test, why } of failures) console.log(`\n✘ ${name}: ${test}\n${why.split('\n').slice(0, 30).join('\n')}`);
  for (const problem of problems) console.log(`\n✘ ${name}: ${problem}`);
}
const sum = (of) => results.reduce((total, result) => total + of(result), 0);
// A stage that fell over, hung or left something behind has failed whatever it counted.
const failed = sum((result) => result.failed + (result.problems.length > 0 ? 1 : 0));
console.log(
  `\n${sum((result) => result.passed)} passed, ${failed} failed, ${sum((result) => result.skipped) + passedBy.length} skipped`,
);
process.exitCode = failed > 0 ? 1 : 0;
