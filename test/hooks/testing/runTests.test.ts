/** Test files of hooks, run as the command line and the editor run them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type FoundTest, testsIn } from '../../../src/hooks/lint/testsIn';
import { findTestFiles } from '../../../src/hooks/parent/building/hookFiles';
import { runTestFile, type TestResult, type TestRun } from '../../../src/hooks/testing/runTests';
import { bundleTest } from '../../../src/hooks/testing/testFiles';
import type { FileCoverage } from '../../../src/shared/hooks/fileCoverage';
import { runCli } from '../../fixtures/cli';
import { root } from '../../fixtures/core';

const guard = `import { denyCommands } from 'hooksmith';
export const noSudo = denyCommands('sudo');
`;
const head = `import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
import { noSudo } from './guard.js';
`;

describe('tests of hooks', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-tests-of-hooks-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    const path = join(folder, '.hooksmith', 'hooks', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  async function run(path: string, more: Partial<TestRun> = {}): Promise<TestResult[]> {
    const results: TestResult[] = [];
    await runTestFile(path, { dist: join(root, 'dist'), cwd: folder, onResult: (result) => results.push(result), ...more });
    return results;
  }
  const told = (results: TestResult[]) => results.map(({ path, status, line }) => [path.join(' > '), status, line]);

  it('are found beside hooks, and are no hooks', () => {
    const a = file('a.test.ts', '');
    const b = file('deep/b.test.mjs', '');
    file('node_modules/x/c.test.ts', '');
    file('guard.ts', guard);
    assert.deepEqual(findTestFiles(folder), [a, b]);
  });

  it('are told one by one, by the lines of their source', async () => {
    file('guard.ts', guard);
    const path = file(
      'guard.test.ts',
      `${head}interface Call { command: string }
const call = (command: string) => toolCall('Bash', { command } satisfies Call);
describe('guard', () => {
  it('denies', async () => assert.equal((await runHooks(noSudo, call('sudo ls'))).decision, 'deny'));
  describe('deeper', () => {
    it('is wrong', async () => {
      const { decision } = await runHooks(noSudo, call('ls'));
      assert.equal(decision, 'deny');
    });
    it.skip('is left out', () => {});
  });
});
test('with parts', async (t) => {
  await t.test('part', () => {});
});
await test('awaited at the top', () => {});
`,
    );
    const results = await run(path);
    assert.deepEqual(told(results), [
      ['guard > denies', 'passed', 8],
      ['guard > deeper > is wrong', 'failed', 10],
      ['guard > deeper > is left out', 'skipped', 14],
      ['with parts > part', 'passed', 18],
      ['with parts', 'passed', 17],
      ['awaited at the top', 'passed', 20],
    ]);
    const { failure } = results[1]!;
    assert.deepEqual(
      [failure!.place, failure!.expected, failure!.actual],
      [{ file: path, line: 12, column: 14 }, "'deny'", "'continue'"],
    );
    assert.deepEqual(
      told(await run(path, { names: ['denies'] })).filter(([, status]) => status !== 'skipped'),
      [['guard > denies', 'passed', 8]],
    );
  });

  it('to be written yet have neither passed nor failed, whatever they came to', async () => {
    const path = file(
      'todo.test.ts',
      `import { test } from 'node:test';\ntest.todo('empty');\ntest('fails yet', { todo: true }, () => { throw new Error('later'); });\ntest('is there', () => {});\n`,
    );
    assert.deepEqual(told(await run(path)), [
      ['empty', 'skipped', 2],
      ['fails yet', 'skipped', 3],
      ['is there', 'passed', 4],
    ]);
  });

  it('fail where the test asked for what is not there, not where we say so', async () => {
    file('guard.ts', guard);
    const path = file(
      'lost.test.ts',
      `import { test } from 'node:test';\nimport { event } from 'hooksmith/testing';\ntest('lost', () => {\n  event('nope' as never, {});\n});\n`,
    );
    const [lost] = await run(path);
    assert.match(lost!.failure!.message, /there is no event 'nope'/);
    assert.deepEqual(lost!.failure!.place, { file: path, line: 4, column: 3 });
  });

  it('tell what was expected and what came so that a diff shows it: part by part, in one order, texts as they read', async () => {
    const path = file(
      'a.test.ts',
      `${head}
test('parts', () => assert.deepEqual({ b: ['x', 'y'], a: 1 }, { a: 1, b: ['x', 'z'] }));
test('text', () => assert.equal('one\\ntwo', 'one\\n2'));
`,
    );
    const [parts, text] = await run(path);
    const of = (last: string) => `{\n  a: 1,\n  b: [\n    'x',\n    '${last}'\n  ]\n}`;
    assert.deepEqual([parts!.failure!.expected, parts!.failure!.actual], [of('z'), of('y')]);
    assert.deepEqual([text!.failure!.expected, text!.failure!.actual], ['one\n2', 'one\ntwo']);
  });

  it('may name zod, as the files that they test may, where it is not installed', async () => {
    file('shape.ts', "import { string } from 'zod';\nexport const text = string();");
    const path = file(
      'a.test.ts',
      `import assert from 'node:assert/strict';
import { test } from 'node:test';
import z, * as all from 'zod';
import { text } from './shape.js';
test('fits', () => assert.equal(z.object({ a: text, b: all.z.number() }).parse({ a: 'x', b: 1 }).a, 'x'));`,
    );
    assert.deepEqual(told(await run(path)), [['fits', 'passed', 5]]);
  });

  it('require what the product gives them: to import it Node would read all of it for its names', async () => {
    file('guard.ts', guard);
    const bundle = join(folder, 'a.mjs');
    assert.deepEqual(
      await bundleTest(file('a.test.ts', `${head}test('x', () => [runHooks, noSudo]);`), bundle, join(root, 'dist')),
      [],
    );
    const text = readFileSync(bundle, 'utf8');
    assert.deepEqual(text.match(/require\("[^"]*(?:api|testing)\.js"\)/g)?.length, 2);
    assert.doesNotMatch(text, /^import .*(?:api|testing)\.js/m);
  });

  it('may use hooks of a package that asks for us as CommonJS does', async () => {
    const text =
      "exports.noSudo = require('hooksmith').denyCommands('sudo');\nexports.run = require('hooksmith/testing').runHooks;\n";
    file('node_modules/team/index.js', text);
    file('guard.ts', "export { noSudo } from 'team';\n");
    const path = file(
      'a.test.ts',
      `${head}import { run } from 'team';
const call = toolCall('Bash', { command: 'sudo ls' });
test('denies', async () => assert.equal((await runHooks(noSudo, call)).decision, 'deny'));
test('is the same', () => assert.equal(run, runHooks));
`,
    );
    assert.deepEqual(told(await run(path)), [
      ['denies', 'passed', 7],
      ['is the same', 'passed', 8],
    ]);
  });

  it('find what lies beside them, and paths from the workspace folder', async () => {
    file('beside.txt', 'here');
    file('guard.ts', "import { denyPaths } from 'hooksmith';\nexport const noSudo = denyPaths('secrets');\n");
    const path = file(
      'a.test.ts',
      `${head}import { readFileSync } from 'node:fs';
test('beside', () => assert.equal(readFileSync(new URL('./beside.txt', import.meta.url), 'utf8'), 'here'));
test('path', async () =>
  assert.equal((await runHooks(noSudo, toolCall('Read', { file_path: ${JSON.stringify(join(folder, 'secrets', 'x'))} }))).decision, 'deny'));
`,
    );
    assert.deepEqual(
      told(await run(path)).map(([, status]) => status),
      ['passed', 'passed'],
    );
  });

  // Later ones say where it stands.
  const waitingLine = Number.parseInt(process.versions.node, 10) < 22 ? 1 : 5;
  const broken: [what: string, text: string, message: RegExp, line: number][] = [
    ['does not parse', `${head}test('x', () => {\n`, /Unexpected end of file/, 6],
    ['imports what is not there', `${head}import './gone.js';\n`, /gone/, 5],
    ['throws before its tests', `${head}interface A {}\nthrow new Error('early');\n`, /early/, 6],
    [
      'waits for ever',
      `${head}await new Promise(() => {});\ntest('x', () => {});\n`,
      /'await' at the top level.* never ends/,
      waitingLine,
    ],
    ['ends its process', `${head}test('x', () => process.exit(3));\n`, /ended with code 3/, 1],
    ['kills its process', `${head}test('x', () => process.kill(process.pid, 'SIGKILL'));\n`, /ended with SIGKILL/, 1],
  ];
  for (const [what, text, message, line] of broken) {
    it(`count as failed where a file ${what}`, async () => {
      file('guard.ts', guard);
      const [result, ...others] = await run(file('a.test.ts', text));
      assert.deepEqual([others, result!.status, result!.line], [[], 'failed', line]);
      assert.match(result!.failure!.message, message);
    });
  }

  it('fail, with what it was and where, where a promise that none of them waits for rejects once the last has ended', async () => {
    file('guard.ts', guard);
    const text = `${head}test('lets go', () => {\n  void Promise.reject(new Error('nobody waits'));\n});\n`;
    const results = await run(file('a.test.ts', text));
    assert.deepEqual(
      results.map(({ path, status, line, failure }) => [path, status, line, failure?.message]),
      [
        [['lets go'], 'passed', 5, undefined],
        [[], 'failed', 6, 'nobody waits'],
      ],
    );
  });

  it('end when they are stopped', async () => {
    file('guard.ts', guard);
    const stop = new AbortController();
    const path = file('a.test.ts', `${head}test('x', () => { console.log('looping'); for (;;); });\n`);
    const results = await run(path, { signal: stop.signal, onOutput: () => stop.abort() });
    assert.deepEqual(results, []);
  });

  it('fail where their process ends before they do, whatever its code', async () => {
    file('guard.ts', guard);
    const left = `test('fails', () => { throw new Error('x'); });\n`;
    const ends = async (more: string) =>
      (await run(file('a.test.ts', `${head}${left}${more}`)))
        .filter(({ path }) => path.length === 0)
        .map(({ failure }) => failure?.message);
    const told = ['the process ended before its tests did'];
    assert.deepEqual(
      await ends("test('exits', async () => { console.error('Error: printed'); await 1; process.exit(0); });\n"),
      told,
    );
    assert.deepEqual(await ends('process.exit(0);\n'), told);
    assert.deepEqual(await ends("import { after } from 'node:test';\nafter(() => process.exit(0));\n"), told);
    assert.deepEqual(await ends("process.on('exit', () => {});\n"), []);
    assert.deepEqual(await run(file('none.test.ts', 'setTimeout(() => {}, 10);\n')), []);
  });

  it('are stopped, and fail, where what they left open keeps their process alive', async () => {
    file('guard.ts', guard);
    const path = file('a.test.ts', `${head}test('leaves a timer', () => void setInterval(() => {}, 1000));\n`);
    const results = await run(path, { quietMs: 5000 });
    assert.deepEqual(told(results), [
      ['leaves a timer', 'passed', 5],
      ['', 'failed', 1],
    ]);
    assert.match(results[1]!.failure!.message, /^no test ended for 5 s, and the process was stopped: .* a timer, is left open$/);
  });

  it('tell which lines of the hooks they reached', async () => {
    const hooks = file(
      'guard.ts',
      `import { hook } from 'hooksmith';
interface Known {
  seen: boolean;
}
const known: Known = { seen: true };
export const noSudo = hook('preToolUse', (ctx) => {
  if (ctx.step > 5) {
    return ctx.deny('late');
  }
  ctx.log(known.seen);
  return undefined;
});
`,
    );
    const path = file(
      'a.test.ts',
      `${head}test('x', async () => { await runHooks(noSudo, toolCall('Bash', { command: 'ls' })); assert.ok(1); });\n`,
    );
    const covered: FileCoverage[] = [];
    await run(path, { onCoverage: (files) => covered.push(...files) });
    const lines = covered.find((one) => one.file === hooks)!.lines;
    assert.deepEqual([lines.get(2), lines.get(7), lines.get(8), lines.get(10)], [undefined, 1, 0, 1]);
    assert.ok(covered.some((one) => one.file === path));
  });

  it('wait for a debugger where one is wanted', async () => {
    file('guard.ts', guard);
    const stop = new AbortController();
    const told: [number, string][] = [];
    const path = file('a.test.ts', `${head}test('x', () => assert.ok(noSudo && describe && it && runHooks && toolCall));\n`);
    const results = await run(path, {
      signal: stop.signal,
      onDebugger: (port, bundle) => {
        told.push([port, bundle]);
        stop.abort();
      },
    });
    assert.deepEqual([results, told.length], [[], 1]);
    assert.ok(told[0]![0] > 0 && told[0]![1].endsWith('test.mjs'));
  });

  it('are found by reading, with their suites', async () => {
    const text = `${head}describe('a', () => {
  it('b', () => {});
  it.skip('c', async (t) => { await t.test('d', () => {}); });
  it(\`e\`, () => {});
  for (const name of ['x']) it(name, () => {});
});
const other = { test: 1 }; /x/.test('no');
test('f', () => {});
`;
    const names = (found: FoundTest[]): unknown[] => found.map(({ name, line, children }) => [name, line, ...names(children)]);
    assert.deepEqual(names(await testsIn(text, 'a.test.ts')), [
      ['a', 5, ['b', 6], ['c', 7, ['d', 7]], ['e', 8]],
      ['f', 12],
    ]);
  });

  it('run by `hooksmith check --test`', async () => {
    file('guard.ts', guard);
    file(
      'good.test.ts',
      `${head}test('good', async () => { console.log('said'); assert.ok(await runHooks(noSudo, toolCall('Bash', { command: 'ls' }))); });\n`,
    );
    const good = await runCli(folder, ['check', '--test']);
    assert.equal(good.stdout.trimEnd().split('\n').at(-1), '1 passed, 0 failed');
    assert.equal(good.code, 0);
    file('bad.test.ts', `${head}\ninterface A {}\ntest('bad', () => {\n  assert.equal(1, 2, 'not so');\n});\n`);
    const bad = await runCli(folder, ['check', '--test', folder]);
    assert.equal(bad.code, 1);
    assert.match(
      bad.stdout,
      /^\.hooksmith\/hooks\/bad\.test\.ts:8:10: error test: bad: not so\n(?: .*\n)* {4}expected: 2\n {4}actual: 1\n {4}at /m,
    );
    assert.equal(bad.stdout.trimEnd().split('\n').at(-1), '1 passed, 1 failed');
    const { passed, failed, tests } = JSON.parse((await runCli(folder, ['check', '--test', '--json'])).stdout);
    assert.deepEqual([passed, failed, tests.length], [1, 1, 2]);
    assert.equal((await runCli(folder, ['check', 'gone'])).code, 2);
    assert.equal((await runCli(folder, ['check', '--tests'])).code, 2);
  });

  it('run in the workspace folder of each by `hooksmith check --test` of several', async () => {
    for (const name of ['a', 'b']) {
      const hooks = join(folder, 'packages', name, '.hooksmith', 'hooks');
      mkdirSync(hooks, { recursive: true });
      writeFileSync(
        join(hooks, 'guard.ts'),
        "import { denyPaths } from 'hooksmith';\nexport const noSudo = denyPaths('secrets/x');\n",
      );
      const test =
        "test('path', async () => assert.equal((await runHooks(noSudo, toolCall('Read', { file_path: 'secrets/x' }))).decision, 'deny'));";
      const where = `test('where', () => assert.match(process.cwd(), /packages.${name}$/));`;
      writeFileSync(join(hooks, 'guard.test.ts'), `${head}${test}\n${where}\n`);
    }
    const { stdout, code } = await runCli(folder, ['check', '--test']);
    assert.deepEqual([stdout.trimEnd().split('\n').at(-1), code], ['4 passed, 0 failed', 0]);
  });

  it('are typed by what is shipped', () => {
    const declared = readFileSync(join(root, 'dist', 'types', 'hooksmith', 'api', 'testing.d.ts'), 'utf8');
    for (const name of ['runHooks', 'recorded']) assert.match(declared, new RegExp(`export declare function ${name}[(<]`));
  });
});
