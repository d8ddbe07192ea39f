// Stryker's test runner for tests that are bundled into one file (`bundle.mjs`): they run in this process, those first that noticed a change before, then the
// quickest, until one fails. Mocha itself takes longer between two of our tests than within one, and thousands run for each change.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, determineHitLimitReached, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner';

const require = createRequire(import.meta.url);
/** Where the mutated code looks which mutant is on, and counts what it passed. */
const told = (globalThis.__stryker__ ??= {});
const skipped = Symbol('skipped');
const longestTest = 20_000;

class Runner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // The sandbox: where this file is loaded from is not yet it.
    process.env.HOOKSMITH_ROOT = process.cwd();
    this.bundle = join(process.cwd(), 'mutated.cjs');
    /** What each test cost, and how often it noticed a change. */
    this.spent = new Map();
    this.kills = new Map();
  }

  async dryRun({ disableBail }) {
    return this.run({ bail: !disableBail });
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail, reloadEnvironment }) {
    Object.assign(told, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0, activeMutant: activeMutant.id });
    if (reloadEnvironment || remembers(activeMutant.fileName)) this.tests = undefined;
    const result = await this.run({ bail: !disableBail, only: testFilter && new Set(testFilter) });
    return toMutantRunResult(determineHitLimitReached(told.hitCount, hitLimit) ?? result, true);
  }

  /** `only`: full titles. */
  async run({ bail, only }) {
    try {
      this.tests ??= defined(this.bundle);
    } catch (error) {
      this.tests = undefined;
      return { status: DryRunStatus.Error, errorMessage: error.stack };
    }
    const rank = ({ id }) => (this.spent.get(id) ?? 0) / (1 + 20 * (this.kills.get(id) ?? 0));
    const tests = [];
    const suites = new Set();
    for (const test of this.tests.filter(({ id }) => !only || only.has(id)).sort((a, b) => rank(a) - rank(b))) {
      const done = await ran(test, suites);
      if (!this.spent.has(test.id)) this.spent.set(test.id, done.timeSpentMs);
      tests.push(done);
      if (done.status !== TestStatus.Failed) continue;
      this.kills.set(test.id, (this.kills.get(test.id) ?? 0) + 1);
      if (bail) break;
    }
    for (const { after } of suites) for (const hook of after) await hook.call({});
    told.currentTestId = undefined;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: told.mutantCoverage };
  }
}

/** Whether a file keeps what it once found out, so that nothing else tells what a change in it does. */
const remembers = (path) => /^const \w+ = new (Weak)?Map\b.*\(\);$/m.test(readFileSync(path, 'utf8'));

/** The tests of the bundle, which is loaded anew. */
function defined(bundle) {
  const suite = (title, parent) => ({ title, parent, before: [], after: [], beforeEach: [], afterEach: [] });
  const tests = [];
  let current = suite('');
  const inSuite = { timeout: () => inSuite };
  Object.assign(globalThis, {
    describe(title, fn) {
      const outer = current;
      current = suite(`${outer.title} ${title}`.trim(), outer);
      fn.call(inSuite);
      current = outer;
    },
    it: (title, fn) => tests.push({ id: `${current.title} ${title}`, fn, suite: current }),
    before: (fn) => current.before.push(fn),
    after: (fn) => current.after.push(fn),
    beforeEach: (fn) => current.beforeEach.push(fn),
    afterEach: (fn) => current.afterEach.push(fn),
  });
  delete require.cache[bundle];
  require(bundle);
  return tests;
}

async function ran({ id, fn, suite }, begun) {
  const context = {
    timeout: () => context,
    skip() {
      throw skipped;
    },
  };
  const line = [];
  for (let one = suite; one; one = one.parent) line.unshift(one);
  const start = performance.now();
  let status = TestStatus.Success;
  let failureMessage;
  try {
    for (const one of line)
      if (!begun.has(one)) {
        begun.add(one);
        for (const hook of one.before) await hook.call(context);
      }
    told.currentTestId = id;
    for (const one of line) for (const hook of one.beforeEach) await hook.call(context);
    await inTime(fn.call(context));
    for (const one of line) for (const hook of one.afterEach) await hook.call(context);
  } catch (error) {
    status = error === skipped ? TestStatus.Skipped : TestStatus.Failed;
    failureMessage = String(error?.stack);
  }
  return { id, name: id, timeSpentMs: performance.now() - start, status, failureMessage };
}

async function inTime(result) {
  if (typeof result?.then !== 'function') return;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('It takes too long.')), longestTest);
  });
  await Promise.race([result, late]).finally(() => clearTimeout(timer));
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'bundled-mocha', Runner)];
