/** `hooksmith check`: what is wrong with hook files, and their tests. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { readSession, type SessionFile } from '../adapters/sessions/sessionFile';
import { GuardedConfigs } from '../guard/config/guardAgent';
import { guardedAgents } from '../guard/gate/reach';
import { agentOf } from '../guard/past/transcripts';
import { Firing } from '../hooks/lint/firing';
import type { HookPart } from '../hooks/lint/hookParts';
import type { LintedFiles } from '../hooks/lint/lint';
import { LintClient } from '../hooks/lint/lintClient';
import { codes, inOrder, type Problem } from '../hooks/lint/problem';
import type { KnownToLint } from '../hooks/lint/rule';
import { HookBuilder } from '../hooks/parent/building/build';
import { checkedFiles } from '../hooks/testing/checkedFiles';
import { runTestFile, type TestPlace, type TestResult } from '../hooks/testing/runTests';
import { whenAborted } from '../shared/basics/whenAborted';
import { addCoverage, type FileCoverage } from '../shared/hooks/fileCoverage';
import { coverageText } from './coverageReport';
import { homeFolder } from './home';
import { type CallCoverage, callCoverage, type HookCoverage, hookCoverage } from './hookCoverage';
import { Interruption } from './interruption';
import { readArguments } from './readArguments';
import type { Subcommand } from './subcommand';
import { UsageError } from './usage';

const usage = `hooksmith check [options] [DIR]

Reads hook files, and tells what is wrong with them.

  DIR                a folder of hook files, or one that holds .hooksmith (default: here)
  --test             runs the tests beside them, *.test.ts, too
  --session FILE     tells hooks that did not run in this session, too; may be repeated
  --coverage         tells which lines and outcomes of each hook the tests (with --test) and the
                     sessions reached, and which hooks saw each tool call of a session
  --json             one object: {files, errors, warnings, problems}, and {passed, failed, tests} with --test,
                     and {coverage: {hooks, calls}} with --coverage

A line for each problem, file:line:column: error|warning CODE: text. CODE is one of
${[codes.slice(0, 6), codes.slice(6)].map((some) => `  ${some.join(', ')}`).join(',\n')}.

Exit codes: 0 nothing is wrong, 1 an error or a failed test, 2 usage.`;

interface CheckOptions {
  /** Absolute. */
  folder: string;
  test: boolean;
  json: boolean;
  coverage: boolean;
  /** Those of other agents hold no word of hooks: what there is of them is what hooks of today reach when they are replayed. */
  sessions: { path: string; file: SessionFile | undefined }[];
}

/** The lines that hooks of a folder reach while these sessions are replayed. */
export type ReachedIn = (folder: string, sessions: readonly string[], signal: AbortSignal) => Promise<FileCoverage[]>;

/** `dist` holds the built product; `tools` are the names of those it brings. */
export const checkCommand = (dist: string, tools: () => string[], reachedIn: ReachedIn): Subcommand => ({
  usage,
  async main(args) {
    const options = await readOptions(args);
    const { json, test } = options;
    const interruption = new Interruption(() => process.exit(130));
    const { folder, hooks, tests: others, declarations, strays } = checkedFiles(options.folder);
    const guarded = guardedAgents(new GuardedConfigs(homeFolder()), homeFolder(), workspaceOf(folder));
    const known = { tools: tools(), builtIn: tools(), guarded };
    const { signal } = interruption;
    const read = await linted(dist, interruption, { folder, hooks, others, declarations, strays }, known);
    if (!read) return 130;
    const { problems, parts } = read;
    problems.push(...(await notBuilt(hooks, problems)));
    problems.sort(inOrder);
    const firing = new Firing();
    for (const { file } of options.sessions) if (file) firing.take(file.items);
    problems.push(...(await firing.problems((file) => hooks.includes(file))));
    const of = (severity: Problem['severity']) => problems.filter((problem) => problem.severity === severity).length;
    const found = { files: hooks.length, errors: of('error'), warnings: of('warning') };
    const say = (text: string) => void (json || process.stdout.write(text));
    for (const problem of problems) say(`${placeText(problem)}: ${problem.severity} ${problem.code}: ${problem.message}\n`);
    const summary = `${found.files} files, ${found.errors} errors, ${found.warnings} warnings\n`;
    for (const { file } of options.sessions) for (const problem of file?.problems ?? []) process.stderr.write(`${problem}\n`);
    for (const hint of hintsOf(options, hooks.length, others.length)) process.stderr.write(`${hint}\n`);
    // The line that sums up is the last one.
    if (test) say(summary);
    const tests = test ? await tested(options, dist, signal) : undefined;
    const { files = [], ...results } = tests ?? {};
    const coverage = options.coverage ? await covered(options, parts, files, reachedIn, signal) : undefined;
    if (signal.aborted) return 130;
    if (coverage) say(coverageText(coverage.hooks, coverage.calls, (file) => fileText(file)));
    say(tests ? `${tests.passed} passed, ${tests.failed} failed\n` : summary);
    if (json) {
      const told = problems.map(({ fixes: _, byCompiler: __, untyped: ___, ...problem }) => problem);
      process.stdout.write(`${JSON.stringify({ ...found, problems: told, ...results, ...(coverage ? { coverage } : {}) })}\n`);
    }
    return found.errors > 0 || (tests && tests.failed > 0) ? 1 : 0;
  },
});

