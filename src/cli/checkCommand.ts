/** `hooksmith check`: what is wrong with hook files, and their tests. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { readSession, type SessionFile } from '../adapters/sessionLog';
import { GuardedConfigs } from '../guard/guardAgent';
import { guardedAgents } from '../guard/reach';
import { Linter } from '../hooks/lint/lint';
import { Firing } from '../hooks/lint/notFired';
import { codes, type Problem } from '../hooks/lint/problem';
import { checkedFiles } from '../hooks/testing/checkedFiles';
import { type Place, runTestFile, type TestResult } from '../hooks/testing/runTests';
import { Interruption } from './interruption';
import type { Subcommand } from './subcommand';
import { UsageError } from './usage';

const usage = `hooksmith check [options] [DIR]

Reads hook files, and tells what is wrong with them.

  DIR                a folder of hook files, or one that holds .hooksmith (default: here)
  --test             runs the tests beside them, *.test.ts, too
  --session FILE     tells hooks that did not run in this session, too; may be repeated
  --json             one object: {files, errors, warnings, problems}, and {passed, failed, tests} with --test

A line for each problem, file:line:column: error|warning CODE: text. CODE is one of
${[codes.slice(0, 6), codes.slice(6)].map((some) => `  ${some.join(', ')}`).join(',\n')}.

Exit codes: 0 nothing is wrong, 1 an error or a failed test, 2 usage.`;

interface CheckOptions {
  /** Absolute. */
  folder: string;
  test: boolean;
  json: boolean;
  sessions: SessionFile[];
}

/** `dist` holds the built product; `tools` are the names of those it brings. */
export const checkCommand = (dist: string, tools: () => string[]): Subcommand => ({
  usage,
  async main(args) {
    const options = readOptions(args);
    const { json, test } = options;
    const interruption = new Interruption(() => process.exit(130));
    const { folder, hooks, tests: others, strays } = checkedFiles(options.folder);
    const problems = await new Linter(dist).lint(
      { folder, hooks, others, strays },
      {
        tools: tools(),
        guarded: guardedAgents(new GuardedConfigs(homedir()), homedir(), workspaceOf(folder)),
      },
    );
    const firing = new Firing();
    for (const { items } of options.sessions) firing.take(items);
    problems.push(...(await firing.problems((file) => hooks.includes(file))));
    const of = (severity: Problem['severity']) => problems.filter((problem) => problem.severity === severity).length;
    const found = { files: hooks.length, errors: of('error'), warnings: of('warning') };
    if (!json) {
      for (const problem of problems)
        process.stdout.write(`${placeText(problem)}: ${problem.severity} ${problem.code}: ${problem.message}\n`);
      process.stdout.write(`${found.files} files, ${found.errors} errors, ${found.warnings} warnings\n`);
    }
    const tests = test ? await tested(options, dist, interruption.signal) : undefined;
    if (interruption.signal.aborted) return 130;
    if (tests && !json) process.stdout.write(`${tests.passed} passed, ${tests.failed} failed\n`);
    if (json)
      process.stdout.write(
        `${JSON.stringify({ ...found, problems: problems.map(({ fixes: _, ...problem }) => problem), ...tests })}\n`,
      );
    return found.errors > 0 || (tests && tests.failed > 0) ? 1 : 0;
  },
});

function readOptions(args: string[]): CheckOptions {
  const options = {
    test: { type: 'boolean' },
    json: { type: 'boolean' },
    session: { type: 'string', multiple: true },
  } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1) throw new UsageError(`check takes one DIR, not ${positionals.length}`);
  const given = resolve(positionals[0] ?? '.');
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${given}`);
  const own = resolve(given, '.hooksmith');
  return {
    folder: realpathSync(existsSync(own) ? own : given),
    test: values.test === true,
    json: values.json === true,
    sessions: (values.session ?? []).map(stored),
  };
}

function stored(path: string): SessionFile {
  try {
    return readSession(path);
  } catch (error) {
    throw new UsageError(`--session: ${(error as Error).message}`);
  }
}

interface Tested {
  passed: number;
  failed: number;
  tests: TestResult[];
}

async function tested({ folder, json }: CheckOptions, dist: string, signal: AbortSignal): Promise<Tested> {
  const results: TestResult[] = [];
  const cwd = workspaceOf(folder);
  for (const file of checkedFiles(folder).tests) {
    if (signal.aborted) break;
    await runTestFile(file, {
      dist,
      cwd,
      signal,
      onResult: (result) => {
        results.push(result);
        if (!json && result.status === 'failed') process.stdout.write(failureText(result));
      },
      onOutput: (text) => process.stderr.write(text),
    });
  }
  const count = (status: TestResult['status']) => results.filter((result) => result.status === status).length;
  return { passed: count('passed'), failed: count('failed'), tests: results };
}

/** Hooks stand in `.hooksmith` of the workspace folder; elsewhere it is the folder of the call. */
function workspaceOf(folder: string): string {
  const parts = folder.split(sep);
  const at = parts.lastIndexOf('.hooksmith');
  return at > 0 ? dirname(parts.slice(0, at + 1).join(sep)) : process.cwd();
}

/** One line as those of problems, then what was thrown. */
function failureText({ path, failure, ...test }: TestResult): string {
  const { message = '', stack = '', compares, expected, actual, place = test } = failure ?? {};
  const [first = '', ...rest] = message.split('\n');
  const compared = expected === undefined || compares ? [] : [`expected: ${expected}`, `actual: ${actual}`];
  const frames = stack.split('\n').filter((line) => /^\s+at .*:\d+/.test(line) && !/node:internal|node:async_hooks/.test(line));
  const more = [...rest.filter((line) => line.trim() !== ''), ...compared, ...frames.slice(0, 5).map((line) => line.trim())];
  const name = path.length > 0 ? `${path.join(' > ')}: ` : '';
  return `${placeText(place)}: error test: ${name}${first}\n${more.map((line) => `    ${line}\n`).join('')}`;
}

/** As seen from here, where it lies below. */
export function placeText({ file, line, column }: Place): string {
  const path = relative(process.cwd(), file);
  return `${path.startsWith('..') ? file : path}:${line}:${column}`;
}
