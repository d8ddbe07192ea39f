// Stryker's test runner for tests that are bundled into one file (`bundle.mjs`): they run in this process, those first that noticed a change before, then the
// quickest, until one fails. Mocha itself takes longer between two of our tests than within one, and thousands run for each change.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, determineHitLimitReached, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner';

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

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    Object.assign(told, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0, activeMutant: activeMutant.id });
    // Many modules keep what they once found out: it would hide this change, or be what another one made of it.
    this.tests = undefined;
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
    /** Those that have begun, each with what came of its `before`. */
    const suites = new Map();
    for (const test of this.tests.filter(({ id }) => !only || only.has(id)).sort((a, b) => rank(a) - rank(b))) {
      const done = await ran(test, suites);
      if (!this.spent.has(test.id)) this.spent.set(test.id, done.timeSpentMs);
      tests.push(done);
      if (done.status !== TestStatus.Failed) continue;
      this.kills.set(test.id, (this.kills.get(test.id) ?? 0) + 1);
      if (bail) break;
    }
    for (const { after } of [...suites.keys()].toReversed()) for (const hook of after) await hook.call({});
    return { status: DryRunStatus.Complete, tests, mutantCoverage: told.mutantCoverage };
  }
}

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
  // One of its own each time: it would keep all that it ever loaded.
  const require = createRequire(import.meta.url);
  delete require.cache[bundle];
  require(bundle);
  return tests;
}

/** As mocha does: from the outermost suite to the test and back, whatever comes of it. Of a suite whose `before` throws, each test fails. */
async function ran({ id, fn, suite }, suites) {
  const context = {
    timeout: () => context,
    skip() {
      throw skipped;
    },
  };
  const line = [];
  for (let one = suite; one; one = one.parent) line.unshift(one);
  const start = performance.now();
  let status = fn ? TestStatus.Success : TestStatus.Skipped;
  let failureMessage;
  try {
    for (const one of fn ? line : []) {
      if (!suites.has(one)) suites.set(one, called(one.before, context));
      await suites.get(one);
    }
    told.currentTestId = id;
    if (fn) await around(line, () => inTime(fn.call(context)), context);
  } catch (error) {
    status = error === skipped ? TestStatus.Skipped : TestStatus.Failed;
    failureMessage = String(error?.stack);
  } finally {
    // What comes before another test is part of none.
    told.currentTestId = undefined;
  }
  return { id, name: id, timeSpentMs: performance.now() - start, status, failureMessage };
}

async function around(line, run, context) {
  try {
    for (const { beforeEach } of line) await called(beforeEach, context);
    await run();
  } finally {
    for (const { afterEach } of line.toReversed()) await called(afterEach, context);
  }
}

async function called(hooks, context) {
  for (const hook of hooks) await hook.call(context);
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