/** In a thread of its own, so that a signal is heard of while the compiler is at work. */
async function linted(
  dist: string,
  interruption: Interruption,
  files: LintedFiles,
  known: KnownToLint,
): Promise<{ problems: Problem[]; parts: HookPart[] } | undefined> {
  const reader = new LintClient(dist);
  const forget = whenAborted(interruption.signal, () => reader.dispose());
  const lint = async () => ({
    problems: await reader.ask({ kind: 'lint', files, known, unsaved: [] }),
    parts: await reader.ask({ kind: 'parts' }),
  });
  try {
    return await interruption.unless(lint());
  } finally {
    forget();
    reader.dispose();
  }
}

/** What the compiler lets pass and a hook file is not loaded for all the same: an `await` at its top level, say. */
async function notBuilt(hooks: readonly string[], told: readonly Problem[]): Promise<Problem[]> {
  const builder = new HookBuilder();
  try {
    const found = [...(await builder.buildAll(hooks)).values()].flatMap(({ problems }) => problems);
    // Of an import that leads nowhere the compiler says no more than that: the bundler knows what would be right.
    for (const one of told) {
      const same = found.find(({ file, line, column }) => file === one.file && line === one.line && column === one.column);
      if (same && one.byCompiler && one.code === 'type') one.message = `${one.message.replace(/\.$/, '')}: ${same.message}`;
    }
    // Whose syntax is wrong was told so, and so was an import that leads nowhere.
    const isTold = (file: string, line: number) =>
      told.some((one) => one.file === file && one.severity === 'error' && (one.line === line || one.code === 'syntax'));
    return found
      .filter(({ severity, file, line }) => severity === 'error' && !isTold(file, line))
      .map(({ file, line, column, endColumn = column, message }) => ({
        ...{ code: 'syntax', severity: 'error', message, file },
        ...{ line, column, endLine: line, endColumn },
      }));
  } finally {
    await builder.dispose();
  }
}

/** Where there is nothing to say anything of, that is most often a folder or an option that was meant to be another. */
function hintsOf({ folder, test, coverage, sessions }: CheckOptions, hooks: number, tests: number): string[] {
  const shown = fileText(folder);
  return [
    ...(hooks === 0 ? [`no hook files in ${shown}: they are found in DIR, or in hooks/ of its .hooksmith`] : []),
    ...(test && tests === 0 ? [`no tests in ${shown}: they are *.test.ts beside hook files`] : []),
    ...(coverage && !(test && tests > 0) && sessions.length === 0
      ? ['nothing has run that could reach a line: coverage is that of tests (--test) and of sessions (--session FILE)']
      : []),
  ];
}

async function covered(
  { folder, sessions }: CheckOptions,
  parts: readonly HookPart[],
  byTests: readonly FileCoverage[],
  reachedIn: ReachedIn,
  signal: AbortSignal,
): Promise<{ hooks: HookCoverage[]; calls: CallCoverage[] }> {
  const paths = sessions.map(({ path }) => path);
  const bySessions = paths.length > 0 ? await reachedIn(folder, paths, signal) : [];
  const recorded = sessions.flatMap(({ path, file }) => (file ? [{ name: path, items: file.items }] : []));
  return {
    hooks: hookCoverage(parts, { tests: byTests, sessions: bySessions }, recorded),
    calls: recorded.flatMap(callCoverage),
  };
}

