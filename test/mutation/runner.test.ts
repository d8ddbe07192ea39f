/** The runner of mutated tests runs them as mocha does, and nothing that one change made is there for the next. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../fixtures/core';

/** `dry`: each test with its status; `mutants`: the status of each change, whose id it is. */
interface Told {
  dry: [id: string, status: string][];
  seen: string[];
  mutants: string[];
}

interface Groups {
  groups: { chain: { tests: string[] } };
}

/** How a file begins that drives the runner. */
const begun = `import { strykerPlugins } from ${JSON.stringify(pathToFileURL(join(root, 'test/mutation/runner.mjs')).href)};
const runner = new strykerPlugins[0].injectableClass();
await runner.init();`;

describe('the runner of mutated tests', () => {
  /** What comes of tests, written in JavaScript as one file; `on(id)` where that change is on. */
  const run = (tests: string): Told => {
    const folder = mkdtempSync(join(tmpdir(), 'hooksmith-mutation-'));
    try {
      const head = 'const on = (id) => globalThis.__stryker__.activeMutant === id; const seen = (globalThis.seen ??= []);\n';
      writeFileSync(join(folder, 'mutated.cjs'), head + tests);
      const file = join(folder, 'drive.mjs');
      writeFileSync(
        file,
        `${begun}
        const { tests } = await runner.dryRun({ disableBail: true });
        const seen = [...(globalThis.seen ?? [])];
        const mutants = [];
        for (const id of ['0', '1', '2'])
          mutants.push((await runner.mutantRun({ activeMutant: { id, fileName: ${JSON.stringify(file)} } })).status);
        console.log(JSON.stringify({ dry: tests.map(({ id, status }) => [id, ['success', 'failed', 'skipped'][status]]), seen, mutants }));`,
      );
      const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
      assert.notEqual(stdout, '', stderr);
      return JSON.parse(stdout) as Told;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('keeps nothing that a module found out while another change was on', () => {
    const { mutants } = run(`
      const known = new Map();
      const value = () => known.get('a') ?? known.set('a', on('1') ? 2 : 1).get('a');
      it('is one', () => { if (value() !== 1) throw new Error('it is not'); });`);
    assert.deepEqual(mutants, ['survived', 'killed', 'survived']);
  });

  it('runs what stands around a test from without to within and back, after a failure too', () => {
    const { dry, seen } = run(`
      const say = (word) => () => void seen.push(word);
      describe('outer', () => {
        before(say('before'));
        beforeEach(say('each'));
        afterEach(say('each over'));
        after(say('over'));
        describe('inner', () => {
          beforeEach(say('inner each'));
          afterEach(say('inner each over'));
          after(say('inner over'));
          it('fails', () => { seen.push('fails'); throw new Error('x'); });
        });
      });`);
    assert.deepEqual(dry, [['outer inner fails', 'failed']]);
    const within = ['inner each', 'fails', 'inner each over'];
    assert.deepEqual(seen, ['before', 'each', ...within, 'each over', 'inner over', 'over']);
  });

  it('fails each test of a suite that cannot begin, and skips what is pending or says so itself', () => {
    const { dry } = run(`
      describe('broken', () => {
        before(() => { throw new Error('x'); });
        it('one', () => {});
        it('two', () => {});
      });
      it('pending');
      it('skips', function () { this.skip(); });
      it('runs', () => {});`);
    assert.deepEqual(Object.fromEntries(dry), {
      ...{ 'broken one': 'failed', 'broken two': 'failed' },
      ...{ ' pending': 'skipped', ' skips': 'skipped', ' runs': 'success' },
    });
  });

  it('begins with all tests of the chain as they are, in whatever order it runs them', async function () {
    this.timeout(120_000);
    const folder = mkdtempSync(join(root, '.vscode-test', 'mutation-'));
    try {
      const bundle = join(folder, 'mutated.cjs');
      const { groups } = (await import(pathToFileURL(join(root, 'test/mutation/groups.mjs')).href)) as Groups;
      const files = groups.chain.tests.map((test) => `test/${test}.test.ts`);
      const env = { ...process.env, HOOKSMITH_MUTATED: bundle };
      const built = spawnSync(process.execPath, [join(root, 'test/mutation/bundle.mjs'), ...files], { cwd: root, env });
      assert.equal(built.status, 0, String(built.stderr));
      const file = join(folder, 'drive.mjs');
      writeFileSync(
        file,
        `${begun}
        runner.bundle = ${JSON.stringify(bundle)};
        // The second time the quickest come first, of whichever suite.
        for (const _ of [1, 2]) {
          const { status, errorMessage, tests = [] } = await runner.dryRun({ disableBail: true });
          console.log(JSON.stringify([status, errorMessage, tests.length, tests.filter(({ status }) => status === 1)]));
          runner.tests = undefined;
        }
        process.exit(0);`,
      );
      const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8', timeout: 100_000 });
      const runs = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as [string, string | null, number, unknown[]]);
      assert.equal(runs.length, 2, stderr);
      for (const [status, error, count, failed] of runs) {
        assert.deepEqual([status, error, failed], ['complete', null, []]);
        assert.ok(count > 100, `${count} tests`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('counts what is done before a suite for none of the tests before it', () => {
    const { seen } = run(`
      const whose = () => void seen.push(String(globalThis.__stryker__.currentTestId));
      it('first', whose);
      describe('later', () => {
        before(whose);
        it('second', whose);
      });`);
    assert.deepEqual(seen, [' first', 'undefined', 'later second']);
  });
});
