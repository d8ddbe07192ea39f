// Stryker's test runner for tests that are bundled into one file (`bundle.mjs`): mocha in this process, the bundle loaded anew for each mutant.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, determineHitLimitReached, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import Mocha from 'mocha';

const require = createRequire(import.meta.url);
/** Where the mutated code looks which mutant is on, and counts what it passed. */
const told = (globalThis.__stryker__ ??= {});

class Runner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // The sandbox: where this file is loaded from is not yet it.
    process.env.HOOKSMITH_ROOT = process.cwd();
    this.bundle = join(process.cwd(), 'mutated.cjs');
  }

  async dryRun({ disableBail }) {
    return this.run({ bail: !disableBail });
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    Object.assign(told, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0, activeMutant: activeMutant.id });
    const result = await this.run({ bail: !disableBail, only: testFilter && new Set(testFilter) });
    return toMutantRunResult(determineHitLimitReached(told.hitCount, hitLimit) ?? result, true);
  }

  /** `only`: full titles. */
  async run({ bail, only }) {
    const mocha = new Mocha({ reporter: function Silent() {}, timeout: 20_000, bail });
    const { bundle } = this;
    mocha.suite.emit('pre-require', globalThis, bundle, mocha);
    delete require.cache[bundle];
    try {
      require(bundle);
    } catch (error) {
      return { status: DryRunStatus.Error, errorMessage: error.stack };
    }
    if (only) keep(mocha.suite, only);
    mocha.suite.beforeEach(function () {
      told.currentTestId = this.currentTest.fullTitle();
    });
    const tests = [];
    const note = (status) => (test, error) => {
      const id = test.fullTitle();
      tests.push({
        id,
        name: id,
        timeSpentMs: test.duration ?? 0,
        status,
        failureMessage: error ? String(error.stack) : undefined,
      });
    };
    await new Promise((resolve) => {
      mocha
        .run(resolve)
        .on('pass', note(TestStatus.Success))
        .on('fail', note(TestStatus.Failed))
        .on('pending', note(TestStatus.Skipped));
    });
    told.currentTestId = undefined;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: told.mutantCoverage };
  }
}

function keep(suite, only) {
  suite.tests = suite.tests.filter((test) => only.has(test.fullTitle()));
  suite.suites = suite.suites.filter((inner) => keep(inner, only));
  return suite.tests.length + suite.suites.length > 0;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'bundled-mocha', Runner)];
