/** Lanes: processes that share the files of a kind of tests. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { loadStage, type StageResult } from '../fixtures/stage';

for (const late of [false, true])
  describe(`lanes of the tests${late ? ', which load each file as they come to it' : ''}`, function () {
    this.timeout(60_000);
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'hooksmith-lanes-'));
      mkdirSync(join(folder, 'queue'));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const lane = async (name: string, files: string[], more: NodeJS.ProcessEnv = {}): Promise<StageResult> => {
      const runStage = await loadStage();
      const harness = join(root, 'test/harness');
      const parts = ['limits.cjs', 'leaks.cjs', ...(late ? ['late.cjs'] : []), 'lane.cjs'];
      const required = parts.flatMap((file) => ['--require', join(harness, file)]);
      const reporter = ['--reporter', join(harness, 'reporter.cjs')];
      const given = files.map((file) => join(root, 'test/fixtures/harness/lanes', `${file}.cjs`));
      return runStage({
        name,
        command: process.execPath,
        args: [join(root, 'node_modules/mocha/bin/mocha.js'), '--timeout', '60000', ...required, ...reporter, ...given],
        cwd: root,
        env: {
          ...process.env,
          HOOKSMITH_QUEUE: join(folder, 'queue'),
          HOOKSMITH_LANES_TEST: folder,
          HOOKSMITH_UNTIL: '',
          ...more,
        },
        results: join(folder, `${name}.jsonl`),
        mayBeEmpty: true,
        output: { write: () => undefined },
      });
    };

    it('run each file once, whole, and files at the same time', async () => {
      const lanes = await Promise.all([lane('first', ['one', 'other', 'outside']), lane('second', ['one', 'other', 'outside'])]);
      assert.deepEqual(
        lanes.map(({ failures, problems }) => [failures, problems]),
        Array(2).fill([[], []]),
      );
      assert.equal(lanes[0]!.passed + lanes[1]!.passed, 5);
      const pids = ['one', 'other'].map((name) => readFileSync(join(folder, `${name}.pid`), 'utf8'));
      assert.notEqual(pids[0], pids[1]);
    });

    it('end where the others came to all before them', async () => {
      for (const name of ['one', 'other', 'outside']) mkdirSync(join(folder, 'queue', `test+fixtures+harness+lanes+${name}.cjs`));
      const { passed, failures, skipped, problems } = await lane('late', ['one', 'other', 'outside']);
      assert.deepEqual([passed, failures, skipped, problems], [0, [], 0, []]);
      assert.equal(readdirSync(join(folder, 'queue')).length, 3);
    });

    it('begin no file once their time is over, and leave it to nobody', async () => {
      const { passed, failures, problems } = await lane('slow', ['one', 'other'], { HOOKSMITH_UNTIL: String(Date.now() - 1) });
      assert.deepEqual([passed, failures, problems], [0, [], []]);
      assert.deepEqual(readdirSync(join(folder, 'queue')), []);
    });

    if (late)
      it('fail where a file does not load, and go on', async () => {
        const { passed, failures, problems } = await lane('broken', ['broken', 'outside']);
        assert.equal(passed, 1);
        assert.deepEqual(
          failures.map(({ test }) => test),
          ['is loaded'],
        );
        assert.match(failures[0]!.why, /no such thing[\s\S]*lanes\/broken\.cjs/);
        assert.deepEqual(problems, []);
      });
  });