async function readOptions(args: string[]): Promise<CheckOptions> {
  const options = {
    test: { type: 'boolean' },
    json: { type: 'boolean' },
    coverage: { type: 'boolean' },
    session: { type: 'string', multiple: true },
  } as const;
  const { values, positionals } = readArguments(args, options);
  if (positionals.length > 1) throw new UsageError(`check takes one DIR, not ${positionals.length}`);
  const given = resolve(positionals[0] ?? '.');
  const there = statSync(given, { throwIfNoEntry: false });
  if (there?.isFile()) throw new UsageError(`DIR: ${given} is a file: give its folder, ${dirname(given)}`);
  if (!there?.isDirectory()) throw new UsageError(`there is no folder ${given}`);
  const own = resolve(given, '.hooksmith');
  return {
    folder: realpathSync(existsSync(own) ? own : given),
    test: values.test === true,
    json: values.json === true,
    coverage: values.coverage === true,
    sessions: await Promise.all((values.session ?? []).map(async (path) => ({ path, file: await stored(path) }))),
  };
}

async function stored(path: string): Promise<SessionFile | undefined> {
  if (!existsSync(path)) throw new UsageError(`--session: there is no file ${path}`);
  try {
    return (await agentOf(path).catch(() => undefined)) ? undefined : readSession(path);
  } catch (error) {
    throw new UsageError(`--session: ${(error as Error).message}`);
  }
}

interface Tested {
  passed: number;
  failed: number;
  tests: TestResult[];
  /** What they reached, where that is asked for. */
  files: FileCoverage[];
}

async function tested({ folder, json, coverage }: CheckOptions, dist: string, signal: AbortSignal): Promise<Tested> {
  const results: TestResult[] = [];
  let files: FileCoverage[] = [];
  for (const file of checkedFiles(folder).tests) {
    if (signal.aborted) break;
    await runTestFile(file, {
      dist,
      // Several workspaces may lie in one folder.
      cwd: workspaceOf(file),
      signal,
      onResult: (result) => {
        results.push(result);
        if (!json && result.status === 'failed') process.stdout.write(failureText(result));
      },
      onOutput: (text) => process.stderr.write(text),
      ...(coverage
        ? {
            onCoverage: (more) => {
              files = addCoverage(files, more);
            },
          }
        : {}),
    });
  }
  const count = (status: TestResult['status']) => results.filter((result) => result.status === status).length;
  return { passed: count('passed'), failed: count('failed'), tests: results, files };
}

/** Hooks stand in `.hooksmith` of the workspace folder; elsewhere it is the folder of the call. */
export function workspaceOf(folder: string): string {
  const parts = folder.split(sep);
  const at = parts.lastIndexOf('.hooksmith');
  return at > 0 ? dirname(parts.slice(0, at + 1).join(sep)) : process.cwd();
}

/** One line as those of problems, then what was thrown. */
function failureText({ path, failure, ...test }: TestResult): string {
  const { message = '', stack = '', compares, expected, actual, place = test } = failure ?? {};
  const [first = '', ...rest] = message.split('\n');
  const compared =
    expected === undefined || compares ? [] : [`expected: ${expected}`, `actual: ${actual}`].flatMap((text) => text.split('\n'));
  const frames = stack.split('\n').filter((line) => /^\s+at .*:\d+/.test(line) && !/node:internal|node:async_hooks/.test(line));
  const more = [...rest.filter((line) => line.trim() !== ''), ...compared, ...frames.slice(0, 5).map((line) => line.trim())];
  const name = path.length > 0 ? `${path.join(' > ')}: ` : '';
  return `${placeText(place)}: error test: ${name}${first}\n${more.map((line) => `    ${line}\n`).join('')}`;
}

/** As seen from here, where it lies below. */
const placeText = ({ file, line, column }: TestPlace): string => `${fileText(file)}:${line}:${column}`;

function fileText(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path || '.';
}
