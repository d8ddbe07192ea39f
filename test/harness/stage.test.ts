/** The tests' own harness: whatever a test does, the run ends, tells, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, until } from '../fixtures/core';
import { isAlive } from '../fixtures/hookSet';
import { loadStage } from '../fixtures/stage';

describe('a stage of the tests', function () {
  this.timeout(60_000);
  let folder: string;
  let runStage: Awaited<ReturnType<typeof loadStage>>;
  before(async () => {
    runStage = await loadStage();
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-stage-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (
    name: string,
    { factor = '1', ...limits }: Record<string, unknown> = {},
    output: object = { write: () => undefined },
  ) => {
    const harness = join(root, 'test/harness');
    const required = ['limits.cjs', 'leaks.cjs'].flatMap((file) => ['--require', join(harness, file)]);
    return runStage({
      name,
      command: process.execPath,
      args: [
        join(root, 'node_modules/mocha/bin/mocha.js'),
        ...required,
        '--reporter',
        join(harness, 'reporter.cjs'),
        join(root, `test/fixtures/harness/${name}.cjs`),
      ],
      cwd: root,
      env: { ...process.env, HOOKSMITH_TIME_FACTOR: factor },
      results: join(folder, `${name}.jsonl`),
      mayBeEmpty: false,
      output,
      limits: { end: 30_000, silence: 60_000, gone: 500, ...limits },
    });
  };

  it('ends when a test blocks the process, with what was counted and where it was', async () => {
    const { passed, failed, problems } = await run('endless', { end: 100, silence: 3000 });
    assert.deepEqual([passed, failed], [1, 0]);
    assert.deepEqual(problems, ['nothing happened any more, at: endless loops']);
  });

  it('fails a test in which nothing happens any more, lets it leave its evidence, and goes on', async () => {
    const told: string[] = [];
    const output = { write: (chunk: Buffer) => told.push(String(chunk)) };
    const { passed, failures, problems } = await run('waiting', { end: 5000, silence: 3000 }, output);
    assert.deepEqual([passed, failures.map(({ test }) => test), problems], [1, ['waiting waits for what never comes'], []]);
    assert.match(failures[0]!.why, /nothing happened any more/);
    assert.match(told.join(''), /evidence of: waits for what never comes/);
  });

  it('has a temporary folder of its own, which goes with it', async () => {
    const { passed, problems } = await run('temporary');
    assert.deepEqual([passed, problems], [1, []]);
    const told = readFileSync(join(folder, 'temporary.told'), 'utf8');
    assert.notEqual(told, tmpdir());
    assert.equal(dirname(told), tmpdir());
    assert.equal(existsSync(told), false);
  });

  it('names what keeps the process alive and what runs on, and ends both', async () => {
    const { passed, failed, failures, problems } = await run('leaking');
    assert.deepEqual([passed, failed], [2, 1]);
    assert.equal(failures[0]!.test, 'leaking fails');
    assert.match(failures[0]!.why, /^Error: on purpose\n.*leaking/);
    const [server, timers, left, ...rest] = problems;
    assert.match(server!, /^left open: Server .*"port":\d+.* \(first seen after: leaking opens a server\)$/);
    assert.equal(timers, 'left open: 1 timers');
    assert.match(left!, /^left running: \d+ .*left by a test/);
    assert.deepEqual(rest, []);
    const pid = Number(/running: (\d+)/.exec(left!)![1]);
    await until(() => !isAlive(pid));
  });

  it('says where it ended when it ends in the middle', async () => {
    const { problems } = await run('dies');
    assert.deepEqual(problems, ['it ended in the middle, at: dies']);
  });

  it('gives each test the longer, the slower the machine is', async () => {
    const { passed, failed, problems } = await run('slow', { factor: '10' });
    assert.deepEqual([passed, failed, problems], [1, 1, []]);
  });
});
