// `npm run mutation [-- PART…]`: changes the pure heart of the product in small ways, one by one, and names each change that no test notices.
// PART is a piece of a group's name or paths below; each group runs with the tests that are about it. Part of no other check: it takes long.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { root } from '../vscode/host.mjs';
import { groups } from './groups.mjs';

const goal = 85;

const parts = process.argv.slice(2);
const work = join(root, '.vscode-test', 'mutation');
mkdirSync(work, { recursive: true });
const report = join(work, 'report.json');
let killed = 0;
let valid = 0;
for (const [name, { mutate, tests }] of Object.entries(groups)) {
  const paths = parts.filter((part) => part.startsWith('src/') && picomatch.isMatch(part, mutate));
  if (parts.length > 0 && !parts.includes(name) && paths.length === 0) continue;
  rmSync(report, { force: true });
  const config = join(work, 'stryker.json');
  writeFileSync(config, JSON.stringify(configuration(paths.length > 0 ? paths : mutate, tests)));
  const bin = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { status } = spawnSync(process.execPath, [bin, 'run', config], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  for (const [file, { mutants, source }] of Object.entries(JSON.parse(readFileSync(report, 'utf8')).files))
    told(file, mutants, source);
}
console.log(`\n${killed} of ${valid} changes were noticed: ${percent(killed, valid)} (the goal is ${goal} %)`);
process.exitCode = valid > 0 && (killed / valid) * 100 < goal ? 1 : 0;

function told(file, mutants, source) {
  const lines = source.split('\n');
  const of = (...states) => mutants.filter(({ status }) => states.includes(status));
  const noticed = of('Killed', 'Timeout').length;
  const survivors = of('Survived', 'NoCoverage');
  killed += noticed;
  valid += noticed + survivors.length;
  console.log(`\n${file}: ${percent(noticed, noticed + survivors.length)}`);
  for (const { location, replacement, mutatorName, status } of survivors) {
    const { start, end } = location;
    const was =
      start.line === end.line
        ? lines[start.line - 1].slice(start.column - 1, end.column - 1)
        : `${lines[start.line - 1].trim()} …`;
    const without = status === 'NoCoverage' ? ' (no test comes there)' : '';
    console.log(
      `  ${start.line}:${start.column} ${mutatorName}: ${was.slice(0, 90)} → ${(replacement ?? '').slice(0, 60)}${without}`,
    );
  }
}

function percent(some, all) {
  return all === 0 ? 'nothing to change' : `${((some / all) * 100).toFixed(1)} %`;
}

function configuration(mutate, tests) {
  return {
    mutate,
    testRunner: 'bundled-mocha',
    plugins: [join(root, 'test', 'mutation', 'runner.mjs')],
    buildCommand: `node test/mutation/bundle.mjs ${tests.map((test) => `test/${test}.test.ts`).join(' ')}`,
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.HOOKSMITH_MUTATION_JOBS) || 1,
    ignorePatterns: ['**', '!src/**', '!test/**', '!package.json'],
    tempDirName: join('.vscode-test', 'mutation', 'sandbox'),
    cleanTempDir: 'always',
    reporters: ['json', 'dots'],
    jsonReporter: { fileName: report },
    timeoutMS: 20_000,
    allowConsoleColors: false,
    disableTypeChecks: true,
    checkers: [],
    thresholds: { high: goal, low: goal, break: null },
  };
}
